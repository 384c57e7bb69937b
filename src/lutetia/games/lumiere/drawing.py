"""The drawing of La Cité de la Lumière: a night scene with paving, slate roofs and lit lamps."""

from __future__ import annotations

from pathlib import Path

from lutetia.core.game import Game
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json
from lutetia.drawing.svg import num, rects, text, use
from lutetia.games.lumiere import MANIFEST
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.text import log, steps

CELL = 64
LEFT, TOP = 36, 36
COLOURS = {"orange": "#E69F00", "blue": "#56B4E9"}
SQUARES = tuple(f"{column}{row}" for row in "1234" for column in "ABCD")
FACING = {"north": 0, "east": 90, "south": 180, "west": 270}
CARDS_AT, CARD_WIDE, CARD_HIGH = 590, 164, 139
HANDS_AT = 590

DEFINITIONS = Path(__file__).with_suffix(".svg")


class LumiereDrawing:
    """The drawing of one game."""

    size = (928, 712)
    layers = (*(f"square-{square}" for square in SQUARES), "roofs", "light", "pieces", "mark", "cards", "hands")

    def __init__(self, game: Game) -> None:
        self.title = _(MANIFEST.title)
        self.sources = {key: _(words) for key, words in steps.SOURCES.items()}
        self.colours = COLOURS
        self.ground = DEFINITIONS.read_text("utf-8") + _frame()
        self._shapes: dict[str, list[str]] = game.ruleset.edition.data["buildings"]
        self._layout: list[str] = game.ruleset.edition.data["tiles"]["layout"]

    def seat(self, seat: str) -> str:
        return _(steps.SEATS_FIRST[seat])

    def step_texts(self, game: Game, names: dict[str, str]) -> list[str]:
        return [log.sentence(step, names[turn["seat"]]) for turn in game.record()["turns"] for step in turn["steps"]]

    def frame(self, seen: Json, names: dict[str, str], step: str | None) -> dict[str, str]:
        position: Json = seen["position"]
        found = {f"square-{square}": _square(square, position["paving"]) for square in SQUARES}
        found["roofs"] = "".join(_roof(building) for building in position["buildings"])
        found["light"] = "".join(['<g clip-path="url(#board)">', *(_light(lamp) for lamp in position["lamps"]), "</g>"])
        found["pieces"] = "".join(_piece(piece) for piece in position["pieces"]) + "".join(
            _badge(building) for building in position["buildings"]
        )
        found["mark"] = _mark(step)
        found["cards"] = "".join(_card(n, card, names) for n, card in enumerate(position["postcards"]))
        found["hands"] = "".join(
            self._hand(n, seat, position, names[seat], turn=seen["seat"] == seat) for n, seat in enumerate(COLOURS)
        )
        return found

    def _hand(self, n: int, seat: str, position: Json, name: str, *, turn: bool) -> str:
        """A seat's row under the board: tokens, tiles, the reserve, current points."""
        y = HANDS_AT + n * 62
        look = "panel turn" if turn else "panel"
        parts = [
            f'<rect x="6" y="{y}" width="916" height="56" rx="8" class="{look}" stroke="{COLOURS[seat]}"/>',
            text(20, y + 23, name[:24], 16, fill=COLOURS[seat], middle=False, style="name"),
            text(
                890,
                y + 36,
                f"{position['scores'][seat]['total']}".replace("-", "−"),
                24,
                fill=COLOURS[seat],
                style="serif",
            ),
        ]
        for token in range(position["tokens"][seat]):
            at = 28 + token * 20
            shape = f'circle cx="{at}" cy="{y + 41}" r="7"'
            if seat == "blue":
                shape = f'rect x="{at - 6}" y="{y + 35}" width="12" height="12"'
            parts.append(f'<{shape} fill="{COLOURS[seat]}"/>')
        for i, tile in enumerate(position["held"][seat] or []):  # None: hidden from the viewer
            parts.append(self._tile(seat, tile, 206 + 48 * i, y + 7))
        if left := len(position["unplaced"][seat]):
            said = plural("{n} tile left", "{n} tiles left", left)
            parts.append(text(110, y + 46, said, 13, middle=False, style="faint"))
        x = 310.0
        for building in position["reserve"][seat]:
            wide, drawn = self._mini(building, x, y + 10, COLOURS[seat])
            parts.append(drawn + text(x + wide / 2, y + 51, building, 11, style="faint"))
            x += max(wide, 26) + 14
        return "".join(parts)

    def _tile(self, seat: str, tile: int, x: float, y: float) -> str:
        """A tile in hand, not turned, at a third of its size. Layouts run clockwise from the top left."""
        rival = "blue" if seat == "orange" else "orange"
        kinds = {"O": f"pv-{seat}", "R": f"pv-{rival}", "M": "pv-mixed", "L": "sand"}
        corners = ((0, 0), (1, 0), (1, 1), (0, 1))
        return "".join(
            f'<rect x="{num(x + 21 * c)}" y="{num(y + 21 * r)}" width="21" height="21" fill="url(#{kinds[letter]})" '
            f'stroke="#0b0e2a"/>'
            for letter, (c, r) in zip(self._layout[tile], corners, strict=True)
        )

    def _mini(self, name: str, x: float, y: float, colour: str) -> tuple[float, str]:
        rows = self._shapes.get(name, ["#"])
        boxes = [
            (x + 9 * c, y + 9 * r, 8.0, 8.0) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"
        ]
        return 9.0 * max(map(len, rows)), f'<path d="{rects(boxes)}" fill="{colour}"/>'


def corner(space: str) -> tuple[int, int]:
    """The top left corner of a space."""
    return LEFT + CELL * "abcdefgh".index(space[0]), TOP + CELL * (int(space[1]) - 1)


def middle(space: str) -> tuple[float, float]:
    left, top = corner(space)
    return left + CELL / 2, top + CELL / 2


def _frame() -> str:
    board = 8 * CELL
    parts = [
        f'<rect x="4" y="4" width="{board + 64}" height="{board + 64}" rx="6" fill="#12163a" stroke="#c9a24b"/>',
        f'<rect x="{LEFT - 3}" y="{TOP - 3}" width="{board + 6}" height="{board + 6}" fill="none" stroke="#c9a24b"/>',
    ]
    for i in range(8):
        at = LEFT + CELL * i + CELL / 2
        for y in (TOP - 12, TOP + board + 22):
            parts.append(text(at, y, "abcdefgh"[i], 14, fill="#e8d7a2"))
        for x in (LEFT - 17, LEFT + board + 17):
            parts.append(text(x, at + 5, i + 1, 14, fill="#e8d7a2"))
    return "".join(parts)


def _square(square: str, paving: dict[str, str]) -> str:
    """The four spaces of a tile, or an empty square."""
    column, row = "ABCD".index(square[0]) * 2, int(square[1]) * 2 - 1
    spaces = ["abcdefgh"[column + c] + str(row + r) for r in (0, 1) for c in (0, 1)]
    if spaces[0] not in paving:
        x, y = corner(spaces[0])
        return (
            f'<rect x="{x + 3}" y="{y + 3}" width="{2 * CELL - 6}" height="{2 * CELL - 6}" rx="6" fill="#171b45" '
            f'stroke="#3b4178" stroke-dasharray="5 6"/>' + text(x + CELL, y + CELL + 8, square, 22, fill="#3b4178")
        )
    parts = []
    for space in spaces:
        x, y = corner(space)
        fill = "sand" if paving[space] == "lamp" else f"pv-{paving[space]}"
        parts.append(
            f'<rect x="{x}" y="{y}" width="64" height="64" fill="url(#{fill})" stroke="#0b0e2a" stroke-width="1.5"/>'
        )
        if paving[space] == "mixed":
            parts.append(
                f'<path d="M{x + 32} {y + 20}v24l-9 -12z" fill="{COLOURS["blue"]}"/>'
                f'<path d="M{x + 32} {y + 20}v24l9 -12z" fill="{COLOURS["orange"]}"/>'
            )
    return "".join(parts)


def _body(spaces: list[str], inset: float) -> str:
    """The outline of connected spaces with an inset: each space, and a bridge to each neighbour."""
    cells = {corner(space) for space in spaces}
    boxes = []
    for x, y in sorted(cells):
        east, south = (x + CELL, y) in cells, (x, y + CELL) in cells
        side = CELL - 2 * inset
        boxes.append((x + inset, y + inset, side + (2 * inset if east else 0), side))
        if south:
            boxes.append((x + inset, y + inset, side, side + 2 * inset))
        if east and south and (x + CELL, y + CELL) in cells:
            boxes.append((x + inset, y + inset, 2 * CELL - 2 * inset, 2 * CELL - 2 * inset))
    return rects(boxes)


def _ridges(spaces: list[str]) -> str:
    cells = {corner(space) for space in spaces}
    half = CELL / 2
    lines = []
    for x, y in sorted(cells):
        for dx, dy in ((CELL, 0), (0, CELL)):
            if (x + dx, y + dy) in cells:
                lines.append(f"M{num(x + half)} {num(y + half)}l{dx} {dy}")
    return "".join(lines) or f"M{num(sum(x for x, _y in cells) + half)} {num(sum(y for _x, y in cells) + half)}h.1"


def _roof(building: Json) -> str:
    """A roof, or the garden, with one chimney in its owner's colour (L7)."""
    spaces, colour = building["spaces"], COLOURS[building["owner"]]
    edge = f'<path d="{_body(spaces, 2)}" fill="{colour}"/><path d="{_body(spaces, 6)}" fill="#171b3a"/>'
    x, y = middle(spaces[-1])
    look = f'fill="{colour}" stroke="#171b3a" stroke-width="2"'
    if building["owner"] == "orange":
        pot = f'<circle class="chimney" cx="{num(x + 16)}" cy="{num(y + 16)}" r="6" {look}/>'
    else:
        pot = f'<rect class="chimney" x="{num(x + 10)}" y="{num(y + 10)}" width="12" height="12" {look}/>'
    if building["name"] == "garden":
        return edge + f'<path d="{_body(spaces, 7.5)}" fill="url(#leaves)"/>{pot}'
    ridge = _ridges(spaces)
    return (
        edge
        + f'<path d="{_body(spaces, 7.5)}" fill="url(#slate)"/>'
        + f'<path d="{ridge}" stroke="#65719d" stroke-width="22" stroke-linecap="square" opacity=".55"/>'
        + f'<path d="{ridge}" stroke="#aeb8da" stroke-width="2" stroke-linecap="round"/>'
        + pot
    )


def _badge(building: Json) -> str:
    """Size × lamps, like a house number."""
    if not building["lamps"]:
        return ""
    x, y = middle(building["spaces"][0])
    return f'<rect x="{x - 20}" y="{y - 12}" width="40" height="24" rx="4" fill="#123a8c" stroke="#f3e9d2"/>' + text(
        x, y + 5.5, f"{building['size']}×{len(building['lamps'])}", 16, fill="#fff"
    )


def _light(lamp: Json) -> str:
    x, y = middle(lamp["space"])
    icon = "large-lamp" if lamp["kind"] == "large-lamp" else "lamp"
    reach = 150 if icon == "large-lamp" else 88
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{reach}" fill="url(#glow)" class="glow"/>' + use(icon, x, y)


def _piece(piece: Json) -> str:
    name, colour = piece["name"], COLOURS.get(piece["owner"] or "", "#f3e9d2")
    x, y = middle(piece["spaces"][0])
    if name in ("lamp", "large-lamp"):  # drawn by _light
        return ""
    if name == "fountain":
        edge, water = _body(piece["spaces"], 5), _body(piece["spaces"], 9)
        pools = (middle(space) for space in piece["spaces"])
        return f'<path d="{edge}" fill="{colour}"/><path d="{water}" fill="#bfe3e0"/>' + "".join(
            f'<circle cx="{num(a)}" cy="{num(b)}" r="15" class="pool"/>' for a, b in pools
        )
    if not piece["facing"]:
        return use(name, x, y, colour=colour)
    turned = f"rotate({FACING[piece['facing']]} {num(x)} {num(y)})"
    arrow = f"M{num(x - 6)} {num(y - 24)}h12l-6 -8z"
    return use(name, x, y, colour=colour) + f'<path d="{arrow}" fill="{colour}" transform="{turned}"/>'


def _mark(step: str | None) -> str:
    """An outline around the spaces of the last step."""
    spaces: list[str] = []
    for word in (step or "").split(" ")[1:]:
        if len(word) == 2 and word[0] in "abcdefgh" and word[1] in "12345678":
            spaces.append(word)
        elif word in SQUARES and step is not None and step.startswith("tile "):
            column, row = "ABCD".index(word[0]) * 2, int(word[1]) * 2 - 1
            spaces += ["abcdefgh"[column + c] + str(row + r) for r in (0, 1) for c in (0, 1)]
    return f'<path d="{_body(spaces, 1)}" class="mark"/>' if spaces else ""


def _card(n: int, card: Json, names: dict[str, str]) -> str:
    """A postcard: bright if open, with its owner's seal if used."""
    x, y = CARDS_AT + (n % 2) * (CARD_WIDE + 6), 4 + (n // 2) * (CARD_HIGH + 6)
    taken = card["owner"] is not None
    paper = "#e4d5b0" if taken else "#fdf6e3"
    words = CARD_NAMES[card["name"]].split(" ")
    cut = (len(words) + 1) // 2 if len(CARD_NAMES[card["name"]]) > 14 else len(words)
    parts: list[str] = [
        f'<rect x="{x}" y="{y}" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="4" fill="{paper}" stroke="#a9924f"/>',
        f'<rect x="{x + CARD_WIDE - 36}" y="{y + 8}" width="28" height="34" class="stamp"/>',
        text(x + 12, y + 68, " ".join(words[:cut]), 19, fill="#2b2622", middle=False, style="serif"),
        text(x + 12, y + 90, " ".join(words[cut:]), 19, fill="#2b2622", middle=False, style="serif"),
        text(x + 12, y + 24, _("Carte postale"), 12, fill="#8a7440", middle=False, style="italic"),
    ]
    if not taken:
        return "".join(parts)
    colour = COLOURS[card["owner"]]
    parts.append(f'<circle cx="{x + CARD_WIDE - 22}" cy="{y + 25}" r="14" fill="{colour}" stroke="#5a4a24"/>')
    said = names[card["owner"]][:14] + (f"  {card['points']:+d}" if card["points"] else "")
    parts.append(text(x + 12, y + CARD_HIGH - 12, said, 13, fill="#4a3a1c", middle=False))
    if card["state"] == "kept":
        parts.append(text(x + CARD_WIDE - 22, y + 30, "…", 16, fill="#2b2622"))
    return "".join(parts)
