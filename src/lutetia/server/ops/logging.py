"""What the server writes down about itself: one JSON per line, and never a secret.

The lines go to the error output and, if somebody wants it so, to another machine as well.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, TextIO, cast

import orjson
import structlog

from lutetia.server.ops.syslog import Courier, place


class _Errors:
    """The error output. What cannot be written there is lost: no game suffers from a full disk or a closed terminal."""

    def write(self, text: str) -> int:
        try:
            return sys.stderr.write(text)
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


ERRORS = cast(TextIO, _Errors())
request_name: ContextVar[str] = ContextVar("request_name", default="")
"""A name for the request that is being answered: every line about it has it."""
_courier: Courier | None = None


def configure(level: str, to: str | None = None) -> None:
    """Once, at the start. Uvicorn's own messages take the same way."""
    global _courier
    close()
    _courier = Courier(place(to)) if to else None
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    shared = [_with_request, structlog.processors.add_log_level]
    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
    as_json = structlog.processors.JSONRenderer(lambda line, **how: orjson.dumps(line, **how).decode())
    written: list[Any] = [stamp, structlog.processors.format_exc_info, as_json, _hand_on]
    structlog.configure(
        processors=[*shared, *written],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_name: structlog.WriteLogger(ERRORS),
        cache_logger_on_first_use=False,  # another server of the same process may want another level
    )
    handler = logging.StreamHandler(ERRORS)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.add_log_level,
                *written,
            ]
        )
    )
    # Uvicorn says this of every socket that is refused with words, as if it were a fault of ours.
    handler.addFilter(lambda record: "without completing handshake" not in record.getMessage())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))


def close() -> None:
    """At the end: the last lines leave for the other machine."""
    global _courier
    courier, _courier = _courier, None
    if courier is not None:
        courier.close()


def _with_request(_logger: Any, _level: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if named := request_name.get():
        line["request"] = named
    return line


def _hand_on(_logger: Any, level: str, line: str) -> str:
    """Give the courier, if there is one, a line as it is written."""
    if _courier is not None:
        _courier.take(level, line)
    return line


def fault(error: BaseException) -> dict[str, str]:
    """What is written down of an error: its kind and where it came from; its words may hold what people wrote."""
    where = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": " < ".join(f"{f.name}:{f.lineno}" for f in reversed(where[-6:]))}
