"""The fair queue: who is served next when more work waits than can be done at once.

Whoever has used the least time lately comes first. So however much somebody asks for, others wait only for the pieces
of work that are running already. Of one owner's work, quick work comes first. Long work that no game waits for comes
after all other work, and so does that of people whose bots never rest (idle_credit.py).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from enum import IntEnum
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from typing import Any, Generic, NamedTuple, TypeVar

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.jobs.idle_credit import IdleCredit
from lutetia.server.jobs.queue_observer import NoObserver, Observer

HALF_LIFE = 60.0
"""Seconds after which used time counts half."""
MAX_KEYS = 100_000
"""Owners whose used time is remembered. Those that were quiet longest are forgotten first."""
MOST_PLACES = 1_000
"""So many places of the queue are worked out at most."""
HEAVY = 0.05
"""Seconds of use after which somebody asks for much; see `rest`."""
FEW = 4
"""As long as only so many wait, places do not rest; see `rest`."""
NOBODY = "nobody"
UNUSED = 0.0, 0.0


class Lane(IntEnum):
    """Kinds of work by what they cost, the first before the later ones."""

    QUICK = 0
    """Takes a fraction of a second."""
    LONG = 1
    """A game waits for it."""
    BACKGROUND = 2
    """Other long work: no game waits for it, nobody looks at that game, or its owner's bots never rest."""


BACKGROUND_SHARE, MOST_CREDIT = 0.25, 10.0
"""Background work comes after all other work. But for each second of that it earns a quarter of a second, up to ten in
all, in which it goes first. So it goes on, and those who sit and wait have four fifths of the time."""
EXPECTED = {Lane.QUICK: 0.05, Lane.LONG: 1.0, Lane.BACKGROUND: 0.2}
"""Seconds that work probably takes, until the first was measured."""


class Owner(NamedTuple):
    """Who waits for a piece of work: a person, and for those without an account the network they come from."""

    person: str | None = None
    network: str | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """What the time is counted for. All guests of a network share what one member has."""
        return _keys(self.person, self.network)


@lru_cache(10_000)
def _keys(person: str | None, network: str | None) -> tuple[str, ...]:
    """Cached: the queue compares everybody who waits, several times for each request."""
    return tuple(key for key in (person, network and f"@{network}") if key) or (NOBODY,)


class Work:
    """A piece of work that waits, runs or is done."""

    __slots__ = (
        "counted", "expected", "game", "heavy", "kind", "lane", "number", "owners", "since", "started", "told", "turn",
    )  # fmt: skip

    def __init__(self, kind: str, lane: Lane, owners: Iterable[Owner], game: str | None = None) -> None:
        """`game`: where somebody waits for it. `owners`: it counts for all of them."""
        self.kind, self.lane, self.game = kind, lane, game
        self.owners = tuple(owners) or (Owner(),)
        self.number = 0
        self.since = self.started = self.expected = 0.0
        self.counted = self.heavy = False
        """Whether it counts as a long think that somebody waits for; whether its owner asked for much when it began."""
        self.told: int | None = None
        """How many were before it when the people who wait were last told."""
        self.turn: asyncio.Future[Any] | None = None
        """Its place, once there is one."""

    @property
    def keys(self) -> set[str]:
        """What its time is counted for."""
        return {key for owner in self.owners for key in owner.keys}


class Usage:
    """How much time every owner has used lately. It decays, so that nobody has to wait for long after a busy hour."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def add(self, keys: Iterable[str], seconds: float) -> None:
        for key in keys:
            self._used[key] = max(0.0, self._of_key(key) + seconds), self.monotonic()
            self._used.move_to_end(key)
        while len(self._used) > MAX_KEYS:
            self._used.popitem(last=False)

    def of(self, owner: Owner) -> float:
        """Seconds; for a guest the whole network's, if those are more."""
        keys = owner.keys
        return self._of_key(keys[0]) if len(keys) == 1 else max(map(self._of_key, keys))

    def _of_key(self, key: str) -> float:
        seconds, at = self._used.get(key, UNUSED)
        if not seconds:
            return 0.0
        return float(seconds * 0.5 ** ((self.monotonic() - at) / HALF_LIFE))


Place = TypeVar("Place")
Backlog = tuple[tuple[Owner, ...], Lane]


class FairQueue(Generic[Place]):
    """Hands places, such as worker processes, to the work that waits for one."""

    def __init__(
        self,
        places: Iterable[tuple[Place, Iterable[Lane]]],
        usage: Usage,
        *,
        most_background: int = 1,
        rest: float = 0.0,
        credit: IdleCredit | None = None,
        linger: float = 0.0,
    ) -> None:
        """Each place takes work of these lanes; the first that is free is used first.

        At most `most_background` pieces of background work run at once. `rest`: those who ask for much are served one
        at a time, and after each second of that nobody of them for `rest` seconds, if more than a few wait. So time is
        left for others, and for what needs no place. `credit`: long work of owners who have too little is background
        work. After long work a place waits `linger` seconds before it takes background work: a bot's turn has several
        steps, and the next of them comes at once.
        """
        self.usage = usage
        self.observer: Observer = NoObserver()
        self.running: list[Work] = []
        self._places = [(place, frozenset(lanes)) for place, lanes in places]
        self._free = {id(place) for place, _lanes in self._places}
        self._rests_until = 0.0
        """Until then only those who ask for little are served."""
        self._lingering: dict[int, asyncio.TimerHandle] = {}
        """Places that have just done long work."""
        self._most_background, self._rest = most_background, rest
        self._idle_credit, self._linger = credit, linger
        self._waiting: dict[Backlog, deque[Work]] = {}
        self._by_game: dict[str, list[Work]] = {}
        self._expected: dict[str, float] = {}
        self._count = 0
        self._credit = 0.0
        """Seconds for which background work may go first."""
        self._closed = False

    @asynccontextmanager
    async def turn(self, work: Work) -> AsyncIterator[Place]:
        """Wait for a place, and use it. Raises Refused if the server stops."""
        place = await self._acquire(work)
        try:
            yield place
        finally:
            self._finish(work)
            self._let_rest(work)
            self._let_linger(place, work)
            self._free.add(id(place))
            self._serve()

    def close(self) -> None:
        """Refuse all work that waits, and all that comes."""
        self._closed = True
        for work in list(self.waiting()):
            assert work.turn is not None
            if not work.turn.done():
                work.turn.set_exception(_stopping())

    def hasten(self, game: str) -> None:
        """From now on somebody sits and waits for the work of a game."""
        for work in self.waiting_for(game):
            if work.lane is Lane.BACKGROUND and not work.counted:
                self._remove(work)
                work.lane = Lane.LONG
                self._begin_think(work)
                self._add(work)
        self._serve()

    def waiting_for(self, game: str) -> list[Work]:
        """The work of a game that waits."""
        return list(self._by_game.get(game, ()))

    def waiting(self) -> Iterator[Work]:
        """All work that waits, in no order."""
        for backlog in self._waiting.values():
            yield from backlog

    def order(self) -> list[Work]:
        """The first of the work that waits, in the order in which it will probably be started."""
        heap = [(self._rank(*key), key[1], backlog[0].number, key, 0) for key, backlog in self._waiting.items()]
        heapify(heap)
        found: list[Work] = []
        while heap and len(found) < MOST_PLACES:
            (background, used), lane, _number, key, at = heap[0]
            backlog = self._waiting[key]
            found.append(backlog[at])
            if at + 1 < len(backlog):
                rank = background, used + self._expects(backlog[at])
                heapreplace(heap, (rank, lane, backlog[at + 1].number, key, at + 1))
            else:
                heappop(heap)
        return found

    def counts(self) -> dict[str, dict[str, int]]:
        """By kind: how much waits, and how much runs."""
        waiting, running = (Counter(work.kind for work in found) for found in (self.waiting(), self.running))
        return {kind: {"waiting": waiting[kind], "running": running[kind]} for kind in sorted({*waiting, *running})}

    async def _acquire(self, work: Work) -> Place:
        if self._closed:
            raise _stopping()
        self._count += 1
        work.number, work.since = self._count, self.usage.monotonic()
        turn: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        work.turn = turn
        if work.lane is Lane.LONG:
            self._begin_think(work)
        self._add(work)
        self.observer.entered(work.kind)
        self._serve()
        try:
            return await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:  # it was served and cancelled at once
                self._finish(work)
                self._free.add(id(turn.result()))
            else:
                self._remove(work)
                self._end_think(work, 0.0)
                self.observer.left(work.kind)
            self._serve()
            raise

    def _serve(self) -> None:
        """Give free places to the work that is next, as long as there are both."""
        now = self.usage.monotonic()
        candidates: dict[frozenset[Lane], tuple[float, Work] | None] = {}
        for place, lanes in self._places:
            if id(place) not in self._free or not self._waiting:
                continue
            if lanes not in candidates:
                candidates[lanes] = self._next(lanes)
            found = candidates[lanes]
            if found is None:
                continue
            heavy = bool(self._rest) and found[0] > HEAVY
            if heavy and len(self._waiting) > FEW and (now < self._rests_until or self._serves_heavy()):
                continue
            work = found[1]
            if work.lane is Lane.BACKGROUND and id(place) in self._lingering and not self._is_awaited(lanes):
                continue
            work.heavy = heavy
            self._free.remove(id(place))
            self._start(work)
            assert work.turn is not None
            work.turn.set_result(place)
            candidates.clear()

    def _serves_heavy(self) -> bool:
        return any(work.heavy for work in self.running)

    def _let_rest(self, work: Work) -> None:
        now = self.usage.monotonic()
        if work.heavy and now > work.started:
            seconds = self._rest * (now - work.started)
            self._rests_until = now + seconds
            asyncio.get_running_loop().call_later(seconds, self._serve)

    def _let_linger(self, place: Place, work: Work) -> None:
        if (earlier := self._lingering.pop(id(place), None)) is not None:
            earlier.cancel()
        if self._linger and work.lane is Lane.LONG:
            loop = asyncio.get_running_loop()
            self._lingering[id(place)] = loop.call_later(self._linger, self._end_lingering, place)

    def _is_awaited(self, lanes: frozenset[Lane]) -> bool:
        """Whether somebody sits and waits for work of these lanes."""
        return any(lane in lanes and lane is not Lane.BACKGROUND for _owners, lane in self._waiting)

    def _end_lingering(self, place: Place) -> None:
        del self._lingering[id(place)]
        self._serve()

    def _next(self, lanes: frozenset[Lane]) -> tuple[float, Work] | None:
        """The work that a place for these lanes serves next, and its rank."""
        if sum(work.lane is Lane.BACKGROUND for work in self.running) >= self._most_background:
            lanes -= {Lane.BACKGROUND}
        found = [
            (self._rank(owners, lane), lane, backlog[0].number, backlog[0])
            for (owners, lane), backlog in self._waiting.items()
            if lane in lanes and backlog[0].turn is not None and not backlog[0].turn.done()
        ]
        if not found:
            return None
        early = [one for one in found if one[1] is Lane.BACKGROUND and self._expects(one[3]) <= self._credit]
        (_background, used), _lane, _number, work = min(early or found)
        return used, work

    def _rank(self, owners: tuple[Owner, ...], lane: Lane) -> tuple[bool, float]:
        """The smaller, the sooner. Of several people who wait for the same, the one counts who has used least."""
        return lane is Lane.BACKGROUND, min(map(self.usage.of, owners))

    def _expects(self, work: Work) -> float:
        return self._expected.get(work.kind, EXPECTED[work.lane])

    def _start(self, work: Work) -> None:
        self._remove(work)
        self.running.append(work)
        work.started, work.expected = self.usage.monotonic(), self._expects(work)
        self._charge(work, work.expected)
        self.usage.add(work.keys, work.expected)  # now, so that what one owner has running counts already
        self.observer.started(work.kind, work.started - work.since)

    def _finish(self, work: Work) -> None:
        self.running.remove(work)
        took = self.usage.monotonic() - work.started
        self.usage.add(work.keys, took - work.expected)
        self._end_think(work, took)
        self._charge(work, took - work.expected)
        self._expected[work.kind] = 0.9 * self._expects(work) + 0.1 * took
        self.observer.finished(work.kind)

    def _charge(self, work: Work, seconds: float) -> None:
        earned = -seconds if work.lane is Lane.BACKGROUND else BACKGROUND_SHARE * seconds
        self._credit = max(-MOST_CREDIT, min(MOST_CREDIT, self._credit + earned))

    def _begin_think(self, work: Work) -> None:
        """Somebody sits and waits for long work. It is background work all the same if no owner has credit enough."""
        if self._idle_credit is not None:
            if not any(self._idle_credit.goes_first(owner.keys) for owner in work.owners):
                work.lane = Lane.BACKGROUND
            self._idle_credit.begin(work.keys)
            work.counted = True

    def _end_think(self, work: Work, used: float) -> None:
        if work.counted and self._idle_credit is not None:
            self._idle_credit.end(work.keys, used, first=work.lane is Lane.LONG)
            work.counted = False

    def _add(self, work: Work) -> None:
        self._waiting.setdefault((work.owners, work.lane), deque()).append(work)
        if work.game is not None:
            self._by_game.setdefault(work.game, []).append(work)

    def _remove(self, work: Work) -> None:
        backlog = self._waiting[work.owners, work.lane]
        backlog.remove(work)
        if not backlog:
            del self._waiting[work.owners, work.lane]
        if work.game is not None:
            of_game = self._by_game[work.game]
            of_game.remove(work)
            if not of_game:
                del self._by_game[work.game]


def _stopping() -> Refused:
    return Refused(503, "not-ready", N_("The server is starting or stopping."))
