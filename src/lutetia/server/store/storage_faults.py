"""Faults of the database: in words for people, and counted and logged for operators."""

from __future__ import annotations

import time
from collections import Counter

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.server.errors import STORAGE_FAULTS, StorageError

LOG_EVERY = 60.0
"""Seconds between two lines of the log about the same cause."""
WORDS = {
    "full": ("full",),
    "busy": ("locked", "busy"),
    "damaged": ("malformed", "not a database", "corrupt"),
}
"""What a database's message contains, for each kind of fault."""
REASONS = {
    "full": N_("The disk is full: nothing can be saved. Your game has not changed; try again later."),
    "busy": N_("The database is busy. Your game has not changed; try again."),
    "damaged": N_("The database is damaged. Stop the server and restore a backup: lutetia restore."),
}

log = structlog.get_logger("database")


def storage_error(error: BaseException) -> StorageError:
    """A database's error in words that people understand."""
    original = getattr(error, "orig", None) or error
    text = str(original).lower()
    kind = next((kind for kind, words in WORDS.items() if any(word in text for word in words)), "other")
    cause = _cause(original)
    return StorageError(REASONS[kind], kind=kind, cause=cause) if kind in REASONS else StorageError(cause=cause)


def opening_error(url: sa.URL, error: sa.exc.DBAPIError) -> StorageError:
    """Like `storage_error`, for a database that is opened: a server of its own may not answer."""
    away = isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError) and url.get_backend_name() != "sqlite"
    if not away:
        return storage_error(error)
    address = url.render_as_string(hide_password=True)
    reason = N_("The database {address} cannot be reached, or does not accept this name and password.")
    return StorageError(reason, cause=_cause(error.orig or error), address=address)


def _cause(error: BaseException) -> str:
    """The database's own name of an error, without its message, which may contain what users wrote."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return f"{type(error).__name__} {code}" if code else type(error).__name__


class FaultLog:
    """Counts faults, and logs each cause at most once a minute."""

    def __init__(self) -> None:
        self.counts = Counter(dict.fromkeys(STORAGE_FAULTS, 0))
        self.damage_seen = False
        """Whether the database said that it is damaged, since it was last checked as a whole."""
        self.last_write: tuple[float, StorageError] | None = None
        """The last write that failed, and when, by the monotonic clock."""
        self._logged: dict[str, float] = {}
        self._unlogged: Counter[str] = Counter()

    def failed(self, error: StorageError, doing: str) -> StorageError:
        """Note a fault while reading or writing. Returns it."""
        self.counts[error.kind] += 1
        self.damage_seen |= error.kind == "damaged"
        key, now = f"{doing} {error.cause}", time.monotonic()
        self._unlogged[key] += 1
        if doing == "write":
            self.last_write = now, error
        if now - self._logged.get(key, -LOG_EVERY) >= LOG_EVERY:
            self._logged[key] = now
            log.error("database failed", doing=doing, kind=error.kind, cause=error.cause, times=self._unlogged.pop(key))
        return error
