"""The job queue: bots' steps, hints, replay files and analyses, all computed in worker processes.

Requests that somebody waits for come before background work. All workers but one may run analyses, one step at a time,
so a bot never waits for more than one such step; with a single worker, that one does both. Analyses are rows of the
table `job`, so they survive a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Sequence

import sqlalchemy as sa
import structlog

from lutetia.bots import NAMES
from lutetia.bots.analysis import steps_of
from lutetia.bots.fault import BotFault
from lutetia.bots.suggestion import Suggestion
from lutetia.core.errors import shown
from lutetia.core.i18n import N_, language
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.server.errors import Refused, StorageError
from lutetia.server.ids import SECRET, new_id
from lutetia.server.jobs.pool import COMMAND, START_SECONDS, WorkerPool
from lutetia.server.play.interfaces import BotChoice
from lutetia.server.store import schema
from lutetia.server.store.database import Database

MAX_WAITING = 10
"""Unfinished analyses per person."""
DRAWING_SECONDS = 30.0
"""Time limit of a replay file."""
PROGRESS_EVERY = 1.0
"""Seconds between two updates of an analysis's progress."""
log = structlog.get_logger(__name__)


class JobQueue:
    """All work for worker processes. It implements `play`'s `Thinker`."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        *,
        processes: int,
        seconds: float,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """`processes` think, each for at most `seconds`; `command` starts a worker."""
        self.thinkers = WorkerPool(processes, command)
        self.writers = WorkerPool(1, command)
        """For replay files: they take long, and no bot should have to wait for one."""
        self._database = database
        self._now = now
        self._seconds = seconds
        self._analysts = max(1, processes - 1)
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Continue the analyses that were not finished."""
        job = schema.job.c
        unfinished = sa.select(job.id).where(job.status.in_(("waiting", "running"))).order_by(job.at)
        for id_ in await self._database.read(lambda c: c.execute(unfinished).scalars().all()):
            self._enqueue(id_)
        self._tasks = [asyncio.create_task(self._run_analyses()) for _analyst in range(self._analysts)]

    async def close(self) -> None:
        """End all workers. Analyses continue after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(self.thinkers.close(), self.writers.close())

    # ---- requests that somebody waits for ----------------------------------------------------------------------------

    async def choose(self, bot: str, view: Json, legal: list[str], seed: int) -> BotChoice:
        """One of the legal steps: the bot's if it answers in time, otherwise a random one. Never raises."""
        question = {"do": "choose", "bot": bot, "view": view, "legal": legal, "seed": seed}
        question["ms"] = int(self._seconds * 1000)
        # An external program keeps its own time, so that its worker can end it; see bots/external.py.
        limit = self._seconds + (0 if bot in NAMES else START_SECONDS + 1)
        try:
            step = await self.thinkers.ask(question, limit)
            if not isinstance(step, str) or step not in legal:
                raise BotFault("illegal", shown(step))
        except BotFault as fault:
            log.warning("bot failed", bot=bot, game=view.get("game"), fault=fault.kind, detail=fault.detail)
            number = 1 + sum(len(turn["steps"]) for turn in view["turns"])
            return BotChoice(legal[Rng(seed * 1_000_003 + number).choose(len(legal))], fault.kind)
        return BotChoice(step)

    async def suggest(self, view: Json, seed: int = 0) -> Json:
        """`{"step", "text", "points", "reasons"}` for the view's seat, in the language of the request.

        `reasons` holds catalogue keys with their values. Raises Refused if there is no answer in time.
        """
        try:
            answer = await self.thinkers.ask({"do": "suggest", "view": view, "seed": seed}, self._seconds)
        except BotFault as fault:
            log.warning("hint failed", game=view.get("game"), fault=fault.kind, detail=fault.detail)
            raise Refused(503, "no-hint", N_("No hint could be found in time; try again.")) from None
        reasons = tuple((key, values) for key, values in answer["reasons"])
        found = Suggestion(answer["step"], reasons, answer["points"])
        return {"step": found.step, "text": str(found), "points": found.points, "reasons": answer["reasons"]}

    async def replay_page(self, record: Json, names: dict[str, str]) -> str:
        """A valid record as an HTML file, in the language of the request. Raises Refused if it takes too long."""
        question = {"do": "draw", "record": record, "names": names, "language": language.get()}
        try:
            page = await self.writers.ask(question, DRAWING_SECONDS)
        except BotFault as fault:
            log.warning("replay file failed", game=record.get("game"), fault=fault.kind, detail=fault.detail)
            raise Refused(503, "no-file", N_("The file could not be drawn in time; try again.")) from None
        return str(page)

    # ---- analyses ----------------------------------------------------------------------------------------------------

    async def analyse(self, record: Json, person: str | None) -> str:
        """Queue the analysis of a valid record; each record has one job. Raises Refused if the person has too many."""
        canonical = json.dumps(record, sort_keys=True, separators=(",", ":"))
        row: Json = {
            "id": new_id(SECRET),
            "kind": "analysis",
            "key": "analysis:" + hashlib.sha256(canonical.encode()).hexdigest(),
            "person": person,
            "status": "waiting",
            "done": 0,
            "total": len(steps_of(record)),
            "work": {"record": record},
            "at": self._now(),
        }
        job = await self._database.write(lambda c: _find_or_add(c, row))
        if job is None:
            raise Refused(429, "too-many-jobs", N_("Your other analyses come first; wait until one is done."))
        self._enqueue(job["id"], job["status"])
        return str(job["id"])

    async def job(self, id_: str) -> Json:
        """`{"id", "kind", "status", "done", "total", "result"}`. Raises Refused if there is no such job."""
        job = schema.job.c
        wanted = sa.select(job.id, job.kind, job.status, job.done, job.total, job.result).where(job.id == id_)
        found = await self._database.read(lambda c: c.execute(wanted).mappings().first())
        if found is None:
            raise Refused(404, "no-job", N_("There is no such work here."))
        return dict(found)

    def _enqueue(self, id_: str, status: str = "waiting") -> None:
        if status in ("waiting", "running") and id_ not in self._queued:
            self._queued.add(id_)
            self._queue.put_nowait(id_)

    async def _run_analyses(self) -> None:
        while True:
            id_ = await self._queue.get()
            try:
                await self._run_analysis(id_)
            except StorageError as error:  # it runs again when somebody asks for it, or at the next start
                log.warning("analysis not stored", job=id_, why=str(error))
            except Exception:
                log.exception("analysis failed", job=id_)
                with contextlib.suppress(StorageError):
                    await self._update(id_, status="failed")
            finally:
                self._queued.discard(id_)

    async def _run_analysis(self, id_: str) -> None:
        wanted = sa.select(schema.job.c.work, schema.job.c.total).where(schema.job.c.id == id_)
        row = await self._database.read(lambda c: c.execute(wanted).first())
        if row is None:  # removed together with its person
            return
        await self._update(id_, status="running", done=0)
        judgements = []
        updated = time.monotonic()
        for at in range(row.total):
            judgements.append(await self._judge(row.work["record"], at))
            if time.monotonic() - updated >= PROGRESS_EVERY:
                updated = time.monotonic()
                await self._update(id_, done=at + 1)
        await self._update(id_, status="done", done=row.total, result=judgements)

    async def _judge(self, record: Json, at: int) -> Json:
        """Judge one step. If the worker fails, ask once more, because the failure may be unrelated."""
        question = {"do": "judge", "record": record, "at": at}
        try:
            answer: Json = await self.thinkers.ask(question, self._seconds, urgent=False)
        except BotFault:
            answer = await self.thinkers.ask(question, self._seconds, urgent=False)
        return answer

    async def _update(self, id_: str, **values: object) -> None:
        change = sa.update(schema.job).where(schema.job.c.id == id_).values(**values)
        await self._database.write(lambda c: c.execute(change) and None)


def _find_or_add(connection: sa.Connection, row: Json) -> Json | None:
    """The job with this key: an existing one, restarted if it failed, or this row. None: its person has too many."""
    job = schema.job
    found = connection.execute(sa.select(job.c.id, job.c.status).where(job.c.key == row["key"])).mappings().first()
    if found is not None and found["status"] == "failed":
        connection.execute(sa.update(job).where(job.c.id == found["id"]).values(status="waiting", done=0))
        return {"id": found["id"], "status": "waiting"}
    if found is not None:
        return dict(found)
    waiting = sa.select(sa.func.count()).where(job.c.person == row["person"], job.c.status.in_(("waiting", "running")))
    if row["person"] is not None and connection.execute(waiting).scalar_one() >= MAX_WAITING:
        return None
    connection.execute(sa.insert(job).values(**row))
    return row
