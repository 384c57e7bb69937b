"""The log of a game: append-only, with the summary of the game and its seats written in the same transaction."""

from __future__ import annotations

import sqlalchemy as sa

from lutetia.server.people import ratings
from lutetia.server.play.table import Event, Json, Seat, Table
from lutetia.server.store import schema
from lutetia.server.store.database import Change, inserted, updated


def begin(connection: sa.Connection, table: Table, event: Event) -> None:
    """A new game with its first event."""
    columns = {key: value for key, value in table.row.items() if key in schema.game.c}
    connection.execute(sa.insert(schema.game).values(**columns | _summary(table)))
    for place, seat in enumerate(table.seats.values()):
        connection.execute(sa.insert(schema.seat).values(game=table.id, place=place, **_seat_row(seat)))
    connection.execute(sa.insert(schema.event).values(game=table.id, **event._asdict()))


def append(table: Table, event: Event, *, with_seats: bool) -> Change[None]:
    """How the next event is written. Raises IntegrityError then, if another has this seq or this client key."""
    line = {"game": table.id, **event._asdict()}
    if event.kind == "step" and not table.outcome:  # nearly all of them, and the set-up is long
        return (_EVENT, line), (_MOVED, {"this": table.id, **_moved(table)})
    summary = _summary(table)
    return lambda connection: _append(connection, table, event, line, summary, with_seats)


def _append(connection: sa.Connection, table: Table, event: Event, line: Json, summary: Json, with_seats: bool) -> None:
    connection.execute(sa.insert(schema.event).values(line))
    connection.execute(sa.update(schema.game).where(schema.game.c.id == table.id).values(summary))
    if with_seats:
        for row in map(_seat_row, table.seats.values()):
            mine = (schema.seat.c.game == table.id) & (schema.seat.c.seat == row["seat"])
            connection.execute(sa.update(schema.seat).where(mine).values(**row))
    if event.data and "outcome" in event.data and table.row["rated"]:
        ranks = {str(table.seats[seat].person): rank for seat, rank in event.data["outcome"]["ranks"].items()}
        ratings.rate(connection, table.row["game"], ranks)


def read(connection: sa.Connection, id_: str) -> tuple[Json, list[Seat], list[Event]] | None:
    """A game's row, seats and events; None if there is no such game."""
    row = connection.execute(sa.select(schema.game).where(schema.game.c.id == id_)).mappings().first()
    if row is None:
        return None
    event = schema.event
    rows = connection.execute(SEATS.where(schema.seat.c.game == id_))
    seats = [Seat(r.seat, r.kind, r.person, r.name, r.bot, r.resigned, r.reserved) for r in rows]
    kept = connection.execute(sa.select(event).where(event.c.game == id_).order_by(event.c.seq)).mappings()
    return dict(row), seats, [Event(**{key: line[key] for key in Event._fields}) for line in kept]


SEATS = (
    sa.select(schema.seat, schema.person.c.name)
    .join_from(schema.seat, schema.person, schema.seat.c.person == schema.person.c.id, isouter=True)
    .order_by(schema.seat.c.place)
)
"""Seats with the names of who sits there, in order round the table."""
MOVED = ("seq", "to_move", "bot_due", "deadline", "changed")
_EVENT = inserted(schema.event)
_MOVED = updated(schema.game, MOVED)


def _summary(table: Table) -> Json:
    """What lists and watches need to know of a game without rebuilding it."""
    row = {column: table.row[column] for column in ("host", "first", "setup", "next")}
    return row | {"status": table.status, "outcome": table.outcome} | _moved(table)


def _moved(table: Table) -> Json:
    """The part of it that every step changes."""
    return {
        "seq": table.seq,
        "to_move": table.to_move,
        "bot_due": table.bot_due,
        "deadline": table.asks.pause["until"] if table.asks.pause else table.clock.deadline(),
        "changed": table.at,
    }


def _seat_row(seat: Seat) -> Json:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "person": seat.person,
        "bot": seat.bot,
        "resigned": seat.resigned,
        "reserved": seat.reserved,
    }
