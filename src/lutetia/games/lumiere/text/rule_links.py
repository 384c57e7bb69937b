"""Which rule explains what a position shows: sources of points, postcards, prompts."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.core.json_types import Json

RULE_LINKS: dict[str, tuple[str, ...]] = {
    "lit": ("L60",),
    "group": ("L61",),
    "unbuilt": ("L62",),
    "postcards": ("L63",),
    "total": ("L64",),
    "levitation": ("L40",),
    "metropolitain": ("L41", "L52"),
    "jardin": ("L42",),
    "sacre-coeur": ("L43", "L62"),
    "peintre": ("L44", "L53"),
    "chartier": ("L45", "L52"),
    "bouquinistes": ("L46",),
    "lampadaire": ("L47",),
    "moulin-rouge": ("L48", "L53"),
    "fontaine": ("L49",),
    "penseur": ("L50",),
    "grande-lumiere": ("L51",),
    "paving": ("L20", "L21"),
    "pass": ("L22",),
    "building": ("L30", "L31"),
    "card": ("L31",),
    "tile": ("L20",),
    "take": ("L21",),
    "build": ("L30",),
    "kept": ("L52",),
}


def topic(view: Json, legal: Sequence[str]) -> str:
    """What the open question of a position is about."""
    question, phase = view["position"]["question"], str(view["position"]["phase"])
    if question:
        return str(question["card"])
    kinds = {step.split(" ")[0] for step in legal}
    if kinds == {"card"}:
        return "card"
    return "pass" if phase == "paving" and kinds and "tile" not in kinds else phase
