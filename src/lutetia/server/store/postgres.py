"""Connections to PostgreSQL: nothing waits for ever, and a connection that is lost or no longer writable is replaced.

The URL may name several servers, of which one is the primary:
`postgresql+psycopg://USER@/NAME?host=a:5432&host=b:5432&target_session_attrs=read-write`.
"""

from __future__ import annotations

import select
import time
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.pq import TransactionStatus

PATIENCE = 10.0
"""Seconds after which a statement that PostgreSQL does not answer is given up, with its connection."""
POOL_SECONDS = 5.0
"""How long a query waits for a free connection."""
CONNECT = {
    "connect_timeout": 2,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3_000,
}
"""The same for the network, as libpq spells it: a server that is cut off is noticed within about three seconds.

A new connection is tried again after two seconds, because the kernel itself would only try again one and three seconds
after the first time. So a network that works again is noticed within two seconds.
"""
SLOW, PAUSE = 1.0, 0.5
"""After a connection that failed only after so many seconds, the others fail at once for so many seconds."""
SERVER = {
    "statement_timeout": 8_000,
    "idle_in_transaction_session_timeout": 10_000,
    "tcp_keepalives_idle": 2,
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 2,
    "tcp_user_timeout": 3_000,
}
"""For PostgreSQL's side, so that it ends the session of a process that is cut off, and releases its locks."""
READ_ONLY = "25006"
"""A standby, or a server that was the primary until a moment ago."""


class Connection(psycopg.Connection[Any]):
    """A connection whose statements have a time limit, even if the server is there and says nothing."""

    patience = PATIENCE

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Raises OperationalError after `patience` seconds; the connection is closed then."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # nobody knows what it is doing
            raise


def make_engine(url: sa.URL, connections: int, **options: Any) -> sa.Engine:
    """An engine with at most so many connections."""
    return prepared(
        sa.create_engine(
            url,
            connect_args=connect_arguments(url),
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_use_lifo=True,
            **options,
        )
    )


def connect_arguments(url: sa.URL) -> dict[str, Any]:
    """What psycopg is told besides the URL, unless the URL says it."""
    ours = " ".join(f"-c {name}={value}" for name, value in SERVER.items())
    theirs = url.query.get("options", "")
    named = {name: value for name, value in CONNECT.items() if name not in url.query}
    return named | {"options": f"{ours} {theirs if isinstance(theirs, str) else ' '.join(theirs)}".strip()}


def prepared(engine: sa.Engine) -> sa.Engine:
    """The engine with our kind of connections, that replaces those that are of no more use."""
    sa.event.listen(engine, "do_connect", Connector())
    sa.event.listen(engine, "checkout", _check)
    sa.event.listen(engine, "handle_error", _note_error)
    return engine


def is_dead(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has closed an idle connection. Costs no round trip: the socket knows."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN | select.POLLERR | select.POLLHUP)
    return bool(poll.poll(0))


def state_of(error: BaseException) -> str:
    """PostgreSQL's code of an error, "" if there is none."""
    original = getattr(error, "orig", None) or error
    return getattr(original, "sqlstate", None) or ""


class Connector:
    """Makes an engine's connections. While the server is cut off, only some queries wait to find that out."""

    def __init__(self) -> None:
        self._failed = float("-inf")

    def __call__(self, _dialect: Any, _record: Any, arguments: Any, options: Any) -> Connection:
        began = time.monotonic()
        if began - self._failed < PAUSE:
            raise psycopg.OperationalError("the server did not answer a moment ago")
        try:
            return _connect(arguments, options)
        except psycopg.OperationalError:
            if (now := time.monotonic()) - began > SLOW:
                self._failed = now
            raise


def _connect(arguments: Any, options: Any) -> Connection:
    if "prepare_threshold" in options:  # a text, from the URL; `none` for a pooler without prepared statements
        number = options["prepare_threshold"]
        options["prepare_threshold"] = int(number) if number.isdecimal() else None
    return Connection.connect(*arguments, **options)


def _check(connection: Any, _record: Any, _proxy: Any) -> None:
    if is_dead(connection):
        raise sa.exc.DisconnectionError


def _note_error(context: sa.engine.ExceptionContext) -> None:
    """A server that takes no writes is not the primary any more: connect again."""
    if state_of(context.original_exception) == READ_ONLY:
        context.is_disconnect = True
