"""How far a run has come: what a checkpoint stores besides the weights."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from lutetia.train.recipe import Recipe


@dataclass
class Progress:
    """Counts of the whole run, over all times that it was continued."""

    seconds: float = 0.0
    """Of self-play and learning."""
    games: int = 0
    evaluations: int = 0
    positions: int = 0
    """Of self-play."""
    learned: int = 0
    """Positions learned from since self-play began, repetitions included."""
    warm_games: int = 0
    warm_steps: int = 0
    is_warm: bool = False
    """Whether the warm start is done, or not wanted."""
    networks: int = 0
    """Exported so far."""
    best: int = -1
    """The number of the best network; -1: none yet."""
    gates: int = 0
    """Matches that are over."""
    in_match: bool = False
    """Whether the match of the newest network has begun and is not over."""

    def share(self, recipe: Recipe) -> float:
        """How much of the run is done, from 0 to 1."""
        by_time = self.seconds / (60 * recipe.minutes) if recipe.minutes else 0.0
        by_games = self.games / recipe.games if recipe.games else 0.0
        return min(1.0, max(by_time, by_games))

    def is_over(self, recipe: Recipe) -> bool:
        """Whether nothing is left to do."""
        return self.share(recipe) >= 1 and not self.in_match and self.gates >= max(1, recipe.gates)

    def rate(self, recipe: Recipe) -> float:
        """The learning rate: half a cosine, from the first to the last."""
        falling = 0.5 * (1 + math.cos(math.pi * self.share(recipe)))
        return recipe.rate * (recipe.last_rate + (1 - recipe.last_rate) * falling)

    def simulations(self, recipe: Recipe) -> int:
        return recipe.simulations if self.share(recipe) < 0.5 else recipe.last_simulations

    def may_learn(self, recipe: Recipe) -> bool:
        """Whether each position of self-play has not yet been used too often. A few batches may always go ahead."""
        return self.learned < recipe.reuse * self.positions + 20 * recipe.batch

    def gate_due(self, recipe: Recipe) -> bool:
        """Whether it is time for the next match."""
        return self.gates < recipe.gates and self.share(recipe) >= (self.gates + 1) / recipe.gates

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def progress_from(stored: dict[str, Any]) -> Progress:
    known = {field.name for field in fields(Progress)}
    return Progress(**{name: value for name, value in stored.items() if name in known})
