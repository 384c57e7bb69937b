"""The queue that all processes share: bots, analyses and mail as jobs of procrastinate, in PostgreSQL.

A web process defers jobs here; a worker takes them (job_worker.py). A lane is a queue of procrastinate, and the fair
tag of a job is its priority (fair_tags.py). A game has at most one bot job that waits and one that runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
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
from lutetia.server.jobs.device_games import DeviceGames
from lutetia.server.jobs.fair_queue import EXPECTED, Lane, Owner
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.queue import QUICK_BOTS
from lutetia.server.jobs.shared_places import SharedPlaces
from lutetia.server.play.interfaces import Audience
from lutetia.server.play.table import Table
from lutetia.server.store import postgres
from lutetia.server.store.database import Database
from lutetia.server.store.keyed_hash import keyed_hash
from lutetia.server.store.storage_faults import opening_error

LANES = {Lane.QUICK: "quick", Lane.LONG: "long", Lane.BACKGROUND: "background"}
FAILURES = (ConnectorException, psycopg.Error, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)
"""What is raised while PostgreSQL cannot be reached."""
PATIENCE = 5.0
"""Seconds to wait for a connection."""
RECONNECT = 1.0
"""Seconds after which the pool gives up to replace a lost connection. It begins anew as long as somebody waits for one.
By itself it would wait longer after each failure: after an outage of a minute, for another minute."""
CONNECTIONS = 4
log = structlog.get_logger("jobs")
# The pool would log each attempt to connect while PostgreSQL is away.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL + 1)

_IS_ASKED = """
SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE queueing_lock = %(key)s AND status = 'todo')
    OR EXISTS (SELECT FROM procrastinate_jobs WHERE lock = %(key)s AND status = 'doing')
"""
"""Each half has an index of its own."""
_WITHOUT_JOB = """
SELECT key FROM unnest(%(keys)s::text[]) AS wanted (key)
 WHERE NOT EXISTS (SELECT FROM procrastinate_jobs WHERE queueing_lock = key AND status IN ('todo', 'doing'))
"""
_INTERRUPT = "UPDATE procrastinate_jobs SET abort_requested = true WHERE lock = %(key)s AND status = 'doing'"
_UNWATCHED = """
SELECT id, args->'owners' FROM procrastinate_jobs
 WHERE queueing_lock = %(key)s AND status = 'todo' AND queue_name = 'background' AND NOT (args->>'counted')::boolean
   FOR UPDATE
"""
_COUNT = "UPDATE procrastinate_jobs SET args = args || '{\"counted\": true}' WHERE id = %(id)s"
_HASTEN = """
WITH hastened AS (
    UPDATE procrastinate_jobs SET queue_name = 'long', priority = priority + 2147483647 + 1 WHERE id = %(id)s
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
        self.devices = DeviceGames(database)
        url = database.direct.url  # it listens to PostgreSQL's notifications
        _none, options = database.direct.dialect.create_connect_args(url)
        self.connector = procrastinate.PsycopgConnector(
            kwargs={**options, **postgres.connect_arguments(url)},
            connection_class=postgres.AsyncConnection,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE,
            reconnect_timeout=RECONNECT,
            reconnect_failed=self._connect_again,
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
        with self._database.direct.begin() as connection:
            shared_schema.prepare(connection)

    async def _connect_again(self, pool: psycopg_pool.AsyncConnectionPool[Any]) -> None:
        """The pool has given up. Only a new request lets it begin anew, not those that wait already."""
        if pool.get_stats()["requests_waiting"]:
            self._spawn(_want_connection(pool))

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
        self._spawn(self._ask(table.id, table.seq, {"kind": kind, "game": table.id}, lane, people, instead=instead))

    async def is_asked(self, game: str) -> bool:
        """Whether a bot of a game waits for its turn to think, or thinks, perhaps on a device. Raises StorageError."""
        if await self.devices.is_asked(game):
            return True
        try:
            async with self.connection() as connection:
                return bool((await (await connection.execute(_IS_ASKED, {"key": bot_key(game)})).fetchone())[0])
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    def interrupt(self, game: str) -> None:
        """End the thinking of a game's bot, in whichever process."""
        self._spawn(self._in_order(game, lambda: self._interrupt(game)))

    async def _ask(self, game: str, seq: int, work: Json, lane: Lane, people: Sequence[str], *, instead: bool) -> None:
        async def ask() -> None:
            if instead:
                await self._interrupt(game)
            if not await self.devices.ask(game, seq):
                await self.defer(work, lane, await self._owners_of(people), bot_key(game))

        await self._in_order(game, ask)

    async def _interrupt(self, game: str) -> None:
        async with self.connection() as connection:
            await connection.execute(_INTERRUPT, {"key": bot_key(game)})

    async def _in_order(self, game: str, change: Callable[[], Awaitable[None]]) -> None:
        """One change after the other. A connection may have been lost: then there is another one, as soon as PostgreSQL
        is back. If it stays away, the periodic sweep asks again."""
        turn = self._turns.setdefault(game, asyncio.Lock())
        async with turn:
            try:
                try:
                    await change()
                except (*FAILURES, StorageError):
                    await change()
            except (*FAILURES, StorageError) as error:
                log.warning("bot not asked", game=game, why=type(error).__name__)

    def noticed(self, game: str, people: Sequence[str]) -> None:
        """Somebody new looks at a game. `people`: who plays there, besides bots."""
        self.places.forget(game)
        if people:
            self._spawn(self._in_order(game, lambda: self._meet(game, people)))

    async def _meet(self, game: str, people: Sequence[str]) -> None:
        async with self.connection() as connection:
            await fair_tags.meet(connection, {person: self._network_of(person) for person in people}, self.at())
        async with self.connection() as connection:  # so that rows are locked in the same order everywhere
            waiting = await (await connection.execute(_UNWATCHED, {"key": bot_key(game)})).fetchall()
            for id_, owners in waiting:
                first = await fair_tags.begin_think(
                    connection, [Owner(*each) for each in owners], bot_key(game), self.at()
                )
                await connection.execute(_COUNT, {"id": id_})
                if first:
                    await connection.execute(_HASTEN, {"id": id_})

    # ---- for whom work counts ----------------------------------------------------------------------------------------

    def at(self) -> float:
        """The time in seconds."""
        return self._now() / 1000

    def _hashed(self, network: str | None) -> str | None:
        return network and keyed_hash(self._database.url, "network", network)

    def _network_of(self, person: str) -> str | None:
        return self._hashed(self._owners.network_of(person))

    async def _owners_of(self, people: Sequence[str]) -> list[Owner]:
        """The owners of people's work. A guest's network is looked up if another process knows it."""
        known = {person: self._network_of(person) for person in people}
        if unknown := [person for person, network in known.items() if network is None]:
            async with self.connection() as connection:
                known |= await fair_tags.networks_of(connection, unknown)
        return [Owner(person, known[person] or None) for person in people]

    # ---- other work --------------------------------------------------------------------------------------------------

    async def analyse(self, id_: str, person: str | None) -> None:
        """Queue an analysis, unless it is queued already. One person's run one after the other. Raises StorageError."""
        work = {"kind": "analysis", "id": id_}
        try:
            lock = f"analyses/{person}" if person else None
            owners = await self._owners_of([person] if person else [])
            await self.defer(work, Lane.BACKGROUND, owners, analysis_key(id_), lock=lock)
        except FAILURES as error:
            raise StorageError(cause=type(error).__name__) from error

    async def without_job(self, analyses: Sequence[str]) -> set[str]:
        """Those of these analyses that are neither queued nor being done. Raises one of FAILURES."""
        keys = {analysis_key(id_): id_ for id_ in analyses}
        async with self.connection() as connection:
            rows = await (await connection.execute(_WITHOUT_JOB, {"keys": list(keys)})).fetchall()
        return {keys[key] for (key,) in rows}

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
        return self.places.of(Owner(owner.person, self._hashed(owner.network)))

    async def defer(
        self,
        work: Json,
        lane: Lane,
        owners: Sequence[Owner],
        key: str | None,
        *,
        lock: str | None = None,
        continues: bool = False,
    ) -> None:
        """Add a job, unless one with this key waits already. Raises one of FAILURES.

        Of one lock, by default the key, only one job runs at a time. Long work of owners who never rest is background
        work, and of one owner's, one at a time goes first. `continues`: it is the rest of a job that went first.
        """
        owners = owners or [Owner()]
        counted = lane is Lane.LONG
        try:
            async with self.connection() as connection:
                if counted and not await fair_tags.begin_think(
                    connection, owners, lock or key, self.at(), continues=continues
                ):
                    lane = Lane.BACKGROUND
                tag = await fair_tags.charge(connection, owners, lane, EXPECTED[lane], self.at())
                arguments: Json = {"work": work, "keys": fair_tags.keys_of(owners), "expected": EXPECTED[lane]}
                arguments |= {"at": self._now(), "counted": counted, "owners": [list(owner) for owner in owners]}
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


async def _want_connection(pool: psycopg_pool.AsyncConnectionPool[Any]) -> None:
    """Let the pool make one, for whoever waits."""
    with contextlib.suppress(*FAILURES):
        async with pool.connection(RECONNECT / 2):
            pass


def bot_key(game: str) -> str:
    """The lock of a game's bot jobs."""
    return f"bot/{game}"


def analysis_key(id_: str) -> str:
    """The lock of an analysis."""
    return f"analysis/{id_}"
