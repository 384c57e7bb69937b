"""The owner of a server on one's own machine: the person who started it, in the browser that `lutetia play` has opened.

Only the owner may open the server to the network. The server's secret is a file that only its own user can read. A link
signed with it works once and gives the browser a cookie; both end with the server. A server on PostgreSQL, which may
have several processes, is on the network already and has no owner in this sense.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from lutetia.server.store.private_files import FILE, PREFIX, make_folder

NAME = f"{PREFIX}owner"
PATH = "/api/house/owner"
DIGITS = 32
"""Of a signature and a nonce, hexadecimal: 128 bits."""


class Owner:
    """The owner of one running server."""

    def __init__(self, port: int, *, exists: bool = True) -> None:
        """`exists`: whether there is an owner at all."""
        self._exists = exists
        self._secret = secrets.token_hex(32)
        self._used: set[str] = set()
        self._cookie = f"lutetia-owner-{port}"
        """Browsers send the cookies of all ports of a machine, and there may be several servers on it."""

    def publish(self, folder: Path) -> None:
        """Write the secret into the data folder, for `link`. Raises OSError."""
        make_folder(folder)
        (folder / NAME).unlink(missing_ok=True)
        if not self._exists:
            return
        file = os.open(folder / NAME, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(self._secret)

    def withdraw(self, folder: Path) -> None:
        """Remove the file of the secret."""
        with contextlib.suppress(OSError):
            (folder / NAME).unlink(missing_ok=True)

    def redeem(self, ticket: str) -> bool:
        """Whether a ticket is right. It is accepted once."""
        nonce, _dot, signature = ticket.partition(".")
        if nonce in self._used or not _same(_sign(self._secret, "ticket", nonce), signature):
            return False
        self._used.add(nonce)
        return True

    def is_owner(self, request: Request) -> bool:
        """Whether a request comes from a browser of the owner."""
        return self._exists and _same(self._cookie_value(), request.cookies.get(self._cookie, ""))

    def set_cookie(self, response: Response) -> None:
        """Let a browser be the owner's as long as it is open."""
        response.set_cookie(self._cookie, self._cookie_value(), path="/api/house", httponly=True, samesite="strict")

    def _cookie_value(self) -> str:
        return _sign(self._secret, "cookie", "")


def link(folder: Path, address: str) -> str:
    """An address that makes a browser the owner's, once; the plain address if the secret cannot be read."""
    try:
        secret = (folder / NAME).read_text(encoding="ascii")
    except OSError:
        return address
    nonce = secrets.token_hex(DIGITS // 2)
    return f"{address}{PATH}/{nonce}.{_sign(secret, 'ticket', nonce)}"


def _sign(secret: str, purpose: str, text: str) -> str:
    return hmac.new(secret.encode(), f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()[:DIGITS]


def _same(right: str, given: str) -> bool:
    return hmac.compare_digest(right.encode(), given.encode())
