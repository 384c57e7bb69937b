"""A bot that plays with any weights file: `network:FILE` or `network:FILE:SIMULATIONS`."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import lutetia
from lutetia.bots import decision_seed
from lutetia.bots.blueprint import Learning
from lutetia.bots.learned_bot import ask
from lutetia.bots.network import Network
from lutetia.bots.network_evaluator import NetworkEvaluator
from lutetia.bots.profile import Learned, profile_for
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.manifest import loaded
from lutetia.core.random import Rng

PREFIX = "network:"
SIMULATIONS = 400


def parts_of(name: str) -> tuple[Path, int]:
    """The file and the simulations in a bot's name. Raises ValueError if there is no such file or number."""
    text, colon, number = name.removeprefix(PREFIX).rpartition(":")
    path, simulations = (Path(text), number) if colon and number.isdecimal() else (Path(name[len(PREFIX) :]), None)
    if not path.is_file():
        raise ValueError(_("there is no weights file {path}", path=shown(str(path))))
    return path, SIMULATIONS if simulations is None else max(1, int(simulations))


class NetworkBot:
    """It keeps nothing between decisions. The same view and seed give the same step."""

    def __init__(self, name: str, seed: int) -> None:
        self.path, self.simulations = parts_of(name)
        self.seed = seed

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The best step after so many simulations."""
        if len(legal) == 1:
            return legal[0]
        rng = Rng(decision_seed(self.seed, view))
        game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
        evaluator = _evaluator(self.path, self.path.stat().st_mtime_ns, game.ruleset)
        return ask(game, evaluator, Learned(self.simulations), rng)[0].step


@lru_cache(maxsize=4)
def _evaluator(path: Path, _changed: int, ruleset: Any) -> NetworkEvaluator:
    """The network of a file for a ruleset. Raises ValueError if it is damaged or has not learned this ruleset."""
    reference = profile_for(ruleset.game).learning
    if reference is None:
        raise ValueError(_("no network can play {game}", game=ruleset.game))
    learning: Learning = loaded(reference)
    network = Network(path.read_bytes(), game=ruleset.game, features=learning.layout)
    if not network.file.covers(ruleset):
        raise ValueError(
            _(
                "the network in {path} has not learned this table, with {players} players; it has learned {tables}",
                path=shown(str(path)),
                players=len(ruleset.seats),
                tables=json.dumps(network.file.header["tables"]),
            )
        )
    return NetworkEvaluator(learning.features(ruleset), network, len(ruleset.seats))
