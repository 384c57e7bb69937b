"""What can go wrong when a bot is asked for a step. Players and reports see the texts."""

from __future__ import annotations

from lutetia.core.i18n import N_

KINDS = {
    "error": N_("raised an error"),
    "late": N_("did not answer in time"),
    "illegal": N_("answered with a step that is not legal"),
    "garbage": N_("said something that is no answer"),
    "dead": N_("ended, or could not be started"),
    "unasked": N_("was not asked any more in this game, after hanging or dying too often"),
}


class BotFault(Exception):
    """A bot gave no legal step. `kind` is a key of KINDS; `detail` is what it said or did, short and safe to print."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
