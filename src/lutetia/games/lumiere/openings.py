"""The openings of La Cité de la Lumière: the paving, the first tile, the buildings and the postcards.

Turning the whole board changes nothing in this game, so positions that differ by a turn are counted together: a line is
turned so that its squares come first in reading order. Mirror images differ, because buildings may not be flipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lutetia.arena.statistics import steps
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules import names
from lutetia.games.lumiere.rules.edition import edition
from lutetia.games.lumiere.text.steps import choice as wording
from lutetia.openings.lines import Choices, GameOpenings, Line

COLUMNS = "ABCD"
QUARTERS = range(4)


def turned(square: str, quarters: int) -> str:
    """A square after so many clockwise quarter turns of the board."""
    side = edition().data["board"]["squares"]
    row, column = int(square[1]) - 1, COLUMNS.index(square[0])
    for _quarter in range(quarters):
        row, column = column, side - 1 - row
    return f"{COLUMNS[column]}{row + 1}"


def _reading_order(square: str) -> tuple[str, str]:
    return square[1], square[0]


def _first_turn(squares: list[str]) -> int:
    """The turn that brings the squares first in reading order. A longer list never turns its beginning otherwise."""
    return min(QUARTERS, key=lambda quarters: [_reading_order(turned(square, quarters)) for square in squares])


def _paving(record: Json) -> Choices:
    """What both players do in turn: a square for a tile, or a building."""
    acts = [(seat, words) for seat, words in steps(record) if words[0] in ("tile", "take")]
    quarters = _first_turn([words[2] for _seat, words in acts if words[0] == "tile"])
    for seat, words in acts:
        yield seat, f"tile {turned(words[2], quarters)}" if words[0] == "tile" else f"take {words[1]}"


def _first_tile(record: Json) -> Iterator[tuple[str, str]]:
    """The tile that a player has at first, and where it goes; the board is turned for each player's tile alone."""
    done = set()
    for seat, words in steps(record):
        if words[0] == "tile" and seat not in done:
            done.add(seat)
            quarters = _first_turn([words[2]])
            rotation = (int(words[3][1]) + quarters) % len(QUARTERS)
            yield seat, f"hold {words[1]}"
            yield seat, f"tile {words[1]} {turned(words[2], quarters)} r{rotation}"


def _taken(kind: str, record: Json) -> Iterator[tuple[str, str]]:
    return ((seat, f"{kind} {words[1]}") for seat, words in steps(record) if words[0] == kind)


def _label(choice: str) -> str:
    kind, *words = choice.split(" ")
    if kind == "hold":
        return _("Tile {n}", n=int(words[0]) + 1)
    if kind == "tile" and len(words) == 1:
        return _("Tile on {square}", square=names.square(words[0]))
    return wording(choice)


def _picture(path: list[tuple[int, str]]) -> str:
    """Tiles that were laid are drawn on the board, everything else as in the gallery."""
    kind, *words = path[-1][1].split(" ")
    if kind == "hold":
        return f"tile-{int(words[0]) + 1}"
    if kind == "tile" and len(words) == 1:
        squares = [f"{role}{choice[5:]}" for role, choice in path if choice.startswith("tile ")]
        return "-".join(["squares", *squares])
    if kind == "tile":
        return "-".join(["laid", *words])
    return f"card-{words[0]}" if kind == "card" else f"building-{words[0]}"


OPENINGS = GameOpenings(
    lines={
        "paving": Line(
            N_("Paving"),
            N_("Both players in turn: the square of a tile, or a building. Rotated boards count as the same."),
            _paving,
            shared=True,
        ),
        "tile": Line(N_("First tile"), N_("The tile in hand, then its square and rotation."), _first_tile),
        "buildings": Line(N_("Buildings"), N_("The buildings a player takes, in this order."), partial(_taken, "take")),
        "postcards": Line(N_("Postcards"), N_("The postcards a player uses, in this order."), partial(_taken, "card")),
    },
    label=_label,
    picture=_picture,
    start="board",
    free_options=("first",),
)
