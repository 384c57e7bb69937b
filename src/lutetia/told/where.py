"""Where the rules tell of what a table shows: its sources of points, its parts, its questions.

Names are those of views and of the notation. The first rule is the one to open; further ones belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lutetia.games.paris.bonus import EFFECTS, STEP_ON, UNIT

Rules = tuple[str, ...]

LUMIERE: dict[str, Rules] = {
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
}


def _tile(number: int) -> Rules:
    way = EFFECTS[number].way
    return ("P53",) if way == UNIT else ("P52",) if way == STEP_ON else ("P51",)


PARIS: dict[str, Rules] = {
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
GAMES = {"lumiere": LUMIERE, "paris": PARIS}


def asked(view: Mapping[str, Any], legal: Sequence[str] = ()) -> str:
    """What the open question of a position is about, for somebody who has these legal steps."""
    question, phase = view["position"]["question"], str(view["position"]["phase"])
    if question:
        return str(question["card"] if view["game"] == "lumiere" else question["ask"])
    if view["over"]:
        return "total"
    kinds = {step.split(" ")[0] for step in legal}
    if kinds == {"card"}:
        return "card"
    return "pass" if phase == "paving" and kinds and "tile" not in kinds else phase


def rules(view: Mapping[str, Any], legal: Sequence[str] = ()) -> dict[str, str]:
    """The rule to open for everything at this table, `question` among it."""
    found = {name: ids[0] for name, ids in GAMES[view["game"]].items()}
    return found | {"question": found[asked(view, legal)]}
