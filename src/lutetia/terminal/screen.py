"""The whole screen of a game, drawn by its ui, on the game's own ground."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lutetia.core.json_types import Json
from lutetia.terminal.canvas import Block, fit
from lutetia.terminal.menu import Menu, Worth
from lutetia.terminal.palette import Tones
from lutetia.terminal.ui import ui_for

if TYPE_CHECKING:
    from lutetia.core.game import Game

WIDEST = 120


@dataclass(frozen=True)
class Screen:
    """What is to be shown."""

    view: Json
    players: Mapping[str, str] = field(default_factory=dict)
    viewer: str | None = None
    marked: Collection[str] = ()
    recent: Collection[str] = ()
    worth: Mapping[str, Worth] = field(default_factory=dict)
    """What the legal steps would bring."""
    news: Block = field(default_factory=list)
    asked: Block = field(default_factory=list)
    menu: Menu | None = None

    def lines(self, wide: int, high: int) -> Block:
        """The screen for a terminal of this size: roomy, or tight."""
        return ui_for(self.view["game"]).lines(self, wide, high)


def show(console: Console, screen: Screen) -> None:
    """Print a screen, on its game's ground where there is colour."""
    paint(console, screen.lines(console.width, console.height), ui_for(screen.view["game"]).tones)


def ansi(game: Game, seat: str | None = None, *, wide: int = WIDEST, high: int = 46, colour: bool = True) -> str:
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


def paint(console: Console, lines: Block, tones: Tones) -> None:
    coloured = console.color_system is not None and not console.no_color
    for line in lines:
        if coloured:
            painted = Text(" ", style=tones.base).append_text(line)
            painted.style = tones.base
            console.print(fit(painted, console.width), no_wrap=True, overflow="crop", crop=True, highlight=False)
        else:
            text = line.copy()
            text.rstrip()
            console.print(text, no_wrap=True, overflow="crop", crop=True, highlight=False)
