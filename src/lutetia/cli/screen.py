"""The whole screen of a game: title, board, score, postcards, shapes; as many rows as the terminal has room for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from lutetia.cli import palette, panels
from lutetia.cli.board import LARGE, SMALL, Board, Size
from lutetia.cli.canvas import Block, below, beside, fit, flow, width
from lutetia.cli.menu import Menu

WIDEST = 120


@dataclass(frozen=True)
class Screen:
    """What is to be shown."""

    view: Mapping[str, Any]
    players: Mapping[str, str] = field(default_factory=dict)
    viewer: str | None = None
    marked: Collection[str] = ()
    recent: Collection[str] = ()
    best: Mapping[str, int] = field(default_factory=dict)
    """What each open postcard would bring."""
    news: Block = field(default_factory=list)
    asked: Block = field(default_factory=list)
    menu: Menu | None = None

    def lines(self, wide: int, high: int) -> Block:
        """The screen for a terminal of this size: roomy with the list below, or tight with the list beside."""
        room = max(60, min(wide, WIDEST) - 2)
        rows = self._roomy(room) if wide >= 100 and high >= 38 else self._tight(room)
        return below([panels.title(self.view, room)], rows)

    def _board(self, size: Size) -> Block:
        return Board(self.view, size, self.marked, self.recent).lines()

    def _roomy(self, room: int) -> Block:
        board = self._board(LARGE)
        side = room - width(board) - 2
        panel = below(
            panels.score(self.view, self.players, side),
            panels.postcards(self.view, side, self.best, effects=True),
            gap=1,
        )
        hand = panels.hand(self.view, self.viewer)
        shelves = panels.shelves(self.view, self.players, room - 30 if hand else room)
        menu = self.menu.lines(room, 7) if self.menu else []
        return below(
            beside([board, panel]),
            flow([*hand, shelves], room, gap=3),
            [panels.legend_line(self.view, room)],
            self._told(room),
            below([Text()], self.asked, menu) if self.asked or menu else [],
        )

    def _tight(self, room: int) -> Block:
        board = self._board(SMALL)
        side = room - width(board) - 2
        hand = flow(panels.hand(self.view, self.viewer), side)
        if self.menu is None:
            panel = below(
                panels.score(self.view, self.players, side),
                hand,
                panels.postcards(self.view, side, self.best, effects=False),
            )
        elif side < 84:
            score = panels.score(self.view, self.players, side, brief=True)
            above = below(score, hand, self.asked)
            panel = below(above, self.menu.lines(side, len(board) - len(above)))
            names = panels.postcards_in_short(self.view, side)
            panel = below(panel, names if len(panel) + len(names) < len(board) else [], gap=1)
        else:
            left = below(
                panels.score(self.view, self.players, 46),
                panels.postcards(self.view, 46, self.best, effects=False),
            )
            above = below(hand, self.asked)
            panel = beside([left, below(above, self.menu.lines(side - 49, len(board) - len(above)))], gap=3)
        return below(beside([board, panel]), panels.shelves(self.view, self.players, room), self._told(room))

    def _told(self, room: int) -> Block:
        return [line for said in self.news for line in panels.wrapped(said, room)]


def show(console: Console, screen: Screen) -> None:
    """Print a screen, on the night's ground where there is colour."""
    paint(console, screen.lines(console.width, console.height))


def paint(console: Console, lines: Block) -> None:
    coloured = console.color_system is not None and not console.no_color
    for line in lines:
        if coloured:
            night = Text(" ", style=palette.BASE).append_text(line)
            night.style = palette.BASE
            console.print(fit(night, console.width), no_wrap=True, overflow="crop", crop=True, highlight=False)
        else:
            text = line.copy()
            text.rstrip()
            console.print(text, no_wrap=True, overflow="crop", crop=True, highlight=False)
