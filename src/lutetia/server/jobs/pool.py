"""The pool of worker processes: each answers one question at a time, and is killed and replaced if it takes too long.

We do not use concurrent.futures, because it cannot end a process that hangs. The other end is worker.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import orjson

from lutetia.bots.fault import BotFault
from lutetia.core.json_types import Json
from lutetia.server.jobs.fair_queue import FairQueue, Lane, Usage, Work
from lutetia.server.jobs.idle_credit import IdleCredit
from lutetia.server.play.asking import result_of

COMMAND = (sys.executable, "-m", "lutetia.server.jobs.worker")
START_SECONDS = 10.0
"""Additional time for a process that was just started: an interpreter starts slowly on a busy machine."""
LONGEST_ANSWER = 8_000_000
"""Bytes."""
QUICK_NICENESS, LONG_NICENESS = 2, 5
"""The server process comes before its workers, and quick work before long work."""
NEXT_STEP = 0.05
"""Seconds in which a bot's next step of the same turn is asked for, unless the turn is over."""


class WorkerPool:
    """A fixed number of workers, started when they are first needed, and one more that is kept for quick work.

    The first of the others is kept for long work: a flood of hints must not delay the strongest bots.
    """

    def __init__(self, size: int, command: Sequence[str] = COMMAND, *, in_turn: bool = True) -> None:
        """`in_turn`: who comes first is decided here; otherwise what comes here has waited elsewhere."""
        quick = Worker((*command, str(QUICK_NICENESS)))
        self.workers = [quick, *(Worker((*command, str(LONG_NICENESS))) for _worker in range(size))]
        lanes = [(Lane.QUICK,), (Lane.LONG, Lane.BACKGROUND), *[tuple(Lane)] * (size - 1)]
        usage = Usage()
        self.credit = IdleCredit(usage.monotonic, NEXT_STEP)
        self.queue = FairQueue(
            zip(self.workers, lanes, strict=True),
            usage,
            most_background=max(1, size - 1) if in_turn else size,
            credit=self.credit if in_turn else None,
            linger=NEXT_STEP if in_turn else 0.0,
        )

    def turn(self, work: Work) -> AbstractAsyncContextManager[Worker]:
        """A worker for a piece of work, as soon as it is its turn. Raises Refused if the server stops."""
        return self.queue.turn(work)

    async def ask(self, work: Work, question: Json, seconds: float) -> Any:
        """A worker's answer. The time limit counts from when a worker is free. Raises like `Worker.ask`."""
        async with self.turn(work) as worker:
            return await worker.ask(question, seconds)

    async def close(self) -> None:
        """End all workers and wait until they are gone."""
        self.queue.close()
        await asyncio.gather(*(worker.close() for worker in self.workers))


class Worker:
    """One worker process, started on demand."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: Process | None = None
        self._killed: Process | None = None
        self._questions = 0

    @property
    def pid(self) -> int | None:
        """The id of the running process."""
        return self._process.pid if self._process is not None else None

    async def ask(self, question: Json, seconds: float) -> Any:
        """The answer within this time. Raises BotFault, and Refused if the worker refuses what was asked.

        A process that fails or whose caller is cancelled is killed.
        """
        try:
            process = self._process
            if process is None or process.returncode is not None:
                await self.close()
                process = self._process = await self._start()
                seconds += START_SECONDS
            async with asyncio.timeout(seconds):
                answer = await self._exchange(process, question)
        except BaseException as error:
            # Also if the caller was cancelled: a late answer must not be taken for the next one.
            self._kill()
            if isinstance(error, TimeoutError):
                raise BotFault("late") from None
            if isinstance(error, OSError | EOFError | ValueError):
                raise BotFault("dead", type(error).__name__) from None
            raise
        return result_of(answer)

    async def close(self) -> None:
        """Kill the process and wait until it is gone. May be called again."""
        self._kill()
        if self._killed is not None:
            await self._killed.wait()
            self._killed = None

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # Ctrl+C in the terminal must not reach the workers
        )

    async def _exchange(self, process: Process, question: Json) -> Json:
        assert process.stdin is not None
        assert process.stdout is not None
        self._questions += 1
        process.stdin.write(_encoded(question | {"id": self._questions}) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer = orjson.loads(line)
        if not isinstance(answer, dict) or answer.get("id") != self._questions:
            raise EOFError
        if isinstance(size := answer.get("size"), int) and 0 <= size <= LONGEST_ANSWER:
            answer["result"] = await process.stdout.readexactly(size)
        if not answer.keys() & {"result", "fault", "refused"}:
            raise EOFError
        return answer

    def _kill(self) -> None:
        """Kill without waiting. The next question or `close` waits."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._killed, self._process = self._process, None


def _encoded(question: Json) -> bytes:
    """A question as JSON. orjson is faster, but what people send can hold numbers and letters that it refuses."""
    try:
        return orjson.dumps(question)
    except TypeError:
        return json.dumps(question, separators=(",", ":")).encode()
