"""The job queue: bots' steps, hints, texts, replay files and analyses, all computed in worker processes.

Everything waits in one fair queue (fair_queue.py). One worker is kept for quick work and one for long work; the others
do both. Analyses run a quarter of a second at a time, so a bot never waits much longer for one. Where several processes
share the work, bots and analyses wait in PostgreSQL first (shared_queue.py), and come here when a process takes them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ParamSpec, Protocol

import structlog

from lutetia.bots import NAMES
from lutetia.bots.analysis_report import Task
from lutetia.bots.fault import BotFault
from lutetia.bots.levels import LEVELS, STRONGEST
from lutetia.bots.suggestion import Suggestion
from lutetia.core.i18n import N_, language
from lutetia.core.json_types import Json
from lutetia.server import tasks
from lutetia.server.errors import Refused, StorageError, internal_error
from lutetia.server.jobs import places
from lutetia.server.jobs.admission import Admission, step_aside
from lutetia.server.jobs.analyses import UNFINISHED, Analyses
from lutetia.server.jobs.fair_queue import FairQueue, Lane, Owner, Usage, Work
from lutetia.server.jobs.owners import Owners, Requests
from lutetia.server.jobs.pool import COMMAND, START_SECONDS, Worker, WorkerPool
from lutetia.server.jobs.queue_observer import Observer
from lutetia.server.play import asking
from lutetia.server.play.interfaces import BotChoice, Position
from lutetia.server.store.database import Database

QUICK_BOTS = frozenset(NAMES) - {level.bot for level in LEVELS[-2:]}
"""Bots that answer in a fraction of a second. The two strongest, and programs of others, take longer."""
PATIENCE = 3
"""How many times as long as the others the strongest bot may think."""
LOOK_SECONDS = 0.2
"""How often it is looked whether somebody still waits for the engine."""
DRAWING_SECONDS = 30.0
"""Time limit of a replay file."""
REST = 19.0
"""For each second that the server process works for those who ask for much, so many go to others."""
MOST_LISTED = 20
"""People whom operators see, those with most work waiting first."""
Arguments = ParamSpec("Arguments")
log = structlog.get_logger(__name__)


class SharedJobs(Protocol):
    """The work that several processes share."""

    async def analyse(self, id_: str, person: str | None) -> None:
        """Queue an analysis, unless it is queued already. Raises StorageError."""

    def before(self, id_: str) -> int | None:
        """How many come before an analysis, if it has waited for long enough."""

    def places_of(self, owner: Owner) -> dict[str, int]:
        """Like `JobQueue.places_of`."""

    def noticed(self, game: str, people: Sequence[str]) -> None:
        """Like `JobQueue.noticed`."""


class JobQueue:
    """All work for worker processes. It implements `play`'s `Thinker`."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        *,
        processes: int,
        seconds: float,
        analyses: int = 10,
        analyses_of_address: int | None = None,
        requests: Requests | None = None,
        restrain: bool = False,
        in_turn: bool = True,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """`processes` think, each for at most `seconds`, and one more does quick work only; `command` starts a worker.

        `analyses`: so many may be unfinished per person, and `analyses_of_address` of all guests of a network; None:
        any number. `requests` limits the other requests. `restrain`: people who
        ask for much do not get all the time that nobody else wants, because steps need it. `in_turn`: see
        `WorkerPool`.
        """
        self._requests = requests or Requests(None, 1)
        self.pool = WorkerPool(processes, command, in_turn=in_turn)
        self._places = places.Places(self.pool.queue)
        # The time of this process is counted apart from that of the workers.
        self.admission = Admission(Usage(), rest=REST if restrain else 0.0)
        self.owners = Owners()
        self.tell: Callable[[str, int | None], None] = lambda game, before: None
        """Called with a game whose bot has to wait, and how many come first; None: it thinks now."""
        self._seconds = seconds
        self.analyses = Analyses(database, now, self._judge, self.owners, analyses, analyses_of_address)
        self.shared: SharedJobs | None = None
        """Set where several processes share the work."""
        self._analyses: dict[str | None, deque[str]] = {}
        """By person: the analyses to do, one after the other."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Continue the analyses that were not finished."""
        if self.shared is None:
            for id_, person in await self.analyses.unfinished():
                self._enqueue(id_, person)
            self._spawn(self._tell_waiting())

    async def close(self) -> None:
        """End all workers. Analyses continue after the next start."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in self._queues:
            queue.close()
        await self.pool.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- requests that somebody waits for ----------------------------------------------------------------------------

    async def choose(
        self,
        bot: str,
        position: Position,
        seed: int,
        *,
        game: str | None = None,
        people: Sequence[str | None] = (),
        watched: bool = True,
    ) -> BotChoice | None:
        """One of the legal steps: the bot's if it answers in time, otherwise a random one.

        The position is looked at when it is the bot's turn to think. None: there is nothing to decide any more. Raises
        Refused if the server stops, and what `position` raises.
        """
        kind, lane = ("bot", Lane.QUICK) if bot in QUICK_BOTS else ("strong-bot", Lane.LONG)
        if lane is Lane.LONG and not watched:
            lane = Lane.BACKGROUND
        work = Work(kind, lane, self.owners.of(people), game)
        async with self.pool.turn(work) as worker:
            if game is not None and work.told is not None:
                self.tell(game, None)
            found = await position()
            return None if found is None else await self._choose(worker, bot, *found, seed)

    async def _choose(self, worker: Worker, bot: str, view: Json, legal: list[str], seed: int) -> BotChoice:
        question = asking.question(bot, view, legal, seed, int(self._seconds * 1000))
        # An external program keeps its own time, so that its worker can end it; see bots/external.py.
        seconds = PATIENCE * self._seconds if bot == STRONGEST else self._seconds
        limit = seconds + (0 if bot in NAMES else START_SECONDS + 1)
        return await asking.choose(
            lambda asked: worker.ask(asked, limit), question, lambda kind: self.pool.queue.observer.failed(kind)
        )

    async def suggest(self, view: Json, owner: Owner = Owner(), seed: int = 0) -> Suggestion:  # noqa: B008
        """A hint for the view's seat.

        Raises Refused if there is no answer in time, or the owner has too many requests waiting.
        """
        await step_aside()
        with self._requests.one(owner):
            work = Work("hint", Lane.QUICK, [owner])
            return await asking.suggest(lambda asked: self.pool.ask(work, asked, self._seconds), view, seed)

    async def compute(
        self,
        owner: Owner,
        task: Callable[Arguments, object],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> bytes:
        """What a task (`server/tasks`) finds, as JSON, in the language of the request. Arguments have no names.

        Raises Refused like `suggest`, and what the task raises.
        """
        assert not named
        name = tasks.name_of(task)
        question = {"do": "task", "task": name, "arguments": arguments, "language": language.get()}
        await step_aside()
        try:
            with self._requests.one(owner):
                found: bytes = await self.pool.ask(Work("text", Lane.QUICK, [owner]), question, self._seconds)
        except BotFault as fault:
            # What an exception says may contain what people wrote; its type does not.
            log.warning("task failed", task=name, fault=fault.kind, error=fault.detail.partition(":")[0])
            if fault.kind == "error":
                raise internal_error() from None
            raise Refused(503, "no-answer", N_("This could not be computed in time; try again.")) from None
        return found

    async def think(
        self,
        owner: Owner,
        lane: Lane,
        gone: Callable[[], Awaitable[bool]],
        task: Callable[Arguments, object],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> bytes:
        """Like `compute`, for the engine of a replay: no game waits for it. `gone`: whether nobody waits any more.

        Then it leaves the queue. A worker that has begun finishes its task, because it would have to be killed.
        """
        assert not named
        name = tasks.name_of(task)
        question = {"do": "task", "task": name, "arguments": arguments, "language": language.get()}
        await step_aside()
        work = Work("engine", lane, [owner])
        with self._requests.one(owner):
            asked = asyncio.create_task(self.pool.ask(work, question, self._seconds))
            try:
                while not (await asyncio.wait({asked}, timeout=LOOK_SECONDS))[0]:
                    if not work.started and await gone():
                        raise Refused(409, "moved-on", N_("The game has moved on in the meantime."))
                found: bytes = asked.result()
            except BotFault as fault:
                log.warning("engine failed", task=name, fault=fault.kind, error=fault.detail.partition(":")[0])
                raise Refused(503, "no-answer", N_("This could not be computed in time; try again.")) from None
            finally:
                asked.cancel()
        return found

    async def replay_page(self, record: Json, names: dict[str, str], owner: Owner = Owner()) -> bytes:  # noqa: B008
        """A valid record as an HTML file, in the language of the request. Raises Refused like `suggest`."""
        question = {"do": "draw", "record": record, "names": names, "language": language.get()}
        await step_aside()
        try:
            with self._requests.one(owner):
                work = Work("file", Lane.BACKGROUND, [owner])
                page: bytes = await self.pool.ask(work, question, DRAWING_SECONDS)
        except BotFault as fault:
            log.warning("replay file failed", game=record.get("game"), fault=fault.kind, detail=fault.detail)
            raise Refused(503, "no-file", N_("The file could not be drawn in time; try again.")) from None
        return page

    # ---- the queue, for those who wait and for operators -------------------------------------------------------------

    @property
    def _queues(self) -> tuple[FairQueue[Any], ...]:
        return self.pool.queue, self.admission.queue

    def observe(self, observer: Observer) -> None:
        """From now on the observer gets to know what happens in the queues."""
        for queue in self._queues:
            queue.observer = observer

    async def _tell_waiting(self) -> None:
        """Tell people whose bot waits how many come first."""
        while True:
            await asyncio.sleep(places.TOLD_AFTER)
            self.tell_waiting()

    def tell_waiting(self) -> None:
        """Tell those who have waited for long enough, if the number has changed."""
        for work, before in self._places.now():
            if work.game is not None and work.told != before:
                work.told = before
                self.tell(work.game, before)

    def places_of(self, owner: Owner) -> dict[str, int]:
        """What somebody has waited for, for long enough to be told: by kind, how many come before the first."""
        found = self._places.of(owner)
        return found if self.shared is None else self.shared.places_of(owner) | found

    def noticed(self, game: str, people: Sequence[str]) -> None:
        """Somebody new looks at a game. `people`: who plays there, besides bots."""
        for owner in self.owners.of(people):
            self.pool.credit.meet(owner.keys)
        for work in self.pool.queue.waiting_for(game):
            work.told = None
        if people:
            self.pool.queue.hasten(game)
        if self.shared is not None:
            self.shared.noticed(game, people)

    def summary(self) -> Json:
        """What waits and runs, for operators: by kind, how long the first has waited, and who has most waiting."""
        now = self.pool.queue.usage.monotonic()
        waiting = [work for queue in self._queues for work in queue.waiting()]
        people = Counter(owner.person for work in waiting for owner in work.owners if owner.person)
        used = self.pool.queue.usage
        return {
            "work": {kind: counts for queue in self._queues for kind, counts in queue.counts().items()},
            "longest": round(max((now - work.since for work in waiting), default=0.0), 1),
            "people": [
                {"person": person, "waiting": count, "used": round(used.of(Owner(person)), 1)}
                for person, count in people.most_common(MOST_LISTED)
            ],
        }

    # ---- analyses ----------------------------------------------------------------------------------------------------

    async def analyse(self, record: Json, owner: Owner) -> str:
        """Queue the analysis of a valid record; each record has one job. Raises Refused like `Analyses.add`."""
        job = await self.analyses.add(record, owner)
        if job["status"] in UNFINISHED:
            if self.shared is not None:
                await self.shared.analyse(job["id"], job["person"])
            else:
                self._enqueue(job["id"], job["person"])
        return str(job["id"])

    async def job(self, id_: str) -> Json:
        """`{"id", "kind", "status", "done", "total", "result", "before"}`. Raises Refused if there is no such job.

        `result`: what has been found so far, in the language of the request. `before`: how many come first, if it has
        to wait.
        """
        found = await self.analyses.find(id_)
        person = found.pop("person")
        if self.shared is not None:
            return found | {"before": self.shared.before(id_)}
        queued = self._analyses.get(person, ())
        before = None
        if id_ in queued:
            before = queued.index(id_) or self.places_of(Owner(person)).get("analysis")
        return found | {"before": before}

    def _enqueue(self, id_: str, person: str | None) -> None:
        queued = self._analyses.setdefault(person, deque())
        if id_ not in queued:
            queued.append(id_)
            if len(queued) == 1:
                self._spawn(self._run_analyses(person))

    async def _run_analyses(self, person: str | None) -> None:
        """One person's, one after the other. The one that runs stays in the queue, so that it is not queued again."""
        queued = self._analyses[person]
        while queued:
            id_ = queued[0]
            try:
                await self.analyses.run(id_)
            except StorageError as error:  # it runs again when somebody asks for it, or at the next start
                log.warning("analysis not stored", job=id_, why=str(error))
            except Exception:
                log.exception("analysis failed", job=id_)
                with contextlib.suppress(StorageError):
                    await self.analyses.fail(id_)
            finally:
                queued.popleft()
        del self._analyses[person]

    async def _judge(self, record: Json, task: Task, person: str | None) -> Json:
        """Do a part of an analysis. If the worker fails, ask once more, because the failure may be unrelated."""
        question = {"do": "judge", "record": record, "task": task}
        try:
            answer: Json = await self.pool.ask(self._analysis(person), question, self._seconds)
        except BotFault:
            answer = await self.pool.ask(self._analysis(person), question, self._seconds)
        return answer

    def _analysis(self, person: str | None) -> Work:
        return Work("analysis", Lane.BACKGROUND, self.owners.of([person]))
