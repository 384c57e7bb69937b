"""Rebuild a table from its event log, and check that it comes out as it was."""

from __future__ import annotations

import structlog

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, no_game
from lutetia.server.play.clock import Clock
from lutetia.server.play.interfaces import EventLog
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, Seat, Table

log = structlog.get_logger("tables")


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
        for event in events:
            data = dict(event.data or {})
            clock = data.pop("clock")
            table.apply(event._replace(data=data or None, state_hash=""))
            table.record_clock(clock)
        last = events[-1]
        table.clock = Clock.restore(row["pace"], table.clocks[-1], row["deadline"])
        if table.clock.done is None:
            table.clock.done = table.clock.most = table.finished_turns
        if table.requests.pause is not None:  # its end moves with the deadline
            table.requests.pause = table.requests.pause | {"until": row["deadline"]}
    except Exception as error:  # whatever went wrong, the log is not what was written
        raise _damaged(table.id, type(error).__name__) from error
    if row["seq"] != last.seq or len(events) != last.seq + 1:
        raise _damaged(table.id, "gap")
    if table.game is not None and position_hash(table.game) != last.state_hash:
        raise _damaged(table.id, "hash")
    return table


def _damaged(game: str, why: str) -> Refused:
    log.error("game cannot be rebuilt", game=game, why=why)
    return Refused(503, "damaged", N_("This game cannot be restored. It is kept; other games are not affected."))
