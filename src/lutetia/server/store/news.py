"""What is new in games that other processes write to, on PostgreSQL.

Questions that arrive together are asked together: with many tables the round trip, and not the rows, is what costs. A
question is asked after it arrived, so the answer is never older than that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from sys import intern

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from lutetia.server.play.interfaces import News
from lutetia.server.play.table import Event
from lutetia.server.store import schema
from lutetia.server.store.database import Database

MAX_BATCH = 256
AT_ONCE = 2
"""Questions in flight. While one is being answered, the next ones gather."""
Question = tuple[str, int, asyncio.Future[News | None]]
"""A game, the event after which it is asked about, and who waits for the answer."""


class NewsReader:
    """Reads what is new in games."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Question] = []
        self._asking: set[asyncio.Task[None]] = set()

    async def since(self, game: str, seq: int) -> News | None:
        """What is new in a game after an event; None if there is no such game. Raises StorageError."""
        answer: asyncio.Future[News | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((game, seq, answer))
        self._ask_next()
        return await answer

    async def latest(self, games: Sequence[str]) -> dict[str, News]:
        """By game: what is known of it, without events. Raises StorageError."""
        wanted = sa.select(schema.game.c.id, *_COLUMNS).where(schema.game.c.id.in_(games))
        found = await self._database.read(lambda c: c.execute(wanted).mappings().all(), snapshot=False)
        return {row["id"]: _news(row, []) for row in found}

    def _ask_next(self) -> None:
        while self._waiting and len(self._asking) < AT_ONCE:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            asking = asyncio.create_task(self._ask(batch))
            self._asking.add(asking)
            asking.add_done_callback(self._asked)

    def _asked(self, asking: asyncio.Task[None]) -> None:
        self._asking.discard(asking)
        self._ask_next()

    async def _ask(self, batch: list[Question]) -> None:
        since: dict[str, int] = {}
        for game, seq, _answer in batch:
            since[game] = min(seq, since.get(game, seq))
        try:
            found = await self._database.read(lambda connection: _read(connection, since), snapshot=False)
        except BaseException as error:
            for _game, _seq, answer in batch:
                if not answer.done():
                    answer.set_exception(error) if isinstance(error, Exception) else answer.cancel()
            return
        for game, seq, answer in batch:
            if not answer.done():
                news = found.get(game)
                answer.set_result(news and news._replace(events=[each for each in news.events if each.seq > seq]))


def _read(connection: sa.Connection, since: dict[str, int]) -> dict[str, News]:
    asked = {"games": list(since), "seqs": list(since.values())}
    found: dict[str, tuple[sa.RowMapping, list[Event]]] = {}
    for row in connection.execute(_SINCE, asked).mappings():
        _first, events = found.setdefault(row["id"], (row, []))
        if row["seq"] is not None:
            events.append(event_from(row))
    return {game: _news(first, events) for game, (first, events) in found.items()}


def _news(row: sa.RowMapping, events: list[Event]) -> News:
    names = dict(name.split("=", 1) for name in row["names"].split("\n"))
    return News(row["last"], row["deadline"], {seat: name or None for seat, name in names.items()}, events)


def event_from(row: sa.RowMapping) -> Event:
    """An event from its row. Words that many events have are kept once."""
    found = {key: row[key] for key in Event._fields}
    return Event(**found | {key: intern(found[key]) for key in ("kind", "seat", "step") if found[key]})


_COLUMNS = (
    schema.game.c.seq.label("last"),
    schema.game.c.deadline,
    sa.select(sa.func.aggregate_strings(schema.seat.c.seat + "=" + sa.func.coalesce(schema.person.c.name, ""), "\n"))
    .join_from(schema.seat, schema.person, schema.seat.c.person == schema.person.c.id, isouter=True)
    .where(schema.seat.c.game == schema.game.c.id)
    .scalar_subquery()
    .label("names"),
)
"""The columns of `News`."""
_ASKED = (
    sa.func.unnest(sa.bindparam("games", type_=ARRAY(sa.Text)), sa.bindparam("seqs", type_=ARRAY(sa.Integer)))
    .table_valued("game", "seq", name="asked")
    .render_derived()
)
_EVENTS = (
    sa.select(*(schema.event.c[name] for name in Event._fields))
    .where(schema.event.c.game == _ASKED.c.game, schema.event.c.seq > _ASKED.c.seq)
    .lateral("events")
)
_SINCE = (
    sa.select(schema.game.c.id, *_COLUMNS, *_EVENTS.c)
    .select_from(_ASKED)
    .join(schema.game, schema.game.c.id == _ASKED.c.game)
    .join(_EVENTS, sa.true(), isouter=True)
    .order_by(schema.game.c.id, _EVENTS.c.seq)
)
"""What is new in games, in one statement and so in one snapshot. A game without a new event has a row without one."""
