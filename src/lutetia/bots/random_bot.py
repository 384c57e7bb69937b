"""The random bot: every legal step is equally likely."""

from __future__ import annotations

from typing import Any

from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.situation import Situation
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng


class RandomBot(DirectBot):
    """Uniformly random, and reproducible from its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        if not legal:
            raise ValueError(_("there is nothing to decide in this view"))
        return legal[_choose(decision_seed(self.seed, view), len(legal))]

    def decide(self, situation: Situation) -> int:
        """The same step as `choose`."""
        number: int = situation.legal[_choose(situation.seed(self.seed), len(situation.legal))]
        return number


def _choose(seed: int, options: int) -> int:
    which: int = Rng(seed).choose(options)
    return which
