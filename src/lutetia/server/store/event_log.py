"""The event log of games: append-only. The summary of a game and its seats is written in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from lutetia.core.json_types import Json
from lutetia.server.play.interfaces import News, SequenceConflict
from lutetia.server.play.table import Event, Seat, Table
from lutetia.server.store import schema
from lutetia.server.store.bulk_rows import Rows, bulk_insert, bulk_update
from lutetia.server.store.database import Change, Database, finished
from lutetia.server.store.news import NewsReader, event_from

RateGame = Callable[[sa.Connection, str, dict[str, int], int], None]
"""Updates the ratings after a rated game: the game's name, each person's rank, and the time."""
MAX_OVERDUE = 200
MAX_WAITING = 1_000


class DatabaseEventLog:
    """The `EventLog` of the server."""

    def __init__(self, database: Database, rate: RateGame) -> None:
        self._database = database
        self._rate = rate
        self._news = NewsReader(database)

    async def create(self, table: Table, event: Event) -> None:
        try:
            await self._database.write(_creating(table, event))
        except IntegrityError as error:
            raise SequenceConflict from error

    async def created_with(self, key: str) -> str | None:
        found = sa.select(schema.game.c.id).where(schema.game.c.key == key)
        return await self._database.read(lambda c: c.execute(found).scalar())

    async def game_name(self, game: str) -> str | None:
        found = sa.select(schema.game.c.game).where(schema.game.c.id == game)
        return await self._database.read(lambda c: c.execute(found).scalar())

    async def append(self, table: Table, event: Event, *, with_seats: bool) -> bool:
        writing = self._database.writing(self._appending(table, event, with_seats))
        cancelled = await finished(writing)
        try:
            writing.result()
        except IntegrityError as error:
            raise SequenceConflict from error
        return cancelled

    async def read(self, game: str) -> tuple[Json, list[Seat], list[Event]] | None:
        return await self._database.read(lambda connection: read_game(connection, game))

    async def read_since(self, game: str, seq: int) -> News | None:
        return await self._news.since(game, seq)

    async def latest(self, games: Sequence[str]) -> dict[str, News]:
        return await self._news.latest(games)

    async def overdue(self, now: int) -> list[str]:
        due = sa.select(schema.game.c.id).where(schema.game.c.deadline <= now).limit(MAX_OVERDUE)
        return await self._database.read(lambda c: list(c.execute(due).scalars()))

    async def waiting_for_bot(self) -> list[str]:
        game, seat = schema.game.c, schema.seat.c
        played = sa.exists().where(seat.game == game.id, seat.kind == "human", seat.bot.is_(None))
        waiting = sa.select(game.id).where(game.bot_due, played).order_by(game.changed).limit(MAX_WAITING)
        return await self._database.read(lambda c: list(c.execute(waiting).scalars()))

    async def unstarted(self, member_before: int, guest_before: int) -> list[str]:
        game, guest = schema.game.c, schema.person.c.login.is_(None)
        before = sa.case((guest, guest_before), else_=member_before)
        waiting = sa.select(game.id).join_from(
            schema.game, schema.person, game.host == schema.person.c.id, isouter=True
        )
        expired = waiting.where(game.status == "waiting", game.changed < before).limit(MAX_OVERDUE)
        return await self._database.read(lambda c: list(c.execute(expired).scalars()))

    def _appending(self, table: Table, event: Event, with_seats: bool) -> Change[None]:
        """How to write the next event. Most events are steps, which change only a few small columns."""
        line = {"game": table.id, **event._asdict()}
        if event.kind == "step" and not table.outcome:
            return (_NEW_EVENT, line), (_STEP_SUMMARY, {"this": table.id, **_step_summary(table)})
        summary, outcome = _summary(table), (event.data or {}).get("outcome", {})
        ranks = {str(table.seats[seat].person): outcome["ranks"][seat] for seat in outcome.get("rated", ())}
        if not with_seats and not ranks:
            return (_NEW_EVENT, line), (_WHOLE_SUMMARY, {"this": table.id, **summary})
        return lambda connection: self._append(connection, table, event, line, summary, with_seats, ranks)

    def _append(
        self,
        connection: sa.Connection,
        table: Table,
        event: Event,
        line: Json,
        summary: Json,
        with_seats: bool,
        ranks: dict[str, int],
    ) -> None:
        connection.execute(sa.insert(schema.event).values(line))
        if ranks:
            self._rate(connection, table.row["game"], ranks, event.at)
        connection.execute(sa.update(schema.game).where(schema.game.c.id == table.id).values(summary))
        if with_seats:
            for row in map(_seat_row, table.seats.values()):
                this = (schema.seat.c.game == table.id) & (schema.seat.c.seat == row["seat"])
                connection.execute(sa.update(schema.seat).where(this).values(**row))


def _creating(table: Table, event: Event) -> Rows:
    """How to write a new game."""
    row = {column: table.row.get(column) for column in _GAME_COLUMNS} | _summary(table)
    seats = [{"game": table.id, "place": place, **_seat_row(seat)} for place, seat in enumerate(table.seats.values())]
    return (
        (_NEW_GAME, row),
        *((_NEW_SEAT, seat) for seat in seats),
        (_NEW_EVENT, {"game": table.id, **event._asdict()}),
    )


def read_game(connection: sa.Connection, game: str) -> tuple[Json, list[Seat], list[Event]] | None:
    row = connection.execute(sa.select(schema.game).where(schema.game.c.id == game)).mappings().first()
    if row is None:
        return None
    event = schema.event
    rows = connection.execute(SEATS.where(schema.seat.c.game == game))
    seats = [seat_from(row) for row in rows]
    stored = connection.execute(sa.select(event).where(event.c.game == game).order_by(event.c.seq)).mappings()
    return dict(row), seats, [event_from(line) for line in stored]


def seat_from(row: Any) -> Seat:
    """A seat from a row of `SEATS`."""
    return Seat(row.seat, row.kind, row.person, row.name, row.bot, row.resigned, row.reserved, row.alias)


SEATS = (
    sa.select(schema.seat, schema.person.c.name)
    .join_from(schema.seat, schema.person, schema.seat.c.person == schema.person.c.id, isouter=True)
    .order_by(schema.seat.c.place)
)
"""Seats with the names of their players, in playing order."""
_GAME_COLUMNS = tuple(str(column.name) for column in schema.game.c)  # SQLAlchemy's names are not plain strings
_NEW_GAME, _NEW_SEAT, _NEW_EVENT = (
    bulk_insert(schema.game, first=True),
    bulk_insert(schema.seat, ("game", "place", "seat", "kind", "person", "bot", "resigned", "reserved", "alias")),
    bulk_insert(schema.event),
)
_MOVED = ("seq", "to_move", "bot_due", "deadline", "changed")
_STEP_SUMMARY = bulk_update(schema.game, _MOVED)
_WHOLE_SUMMARY = bulk_update(schema.game, ("host", "first", "setup", "next", "status", "outcome", *_MOVED))


def _summary(table: Table) -> Json:
    """What lists and the deadline watch need to know about a game without rebuilding it."""
    row = {column: table.row[column] for column in ("host", "first", "setup", "next")}
    return row | {"status": table.status, "outcome": table.outcome} | _step_summary(table)


def _step_summary(table: Table) -> Json:
    """The part of the summary that every step changes."""
    return {
        "seq": table.seq,
        "to_move": table.to_move,
        "bot_due": table.bot_due,
        "deadline": table.deadline,
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
        "alias": seat.alias,
    }
