"""A child process that exchanges lines with us through pipes. No call waits longer than its deadline.

One loop with one deadline serves stdin, stdout and stderr, so a program that does not read, never stops writing or
floods its stderr cannot block us.
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
"""Bytes; an answer has about fifty."""
STDERR_KEPT = 4_096
"""Bytes of stderr that are kept, to report why a program exited."""
LAST_WORDS = 3
"""Lines of stderr that are shown when something has gone wrong."""
CHUNK = 65_536
GRACE_PERIOD = 1.0
"""Seconds that a program has to exit by itself after its stdin is closed."""

_running: set[LineProcess] = set()
"""To be killed when this process exits; a hanging program would outlive it."""


class LineProcess:
    """One running program. Deadlines are times of `time.monotonic`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program. Raises BotFault("dead") if that fails."""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its children die with it, and Ctrl-C does not reach it
            )
        except (OSError, ValueError) as error:
            raise BotFault("dead", shown(getattr(error, "strerror", None) or str(error))) from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._unsent = bytearray()
        self._received = bytearray()
        self._stderr = bytearray()
        self._open = {self._out, self._err}
        _running.add(self)

    @property
    def running(self) -> bool:
        """Whether its stdout is still open."""
        return self._out in self._open

    def send(self, line: bytes) -> None:
        """Queue a line. It is written while `read_line` waits."""
        self._unsent += line + b"\n"

    def read_line(self, deadline: float) -> bytes:
        """The next line of its stdout. Raises BotFault: "late", "dead", or "garbage" for a line without end."""
        while True:
            line, newline, rest = self._received.partition(b"\n")
            if newline:
                self._received = rest
                return bytes(line)
            if len(self._received) > LONGEST_LINE:
                detail = shown(self._received[:100].decode("utf-8", "replace"))
                self.kill()
                raise BotFault("garbage", _("a line that never ends: {start}", start=detail))
            if not self.running:
                raise BotFault("dead", self._exit_reason(deadline))
            if not self._pump(deadline):
                raise BotFault("late")

    def last_words(self, lines: int = LAST_WORDS) -> str:
        """The last lines that it has written to stderr, each short and safe to print."""
        written = [line.strip() for line in self._stderr.decode("utf-8", "replace").split("\n")]
        return "\n".join(shown(line, 200) for line in [line for line in written if line][-lines:])

    def shut_down(self) -> None:
        """Send what is queued, close its stdin, and kill it if it does not exit within the grace period."""
        deadline = time.monotonic() + GRACE_PERIOD
        while self._unsent and self.running and self._pump(deadline):
            pass
        self._close_input()
        while self.running and self._pump(deadline):
            self._received.clear()
        self._wait(deadline)
        self.kill()

    def kill(self) -> None:
        """Kill it and its children. May be called again."""
        self.send_kill()
        self._process.wait()
        self._open.clear()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        _running.discard(self)

    def send_kill(self) -> None:
        """Kill it without waiting; a signal handler may do no more."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _pump(self, deadline: float) -> bool:
        """Read and write what is possible now. False if the deadline has passed."""
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
        except OSError:  # it no longer reads; stdout will show whether it has exited
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
            self._received += data
        else:
            self._stderr = (self._stderr + data)[-STDERR_KEPT:]

    def _exit_reason(self, deadline: float) -> str:
        """How it exited, with the last line of its stderr."""
        deadline = min(deadline, time.monotonic() + GRACE_PERIOD)
        while self._err in self._open and self._pump(deadline):
            pass
        self._wait(deadline)
        status = self._process.poll()
        if status is None:
            return _("it closed its output")
        ended = _("signal {number}", number=-status) if status < 0 else _("exit status {status}", status=status)
        last = self.last_words(1)
        return f"{ended}: {last}" if last else ended

    def _wait(self, deadline: float) -> None:
        """Wait until it exits, or until the deadline."""
        left = max(0.0, deadline - time.monotonic())
        try:
            ended = os.pidfd_open(self._process.pid)
        except OSError:  # an old Linux kernel: poll
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
def kill_all() -> None:
    """Kill all programs that still run; this process is about to exit."""
    for program in list(_running):
        program.send_kill()
