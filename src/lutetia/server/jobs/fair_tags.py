"""The order of the jobs of all processes: start-time fair queueing, with the tags in PostgreSQL.

Every owner has a virtual time at which the owner's last job ends (`fair_share`). A new job starts there, or now if that
is later, and the owner's time moves on by what the job probably takes. When it is done, the difference to what it took
is made up for. Jobs run in the order of their starts, so however much somebody asks for, others wait only for the
jobs that run already. "Now" is the start of the job that was started last.

Long work goes first only for owners who also rest, as in one process (idle_credit.py). Their credit is in the same
rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lutetia.server.jobs.fair_queue import Lane, Owner
from lutetia.server.jobs.idle_credit import ENOUGH, LONGEST, after_rest

TICKS = 100
"""Per second of virtual time. A priority is a whole number of 32 bits, so it does for 248 days without a pause."""
TOP = 2**31 - 1
CLOCK = ""
"""The row of `fair_share` with the virtual time of all."""

_NOW = """
SELECT coalesce(
    (SELECT finish FROM fair_share WHERE owner = %(clock)s AND finish <> 0),
    (SELECT (%(top)s - max(priority + CASE WHEN priority < 0 THEN %(top)s::bigint + 1 ELSE 0 END)) / %(ticks)s::float
       FROM procrastinate_jobs WHERE status IN ('todo', 'doing')),
    0)
"""
_MEET = """
INSERT INTO fair_share (owner, network, idle_since)
SELECT owner, network, %(at)s FROM unnest(%(owners)s::text[], %(networks)s::text[]) AS met (owner, network)
    ORDER BY owner
ON CONFLICT (owner) DO UPDATE SET network = excluded.network
    WHERE excluded.network IS NOT NULL AND fair_share.network IS DISTINCT FROM excluded.network
"""
_NETWORKS = "SELECT owner, network FROM fair_share WHERE owner = ANY(%(owners)s) AND network <> ''"
_LOCK = """
INSERT INTO fair_share (owner, idle_since) SELECT owner, %(at)s FROM unnest(%(owners)s::text[]) AS owner ORDER BY owner
ON CONFLICT (owner) DO UPDATE SET owner = excluded.owner
RETURNING owner, finish, credit, idle_since
"""
"""The rows of all owners, locked until the transaction ends, in the same order in all processes."""
_OPEN = """
SELECT DISTINCT key FROM procrastinate_jobs CROSS JOIN LATERAL jsonb_array_elements_text(args->'keys') AS key
 WHERE status IN ('todo', 'doing') AND (args->>'counted')::boolean AND lock IS DISTINCT FROM %(lock)s
       AND key = ANY(%(owners)s)
"""
_THINK = """
UPDATE fair_share SET credit = began.credit, idle_since = %(at)s
  FROM unnest(%(owners)s::text[], %(credits)s::float8[]) AS began (owner, credit) WHERE fair_share.owner = began.owner
"""
_CHARGE = "UPDATE fair_share SET finish = greatest(finish, %(now)s) + %(seconds)s WHERE owner = ANY(%(owners)s)"
_CORRECT = """
UPDATE fair_share SET finish = greatest(0, finish + %(seconds)s), credit = credit - %(used)s,
       idle_since = CASE WHEN %(counted)s THEN %(at)s ELSE idle_since END
 WHERE owner IN (SELECT owner FROM fair_share WHERE owner = ANY(%(owners)s) ORDER BY owner FOR UPDATE)
"""
_START = """
INSERT INTO fair_share (owner, finish) VALUES (%(clock)s, %(start)s)
ON CONFLICT (owner) DO UPDATE SET finish = greatest(fair_share.finish, excluded.finish)
"""
_REST = """
UPDATE fair_share SET finish = 0
 WHERE finish <> 0 AND NOT EXISTS (SELECT FROM procrastinate_jobs WHERE status IN ('todo', 'doing'))
"""
_FORGET = """
DELETE FROM fair_share WHERE idle_since < %(before)s AND owner <> %(clock)s
   AND finish <= coalesce((SELECT finish FROM fair_share WHERE owner = %(clock)s), 0)
"""
REMEMBERED = 86_400.0
"""Seconds after which somebody who rests is forgotten."""
_VALUES = {"clock": CLOCK, "top": TOP, "ticks": TICKS}


async def meet(connection: Any, networks: dict[str, str | None], at: float) -> None:
    """These people sit at a table. Whoever is new rests from now on.

    `networks`: the hashed network of a guest, "" for a member, None if this process does not know.
    """
    rows = networks | {key: None for owner in networks.items() for key in Owner(*owner).keys if key not in networks}
    await connection.execute(_MEET, {"owners": list(rows), "networks": list(rows.values()), "at": at})


async def networks_of(connection: Any, people: Sequence[str]) -> dict[str, str]:
    """The networks of these guests, as far as any process knows them."""
    return dict(await (await connection.execute(_NETWORKS, {"owners": list(people)})).fetchall())


async def begin_think(
    connection: Any, owners: Sequence[Owner], lock: str | None, at: float, *, continues: bool = False
) -> bool:
    """Long work that somebody waits for begins to wait. Returns whether it goes first.

    `lock`: of the work; other work with it does not count. `continues`: it is the rest of a turn that went first.
    """
    keys = keys_of(owners)
    known = {row[0]: row[2:] for row in await _rows(connection, keys, at)}
    busy = {row[0] for row in await (await connection.execute(_OPEN, {"owners": keys, "lock": lock})).fetchall()}
    credit = {
        key: seconds if key in busy or continues else after_rest(seconds, max(0.0, at - idle_since))
        for key, (seconds, idle_since) in known.items()
    }
    await connection.execute(_THINK, {"owners": list(credit), "credits": list(credit.values()), "at": at})
    least = -LONGEST if continues else ENOUGH
    return any(all(key not in busy and credit[key] > least for key in owner.keys) for owner in owners)


async def charge(connection: Any, owners: Sequence[Owner], lane: Lane, seconds: float, at: float) -> int:
    """The priority of a new job that probably takes so long. It counts for all its owners.

    Of several people who wait for the same, the one counts who has used least. `connection` is one of psycopg's, in a
    transaction. `at`: the time in seconds, as everywhere here.
    """
    keys = keys_of(owners)
    now = (await (await connection.execute(_NOW, _VALUES)).fetchone())[0]
    finish = {row[0]: row[1] for row in await _rows(connection, keys, at)}
    start = max(now, min(max(finish[key] for key in owner.keys) for owner in owners))
    await connection.execute(_CHARGE, {"owners": keys, "now": now, "seconds": seconds})
    return priority(start, lane)


async def _rows(connection: Any, keys: list[str], at: float) -> list[Any]:
    return list(await (await connection.execute(_LOCK, {"owners": keys, "at": at})).fetchall())


async def started(connection: Any, tag: int) -> None:
    """A job with this priority starts: that is the virtual time now."""
    await connection.execute(_START, {"clock": CLOCK, "start": start_of(tag)})


async def correct(connection: Any, keys: Iterable[str], took: float, expected: float, at: float, counted: bool) -> None:
    """A job took so many seconds. `counted`: it was begun by `begin_think`."""
    values = {"owners": list(keys), "seconds": took - expected, "used": took * counted, "at": at, "counted": counted}
    await connection.execute(_CORRECT, values)


async def rest(connection: Any, at: float) -> None:
    """If nothing waits and nothing runs, the virtual time begins anew."""
    await connection.execute(_REST)
    await connection.execute(_FORGET, {"before": at - REMEMBERED, "clock": CLOCK})


def keys_of(owners: Iterable[Owner]) -> list[str]:
    """What work of these owners is counted for, in the order in which rows are locked."""
    return sorted({key for owner in owners for key in owner.keys})


def priority(start: float, lane: Lane) -> int:
    """Greater is sooner. Background work comes after all other work."""
    tag = TOP - min(TOP, int(start * TICKS))
    return tag - TOP - 1 if lane is Lane.BACKGROUND else tag


def start_of(tag: int) -> float:
    """The virtual time of a priority."""
    return (TOP - (tag + TOP + 1 if tag < 0 else tag)) / TICKS
