"""The screen of La Cité de la Lumière: title, board, score, postcards and shapes, as far as there is room."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.lumiere.terminal import palette, panels
from lutetia.games.lumiere.terminal.board import LARGE, SMALL, BoardPicture, Size
from lutetia.games.lumiere.terminal.steps import postcard_gains
from lutetia.terminal.canvas import Block, below, beside, flow, width
from lutetia.terminal.screen import Screen, room_in

NARROW = 36
"""Columns beside the board from which on postcards fit there."""
WIDE_ENOUGH = 70
"""Columns in which all shapes fit into three rows."""
MIN_MENU_ROWS = 4


def render(screen: Screen, wide: int, high: int) -> Block:
    """Large with the list below the board, or compact with the list beside it, or below it if it is too wide."""
    room = room_in(wide)
    rows = _large(screen, room) if wide >= 100 and high >= 38 else _compact(screen, room, high)
    return below(panels.title(screen.view, room), rows)


def _board(screen: Screen, size: Size) -> Block:
    return BoardPicture(screen.view, size, screen.highlighted, screen.recent).lines()


def _menu(screen: Screen, room: int, rows: int) -> Block:
    return screen.menu.lines(room, palette.COLOURS, rows) if screen.menu else []


def _large(screen: Screen, room: int) -> Block:
    view = screen.view
    board = _board(screen, LARGE)
    side = room - width(board) - 2
    panel = below(
        panels.score(view, screen.players, side),
        panels.postcards(view, side, postcard_gains(screen.gains), effects=True),
        gap=1,
    )
    hand = panels.hand(view, screen.viewer, room)
    shelves = panels.shelves(view, screen.players, room - 30 if hand else room)
    menu = _menu(screen, room, 7)
    return below(
        beside([board, panel]),
        flow([*hand, shelves], room, gap=3),
        panels.legend_lines(view, room),
        screen.update_lines(room),
        below([Text()], screen.question_lines(room), menu) if screen.question or menu else [],
    )


def _compact(screen: Screen, room: int, high: int) -> Block:
    view = screen.view
    board = _board(screen, SMALL)
    side = room - width(board) - 2
    hand = flow(panels.hand(view, screen.viewer, side), side)
    gains = postcard_gains(screen.gains)
    under: Block = []
    if screen.menu is None:
        score = panels.score(view, screen.players, side)
        panel, cards = below(score, hand), panels.postcards(view, max(side, NARROW), gains, effects=False)
        panel, under = (below(panel, cards), []) if side >= NARROW else (panel, cards)
    elif side < 84:
        score = panels.score(view, screen.players, side, brief=True)
        above = below(score, hand, screen.question_lines(side))
        rows = len(board) - len(above)
        if screen.menu.min_width(palette.COLOURS) <= side and rows >= MIN_MENU_ROWS:
            panel = below(above, _menu(screen, side, rows))
        else:
            panel = below(score, hand)
            under = below(screen.question_lines(room), _menu(screen, room, max(MIN_MENU_ROWS, high - len(board) - 8)))
        names = panels.open_postcards(view, side)
        if len(panel) + len(names) < len(board):
            panel = below(panel, names, gap=1)
        else:
            panel = below(panel, panels.pointer_to_postcards(view, side))
    else:
        left = below(panels.score(view, screen.players, 46), panels.postcards(view, 46, gains, effects=False))
        above = below(hand, screen.question_lines(side - 49))
        panel = beside([left, below(above, _menu(screen, side - 49, len(board) - len(above)))], gap=3)
    shelves = panels.shelves(view, screen.players, room, shapes_too=room >= WIDE_ENOUGH or high >= 32)
    return below(beside([board, panel]), shelves, screen.update_lines(room), under)
