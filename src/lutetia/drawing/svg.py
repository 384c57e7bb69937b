"""SVG helpers that the drawings share, and the interface of a drawing. Texts are escaped here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Protocol

from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.core.game import Game


class Drawing(Protocol):
    """How a game is drawn: a background that never changes, and layers that are replaced when they change."""

    size: tuple[int, int]
    layers: tuple[str, ...]
    """The names of the layers, from back to front."""
    ground: str
    """Definitions, and the background under the layers."""
    title: str
    sources: dict[str, str]
    """The sources of points with their labels, the total last."""
    colours: dict[str, str]

    def frame(self, seen: Json, names: dict[str, str], step: str | None) -> dict[str, str]:
        """All layers of a view, or of `revealed(game)`. `step` is the last step."""

    def step_texts(self, game: Game, names: dict[str, str]) -> list[str]:
        """The text of each step of the record."""

    def seat(self, seat: str) -> str:
        """A seat's name, for seats whose player has none."""


def num(value: float) -> str:
    """A coordinate, rounded to a tenth of a unit, which is finer than anyone can see."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: object, size: float, *, fill: str = "", middle: bool = True, style: str = ""
) -> str:
    """One line of text with its baseline at y."""
    anchor = ' text-anchor="middle"' if middle else ""
    ink = f' fill="{fill}"' if fill else ""
    kind = f' class="{style}"' if style else ""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{anchor}{ink}{kind}>{escape(str(words))}</text>'


def use(icon: str, x: float, y: float, scale: float = 1.0, colour: str = "") -> str:
    """A symbol from the definitions, centred at (x, y). `colour` becomes its `currentColor`."""
    ink = f' color="{colour}"' if colour else ""
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<use href="#{icon}" transform="translate({num(x)} {num(y)}){size}"{ink}/>'


def polar(centre: tuple[float, float], radius: float, degrees: float) -> tuple[float, float]:
    """A point on a circle. 0 degrees is east; angles run clockwise."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def sector(centre: tuple[float, float], inner: float, outer: float, start: float, end: float) -> str:
    """The path of a ring segment."""
    a, b = polar(centre, outer, start), polar(centre, outer, end)
    c, d = polar(centre, inner, end), polar(centre, inner, start)
    return (
        f"M{num(a[0])} {num(a[1])}A{num(outer)} {num(outer)} 0 0 1 {num(b[0])} {num(b[1])}"
        f"L{num(c[0])} {num(c[1])}A{num(inner)} {num(inner)} 0 0 0 {num(d[0])} {num(d[1])}Z"
    )


def rects(boxes: Iterable[tuple[float, float, float, float]]) -> str:
    """One path for several rectangles (x, y, width, height)."""
    return "".join(f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z" for x, y, w, h in boxes)
