"""The screen of La Cité de la Lumière: title, board, score, postcards and shapes, as far as there is room."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.lumiere.terminal import palette, panels
from lutetia.games.lumiere.terminal.board import LARGE, SMALL, BoardPicture, Size
from lutetia.games.lumiere.terminal.steps import postcard_gains
from lutetia.terminal.canvas import Block, below, beside, flow, width
from lutetia.terminal.screen import MAX_WIDTH, Screen


def render(screen: Screen, wide: int, high: int) -> Block:
    """Large with the list below the board, or compact with the list beside it."""
    room = max(60, min(wide, MAX_WIDTH) - 2)
    rows = _large(screen, room) if wide >= 100 and high >= 38 else _compact(screen, room)
    return below([panels.title(screen.view, room)], rows)


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
    hand = panels.hand(view, screen.viewer)
    shelves = panels.shelves(view, screen.players, room - 30 if hand else room)
    menu = _menu(screen, room, 7)
    return below(
        beside([board, panel]),
        flow([*hand, shelves], room, gap=3),
        [panels.legend_line(view, room)],
        screen.update_lines(room),
        below([Text()], screen.question, menu) if screen.question or menu else [],
    )


def _compact(screen: Screen, room: int) -> Block:
    view = screen.view
    board = _board(screen, SMALL)
    side = room - width(board) - 2
    hand = flow(panels.hand(view, screen.viewer), side)
    gains = postcard_gains(screen.gains)
    if screen.menu is None:
        panel = below(
            panels.score(view, screen.players, side),
            hand,
            panels.postcards(view, side, gains, effects=False),
        )
    elif side < 84:
        score = panels.score(view, screen.players, side, brief=True)
        above = below(score, hand, screen.question)
        panel = below(above, _menu(screen, side, len(board) - len(above)))
        names = panels.open_postcards(view, side)
        panel = below(panel, names if len(panel) + len(names) < len(board) else [], gap=1)
    else:
        left = below(panels.score(view, screen.players, 46), panels.postcards(view, 46, gains, effects=False))
        above = below(hand, screen.question)
        panel = beside([left, below(above, _menu(screen, side - 49, len(board) - len(above)))], gap=3)
    return below(beside([board, panel]), panels.shelves(view, screen.players, room), screen.update_lines(room))
