"""Rate limits that hold for all processes of a server together: the counts are in PostgreSQL.

A row says until when the allowance of a key is used up, by the database's clock, as in `rate_limit.py`. Keys contain
addresses and logins. Only a keyed hash of them is stored (`store/keyed_hash.py`).

Two ways to count:

- Exactly, with one statement per event: signing in, codes, mails, registration, passwords, chat, new guests.
- Merged: requests and steps are counted in the process at once. Whoever has used more than an eighth of an allowance in
  one process is counted in the database from there on, every second, in one statement for all. So with n processes
  somebody can do at most 1 + n/8 times as much as with one, and in one second more.

If the database does not answer, each process counts for itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
import structlog

from lutetia.server.errors import StorageError
from lutetia.server.rate_limit import Key, Rate, RateLimiter
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.store.keyed_hash import keyed_hash

EVERY = 1.0
"""Seconds between two merges."""
MOST = 5_000
"""Keys in one statement."""
T = TypeVar("T")
log = structlog.get_logger("limits")
NOW = "extract(epoch FROM statement_timestamp())::float8"
_USE = sa.text(f"""
    INSERT INTO rate_limit AS counted (key, used_until) VALUES (:key, {NOW} + :cost)
    ON CONFLICT (key) DO UPDATE SET used_until = greatest(counted.used_until, {NOW}) + :cost
    WHERE greatest(counted.used_until, {NOW}) + :cost - {NOW} <= :allowance + 1e-6
""")
_WAIT = sa.text(f"SELECT used_until + :cost - {NOW} - :allowance FROM rate_limit WHERE key = :key")
_GIVE_BACK = sa.text("UPDATE rate_limit SET used_until = used_until - :cost WHERE key = :key")
_MERGE = sa.text(f"""
    INSERT INTO rate_limit AS counted (key, used_until)
    SELECT key, {NOW} + cost FROM unnest(CAST(:keys AS text[]), CAST(:costs AS float8[])) AS added (key, cost)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE
    SET used_until = greatest(counted.used_until, {NOW}) + excluded.used_until - {NOW}
    RETURNING key, used_until - {NOW}
""")  # sorted, so that two processes never wait for each other


class _Counts:
    """The shared counts of one limiter."""

    def __init__(self, database: Database, name: str, limiter: RateLimiter) -> None:
        self._database, self._name, self.limiter = database, name, limiter

    def hashed(self, key: Key) -> str:
        return keyed_hash(self._database.url, self._name, *key)

    async def use(self, rate: Rate, key: Key) -> float:
        cost = rate.seconds / rate.times
        values = {"key": self.hashed(key), "cost": cost, "allowance": rate.seconds}

        def count(connection: sa.Connection) -> float:
            if connection.execute(_USE, values).rowcount:
                return 0.0
            return max(0.001, connection.execute(_WAIT, values).scalar() or 0.0)

        try:
            return await _at_once(self._database, count)
        except StorageError:
            return self.limiter.hit(rate, *key)

    async def give_back(self, rate: Rate, key: Key) -> None:
        values = {"key": self.hashed(key), "cost": rate.seconds / rate.times}
        with contextlib.suppress(StorageError):
            await _at_once(self._database, lambda connection: connection.execute(_GIVE_BACK, values))


class SharedLimits:
    """All limiters of one process whose counts others share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts: list[_Counts] = []

    def share(self, name: str, limiter: RateLimiter) -> None:
        """From now on the counts of this limiter are shared with those of the same name in other processes."""
        limiter.shared = counts = _Counts(self._database, name, limiter)
        self._counts.append(counts)

    async def run(self) -> None:
        """Merge every second, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            for counts in self._counts:
                await self.merge(counts)

    async def merge(self, counts: _Counts) -> None:
        """Tell the database what was counted here, and learn what others have counted."""
        taken = list(counts.limiter.take_unmerged().items())
        for start in range(0, len(taken), MOST):
            by_hash = {counts.hashed(key): (key, cost) for key, cost in taken[start : start + MOST]}
            try:
                rows = await _at_once(self._database, partial(_merge, by_hash))
            except StorageError:
                counts.limiter.put_back(dict(taken[start:]))
                return
            for hashed, seconds in rows:
                counts.limiter.merge(by_hash[hashed][0], seconds)


def _merge(by_hash: dict[str, tuple[Key, float]], connection: sa.Connection) -> list[tuple[str, float]]:
    """Add to the counts of these keys; returns the new ones."""
    values = {"keys": list(by_hash), "costs": [cost for _key, cost in by_hash.values()]}
    return [(hashed, seconds) for hashed, seconds in connection.execute(_MERGE, values)]


def remove_unused(connection: sa.Connection) -> int:
    """Remove the rows of keys that have their whole allowance again; returns how many."""
    unused = schema.rate_limit.c.used_until < sa.literal_column(NOW)
    return connection.execute(sa.delete(schema.rate_limit).where(unused)).rowcount


async def _at_once(database: Database, work: Callable[[sa.Connection], T]) -> T:
    """Run statements that commit one by one, and that wait for nobody's transaction."""
    return await database.read(work, snapshot=False)
