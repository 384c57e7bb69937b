"""The component data of La Cité de la Lumière, and the check that finds every fault in a file that changes them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from lutetia.core.edition import Edition, Source, heading_faults, load, stated, whole, wrong_keys
from lutetia.core.errors import shown
from lutetia.core.i18n import N_, _
from lutetia.games.lumiere.types import Card

NAME = "lumiere"
FILE = Path(__file__).with_name("edition.toml")
CARDS: tuple[str, ...] = get_args(Card)  # in the order of their names, which is the kernel's numbering
CARD_NAMES = {  # French in every language
    "levitation": "Levitation",
    "metropolitain": "Metropolitain",
    "jardin": "Jardin des Plantes",
    "sacre-coeur": "Sacré-Cœur",
    "peintre": "Le Peintre",
    "chartier": "Chartier",
    "bouquinistes": "Bouquinistes",
    "lampadaire": "Lampadaire",
    "moulin-rouge": "Moulin Rouge",
    "fontaine": "Fontaine des Mers",
    "penseur": "Le Penseur",
    "grande-lumiere": "La Grande Lumière",
}
LETTERS = {"O": "own", "R": "rival", "M": "mixed", "L": "lamp"}
SINGLE = ("annex", "statue", "lamp")  # pieces that the notation puts on one space
POINTS = (
    "group_per_space",
    "unbuilt",
    "painter_per_lamp",
    "dancer_per_space",
    "fountain_per_building",
    "statue_side",
    "statue_corner",
)
BUILDINGS_AT_MOST, SIZE_AT_MOST, POINTS_AT_MOST = 16, 8, 1000
SQUARES = 4
SIDE = 2 * SQUARES

Cells = frozenset[tuple[int, int]]
"""Spaces of a shape as (row, column)."""


def edition(source: Source = None) -> Edition:
    """The bundled edition, or the one given by path or as parsed data. Raises EditionError with every fault."""
    return load(FILE, source, faults)


def cells(rows: list[str]) -> Cells:
    """The spaces of a shape drawn in rows of '#' and '.'."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def orientations(shape: Cells, mirror: bool) -> set[Cells]:
    """Every different rotation of the shape (L30), mirrored too if the edition allows, moved to the corner."""
    turned = set()
    for start in [shape, frozenset((r, -c) for r, c in shape)] if mirror else [shape]:
        now = start
        for _turn in range(4):
            now = frozenset((c, -r) for r, c in now)
            top, left = min(r for r, _c in now), min(c for _r, c in now)
            turned.add(frozenset((r - top, c - left) for r, c in now))
    return turned


# ---- the check -------------------------------------------------------------------------------------------------


def faults(data: dict[str, Any]) -> list[str]:
    """Every fault of the data. If there is none, the game can be played with it."""
    found = heading_faults(data, _CHECKS)
    parts = {}
    for key in sorted(_CHECKS):
        if not isinstance(data.get(key), dict):
            found.append(_("[{part}] is missing", part=key))
        else:
            parts[key] = stated(data[key])
    sound = set()
    for part, check in _CHECKS.items():
        if part in parts:
            wrong = check(parts[part])
            found += [f"[{part}] {fault}" for fault in wrong]
            sound |= set() if wrong else {part}
    for needed, add_up in _SUMS:
        if needed <= sound:
            found += add_up(parts)
    return found


def _spaces_per_set(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, tuple(LETTERS.values()))
    return found + [
        _("{key}: a whole number from 0 to 32 is needed", key=k)
        for k in LETTERS.values()
        if k in part and not whole(part[k], 0, 32)
    ]


def _tiles(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("layout",))
    layout = part.get("layout", [])
    if not isinstance(layout, list):
        return [*found, _("layout: a list of tiles is needed")]
    wanted = SQUARES * SQUARES // 2
    if "layout" in part and len(layout) != wanted:
        found.append(_("layout: {n} tiles, but the board takes {wanted} of each player", n=len(layout), wanted=wanted))
    for i, tile in enumerate(layout):
        if not isinstance(tile, str) or len(tile) != 4 or set(tile) - set(LETTERS):
            found.append(_("layout[{i}] is {tile}; a tile is four letters of O, R, M, L", i=i, tile=shown(tile)))
    return found


def _shape(name: str, rows: object) -> list[str]:
    """The fault of one shape, if it has one: first its rows are checked, then what they draw."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row for row in rows):
        return [_("{name}: rows of '#' and '.' are needed", name=shown(name))]
    fault = _drawn_wrongly(rows) or _wrong_shape(rows)
    return [_(fault, name=shown(name), n=len(cells(rows)), most=SIZE_AT_MOST, side=SIDE)] if fault else []


def _drawn_wrongly(rows: list[str]) -> str | None:
    """Rows that draw no shape: the message, or None."""
    if any(set(row) - set("#.") for row in rows):
        return N_("{name}: only '#' and '.' may be used")
    if len({len(row) for row in rows}) > 1:
        return N_("{name}: its rows differ in length")
    columns = map("".join, zip(*rows, strict=True))
    if any("#" not in line for line in (*rows, *columns)):
        return N_("{name}: a row or column of it is empty")
    return None


def _wrong_shape(rows: list[str]) -> str | None:
    """A shape that is too large, not in one piece or with a hole: the message, or None."""
    shape = cells(rows)
    if len(shape) > SIZE_AT_MOST or len(rows) > SIDE or len(rows[0]) > SIDE:
        return N_("{name}: it covers {n} spaces; at most {most} in a box of {side} by {side} are possible")
    if _reach(min(shape), shape) != shape:
        return N_("{name}: it is not in one piece (touching at corners is not enough)")
    frame = frozenset((r, c) for r in range(-1, len(rows) + 1) for c in range(-1, len(rows[0]) + 1)) - shape
    return N_("{name}: it has a hole") if _reach((-1, -1), frame) != frame else None


def _reach(start: tuple[int, int], among: Cells) -> Cells:
    seen, todo = {start}, [start]
    while todo:
        r, c = todo.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & among - seen
        seen |= near
        todo += near
    return frozenset(seen)


def _buildings(part: dict[str, Any]) -> list[str]:
    found = []
    if not isinstance(part.get("mirror"), bool):
        found.append(_("mirror: true or false is needed"))
    shapes = {name: rows for name, rows in part.items() if name != "mirror"}
    if not 1 <= len(shapes) <= BUILDINGS_AT_MOST:
        found.append(_("{n} buildings; 1 to {most} are possible", n=len(shapes), most=BUILDINGS_AT_MOST))
    seen: dict[Cells, str] = {}
    for name, rows in shapes.items():
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9-]{1,12}", name) or name == "garden":
            found.append(_("{name}: a name is up to 12 letters, digits or hyphens, and not 'garden'", name=shown(name)))
        wrong = _shape(name, rows)
        found += wrong
        if not wrong:
            for turned in orientations(cells(rows), mirror=part.get("mirror") is True):
                if turned in seen:
                    found.append(
                        _("{name}: the same shape as {other}; all differ (L3)", name=shown(name), other=seen[turned])
                    )
                    break
            seen |= dict.fromkeys(orientations(cells(rows), mirror=part.get("mirror") is True), name)
    return found


def _pieces(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("garden", "fountain", *SINGLE))
    for name, rows in part.items():
        wrong = _shape(name, rows)
        found += wrong
        if not wrong and name in SINGLE and rows != ["#"]:
            found.append(_("{name}: it covers one space", name=name))
    return found


def _large_lamp(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("pattern",))
    pattern = part.get("pattern", [])
    if not isinstance(pattern, list):
        return [*found, _("pattern: a list of offsets [row, column] is needed")]
    seen = set()
    for offset in pattern:
        good = isinstance(offset, list) and len(offset) == 2 and all(whole(n, 1 - SIDE, SIDE - 1) for n in offset)
        if not good:
            found.append(
                _(
                    "pattern: {offset} is not an offset [row, column] of two whole numbers from -7 to 7",
                    offset=_listed(offset),
                )
            )
        elif offset == [0, 0]:
            found.append(_("pattern: [0, 0] is the lamp itself"))
        elif tuple(offset) in seen:
            found.append(_("pattern: {offset} is listed twice", offset=_listed(offset)))
        else:
            seen.add(tuple(offset))
    return found


def _listed(value: object) -> str:
    return "[" + ", ".join(shown(v, 10) for v in value[:4]) + "]" if isinstance(value, list) else shown(value)


def _board(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("squares",))
    if "squares" in part and (type(part["squares"]) is not int or part["squares"] != SQUARES):
        found.append(_("squares: the board must have {n} by {n} squares", n=SQUARES))
    return found


def _postcards(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("starter", "further"))
    listed: list[str] = []
    for key in ("starter", "further"):
        names = part.get(key, [])
        if not isinstance(names, list):
            found.append(_("{key}: a list of names is needed", key=key))
            continue
        for name in names:
            if name not in CARDS:
                found.append(
                    _(
                        "{key}: unknown postcard {name}; known postcards: {known}",
                        key=key,
                        name=shown(name),
                        known=", ".join(CARDS),
                    )
                )
            else:
                listed.append(name)
    found += [_("{name} is listed twice", name=name) for name, n in Counter(listed).items() if n > 1]
    return found


def _points(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, POINTS)
    if whole(part.get("unbuilt"), 1, POINTS_AT_MOST):
        found.append(_("unbuilt: it costs points, so it must be 0 or less"))
    return found + [
        _("{key}: a whole number from -{most} to {most} is needed", key=key, most=POINTS_AT_MOST)
        for key in POINTS
        if key in part and not whole(part[key], -POINTS_AT_MOST, POINTS_AT_MOST)
    ]


def _counts(part: dict[str, Any]) -> list[str]:
    wanted = {"action_tokens": 6, "postcards_in_play": 12, "chimneys": 100}
    found = wrong_keys(part, tuple(wanted))
    return found + [
        _("{key}: a whole number from 1 to {most} is needed", key=key, most=most)
        for key, most in wanted.items()
        if key in part and not whole(part[key], 1, most)
    ]


def _spaces_add_up(parts: dict[str, Any]) -> list[str]:
    letters = Counter("".join(parts["tiles"]["layout"]))
    return [
        _(
            "[spaces_per_set] {kind}: {stated} are listed, but the tiles show {drawn} ({letter})",
            kind=kind,
            stated=parts["spaces_per_set"][kind],
            drawn=letters[letter],
            letter=letter,
        )
        for letter, kind in LETTERS.items()
        if parts["spaces_per_set"][kind] != letters[letter]
    ]


def _tokens_add_up(parts: dict[str, Any]) -> list[str]:
    in_play, tokens = parts["counts"]["postcards_in_play"], 2 * parts["counts"]["action_tokens"]
    if in_play == tokens:
        return []
    return [
        _(
            "[counts] {n} postcards in play, but {tokens} action tokens of the two players; each takes one (L31)",
            n=in_play,
            tokens=tokens,
        )
    ]


def _starter_adds_up(parts: dict[str, Any]) -> list[str]:
    listed, in_play = len(parts["postcards"]["starter"]), parts["counts"]["postcards_in_play"]
    if listed == in_play:
        return []
    return [_("[postcards] starter lists {n} postcards, but {wanted} are in play", n=listed, wanted=in_play)]


_SUMS = (  # what must fit together between parts without faults
    ({"spaces_per_set", "tiles"}, _spaces_add_up),
    ({"counts"}, _tokens_add_up),
    ({"counts", "postcards"}, _starter_adds_up),
)

_CHECKS = {
    "spaces_per_set": _spaces_per_set,
    "tiles": _tiles,
    "buildings": _buildings,
    "pieces": _pieces,
    "large_lamp": _large_lamp,
    "board": _board,
    "postcards": _postcards,
    "points": _points,
    "counts": _counts,
}
