"""What can go wrong when a bot is asked for a step. Players and reports see the texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.random import Rng

KINDS = {
    "error": N_("raised an error"),
    "late": N_("did not answer in time"),
    "illegal": N_("answered with a step that is not legal"),
    "garbage": N_("sent something that is not an answer"),
    "dead": N_("exited, or could not be started"),
    "unasked": N_("was not asked again in this game, after hanging or crashing too often"),
}


class BotFault(Exception):
    """A bot gave no legal step. `kind` is a key of KINDS; `detail` is what it said or did, short and safe to print.

    `said` has the last lines that a program wrote to stderr.
    """

    def __init__(self, kind: str, detail: str = "", said: str = "") -> None:
        super().__init__(kind, detail, said)
        self.kind = kind
        self.detail = detail
        self.said = said


def step_number(view: Json) -> int:
    """The number in the game, from 1, of the step that a view's seat has to choose."""
    return 1 + sum(len(turn["steps"]) for turn in view["turns"])


def fallback_step(number: int, legal: Sequence[str], seed: int) -> str:
    """The step in place of a bot that gave no legal one: a random one, always the same for the `step_number`."""
    chosen: int = Rng(seed * 1_000_003 + number).choose(len(legal))
    return legal[chosen]


def explained(fault: BotFault) -> str:
    """What the bot did, with its details and the last lines that it wrote; it continues a sentence after its name."""
    kind = _(KINDS[fault.kind])
    text = f"{kind} ({fault.detail})" if fault.detail else kind
    return text if not fault.said or fault.said in fault.detail else f"{text}\n{fault.said}"


def lost_moves(bot: str, faults: Sequence[Json]) -> str:
    """How many moves a bot lost and why, then for each kind of fault what it said or did the first time."""
    kinds = Counter(fault["kind"] for fault in faults)
    how = ", ".join(f"{_(KINDS[kind])} ({times})" for kind, times in kinds.most_common())
    lines = [plural("{bot} lost {n} move: {how}", "{bot} lost {n} moves: {how}", len(faults), bot=bot, how=how)]
    for kind in kinds:
        first = next(fault for fault in faults if fault["kind"] == kind)
        said = first.get("said", "").split("\n")
        lines += [f"    {line}" for line in (first["detail"], *said) if line and line not in lines[-1]]
    return "\n".join(lines)
