"""The drawing of Paris: six districts around the Arc, with the bonus track as the outer ring."""

from __future__ import annotations

from html import escape
from pathlib import Path

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.drawing.svg import num, polar, sector, text, use
from lutetia.games.paris import MANIFEST
from lutetia.games.paris.rules.names import TYPES
from lutetia.games.paris.text import log, sheet, steps

MIDDLE = (400.0, 400.0)
COLOURS = {"p1": "#E69F00", "p2": "#56B4E9", "p3": "#32194C", "p4": "#FFFDF3"}
INK = "#2b2622"
BANDS = ("#8f3b35", "#2d5f8f", "#5b6420", "#6d3a63", "#1f6b5c", "#84511a")
TINTS = ("#f6e2d8", "#e3ebf0", "#ecedd6", "#efe2ea", "#dfece4", "#f6e3c8")
ROWS = ((168.0, 3, 20.0), (226.0, 3, 19.0))
"""The two rows of a district's six buildings: radius, number of buildings, degrees between them."""
PANEL_AT = 812
DISPLAY_AT = 690
DEFINITIONS = Path(__file__).with_suffix(".svg")
TILES = {  # the symbols on a bonus tile
    1: ("coin",), 2: ("wood",), 3: ("marble",), 4: ("gold",), 5: ("coin",), 6: ("star", "houses"), 7: ("star", "coin"),
    8: ("any_medal",), 9: ("plain-key", "back"), 10: ("any_block",), 11: ("star", "houses"), 12: ("coin",),
    13: ("plain-key",), 14: ("plain-key",), 15: ("star", "houses"), 16: ("plain-key", "plain-key"),
    17: ("back", "tile"),
    18: ("star", "houses"), 19: ("any_medal", "any_medal"), 20: ("star", "tile"), 21: ("any_block", "any_block"),
    22: ("coin",), 23: ("star", "any_medal"), 24: ("star", "any_block"), 25: ("back",), 26: ("star", "houses"),
    27: ("star", "coin"), 28: ("star", "houses"), 29: ("star", "dome"), 30: ("star", "houses"),
}  # fmt: skip


class ParisDrawing:
    """The drawing of one game."""

    size = (1130, 804)

    def __init__(self, game: Game) -> None:
        self.title = _(MANIFEST.title)
        self.sources = {key: _(words) for key, words in sheet.sources(game.ruleset.scores(game.kernel)).items()}
        self.colours = COLOURS
        self._seats = game.ruleset.seats
        self._data = steps.data_of(game.view(None))
        position = game.view(None)["position"]
        self._districts = list(position["districts"])
        self._tiles = [space["number"] for space in position["track"]]
        self.layers = (
            *(f"tile-{n}" for n in range(len(self._tiles))),
            *(f"district-{n}" for n in range(len(self._districts))),
            "arc",
            *(f"seat-{n}" for n in range(len(self._seats))),
            "display",
            "stacks",
            "mark",
        )
        self.ground = DEFINITIONS.read_text("utf-8") + self._board()

    def seat(self, seat: str) -> str:
        return _(steps.SEATS_FIRST[seat])

    def step_texts(self, game: Game, names: dict[str, str]) -> list[str]:
        view = game.view(None) | {"turns": game.record()["turns"]}
        seats = [turn["seat"] for turn in view["turns"] for _step in turn["steps"]]
        return [f"{names[seat]} {text}" for seat, text in zip(seats, log.predicates(view), strict=True)]

    def frame(self, seen: Json, names: dict[str, str], step: str | None) -> dict[str, str]:
        position: Json = seen["position"]
        found = {f"tile-{n}": self._space(n, space) for n, space in enumerate(position["track"])}
        for n, district in enumerate(position["districts"].values()):
            found[f"district-{n}"] = self._district(n, district)
        found["arc"] = "".join(
            _key(MIDDLE[0] + 26 * (i - (len(position["arc"]) - 1) / 2), MIDDLE[1] + 44, seat)
            for i, seat in enumerate(position["arc"])
        )
        for n, seat in enumerate(self._seats):
            mine: Json = position["seats"][seat]
            points = position["scores"][seat]["total"] if seen["over"] else mine["vp"]
            found[f"seat-{n}"] = self._panel(n, seat, mine, names[seat], points, turn=seen["seat"] == seat)
        found["display"] = self._display(position)
        found["stacks"] = _stacks(position)
        found["mark"] = self._mark(step)
        return found

    # ---- the board -----------------------------------------------------------------------------------------------

    def _angle(self, district: int) -> float:
        """The angle of a district's centre; the first is at the top."""
        return -90 + 360 / len(self._districts) * district

    def _board(self) -> str:
        half = 180 / len(self._districts)
        parts = [
            '<circle cx="400" cy="400" r="396" fill="#fbf3dd" stroke="#b98d2f" stroke-width="3"/>',
            '<circle cx="400" cy="400" r="390" fill="none" stroke="#d9a72e" stroke-dasharray="2 5" stroke-width="3"/>',
        ]
        for n, name in enumerate(self._districts):
            angle = self._angle(n)
            parts.append(
                f'<path d="{sector(MIDDLE, 84, 312, angle - half + 1, angle + half - 1)}" fill="{TINTS[n % 6]}"/>'
            )
            parts.append(
                f'<path d="{sector(MIDDLE, 300, 320, angle - half + 1, angle + half - 1)}" fill="{BANDS[n % 6]}"/>'
            )
            below = 0 < angle < 180  # there the name runs the other way, so that it is upright
            radius = 315.5 if below else 305.5
            start, end = (angle + half, angle - half) if below else (angle - half, angle + half)
            a, b = polar(MIDDLE, radius, start), polar(MIDDLE, radius, end)
            arc = f"M{num(a[0])} {num(a[1])}A{radius} {radius} 0 0 {0 if below else 1} {num(b[0])} {num(b[1])}"
            parts.append(
                f'<path id="band-{n}" d="{arc}" fill="none"/><text class="band"><textPath href="#band-{n}" '
                f'startOffset="50%">{escape(steps.district(name).upper())}</textPath></text>'
            )
        parts.append('<circle cx="400" cy="400" r="80" fill="#f7e3a8" stroke="#b98d2f" stroke-width="3"/>')
        parts.append(use("arch", 400, 396))
        return "".join(parts)

    def _space(self, n: int, space: Json) -> str:
        """A space of the track: its tile if one is left, and the figures on it."""
        width = 360 / len(self._tiles)
        angle = -90 - width * 2 + width * n
        left = space["left"]
        fill = "#fffaf0" if left else "#e5d5ae"
        shape = sector(MIDDLE, 326, 386, angle - width / 2 + 0.5, angle + width / 2 - 0.5)
        x, y = polar(MIDDLE, 353, angle)
        parts = [f'<path d="{shape}" fill="{fill}" stroke="#c9b27a"/>']
        if left:
            icons = TILES[space["number"]]
            wide = 17.0
            for i, icon in enumerate(icons):
                parts.append(use(icon, x + wide * (i - (len(icons) - 1) / 2), y, 0.8))
            said = self._tile_text(space["number"])
            if said:
                parts.append(text(x, y + 20, said, 11, fill=INK, style="name"))
        nx, ny = polar(MIDDLE, 379, angle)
        parts.append(text(nx, ny + 3, space["number"], 9, fill="#8a7440"))
        if left > 1:
            parts.append(text(x + 21, y - 12, f"×{left}", 10, fill=INK))
        for i, seat in enumerate(space["meeples"]):
            parts.append(use("pawn", x + 15 * (i - (len(space["meeples"]) - 1) / 2), y - 3, 1.0, COLOURS[seat]))
        return "".join(parts)

    def _tile_text(self, number: int) -> str:
        """The numbers on a tile, from the edition."""
        bonus, name = self._data["bonus"], str(number)
        if name in bonus["per_value"]:
            value, vp = bonus["per_value"][name]
            return f"{vp} / {value}"
        francs, vp = bonus["francs"].get(name), bonus["vp"].get(name)
        if francs:
            said = _("{n} F", n=francs)
            return f"{vp} + {said}" if vp else said
        if name in bonus["per_landmark"]:
            return _("{vp} / L", vp=bonus["per_landmark"][name])
        return _("{n} F", n=bonus["extra_key"][name]) if name in bonus["extra_key"] else ""

    def _district(self, n: int, district: Json) -> str:
        angle = self._angle(n)
        bx, by = polar(MIDDLE, 116, angle)
        parts = [
            use("bank", bx, by, colour=BANDS[n % 6]),
            text(bx, by + 9, district["bank"]["francs"], 13, fill=INK, style="name"),
        ]
        for i, seat in enumerate(district["bank"]["keys"]):
            x, y = polar(MIDDLE, 118 + 26 * (i // 2), angle + (17 if i % 2 else -17))
            parts.append(_key(x, y, seat))
        for i, (value, building) in enumerate(district["buildings"].items()):
            parts.append(_building(*self._slot(n, i), value, building))
        marks = list(district["landmarks"].items())
        for i, (name, landmark) in enumerate(marks):
            x, y = polar(MIDDLE, 281, angle - 18 + 11.5 * i)
            parts.append(use("dome", x, y - 2, colour=BANDS[n % 6]))
            parts.append(f'<circle cx="{num(x - 13)}" cy="{num(y - 12)}" r="9" fill="#14665a"/>')
            parts.append(text(x - 13, y - 8, name[1:], 11, fill="#fff", style="name"))
            parts += [_key(x + 12 + 8 * k, y + 8, seat) for k, seat in enumerate(landmark["keys"])]
        if district["vp_tile"]:
            x, y = polar(MIDDLE, 281, angle + 20)
            parts.append(_prize(x, y, district["vp_tile"]))
        return "".join(parts)

    def _slot(self, district: int, building: int) -> tuple[float, float]:
        radius, many, apart = ROWS[building // 3 % 2]
        return polar(MIDDLE, radius, self._angle(district) + apart * (building % 3 - (many - 1) / 2))

    def _mark(self, step: str | None) -> str:
        """A circle where the last step put a key or took a tile."""
        words = (step or "").split(" ")
        place = words[-1] if words[0] == "move" else f"bank:{words[-1]}" if words[:2] == ["key", "bank"] else ""
        at: tuple[float, float] | None = None
        if words[:2] == ["key", "arc"]:
            at = (MIDDLE[0], MIDDLE[1] + 44)
        elif words[0] == "track" and words[1].isdecimal() and int(words[1]) in self._tiles:
            width = 360 / len(self._tiles)
            at = polar(MIDDLE, 355, -90 - width * 2 + width * self._tiles.index(int(words[1])))
        elif ":" in place:
            first, second = place.split(":")
            n = self._districts.index(second if first == "bank" else first)
            values = [str(value) for value in self._data["buildings"]["values"]]
            if first == "bank":
                at = polar(MIDDLE, 116, self._angle(n))
            elif second in values:
                at = self._slot(n, values.index(second))
            else:
                at = polar(MIDDLE, 281, self._angle(n) - 18)
        return "" if at is None else f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="30" class="mark ink"/>'

    # ---- beside the board ----------------------------------------------------------------------------------------

    def _panel(self, n: int, seat: str, mine: Json, name: str, points: int, *, turn: bool) -> str:
        y = 8 + n * 166
        edge = f' stroke="{INK}" stroke-width="3"' if turn else ' stroke="#d8c79c"'
        parts = [
            f'<rect x="{PANEL_AT}" y="{y}" width="312" height="158" rx="10" fill="#fdf7e8"{edge}/>',
            f'<path d="M{PANEL_AT} {y + 36}v-26a10 10 0 0 1 10 -10h292a10 10 0 0 1 10 10v26z" fill="{COLOURS[seat]}"/>',
            use(f"sign-{seat}", PANEL_AT + 20, y + 18),
            text(
                PANEL_AT + 38, y + 24, name[:22], 17, fill="#fff" if seat == "p3" else INK, middle=False, style="name"
            ),
            text(PANEL_AT + 268, y + 25, points, 20, fill="#fff" if seat == "p3" else INK, style="name"),
            use("star", PANEL_AT + 296, y + 18, 1.1),
            use("coin", PANEL_AT + 22, y + 58, 1.3),
            text(PANEL_AT + 40, y + 64, _("{n} F", n=_known(mine["francs"])), 17, fill=INK, middle=False, style="name"),
            _key(PANEL_AT + 120, y + 58, seat),
            text(PANEL_AT + 136, y + 64, f"{_known(mine['hand'])} + {mine['reserve']}", 16, fill=INK, middle=False),
        ]
        x = PANEL_AT + 22.0
        for good, count in (mine["tokens"] or {}).items():
            if count:
                parts.append(use(good, x, y + 90) + text(x + 12, y + 95, count, 14, fill=INK, middle=False))
                x += 44
        x = PANEL_AT + 24.0
        tiles = [(number, "#fffaf0") for number in mine["unused"] or {}] + [
            (number, "#e5d5ae") for number in mine["used"]
        ]
        for number, fill in tiles[:11]:
            parts.append(
                f'<rect x="{x - 12}" y="{y + 110}" width="24" height="20" rx="4" fill="{fill}" stroke="#b98d2f"/>'
            )
            parts.append(text(x, y + 124, number, 12, fill=INK if fill == "#fffaf0" else "#8a7440"))
            x += 27
        ends = ", ".join(
            steps.end_kind(kind, self._data) + (f" ×{count}" if count > 1 else "")
            for kind, count in (mine["ends"] or {}).items()
        )
        if mine["end_count"]:
            words = ends[:52] or _("End-game tiles: {n}", n=mine["end_count"])
            parts.append(text(PANEL_AT + 14, y + 149, words, 12, middle=False, style="faint"))
        return "".join(parts)

    def _display(self, position: Json) -> str:
        """Landmarks that are not built and VP tiles that are not placed."""
        y = DISPLAY_AT
        parts = [text(PANEL_AT, y + 14, _("Landmarks and VP tiles on display"), 13, middle=False, style="faint")]
        for i, value in enumerate(position["display"]):
            x = PANEL_AT + 20 + i * 38
            parts.append(use("dome", x, y + 42, colour="#75684f") + text(x, y + 66, value, 12, fill=INK))
        parts += [_prize(PANEL_AT + 28 + i * 52, y + 92, tile) for i, tile in enumerate(position["vp_tiles"])]
        return "".join(parts)


def _known(count: int | None) -> str:
    """A number, or a question mark if it is hidden."""
    return "?" if count is None else str(count)


def _key(x: float, y: float, seat: str) -> str:
    return use("key", x, y, colour=COLOURS[seat]) + use(f"sign-{seat}", x, y - 7, 0.5)


def _building(x: float, y: float, value: str, building: Json) -> str:
    """A building space: dashed if empty, else a tile; its value, token and keys."""
    built = building["type"] is not None
    look = (
        'fill="#fffdf6" stroke="#14665a" stroke-width="2"'
        if built
        else 'fill="none" stroke="#b9a878" stroke-dasharray="4 4"'
    )
    parts = [f'<rect x="{num(x - 21)}" y="{num(y - 21)}" width="42" height="42" rx="6" {look}/>']
    parts.append(text(x - 13, y - 7, value, 14, fill=INK if built else "#8a7440", style="name"))
    if built:
        icon = building["type"] if building["type"] in TYPES else "residence"
        parts.append(use(icon, x + 3, y + 2))
    if building["token"]:
        parts.append(use(building["token"], x + 13, y + 13, 0.8))
    parts += [_key(x - 10 + 14 * k, y + 12, seat) for k, seat in enumerate(building["keys"])]
    return "".join(parts)


def _prize(x: float, y: float, tile: list[int]) -> str:
    shape = f"M{num(x - 24)} {num(y - 11)}h48v15l-24 9l-24 -9z"
    return f'<path d="{shape}" fill="#fff6df" stroke="#b98d2f" stroke-width="2"/>' + text(
        x, y + 4, f"{tile[0]}·{tile[1]}·{tile[2]}", 11, fill=INK, style="name"
    )


def _stacks(position: Json) -> str:
    """The stacks of building tiles at the top left, and the end-game tiles at the bottom left."""
    parts = []
    for i, stack in enumerate(position["stacks"]):
        x, y = 30 + i * 44, 40 - i * 6
        if not stack["left"]:
            continue
        n = list(position["districts"]).index(stack["back"]) if stack["back"] in position["districts"] else 0
        for below in range(min(3, stack["left"]), 0, -1):
            fill = BANDS[n % 6] if below == 1 else "#c9b27a"
            box = f'x="{x - 20 + below * 2}" y="{y - 22 + below * 2}" width="38" height="38" rx="5"'
            parts.append(f'<rect {box} fill="{fill}" stroke="#fff6df"/>')
        parts.append(text(x + 1, y + 5, stack["left"], 17, fill="#fff6df", style="name"))
    left = position["end_tiles"]["left"]
    if left:
        parts.append('<rect x="10" y="758" width="38" height="38" rx="5" fill="#14665a" stroke="#fff6df"/>')
        parts.append(text(29, 783, left, 17, fill="#fff6df", style="name"))
    return "".join(parts)
