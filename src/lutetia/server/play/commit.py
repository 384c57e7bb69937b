"""Commit an event: apply it to the table, append it to the log, then tell everybody who is connected."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from copy import copy
from itertools import chain, count, islice

import lutetia
from lutetia.core.json_types import Json
from lutetia.core.ruleset import places
from lutetia.server.errors import Refused
from lutetia.server.play.cache import TableCache
from lutetia.server.play.interfaces import Audience, EventLog, Spawn
from lutetia.server.play.late_players import may_give_time
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, Seat, Table

Deal = Callable[..., lutetia.Game]
MAX_TRIES = 5
"""How often a request is tried at a table at which other processes are first."""


class TableService:
    """All tables of one server: look one up, open one, change one."""

    def __init__(
        self,
        events: EventLog,
        audience: Audience,
        spawn: Spawn,
        *,
        now: Callable[[], int],
        capacity: int,
        rated_steps: int = 0,
        away_seconds: float = 60.0,
        shared: bool = False,
        deal: Deal = lutetia.new,
        prefix: str = "",
    ) -> None:
        """`capacity` is the number of tables kept in memory; `deal` makes a new game, like `lutetia.new`.

        `rated_steps`: so many steps each side must have taken, or a rated game that is given up does not count.
        `away_seconds`: how long a player of a live game may be absent. `shared`: other processes write to the same
        log, so a table in memory may be behind it. `prefix`: with it the ids of new games begin.
        """
        self.cache = TableCache(events, capacity)
        self.now = now
        self.deal = deal
        self.prefix = prefix
        self.rated_steps = rated_steps
        self.shared = shared
        self.after_commit: Callable[[Table], None] = lambda table: None
        """Called after each commit. The bots use it to notice their turn."""
        self.look_again: Callable[[Table], None] = lambda table: None
        """Called every few seconds while somebody has left a table: they may be back, or away again."""
        self._events = events
        self.audience = audience
        self.away_seconds = away_seconds
        self._spawn = spawn
        self._keys: Iterator[str] = iter(())
        self.stored = 0
        """How many events one request has led to; see `keyed`."""

    async def get(self, game: str) -> Table:
        """The table of a game, not older than the log is now.

        Raises Refused (404) if there is none, StorageError if it cannot be read.
        """
        table = await self.cache.get(game)
        if self.shared:
            async with table.lock:
                await self.catch_up(table)
        return table

    async def catch_up(self, table: Table) -> bool:
        """Bring a table to where the log is; returns whether it was behind. The caller holds its lock.

        Raises like `get`.
        """
        if not self.shared:
            return False
        seq = table.seq
        behind = await self.cache.catch_up(table)
        if behind:
            self.audience.caught_up(table.id, resend=table.seq == seq)
        return behind

    def keyed(self, key: str | None, *, stored: int = 0) -> TableService:
        """The same tables, for one request: what it leads to is stored under its key.

        A request can lead to several events. The first has the key itself, the others have `later_key`. `stored`: how
        many there are already.
        """
        twin = copy(self)
        twin.stored = 0
        keys = iter(()) if key is None else chain([key], (later_key(key, n) for n in count(1)))
        twin._keys = islice(keys, stored, None)
        return twin

    async def game_name(self, table: str) -> str | None:
        """Which game is played at a table; None if there is no such table. Does not load it. Raises StorageError."""
        known = self.cache.peek(table)
        return str(known.row["game"]) if known is not None else await self._events.game_name(table)

    async def created_with(self, key: str) -> Table | None:
        """The table that a request with this key has opened. Raises StorageError."""
        game = await self._events.created_with(key)
        return None if game is None else await self.get(game)

    async def add(self, row: Json, seats: list[Seat]) -> Table:
        """Open a new table that waits for its players. Raises SequenceConflict if there is one with the same key."""
        table = Table(row, seats)
        event = Event(0, "create", None, None, None, next(self._keys, None), self.now(), "")
        table.apply(event)
        await self._events.create(table, _as_stored(table, event))
        self.cache.add(table)
        return table

    async def commit(
        self,
        table: Table,
        kind: str,
        *,
        seat: str | None = None,
        step: str | None = None,
        data: Json | None = None,
        client_key: str | None = None,
        seats: bool = False,
        row: Json | None = None,
    ) -> Event:
        """Apply and store an event. The caller holds the table's lock and has checked the event.

        `seats` says that seats have changed, `row` which columns of the game. On failure the table is restored to
        what the log says. Raises SequenceConflict, StorageError.
        """
        decided_before = table.to_move
        try:
            table.row |= row or {}
            key = client_key or next(self._keys, None)
            at = max(self.now(), table.at)  # another process's clock may be a little ahead
            draft = Event(table.seq + 1, kind, seat, step, data or None, key, at, "")
            event = _apply(table, draft, self.rated_steps)
            cancelled = await self._events.append(table, event, with_seats=seats)
        except BaseException:
            await self.cache.reload(table)
            if self.shared:
                self.audience.caught_up(table.id, resend=False)
            raise
        self.stored += 1
        self.audience.announce(table.id, event.seq)
        if kind != "step" or table.to_move != decided_before:
            self.audience.turn_passed(table.people())
        self.after_commit(table)
        if cancelled:
            raise asyncio.CancelledError
        return event

    def unfollowed(self, game: str) -> None:
        """The last viewer of a game has left: keep only what cannot be computed again."""
        if (table := self.cache.peek(game)) is not None:
            table.forget_derived()

    def forget_messages(self, game: str) -> None:
        """Everybody who follows a game has its latest state: free the messages, whose memory serves the next ones."""
        if (table := self.cache.peek(game)) is not None and table.lock.free:
            table.derived.forget_messages()

    def refresh(self, game: str) -> None:
        """Something outside the log has changed, such as a name: read the table again and resend its state."""
        if (table := self.cache.peek(game)) is not None:
            self._spawn(self._refresh(table))
        elif self.shared:
            self.audience.resend(game)

    async def _refresh(self, table: Table) -> None:
        with contextlib.suppress(Refused):
            async with table.lock:
                await self.cache.reload(table)
        self.audience.resend(table.id)


def later_key(key: str, number: int) -> str:
    """The key of a further event of the same request."""
    return f"{key}.{number}"


def _apply(table: Table, event: Event, rated_steps: int) -> Event:
    """Apply an event with its consequences, the outcome and the clock. Returns it as the log stores it."""
    table.apply(event)
    if table.game is not None and table.game.over and table.status == "running":
        outcome = rated_outcome(table, _outcome(table), rated_steps)
        event = table.events[-1] = event._replace(data={**(event.data or {}), "outcome": outcome})
        table.end(outcome)
    _update_clock(table, event)
    return _as_stored(table, event)


def _as_stored(table: Table, event: Event) -> Event:
    """The last event as the log stores it: with the clock and the hash of the position after it."""
    clock = table.clock.stored()
    table.record_clock(clock)
    hashed = position_hash(table.game, table.derived.view_cache) if table.game else ""
    return event._replace(data={**(event.data or {}), "clock": clock}, state_hash=hashed)


def _update_clock(table: Table, event: Event) -> None:
    """Whose time runs after an event.

    Nothing that a player does alone gives that player time: leaving stops no clock, and coming back fills none up.
    """
    clock, now, data = table.clock, event.at, event.data or {}
    if table.status == "over":
        clock.turn(None, now, done=clock.done)
        return
    match event.kind:
        case "start" | "step" | "undo":
            _pass_turn(table, event)
        case "left" if data["why"] == "time":
            clock.stop(now)
        case "wait":
            if may_give_time(table):
                clock.refill(data["for"], now)
        case "takeover" | "resign" | "claim":
            seat = table.seats[str(event.seat)]
            clock.free(seat.seat, now, keep=not seat.resigned)
        case "back":
            for seat in table.seats.values():
                if not seat.by_bot:
                    clock.give_back(seat.seat)
    if table.requests.pause:
        clock.stop(now)
    elif not (table.requests.left and table.requests.left["why"] == "time"):
        clock.resume(now)


def _pass_turn(table: Table, event: Event) -> None:
    """Start the clock of the seat that decides after a start, a step or an undo."""
    assert table.game is not None
    clock, seat, done = table.clock, table.to_move, table.finished_turns
    for each in table.seats.values():
        if each.by_bot:  # a bot must not lose on time because the machine is busy
            clock.free(each.seat, event.at, keep=each.kind == "human" and not each.resigned)
    if seat != clock.seat or done != clock.done:
        clock.turn(seat, event.at, done=done)


def _outcome(table: Table) -> Json:
    """How a game ended that was played to its end."""
    game = table.game
    assert game is not None
    result = game.result()
    assert result is not None
    return {"by": "play", "seat": None, "ranks": resigned_last(table, game.ruleset.ranks(result)), "result": result}


def rated_outcome(table: Table, outcome: Json, least: int) -> Json:
    """The outcome of a rated game names the seats it counts for. If it was not really played, it is aborted.

    A seat counts if its player took part to the end, or took at least so many steps. A game that is given up before
    two seats count has no winner.
    """
    if not table.row["rated"]:
        return outcome
    to_the_end = outcome["by"] == "play"
    counts = [
        name
        for name, seat in table.seats.items()
        if (to_the_end and not seat.resigned) or table.own_steps(name) >= least
    ]
    if to_the_end or len(counts) >= 2:
        return outcome | {"rated": counts}
    return {"by": "aborted", "seat": outcome["seat"], "ranks": {}, "result": None, "rated": [], "steps": least}


def resigned_last(table: Table, ranks: dict[str, int]) -> dict[str, int]:
    """Ranks in which the seats that resigned come after all others."""
    return places({seat: (not table.seats[seat].resigned, -rank) for seat, rank in ranks.items()})
