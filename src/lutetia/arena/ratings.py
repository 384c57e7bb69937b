"""Ratings by openskill's Plackett-Luce model, which handles two or more players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lutetia.core.errors import MissingExtra
from lutetia.core.i18n import _


class Ratings:
    """Each bot's strength as a mean and a deviation. Games are added one by one; their order matters."""

    def __init__(self, bots: Sequence[str]) -> None:
        try:
            from openskill.models import PlackettLuce
        except ModuleNotFoundError:
            raise MissingExtra(
                _("the arena needs another package: {command}", command="pip install 'lutetia[arena]'")
            ) from None

        self._model = PlackettLuce()
        self._of: dict[str, Any] = {name: self._model.rating(name=name) for name in bots}

    def add(self, bots: Sequence[str], ranks: Sequence[int]) -> None:
        """Add one game: the bots by seat and their ranks (equal ranks: a tie).

        A bot in several seats gets the mean of their new ratings. A bot that only plays itself is not rated.
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
        """The strength that the bot almost certainly has (mean minus three deviations); 0 for a new bot."""
        return float(self._of[bot].ordinal())
