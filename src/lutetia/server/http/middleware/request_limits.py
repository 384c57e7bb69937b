"""Rate limits of requests, per person and per client address, and for single routes."""

from __future__ import annotations

import re

from lutetia.server import rate_limit
from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import Key, Rate, network

REGISTER = "/api/me/register"
LIVE = re.compile(r"/api/games/[^/]+/(live|events)")
CHAT = re.compile(r"/api/games/[^/]+/chat.*")
SECRETS = re.compile(r"/api/me/(password|confirm|mail|factor.*)")
Count = tuple[Rate, Key]
"""A limit, and for whom it counts."""


class RequestLimits:
    """Counts requests, for the person and for the address, where members and guests are counted apart."""

    def __init__(self, settings: LimitSettings) -> None:
        self.limiter = rate_limit.RateLimiter()
        self._settings = settings
        self._changes = (
            (SECRETS, settings.limit_passwords),
            (re.compile(r"/api/games/[^/]+/(bot-)?steps"), settings.limit_steps),
            (CHAT, settings.limit_chat),
            (re.compile(r"/api/(records|games/[^/]+/(hint|analysis)|shared/[^/]+/analysis).*"), settings.limit_work),
            (re.compile(r"/api/(studies|puzzles/[^/]+/answer)"), settings.limit_work),
        )
        """Limits of routes that change something, of a person for each path: as many steps in each of one's games."""

    def begin_lookup(self, address: str) -> None:
        """A cookie has to be looked up. Raises RateLimited if too many of the address belonged to nobody."""
        self.limiter.check(self._settings.limit_unknown_sessions, "unknown", network(address))

    def found_session(self, address: str) -> None:
        """The cookie was good: do not count it."""
        self.limiter.refund(self._settings.limit_unknown_sessions, "unknown", network(address))

    def count(self, path: str, address: str, person: Person | None, changing: bool) -> list[Count]:
        """Count a request. `changing`: it is not only a read. Raises RateLimited.

        Returns what other processes have to count, too, before the request is answered: see `count_exactly`.
        """
        settings, check, place = self._settings, self.limiter.check, network(address)
        exactly: list[Count] = []
        member = person is not None and person.member
        rate = settings.limit_person
        if member:
            check(Rate(rate.times * settings.limit_members, rate.seconds), "members", place)
        else:
            check(settings.limit_address, "address", place)
        if person is not None:
            check(rate, "person", person.id)
        elif changing:
            exactly.append((settings.limit_new_guests, ("newcomers", place)))
        if path == REGISTER:
            exactly.append((settings.limit_registrations, ("register", place)))
        who = person.id if person is not None else place
        if LIVE.fullmatch(path):
            for limit, parts in self._of_route("live", "live", settings.limit_connections, who, member, place):
                check(limit, *parts)
        if changing:
            for pattern, rate in self._changes:
                if pattern.fullmatch(path):
                    key = pattern.pattern if pattern is SECRETS else path[:100]
                    counts = self._of_route(key, pattern.pattern, rate, who, member, place)
                    if pattern in (SECRETS, CHAT):
                        exactly += counts
                        continue
                    for limit, parts in counts:
                        check(limit, *parts)
        if self.limiter.shared is not None:
            return exactly
        for limit, parts in exactly:
            check(limit, *parts)
        return []

    async def count_exactly(self, counts: list[Count]) -> None:
        """Raises RateLimited."""
        for rate, key in counts:
            await self.limiter.check_exactly(rate, *key)

    def _of_route(self, key: str, kind: str, rate: Rate, who: str, member: bool, place: str) -> list[Count]:
        """The limits of a route: of the person, and of all guests of an address."""
        counts: list[Count] = [(rate, (key, who))]
        if not member:
            counts.append((Rate(rate.times * self._settings.limit_guests, rate.seconds), ("guests", kind, place)))
        return counts
