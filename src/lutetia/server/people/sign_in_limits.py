"""How often a password may be guessed, without locking out the people whom it belongs to.

Only failures count: of an address, against an account, and of an address against an account. So neither one machine
that tries many accounts, nor many machines that try one, get far. Whoever has signed in before has a device cookie and
an allowance of their own: strangers behind the same address, or strangers who guess at the same account, cannot lock
them out. This is OWASP's advice on credential stuffing (count per account, not only per address) with its device
cookies. No account is ever locked.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lutetia.server import rate_limit
from lutetia.server.errors import Refused
from lutetia.server.rate_limit import Rate, network

FAILURES = {"no-match", "wrong-code"}
"""The codes of errors after which an attempt stays counted. Others mean that the password was right."""


class SignInLimits:
    """Counts the attempts of all addresses and devices."""

    def __init__(self, *, address: Rate, account: Rate, pair: Rate, all_attempts: Rate) -> None:
        """`pair` is also the limit of a known device. `all_attempts` bounds the work even if each one succeeds."""
        self.limiter = rate_limit.RateLimiter()
        self._address, self._account, self._pair, self._all = address, account, pair, all_attempts

    @asynccontextmanager
    async def attempt(self, login: str, address: str, device: str | None) -> AsyncIterator[None]:
        """One attempt to sign in; `device` is the hash of a cookie that the account's owner got. Raises RateLimited.

        It is counted before the password is compared, so that attempts at the same moment count too, and taken back
        unless it fails.
        """
        account, place = login.lower(), network(address)
        buckets: list[tuple[Rate, tuple[str, ...]]]
        if device is not None:
            buckets = [(self._pair, ("device", account, device))]
        else:
            buckets = [
                (self._pair, ("pair", account, place)),
                (self._address, ("address", place)),
                (self._account, ("account", account)),
            ]
        await self.limiter.check_exactly(self._all, "all", account, device or place)
        counted = []
        try:
            for rate, key in buckets:
                await self.limiter.check_exactly(rate, *key)
                counted.append((rate, key))
            yield
        except Refused as refused:
            if refused.code in FAILURES:
                counted.clear()
            raise
        finally:
            for rate, key in counted:
                await self.limiter.refund_exactly(rate, *key)
