"""The log's lines on their way to another machine, as syslog (RFC 5424): by UDP, TCP or TLS.

The courier has a thread of its own, and nobody waits for it: a line is handed over in microseconds whether or not the
other machine listens. It carries so many lines, tries again until somebody answers, and counts those it has no room
for; how many were lost is a line of the log as soon as the way is open again.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import ssl
import threading
import time
from collections import deque
from datetime import UTC, datetime
from queue import Full, Queue
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog

from lutetia.core.i18n import _

PORTS = {"udp": 514, "tcp": 514, "tls": 6514}
"""The ways, with the port that is usual for each."""
KEPT = 10_000
"""Lines that wait: about ten minutes of a busy evening, 5 MB."""
LARGEST = 60_000
"""Bytes of a line; a longer one fits into no datagram."""
PATIENCE = 5.0
"""Seconds that the other machine may take to answer or to read on."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between two attempts; each pause is twice the one before, until the way was open for a while."""
SAID_EVERY = 10.0
"""Seconds between two words about lost lines while the other machine reads too slowly: they are lines themselves."""
REFUSAL = 0.2
"""Seconds in which a machine would say that nobody takes its datagrams."""
FAREWELL = 1.0
"""Seconds for the last lines when the server stops."""
DAEMON = 3
SEVERITIES = {"critical": 2, "error": 3, "exception": 3, "warning": 4, "info": 6, "debug": 7}
"""Those of RFC 5424 for the levels of our log."""


Told = tuple[float, str, str]
"""A line: when, at which level, and its text."""


class Place(NamedTuple):
    """Where the lines go."""

    way: str
    host: str
    port: int

    def __str__(self) -> str:
        return (
            f"{self.way}://[{self.host}]:{self.port}" if ":" in self.host else f"{self.way}://{self.host}:{self.port}"
        )


def place(address: str) -> Place:
    """The place that an address names. Raises ValueError in words."""
    try:
        parts = urlsplit(address)
        way, host, port = parts.scheme, parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError:  # a port that is no number, a bracket that is left open, a name that cannot be one
        way, host, port = "", "", None
    port = PORTS.get(way, 0) if port is None else port
    named = re.fullmatch(r"[\w.-]+|[0-9a-f:.]+(%\w+)?", host) and port
    if way not in PORTS or not named or parts.netloc.count("@") or parts.path.strip("/") or parts.query:
        raise ValueError(
            _(
                "{address} is no place for a log; write udp://HOST:514, tcp://HOST:514 or tls://HOST:6514",
                address=repr(address),
            )
        )
    return Place(way, host, port)


class Courier:
    """Carries lines to one place until it is closed. There is always room for its own: those about the way."""

    def __init__(self, to: Place) -> None:
        self.to = to
        self._waiting: Queue[Told | None] = Queue(KEPT)
        self._own: deque[Told] = deque()
        self._lost = 0
        self._counting = threading.Lock()
        self._ending = threading.Event()
        self._line: socket.socket | None = None
        self._pause = self._failed = self._said = 0.0
        self._begin = f"lutetia {os.getpid()} - -"
        self._host = re.sub(r"[^!-~]", "", socket.gethostname())[:255] or "-"
        self._thread = threading.Thread(target=self._carry, name="log courier", daemon=True)
        self._started = False

    def take(self, level: str, text: str) -> None:
        """A line of the log. Never waits, never raises."""
        told = (time.time(), level, text)
        if threading.current_thread() is self._thread:
            self._own.append(told)
            return
        try:
            self._waiting.put_nowait(told)
        except Full:
            self._lose(1)
        if not self._started:  # only now: who writes no line needs no thread
            self._start()

    def close(self) -> None:
        """Carry what still waits, if that is a matter of a moment, and stop."""
        self._ending.set()
        with contextlib.suppress(Full):  # a courier with that much to carry sees the end by itself
            self._waiting.put_nowait(None)
        if self._started:
            self._thread.join(FAREWELL)

    def _start(self) -> None:
        with self._counting:
            if not self._started:
                self._started = True
                self._thread.start()

    def _lose(self, lines: int) -> None:
        with self._counting:
            self._lost += lines

    # ---- on the courier's own thread ---------------------------------------------------------------------------------

    def _carry(self) -> None:
        while (told := self._own.popleft() if self._own else self._waiting.get()) is not None:
            frame = self._frame(*told)
            if len(frame) > LARGEST:
                self._lose(1)
            elif not self._deliver(frame):
                break
        self._hang_up()

    def _frame(self, when: float, level: str, text: str) -> bytes:
        at = datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        head = f"<{DAEMON * 8 + SEVERITIES.get(level, 6)}>1 {at} {self._host} {self._begin}"
        frame = f"{head} {text}".encode()
        return frame if self.to.way == "udp" else b"%d %s" % (len(frame), frame)  # RFC 6587: the length goes first

    def _deliver(self, frame: bytes) -> bool:
        """Whether it went; the only reason why not is that the server stops."""
        down = False
        while not (down and self._ending.wait(self._pause)):
            new = self._line is None
            try:
                self._send(frame)
            except OSError as error:
                if self.to.way == "udp" and not new:
                    self._lose(1)  # it is the line before that was refused
                self._hang_up()
                self._rest()
                if not down:
                    self._say("log is not sent", why=error.strerror or type(error).__name__)
                down = True
            else:
                self._tell_lost(now=down)
                return True
        return False

    def _send(self, frame: bytes) -> None:
        new = self._line is None
        line = self._line = self._line or self._connect()
        self._listen(line, 0)
        line.sendall(frame)
        if new and self.to.way == "udp":  # nobody answers a datagram, but its refusal is heard
            self._listen(line, REFUSAL)

    def _rest(self) -> None:
        """Choose the next pause: a machine that takes a line and hangs up again and again is asked less and less."""
        failed = time.monotonic()
        again = failed - self._failed < 2 * LONGEST_PAUSE
        self._pause = min(self._pause * 2, LONGEST_PAUSE) if again and self._pause else FIRST_PAUSE
        self._failed = failed

    def _tell_lost(self, *, now: bool) -> None:
        if now or (self._lost and time.monotonic() - self._said > SAID_EVERY):
            with self._counting:
                lost, self._lost = self._lost, 0
            self._said = time.monotonic()
            self._say("log is sent again", lost=lost)

    def _connect(self) -> socket.socket:
        if self.to.way == "udp":
            family, kind, number, _name, there = socket.getaddrinfo(self.to.host, self.to.port, type=socket.SOCK_DGRAM)[
                0
            ]
            line = socket.socket(family, kind, number)
            line.connect(there)
        else:
            line = socket.create_connection((self.to.host, self.to.port), PATIENCE)
        line.settimeout(PATIENCE)
        if self.to.way != "tls":
            return line
        try:  # the system's authorities, or those that SSL_CERT_FILE names
            return ssl.create_default_context().wrap_socket(line, server_hostname=self.to.host)
        except OSError:
            line.close()
            raise

    def _listen(self, line: socket.socket, seconds: float) -> None:
        """Raises OSError if the other end has gone: what is sent to one that has hung up is lost without a word."""
        line.settimeout(seconds)
        try:
            if not line.recv(4096) and self.to.way != "udp":
                raise ConnectionResetError(0, "hung up")
        except (TimeoutError, BlockingIOError, ssl.SSLWantReadError):
            pass
        finally:
            line.settimeout(PATIENCE)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None

    def _say(self, event: str, **more: str | int) -> None:
        structlog.get_logger("courier").warning(event, to=str(self.to), **more)
