"""The components of La Cité de la Lumière, drawn: tiles, buildings, light, points, and how well each is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import number
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import palette, shapes
from lutetia.games.lumiere.text.components import COUNTS, POINTS
from lutetia.terminal.canvas import Block, Canvas, below, beside, flow, wrapped
from lutetia.terminal.edition import WIDTH, edition_page


def draw(data: Json) -> Block:
    """The component data of a valid edition."""
    parts = {
        "tiles": (_("Paving tiles (orange above, blue below)"), _tiles(data)),
        "spaces_per_set": (_("Spaces on a player's tiles"), _spaces(data["spaces_per_set"])),
        "buildings": (_("Buildings ({mirror})", mirror=_mirror(data)), _shapes(data["buildings"])),
        "pieces": (_("Special pieces"), _shapes(data["pieces"])),
        "large_lamp": (_("Light of the large lamp"), _light(data["large_lamp"]["pattern"])),
        "postcards": (_("Postcards"), _cards(data["postcards"])),
        "points": (_("Points"), _numbers(data["points"], POINTS)),
        "counts": (_("Counts"), _numbers(data["counts"], COUNTS)),
    }
    return edition_page(data, parts, palette.COLOURS)


def _tiles(data: Json) -> Block:
    count = len(data["tiles"]["layout"])
    orange, blue = ([shapes.tile(i, 0, seat, data) for i in range(count)] for seat in ("orange", "blue"))
    return beside([below([Text(str(i), style="bold")], orange[i], [Text()], blue[i]) for i in range(count)])


def _spaces(spaces: Json) -> Block:
    counts = {kind: spaces[kind] for kind in ("own", "rival", "mixed", "lamp")}
    return [Text(_("own {own}, opponent {rival}, mixed {mixed}, lamp {lamp}", **counts))]


def _mirror(data: Json) -> str:
    return _("may be flipped") if data["buildings"]["mirror"] else _("may be rotated, not flipped")


def _shapes(part: Json) -> Block:
    drawings = [
        below([Text(name, style="bold")], shapes.silhouette(rows, palette.CREAM))
        for name, rows in part.items()
        if name not in ("mirror", "status")
    ]
    return flow(drawings, WIDTH)


def _light(pattern: Sequence[Sequence[int]]) -> Block:
    """The large lamp in the middle, and the spaces it lights if nothing is in the way."""
    lit = {(down, right) for down, right in pattern}
    reach = max((max(abs(down), abs(right)) for down, right in lit), default=1)
    canvas = Canvas(2 * (2 * reach + 1), 2 * reach + 1)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            text, style = "· ", palette.FAINT
            if (down, right) == (0, 0):
                text, style = palette.PIECES["large-lamp"] * 2, f"#5a3b00 on {palette.GLOW}"
            elif (down, right) in lit:
                text, style = palette.GROUNDS["lamp"].sign * 2, f"#5a3b00 on {palette.GOLD}"
            canvas.put(2 * (right + reach), down + reach, text, style)
    return canvas.lines()


def _cards(cards: Json) -> Block:
    titles = {"starter": N_("starter set"), "further": N_("others")}
    lines = [f"{_(title)}: " + ", ".join(CARD_NAMES[name] for name in cards[key]) for key, title in titles.items()]
    return [row for line in lines for row in wrapped(Text(line), WIDTH)]


def _numbers(part: Json, labels: Mapping[str, str]) -> Block:
    return [Text(f"{number(part[key]):>4}  {_(label)}") for key, label in labels.items()]
