"""The networks that come with the games: which tables they know, and an evaluator for each thread."""

from __future__ import annotations

import json
import threading
from functools import cache
from importlib.resources import files
from typing import Any

from lutetia.bots.evaluator import Evaluator
from lutetia.bots.network import Network
from lutetia.bots.network_evaluator import NetworkEvaluator
from lutetia.bots.profile import Trained, profile_for
from lutetia.core.ruleset import Ruleset

FILE = "network.bin"
_kept = threading.local()  # a network has memory of its own, which threads cannot share


def evaluator_for(ruleset: Ruleset[Any]) -> Evaluator | None:
    """An evaluator for a table of a bundled edition that the game's network was trained for; None if there is none."""
    network = profile_for(ruleset.game).network
    if network is None or not ruleset.edition.bundled:
        return None
    found: dict[tuple[str, int, str], Evaluator | None] = _kept.__dict__.setdefault("evaluators", {})
    key = (ruleset.game, len(ruleset.seats), json.dumps(ruleset.options, sort_keys=True))
    if key not in found:
        found[key] = _evaluator(network, ruleset)
    return found[key]


def _evaluator(network: Trained, ruleset: Ruleset[Any]) -> Evaluator | None:
    data = weights(network.package)
    if data is None:
        return None
    loaded = Network(data, ruleset.game, network.layout)
    if not covers(loaded.file.header["tables"], ruleset):
        return None
    return NetworkEvaluator(network.features(ruleset), loaded)


@cache
def weights(package: str) -> bytes | None:
    """The weights file in a package; None if it has none."""
    found = files(package).joinpath(FILE)
    return found.read_bytes() if found.is_file() else None


def covers(tables: list[dict[str, Any]], ruleset: Ruleset[Any]) -> bool:
    """Whether a network that was trained for these tables knows this one. An option that a table does not name may have
    any value."""
    return any(
        table["players"] == len(ruleset.seats)
        and all(ruleset.options[name] == value for name, value in table["options"].items())
        for table in tables
    )
