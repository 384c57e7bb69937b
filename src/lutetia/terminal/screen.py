"""The whole screen of a game, laid out by its terminal UI and printed on the game's background."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lutetia.core.json_types import Json
from lutetia.terminal.canvas import Block, fit, hanging, wrapped
from lutetia.terminal.menu import Gain, Menu
from lutetia.terminal.palette import ColourScheme
from lutetia.terminal.ui import Players, ui_for

if TYPE_CHECKING:
    from lutetia.core.game import Game

MAX_WIDTH = 120
MARGIN = 1
"""Empty columns on both sides of a painted screen."""


@dataclass(frozen=True)
class Screen:
    """What is to be shown."""

    view: Json
    players: Players = field(default_factory=dict)
    viewer: str | None = None
    highlighted: Collection[str] = ()
    """Places on the board that a legal step would use."""
    recent: Collection[str] = ()
    """Places on the board that have just changed."""
    gains: Mapping[str, Gain] = field(default_factory=dict)
    """What the legal steps would bring."""
    updates: Block = field(default_factory=list)
    question: Block = field(default_factory=list)
    menu: Menu | None = None

    def lines(self, wide: int, high: int) -> Block:
        """The screen for a terminal of this size."""
        return ui_for(self.view["game"]).render(self, wide, high)

    def update_lines(self, room: int) -> Block:
        """The updates, wrapped to this width."""
        return [line for text in self.updates for line in wrapped(text, room)]

    def question_lines(self, room: int) -> Block:
        """The question and what belongs to it, wrapped to this width."""
        return [line for text in self.question for line in wrapped(text, room)]


def room_in(wide: int) -> int:
    """The columns that a screen may use in a terminal of this width."""
    return max(20, min(wide, MAX_WIDTH) - 2 * MARGIN)


def show(console: Console, screen: Screen) -> None:
    """Print a screen."""
    paint(console, screen.lines(console.width, console.height), ui_for(screen.view["game"]).colours)


def ansi(game: Game, seat: str | None = None, *, wide: int = MAX_WIDTH, high: int = 46, colour: bool = True) -> str:
    """The position as lines of text for a terminal of this size, with what this seat (None: a spectator) may know.

    Raises ValueError for an unknown seat.
    """
    console = Console(
        file=StringIO(), width=wide, height=high, force_terminal=colour, no_color=not colour,
        color_system="truecolor" if colour else None, highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    with console.capture() as captured:
        show(console, Screen(game.view(seat), viewer=seat))
    return captured.get()


def paint(console: Console, lines: Block, colours: ColourScheme) -> None:
    """Print lines, on the game's background if the console has colours. A line that is too long goes on below."""
    coloured = console.color_system is not None and not console.no_color
    rows = [row for line in lines for row in hanging(line, console.width - MARGIN, 2)]
    for line in rows:
        if coloured:
            painted = Text(" " * MARGIN, style=colours.base).append_text(line)
            painted.style = colours.base
            text = fit(painted, console.width)
        else:
            text = line.copy()
            text.rstrip()
        console.print(text, no_wrap=True, overflow="crop", crop=True, highlight=False)
