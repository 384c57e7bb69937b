"""The board of La Cité de la Lumière as characters.

A large space is 6 by 3 characters, a small one 4 by 2. A building is one block with the outline of its shape:

    ┏━━━━━━━━━━━━━━━━┓    heavy: orange     ╔════╗    double: blue
    ┃ P5   5×2       ┃                      ║ I3 ║
    ┗━━━━━━━━━━━━━━━━┛                      ╚════╝
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.terminal import palette
from lutetia.games.lumiere.text.steps import paving
from lutetia.terminal.canvas import Block, Canvas
from lutetia.terminal.palette import THIN, BoxLines

COLUMNS = "abcdefgh"
SQUARES = "ABCD"  # columns of squares, two by two spaces each
SIDE = 8
LABELS = 2  # columns on the left for coordinates; they also take one row at the top


@dataclass(frozen=True)
class Size:
    """Characters per space."""

    wide: int
    high: int


LARGE, SMALL = Size(6, 3), Size(4, 2)


@dataclass(frozen=True)
class BoardPicture:
    """A board to draw. Spaces that are `highlighted` get golden corners, `recent` ones get pointers."""

    view: Json
    size: Size = LARGE
    highlighted: Collection[str] = ()
    recent: Collection[str] = ()

    def lines(self) -> Block:
        return _Drawing(self).lines()


def place(space: str) -> tuple[int, int]:
    """Column and row of a space, counted from 0."""
    return COLUMNS.index(space[0]), int(space[1:]) - 1


def is_space(word: str) -> bool:
    """Whether a word of a step names a space of the board."""
    return len(word) == 2 and word[0] in COLUMNS and word[1] in "12345678"


def neighbours(space: str) -> list[str]:
    """The spaces that share a side with this one."""
    column, row = place(space)
    near = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return [f"{COLUMNS[c]}{r + 1}" for c, r in near if 0 <= c < SIDE and 0 <= r < SIDE]


def spaces_of(step: str) -> list[str]:
    """The spaces that a step names; for a tile those of its square."""
    kind, *words = step.split(" ")
    if kind == "tile":
        column, row = 2 * SQUARES.index(words[1][0]), 2 * int(words[1][1])
        return [f"{COLUMNS[c]}{r}" for r in (row - 1, row) for c in (column, column + 1)]
    if kind in ("build", "place"):
        return [word for word in words[1:] if is_space(word)]
    return []


class _Drawing:
    """Draws one board layer by layer: coordinates, paving, roofs, pieces, marks."""

    def __init__(self, board: BoardPicture) -> None:
        self.board = board
        self.position = board.view["position"]
        self.wide, self.high = board.size.wide, board.size.high
        self.canvas = Canvas(LABELS + SIDE * self.wide, 1 + SIDE * self.high, palette.BASE)
        self.lit = {space for lamp in self.position["lamps"] for space in lamp["lights"]}
        self.lamps = {lamp["space"] for lamp in self.position["lamps"]}

    def lines(self) -> Block:
        self._coordinates()
        self._squares()
        for space, kind in self.position["paving"].items():
            self._pave(space, kind)
        for building in self.position["buildings"]:
            self._build(building)
        for piece in self.position["pieces"]:
            self._piece(piece)
        for space in self.board.highlighted:
            self._corners(space)
        for space in self.board.recent:
            self._point(space)
        return self.canvas.lines()

    def _corner(self, space: str) -> tuple[int, int]:
        column, row = place(space)
        return LABELS + column * self.wide, 1 + row * self.high

    def _coordinates(self) -> None:
        for i in range(SIDE):
            x = LABELS + i * self.wide + (self.wide - 1) // 2
            self.canvas.put(x, 0, COLUMNS[i], f"{palette.FAINT} on {palette.NIGHT}")
            self.canvas.put(
                0, 1 + i * self.high + (self.high - 1) // 2, str(i + 1), f"{palette.FAINT} on {palette.NIGHT}"
            )

    def _squares(self) -> None:
        """Squares without a tile, each with its name."""
        for name in self.position["squares"]:
            x, y = self._corner(f"{COLUMNS[2 * SQUARES.index(name[0])]}{2 * int(name[1]) - 1}")
            wide, high = 2 * self.wide, 2 * self.high
            style = f"#3a3f6b on {palette.EMPTY}"
            self.canvas.fill(x, y, wide, high, style)
            for row in range(high):
                self.canvas.put(x, y + row, " ·" * (wide // 2), style)
            for at, sign in zip(((0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1)), "┌┐└┘", strict=True):
                self.canvas.put(x + at[0], y + at[1], sign, f"{palette.FAINT} on {palette.EMPTY}")
            self.canvas.put(x + wide // 2 - 2, y + (high - 1) // 2, f" {name} ", f"{palette.FAINT} on {palette.EMPTY}")

    def _pave(self, space: str, kind: str) -> None:
        x, y = self._corner(space)
        ground = palette.GROUNDS[kind]
        if kind == "lamp":
            self.canvas.fill(x, y, self.wide, self.high, ground.style(space in self.lamps, odd=False))
            self._lamp(x, y, ground.sign)
            return
        style = ground.style(space in self.lit, odd=sum(place(space)) % 2 == 1)
        self.canvas.fill(x, y, self.wide, self.high, style)
        self.canvas.put(x + 1, y + (self.high - 1) // 2, ground.sign * (self.wide - 2))

    def _lamp(self, x: int, y: int, sign: str) -> None:
        rays = ((" \\  / ", "  {0}{0}  ", " /  \\ "), ("\\{0}{0}/", "/  \\"))[self.high == 2]
        for row, text in enumerate(rays):
            self.canvas.put(x, y + row, text.format(sign))

    # ---- roofs ---------------------------------------------------------------------------------------------------

    def _build(self, building: Json) -> None:
        spaces = {place(space) for space in building["spaces"]}
        colour = palette.SEAT[building["owner"]]
        lines = palette.OUTLINE[building["owner"]]
        for space in building["spaces"]:
            x, y = self._corner(space)
            lit = space in self.lit or any(near in self.lamps for near in neighbours(space))
            self.canvas.fill(x, y, self.wide, self.high, f"{colour} on {palette.ROOF_LIT if lit else palette.ROOF}")
            self._outline(x, y, place(space), spaces, lines)
        self._label(building)

    def _outline(self, x: int, y: int, at: tuple[int, int], spaces: set[tuple[int, int]], lines: BoxLines) -> None:
        """The part of a shape's outline in one space: sides without a neighbour, and both kinds of corners."""
        column, row = at
        right, bottom = x + self.wide - 1, y + self.high - 1
        for down, edge in ((-1, y), (1, bottom)):
            if (column, row + down) not in spaces:
                self.canvas.put(x, edge, lines.horizontal * self.wide)
        for over, edge in ((-1, x), (1, right)):
            if (column + over, row) not in spaces:
                for line in range(y, bottom + 1):
                    self.canvas.put(edge, line, lines.vertical)
        for over, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            beside, under = (column + over, row) in spaces, (column, row + down) in spaces
            corner = 2 * (down > 0) + (over > 0)
            where = (right if over > 0 else x, bottom if down > 0 else y)
            if not beside and not under:
                self.canvas.put(*where, lines.corners[corner])
            elif beside and under and (column + over, row + down) not in spaces:
                self.canvas.put(*where, lines.corners[3 - corner])

    def _label(self, building: Json) -> None:
        """The name and owner on the first space, size × lamps near the middle of the others, the sign of the annex."""
        spaces, small = building["spaces"], self.high == 2
        lamps = len(building["lamps"])
        name = palette.PIECES["garden"] if building["name"] == "garden" else building["name"][:2]
        recent = "»" if set(spaces) <= set(self.board.recent) else ""
        colour = palette.SEAT[building["owner"]]
        row = 0 if small else 1
        plain = [space for space in spaces if space != building["annex"]]
        x, y = self._corner(plain[0])
        label = name if small else f"{recent}{palette.POT[building['owner']]}{name}"
        self.canvas.put_in_colour(x + 1, y + row, label, colour)
        if small and recent:
            self.canvas.put_in_colour(x, y, recent, palette.GOLD)
        if len(plain) > 1:
            x, y = self._corner(self._middle(plain[1:]))
            light = f"×{lamps}" if small else f"{building['size']}×{lamps}"
            self.canvas.put_in_colour(x + 1, y + row, light, f"bold {palette.GLOW}" if lamps else palette.FAINT)
        if building["annex"]:
            x, y = self._corner(building["annex"])
            self.canvas.put_in_colour(x + 1, y + row, palette.PIECES["annex"] * (2 if small else 4), palette.CREAM)

    def _middle(self, spaces: list[str]) -> str:
        """The space nearest to the middle of these."""
        across = sum(place(space)[0] for space in spaces) / len(spaces)
        down = sum(place(space)[1] for space in spaces) / len(spaces)
        return min(spaces, key=lambda space: abs(place(space)[0] - across) + abs(place(space)[1] - down))

    # ---- pieces and marks ----------------------------------------------------------------------------------------

    def _piece(self, piece: Json) -> None:
        if piece["name"] == "annex":
            return  # drawn with its building
        spaces = {place(space) for space in piece["spaces"]}
        colour = palette.SEAT.get(piece["owner"], palette.CREAM)
        style = f"{colour} on {palette.PANEL}"
        if piece["name"] in ("lamp", "large-lamp"):
            style = palette.GROUNDS["lamp"].style(True, False)
        for space in piece["spaces"]:
            x, y = self._corner(space)
            self.canvas.fill(x, y, self.wide, self.high, style)
            self._outline(x, y, place(space), spaces, THIN)
        sign = palette.PIECES[piece["name"]]
        if piece["name"] in ("painter", "dancer"):
            text = sign + palette.POT[piece["owner"]]
        else:
            text = sign + (palette.FACING[piece["facing"]] if piece["facing"] else sign)
        for space in piece["spaces"]:
            x, y = self._corner(space)
            at = (x + 1, y) if self.high == 2 else (x + 2, y + 1)
            self.canvas.put(*at, text)

    def _corners(self, space: str) -> None:
        """Golden corners around a space that a listed step would cover."""
        x, y = self._corner(space)
        right, bottom = x + self.wide - 1, y + self.high - 1
        for at, sign in zip(((x, y), (right, y), (x, bottom), (right, bottom)), "┌┐└┘", strict=True):
            self.canvas.put_in_colour(*at, sign, f"bold {palette.mark_on(self.canvas.background(*at))}")

    def _point(self, space: str) -> None:
        """Pointers from both sides to a space that has just changed. A building shows it at its name."""
        if any(space in building["spaces"] for building in self.position["buildings"]):
            return
        x, y = self._corner(space)
        for at, sign in ((x, "»"), (x + self.wide - 1, "«")):
            row = y + (self.high - 1) // 2
            dark = palette.mark_on(self.canvas.background(at, row)) == palette.NIGHT
            self.canvas.put_in_colour(at, row, sign, f"bold {palette.NIGHT if dark else palette.CREAM}")


def legend(view: Json) -> list[tuple[str, str]]:
    """The signs on this board with their meaning: every kind of paving, then the pieces on the board."""
    found = [(ground.sign, paving(kind)) for kind, ground in palette.GROUNDS.items()]
    names = {piece["name"] for piece in view["position"]["pieces"]} - {"lamp"}  # it has the sign of the printed lamps
    names |= {"garden"} & {building["name"] for building in view["position"]["buildings"]}
    return found + [(palette.PIECES[name], _(PIECE_NAMES[name])) for name in palette.PIECES if name in names]


PIECE_NAMES = {
    "painter": N_("painter"),
    "dancer": N_("dancer"),
    "statue": N_("statue"),
    "fountain": N_("fountain"),
    "large-lamp": N_("large lamp"),
    "annex": N_("annex"),
    "garden": N_("garden"),
}
