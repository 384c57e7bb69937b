"""A program at the other end of three pipes, spoken to in lines, that can never make us wait longer than we said.

Writing, reading and what it says on its error output are all served by one loop with one deadline, so a program that
does not read, never stops writing or floods its error output cannot block us.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence

from lutetia.bots.fault import BotFault
from lutetia.core.errors import shown
from lutetia.core.i18n import _

LONGEST_LINE = 65_536
"""Bytes; an answer has some fifty."""
LAST_WORDS = 4_096
"""Bytes of error output that are kept, to say why a program ended."""
CHUNK = 65_536
LEAVE = 1.0
"""Seconds a program has to end by itself once its input is closed."""

_running: set[Program] = set()
"""Those that must be ended when this process is; a program that hangs would outlive it."""


class Program:
    """One running program. Every wait has a deadline on the clock of `time.monotonic`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises BotFault("dead") where that cannot be done."""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # its own children end with it, and our Ctrl-C is not theirs
            )
        except (OSError, ValueError) as error:
            raise BotFault("dead", shown(getattr(error, "strerror", None) or str(error))) from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._unsent = bytearray()
        self._said = bytearray()
        self._words = bytearray()
        self._open = {self._out, self._err}
        _running.add(self)

    @property
    def running(self) -> bool:
        """Whether an answer can still be hoped for."""
        return self._out in self._open

    def send(self, line: bytes) -> None:
        """Have this line written while we wait for one."""
        self._unsent += line + b"\n"

    def line(self, deadline: float) -> bytes:
        """The next line it says. Raises BotFault: late, dead, or garbage where the line never ends."""
        while True:
            line, newline, rest = self._said.partition(b"\n")
            if newline:
                self._said = rest
                return bytes(line)
            if len(self._said) > LONGEST_LINE:
                detail = shown(self._said[:100].decode("utf-8", "replace"))
                self.kill()
                raise BotFault("garbage", _("a line without end: {start}", start=detail))
            if not self.running:
                raise BotFault("dead", self._obituary(deadline))
            if not self._pump(deadline):
                raise BotFault("late")

    def leave(self) -> None:
        """Send what is left, close its input, let it end by itself, and end it if it will not."""
        deadline = time.monotonic() + LEAVE
        while self._unsent and self.running and self._pump(deadline):
            pass
        self._close_input()
        while self.running and self._pump(deadline):
            self._said.clear()
        self._wait(deadline)
        self.kill()

    def kill(self) -> None:
        """End it and whatever it started, at once. May be called again."""
        self.strike()
        self._process.wait()
        self._open.clear()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        _running.discard(self)

    def strike(self) -> None:
        """End it without waiting for that: all that a signal handler may do."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _pump(self, deadline: float) -> bool:
        """Move what can be moved; False when the deadline has passed."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        with selectors.DefaultSelector() as ready:
            for pipe in self._open:
                ready.register(pipe, selectors.EVENT_READ)
            if self._unsent:
                ready.register(self._in, selectors.EVENT_WRITE)
            for key, _events in ready.select(left):
                if key.fd == self._in:
                    self._write()
                else:
                    self._read(key.fd)
        return True

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._in, self._unsent[:CHUNK])]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; whether it has died its output will tell
            self._unsent.clear()

    def _read(self, pipe: int) -> None:
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._open.discard(pipe)
        elif pipe == self._out:
            self._said += data
        else:
            self._words = (self._words + data)[-LAST_WORDS:]

    def _obituary(self, deadline: float) -> str:
        """How it ended and the last line of what it said about it."""
        deadline = min(deadline, time.monotonic() + LEAVE)
        while self._err in self._open and self._pump(deadline):
            pass
        self._wait(deadline)
        status = self._process.poll()
        if status is None:
            return _("it closed its output")
        ended = _("signal {number}", number=-status) if status < 0 else _("exit status {status}", status=status)
        lines = self._words.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{ended}: {shown(last, 200)}" if last else ended

    def _wait(self, deadline: float) -> None:
        """Until it has ended, or the deadline."""
        left = max(0.0, deadline - time.monotonic())
        try:
            ended = os.pidfd_open(self._process.pid)
        except OSError:  # an old kernel: look every now and then
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(left)
            return
        try:
            select.select([ended], [], [], left)
        finally:
            os.close(ended)

    def _close_input(self) -> None:
        self._unsent.clear()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()


@atexit.register
def end_all() -> None:
    """End every program that still runs; this process is about to end itself."""
    for program in list(_running):
        program.strike()
