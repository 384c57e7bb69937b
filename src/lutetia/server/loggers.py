"""Loggers whose messages have fields: structlog's, or in a browser plain ones that write to its console."""

from __future__ import annotations

import logging
from typing import Any

try:
    from structlog import get_logger
except ModuleNotFoundError:

    def get_logger(name: str) -> Any:  # type: ignore[misc]
        """A logger with the methods that we use."""
        return PlainLogger(name)


class PlainLogger:
    """Writes `message field=value …` with the standard library."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(f"lutetia.{name}")

    def info(self, message: str, **fields: object) -> None:
        self._log(logging.INFO, message, fields)

    def warning(self, message: str, **fields: object) -> None:
        self._log(logging.WARNING, message, fields)

    def error(self, message: str, **fields: object) -> None:
        self._log(logging.ERROR, message, fields)

    def _log(self, level: int, message: str, fields: dict[str, object]) -> None:
        self._logger.log(level, "%s", " ".join([message, *(f"{name}={value}" for name, value in fields.items())]))


__all__ = ["PlainLogger", "get_logger"]
