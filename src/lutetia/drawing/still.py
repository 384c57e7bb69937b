"""One position as one SVG file that needs nothing else: no style sheet, no font, no network."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from lutetia.core.game import Game
from lutetia.core.json_types import Json
from lutetia.core.viewcache import ViewCache
from lutetia.drawing.default import DefaultDrawing
from lutetia.drawing.mood import MOODS, sheet
from lutetia.drawing.svg import Drawing
from lutetia.games import manifest

MARGIN = 12
"""Around the drawing, so that it can stand on any page."""


def drawing_for(game: Game) -> Drawing:
    """How a game is drawn: by the class that its manifest names, or by the default."""
    make = manifest(game.ruleset.game).load("drawing", DefaultDrawing)
    found: Drawing = make(game)
    return found


def svg(game: Game, seat: str | None = None, names: dict[str, str] | None = None) -> str:
    """The position as `seat` sees it (None: a spectator), and nothing more. Raises ValueError for an unknown seat."""
    view = game.view(seat)
    return _drawn(game, view, view["turns"], names)


def open_svg(game: Game, names: dict[str, str] | None = None) -> str:
    """The position with nothing hidden, for whoever holds the whole record."""
    return _drawn(game, everything(game), game.record()["turns"], names)


def everything(game: Game) -> Json:
    """What a drawing shows, with every seat's own part as that seat sees it: for a game that is looked at again."""
    cache = ViewCache(follows=False)
    position = game.ruleset.position(game.kernel, -1, cache)
    for n, seat in enumerate(game.ruleset.seats):
        for part in ("seats", "held"):
            if part in position and _hides(position[part][seat]):
                own = game.ruleset.position(game.kernel, n, cache)
                position = position | {part: position[part] | {seat: own[part][seat]}}
    return {"position": position, "seat": game.seat, "over": game.over}


def _hides(part: Any) -> bool:
    """Whether something of a seat is kept from the spectator."""
    if isinstance(part, dict):
        return any(one is None or (isinstance(one, list) and None in one) for one in part.values())
    return part is None


def _drawn(game: Game, seen: Json, turns: list[Json], names: dict[str, str] | None) -> str:
    drawing = drawing_for(game)
    called = {seat: drawing.seat(seat) for seat in game.ruleset.seats} | (names or {})
    last = turns[-1]["steps"][-1] if turns else None
    layers = drawing.frame(seen, called, last)
    wide, high = drawing.size[0] + 2 * MARGIN, drawing.size[1] + 2 * MARGIN
    ground = MOODS[drawing.mood]["ground"]
    inside = drawing.ground + "".join(layers[layer] for layer in drawing.layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lutetia {drawing.mood}" width="{wide}" height="{high}" '
        f'viewBox="{-MARGIN} {-MARGIN} {wide} {high}" role="img"><title>{escape(drawing.title)}</title>'
        f"<style>{_own(sheet(drawing.mood), drawing.mood)}</style>"
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{wide}" height="{high}" rx="10" fill="{ground}"/>'
        f"{_apart(inside, game.ruleset.game)}</svg>"
    )


def _own(rules: str, mood: str) -> str:
    """Rules for pictures of this mood alone: a page may show several, and its own texts are none of our business."""
    return rules.replace(".lutetia ", f".lutetia.{mood} ")


def _apart(drawn: str, game: str) -> str:
    """Ids that begin with the game's name, so that pictures of both games can stand on one page."""
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{game}-", drawn)
