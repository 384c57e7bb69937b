"""Errors that a client sees: an HTTP status, a code for programs and a text for people, in one JSON shape."""

from __future__ import annotations

import math
import traceback

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json

NO_ANSWER = N_("The database is not responding. Your game has not changed; try again later.")

STORAGE_FAULTS = ("full", "busy", "damaged", "away", "other")


class Refused(Exception):
    """A request that is refused. `reason` is a catalogue key with its `values`; `rule` is the id of a rule, or ""."""

    cause = ""
    """For the log: what went wrong in the server. Never anything that users wrote."""

    def __init__(self, status: int, code: str, reason: str, *, rule: str = "", **values: object) -> None:
        super().__init__(status, code, reason, rule, values)
        self.status = status
        self.code = code
        self.reason = reason
        self.rule = rule
        self.values = values

    def body(self) -> Json:
        """The JSON body, in the language of the current request."""
        return error_body(self.code, _(self.reason, **self.values), self.rule)


class RateLimited(Refused):
    """Too many requests: try again after the given number of seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        super().__init__(429, "too-often", N_("Too many requests; try again in {n} s."), n=self.seconds)


class StorageError(Refused):
    """The database cannot store or find something now. Nothing was half-done.

    `kind` is one of `STORAGE_FAULTS`.
    """

    def __init__(self, reason: str = NO_ANSWER, *, kind: str = "other", cause: str = "", **values: object) -> None:
        super().__init__(503, "store", reason, rule="", **values)
        self.kind = kind
        self.cause = cause

    def __str__(self) -> str:
        return _(self.reason, **self.values)


def error_body(code: str, text: str, rule: str = "") -> Json:
    """The JSON shape of every error."""
    return {"error": {"code": code, "rule": rule, "text": text}}


def error_fields(error: BaseException) -> dict[str, str]:
    """What the log says about an exception: its type and where it came from.

    Its message is left out, because it may contain what users wrote.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": " < ".join(f"{f.name}:{f.lineno}" for f in reversed(frames[-6:]))}


def no_game() -> Refused:
    """The same answer whether the game does not exist or the client may not see it."""
    return Refused(404, "no-game", N_("There is no game at this address."))


def internal_error() -> Refused:
    return Refused(500, "fault", N_("Something went wrong. Your game has not changed; try again."))


def not_yours() -> Refused:
    return Refused(403, "not-yours", N_("Only players at this table can do that."))


def no_session() -> Refused:
    return Refused(401, "no-session", N_("You have no profile here yet; open or join a game first, or sign in."))
