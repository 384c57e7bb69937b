"""The terminal UI of a game that brings none: seats and table as labelled cells, and the plain list of steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import number, signed
from lutetia.games import manifest, ruleset
from lutetia.terminal.canvas import Block, below, fit, flowed, hanging
from lutetia.terminal.menu import Gain, Menu, flat_menu
from lutetia.terminal.palette import ColourScheme
from lutetia.terminal.screen import MAX_WIDTH, Screen, room_in
from lutetia.terminal.ui import Players, TerminalUI
from lutetia.text.cells import NOTHING, LabelledCells, cells_of
from lutetia.text.interface import text_for

COLOURS = {
    "day": ColourScheme("#f5ecd7", "#2b2622", "#75684f", "#8f5f00", "#14665a", "#a32d22"),
    "night": ColourScheme("#0b0e2a", "#f3e9d2", "#8f93b8", "#f2c14e", "#9ad29a", "#ff9d9d"),
}
LABELS = 16
"""The width of the labels' column."""


class DefaultUI(TerminalUI):
    """Any game in the terminal."""

    everyone = "all"
    extra_commands: Mapping[str, str] = {}
    topics = ()

    def __init__(self, game: str) -> None:
        self._game = game
        self._text = text_for(game)
        self.colours = COLOURS[manifest(game).theme]
        steps = ruleset(game, players=manifest(game).players[0]).step_texts
        self.kinds = tuple(sorted({step.split(" ")[0] for step in steps}))

    # ---- words -------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return _(manifest(self._game).title)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return self._text.seat(seat)[first]

    def log(self, view: Json, names: Players) -> list[str]:
        """One line for each turn."""
        texts = iter(self._sentences(view, names))
        return [" ".join(next(texts) for _step in turn["steps"]) for turn in view["turns"]]

    def report(self, view: Json, since: int, changes: Sequence[Json], names: Players) -> list[str]:
        seats = [turn["seat"] for turn in view["turns"] for _step in turn["steps"]]
        texts = self._sentences(view, names)[since:]
        gains = [change[seat]["total"] for seat, change in zip(seats[since:], changes, strict=True)]
        return [f"{text} ({signed(gain)})" if gain else text for text, gain in zip(texts, gains, strict=True)]

    def _sentences(self, view: Json, names: Players) -> list[str]:
        data, tell = self._text.data(view), self._text.log.predicate
        return [
            f"{names.get(turn['seat']) or self.seat(turn['seat'], first=True)} {tell(step, data, {})}."
            for turn in view["turns"]
            for step in turn["steps"]
        ]

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return self._text.question(view, legal)

    def unavailable(self, view: Json, legal: Sequence[str]) -> list[str]:
        return []

    def example(self, legal: Sequence[str]) -> str:
        return _("Type a move or its beginning; press Tab to complete it.")

    def rules(self, topic: str, data: Json) -> list[str]:
        return ["· " + line for line in self._text.rules(data)] or [_("There are no rules texts for this game.")]

    # ---- steps -------------------------------------------------------------------------------------------------

    def gains(self, game: Game) -> dict[str, Gain]:
        """What each legal step changes at once in the points that its seat may know."""
        seat = str(game.seat)
        found = {}
        for step in game.legal():
            change = {name: page["total"] for name, page in game.preview(step).items()}
            mine = change.pop(seat)
            found[step] = Gain(mine, max(change.values(), default=0))
        return found if any(gain.own or gain.rivals for gain in found.values()) else {}

    def main_menu(self, view: Json, legal: Sequence[str], gains: Mapping[str, Gain], *, small: bool) -> Menu:
        return flat_menu(legal, gains)

    def submenu(self, view: Json, steps: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
        return flat_menu(steps, gains)

    def places(self, step: str) -> list[str]:
        return []

    def highlighted(self, view: Json, legal: Sequence[str]) -> list[str]:
        return []

    def normalised(self, entry: str) -> str:
        return entry

    def why_no_place(self, view: Json, step: str) -> str:
        return ""

    def hides(self, view: Json) -> bool:
        return self._text.hides(view)

    def reveals(self, step: str) -> str:
        return ""

    # ---- drawings ----------------------------------------------------------------------------------------------

    def render(self, screen: Screen, wide: int, high: int) -> Block:
        view, room = screen.view, room_in(wide)
        cells = cells_of(view["position"], view["seats"])
        blocks = [self._heading(view, room), self._rows(cells.table, room)]
        for seat in view["seats"]:
            name = Text("▸ " if view["seat"] == seat else "  ").append(self._name(seat, screen.players), style="bold")
            name.append("  " + number(view["position"]["scores"][seat]["total"]), style=f"bold {self.colours.accent}")
            blocks.append([*hanging(name, room, 2), *self._rows(cells.seats[seat], room)])
        updates = screen.update_lines(room)
        question = screen.question_lines(room)
        used = sum(map(len, blocks)) + len(blocks) + len(updates) + len(question)
        menu = screen.menu.lines(room, self.colours, max(6, high - used - 2)) if screen.menu else []
        return below(*blocks, updates, below(question, menu), gap=1)

    def _heading(self, view: Json, room: int) -> Block:
        line = Text().append(f" {self.title()} ", style=f"bold {self.colours.background} on {self.colours.accent}")
        if view["seat"]:
            line.append(f"  {self.seat(view['seat'], first=True)} " + _("to play"))
        return hanging(line, room, 2)

    def _rows(self, parts: Sequence[LabelledCells], room: int) -> Block:
        rows = []
        for part in parts:
            label = Text(f"  {part.label}", style=self.colours.muted)
            label = fit(label, max(LABELS, label.cell_len + 2))
            cells = [Text(cell, style=self.colours.text) for cell in part.cells] or [Text(NOTHING)]
            first, *others = flowed(cells, max(20, room - label.cell_len), indent=0)
            rows += [label + first, *(Text(" " * label.cell_len) + other for other in others)]
        return rows

    def run_command(self, command: str, view: Json, gains: Mapping[str, Gain], room: int) -> Block:
        return []

    def score_sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return Group(self._points(game.score(), players), Text(self.verdict(game), style="bold"))

    def visible_score_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
        return self._points(game.view(seat)["position"]["scores"], players)

    def _points(self, sheet: Json, players: Players) -> Table:
        """A column for each seat and a row for each source."""
        pages = self._text.pages(sheet)
        table = Table(box=ROUNDED)
        table.add_column(_("Score"))
        for seat in pages:
            table.add_column(self._name(seat, players), justify="right")
        for row in self._text.rows(sheet):
            table.add_row(row["label"], *(number(row["points"][seat]) for seat in pages))
        table.add_section()
        table.add_row(_("total"), *(number(page["total"]) for page in pages.values()), style="bold")
        return table

    def _name(self, seat: str, players: Players) -> str:
        who = players.get(seat, "")
        return self.seat(seat, first=True) + (f" ({who})" if who else "")

    def verdict(self, game: Game) -> str:
        return self._text.verdict(game.score(), game.result(), {})

    def draw_edition(self, data: Json) -> Block:
        """Each part of the edition with its values."""
        lines = []
        for name, part in data.items():
            rows = cells_of(part, ()).table if isinstance(part, dict) else cells_of({name: part}, ()).table
            if isinstance(part, dict):
                lines.append(Text(name, style=f"bold {self.colours.accent}"))
            lines += self._rows(rows, MAX_WIDTH - 2)
        return lines

    # ---- results -----------------------------------------------------------------------------------------------

    def totals(self, result: Json) -> dict[str, int]:
        return {seat: page["total"] for seat, page in result["scores"].items()}

    def winners(self, result: Json) -> list[str]:
        ranks = ruleset(self._game, players=len(result["scores"])).ranks(result)
        return [seat for seat, place in ranks.items() if place == 1]
