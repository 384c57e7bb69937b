"""What the arena counts in records of La Cité de la Lumière."""

from __future__ import annotations

from functools import cache

from lutetia.arena.statistics import GameStatistics, ItemKind, taken_by
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES, edition
from lutetia.games.lumiere.text.steps import SOURCES


@cache
def _shapes() -> list[str]:
    return [name for name, shape in edition().data["buildings"].items() if isinstance(shape, list)]


def _points(record: Json) -> dict[str, dict[str, int]]:
    points: dict[str, dict[str, int]] = record["result"]["scores"]
    return points


STATISTICS = GameStatistics(
    sources=SOURCES,
    points=_points,
    items={
        "postcards": ItemKind(
            N_("Postcards"), lambda record: record["setup"]["postcards"], taken_by("card"), CARD_NAMES.__getitem__
        ),
        "buildings": ItemKind(N_("Buildings"), lambda record: _shapes(), taken_by("take")),
    },
)
