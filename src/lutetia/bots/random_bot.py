"""The random bot: every legal step is equally likely."""

from __future__ import annotations

from typing import Any

from lutetia.bots import decision_seed
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng


class RandomBot:
    """Uniformly random, and reproducible from its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        if not legal:
            raise ValueError(_("this view has nothing to decide"))
        which: int = Rng(decision_seed(self.seed, view)).choose(len(legal))
        return legal[which]
