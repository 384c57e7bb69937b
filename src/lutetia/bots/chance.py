"""The bot that plays any legal step, each as likely: the measure of all others."""

from __future__ import annotations

from typing import Any

import lutetia
from lutetia.core.random import Rng
from lutetia.core.words import _


class Chance:
    """Uniformly random."""

    def choose(self, view: dict[str, Any], seed: int) -> str:
        """Any legal step. Raises RecordError on what is no view, ValueError where nothing is to be decided."""
        legal = lutetia.imagine(view, seed).legal()
        if not legal:
            raise ValueError(_("the game is over"))
        which: int = Rng(seed).choose(len(legal))
        return legal[which]
