"""Rate limits: how events are counted. The limits themselves are settings: `ops/limit_settings.py`.

Counting is the generic cell rate algorithm (GCRA): one number per key says until when the key's allowance is used up.
It is exact and needs no timers. Requests over a limit are refused; steps over a WebSocket wait.

Several processes share their counts (`cluster/shared_limits.py`). What happens seldom, such as signing in, is counted
in the database (`check_exactly`). What happens all the time, such as a request, is counted here at once, and the counts
of those who use much of their allowance are merged every second.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Protocol

from lutetia.server.errors import RateLimited

Key = tuple[str, ...]
UNSHARED = 1 / 8
"""The part of an allowance that each process counts on its own. Most people never use more, and cost nothing."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Rate(NamedTuple):
    """A burst of `times` events is allowed; the allowance refills over `seconds`."""

    times: int
    seconds: float


class SharedCounts(Protocol):
    """Counts that several processes share."""

    async def use(self, rate: Rate, key: Key) -> float:
        """Count one event and return 0. If the limit is reached, count nothing and return the seconds to wait."""

    async def give_back(self, rate: Rate, key: Key) -> None:
        """Take back one event that was counted."""


class RateLimiter:
    """Counts the events of every key. The keys that were quiet longest are dropped first, so memory is bounded."""

    def __init__(self, max_keys: int = 100_000, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._max_keys = max_keys
        self._monotonic = monotonic
        self._used_until: OrderedDict[Key, float] = OrderedDict()
        self._unmerged: dict[Key, float] = {}
        """The allowance, in seconds, that was used here and that other processes do not know of."""
        self.shared: SharedCounts | None = None
        """None: there is only this process."""

    def hit(self, rate: Rate, *key: str) -> float:
        """Count one event and return 0. If the limit is reached, count nothing and return the seconds to wait."""
        now = self._monotonic()
        used_until, wait = _use(rate, self._used_until.get(key, now), now)
        if wait > 0:
            return wait
        self._used_until[key] = used_until
        self._used_until.move_to_end(key)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)
        if self.shared is not None and used_until - now > rate.seconds * UNSHARED:
            self._remember(key, rate.seconds / rate.times)
        return 0.0

    def check(self, rate: Rate, *key: str) -> None:
        """Count one event. Raises RateLimited if the limit is reached."""
        if seconds := self.hit(rate, *key):
            raise RateLimited(seconds)

    def refund(self, rate: Rate, *key: str) -> None:
        """Take back one event that was counted."""
        if key in self._used_until:
            self._used_until[key] -= rate.seconds / rate.times
        if key in self._unmerged:
            self._unmerged[key] -= rate.seconds / rate.times

    async def check_exactly(self, rate: Rate, *key: str) -> None:
        """Like `check`, but among all processes."""
        if self.shared is None:
            self.check(rate, *key)
        elif seconds := await self.shared.use(rate, key):
            raise RateLimited(seconds)

    async def refund_exactly(self, rate: Rate, *key: str) -> None:
        """Take back one event that `check_exactly` has counted."""
        if self.shared is None:
            self.refund(rate, *key)
        else:
            await self.shared.give_back(rate, key)

    def take_unmerged(self) -> dict[Key, float]:
        """What other processes have to know: how much of its allowance each key has used, in seconds."""
        taken, self._unmerged = self._unmerged, {}
        return taken

    def merge(self, key: Key, seconds: float) -> None:
        """All processes together have used so much of a key's allowance, without what is not merged yet."""
        used_until = self._monotonic() + seconds + self._unmerged.get(key, 0.0)
        if used_until > self._used_until.get(key, float("-inf")):
            self._used_until[key] = used_until

    def put_back(self, unmerged: dict[Key, float]) -> None:
        """They could not be merged."""
        for key, seconds in unmerged.items():
            self._remember(key, seconds)

    def _remember(self, key: Key, seconds: float) -> None:
        """Until the next merge. While the database is away, the keys are as many as those that are counted here."""
        self._unmerged[key] = self._unmerged.get(key, 0.0) + seconds
        if len(self._unmerged) > self._max_keys:
            del self._unmerged[next(iter(self._unmerged))]


class Pacer:
    """Slows down the events of one source instead of refusing them."""

    __slots__ = ("_rate", "_used_until")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._used_until = time.monotonic()

    async def hit(self) -> None:
        """Count one event. If it is over the limit, wait until it is not."""
        self._used_until, wait = _use(self._rate, self._used_until, time.monotonic())
        if wait > 0:
            await asyncio.sleep(wait)


def _use(rate: Rate, used_until: float, now: float) -> tuple[float, float]:
    """Until when one more event uses up the allowance, and by how many seconds that is too much (0: it is allowed)."""
    used_until = max(used_until, now) + rate.seconds / rate.times
    wait = used_until - now - rate.seconds
    return used_until, wait if wait > 1e-9 else 0.0


@lru_cache(maxsize=10_000)
def network(host: str) -> str:
    """An IPv4 address as it is; of an IPv6 address the /64 network, which belongs to one household.

    >>> network("203.0.113.7"), network("::ffff:203.0.113.7"), network("2001:db8::7")
    ('203.0.113.7', '203.0.113.7', '2001:db8::/64')
    """
    address = parsed_address(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host if address is None else str(address)


def without_port(host: str) -> str:
    """An address as some proxies forward it, without the client's port, which changes with each connection.

    >>> without_port("203.0.113.7:41234"), without_port("[2001:db8::7]:41234"), without_port("2001:db8::7")
    ('203.0.113.7', '2001:db8::7', '2001:db8::7')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name, _colon, port = host.partition(":")
    return name if port.isdecimal() else host


def parsed_address(host: str) -> Address | None:
    """An address as proxies and sockets write it. IPv4 addresses that are written as IPv6 ones are what they are."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
