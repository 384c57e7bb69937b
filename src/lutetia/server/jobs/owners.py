"""For whom work counts: for members by their account, for guests also by the network they come from."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.rate_limit import network

MAX_PEOPLE = 100_000
"""People who are remembered, in memory only. Those that were quiet longest are forgotten first."""


class Owners:
    """Remembers where guests come from: their bots think while they only wait."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str, *, member: bool) -> None:
        """Somebody has asked for something."""
        self._networks[person] = "" if member else network(address)
        self._networks.move_to_end(person)
        if len(self._networks) > MAX_PEOPLE:
            self._networks.popitem(last=False)

    def network_of(self, person: str) -> str | None:
        """Where a guest comes from; "" for a member, None if it is not known."""
        return self._networks.get(person)

    def of(self, people: Iterable[str | None]) -> list[Owner]:
        return [Owner(person, self._networks.get(person) or None) for person in people if person]


class Requests:
    """Counts the requests of every owner that wait for an answer which takes work. There may be only so many."""

    def __init__(self, most: int | None, guests: int) -> None:
        """`most` of a person, and of a network as many as of `guests` people; None: any number."""
        self._most, self._guests = most, guests
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, owner: Owner) -> Iterator[None]:
        """A request, until it is answered. Raises Refused."""
        for key in owner.keys:
            most = None if self._most is None else self._most * (1 if key == owner.person else self._guests)
            if most is not None and self._open[key] >= most:
                raise Refused(429, "too-much-work", N_("Your other requests come first; wait until one has finished."))
        self._open.update(owner.keys)
        try:
            yield
        finally:
            self._open.subtract(owner.keys)
            for key in owner.keys:
                if not self._open[key]:
                    del self._open[key]
