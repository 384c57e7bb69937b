"""Analyses of whole records: rows of the table `job`, which are computed a part at a time.

What has been found is stored about twice a second, without any words, so that everybody reads it in their own language.
An analysis goes on after a restart, in whichever process, and can be looked at while it grows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from lutetia.bots.analysis_report import Task, total
from lutetia.core.i18n import N_, NP_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.jobs.owners import Owners
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.tasks.analyses import carry_on, in_words, key_of

UNFINISHED = ("waiting", "running")
Judge = Callable[[Json, Task, str | None], Awaitable[Json]]
"""Does a part of the analysis of a record, for a person."""


class Analyses:
    """All analyses of a server."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        judge: Judge,
        owners: Owners,
        most: int,
        of_address: int | None,
    ) -> None:
        """`most` may be unfinished per person, `of_address` of all guests of a network; None: any number."""
        self._database = database
        self._now = now
        self._judge = judge
        self._owners = owners
        self._most, self._most_of_address = most, of_address

    async def add(self, record: Json, owner: Owner) -> Json:
        """The analysis of a valid record: `{"id", "status", "person"}`. Each record has one.

        Raises Refused if the person, or all guests of the network, have too many.
        """
        row: Json = {
            "id": new_id(SECRET),
            "kind": "analysis",
            "key": key_of(record),
            "person": owner.person,
            "status": "waiting",
            "done": 0,
            "total": total(record),
            "work": {"record": record},
            "at": self._now(),
        }
        return await self._database.write(lambda c: self._find_or_add(c, row, owner.network))

    async def known(self, record: Json) -> str | None:
        """The id of the analysis of a record; None if there is none, or it failed."""
        job = schema.job.c
        wanted = sa.select(job.id).where(job.key == key_of(record), job.status != "failed")
        return await self._database.read(lambda c: c.execute(wanted).scalar())

    async def find(self, id_: str) -> Json:
        """`{"id", "kind", "status", "done", "total", "result", "person"}`. Raises Refused if there is none.

        `result` is what has been found so far, in the current language; None before there is anything.
        """
        job = schema.job.c
        columns = job.id, job.kind, job.status, job.done, job.total, job.result, job.person, job.work
        found = await self._database.read(
            lambda c: c.execute(sa.select(*columns).where(job.id == id_)).mappings().first()
        )
        if found is None:
            raise Refused(404, "no-job", N_("There is no such task."))
        told = dict(found)
        work = told.pop("work")
        return told | {"result": in_words(work["record"], told["result"])}

    async def unfinished(self) -> list[tuple[str, str | None]]:
        """Their ids and people, the first asked for first."""
        job = schema.job.c
        wanted = sa.select(job.id, job.person).where(job.status.in_(UNFINISHED)).order_by(job.at)
        return [(id_, person) for id_, person in await self._database.read(lambda c: c.execute(wanted).all())]

    async def run(self, id_: str, goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Do the parts that have not been done, as long as it may go on; returns whether it is done."""
        job = schema.job.c
        wanted = sa.select(job.work, job.total, job.result, job.person).where(job.id == id_)
        row = await self._database.read(lambda c: c.execute(wanted).first())
        if row is None:  # removed together with its person
            return True
        record = row.work["record"]
        found = await carry_on(
            record,
            row.result,
            lambda task: self._judge(record, task, row.person),
            lambda done, found: self._update(id_, status="running", done=done, result=found),
            goes_on,
        )
        if found is None:
            return False
        await self._update(id_, status="done", done=row.total, result=found)
        return True

    async def fail(self, id_: str) -> None:
        """It cannot be done."""
        await self._update(id_, status="failed")

    async def _update(self, id_: str, **values: object) -> None:
        change = sa.update(schema.job).where(schema.job.c.id == id_).values(**values)
        await self._database.write(lambda c: c.execute(change) and None)

    def _find_or_add(self, connection: sa.Connection, row: Json, network: str | None) -> Json:
        """The job with this key: an existing one, restarted if it failed, or this row. Raises Refused.

        `network`: where it was asked for, if not by a member.
        """
        job = schema.job
        wanted = sa.select(job.c.id, job.c.status, job.c.person).where(job.c.key == row["key"])
        found = connection.execute(wanted).mappings().first()
        if found is not None and found["status"] == "failed":
            again = {"status": "waiting", "done": 0, "result": None}
            connection.execute(sa.update(job).where(job.c.id == found["id"]).values(**again))
            return {**found, "status": "waiting"}
        if found is not None:
            return dict(found)
        people = sa.select(job.c.person).where(job.c.status.in_(UNFINISHED))
        unfinished = [person for person in connection.execute(people).scalars() if person]
        if unfinished.count(row["person"]) >= self._most:
            raise Refused(429, "too-many-jobs", N_("Your other analyses come first; wait until one has finished."))
        most = self._most_of_address
        if network and most and sum(owner.network == network for owner in self._owners.of(unfinished)) >= most:
            reason = NP_(
                "At most {n} analysis for guests from your address can wait at once; try again when it has finished.",
                "At most {n} analyses for guests from your address can wait at once; try again when one has finished.",
            )
            raise Refused(429, "too-many-jobs", reason, n=most)
        connection.execute(sa.insert(job).values(**row))
        return row
