"""Something that is tried again and again: the log says once that it fails, and once that it works again."""

from __future__ import annotations

from typing import Any


class OutageLog:
    """Of one thing that may fail."""

    def __init__(self, log: Any, failing: str, again: str) -> None:
        """`failing` and `again` are what is logged, with `log` of structlog."""
        self._log, self._failing, self._again = log, failing, again
        self._lasts = False

    def failed(self, **fields: object) -> None:
        """It has failed; `fields` are logged with it."""
        if not self._lasts:
            self._lasts = True
            self._log.warning(self._failing, **fields)

    def works(self) -> None:
        """It has succeeded."""
        if self._lasts:
            self._lasts = False
            self._log.warning(self._again)
