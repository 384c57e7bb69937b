"""Turns what a search believes into probabilities that come true: `calibration.json` beside a game's bots.

A search is too certain, or not certain enough, in a way that differs by game, number of players, method and part of the
game. For each of these the file has three weights, fitted to games that bots played (`benchmarks/calibration.py
--fit`): of the logarithm of the search's chance, of a point of its expected margin, and of a point of the lead now.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from lutetia.bots.profile import profile_for
from lutetia.bots.trained import weights
from lutetia.bots.weights_file import read
from lutetia.core.json_types import Json
from lutetia.core.ruleset import Ruleset
from lutetia.games import manifest

FILE = "calibration.json"
FORMAT = "lutetia-calibration/3"
NETWORK, ROLLOUTS = "network", "rollouts"
DOUBT = 0.005
"""Added to every chance, because a search that has seen no win cannot rule one out."""
DECIMALS = 6
"""Chances are rounded, so that they are the same on every machine: the last bits of a logarithm are not."""


@dataclass(frozen=True)
class Correction:
    """How to correct the chances of one method in one part of a game."""

    chance: float
    """The weight of the logarithm of a chance; below 1 the search is too certain."""
    margin: float
    """The weight of each point of the expected margin."""
    lead: float = 0.0
    """The weight of each point that a seat is ahead now."""

    def apply(self, chances: Sequence[float], margins: Sequence[float], leads: Sequence[float]) -> list[float]:
        """The corrected chances; they add up to 1. `leads`: the points now, less the best rival's."""
        logits = [
            self.chance * math.log(chance + DOUBT) + self.margin * margin + self.lead * lead
            for chance, margin, lead in zip(chances, margins, leads, strict=True)
        ]
        most = max(logits)
        shares = [math.exp(logit - most) for logit in logits]
        return [share / sum(shares) for share in shares]


def rounded(chances: Sequence[float]) -> list[float]:
    """The same chances with few decimals. The largest takes what is missing, so that they add up to 1."""
    total = sum(chances)
    found = [round(chance / total, DECIMALS) for chance in chances]
    largest = found.index(max(found))
    found[largest] = 1 - sum(found[:largest] + found[largest + 1 :])
    return found


def correction(ruleset: Ruleset[Any], method: str, phase: str) -> Correction | None:
    """How to correct a method's chances in this part of a game; None: not at all, since nothing was fitted to it."""
    found = _corrections(ruleset.game)
    return found.get((len(ruleset.seats), method, phase))


@cache
def _corrections(game: str) -> dict[tuple[int, str, str], Correction]:
    network = network_checksum(game)
    return {
        (row["players"], row["method"], row["phase"]): Correction(row["chance"], row["margin"], row["lead"])
        for row in stored(game)["tables"]
        if row["method"] != NETWORK or row["network"] == network  # another network errs in other ways
    }


def stored(game: str) -> Json:
    """The file of a game; without any tables if there is none."""
    folder = package(game)
    found = files(folder).joinpath(FILE) if folder else None
    if found is None or not found.is_file():
        return {"format": FORMAT, "tables": []}
    content: Json = json.loads(found.read_text("utf-8"))
    return content


def package(game: str) -> str | None:
    """The package of a game's bots, where the file is; None if it brings none."""
    reference = manifest(game).bots
    return reference.partition(":")[0] if reference else None


def network_checksum(game: str) -> str | None:
    """Which network a game has."""
    reference = profile_for(game).learning
    data = weights(reference) if reference else None
    return read(data).checksum if data else None
