"""Work that takes thought: a bot's step, a hint, the analysis of a whole game. Other processes do the thinking.

Who waits for an answer goes before work in the background. An analysis is asked step by step, each step a question of
its own, and so many analyses at a time that one process stays free: no bot's step waits longer than for one such step.
Analyses are rows of the table `job`, so they outlive the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
import structlog

from lutetia.bots import NAMES
from lutetia.bots.analysis import steps_of
from lutetia.bots.fault import BotFault
from lutetia.bots.reason import Suggestion
from lutetia.core import i18n
from lutetia.core.errors import shown
from lutetia.core.i18n import N_
from lutetia.core.random import Rng
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.pool import COMMAND, START, Pool
from lutetia.server.store import schema
from lutetia.server.store.database import StoreTrouble

if TYPE_CHECKING:
    from lutetia.server.house import House

Json = dict[str, Any]
MOST_WAITING = 10
"""Analyses that one person may have under way."""
DRAWING = 30.0
"""Seconds that a replay file may take."""
PROGRESS = 1.0
"""Seconds between two notes of how far an analysis is."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Chosen:
    """A bot's step. `fault` is one of bots/fault.py's kinds where the bot had none and chance chose."""

    step: str
    fault: str | None = None


class Jobs:
    """The thinkers of one house."""

    def __init__(self, house: House, command: Sequence[str] = COMMAND) -> None:
        """`command` starts a worker."""
        size = house.settings.bot_processes
        self.pool = Pool(size, command)
        self.scribe = Pool(1, command)
        """For documents: they are long to write, but no bot should have to wait for one."""
        self._house = house
        self._seconds = house.settings.bot_seconds
        self._analysts = max(1, size - 1)
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._under_way: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Take up what was left unfinished."""
        unfinished = await self._house.database.read(
            lambda c: (
                c.execute(
                    sa.select(schema.job.c.id)
                    .where(schema.job.c.status.in_(("waiting", "running")))
                    .order_by(schema.job.c.at)
                )
                .scalars()
                .all()
            )
        )
        for job in unfinished:
            self._enqueue(job)
        self._tasks = [asyncio.create_task(self._analyst()) for _analyst in range(self._analysts)]

    async def close(self) -> None:
        """End the thinking. Analyses go on after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(self.pool.close(), self.scribe.close())

    # ---- for who waits -----------------------------------------------------------------------------------------------

    async def choose(self, bot: str, view: Json, legal: list[str], seed: int) -> Chosen:
        """One of the legal steps: the bot's where it offers one in time, else a random one. Never raises."""
        question = {"do": "choose", "bot": bot, "view": view, "legal": legal, "seed": seed}
        question["ms"] = int(self._seconds * 1000)
        # A bot that is a program of its own keeps its time itself, so that its worker can end it; see bots/external.py.
        patience = self._seconds + (0 if bot in NAMES else START + 1)
        try:
            step = await self.pool.ask(question, patience)
            if not isinstance(step, str) or step not in legal:
                raise BotFault("illegal", shown(step))
        except BotFault as fault:
            log.warning("bot fault", bot=bot, game=view.get("game"), fault=fault.kind, detail=fault.detail)
            number = 1 + sum(len(turn["steps"]) for turn in view["turns"])
            return Chosen(legal[Rng(seed * 1_000_003 + number).choose(len(legal))], fault.kind)
        return Chosen(step)

    async def suggest(self, view: Json, seed: int = 0) -> Json:
        """`{"step", "text", "points", "reasons"}` for the view's seat, in the language of whoever is spoken to.

        `reasons` holds the catalogue's keys with their values. Raises Refused where no answer comes in time.
        """
        try:
            said = await self.pool.ask({"do": "suggest", "view": view, "seed": seed}, self._seconds)
        except BotFault as fault:
            log.warning("no hint", game=view.get("game"), fault=fault.kind, detail=fault.detail)
            raise Refused(503, "no-hint", N_("No hint could be found in time; try again.")) from None
        reasons = tuple((key, values) for key, values in said["reasons"])
        found = Suggestion(said["step"], reasons, said["points"])
        return {"step": found.step, "text": str(found), "points": found.points, "reasons": said["reasons"]}

    async def replay_page(self, record: Json, names: dict[str, str]) -> str:
        """A sound record as an HTML file, in the language of whoever is spoken to. Raises Refused if it takes long."""
        question = {"do": "draw", "record": record, "names": names, "language": i18n.language.get()}
        try:
            page = await self.scribe.ask(question, DRAWING)
        except BotFault as fault:
            log.warning("no replay file", game=record.get("game"), fault=fault.kind, detail=fault.detail)
            raise Refused(503, "no-file", N_("The file could not be drawn in time; try again.")) from None
        return str(page)

    # ---- analyses ----------------------------------------------------------------------------------------------------

    async def analyse(self, record: Json, person: str | None) -> str:
        """The job that analyses a sound record; the same for the same record. Raises Refused if one asks too much."""
        canonical = json.dumps(record, sort_keys=True, separators=(",", ":"))
        key = "analysis:" + hashlib.sha256(canonical.encode()).hexdigest()
        row: Json = {
            "id": new_id(SECRET),
            "kind": "analysis",
            "key": key,
            "person": person,
            "status": "waiting",
            "done": 0,
        }
        row |= {"total": len(steps_of(record)), "work": {"record": record}, "at": self._house.now()}
        job = await self._house.database.write(lambda c: _entered(c, row))
        if job is None:
            raise Refused(429, "too-many-jobs", N_("Your other analyses come first; wait until one is done."))
        self._enqueue(job["id"], job["status"])
        return str(job["id"])

    async def job(self, id: str) -> Json:
        """`{"id", "kind", "status", "done", "total", "result"}`. Raises Refused where there is none."""
        found = await self._house.database.read(
            lambda c: c.execute(_SHOWN.where(schema.job.c.id == id)).mappings().first()
        )
        if found is None:
            raise Refused(404, "no-job", N_("There is no such work here."))
        return dict(found)

    def _enqueue(self, id: str, status: str = "waiting") -> None:
        if status in ("waiting", "running") and id not in self._under_way:
            self._under_way.add(id)
            self._queue.put_nowait(id)

    async def _analyst(self) -> None:
        while True:
            id = await self._queue.get()
            try:
                await self._analysed(id)
            except StoreTrouble as trouble:  # it is begun anew when asked for again, or at the next start
                log.warning("analysis not kept", job=id, why=str(trouble))
            except Exception:
                log.exception("analysis failed", job=id)
                with contextlib.suppress(StoreTrouble):
                    await self._note(id, status="failed")
            finally:
                self._under_way.discard(id)

    async def _analysed(self, id: str) -> None:
        row = await self._house.database.read(
            lambda c: c.execute(sa.select(schema.job.c.work, schema.job.c.total).where(schema.job.c.id == id)).first()
        )
        if row is None:  # removed with its person's traces
            return
        await self._note(id, status="running", done=0)
        judged = []
        noted = time.monotonic()
        for at in range(row.total):
            judged.append(await self._judged(row.work["record"], at))
            if time.monotonic() - noted >= PROGRESS:
                noted = time.monotonic()
                await self._note(id, done=at + 1)
        await self._note(id, status="done", done=row.total, result=judged)

    async def _judged(self, record: Json, at: int) -> Json:
        """One step judged; a worker that fails is given a second chance, as it may not have been its fault."""
        question = {"do": "judge", "record": record, "at": at}
        try:
            said: Json = await self.pool.ask(question, self._seconds, urgent=False)
        except BotFault:
            said = await self.pool.ask(question, self._seconds, urgent=False)
        return said

    async def _note(self, id: str, **values: object) -> None:
        await self._house.database.write(
            lambda c: c.execute(sa.update(schema.job).where(schema.job.c.id == id).values(**values)) and None
        )


def _entered(connection: sa.Connection, row: Json) -> Json | None:
    """The job of this key: the one there is, begun anew if it failed, or this row. None: its person has too many."""
    job = schema.job
    found = connection.execute(sa.select(job.c.id, job.c.status).where(job.c.key == row["key"])).mappings().first()
    if found is not None and found["status"] == "failed":
        connection.execute(sa.update(job).where(job.c.id == found["id"]).values(status="waiting", done=0))
        return {"id": found["id"], "status": "waiting"}
    if found is not None:
        return dict(found)
    waiting = sa.select(sa.func.count()).where(job.c.person == row["person"], job.c.status.in_(("waiting", "running")))
    if row["person"] is not None and connection.execute(waiting).scalar_one() >= MOST_WAITING:
        return None
    connection.execute(sa.insert(job).values(**row))
    return row


_SHOWN = sa.select(
    schema.job.c.id, schema.job.c.kind, schema.job.c.status, schema.job.c.done, schema.job.c.total, schema.job.c.result
)
