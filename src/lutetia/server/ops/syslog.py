"""Syslog: sends the log's lines to another machine (RFC 5424) over UDP, TCP or TLS.

Built on the standard library: a `QueueHandler` takes each line without waiting, and a `QueueListener` passes it to a
`SysLogHandler` in its own thread. Three things are added: the queue is bounded and lost lines are counted; the handler
tries again until the other machine answers; and it can use TLS. Every outage is itself a line of the log. These
parts are our own because the standard handlers drop a line on an error without counting it, and know no TLS.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import ssl
import threading
import time
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener, SysLogHandler
from queue import Queue
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog

from lutetia.core.i18n import _

PORTS = {"udp": 514, "tcp": 514, "tls": 6514}
"""The protocols, with the usual port of each."""
MAX_QUEUED = 10_000
"""Lines that wait: about ten minutes of a busy evening, 5 MB."""
LARGEST = 60_000
"""Bytes of a message; a longer one does not fit into a datagram."""
TIMEOUT = 5.0
"""Seconds the other machine may take to connect or to read."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between two attempts. Each pause is twice as long as the last, until the connection has held for a while."""
REPORT_EVERY = 10.0
"""Seconds between two reports of lost lines while the other machine reads too slowly."""
REFUSAL_SECONDS = 0.2
"""How long to wait for an ICMP error after the first datagram."""
CLOSE_SECONDS = 1.0
"""Time for the last lines when the server stops."""
LEVELS = {"exception": logging.ERROR, **{n.lower(): level for n, level in logging.getLevelNamesMapping().items()}}


class SyslogAddress(NamedTuple):
    """Where the lines go."""

    protocol: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.protocol}://{host}:{self.port}"


def parse_address(address: str) -> SyslogAddress:
    """Parse an address such as tls://logs.example.org:6514. Raises ValueError with a text for the operator."""
    try:
        parts = urlsplit(address)
        protocol, host, port = parts.scheme, parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError:  # a port that is no number, an unclosed bracket, an impossible name
        protocol, host, port = "", "", None
    port = PORTS.get(protocol, 0) if port is None else port
    valid = re.fullmatch(r"[\w.-]+|[0-9a-f:.]+(%\w+)?", host) and port
    if protocol not in PORTS or not valid or parts.netloc.count("@") or parts.path.strip("/") or parts.query:
        raise ValueError(
            _(
                "{address} is not a log address; write udp://HOST:514, tcp://HOST:514 or tls://HOST:6514",
                address=repr(address),
            )
        )
    return SyslogAddress(protocol, host, port)


class SyslogForwarder:
    """Sends lines to one address until it is closed."""

    def __init__(self, address: SyslogAddress) -> None:
        self.handler = RetryingSysLogHandler(address)
        self._queue: Queue[logging.LogRecord] = Queue()
        self._listener = QueueListener(self._queue, self.handler)
        self._listener.start()
        self._enqueue = QueueHandler(self._queue).enqueue

    def send(self, level: str, text: str) -> None:
        """Send a line. Never waits, never raises. Lines about the connection itself always find room."""
        own = threading.get_ident() == self.handler.thread
        if self._queue.qsize() >= MAX_QUEUED and not own:
            self.handler.count_lost()
            return
        number = LEVELS.get(level, logging.INFO)
        self._enqueue(
            logging.makeLogRecord({"levelno": number, "levelname": logging.getLevelName(number), "msg": text})
        )

    def close(self) -> None:
        """Send what is queued if that takes only a moment, and stop."""
        self.handler.closing.set()
        stopping = threading.Thread(target=self._listener.stop, daemon=True)
        stopping.start()
        stopping.join(CLOSE_SECONDS)


class RetryingSysLogHandler(SysLogHandler):
    """A `SysLogHandler` that writes RFC 5424, supports TLS, and repeats each line until it was sent."""

    def __init__(self, address: SyslogAddress) -> None:
        self.target = address
        self._connection: socket.socket | None = None
        self._gave_up = False
        self.closing = threading.Event()
        self.thread = 0
        """The thread that sends; 0 before the first line."""
        self.failed_at = 0.0
        self.lost = 0
        self._counting = threading.Lock()
        self._pause = self._reported_at = 0.0
        self._hostname = re.sub(r"[^!-~]", "", socket.gethostname())[:255] or "-"
        super().__init__((address.host, address.port), facility=SysLogHandler.LOG_DAEMON)

    def createSocket(self) -> None:
        """Does nothing: the base class calls it at once, but the first line makes the connection."""

    def count_lost(self) -> None:
        with self._counting:
            self.lost += 1

    def emit(self, record: logging.LogRecord) -> None:
        """Send a line. Gives up, for all further lines too, only if the server stops during an outage."""
        self.thread = threading.get_ident()
        if self._gave_up:
            return
        frame = self._frame(record)
        if len(frame) > LARGEST:
            self.count_lost()
            return
        down = False
        while not (down and self.closing.wait(self._pause)):
            first = self._connection is None
            try:
                self._send(frame)
            except OSError as error:
                if self.target.protocol == "udp" and not first:
                    self.count_lost()  # the error belongs to the previous datagram
                self._disconnect()
                self._choose_pause()
                if not down and not self.closing.is_set():
                    self._report("syslog unreachable", why=error.strerror or type(error).__name__)
                down = True
            else:
                if down or (self.lost and time.monotonic() - self._reported_at > REPORT_EVERY):
                    self._report_lost()
                return
        self._gave_up = True

    def close(self) -> None:
        self._disconnect()
        super().close()

    def _frame(self, record: logging.LogRecord) -> bytes:
        priority = self.encodePriority(self.facility, self.mapPriority(record.levelname))
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        text = f"<{priority}>1 {at} {self._hostname} lutetia {os.getpid()} - - {record.getMessage()}"
        frame = text.encode()
        return frame if self.target.protocol == "udp" else b"%d %s" % (len(frame), frame)  # RFC 6587: octet counting

    def _send(self, frame: bytes) -> None:
        first = self._connection is None
        connection = self._connection or self._connect()
        self._connection = connection
        self._check_open(connection, 0)
        connection.sendall(frame)
        if first and self.target.protocol == "udp":  # nobody acknowledges a datagram, but a refusal can be noticed
            self._check_open(connection, REFUSAL_SECONDS)

    def _connect(self) -> socket.socket:
        protocol, host, port = self.target
        if protocol == "udp":
            family, kind, number, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
            connection = socket.socket(family, kind, number)
            connection.connect(address)
        else:
            connection = socket.create_connection((host, port), TIMEOUT)
        connection.settimeout(TIMEOUT)
        if protocol != "tls":
            return connection
        try:  # trusts the system's authorities, or those that SSL_CERT_FILE names
            return ssl.create_default_context().wrap_socket(connection, server_hostname=host)
        except OSError:
            connection.close()
            raise

    def _check_open(self, connection: socket.socket, seconds: float) -> None:
        """Raises OSError if the other end has closed the connection: what is sent then would be lost silently."""
        connection.settimeout(seconds)
        try:
            if not connection.recv(4096) and self.target.protocol != "udp":
                raise ConnectionResetError(0, "hung up")
        except (TimeoutError, BlockingIOError, ssl.SSLWantReadError):
            pass
        finally:
            connection.settimeout(TIMEOUT)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _choose_pause(self) -> None:
        """Exponential backoff, also for a machine that accepts a line and hangs up again and again."""
        now = time.monotonic()
        again = now - self.failed_at < 2 * LONGEST_PAUSE
        self._pause = min(self._pause * 2, LONGEST_PAUSE) if again and self._pause else FIRST_PAUSE
        self.failed_at = now

    def _report_lost(self) -> None:
        with self._counting:
            lost, self.lost = self.lost, 0
        self._reported_at = time.monotonic()
        self._report("syslog reachable again", lost=lost)

    def _report(self, event: str, **more: str | int) -> None:
        structlog.get_logger("syslog").warning(event, to=str(self.target), **more)
