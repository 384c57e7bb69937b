"""The screen of La Cité de la Lumière: title, board, score, postcards, shapes; as many rows as there is room for."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.lumiere.terminal import palette, panels
from lutetia.games.lumiere.terminal.board import LARGE, SMALL, Board, Size
from lutetia.games.lumiere.terminal.steps import best_cards
from lutetia.terminal.canvas import Block, below, beside, flow, width, wrapped
from lutetia.terminal.screen import WIDEST, Screen


def lines(screen: Screen, wide: int, high: int) -> Block:
    """Roomy with the list below, or tight with the list beside."""
    room = max(60, min(wide, WIDEST) - 2)
    rows = _roomy(screen, room) if wide >= 100 and high >= 38 else _tight(screen, room)
    return below([panels.title(screen.view, room)], rows)


def _board(screen: Screen, size: Size) -> Block:
    return Board(screen.view, size, screen.marked, screen.recent).lines()


def _list(screen: Screen, room: int, rows: int) -> Block:
    return screen.menu.lines(room, palette.TONES, rows) if screen.menu else []


def _roomy(screen: Screen, room: int) -> Block:
    view = screen.view
    board = _board(screen, LARGE)
    side = room - width(board) - 2
    panel = below(
        panels.score(view, screen.players, side),
        panels.postcards(view, side, best_cards(screen.worth), effects=True),
        gap=1,
    )
    hand = panels.hand(view, screen.viewer)
    shelves = panels.shelves(view, screen.players, room - 30 if hand else room)
    menu = _list(screen, room, 7)
    return below(
        beside([board, panel]),
        flow([*hand, shelves], room, gap=3),
        [panels.legend_line(view, room)],
        _told(screen, room),
        below([Text()], screen.asked, menu) if screen.asked or menu else [],
    )


def _tight(screen: Screen, room: int) -> Block:
    view = screen.view
    board = _board(screen, SMALL)
    side = room - width(board) - 2
    hand = flow(panels.hand(view, screen.viewer), side)
    best = best_cards(screen.worth)
    if screen.menu is None:
        panel = below(
            panels.score(view, screen.players, side),
            hand,
            panels.postcards(view, side, best, effects=False),
        )
    elif side < 84:
        score = panels.score(view, screen.players, side, brief=True)
        above = below(score, hand, screen.asked)
        panel = below(above, _list(screen, side, len(board) - len(above)))
        names = panels.postcards_in_short(view, side)
        panel = below(panel, names if len(panel) + len(names) < len(board) else [], gap=1)
    else:
        left = below(panels.score(view, screen.players, 46), panels.postcards(view, 46, best, effects=False))
        above = below(hand, screen.asked)
        panel = beside([left, below(above, _list(screen, side - 49, len(board) - len(above)))], gap=3)
    return below(beside([board, panel]), panels.shelves(view, screen.players, room), _told(screen, room))


def _told(screen: Screen, room: int) -> Block:
    return [line for said in screen.news for line in wrapped(said, room)]
