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
from lutetia.terminal.canvas import Block, below, fit, wrapped
from lutetia.terminal.menu import Menu, Worth, one_by_one
from lutetia.terminal.palette import Tones
from lutetia.terminal.screen import WIDEST, Screen
from lutetia.terminal.ui import Players, TerminalUI
from lutetia.text.cells import NOTHING, Part, cells_of
from lutetia.text.interface import text_for

TONES = {
    "day": Tones("#f5ecd7", "#2b2622", "#75684f", "#8f5f00", "#14665a", "#a32d22"),
    "night": Tones("#0b0e2a", "#f3e9d2", "#8f93b8", "#f2c14e", "#9ad29a", "#ff9d9d"),
}
LABELS = 16
"""The width of the labels' column."""


class DefaultUI(TerminalUI):
    """Any game in the terminal."""

    everyone = "all"
    own_commands: Mapping[str, str] = {}
    topics = ()

    def __init__(self, game: str) -> None:
        self._game = game
        self._text = text_for(game)
        self.tones = TONES[manifest(game).theme]
        steps = ruleset(game, players=manifest(game).players[0]).step_texts
        self.kinds = tuple(sorted({step.split(" ")[0] for step in steps}))

    # ---- words -------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return _(manifest(self._game).title)

    def seat(self, seat: str, *, first: bool = False) -> str:
        return self._text.seat(seat)[first]

    def log(self, view: Json) -> list[str]:
        """One line for each turn."""
        texts = iter(self._text.log(view))
        lines = ([next(texts) for _step in turn["steps"]] for turn in view["turns"])
        return [" ".join(text for text in line if text) for line in lines]

    def report(self, view: Json, since: int, changes: Sequence[Json]) -> list[str]:
        seats = [turn["seat"] for turn in view["turns"] for _step in turn["steps"]]
        texts = self._text.log(view)[since:]
        gains = [change[seat]["total"] for seat, change in zip(seats[since:], changes, strict=True)]
        return [f"{text} ({signed(gain)})" if gain else text for text, gain in zip(texts, gains, strict=True) if text]

    def question(self, view: Json, legal: Sequence[str]) -> str:
        return self._text.question(view, legal)

    def idle(self, view: Json, legal: Sequence[str]) -> list[str]:
        return []

    def example(self) -> str:
        return _("Type a step or its beginning; Tab completes it.")

    def rules(self, topic: str, data: Json) -> list[str]:
        return ["· " + line for line in self._text.rules(data)] or [_("There is no text of the rules for this game.")]

    # ---- steps -------------------------------------------------------------------------------------------------

    def worth(self, game: Game) -> dict[str, Worth]:
        """What each legal step changes at once in the points that its seat may know."""
        seat = str(game.seat)
        found = {}
        for step in game.legal():
            change = {name: page["total"] for name, page in game.preview(step).items()}
            mine = change.pop(seat)
            found[step] = Worth(mine, max(change.values(), default=0))
        return found if any(worth.mine or worth.rival for worth in found.values()) else {}

    def first(self, view: Json, legal: Sequence[str], worth: Mapping[str, Worth], *, small: bool) -> Menu:
        return one_by_one(legal, worth)

    def listed(self, view: Json, steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
        return one_by_one(steps, worth)

    def touched(self, step: str) -> list[str]:
        return []

    def marked(self, view: Json, legal: Sequence[str]) -> list[str]:
        return []

    def spelled(self, entry: str) -> str:
        return entry

    def unplaced(self, view: Json, step: str) -> str:
        return ""

    def hides(self, view: Json) -> bool:
        return self._text.hides(view)

    def reveals(self, step: str) -> str:
        return ""

    # ---- drawings ----------------------------------------------------------------------------------------------

    def lines(self, screen: Screen, wide: int, high: int) -> Block:
        view, room = screen.view, max(40, min(wide, WIDEST) - 2)
        cells = cells_of(view["position"], view["seats"])
        blocks = [self._heading(view, room), self._rows(cells.table, room)]
        for seat in view["seats"]:
            name = Text("▸ " if view["seat"] == seat else "  ").append(self._name(seat, screen.players), style="bold")
            name.append("  " + number(view["position"]["scores"][seat]["total"]), style=f"bold {self.tones.gold}")
            blocks.append([fit(name, room), *self._rows(cells.seats[seat], room)])
        told = [line for said in screen.news for line in wrapped(said, room)]
        used = sum(map(len, blocks)) + len(blocks) + len(told) + len(screen.asked)
        menu = screen.menu.lines(room, self.tones, max(6, high - used - 2)) if screen.menu else []
        return below(*blocks, told, below(screen.asked, menu), gap=1)

    def _heading(self, view: Json, room: int) -> Block:
        line = Text().append(f" {self.title()} ", style=f"bold {self.tones.ground} on {self.tones.gold}")
        if view["seat"]:
            line.append(f"  {self.seat(view['seat'], first=True)} " + _("to move"))
        return [fit(line, room)]

    def _rows(self, parts: Sequence[Part], room: int) -> Block:
        rows = []
        for part in parts:
            line = fit(Text(f"  {part.label}", style=self.tones.faint), LABELS)
            rows.append(fit(line.append("  ".join(part.cells) or NOTHING, style=self.tones.ink), room))
        return rows

    def look(self, command: str, view: Json, worth: Mapping[str, Worth], room: int) -> Block:
        return []

    def sheet(self, console: Console, game: Game, players: Players, *, turns: bool = False) -> RenderableType:
        return Group(self._points(game.score(), players), Text(self.verdict(game), style="bold"))

    def seen_sheet(self, console: Console, game: Game, seat: str, players: Players) -> RenderableType:
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

    def drawn(self, data: Json) -> Block:
        """Each part of the edition with its values."""
        lines = []
        for name, part in data.items():
            rows = cells_of(part, ()).table if isinstance(part, dict) else cells_of({name: part}, ()).table
            if isinstance(part, dict):
                lines.append(Text(name, style=f"bold {self.tones.gold}"))
            lines += self._rows(rows, WIDEST - 2)
        return lines

    # ---- results -----------------------------------------------------------------------------------------------

    def totals(self, result: Json) -> dict[str, int]:
        return {seat: page["total"] for seat, page in result["scores"].items()}

    def winners(self, result: Json) -> list[str]:
        ranks = ruleset(self._game, players=len(result["scores"])).ranks(result)
        return [seat for seat, place in ranks.items() if place == 1]
