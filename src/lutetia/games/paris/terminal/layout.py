"""The screen of Paris: title, city, display, bonus track, seats, updates, list of steps."""

from __future__ import annotations

from rich.text import Text

from lutetia.games.paris.terminal import palette, panels
from lutetia.games.paris.terminal.board import city
from lutetia.terminal.canvas import Block, below, flowed
from lutetia.terminal.screen import Screen, room_in

LARGE = (100, 38)  # columns and rows from which on the large layout fits
MIN_MENU_ROWS = 3
CUT = "… "
"""Before updates of which only the last lines are shown; the command `log` has all."""
ROWS_IF_TALLER = 8
"""Rows of the list if the screen is taller than the terminal anyway."""
MIN_UPDATE_ROWS = 3  # a hint included


def render(screen: Screen, wide: int, high: int) -> Block:
    """A large layout, or a compact one that fits into 80 by 24."""
    room = room_in(wide)
    compact = wide < LARGE[0] or high < LARGE[1]
    rows = _above(screen, room, compact=compact, bare=False)
    updates = screen.update_lines(room)
    if not screen.question and not screen.menu:
        return below(rows, updates)
    question = screen.question_lines(room)
    question = question if compact else [Text(), *question]
    menu = screen.menu.lines(room, palette.COLOURS, high) if screen.menu else []
    if compact and len(rows) + len(question) + len(menu) + min(1, len(updates)) >= high:
        bare = _above(screen, room, compact=compact, bare=True)
        rows = bare if len(bare) + len(question) + MIN_MENU_ROWS < high else rows
    left = high - len(rows) - len(question) - 1
    most = max(MIN_UPDATE_ROWS, left - max(MIN_MENU_ROWS, len(menu)))
    updates = updates if len(updates) <= most else _newest(screen.update_lines(room - len(CUT)), most)
    least = 2 if left > 0 else ROWS_IF_TALLER
    menu = screen.menu.lines(room, palette.COLOURS, max(least, left - len(updates))) if screen.menu else []
    return below(rows, updates, question, menu)


def _above(screen: Screen, room: int, *, compact: bool, bare: bool) -> Block:
    """Everything except updates and list; `bare`: only what the decision needs."""
    view = screen.view
    stacks = panels.stacks(view, screen.highlighted, compact=compact)
    beside = flowed([*stacks, panels.supply(view)], room, gap=3)
    asks_track = any(place.startswith("tile:") for place in screen.highlighted)
    return below(
        panels.title(view, room, *(stacks if compact else [])),
        city(view, room, screen.highlighted, screen.recent, compact=compact),
        beside if not compact else [],
        panels.display(view, room, compact=compact) if not bare else panels.pointer_to_display(room),
        panels.legend(room) if not compact else [],
        panels.track(view, room, screen.highlighted, compact=compact) if not bare or asks_track else [],
        panels.seats(view, screen.players, room, compact=compact),
    )


def _newest(updates: Block, most: int) -> Block:
    """The last lines of the updates, marked as cut."""
    first, *others = updates[-most:]
    return [Text(CUT) + first, *others]
