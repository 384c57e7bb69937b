"""Who is connected to which game through any process.

Each process keeps rows about its own connections in the database. They count while the process is alive: it writes a
beat every second. A player whose process has died was last seen at its last beat.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import insert

from lutetia.server.errors import StorageError
from lutetia.server.live.hub import Hub
from lutetia.server.outage_log import OutageLog
from lutetia.server.store import schema
from lutetia.server.store.among import among
from lutetia.server.store.database import Database

BEAT_SECONDS = 1.0
ALIVE_SECONDS = 5.0
"""A process is alive for so long after a beat, by the database's clock."""
BATCH_SECONDS = 0.05
"""What happens within this time is written and read together."""
SIGN_SECONDS = 10.0
"""Signs of life of one person without a connection are written this often."""
MAX_SIGNS = 10_000
KEPT_SECONDS = 30.0
"""What was read about a game that nobody follows here is forgotten after so long."""
SWEEP_SECONDS = 600.0
OLD_SECONDS = 86_400
"""Rows of processes that have ended are deleted after so long."""
ANYBODY = ""
"""In place of a person: somebody follows the game, or has asked for it."""
NEVER = float("-inf")
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
"""Milliseconds by the database's clock."""
log = structlog.get_logger("presence")


class Sign(NamedTuple):
    """What is known of a person at a game through another process."""

    process: str
    connected: bool
    at: float
    """When they were last seen, by the monotonic clock."""


class Presence:
    """The presence that this process knows of and writes about."""

    def __init__(self, database: Database, hub: Hub, process: str, host: str, kind: str = "web") -> None:
        """`process` and `host`: the name of this process, and its machine's; `kind`: web or worker."""
        self._database, self._hub = database, hub
        self.process, self._host, self._kind = process, host, kind
        self.is_player: Callable[[str, str], bool] = lambda game, person: True
        """Whether a person plays in a game. Nobody asks who else is connected."""
        self.wrote: Callable[[str], None] = lambda game: None
        """Called with a game when other processes should read it again."""
        self.changed: Callable[[str], None] = lambda game: None
        """Called with a game when it was read: others may be present now."""
        self._unwritten: set[tuple[str, str]] = set()
        self._written: set[tuple[str, str]] = set()
        """Games and people whose rows say that they are connected through this process."""
        self._signs: OrderedDict[tuple[str, str], float] = OrderedDict()
        """When a sign of life was last written."""
        self._unread: set[str] = set()
        self._elsewhere: dict[str, tuple[float, dict[str, list[Sign]]]] = {}
        """By game: when it was read, and what is known of each person."""
        self._alive: dict[str, float] = {}
        """By process: when it was last known to be alive. One that has left is unknown."""
        self._dead: set[str] = set()
        """Those of them that were silent for too long, when the database last answered."""
        self._work = asyncio.Event()

    def noticed(self, game: str, person: str) -> None:
        """Somebody has connected here, given a sign of life, or has ended a connection."""
        key = game, person
        connected = self._is_connected(*key)
        if connected == (key in self._written) and (connected or not self._is_new_sign(key)):
            return
        if person != ANYBODY and key not in self._written and not self.is_player(game, person):
            return
        self._unwritten.add(key)
        self._work.set()

    def read_soon(self, *games: str) -> None:
        """The rows of these games may have changed."""
        self._unread.update(games)
        self._work.set()

    def here(self, game: str) -> set[str]:
        """The people connected to a game through other processes."""
        people = self._elsewhere.get(game, (0.0, {}))[1]
        return {person for person, signs in people.items() if person and any(map(self._is_here, signs))}

    def last_sign(self, game: str, person: str) -> float:
        """When a person was last connected through another process, or asked for something there."""
        signs = self._elsewhere.get(game, (0.0, {}))[1].get(person, ())
        return max((self._last(sign) for sign in signs), default=NEVER)

    def is_watched(self, game: str, within: float) -> bool:
        """Whether somebody follows a game through another process, or has asked for it there in these last seconds."""
        return time.monotonic() - self.last_sign(game, ANYBODY) < within

    async def look(self, game: str) -> None:
        """Read now who is connected to a game. Raises StorageError."""
        await self._read([game])

    async def run(self) -> None:
        """Write and read as long as the server runs."""
        next_beat = next_sweep = 0.0
        outage = OutageLog(log, "presence not known", "presence known again")
        while True:
            try:
                if time.monotonic() >= next_beat:
                    await self._beat()
                    next_beat = time.monotonic() + BEAT_SECONDS
                if time.monotonic() >= next_sweep:
                    await self._database.read(_sweep, snapshot=False)
                    next_sweep = time.monotonic() + SWEEP_SECONDS
                await self._write()
                games, self._unread = self._unread, set()
                try:
                    await self._read(games)
                except StorageError:
                    self._unread |= games
                    raise
                outage.works()
            except StorageError as error:
                outage.failed(why=error.reason)
                await asyncio.sleep(BEAT_SECONDS)
                continue
            await asyncio.sleep(BATCH_SECONDS)
            try:
                async with asyncio.timeout(max(0.0, next_beat - time.monotonic())):
                    await self._work.wait()
            except TimeoutError:
                pass
            self._work.clear()

    async def leave(self) -> None:
        """This process ends: its players were seen just now. Raises StorageError."""
        mine, process = schema.presence.c.process == self.process, schema.process
        await self._execute(sa.update(schema.presence).where(mine).values(connected=False, seen=NOW))
        await self._execute(sa.delete(process).where(process.c.id == self.process))

    def _is_connected(self, game: str, person: str) -> bool:
        return self._hub.is_followed(game) if person == ANYBODY else person in self._hub.here_locally(game)

    def _is_new_sign(self, key: tuple[str, str]) -> bool:
        """Whether a sign of life is worth writing, so soon after the last."""
        now = time.monotonic()
        if now - self._signs.get(key, NEVER) < SIGN_SECONDS:
            return False
        self._signs[key] = now
        self._signs.move_to_end(key)
        if len(self._signs) > MAX_SIGNS:
            self._signs.popitem(last=False)
        return True

    def _is_here(self, sign: Sign) -> bool:
        return sign.connected and sign.process in self._alive and sign.process not in self._dead

    def _last(self, sign: Sign) -> float:
        if self._is_here(sign):
            return time.monotonic()
        return max(sign.at, self._alive.get(sign.process, NEVER)) if sign.connected else sign.at

    async def _beat(self) -> None:
        """This process is alive; which others are?"""
        row = {"id": self.process, "kind": self._kind, "host": self._host, "started": NOW, "beat": NOW}
        beat = (
            insert(schema.process)
            .values(row)
            .on_conflict_do_update(constraint=schema.process.primary_key, set_={"beat": NOW})
        )
        written = await self._execute(beat.returning(sa.literal_column("xmax") == sa.text("0")))
        if written[0][0]:  # a new row, also after a crash of PostgreSQL, which empties these tables
            self._unwritten |= self._written
            self._written = set()
        found = await self._execute(sa.select(schema.process.c.id, NOW - schema.process.c.beat))
        now = time.monotonic()
        for process, age in found:
            self._alive[process] = now - age / 1000
        self._alive = {process: last for process, last in self._alive.items() if now - last < OLD_SECONDS}
        dead = {process for process, last in self._alive.items() if now - last > ALIVE_SECONDS}
        if dead != self._dead:
            self._dead = dead
            self._unread.update(self._hub.games())
        for game, (read, _people) in list(self._elsewhere.items()):
            if now - read > KEPT_SECONDS and not self._hub.is_followed(game):
                del self._elsewhere[game]

    async def _write(self) -> None:
        """Write the rows of this process that have changed."""
        if not self._unwritten:
            return
        keys, self._unwritten = self._unwritten, set()
        connected = {key: self._is_connected(*key) for key in keys}
        rows = [
            {"game": game, "person": person, "process": self.process, "since": NOW, "seen": NOW, "connected": here}
            for (game, person), here in connected.items()
        ]
        row = insert(schema.presence)
        changes = {"seen": row.excluded.seen, "connected": row.excluded.connected}
        try:
            for start in range(0, len(rows), 500):
                batch = row.values(rows[start : start + 500])
                await self._execute(batch.on_conflict_do_update(constraint=schema.presence.primary_key, set_=changes))
        except StorageError:
            self._unwritten |= keys
            raise
        for key, here in connected.items():
            if here != (key in self._written):
                (self._written.add if here else self._written.discard)(key)
        for game in {game for game, _person in keys}:
            self.wrote(game)

    async def _read(self, games: Collection[str]) -> None:
        """Read what other processes know of these games."""
        if not games:
            return
        row, process = schema.presence.c, schema.process.c
        wanted = (
            sa.select(row.game, row.person, row.process, row.connected, NOW - row.seen, NOW - process.beat)
            .join_from(schema.presence, schema.process, row.process == process.id, isouter=True)
            .where(among(row.game, games), row.process != self.process)
        )
        found = await self._database.read(lambda c: c.execute(wanted).all(), snapshot=False)
        now = time.monotonic()
        read: dict[str, dict[str, list[Sign]]] = {game: {} for game in games}
        for game, person, name, connected, seen, beat in found:
            self._dead.discard(name)
            if beat is None:
                self._alive.pop(name, None)
            else:
                self._alive[name] = now - beat / 1000
                if beat > ALIVE_SECONDS * 1000:
                    self._dead.add(name)
            read[game].setdefault(person, []).append(Sign(name, connected, now - seen / 1000))
        for game, people in read.items():
            self._elsewhere[game] = now, people
            self.changed(game)

    async def _execute(self, statement: sa.Executable) -> list[tuple[Any, ...]]:
        """Run one statement in a transaction of its own: what it writes has nothing to do with games."""

        def run(connection: sa.Connection) -> list[tuple[Any, ...]]:
            result = connection.execute(statement)
            return [tuple(row) for row in result] if result.returns_rows else []

        return await self._database.read(run, snapshot=False)


def _sweep(connection: sa.Connection) -> None:
    """Delete rows of processes that ended long ago."""
    old = NOW - OLD_SECONDS * 1000
    connection.execute(sa.delete(schema.presence).where(schema.presence.c.seen < old, ~schema.presence.c.connected))
    connection.execute(sa.delete(schema.process).where(schema.process.c.beat < old))
    row, living = schema.presence.c, sa.select(schema.process.c.id)
    connection.execute(sa.delete(schema.presence).where(row.seen < old, row.process.not_in(living)))
