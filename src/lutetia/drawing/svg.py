"""The few pieces of SVG that the drawings share. All texts are escaped here, and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Protocol

from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.core.game import Game


class Drawing(Protocol):
    """How one game is drawn: a ground that never changes, and layers that are replaced when they change."""

    mood: str
    """The class of the document: its colours."""
    size: tuple[int, int]
    layers: tuple[str, ...]
    """Names of the layers, the lowest first."""
    ground: str
    """Definitions and what lies under the layers."""
    title: str
    sources: dict[str, str]
    """The sources of points with their words, the total last."""
    colours: dict[str, str]

    def frame(self, seen: Json, names: dict[str, str], step: str | None) -> dict[str, str]:
        """Every layer of what is seen: a view, or `everything` of a game. `step` led to it."""

    def told(self, game: Game, names: dict[str, str]) -> list[str]:
        """Every step in words."""

    def seat(self, seat: str) -> str:
        """A seat's name where its player has none."""


def num(value: float) -> str:
    """Short: a tenth of a unit is finer than anybody sees."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: object, size: float, *, fill: str = "", middle: bool = True, style: str = ""
) -> str:
    """One line of text on a baseline."""
    anchor = ' text-anchor="middle"' if middle else ""
    ink = f' fill="{fill}"' if fill else ""
    kind = f' class="{style}"' if style else ""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{anchor}{ink}{kind}>{escape(str(words))}</text>'


def use(icon: str, x: float, y: float, scale: float = 1.0, colour: str = "") -> str:
    """A symbol of the ground, drawn around its own middle; `colour` is its `currentColor`."""
    ink = f' color="{colour}"' if colour else ""
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<use href="#{icon}" transform="translate({num(x)} {num(y)}){size}"{ink}/>'


def polar(centre: tuple[float, float], radius: float, degrees: float) -> tuple[float, float]:
    """A point on a circle; 0 degrees is east, clockwise."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def sector(centre: tuple[float, float], inner: float, outer: float, start: float, end: float) -> str:
    """The path of a piece of a ring."""
    a, b = polar(centre, outer, start), polar(centre, outer, end)
    c, d = polar(centre, inner, end), polar(centre, inner, start)
    return (
        f"M{num(a[0])} {num(a[1])}A{num(outer)} {num(outer)} 0 0 1 {num(b[0])} {num(b[1])}"
        f"L{num(c[0])} {num(c[1])}A{num(inner)} {num(inner)} 0 0 0 {num(d[0])} {num(d[1])}Z"
    )


def rects(boxes: Iterable[tuple[float, float, float, float]]) -> str:
    """The path of some rectangles (x, y, width, height) together."""
    return "".join(f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z" for x, y, w, h in boxes)
