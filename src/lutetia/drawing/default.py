"""The drawing of a game that brings none: a panel for the table and one for each seat, with labelled cells."""

from __future__ import annotations

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import number
from lutetia.drawing.svg import num, text
from lutetia.drawing.theme import THEMES
from lutetia.games import manifest
from lutetia.text.cells import NOTHING, LabelledCells, cells_of
from lutetia.text.interface import text_for

WIDTH = 900
LABELS = 140
"""The width of the labels' column."""
ROW = 38
HEAD = 44
GAP = 12
SIGN = 8.4
"""The width of a letter in a cell, on average."""
COLOURS = {
    "day": ("#b05a00", "#00609c", "#00755a", "#9c3d77"),
    "night": ("#f5a623", "#6cc4ff", "#4fd1a5", "#f09ac6"),
}
"""The seats' colours; further seats begin again."""


class DefaultDrawing:
    """The drawing of one game. A position must have the same parts from the start to the end."""

    def __init__(self, game: Game) -> None:
        name, seats = game.ruleset.game, game.ruleset.seats
        self._text = text_for(name)
        self._seats = seats
        self._theme = manifest(name).theme
        self.title = _(manifest(name).title)
        self.sources = {source: _(called) for source, called in self._text.sources.items()}
        palette = COLOURS[self._theme]
        self.colours = {seat: palette[i % len(palette)] for i, seat in enumerate(seats)}
        cells = cells_of(game.view(None)["position"], seats)
        heights = [_height(cells.table), *(_height(cells.seats[seat]) for seat in seats)]
        self._tops = [HEAD + sum(heights[:i]) + GAP * i for i in range(len(heights))]
        self._heights = heights
        self.size = (WIDTH, self._tops[-1] + heights[-1])
        self.layers = ("table", *seats)
        self.ground = text(WIDTH / 2, 28, self.title, 26, fill=THEMES[self._theme]["ink"], style="serif")

    def seat(self, seat: str) -> str:
        return self._text.seat(seat)[1]

    def step_texts(self, game: Game, names: dict[str, str]) -> list[str]:
        record, data = game.record(), game.ruleset.edition.data
        return [
            f"{names[turn['seat']]}: {self._text.choice(step, data)}"
            for turn in record["turns"]
            for step in turn["steps"]
        ]

    def frame(self, seen: Json, names: dict[str, str], step: str | None) -> dict[str, str]:
        position = seen["position"]
        cells = cells_of(position, self._seats)
        line = THEMES[self._theme]["line"]
        found = {"table": self._panel(0, step or "", "", line, cells.table, turn=False)}
        for i, seat in enumerate(self._seats, 1):
            points = number(position["scores"][seat]["total"])
            turn = seen["seat"] == seat
            found[seat] = self._panel(i, names[seat], points, self.colours[seat], cells.seats[seat], turn=turn)
        return found

    def _panel(
        self, at: int, name: str, points: str, colour: str, parts: tuple[LabelledCells, ...], *, turn: bool
    ) -> str:
        """A panel with its heading, and under it a row for each part."""
        top, ink = self._tops[at], THEMES[self._theme]["ink"]
        drawn = [
            f'<rect x="4" y="{top}" width="{WIDTH - 8}" height="{self._heights[at]}" rx="8" '
            f'class="{"panel turn" if turn else "panel"}" stroke="{colour}"/>',
            text(20, top + 28, name[:60], 18, fill=colour if points else ink, middle=False, style="name"),
            text(WIDTH - 44, top + 32, points, 26, fill=colour, style="serif"),
        ]
        for n, part in enumerate(parts):
            drawn.append(self._row(part, top + HEAD + ROW * n, colour))
        return "".join(drawn)

    def _row(self, part: LabelledCells, top: float, colour: str) -> str:
        """A label and its cells; a last cell says how many had no room."""
        theme = THEMES[self._theme]
        drawn = [text(20, top + 20, part.label[:18], 14, middle=False, style="faint")]
        x = float(LABELS)
        cells = list(part.cells) or [NOTHING]
        while cells:
            wide = _width(cells[0])
            if x + wide + (_width("+00") + 8 if len(cells) > 1 else 0) > WIDTH - 20:
                cells = [f"+{len(cells)}"]
                wide = _width(cells[0])
            drawn.append(
                f'<rect x="{num(x)}" y="{num(top)}" width="{num(wide)}" height="30" rx="5" fill="{theme["ground"]}" '
                f'stroke="{colour}"/>' + text(x + wide / 2, top + 20, cells.pop(0), 15, fill=theme["ink"])
            )
            x += wide + 8
        return "".join(drawn)


def _height(parts: tuple[LabelledCells, ...]) -> int:
    return HEAD + ROW * len(parts)


def _width(cell: str) -> float:
    return max(30.0, SIGN * len(cell) + 16)
