"""Several server processes on one port: started, watched, and restarted one after the other.

Each process has a listening socket of its own on the port (SO_REUSEPORT), so that the kernel spreads the connections
evenly. This parent process holds the sockets as well and never closes them: a connection that arrives while a process
is being replaced waits for the next one. uvicorn's own workers share one socket, over which connections spread badly
(docs/hosting.md says how), and one place for metrics.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator

import structlog

from lutetia.cli.errors import TRY_LATER, CommandError
from lutetia.core.i18n import _

SHORT_LIFE = 10.0
"""Seconds. A process that ends sooner after its start has failed to start."""
MOST_FAILURES = 5
"""After so many such ends in a row everything is stopped, unless another process serves people meanwhile."""
LONGEST_PAUSE = 8.0
STOP_SECONDS = 20.0
"""A process that has not ended so long after SIGTERM is killed."""
USELESS = 2
"""Exit status after wrong settings, or while the database cannot be used: starting again at once does not help."""
log = structlog.get_logger("supervisor")


class Place:
    """One of the processes, whichever runs at the moment, and the sockets that are always the same."""

    def __init__(self, number: int, listening: socket.socket, measuring: socket.socket | None) -> None:
        self.number = number
        self.sockets = [listening] if measuring is None else [listening, measuring]
        self.child: Child | None = None

    def options(self) -> Iterator[str]:
        """The hidden options of `lutetia serve` that hand over the sockets."""
        for option, handed in zip(("--listen-fd", "--metrics-fd"), self.sockets, strict=False):
            yield from (option, str(handed.fileno()))


class Child:
    """A server process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.started = time.monotonic()
        self.expected = False
        """Whether its end is wanted."""
        self._is_ready = False

    async def ready(self) -> bool:
        """Wait for its `ready` line; False if it ends before."""
        assert self.process.stdout is not None
        self._is_ready = (await self.process.stdout.readline()).startswith(b"ready ")
        return self._is_ready

    @property
    def serves(self) -> bool:
        return self._is_ready and self.process.returncode is None

    def signal(self, number: int) -> None:
        self.expected = True
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def stop(self) -> None:
        """Let it finish its work; kill it if that takes too long."""
        self.signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.process.wait()
        except TimeoutError:
            log.error("process killed", pid=self.process.pid, why="did not stop in time")
            self.signal(signal.SIGKILL)
            await self.process.wait()


class Supervisor:
    """All processes of one `lutetia serve --processes N`."""

    def __init__(self, command: list[str], places: list[Place], url: str) -> None:
        """`command` starts one process; `url` is the address of all."""
        self._command, self._places, self._url = command, places, url
        self._stopping = asyncio.Event()
        self._restarting = asyncio.Lock()
        self._failure: CommandError | None = None

    async def run(self) -> None:
        """Run until a signal ends it. Raises CommandError if the processes cannot be kept running."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        loop.add_signal_handler(signal.SIGHUP, lambda: loop.create_task(self.restart()))
        keeping: list[asyncio.Task[None]] = []
        try:
            # The first one alone: it migrates the database, and if the settings are wrong, one message is enough.
            for some in (self._places[:1], self._places[1:]):
                started = await asyncio.gather(*(self._first_start(place) for place in some))
                if not all(started):
                    break
                keeping += [asyncio.create_task(self._keep(place)) for place in some]
            else:
                print(f"ready {self._url}", flush=True)
            await self._stopping.wait()
        finally:
            for task in keeping:
                task.cancel()
            await asyncio.gather(*(place.child.stop() for place in self._places if place.child is not None))
        if self._failure is not None:
            raise self._failure

    async def restart(self) -> None:
        """Replace the processes, one after the other: the next one is ready before the old one ends."""
        async with self._restarting:
            for place in self._places:
                if self._stopping.is_set():
                    return
                new = await self._start(place)
                if not await new.ready():
                    log.error("restart stopped", process=place.number, why="the new process is not ready")
                    await new.stop()
                    return
                old, place.child = place.child, new
                if old is not None:
                    await old.stop()
                log.info("process replaced", process=place.number, pid=new.process.pid)

    def _stop(self) -> None:
        """The first signal lets the processes finish; they are told of a second one, which ends them at once."""
        if self._stopping.is_set():
            for place in self._places:
                if place.child is not None:
                    place.child.signal(signal.SIGTERM)
        self._stopping.set()

    def _fail(self, reason: str, status: int) -> None:
        """End everything. The exit status is the process's, if that says whether starting again helps."""
        known = status if status in (USELESS, TRY_LATER) else 1
        self._failure = self._failure or CommandError(reason, known)
        self._stopping.set()

    async def _first_start(self, place: Place) -> bool:
        """Start a process; returns whether it is ready. If not, everything ends."""
        place.child = await self._start(place)
        if await place.child.ready():
            return True
        if not self._stopping.is_set():
            status = await place.child.process.wait()
            reason = _("process {number} did not start (exit status {status})", number=place.number, status=status)
            self._fail(reason, status)
        return False

    async def _start(self, place: Place) -> Child:
        """Start a process. It gets no Ctrl+C of the terminal, only this process does. It ends if this one does."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            *place.options(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[handed.fileno() for handed in place.sockets],
            start_new_session=True,
        )
        return Child(process)

    async def _keep(self, place: Place) -> None:
        """Start a process again when it has ended, after a pause that doubles as long as it ends at once."""
        failures = 0
        while True:
            child = place.child
            assert child is not None
            status = await child.process.wait()
            if child.expected or place.child is not child:  # it has been replaced
                await asyncio.sleep(0.05)
                continue
            failures = failures + 1 if time.monotonic() - child.started < SHORT_LIFE or status == TRY_LATER else 0
            log.error("process ended", process=place.number, status=status, failures=failures)
            # While the database is away no process can start, and those that run must go on: they wait for it.
            given_up = (failures >= MOST_FAILURES and status != TRY_LATER) or (failures and status == USELESS)
            if given_up and not any(each.child.serves for each in self._places if each.child is not None):
                text = _(
                    "process {number} ends again and again right after its start (exit status {status})",
                    number=place.number,
                    status=status,
                )
                self._fail(text, status)
                return
            if failures:
                await asyncio.sleep(LONGEST_PAUSE if given_up else min(LONGEST_PAUSE, 2.0 ** min(failures - 1, 10)))
            if place.child is not child:
                continue
            new = await self._start(place)
            if place.child is not child:  # a restart has replaced it meanwhile
                await new.stop()
                continue
            place.child = new
            if await new.ready():
                log.info("process started again", process=place.number, pid=new.process.pid)


def supervise(arguments: list[str], places: list[Place], url: str) -> None:
    """Run `lutetia serve` with these options once for each place, until a signal."""
    asyncio.run(Supervisor([*_program(), "serve", *arguments], places, url).run())


def _program() -> list[str]:
    """What starts this program: the command by which it was started, which may be another version by now."""
    script = sys.argv[0]
    return [script] if os.path.basename(script) == "lutetia" else [sys.executable, "-m", "lutetia"]


def end_with_parent() -> None:
    """In a process that was started here: end gracefully when the parent has died, which closes standard input."""
    import threading

    def watch() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
