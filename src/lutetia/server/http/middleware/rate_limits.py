"""The rate limits of the API: per client address, per session, and for single routes.

Opening a WebSocket counts here; the steps that come over it are paced per connection by live/websocket.py.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from lutetia.server.errors import RateLimited
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import Rate, RateLimiter

PER_ADDRESS = Rate(1_200, 60)
PER_SESSION = Rate(600, 60)
NEW_GUESTS = Rate(60, 600)
"""Requests without a session that may create a guest, per address."""
ROUTES_PER_ADDRESS = (
    (re.compile(r"/api/(sign-in|me/register|me/password|me/confirm|me/factor.*)"), Rate(10, 600)),
    (re.compile(r"/api/games/[^/]+/(live|events)"), Rate(120, 60)),
)
ROUTES_PER_SESSION = (
    (re.compile(r"/api/games/[^/]+/steps"), Rate(60, 10)),
    (re.compile(r"/api/games/[^/]+/chat.*"), Rate(30, 60)),
    (re.compile(r"/api/(records|games/[^/]+/(hint|analysis)).*"), Rate(60, 60)),
)
"""Counted separately for each path, so a session may take as many steps in each of its games."""


class RequestLimits:
    """Counts requests."""

    def __init__(self) -> None:
        self._limiter = RateLimiter()

    def count_address(self, path: str, address: str) -> None:
        """Count a request before its session is known. Raises RateLimited."""
        network = _network(address)
        self._hit(PER_ADDRESS, "address", network)
        for pattern, rate in ROUTES_PER_ADDRESS:
            if pattern.fullmatch(path):
                self._hit(rate, pattern.pattern, network)

    def count_session(self, path: str, address: str, person: Person | None, changing: bool) -> None:
        """Count a request of a session, or of a newcomer. `changing`: it is not only a read. Raises RateLimited."""
        network = _network(address)
        if person is not None:
            self._hit(PER_SESSION, "session", person.session)
        elif changing:
            self._hit(NEW_GUESTS, "newcomers", network)
        if changing:
            for pattern, rate in ROUTES_PER_SESSION:
                if pattern.fullmatch(path):
                    self._hit(rate, path[:100], person.session if person else network)

    def _hit(self, rate: Rate, *key: str) -> None:
        seconds = self._limiter.hit(rate, *key)
        if seconds:
            raise RateLimited(seconds)


@lru_cache(maxsize=10_000)
def _network(host: str) -> str:
    """An IPv4 address as it is; of an IPv6 address the /64 network, which belongs to one household."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
