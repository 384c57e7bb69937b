"""Rebuild a table from its event log, and check that it comes out as it was."""

from __future__ import annotations

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, no_game
from lutetia.server.loggers import get_logger
from lutetia.server.play.clock import Clock
from lutetia.server.play.interfaces import EventLog, News
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, Seat, Table

log = get_logger("tables")


async def read_table(events: EventLog, game: str) -> Table:
    """A table as the log has it. Raises Refused (404) if there is no such game, (503) if it cannot be rebuilt."""
    try:
        stored = await events.read(game)
    except (ValueError, TypeError) as error:  # a column does not hold valid JSON
        raise _damaged(game, type(error).__name__) from error
    if stored is None:
        raise no_game()
    return rebuild(*stored)


def rebuild(row: Json, seats: list[Seat], events: list[Event]) -> Table:
    """Replay all events and compare the position's hash with the stored one. Raises Refused (503)."""
    table = Table(row, seats)
    try:
        _replay(table, events, row["deadline"])
        last = events[-1]
    except Exception as error:  # whatever went wrong, the log is not what was written
        raise _damaged(table.id, type(error).__name__) from error
    if row["seq"] != last.seq or len(events) != last.seq + 1:
        raise _damaged(table.id, "gap")
    if table.game is not None and position_hash(table.game) != last.state_hash:
        raise _damaged(table.id, "hash")
    return table


def is_current(table: Table, news: News) -> bool:
    """Whether a table is as the log has it."""
    names = {name: seat.name for name, seat in table.seats.items()}
    return (table.seq, table.deadline, names) == news[:3]


def follow(table: Table, news: News) -> bool:
    """Apply what is new if these are steps only; False: the table must be rebuilt, whatever it looks like now."""
    steps = all(event.kind == "step" and "outcome" not in (event.data or {}) for event in news.events)
    if not news.events or not steps or news.events[0].seq != table.seq + 1:
        return False
    try:
        _replay(table, news.events, news.deadline)
    except Exception as error:  # the table is not what these steps were taken at
        log.warning("game must be read again", game=table.id, why=type(error).__name__)
        return False
    assert table.game is not None
    return is_current(table, news) and position_hash(table.game, table.derived.view_cache) == news.events[-1].state_hash


def _replay(table: Table, events: list[Event], deadline: int | None) -> None:
    """Apply stored events. `deadline` is the game's after the last one."""
    for event in events:
        data = dict(event.data or {})
        clock = data.pop("clock")
        table.apply(event._replace(data=data or None, state_hash=""))
        table.record_clock(clock)
    table.clock = Clock.restore(table.row["pace"], table.clocks[-1], deadline)
    if table.clock.done is None:
        table.clock.done = table.clock.most = table.finished_turns
    if table.requests.pause is not None:  # its end moves with the deadline
        table.requests.pause = table.requests.pause | {"until": deadline}


def _damaged(game: str, why: str) -> Refused:
    log.error("game cannot be rebuilt", game=game, why=why)
    return Refused(503, "damaged", N_("This game cannot be restored. It is kept; other games are not affected."))
