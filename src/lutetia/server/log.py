"""What the server writes down about itself: one JSON per line on the error output, and never a secret."""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from typing import TextIO, cast

import structlog


class _Errors:
    """The error output. What cannot be written there is lost: no game suffers from a full disk or a closed terminal."""

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            return sys.stderr.write(text)
        return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


ERRORS = cast(TextIO, _Errors())


def configure(level: str) -> None:
    """Once, at the start. Uvicorn's own messages take the same way."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    shared = [structlog.contextvars.merge_contextvars, structlog.processors.add_log_level]
    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
    structlog.configure(
        processors=[*shared, stamp, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_name: structlog.PrintLogger(ERRORS),
        cache_logger_on_first_use=False,  # another server of the same process may want another level
    )
    handler = logging.StreamHandler(ERRORS)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.add_log_level,
                stamp,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ]
        )
    )
    # Uvicorn says this of every socket that is refused with words, as if it were a fault of ours.
    handler.addFilter(lambda record: "without completing handshake" not in record.getMessage())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))


def fault(error: BaseException) -> dict[str, str]:
    """What is written down of an error: its kind and where it came from; its words may hold what people wrote."""
    where = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": " < ".join(f"{f.name}:{f.lineno}" for f in reversed(where[-6:]))}
