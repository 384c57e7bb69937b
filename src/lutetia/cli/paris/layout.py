"""The screen of Paris: the title, the city, what lies beside it, the track, the seats, the news, the list."""

from __future__ import annotations

from rich.text import Text

from lutetia.cli.canvas import Block, below, fit, wrapped
from lutetia.cli.paris import palette, panels
from lutetia.cli.paris.board import city
from lutetia.cli.screen import WIDEST, Screen

ROOMY = (100, 38)
LEAST = 3  # rows of a list in a small terminal
BELOW = 2  # rows kept for the prompt


def lines(screen: Screen, wide: int, high: int) -> Block:
    """Roomy where there is room; tight fits into 80 by 24."""
    room = max(72, min(wide, WIDEST) - 2)
    tight = wide < ROOMY[0] or high < ROOMY[1]
    view = screen.view
    stacks = panels.stacks(view, screen.marked, tight=tight)
    beside = fit(Text("   ").join([stacks, panels.supply(view)]), room)
    rows = below(
        [panels.title(view, room, stacks if tight else None)],
        city(view, room, screen.marked, screen.recent, tight=tight),
        [beside] if not tight else [],
        panels.display(view, room, tight=tight),
        [panels.legend(room)] if not tight else [],
        panels.track(view, room, screen.marked, tight=tight),
        panels.seats(view, screen.players, room, screen.viewer, tight=tight),
    )
    told = [line for said in screen.news for line in wrapped(said, room)]
    if not screen.asked and not screen.menu:
        return below(rows, told)
    left = high - len(rows) - len(screen.asked) - BELOW
    if tight:
        asked = screen.asked[:1]
        told = _newest(told, max(1, left - LEAST - 1), room)
    else:
        asked = [Text(), *screen.asked]
        told = _newest(told, max(2, left - 10), room)
    left = max(LEAST, high - len(rows) - len(told) - len(asked) - 1)
    menu = screen.menu.lines(room, palette.TONES, left) if screen.menu else []
    return below(rows, told, asked, menu)


def _newest(told: Block, most: int, room: int) -> Block:
    """The last lines of the news where they are too many."""
    if len(told) <= most:
        return told
    return [fit(Text("… ").append_text(told[-most]), room), *told[len(told) - most + 1 :]]
