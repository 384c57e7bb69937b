"""Which rule explains what a position shows: sources of points, bonus tiles, prompts."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.core.json_types import Json
from lutetia.games.paris.rules.bonus import EFFECTS, STEP_ON, UNIT


def _tile(number: int) -> tuple[str, ...]:
    way = EFFECTS[number].way
    return ("P53",) if way == UNIT else ("P52",) if way == STEP_ON else ("P51",)


RULE_LINKS: dict[str, tuple[str, ...]] = {
    "eights": ("P46",),
    "sections": ("P47",),
    "bonus": ("P51",),
    "end_tiles": ("P71",),
    "francs": ("P74",),
    "districts": ("P74", "P75"),
    "total": ("P76",),
    "draw": ("P20",),
    "action": ("P21",),
    "done": ("P22",),
    "pay": ("P43",),
    "track": ("P50",),
    "section": ("P47",),
    "vp": ("P49",),
    "site": ("P16",),
    "pair": ("P51",),
    "end": ("P70",),
    "keys": ("P30",),
    "landmarks": ("P41",),
    "market": ("P60",),
    **{str(number): _tile(number) for number in EFFECTS},
}


def topic(view: Json, legal: Sequence[str]) -> str:
    """What the open question of a position is about."""
    question = view["position"]["question"]
    return str(question["ask"] if question else view["position"]["phase"])
