"""The score of La Cité de la Lumière, explained: every point with the spaces that earned it (L60-L64).

Plain Python on the names of spaces, for display. The kernel counts the same on bitboards, fast. Tests compare the two
at every step of thousands of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.deal import SEATS
from lutetia.games.lumiere.rules.edition import CARDS, SIDE
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import FACINGS, SPACES, Notation, spaces

Light = dict[str, Set[str]]
"""Each burning lamp with the spaces it lights."""
COLUMNS = "abcdefgh"
AHEAD = {"east": (1, 0), "north": (0, -1), "south": (0, 1), "west": (-1, 0)}
SIDES = tuple(AHEAD.values())
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def at(space: str, right: int, down: int) -> str | None:
    """The space at this distance; None beyond the edge."""
    column, row = COLUMNS.index(space[0]) + right, int(space[1]) + down
    return f"{COLUMNS[column]}{row}" if 0 <= column < SIDE and 1 <= row <= SIDE else None


def around(space: str, steps: Iterable[tuple[int, int]]) -> frozenset[str]:
    """The spaces at these distances."""
    return frozenset(near for right, down in steps if (near := at(space, right, down)))


BESIDE = {space: around(space, SIDES) for space in SPACES}
"""The neighbours of each space that share a side with it."""


_PLACE = {space: (space[1], space[0]) for space in SPACES}


def reading(names: Iterable[str]) -> list[str]:
    """The spaces in reading order: row by row, left to right."""
    return sorted(names, key=_PLACE.__getitem__)


def area(start: str, ground: Set[str]) -> set[str]:
    """The start and all of the ground that is connected to it by sides (L53)."""
    found, todo = {start}, [start]
    while todo:
        near = (BESIDE[todo.pop()] & ground) - found
        found |= near
        todo += near
    return found


class Board:
    """What lies on the board, by the names of the spaces."""

    def __init__(self, kernel: LumiereKernel, notation: Notation) -> None:
        self.printed = {
            name: set(spaces(mask))
            for name, mask in zip((*SEATS, "mixed", "lamp"), (*kernel.own, kernel.mixed, kernel.printed), strict=True)
        }
        self.taken = set(spaces(kernel.taken))
        self.free = set(SPACES) - self.taken  # L6
        self.buildings = {  # name: (owner, spaces)
            notation.building_name(b): (SEATS[0] if mask & kernel.built[0] else SEATS[1], set(spaces(mask)))
            for b, mask in enumerate(kernel.spaces)
            if mask
        }
        self.walls = set().union(*(where for _owner, where in self.buildings.values()))
        self.pieces = {
            name: SPACES[bit]
            for name, bit in (
                ("painter", kernel.painter),
                ("annex", kernel.annexed),
                ("lamp", kernel.lamp),
                ("dancer", kernel.dancer),
                ("statue", kernel.statue),
                ("large-lamp", kernel.large_lamp),
            )
            if bit >= 0
        }
        self.fountain = set(spaces(kernel.fountain))
        self.facing = FACINGS[kernel.facing] if kernel.facing >= 0 else None
        self.owners = {
            name: SEATS[kernel.card_owner[card]] for card, name in enumerate(CARDS) if kernel.card_owner[card] >= 0
        }

    def light(self, pattern: list[list[int]]) -> Light:
        """Each burning lamp with the spaces it lights (L41, L47, L51, L60)."""
        lamps = (self.printed["lamp"] & self.free) | ({self.pieces["lamp"]} if "lamp" in self.pieces else set())
        lit: Light = {lamp: BESIDE[lamp] for lamp in lamps}
        if "large-lamp" in self.pieces:
            lamp = self.pieces["large-lamp"]
            lit[lamp] = {space for down, right in pattern if (space := self._reached(lamp, right, down))}
        return lit

    def _reached(self, lamp: str, right: int, down: int) -> str | None:
        """The space of the pattern, if a shortest way to it by sides crosses no building (L51); else None."""
        target = at(lamp, right, down)
        if target is None:
            return None
        ahead = {(1 if right > 0 else -1, 0)} if right else set()
        ahead |= {(0, 1 if down > 0 else -1)} if down else set()
        fronts = {lamp}
        for _step in range(abs(right) + abs(down) - 1):
            fronts = {near for space in fronts for near in around(space, ahead)} - self.walls
        return target if any(target in around(space, ahead) for space in fronts) else None


def score_sheet(
    kernel: LumiereKernel, notation: Notation, edition: Json, board: Board | None = None
) -> dict[str, Json]:
    """Each seat's points in this position, with what earned them. `board`: the kernel's board, if at hand."""
    board = board or Board(kernel, notation)
    light = board.light(edition["large_lamp"]["pattern"])
    return {seat: _seat_sheet(seat, board, light, kernel, notation, edition["points"]) for seat in SEATS}


def building_sheets(board: Board, light: Light, seat: str | None = None) -> list[Json]:
    """The buildings of a seat (None: of both), with size, lamps that light them, and points (L60)."""
    sheets = []
    for name, (owner, where) in sorted(board.buildings.items()):
        if seat not in (None, owner):
            continue
        lamps = reading(lamp for lamp, lit in light.items() if lit & where)
        annex = board.pieces.get("annex")
        sheets.append(
            {
                "name": name,
                "owner": owner,
                "spaces": reading(where),
                "annex": annex if annex in where else None,
                "size": len(where),
                "lamps": lamps,
                "points": len(where) * len(lamps),
            }
        )
    return sheets


def _seat_sheet(
    seat: str, board: Board, light: Light, kernel: LumiereKernel, notation: Notation, points: dict[str, int]
) -> Json:
    buildings = building_sheets(board, light, seat)
    group = _largest_group(set().union(*(board.buildings[sheet["name"]][1] for sheet in buildings)))
    reserve = [name for b, name in enumerate(notation.buildings) if kernel.reserve[SEATS.index(seat)] >> b & 1]
    waived = board.owners.get("sacre-coeur") == seat  # L43
    sheet = {
        "lit": {"points": sum(b["points"] for b in buildings), "buildings": buildings},
        "group": {"points": points["group_per_space"] * len(group), "spaces": reading(group)},
        "unbuilt": {
            "points": 0 if waived else points["unbuilt"] * len(reserve),
            "buildings": reserve,
            "waived": waived,
        },
        "postcards": _cards(seat, board, light, points),
        "tie": {"spaces": reading(board.printed[seat] & board.free)},  # L64
    }
    sheet["total"] = sum(sheet[source]["points"] for source in ("lit", "group", "unbuilt", "postcards"))
    return sheet


def _largest_group(where: set[str]) -> set[str]:
    """L61: the largest group; of equal ones the first in reading order."""
    groups = []
    left = set(where)
    for start in reading(where):
        if start in left:
            groups.append(area(start, left))
            left -= groups[-1]
    return max(groups, key=len, default=set())


def _cards(seat: str, board: Board, light: Light, points: dict[str, int]) -> Json:
    cards = {
        name: {"points": worth, "spaces": reading(where)}
        for name, count in COUNTS.items()
        if board.owners.get(name) == seat and (counted := count(board, light, points))
        for worth, where in [counted]
    }
    return {"points": sum(card["points"] for card in cards.values()), "cards": cards}


Counted = tuple[int, Set[str]] | None
"""Points and the spaces that earned them; None if the piece was never placed."""


def painter_area(board: Board) -> set[str]:
    """Only the edge and buildings bound it (L44)."""
    return area(board.pieces["painter"], set(SPACES) - board.walls)


def _painter(board: Board, light: Light, points: dict[str, int]) -> Counted:
    """L44, L53."""
    if "painter" not in board.pieces:
        return None
    lamps = painter_area(board) & set(light)
    return points["painter_per_lamp"] * len(lamps), lamps


def _dancer(board: Board, light: Light, points: dict[str, int]) -> Counted:
    """L48."""
    if "dancer" not in board.pieces:
        return None
    floor = area(board.pieces["dancer"], board.free - board.printed["lamp"])
    return points["dancer_per_space"] * len(floor), floor


def _fountain(board: Board, light: Light, points: dict[str, int]) -> Counted:
    """L49."""
    if not board.fountain:
        return None
    rim = set().union(*(BESIDE[space] for space in board.fountain))
    touching = [where for owner, where in board.buildings.values() if owner == board.owners["fontaine"] and where & rim]
    return points["fountain_per_building"] * len(touching), set().union(*(where & rim for where in touching))


def _statue(board: Board, light: Light, points: dict[str, int]) -> Counted:
    """L50."""
    if "statue" not in board.pieces or board.facing is None:
        return None
    statue = board.pieces["statue"]
    if at(statue, *AHEAD[board.facing]) not in board.free:
        return 0, set()
    sides, corners = BESIDE[statue] & board.free, around(statue, CORNERS) & board.free
    return points["statue_side"] * len(sides) + points["statue_corner"] * len(corners), sides | corners


COUNTS = {"peintre": _painter, "moulin-rouge": _dancer, "fontaine": _fountain, "penseur": _statue}
SCORING_CARDS = tuple(COUNTS)


def scores(sheet: dict[str, Json]) -> dict[str, Json]:
    """The points of the sheet by source, as in a record's result."""
    return {
        seat: {source: page[source]["points"] for source in ("lit", "group", "unbuilt", "postcards")}
        | {"total": page["total"]}
        for seat, page in sheet.items()
    }


def result(sheet: dict[str, Json]) -> Json:
    """The result of a finished game (L64)."""
    rank = {seat: (page["total"], len(page["tie"]["spaces"])) for seat, page in sheet.items()}
    best = max(rank.values())
    winners = [seat for seat in SEATS if rank[seat] == best]
    return {"scores": scores(sheet), "winner": winners[0] if len(winners) == 1 else "draw"}
