"""Commit an event: apply it to the table, append it to the log, then tell everybody who is connected."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import lutetia
from lutetia.core.json_types import Json
from lutetia.core.ruleset import places
from lutetia.server.errors import Refused
from lutetia.server.play.cache import TableCache
from lutetia.server.play.interfaces import Audience, EventLog, Spawn
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, Seat, Table

Deal = Callable[..., lutetia.Game]


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
        deal: Deal = lutetia.new,
    ) -> None:
        """`capacity` is the number of tables kept in memory; `deal` makes a new game, like `lutetia.new`."""
        self.cache = TableCache(events, capacity)
        self.now = now
        self.deal = deal
        self.after_commit: Callable[[Table], None] = lambda table: None
        """Called after each commit. The bots use it to notice their turn."""
        self._events = events
        self._audience = audience
        self._spawn = spawn

    async def get(self, game: str) -> Table:
        """The table of a game. Raises Refused (404) if there is none, StorageError if it cannot be read."""
        return await self.cache.get(game)

    async def add(self, row: Json, seats: list[Seat], client_key: str | None = None) -> Table:
        """Open a new table that waits for its players."""
        table = Table(row, seats)
        event = Event(0, "create", None, None, None, client_key, self.now(), "")
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
            draft = Event(table.seq + 1, kind, seat, step, data or None, client_key, self.now(), "")
            event = _apply(table, draft, decided_before)
            cancelled = await self._events.append(table, event, with_seats=seats)
        except BaseException:
            await self.cache.reload(table)
            raise
        self._audience.announce(table.id)
        if kind != "step" or table.to_move != decided_before:
            self._audience.turn_passed(table.people())
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

    async def _refresh(self, table: Table) -> None:
        with contextlib.suppress(Refused):
            async with table.lock:
                await self.cache.reload(table)
        self._audience.resend(table.id)


def _apply(table: Table, event: Event, decided_before: str | None) -> Event:
    """Apply an event with its consequences, the outcome and the clock. Returns it as the log stores it."""
    table.apply(event)
    if table.game is not None and table.game.over and table.status == "running":
        outcome = _outcome(table)
        event = table.events[-1] = event._replace(data={**(event.data or {}), "outcome": outcome})
        table.end(outcome)
    _update_clock(table, event, decided_before)
    return _as_stored(table, event)


def _as_stored(table: Table, event: Event) -> Event:
    """The last event as the log stores it: with the clock and the hash of the position after it."""
    clock = table.clock.stored()
    table.record_clock(clock)
    hashed = position_hash(table.game, table.derived.view_cache) if table.game else ""
    return event._replace(data={**(event.data or {}), "clock": clock}, state_hash=hashed)


def _update_clock(table: Table, event: Event, decided_before: str | None) -> None:
    """Whose time runs after an event."""
    clock, now = table.clock, event.at
    if table.status == "over":
        clock.turn(None, now)
        return
    match event.kind:
        case "start" | "step" | "undo":
            _pass_turn(table, event, decided_before)
        case "left" | "pause":
            clock.stop(now)
        case "go-on":
            clock.resume(now)
        case "wait" | "back":
            clock.refill(str(event.seat if event.kind == "back" else clock.seat))
            clock.resume(now)
        case "takeover" | "resign" | "claim":
            clock.free(str(event.seat))
            clock.resume(now)


def _pass_turn(table: Table, event: Event, decided_before: str | None) -> None:
    """Start the clock of the seat that decides after a start, a step or an undo."""
    assert table.game is not None
    clock, seat, undone = table.clock, table.to_move, event.kind == "undo"
    for each in table.seats.values():
        if each.by_bot:  # a bot must not lose on time because the machine is busy
            clock.free(each.seat)
    same_seat_again = table.game.turn_begins and decided_before == seat and not undone
    if seat != clock.seat or same_seat_again:
        clock.turn(seat, event.at, finished=not undone)
    elif clock.since is None:  # the player was late but has moved after all
        clock.resume(event.at)


def _outcome(table: Table) -> Json:
    """How a game ended that was played to its end."""
    game = table.game
    assert game is not None
    result = game.result()
    assert result is not None
    return {"by": "play", "seat": None, "ranks": resigned_last(table, game.ruleset.ranks(result)), "result": result}


def resigned_last(table: Table, ranks: dict[str, int]) -> dict[str, int]:
    """Ranks in which the seats that resigned come after all others."""
    return places({seat: (not table.seats[seat].resigned, -rank) for seat, rank in ranks.items()})
