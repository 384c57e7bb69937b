"""Rate limits of requests, per person and per client address, and for single routes."""

from __future__ import annotations

import re

from lutetia.server import rate_limit
from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import Rate, network

REGISTER = "/api/me/register"
LIVE = re.compile(r"/api/games/[^/]+/(live|events)")
SECRETS = re.compile(r"/api/me/(password|confirm|mail|factor.*)")


class RequestLimits:
    """Counts requests, for the person and for the address, where members and guests are counted apart."""

    def __init__(self, settings: LimitSettings) -> None:
        self._limiter = rate_limit.RateLimiter()
        self._settings = settings
        self._changes = (
            (SECRETS, settings.limit_passwords),
            (re.compile(r"/api/games/[^/]+/steps"), settings.limit_steps),
            (re.compile(r"/api/games/[^/]+/chat.*"), settings.limit_chat),
            (re.compile(r"/api/(records|games/[^/]+/(hint|analysis)|shared/[^/]+/analysis).*"), settings.limit_work),
        )
        """Limits of routes that change something, of a person for each path: as many steps in each of one's games."""

    def begin_lookup(self, address: str) -> None:
        """A cookie has to be looked up. Raises RateLimited if too many of the address belonged to nobody."""
        self._limiter.check(self._settings.limit_unknown_sessions, "unknown", network(address))

    def found_session(self, address: str) -> None:
        """The cookie was good: do not count it."""
        self._limiter.refund(self._settings.limit_unknown_sessions, "unknown", network(address))

    def count(self, path: str, address: str, person: Person | None, changing: bool) -> None:
        """Count a request. `changing`: it is not only a read. Raises RateLimited."""
        settings, check, place = self._settings, self._limiter.check, network(address)
        member = person is not None and person.member
        rate = settings.limit_person
        if member:
            check(Rate(rate.times * settings.limit_members, rate.seconds), "members", place)
        else:
            check(settings.limit_address, "address", place)
        if person is not None:
            check(rate, "person", person.id)
        elif changing:
            check(settings.limit_new_guests, "newcomers", place)
        if path == REGISTER:
            check(settings.limit_registrations, "register", place)
        who = person.id if person is not None else place
        if LIVE.fullmatch(path):
            self._count_route("live", "live", settings.limit_connections, who, None if member else place)
        if changing:
            for pattern, rate in self._changes:
                if pattern.fullmatch(path):
                    key = pattern.pattern if pattern is SECRETS else path[:100]
                    self._count_route(key, pattern.pattern, rate, who, None if member else place)

    def _count_route(self, key: str, kind: str, rate: Rate, who: str, place: str | None) -> None:
        self._limiter.check(rate, key, who)
        if place is not None:
            all_guests = Rate(rate.times * self._settings.limit_guests, rate.seconds)
            self._limiter.check(all_guests, "guests", kind, place)
