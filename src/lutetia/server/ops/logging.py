"""Logging: one JSON object per line on stderr, and also to syslog if that is set. Never a secret."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, TextIO, cast

import orjson
import structlog

from lutetia.server.ops.syslog import SyslogForwarder, parse_address


class _Stderr:
    """Standard error. A line that cannot be written is lost: a full disk or a closed terminal must not stop a game."""

    def write(self, text: str) -> int:
        try:
            return sys.stderr.write(text)
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


STDERR = cast(TextIO, _Stderr())
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the current request. Every line about the request has it."""
UVICORN_LOGGERS = ("uvicorn", "uvicorn.error", "uvicorn.access")
_syslog: SyslogForwarder | None = None


def configure(level: str, syslog_address: str | None = None) -> None:
    """Set up logging once, at the start. Uvicorn's messages go the same way."""
    global _syslog
    close()
    _syslog = SyslogForwarder(parse_address(syslog_address)) if syslog_address else None
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
    as_json = structlog.processors.JSONRenderer(lambda line, **how: orjson.dumps(line, **how).decode())
    rendered: list[Any] = [stamp, structlog.processors.format_exc_info, as_json, _forward]
    structlog.configure(
        processors=[_with_request_id, structlog.processors.add_log_level, *rendered],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_name: structlog.WriteLogger(STDERR),
        cache_logger_on_first_use=False,  # another server in the same process may use another level
    )
    handler = logging.StreamHandler(STDERR)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.add_log_level,
                *rendered,
            ]
        )
    )
    # Uvicorn logs this as an error for every WebSocket that is refused with an HTTP response.
    handler.addFilter(lambda record: "without completing handshake" not in record.getMessage())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    for name in UVICORN_LOGGERS:  # uvicorn gives them handlers of its own when it is started without our configuration
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    root.setLevel(max(number, logging.WARNING))


def close() -> None:
    """Send the last lines to syslog."""
    global _syslog
    syslog, _syslog = _syslog, None
    if syslog is not None:
        syslog.close()


def _with_request_id(_logger: Any, _level: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if current := request_id.get():
        line["request"] = current
    return line


def _forward(_logger: Any, level: str, line: str) -> str:
    """Pass a rendered line to syslog, if it is set."""
    if _syslog is not None:
        _syslog.send(level, line)
    return line
