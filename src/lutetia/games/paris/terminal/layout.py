"""The screen of Paris: title, city, display, bonus track, seats, updates, list of steps."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.paris.terminal import palette, panels
from lutetia.games.paris.terminal.board import city
from lutetia.terminal.canvas import Block, below, fit
from lutetia.terminal.screen import MAX_WIDTH, Screen

LARGE = (100, 38)  # columns and rows from which on the large layout fits
MIN_MENU_ROWS = 3
MIN_UPDATE_ROWS = 3  # a hint included


def render(screen: Screen, wide: int, high: int) -> Block:
    """A large layout, or a compact one that fits into 80 by 24."""
    room = max(72, min(wide, MAX_WIDTH) - 2)
    compact = wide < LARGE[0] or high < LARGE[1]
    rows = _above(screen, room, compact=compact, bare=False)
    updates = screen.update_lines(room)
    if not screen.question and not screen.menu:
        return below(rows, updates)
    question = screen.question[:1] if compact else [Text(), *screen.question]
    menu = screen.menu.lines(room, palette.COLOURS, high) if screen.menu else []
    if compact and len(rows) + len(question) + len(menu) + min(1, len(updates)) >= high:
        rows = _above(screen, room, compact=compact, bare=True)
    left = high - len(rows) - len(question) - 1
    updates = _newest(updates, max(MIN_UPDATE_ROWS, left - max(MIN_MENU_ROWS, len(menu))), room)
    menu = screen.menu.lines(room, palette.COLOURS, max(2, left - len(updates))) if screen.menu else []
    return below(rows, updates, question, menu)


def _above(screen: Screen, room: int, *, compact: bool, bare: bool) -> Block:
    """Everything except updates and list; `bare`: only what the decision needs."""
    view = screen.view
    stacks = panels.stacks(view, screen.highlighted, compact=compact)
    beside = fit(Text("   ").join([stacks, panels.supply(view)]), room)
    asks_track = any(place.startswith("tile:") for place in screen.highlighted)
    return below(
        [panels.title(view, room, stacks if compact else None)],
        city(view, room, screen.highlighted, screen.recent, compact=compact),
        [beside] if not compact else [],
        panels.display(view, room, compact=compact) if not bare else [],
        [panels.legend(room)] if not compact else [],
        panels.track(view, room, screen.highlighted, compact=compact) if not bare or asks_track else [],
        panels.seats(view, screen.players, room, compact=compact),
    )


def _newest(updates: Block, most: int, room: int) -> Block:
    """The last lines of the updates if there are too many."""
    if len(updates) <= most:
        return updates
    return [fit(Text("… ").append_text(updates[-most]), room), *updates[len(updates) - most + 1 :]]
