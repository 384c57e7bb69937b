"""The city of Paris as a table: six districts side by side, each an elevation that keys climb.

Montmartre         name on its band
20·10·5            its VP tile, or how many of four keys are there
12 Panthéon   ■2   landmarks, the highest on top
8 hotel       ▪g   a building without a key, and the token that the first key there gets
5 ············▪m   no building yet
4 residence   ●1   a key of p1
…
bank 4 F    ●1■2
■20 ●4             sums of values, the leader first
"""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games.paris.terminal import palette, texts
from lutetia.terminal.canvas import Block, fit

NAMES = {"Saint-Germain": "St-Germain"}  # where a column is narrow


def city(view: Json, room: int, marked: Collection[str], recent: Collection[str], *, tight: bool) -> Block:
    """All six districts in a row of columns."""
    districts = view["position"]["districts"]
    wide = (room - len(districts) + 1) // len(districts)
    rising = 1 if tight else max(1, *(len(part["landmarks"]) for part in districts.values()))
    columns = [
        _Column(view, name, wide, marked, recent).lines(palette.BANDS[i % 6], rising, tight=tight)
        for i, name in enumerate(districts)
    ]
    rows = []
    for y in range(len(columns[0])):
        row = Text()
        for i, column in enumerate(columns):
            row.append("│" if i else "", style=palette.GILT).append_text(fit(column[y], wide))
        rows.append(row)
    return rows


class _Column:
    """One district."""

    def __init__(self, view: Json, name: str, wide: int, marked: Collection[str], recent: Collection[str]) -> None:
        self.view, self.name, self.wide = view, name, wide
        self.marked, self.recent = marked, recent
        self.part = view["position"]["districts"][name]
        self.data = texts.data_of(view)

    def lines(self, band: str, rising: int, *, tight: bool) -> Block:
        marks = self._landmarks_in_one() if tight else self._landmarks(rising)
        values = sorted(map(int, self.part["buildings"]), reverse=True)
        return [
            self._name(band),
            self._prize(),
            *marks,
            *(self._space(str(value)) for value in values),
            self._bank(),
            self._sums(),
        ]

    def _name(self, band: str) -> Text:
        said = texts.district(self.name)
        if len(said) + 1 > self.wide:
            said = NAMES.get(said, said)
        return Text(f" {said} ".ljust(self.wide)[: self.wide], style=f"bold {palette.PAPER} on {band}")

    def _prize(self) -> Text:
        tile = self.part["vp_tile"]
        if tile:
            return Text(f" {texts.prize(tile)} {_('VP')}", style=f"bold {palette.INK} on {palette.GILT}")
        line = Text(" ")
        keys = min(4, self.part["keys"])
        line.append("▮" * keys, style=palette.GOLD).append("·" * (4 - keys), style=palette.FAINT)
        return line.append(f" {_('keys')}", style=palette.FAINT)

    def _landmarks(self, rising: int) -> Block:
        """The highest on top; above them the sky."""
        found: Block = [Text() for _row in range(rising - len(self.part["landmarks"]))]
        for name, mark in reversed(self.part["landmarks"].items()):
            value = int(name[1:])
            words = f"{value} {texts.landmark(value, self.data)}"
            found.append(self._row(name, words, mark["keys"], None, f"bold {palette.VERDIGRIS}"))
        return found

    def _landmarks_in_one(self) -> Block:
        line = Text()
        for name, mark in reversed(self.part["landmarks"].items()):
            self._lead(line, name)
            line.append(name[1:], style=f"bold {palette.VERDIGRIS}")
            for seat in mark["keys"]:
                line.append(palette.SIGN[seat], style=f"bold {palette.SEAT[seat]}")
        return [line]

    def _space(self, value: str) -> Text:
        space = self.part["buildings"][value]
        if space["type"]:
            return self._row(value, f"{value} {texts.building(space['type'])}", space["keys"], space["token"], "")
        return self._row(value, f"{value} ", [], space["token"], palette.FAINT, dots=True)

    def _row(
        self, name: str, words: str, keys: list[str], token: str | None, style: str, *, dots: bool = False
    ) -> Text:
        """A property: its words, then keys, or the token that waits."""
        right = Text()
        for seat in keys:
            right.append(self._mark(seat), style=f"bold {palette.SEAT[seat]}")
        if token:
            sign, colour = palette.TOKENS[token]
            right.append(sign, style=palette.FAINT if dots else colour)
        line = Text()
        self._lead(line, name)
        room = self.wide - line.cell_len - right.cell_len
        left = Text(words, style=style or palette.INK)
        if dots:
            left.append("·" * max(0, room - len(words)), style=palette.SHADE)
        line.append_text(fit(left, room)).append_text(right)
        if f"{self.name}:{name}" in self.marked:
            line.stylize(f"on {palette.WASH}")
        return line

    def _lead(self, line: Text, name: str) -> None:
        """The sign before a property: it may be entered, or it has just changed."""
        place = f"{self.name}:{name}"
        if place in self.marked:
            line.append("►", style=f"bold {palette.VERDIGRIS}")
        elif place in self.recent:
            line.append("»", style=f"bold {palette.GOLD}")
        else:
            line.append(" ")

    def _mark(self, seat: str) -> str:
        return palette.mark(seat) if self.wide >= 15 else palette.SIGN[seat]

    def _bank(self) -> Text:
        bank = self.part["bank"]
        right = Text()
        for seat in bank["keys"]:
            right.append(self._mark(seat), style=f"bold {palette.SEAT[seat]}")
        line = Text()
        here = f"bank:{self.name}"
        lead = "►" if here in self.marked else "»" if here in self.recent else " "
        line.append(lead, style=f"bold {palette.VERDIGRIS if lead == '►' else palette.GOLD}")
        words = (
            _("bank {n} F", n=bank["francs"]) if self.wide >= 14 or not bank["keys"] else _("{n} F", n=bank["francs"])
        )
        line.append_text(fit(Text(words, style=palette.GOLD), self.wide - 1 - right.cell_len)).append_text(right)
        line.stylize(f"on {palette.WASH if here in self.marked else palette.SHADE}")
        return line

    def _sums(self) -> Text:
        """The seats there, best first; the leader is underlined."""
        line = Text(" ")
        rows = [row for row in self.view["position"]["standings"][self.name] if row["sum"]]
        for i, row in enumerate(rows):
            gap = " " if i and self.wide >= 15 else ""
            style = palette.SEAT[row["seat"]]
            style = f"bold underline {style}" if row["place"] == 1 else style
            line.append(gap).append(f"{palette.SIGN[row['seat']]}{row['sum']}", style=style)
        return line if rows else Text(" –", style=palette.FAINT)


def touched(step: str) -> list[str]:
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
