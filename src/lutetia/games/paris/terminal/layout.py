"""The screen of Paris: the title, the city, what lies beside it, the track, the seats, the news, the list."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.paris.terminal import palette, panels
from lutetia.games.paris.terminal.board import city
from lutetia.terminal.canvas import Block, below, fit, wrapped
from lutetia.terminal.screen import WIDEST, Screen

ROOMY = (100, 38)
LEAST = 3  # rows of a list in a small terminal
TOLD = 3  # and of news, a hint included


def lines(screen: Screen, wide: int, high: int) -> Block:
    """Roomy where there is room; tight fits into 80 by 24."""
    room = max(72, min(wide, WIDEST) - 2)
    tight = wide < ROOMY[0] or high < ROOMY[1]
    rows = _above(screen, room, tight=tight, bare=False)
    told = [line for said in screen.news for line in wrapped(said, room)]
    if not screen.asked and not screen.menu:
        return below(rows, told)
    asked = screen.asked[:1] if tight else [Text(), *screen.asked]
    menu = screen.menu.lines(room, palette.TONES, high) if screen.menu else []
    if tight and len(rows) + len(asked) + len(menu) + min(1, len(told)) >= high:
        rows = _above(screen, room, tight=tight, bare=True)
    left = high - len(rows) - len(asked) - 1
    told = _newest(told, max(TOLD, left - max(LEAST, len(menu))), room)
    menu = screen.menu.lines(room, palette.TONES, max(2, left - len(told))) if screen.menu else []
    return below(rows, told, asked, menu)


def _above(screen: Screen, room: int, *, tight: bool, bare: bool) -> Block:
    """All but news and list; `bare`: without what a decision can do without for the moment."""
    view = screen.view
    stacks = panels.stacks(view, screen.marked, tight=tight)
    beside = fit(Text("   ").join([stacks, panels.supply(view)]), room)
    asks_track = any(place.startswith("tile:") for place in screen.marked)
    return below(
        [panels.title(view, room, stacks if tight else None)],
        city(view, room, screen.marked, screen.recent, tight=tight),
        [beside] if not tight else [],
        panels.display(view, room, tight=tight) if not bare else [],
        [panels.legend(room)] if not tight else [],
        panels.track(view, room, screen.marked, tight=tight) if not bare or asks_track else [],
        panels.seats(view, screen.players, room, screen.viewer, tight=tight),
    )


def _newest(told: Block, most: int, room: int) -> Block:
    """The last lines of the news where they are too many."""
    if len(told) <= most:
        return told
    return [fit(Text("… ").append_text(told[-most]), room), *told[len(told) - most + 1 :]]
