"""Protection against CSRF and DNS rebinding: which host name and which origin a request may have.

Clients that are not browsers send neither `Origin` nor `Sec-Fetch-Site`. No website can make them send a request, so
they pass.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.types import Scope

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.ops.settings import Settings

Headers = dict[str, str]


class OriginPolicy:
    """The host names and origins of one server."""

    def __init__(self, settings: Settings) -> None:
        self.origins = {origin.lower().rstrip("/") for origin in settings.origins}
        machine = socket.gethostname().lower()
        configured = {urlsplit(origin).hostname or "" for origin in self.origins}
        self.hosts = {"localhost", settings.host.lower(), machine, f"{machine}.local", *configured} - {""}

    def check_host(self, host: str) -> None:
        """Against DNS rebinding: the Host header must be one of our names, or an IP address.

        Otherwise a foreign page could point its own name at this server and count as same-origin. Raises Refused.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            name = "?"
        if not host or name in self.hosts or name.endswith(".localhost") or _is_ip_address(name):
            return
        reason = N_("Unknown host name; the server's operator can allow it in LUTETIA_ORIGINS.")
        raise Refused(403, "no-such-host", reason)

    def check_csrf(self, scope: Scope, headers: Headers, host: str) -> None:
        """Against CSRF: a request that changes something must come from one of our own pages. Raises Refused."""
        origin = headers.get("origin")
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        allowed = origin is None or origin.lower() in self.origins or origin.lower() == f"{scheme}://{host}"
        if not allowed or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise Refused(
                403, "cross-site", N_("This request came from a page on another site, so it was not carried out.")
            )


@lru_cache(maxsize=1_000)
def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
