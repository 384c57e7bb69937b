"""The networks that come with the games, and an evaluator for each thread."""

from __future__ import annotations

import json
import threading
from functools import cache
from importlib.resources import files
from typing import Any

from lutetia.bots.blueprint import Learning
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.network import Network
from lutetia.bots.network_evaluator import NetworkEvaluator
from lutetia.bots.profile import profile_for
from lutetia.core.manifest import loaded
from lutetia.core.ruleset import Ruleset

FILE = "network.bin"
_kept = threading.local()  # a network has memory of its own, which threads cannot share


def evaluator_for(ruleset: Ruleset[Any]) -> Evaluator | None:
    """An evaluator for a ruleset that the game's network has learned; None if there is none."""
    reference = profile_for(ruleset.game).learning
    if reference is None or not ruleset.edition.bundled:
        return None
    found: dict[tuple[str, int, int, str], Evaluator | None] = _kept.__dict__.setdefault("evaluators", {})
    key = (ruleset.game, ruleset.rules, len(ruleset.seats), json.dumps(ruleset.options, sort_keys=True))
    if key not in found:
        found[key] = _evaluator(reference, ruleset)
    return found[key]


def _evaluator(reference: str, ruleset: Ruleset[Any]) -> Evaluator | None:
    data = weights(reference)
    if data is None:
        return None
    learning: Learning = loaded(reference)
    network = Network(data, ruleset.game, learning.layout)
    if not network.file.covers(ruleset):
        return None
    return NetworkEvaluator(learning.features(ruleset), network, len(ruleset.seats))


@cache
def weights(reference: str) -> bytes | None:
    """The weights file beside the module that a reference names; None if there is none."""
    package = reference.partition(":")[0].rpartition(".")[0]
    found = files(package).joinpath(FILE)
    return found.read_bytes() if found.is_file() else None
