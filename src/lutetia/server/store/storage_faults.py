"""Faults of the database: in words for people, and counted and logged for operators."""

from __future__ import annotations

import time
from collections import Counter

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.server.errors import STORAGE_FAULTS, Refused, StorageError

LOG_EVERY = 60.0
"""Seconds between two lines of the log about the same cause."""
WORDS = {
    "full": ("full",),
    "busy": ("locked", "busy"),
    "damaged": ("malformed", "not a database", "corrupt"),
}
"""What a database's message contains, for each kind of fault."""
STATES = {
    "full": ("53100",),
    "busy": ("40001", "40P01", "53", "55P03", "57014"),
    "damaged": ("XX001", "XX002"),
    "away": ("08", "25006", "57P"),
}
"""How PostgreSQL's code of an error begins, for each kind of fault."""
CONFLICTS = ("40001", "40P01")
"""Serialization failure and deadlock: nothing was written, and the same transaction may succeed now."""
REASONS = {
    "away": N_("The database cannot be reached: your last move may not be saved. Try again in a moment."),
    "full": N_("The disk is full: nothing can be saved. Your game has not changed; try again later."),
    "busy": N_("The database is busy. Your game has not changed; try again."),
    "damaged": N_("The database is damaged. Stop the server and restore a backup: lutetia restore."),
}
UNREACHABLE = N_("The database {address} cannot be reached: {why}")
UNUSABLE = N_("The database {address} cannot be used: {why}")
NOT_STORABLE = N_("This contains a character or a number that cannot be stored.")
"""The sender's fault: PostgreSQL has no NUL characters in texts, and columns for whole numbers have a size."""

log = structlog.get_logger("database")


def storage_error(error: BaseException) -> StorageError:
    """A database's error in words that people understand."""
    original = getattr(error, "orig", None) or error
    cause, kind = _cause(original), _kind(error, original)
    return StorageError(REASONS[kind], kind=kind, cause=cause) if kind in REASONS else StorageError(cause=cause)


def is_conflict(error: BaseException) -> bool:
    """Whether a transaction failed because of one of another process, so that it may succeed now."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in CONFLICTS


def _kind(error: BaseException, original: BaseException) -> str:
    if isinstance(error, sa.exc.TimeoutError):  # no connection was free
        return "busy"
    if hasattr(original, "sqlstate"):
        return _kind_of_state(error, original.sqlstate)
    text = str(original).lower()
    return next((kind for kind, words in WORDS.items() if any(word in text for word in words)), "other")


def _kind_of_state(error: BaseException, state: str | None) -> str:
    """The kind of an error of PostgreSQL; without a code it is the connection's."""
    if state is None:
        return "away" if isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError) else "other"
    return next((kind for kind, starts in STATES.items() if state.startswith(starts)), "other")


def opening_error(url: sa.URL, error: sa.exc.DBAPIError) -> StorageError:
    """Like `storage_error`, for a database that is opened: a server of its own may not answer, or may refuse it.

    It says why in the server's words: nothing that users wrote has been sent yet.
    """
    if url.get_backend_name() == "sqlite":
        return storage_error(error)
    address = url.render_as_string(hide_password=True)
    cause, why = _cause(error.orig or error), _first_line(error.orig or error)
    if isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError):
        return StorageError(UNREACHABLE, kind="away", cause=cause, address=address, why=why)
    return StorageError(UNUSABLE, cause=cause, address=address, why=why)


def _first_line(error: BaseException) -> str:
    """What the driver says, without the name of the address, which stands beside it, and without further lines."""
    return str(error).partition("\n")[0].rpartition(" failed: ")[2]


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

    def explain(self, error: BaseException, doing: str) -> Refused:
        """An error while reading or writing, in words. If it is the database's fault, note it."""
        if isinstance(error, sa.exc.DataError):
            return Refused(422, "not-storable", NOT_STORABLE)
        return self.failed(storage_error(error), doing)

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
