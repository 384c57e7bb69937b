"""The order of the jobs of all processes: start-time fair queueing, with the tags in PostgreSQL.

Every owner has a virtual time at which the owner's last job ends (`fair_share`). A new job starts there, or now if that
is later, and the owner's time moves on by what the job probably takes. When it is done, the difference to what it took
is made up for. Jobs run in the order of their starts, so however much somebody asks for, others wait only for the
jobs that run already. "Now" is the start of the job that was started last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lutetia.server.jobs.fair_queue import Lane, Owner

TICKS = 100
"""Per second of virtual time. A priority is a whole number of 32 bits, so it does for 248 days without a pause."""
TOP = 2**31 - 1
CLOCK = ""
"""The row of `fair_share` with the virtual time of all."""

_NOW = """
SELECT coalesce(
    (SELECT finish FROM fair_share WHERE owner = %(clock)s),
    (SELECT (%(top)s - max(priority + CASE WHEN priority < 0 THEN %(top)s::bigint + 1 ELSE 0 END)) / %(ticks)s::float
       FROM procrastinate_jobs WHERE status IN ('todo', 'doing')),
    0)
"""
_KNOWN = "SELECT owner, finish FROM fair_share WHERE owner = ANY(%(owners)s)"
_CHARGE = """
INSERT INTO fair_share (owner, finish) SELECT owner, %(now)s + %(seconds)s FROM unnest(%(owners)s::text[]) AS owner
    ORDER BY owner
ON CONFLICT (owner) DO UPDATE SET finish = greatest(fair_share.finish, %(now)s) + %(seconds)s
"""
_CORRECT = """
UPDATE fair_share SET finish = greatest(0, finish + %(seconds)s)
 WHERE owner IN (SELECT owner FROM fair_share WHERE owner = ANY(%(owners)s) ORDER BY owner FOR UPDATE)
"""
_START = """
INSERT INTO fair_share (owner, finish) VALUES (%(clock)s, %(start)s)
ON CONFLICT (owner) DO UPDATE SET finish = greatest(fair_share.finish, excluded.finish)
"""
_REST = """
DELETE FROM fair_share WHERE NOT EXISTS (SELECT FROM procrastinate_jobs WHERE status IN ('todo', 'doing'))
"""
_VALUES = {"clock": CLOCK, "top": TOP, "ticks": TICKS}


async def charge(connection: Any, owners: Sequence[Owner], lane: Lane, seconds: float) -> int:
    """The priority of a new job that probably takes so long. It counts for all its owners.

    Of several people who wait for the same, the one counts who has used least. `connection` is one of psycopg's, in a
    transaction.
    """
    keys = sorted({key for owner in owners for key in owner.keys})
    now = (await (await connection.execute(_NOW, _VALUES)).fetchone())[0]
    finish = dict(await (await connection.execute(_KNOWN, {"owners": keys})).fetchall())
    start = max(now, min(max(finish.get(key, 0.0) for key in owner.keys) for owner in owners))
    await connection.execute(_CHARGE, {"owners": keys, "now": now, "seconds": seconds})
    return priority(start, lane)


async def started(connection: Any, tag: int) -> None:
    """A job with this priority starts: that is the virtual time now."""
    await connection.execute(_START, {"clock": CLOCK, "start": start_of(tag)})


async def correct(connection: Any, keys: Iterable[str], seconds: float) -> None:
    """A job took so many seconds more than was expected, or less."""
    await connection.execute(_CORRECT, {"owners": list(keys), "seconds": seconds})


async def rest(connection: Any) -> None:
    """If nothing waits and nothing runs, the virtual time begins anew."""
    await connection.execute(_REST)


def priority(start: float, lane: Lane) -> int:
    """Greater is sooner. Background work comes after all other work."""
    tag = TOP - min(TOP, int(start * TICKS))
    return tag - TOP - 1 if lane is Lane.BACKGROUND else tag


def start_of(tag: int) -> float:
    """The virtual time of a priority."""
    return (TOP - (tag + TOP + 1 if tag < 0 else tag)) / TICKS
