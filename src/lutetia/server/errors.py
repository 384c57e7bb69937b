"""What a door answers when it does not do what was asked: a status, a code for programs, words for people."""

from __future__ import annotations

import math
from typing import Any

from lutetia.core.i18n import N_, _


class Refused(Exception):
    """An answer that says no. `reason` is a message's key with its `values`; `rule` is the id of the rule, or ""."""

    def __init__(self, status: int, code: str, reason: str, *, rule: str = "", **values: object) -> None:
        super().__init__(status, code, reason, rule, values)
        self.status = status
        self.code = code
        self.reason = reason
        self.rule = rule
        self.values = values

    def body(self) -> dict[str, Any]:
        """The answer in the language of whoever asked."""
        return error_body(self.code, _(self.reason, **self.values), self.rule)


class TooOften(Refused):
    """To be asked again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        super().__init__(429, "too-often", N_("That was too often; try again in {n} s."), n=self.seconds)


def error_body(code: str, text: str, rule: str = "") -> dict[str, Any]:
    """The one shape of every error."""
    return {"error": {"code": code, "rule": rule, "text": text}}


def no_game() -> Refused:
    """The same words whether there is no such game or it is not for the asker."""
    return Refused(404, "no-game", N_("There is no game at this address."))


def broken() -> Refused:
    return Refused(500, "fault", N_("Something went wrong here. Your game is as it was; try again."))


def not_yours() -> Refused:
    return Refused(403, "not-yours", N_("Only who sits at this table may do that."))


def who_are_you() -> Refused:
    return Refused(401, "no-session", N_("You are not known here yet; open or join a game first, or sign in."))
