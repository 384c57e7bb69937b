"""The panels around the city: title, stacks and supply, landmarks and VP tiles, bonus track, seats."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from lutetia.core.i18n import _, pgettext, plural
from lutetia.core.json_types import Json
from lutetia.games.paris import MANIFEST
from lutetia.games.paris.terminal import palette, texts
from lutetia.games.paris.terminal.labels import tile_note
from lutetia.games.paris.text import steps as game_texts
from lutetia.terminal.canvas import Block, below, fit, flowed, hanging, wrapped
from lutetia.terminal.ui import Players

UNKNOWN = "?"
SPACE = 5
"""The least width of a space of the bonus track: sign, number, two figures."""
TILE = 9
"""The same with the tile's effect."""


def title(view: Json, room: int, *rest: Text) -> Block:
    """The first line: the game, the turn, whose decision it is, how many turns are left; then `rest`."""
    line = Text().append(f" {_(MANIFEST.title)} ", style=f"bold {palette.INK} on {palette.GILT}")
    position = view["position"]
    if view["over"]:
        line.append("  " + _("game over"))
        return hanging(line, room, 2)
    turns = view["turns"]
    began = not turns or (position["phase"] == "draw" and turns[-1]["seat"] != view["seat"])
    line.append("  " + _("turn {n}", n=len(turns) + began))
    if view["seat"]:
        line.append("   ").append_text(seat_mark(view["seat"]))
        line.append(" " + _("to play"))
    if position["turns_left"] is not None:
        left = plural("{n} turn left", "{n} turns left", position["turns_left"])
        line.append(f"   {left}", style=f"bold {palette.BRICK}")
    return flowed([line, *rest], room, gap=3)


def seat_mark(seat: str, player: str = "") -> Text:
    """● p1 (you), in the seat's colour."""
    return Text().append(palette.name(seat, player), style=f"bold {palette.SEAT[seat]}")


# ---- beside the board ------------------------------------------------------------------------------------------


def stacks(view: Json, highlighted: Collection[str], *, compact: bool) -> list[Text]:
    """The Arc with its keys, and the stacks with the district on the back of the top building."""
    position = view["position"]
    arc = line = _label(("►" if "arc" in highlighted else "") + _("Arc"))
    for seat in position["arc"]:
        line.append(f" {palette.mark(seat)}", style=f"bold {palette.SEAT[seat]}")
    if not position["arc"]:
        line.append(" –", style=palette.FAINT)
    line = _label(_("Stacks"))
    for i, stack in enumerate(position["stacks"], 1):
        line.append(f" {i} ", style=f"bold {palette.GOLD}")
        if stack["left"]:
            name = game_texts.district(stack["back"])
            line.append(f"{name[:4] if compact else name}×{stack['left']}")
        else:
            line.append("–" if compact else _("empty"), style=palette.FAINT)
    return [arc, line]


def supply(view: Json, *, compact: bool = False) -> Text:
    """What can be bought."""
    line = Text() if compact else _label(pgettext("of goods", "Supply"))
    for good, n in view["position"]["supply"].items():
        sign, colour = palette.TOKENS[good]
        line.append(f" {sign}" if line.plain else sign, style=colour).append(str(n), style="" if n else palette.FAINT)
    return line


def _label(text: str) -> Text:
    return Text().append(text, style=palette.COLOURS.heading)


def display(view: Json, room: int, *, compact: bool) -> Block:
    """The landmarks still to be added, with price and sections; the VP tiles still to be placed; the supply."""
    position, data = view["position"], game_texts.data_of(view)
    marks = [mark for mark in data["landmarks"] if mark["value"] in position["display"]]
    landmarks = [_label(_("Landmarks"))] + ([_landmark(mark, compact=compact) for mark in marks] or [Text("–")])
    prizes = _label(_("VP") if compact else _("VP tiles"))
    for tile in position["vp_tiles"]:
        prizes.append(f" {tile[0]}" if compact else f"  {game_texts.prize(tile)}", style=palette.GOLD)
    if not position["vp_tiles"]:
        prizes.append(" –")
    ends = _label(pgettext("tiles", "End") if compact else _("End-game tiles")).append(
        f" {position['end_tiles']['left']}"
    )
    if compact:
        return flowed([Text(" ").join(landmarks), prizes, supply(view, compact=True), ends], room)
    return [*flowed(landmarks, room), *flowed([prizes, ends], room, gap=3)]


def pointer_to_display(room: int) -> Block:
    """Where to see what a small terminal has no room for."""
    text = _("landmarks, VP tiles, supply and bonus track: type “display”")
    return wrapped(Text(text, style=palette.FAINT), room)


def _landmark(mark: Json, *, compact: bool) -> Text:
    line = Text().append(str(mark["value"]), style=f"bold {palette.VERDIGRIS}")
    if compact:
        return line
    line.append(f" {_(mark['name'])} ").append_text(landmark_price(mark)).append(" ")
    for good in mark["sections"]:
        sign, colour = palette.TOKENS[good]
        line.append(sign, style=colour)
    return line


def landmark_price(mark: Json) -> Text:
    """The marble and gold that a landmark costs."""
    price = Text()
    for good in ("marble", "gold"):
        sign, colour = palette.TOKENS[good]
        price.append(sign * mark[good], style=colour)
    return price


# ---- the bonus track -------------------------------------------------------------------------------------------


def track(view: Json, room: int, highlighted: Collection[str], *, compact: bool) -> Block:
    """The thirty spaces in rows: number and effect of the tile, and the figures on the space."""
    spaces, data = view["position"]["track"], game_texts.data_of(view)
    across = 15 if compact else 10
    while across > 5 and room // across < (SPACE if compact else TILE):
        across -= 5
    wide = room // across
    rows = []
    for first in range(0, len(spaces), across):
        row = Text()
        for at, space in enumerate(spaces[first : first + across], first // across):
            background = palette.STRIP[at % 2]
            row.append_text(_space(space, data, wide, highlighted, background, compact=compact))
        rows.append(row)
    return rows


def _space(space: Json, data: Json, wide: int, highlighted: Collection[str], background: str, *, compact: bool) -> Text:
    number, left = space["number"], space["left"]
    chosen = f"tile:{number}" in highlighted and left
    figures = Text()
    for seat in space["meeples"]:
        figures.append(palette.SIGN[seat], style=f"bold {palette.SEAT[seat]}")
    cell = Text().append("►" if chosen else " ", style=f"bold {palette.VERDIGRIS}")
    if left:
        cell.append(str(number), style=f"bold {palette.GOLD}")
        if not compact:
            cell.append(" " + texts.short(number, data))
            copies = f"×{left}" if left > 1 else ""
            if copies and cell.cell_len + len(copies) + figures.cell_len < wide:
                cell.append(copies, style=palette.FAINT)
    else:
        cell.append("–" if compact else f"{number} –", style=palette.FAINT)
    cell = fit(cell, wide - figures.cell_len).append_text(figures)
    cell.stylize(f"on {palette.WASH if chosen else background}")
    return cell


# ---- the seats -------------------------------------------------------------------------------------------------


def seats(view: Json, players: Players, room: int, *, compact: bool) -> Block:
    """What each seat has: VP now and those it would get at the end, francs, keys, tokens, tiles."""
    marks = {name: seat_mark(name, players.get(name, "")) for name in view["seats"]}
    width = max(11, *(mark.cell_len for mark in marks.values()))
    rows: Block = []
    for name, mark in marks.items():
        rows += _seat(view, name, fit(mark, width), room, compact=compact)
    return rows


def _seat(view: Json, name: str, line: Text, room: int, *, compact: bool) -> Block:
    """`line` begins with the seat's mark."""
    indent = min(line.cell_len + 1, room // 2)
    part = view["position"]["seats"][name]
    score = view["position"]["scores"][name]
    line.append(f" {part['vp']:>3} ", style="bold").append(_("VP"), style="bold")
    coming = score["total"] - part["vp"]
    at_end = f" +{coming}".ljust(4) if compact else " " + _("+{n} at the end", n=coming).ljust(14)
    line.append(at_end, style=palette.VERDIGRIS if coming else palette.FAINT)
    line.append(f" {_known(part['francs']):>3} ", style=f"bold {palette.GOLD}").append(_("F"), style=palette.GOLD)
    hand = _known(part["hand"])
    line.append("  " + _("keys {hand}+{reserve}", hand=hand, reserve=part["reserve"]))
    line.append("  ").append_text(_tokens(part["tokens"]))
    ends = _ends(part, game_texts.data_of(view))
    tiles = _tiles(view, part, compact=compact)
    return flowed([line, *(part for part in (ends, tiles) if part.plain)], room, indent=indent)


def _known(n: int | None) -> str:
    return UNKNOWN if n is None else str(n)


def _tokens(tokens: Json | None) -> Text:
    if tokens is None:
        return Text(_("tokens {n}", n=UNKNOWN), style=palette.FAINT)
    line = Text()
    for good, (sign, colour) in palette.TOKENS.items():
        if tokens[good]:
            line.append(f"{sign}{tokens[good]} ", style=colour)
    return line if line.plain else Text(_("no tokens"), style=palette.FAINT)


def _ends(part: Json, data: Json) -> Text:
    if part["ends"]:
        kinds = ", ".join(
            game_texts.end_kind(kind, data) + (f" ×{n}" if n > 1 else "") for kind, n in part["ends"].items()
        )
        return Text(_("end: {kinds}", kinds=kinds), style=palette.VERDIGRIS)
    if part["end_count"]:
        return Text(_("end-game tiles {n}", n=part["end_count"]), style=palette.FAINT)
    return Text()


def _tiles(view: Json, part: Json, *, compact: bool) -> Text:
    """Unused tiles with what each would pay now, then the used ones."""
    line = Text()
    if part["unused"] is None:
        line.append(_("tiles {n}", n=UNKNOWN), style=palette.FAINT)
    elif part["unused"]:
        line.append(_("tiles"), style=palette.GOLD)
        data = game_texts.data_of(view)
        for number in sorted(map(int, part["unused"])):
            line.append(f" {number}", style=f"bold {palette.GOLD}")
            paid = part["unused"][str(number)]
            if compact:
                line.append(f"+{paid['vp']}" if paid["vp"] else "", style=palette.VERDIGRIS)
                continue
            line.append(f" {texts.short(number, data)}")
            if paid["vp"]:
                line.append(f" +{paid['vp']}", style=f"bold {palette.VERDIGRIS}")
            line.append(" ·", style=palette.FAINT)
        if not compact:
            line.right_crop(2)
    if part["half"]:
        line.append(" " + _("(half of {n} left)", n=", ".join(map(str, part["half"]))), style=palette.FAINT)
    if part["used"]:
        used = _("used {numbers}", numbers=" ".join(map(str, part["used"])))
        line.append(("  " if line.plain else "") + used, style=palette.FAINT)
    return line


# ---- commands --------------------------------------------------------------------------------------------------


def whole_display(view: Json, room: int) -> Block:
    """Landmarks, VP tiles, supply and bonus track."""
    return below(display(view, room, compact=False), flowed([supply(view)], room), track(view, room, (), compact=False))


def tiles(view: Json, room: int) -> Block:
    """Every bonus tile in words: copies left, owners, and what it would pay the viewer now."""
    rows: Block = [_label(_("Bonus tiles"))]
    for at, space in enumerate(view["position"]["track"], 1):
        number = space["number"]
        line = Text(f"{number:>3} ", style=f"bold {palette.GOLD}" if space["left"] else palette.FAINT)
        line.append(tile_note(view, number), style="" if space["left"] else palette.FAINT)
        if at != number:
            line.append("  " + _("on space {n}", n=at), style=palette.FAINT)
        if space["left"] > 1:
            line.append(f"  ×{space['left']}", style=palette.FAINT)
        for seat, part in view["position"]["seats"].items():
            if number in part["used"] or str(number) in (part["unused"] or {}):
                used = _("used") if number in part["used"] else _("in hand")
                line.append(f"  {palette.mark(seat)} {used}", style=palette.SEAT[seat])
        rows += hanging(line, room, 4)
    return rows


def legend(room: int) -> Block:
    """The meaning of the signs."""
    parts = [
        Text().append(f"{sign} ", style=colour).append(game_texts.good(good), style=palette.FAINT)
        for good, (sign, colour) in palette.TOKENS.items()
    ]
    return flowed(parts, room, indent=0)
