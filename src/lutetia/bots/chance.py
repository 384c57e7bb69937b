"""A bot that takes any legal step, each as likely."""

from __future__ import annotations

from typing import Any

from lutetia.bots import stream
from lutetia.core.i18n import _
from lutetia.core.random import Rng


class Chance:
    """Uniformly random, and reproducible from its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        if not legal:
            raise ValueError(_("this view has nothing to decide"))
        which: int = Rng(stream(self.seed, view)).choose(len(legal))
        return legal[which]
