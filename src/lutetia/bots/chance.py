"""A bot that takes any legal step, each as likely."""

from __future__ import annotations

from typing import Any

from lutetia.core.random import Rng


class Chance:
    """Uniformly random; the stream depends on the seed and on how far the game is, so it keeps no memory."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None) -> str:
        step = sum(len(turn["steps"]) for turn in view["turns"])
        return legal[Rng(self.seed * 1_000_003 + step).choose(len(legal))]
