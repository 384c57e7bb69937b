"""The city of Paris as a table: six districts side by side, each a column that keys climb.

Montmartre         the name in the district's colour
20·10·5            its VP tile, or how many of four keys are there
12 Panthéon   ■2   landmarks, the highest at the top
8 hotel       ▪g   a building without a key, and the token for the first key there
5 ············▪m   no building yet
4 residence   ●1   a key of p1
…
bank 4 F    ●1■2
■20 ●4             sums of values, the highest first
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil

from rich.text import Text

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.terminal import palette
from lutetia.games.paris.text import steps as game_texts
from lutetia.terminal.canvas import Block, fit

MIN_COLUMN = 12
"""Characters of a district's column: its name, and a building with its keys."""
SHORT_NAMES = {"Saint-Germain": "St-Germain"}  # for narrow columns


def city(view: Json, room: int, highlighted: Collection[str], recent: Collection[str], *, compact: bool) -> Block:
    """All six districts in a row of columns, or in several rows if the columns would be too narrow."""
    districts = view["position"]["districts"]
    bands = 1
    while (wide := _column_width(room, across := ceil(len(districts) / bands))) < MIN_COLUMN and across > 1:
        bands += 1
    landmark_rows = 1 if compact else max(1, *(len(part["landmarks"]) for part in districts.values()))
    columns = [
        _Column(view, name, wide, highlighted, recent).lines(palette.BANDS[i % 6], landmark_rows, compact=compact)
        for i, name in enumerate(districts)
    ]
    return [row for first in range(0, len(columns), across) for row in _band(columns[first : first + across], wide)]


def _column_width(room: int, across: int) -> int:
    return (room - across + 1) // across


def _band(columns: Sequence[Block], wide: int) -> Block:
    """Columns side by side."""
    rows = []
    for cells in zip(*columns, strict=True):
        row = Text()
        for i, cell in enumerate(cells):
            row.append("│" if i else "", style=palette.GILT).append_text(fit(cell, wide))
        rows.append(row)
    return rows


class _Column:
    """One district."""

    def __init__(self, view: Json, name: str, wide: int, highlighted: Collection[str], recent: Collection[str]) -> None:
        self.view, self.name, self.wide = view, name, wide
        self.highlighted, self.recent = highlighted, recent
        self.part = view["position"]["districts"][name]
        self.data = game_texts.data_of(view)

    def lines(self, band: str, landmark_rows: int, *, compact: bool) -> Block:
        landmarks = self._landmarks_in_one_line() if compact else self._landmarks(landmark_rows)
        values = sorted(map(int, self.part["buildings"]), reverse=True)
        return [
            self._name(band),
            self._prize(),
            *landmarks,
            *(self._space(str(value)) for value in values),
            self._bank(),
            self._sums(),
        ]

    def _name(self, band: str) -> Text:
        name = game_texts.district(self.name)
        if len(name) + 1 > self.wide:
            name = SHORT_NAMES.get(name, name)
        return Text(f" {name} ".ljust(self.wide)[: self.wide], style=f"bold {palette.PAPER} on {band}")

    def _prize(self) -> Text:
        tile = self.part["vp_tile"]
        if tile:
            return Text(f" {game_texts.prize(tile)} {_('VP')}", style=f"bold {palette.INK} on {palette.GILT}")
        line = Text(" ")
        keys = min(4, self.part["keys"])
        line.append("▮" * keys, style=palette.GOLD).append("·" * (4 - keys), style=palette.FAINT)
        return line.append(f" {_('keys')}", style=palette.FAINT)

    def _landmarks(self, rows: int) -> Block:
        """The landmarks, the highest at the top, below empty lines."""
        found: Block = [Text() for _row in range(rows - len(self.part["landmarks"]))]
        for name, mark in reversed(self.part["landmarks"].items()):
            value = int(name[1:])
            label = f"{value} {game_texts.landmark(value, self.data)}"
            found.append(self._row(name, label, mark["keys"], None, f"bold {palette.VERDIGRIS}"))
        return found

    def _landmarks_in_one_line(self) -> Block:
        line = Text()
        for name, mark in reversed(self.part["landmarks"].items()):
            self._lead(line, f"{self.name}:{name}")
            line.append(name[1:], style=f"bold {palette.VERDIGRIS}")
            for seat in mark["keys"]:
                line.append(palette.SIGN[seat], style=f"bold {palette.SEAT[seat]}")
        return [line]

    def _space(self, value: str) -> Text:
        space = self.part["buildings"][value]
        if space["type"]:
            return self._row(value, f"{value} {game_texts.building(space['type'])}", space["keys"], space["token"], "")
        return self._row(value, f"{value} ", [], space["token"], palette.FAINT, dots=True)

    def _row(
        self, name: str, label: str, keys: list[str], token: str | None, style: str, *, dots: bool = False
    ) -> Text:
        """A property: its label, then its keys, or the token for the first key."""
        right = self._keys(keys)
        if token:
            sign, colour = palette.TOKENS[token]
            right.append(sign, style=palette.FAINT if dots else colour)
        line = Text()
        self._lead(line, f"{self.name}:{name}")
        room = self.wide - line.cell_len - right.cell_len
        left = Text(label, style=style or palette.INK)
        if dots:
            left.append("·" * max(0, room - len(label)), style=palette.SHADE)
        line.append_text(fit(left, room)).append_text(right)
        if f"{self.name}:{name}" in self.highlighted:
            line.stylize(f"on {palette.WASH}")
        return line

    def _lead(self, line: Text, place: str) -> None:
        """Add the sign before a place: it may be entered, or it has just changed."""
        if place in self.highlighted:
            line.append("►", style=f"bold {palette.VERDIGRIS}")
        elif place in self.recent:
            line.append("»", style=f"bold {palette.GOLD}")
        else:
            line.append(" ")

    def _keys(self, seats: list[str]) -> Text:
        text = Text()
        for seat in seats:
            mark = palette.mark(seat) if self.wide >= 15 else palette.SIGN[seat]
            text.append(mark, style=f"bold {palette.SEAT[seat]}")
        return text

    def _bank(self) -> Text:
        bank = self.part["bank"]
        keys = self._keys(bank["keys"])
        line = Text()
        place = f"bank:{self.name}"
        self._lead(line, place)
        label = N_("bank {n} F") if self.wide >= 14 or not bank["keys"] else N_("{n} F")
        text = Text(_(label, n=bank["francs"]), style=palette.GOLD)
        line.append_text(fit(text, self.wide - 1 - keys.cell_len)).append_text(keys)
        line.stylize(f"on {palette.WASH if place in self.highlighted else palette.SHADE}")
        return line

    def _sums(self) -> Text:
        """The seats with properties here, the highest sum first; the leader is underlined."""
        line = Text(" ")
        rows = [row for row in self.view["position"]["standings"][self.name] if row["sum"]]
        for i, row in enumerate(rows):
            gap = " " if i and self.wide >= 15 else ""
            style = palette.SEAT[row["seat"]]
            style = f"bold underline {style}" if row["place"] == 1 else style
            line.append(gap).append(f"{palette.SIGN[row['seat']]}{row['sum']}", style=style)
        return line if rows else Text(" –", style=palette.FAINT)


def places_of(step: str) -> list[str]:
    """The places that a step names: properties, banks, the Arc, spaces of the track."""
    kind, *words = step.split(" ")
    if kind == "key":
        return ["arc"] if words[0] == "arc" else [f"bank:{words[1]}"]
    if kind == "move":
        return [words[1]]
    if kind == "track" and words[0] != "none":
        return [f"tile:{words[0]}"]
    if kind == "use" and len(words) == 3:
        return [f"tile:{words[2]}"]
    return []
