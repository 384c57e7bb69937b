"""What the shared job queue holds, for operators: procrastinate's tables in PostgreSQL."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from lutetia.core.json_types import Json

ALIVE_SECONDS = 5
"""A worker that has not said for so long that it is alive does not count."""
MOST_LISTED = 20

_KINDS = """
SELECT task_name, count(*) FILTER (WHERE status = 'todo'), count(*) FILTER (WHERE status = 'doing')
  FROM procrastinate_jobs WHERE status IN ('todo', 'doing') GROUP BY task_name ORDER BY task_name
"""
_LANES = """
SELECT queue_name, count(*) FILTER (WHERE status = 'todo'), count(*) FILTER (WHERE status = 'doing'),
       coalesce(extract(epoch FROM now()) - min((args->>'at')::float) FILTER (WHERE status = 'todo') / 1000, 0)::float
  FROM procrastinate_jobs WHERE status IN ('todo', 'doing') GROUP BY queue_name
"""
_PEOPLE = f"""
SELECT one.value->>0 AS person, count(*), coalesce(max(share.finish) - max(clock.finish), 0)
  FROM procrastinate_jobs job CROSS JOIN LATERAL jsonb_array_elements(job.args->'owners') AS one
  LEFT JOIN fair_share share ON share.owner = one.value->>0
  LEFT JOIN fair_share clock ON clock.owner = ''
 WHERE job.status = 'todo' AND one.value->>0 IS NOT NULL
 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {MOST_LISTED}
"""
_WORKERS = f"""
SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '{ALIVE_SECONDS} s'
"""
LANES = "quick", "long", "background"


def exists(connection: sa.Connection) -> bool:
    """Whether there is such a queue."""
    if connection.dialect.name != "postgresql":
        return False
    return connection.execute(sa.text("SELECT to_regclass('procrastinate_jobs')")).scalar() is not None


def workers(connection: sa.Connection) -> int:
    """How many workers are alive. A process has several: one for each job that it can do at the same time."""
    return int(connection.execute(sa.text(_WORKERS)).scalar_one())


def lanes(connection: sa.Connection) -> dict[str, tuple[int, int, float]]:
    """By lane: how many jobs wait, how many run, and for how many seconds the first has waited."""
    found: dict[str, Any] = {row[0]: (row[1], row[2], max(0.0, row[3])) for row in connection.execute(sa.text(_LANES))}
    return {lane: found.get(lane, (0, 0, 0.0)) for lane in LANES}


def report(connection: sa.Connection) -> Json:
    """What waits and runs: by kind, how long the first has waited, who has most waiting, and how many workers are
    alive. `used`: by so many seconds a person's next job comes after that of somebody who has none."""
    kinds = connection.execute(sa.text(_KINDS))
    people = connection.execute(sa.text(_PEOPLE))
    return {
        "work": {kind: {"waiting": waiting, "running": running} for kind, waiting, running in kinds},
        "longest": round(max(seconds for _waiting, _running, seconds in lanes(connection).values()), 1),
        "people": [
            {"person": person, "waiting": waiting, "used": round(max(0.0, used), 1)} for person, waiting, used in people
        ],
        "workers": workers(connection),
    }
