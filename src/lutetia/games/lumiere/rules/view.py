"""What a seat may know of a position: an allow-list, built part by part, with everything a screen needs to draw it.

The order of both stacks and the rival's hand are hidden (L11). A spectator sees neither hand. Nothing else is secret
(L34). schemas/lumiere-position.json describes the parts.
"""

from __future__ import annotations

from collections.abc import Set

from lutetia.core.json_types import Json
from lutetia.core.viewcache import ViewCache
from lutetia.games.lumiere.rules.deal import SEATS, TILES
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import PIECE_OF_CARD, SQUARE_NAMES, Notation
from lutetia.games.lumiere.rules.scoring import Board, building_sheets, reading, score_sheet, scores

PHASES = {1: "paving", 2: "building", 3: "over"}


def position(kernel: LumiereKernel, notation: Notation, edition: Json, viewer: int, cache: ViewCache) -> Json:
    """Everything in the position that the viewer may know; -1 is a spectator. Only the hands differ by viewer."""
    if cache.position is None:
        parts = _for_all(kernel, notation, edition)
        cache.position = {name: cache.encode(part) for name, part in parts.items()}
    return cache.position | {"held": {seat: _held(kernel, s, viewer) for s, seat in enumerate(SEATS)}}


def _for_all(kernel: LumiereKernel, notation: Notation, edition: Json) -> Json:
    board = Board(kernel, notation)
    light = board.light(edition["large_lamp"]["pattern"])
    sheet = score_sheet(kernel, notation, edition, board)
    return {
        "phase": PHASES[kernel.phase],
        "question": _question(kernel, notation),
        "turns_left": _turns_left(kernel),
        "squares": [name for square, name in enumerate(SQUARE_NAMES) if kernel.squares >> square & 1],
        "paving": {space: kind for kind, where in board.printed.items() for space in reading(where)},
        "held": None,  # each viewer's own
        "unplaced": {
            seat: sorted(list(kernel.stack)[TILES * s + kernel.placed[s] : TILES * (s + 1)])
            for s, seat in enumerate(SEATS)
        },
        "supply": _names(kernel.supply, notation),
        "reserve": {seat: _names(kernel.reserve[s], notation) for s, seat in enumerate(SEATS)},
        "buildings": building_sheets(board, light),
        "pieces": _pieces(board),
        "lamps": [_lamp(space, light[space], board) for space in reading(light)],
        "postcards": [
            _postcard(card, name, kernel, sheet) for card, name in enumerate(CARDS) if kernel.cards >> card & 1
        ],
        "tokens": {seat: kernel.tokens[s] for s, seat in enumerate(SEATS)},
        "chimneys": {seat: _chimneys(seat, board, edition) for seat in SEATS},
        "scores": scores(sheet),
        "groups": {seat: sheet[seat]["group"]["spaces"] for seat in SEATS},
        "tie": {seat: len(sheet[seat]["tie"]["spaces"]) for seat in SEATS},
    }


def _question(kernel: LumiereKernel, notation: Notation) -> Json | None:
    """The open question, if the turn is not an ordinary one: the postcard to carry out, the building to put down."""
    if kernel.lifted >= 0:
        return {"card": "levitation", "build": notation.buildings[kernel.lifted]}
    return {"card": CARDS[kernel.question], "build": None} if kernel.question >= 0 else None


def _turns_left(kernel: LumiereKernel) -> int | None:
    """The most turns left in phase II, passes aside: each takes a building of the reserve or a token (L30, L31)."""
    if PHASES[kernel.phase] != "building":
        return None
    return sum(int(kernel.tokens[s]) + int(kernel.reserve[s]).bit_count() for s in range(len(SEATS)))


def _held(kernel: LumiereKernel, seat: int, viewer: int) -> list[int] | None:
    """A hand, visible only to its owner. None: hidden."""
    left = TILES - kernel.placed[seat]
    if viewer != seat and left:
        return None
    top = TILES * seat + kernel.placed[seat]
    return sorted(list(kernel.stack)[top : top + min(kernel.hand, left)])


def _names(buildings: int, notation: Notation) -> list[str]:
    return [name for b, name in enumerate(notation.buildings) if buildings >> b & 1]


def _chimneys(seat: str, board: Board, edition: Json) -> int:
    """How many chimneys a seat has left. Without any it can still build (L7)."""
    chimneys: int = edition["counts"]["chimneys"]
    return max(0, chimneys - sum(owner == seat for owner, _where in board.buildings.values()))


def _pieces(board: Board) -> list[Json]:
    """The special pieces on the board (the garden is among the buildings)."""
    where = {name: [space] for name, space in board.pieces.items()}
    if board.fountain:
        where["fountain"] = reading(board.fountain)
    owner = {piece: board.owners.get(card) for card, piece in PIECE_OF_CARD.items()}
    return [
        {
            "name": name,
            "owner": owner[name],
            "spaces": where[name],
            "facing": board.facing if name == "statue" else None,
        }
        for name in sorted(where)
    ]


def _lamp(space: str, lit: Set[str], board: Board) -> Json:
    kind = next((name for name in ("lamp", "large-lamp") if board.pieces.get(name) == space), "printed")
    return {"space": space, "kind": kind, "lights": reading(lit)}


def _postcard(card: int, name: str, kernel: LumiereKernel, sheet: dict[str, Json]) -> Json:
    """`state`: open, kept (its owner may still use it) or used. `points` and `spaces`: what it earns now."""
    owner = SEATS[kernel.card_owner[card]] if kernel.card_owner[card] >= 0 else None
    kept = {"metropolitain": kernel.metropolitain, "chartier": kernel.chartier}.get(name, -1) >= 0
    earned = sheet[owner]["postcards"]["cards"].get(name, {}) if owner else {}
    return {
        "name": name,
        "owner": owner,
        "state": "open" if owner is None else "kept" if kept else "used",
        "points": earned.get("points", 0),
        "spaces": earned.get("spaces", []),
    }
