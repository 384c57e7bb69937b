"""One position as one SVG file that needs no other file: no style sheet, no font, no network."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from lutetia.core.game import Game
from lutetia.core.json_types import Json
from lutetia.core.viewcache import ViewCache
from lutetia.drawing.default import DefaultDrawing
from lutetia.drawing.svg import Drawing
from lutetia.drawing.theme import THEMES, stylesheet
from lutetia.games import manifest

MARGIN = 12
"""Space around the drawing, so that it fits on any page."""


def drawing_for(game: Game) -> Drawing:
    """The drawing of a game, by the class that its manifest names, or by the default."""
    make = manifest(game.ruleset.game).load("drawing", DefaultDrawing)
    found: Drawing = make(game)
    return found


def svg(game: Game, seat: str | None = None, names: dict[str, str] | None = None) -> str:
    """The position as `seat` sees it (None: a spectator). Raises ValueError for an unknown seat."""
    view = game.view(seat)
    return _picture(game, view, view["turns"], names)


def open_svg(game: Game, names: dict[str, str] | None = None) -> str:
    """The position with nothing hidden, for readers who may see the whole record."""
    return _picture(game, revealed(game), game.record()["turns"], names)


def revealed(game: Game) -> Json:
    """What a drawing shows if nothing is hidden: each seat's own part as that seat sees it."""
    cache = ViewCache(follows=False)
    position = game.ruleset.position(game.kernel, -1, cache)
    for n, seat in enumerate(game.ruleset.seats):
        for part in ("seats", "held"):
            if part in position and _is_redacted(position[part][seat]):
                own = game.ruleset.position(game.kernel, n, cache)
                position = position | {part: position[part] | {seat: own[part][seat]}}
    return {"position": position, "seat": game.seat, "over": game.over}


def _is_redacted(part: Any) -> bool:
    """Whether a seat's part hides something from the spectator."""
    if isinstance(part, dict):
        return any(one is None or (isinstance(one, list) and None in one) for one in part.values())
    return part is None


def _picture(game: Game, seen: Json, turns: list[Json], names: dict[str, str] | None) -> str:
    drawing = drawing_for(game)
    theme = manifest(game.ruleset.game).theme
    shown_names = {seat: drawing.seat(seat) for seat in game.ruleset.seats} | (names or {})
    last = turns[-1]["steps"][-1] if turns else None
    layers = drawing.frame(seen, shown_names, last)
    width, height = drawing.size[0] + 2 * MARGIN, drawing.size[1] + 2 * MARGIN
    ground = THEMES[theme]["ground"]
    inside = drawing.ground + "".join(layers[layer] for layer in drawing.layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lutetia {theme}" width="{width}" height="{height}" '
        f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" role="img"><title>{escape(drawing.title)}</title>'
        f"<style>{_scoped(stylesheet(theme), theme)}</style>"
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" rx="10" fill="{ground}"/>'
        f"{_with_prefixed_ids(inside, game.ruleset.game)}</svg>"
    )


def _scoped(rules: str, theme: str) -> str:
    """CSS rules limited to pictures of this theme, so that they affect nothing else on the page."""
    return rules.replace(".lutetia ", f".lutetia.{theme} ")


def _with_prefixed_ids(drawn: str, game: str) -> str:
    """Ids with the game's name as prefix, so that one page can show pictures of several games."""
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{game}-", drawn)
