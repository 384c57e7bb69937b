"""Ratings by openskill's Plackett-Luce model, which knows tables of two and of more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Ratings:
    """Every bot's strength as a mean and an uncertainty; games are taken in one by one, in their order."""

    def __init__(self, bots: Sequence[str]) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._of: dict[str, Any] = {name: self._model.rating(name=name) for name in bots}

    def add(self, bots: Sequence[str], ranks: Sequence[int]) -> None:
        """One game: the bots in their seats and how they came in (equal ranks: a tie).

        A bot that holds several seats gets the mean of what they earned; among itself alone it learns nothing.
        """
        if len(set(bots)) < 2:
            return
        rated = self._model.rate([[self._of[name]] for name in bots], ranks=[float(rank) for rank in ranks])
        for name in dict.fromkeys(bots):
            mine = [team[0] for team, sitting in zip(rated, bots, strict=True) if sitting == name]
            mu, sigma = (sum(part) / len(mine) for part in zip(*((r.mu, r.sigma) for r in mine), strict=True))
            self._of[name] = self._model.rating(name=name, mu=mu, sigma=sigma)

    def mean(self, bot: str) -> float:
        return float(self._of[bot].mu)

    def deviation(self, bot: str) -> float:
        return float(self._of[bot].sigma)

    def rating(self, bot: str) -> float:
        """The strength that the bot almost surely has (mean less three deviations); 0 for a stranger."""
        return float(self._of[bot].ordinal())
