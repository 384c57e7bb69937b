"""The processes that think: each is asked one thing at a time, and ended and replaced when it does not answer in time.

concurrent.futures cannot end a process that hangs, so this is our own; the other end is worker.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from typing import Any

from lutetia.bots.fault import BotFault

COMMAND = (sys.executable, "-m", "lutetia.server.jobs.worker")
START = 10.0
"""Seconds that a process just started has beyond its time: an interpreter is slow to wake on a busy machine."""
LONGEST_ANSWER = 8_000_000


class Pool:
    """So many workers, started when they are first needed. Urgent questions overtake the others."""

    def __init__(self, size: int, command: Sequence[str] = COMMAND) -> None:
        self.workers = [Worker(command) for _worker in range(size)]
        self._idle = list(self.workers)
        self._urgent: deque[asyncio.Future[Worker]] = deque()
        self._patient: deque[asyncio.Future[Worker]] = deque()
        self._closed = False

    async def ask(self, question: dict[str, Any], seconds: float, *, urgent: bool = True) -> Any:
        """What a worker says to this. The time counts from when one is free. Raises BotFault."""
        worker = await self._lent(self._urgent if urgent else self._patient)
        try:
            if self._closed:  # whoever still waits must not start a process that nobody ends
                raise BotFault("dead")
            return await worker.ask(question, seconds)
        finally:
            self._give_back(worker)

    async def close(self) -> None:
        """End them all and wait until they are gone."""
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in self.workers))

    async def _lent(self, queue: deque[asyncio.Future[Worker]]) -> Worker:
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # lent in the very moment in which nobody wanted it any more
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        for queue in (self._urgent, self._patient):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(worker)
                    return
        self._idle.append(worker)


class Worker:
    """One process, or the place for one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: Process | None = None
        self._ending: Process | None = None
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """Of the process that runs here now."""
        return self._process.pid if self._process is not None else None

    async def ask(self, question: dict[str, Any], seconds: float) -> Any:
        """What it says within this time. Raises BotFault; a process that failed or was left alone is ended."""
        try:
            process = self._process
            if process is None or process.returncode is not None:
                await self.close()
                process = self._process = await self._started()
                seconds += START
            async with asyncio.timeout(seconds):
                answer = await self._exchange(process, question)
        except BaseException as error:
            # Also when whoever asked is gone: the late answer must not be taken for the next one.
            self._kill()
            if isinstance(error, TimeoutError):
                raise BotFault("late") from None
            if isinstance(error, OSError | EOFError | ValueError):
                raise BotFault("dead", type(error).__name__) from None
            raise
        if "fault" in answer:
            raise BotFault(*answer["fault"])
        return answer["said"]

    async def close(self) -> None:
        """End the process and wait until it is gone. May be called again."""
        self._kill()
        if self._ending is not None:
            await self._ending.wait()
            self._ending = None

    async def _started(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_ANSWER,
            start_new_session=True,  # our Ctrl-C is not theirs
        )

    async def _exchange(self, process: Process, question: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        process.stdin.write(json.dumps(question | {"id": self._asked}, separators=(",", ":")).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer = json.loads(line)
        if not isinstance(answer, dict) or answer.get("id") != self._asked or not answer.keys() & {"said", "fault"}:
            raise EOFError
        return answer

    def _kill(self) -> None:
        """Without waiting: that is left to the next question, or to `close`."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._ending, self._process = self._process, None
