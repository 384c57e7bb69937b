"""The queue that all processes share: bots, analyses and mail as jobs of procrastinate, in PostgreSQL.

A web process defers jobs here; a worker takes them (job_worker.py). A lane is a queue of procrastinate, and the fair
tag of a job is its priority (fair_tags.py). A game has at most one bot job that waits and one that runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import procrastinate
import psycopg
import psycopg_pool
import sqlalchemy as sa
import structlog
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.jobs import fair_tags, shared_schema
from lutetia.server.jobs.fair_queue import EXPECTED, Lane, Owner
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.queue import QUICK_BOTS
from lutetia.server.jobs.shared_places import SharedPlaces
from lutetia.server.play.interfaces import Audience
from lutetia.server.play.table import Table
from lutetia.server.store import postgres
from lutetia.server.store.database import Database
from lutetia.server.store.storage_faults import opening_error

LANES = {Lane.QUICK: "quick", Lane.LONG: "long", Lane.BACKGROUND: "background"}
FAILURES = (ConnectorException, psycopg.Error, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)
"""What is raised while PostgreSQL cannot be reached."""
PATIENCE = 5.0
"""Seconds to wait for a connection."""
CONNECTIONS = 4
log = structlog.get_logger("jobs")

_HAS_LONG = """
SELECT EXISTS (SELECT FROM procrastinate_jobs
    WHERE status IN ('todo', 'doing') AND queue_name = 'long' AND lock <> %(lock)s AND args->'keys' ?| %(keys)s::text[])
"""
_IS_ASKED = """
SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE queueing_lock = %(key)s AND status IN ('todo', 'doing'))
"""
_INTERRUPT = "UPDATE procrastinate_jobs SET abort_requested = true WHERE lock = %(key)s AND status = 'doing'"
_HASTEN = """
WITH hastened AS (
    UPDATE procrastinate_jobs SET queue_name = 'long', priority = priority + 2147483647 + 1
     WHERE queueing_lock = %(key)s AND status = 'todo' AND queue_name = 'background' AND NOT (args->>'counted')::boolean
    RETURNING id)
SELECT pg_notify('procrastinate_queue_v1#long', json_build_object('type', 'job_inserted', 'job_id', id)::text)
  FROM hastened
"""


class SharedQueue:
    """One process's access to the queue. It is `play`'s `BotQueue`, and the `SharedJobs` of `JobQueue`."""

    def __init__(self, database: Database, now: Callable[[], int], owners: Owners, audience: Audience) -> None:
        self._database = database
        self._now = now
        self._owners = owners
        self._audience = audience
        self._asking: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By game: what is asked for one game reaches the queue in that order."""
        self.places = SharedPlaces(self.connection, now)
        _none, options = database.engine.dialect.create_connect_args(database.url)
        self.connector = procrastinate.PsycopgConnector(
            kwargs={**options, **postgres.connect_arguments(database.url)},
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE,
        )
        self.app = procrastinate.App(connector=self.connector)

    async def open(self) -> None:
        """Create the tables, if need be, and connect. Raises StorageError."""
        try:
            await asyncio.to_thread(self._prepare)
            await self.app.open_async()
        except sa.exc.DBAPIError as error:
            raise opening_error(self._database.url, error) from error
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    async def close(self) -> None:
        """What was asked for reaches the queue first."""
        if self._asking:
            await asyncio.wait(self._asking, timeout=PATIENCE)
        await self.app.close_async()

    def _spawn(self, change: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(change)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    def _prepare(self) -> None:
        with self._database.engine.begin() as connection:
            shared_schema.prepare(connection)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """A connection of psycopg, in a transaction. Raises one of FAILURES."""
        async with self.connector.pool.connection() as connection:
            yield connection

    # ---- bots --------------------------------------------------------------------------------------------------------

    def ask(self, table: Table, *, instead: bool = False) -> None:
        """A bot has to decide at a table. See `BotQueue`."""
        name, playing = str(table.seats[str(table.to_move)].bot), table.playing()
        kind, lane = ("bot", Lane.QUICK) if name in QUICK_BOTS else ("strong-bot", Lane.LONG)
        if lane is Lane.LONG and not (playing and self._audience.is_watched(table.id)):
            lane = Lane.BACKGROUND
        people = playing or [table.row["host"]]
        self._spawn(self._ask(table.id, {"kind": kind, "game": table.id}, lane, people, instead=instead))

    async def is_asked(self, game: str) -> bool:
        """Whether a bot of a game waits for its turn to think, or thinks. Raises StorageError."""
        try:
            async with self.connection() as connection:
                return bool((await (await connection.execute(_IS_ASKED, {"key": bot_key(game)})).fetchone())[0])
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    def interrupt(self, game: str) -> None:
        """End the thinking of a game's bot, in whichever process."""
        self._spawn(self._in_order(game, self._interrupt(game)))

    async def _ask(self, game: str, work: Json, lane: Lane, people: Sequence[str], *, instead: bool) -> None:
        async def ask() -> None:
            if instead:
                await self._interrupt(game)
            await self.defer(work, lane, self._owners.of(people), bot_key(game))

        await self._in_order(game, ask())

    async def _interrupt(self, game: str) -> None:
        async with self.connection() as connection:
            await connection.execute(_INTERRUPT, {"key": bot_key(game)})

    async def _in_order(self, game: str, change: Awaitable[None]) -> None:
        """One change after the other. If PostgreSQL is away, the periodic sweep asks again."""
        turn = self._turns.setdefault(game, asyncio.Lock())
        async with turn:
            try:
                await change
            except FAILURES as error:
                log.warning("bot not asked", game=game, why=type(error).__name__)

    def noticed(self, game: str, *, player: bool) -> None:
        """Somebody new looks at a game. `player`: not only bots play there."""
        self.places.forget(game)
        if player:
            self._spawn(self._in_order(game, self._hasten(game)))

    async def _hasten(self, game: str) -> None:
        async with self.connection() as connection:
            await connection.execute(_HASTEN, {"key": bot_key(game)})

    # ---- other work --------------------------------------------------------------------------------------------------

    async def analyse(self, id_: str, person: str | None) -> None:
        """Queue an analysis, unless it is queued already. One person's run one after the other. Raises StorageError."""
        work = {"kind": "analysis", "id": id_}
        try:
            lock = f"analyses/{person}" if person else None
            await self.defer(work, Lane.BACKGROUND, self._owners.of([person]), analysis_key(id_), lock=lock)
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    async def send(self, mail: Json) -> None:
        """Queue a mail, as the worker's `send` gets it. Raises StorageError."""
        try:
            await self.defer({"kind": "mail", **mail}, Lane.QUICK, [Owner(mail["person"])], None)
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    def before(self, id_: str) -> int | None:
        """How many come before an analysis, if it has waited for long enough."""
        return self.places.before(analysis_key(id_))

    def places_of(self, owner: Owner) -> dict[str, int]:
        """What somebody has waited for, for long enough to be told: by kind, how many come before the first."""
        return self.places.of(owner)

    async def defer(
        self, work: Json, lane: Lane, owners: Sequence[Owner], key: str | None, *, lock: str | None = None
    ) -> None:
        """Add a job, unless one with this key waits already. Raises one of FAILURES.

        Of one lock, by default the key, only one job runs at a time. Of one owner's long work, one at a time goes
        first, and the rest is background work.
        """
        owners = owners or [Owner()]
        keys = sorted({each for owner in owners for each in owner.keys})
        counted = False
        try:
            async with self.connection() as connection:
                if lane is Lane.LONG:
                    values = {"keys": keys, "lock": lock or key}
                    counted = (await (await connection.execute(_HAS_LONG, values)).fetchone())[0]
                    lane = Lane.BACKGROUND if counted else lane
                tag = await fair_tags.charge(connection, owners, lane, EXPECTED[lane])
                arguments: Json = {"work": work, "keys": keys, "expected": EXPECTED[lane], "at": self._now()}
                arguments |= {"counted": counted, "owners": [list(owner) for owner in owners]}
                task = self.app.configure_task(
                    work["kind"],
                    queue=LANES[lane],
                    lock=lock or key,
                    queueing_lock=key,
                    priority=tag,
                    connection=connection,
                )
                await task.defer_async(**arguments)
        except AlreadyEnqueued:
            pass


def bot_key(game: str) -> str:
    """The lock of a game's bot jobs."""
    return f"bot/{game}"


def analysis_key(id_: str) -> str:
    """The lock of an analysis."""
    return f"analysis/{id_}"
