"""The components of Paris: districts, landmarks, tiles, prices, and how well each is known."""

from __future__ import annotations

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules.edition import end_kinds
from lutetia.games.paris.terminal import palette
from lutetia.games.paris.terminal.panels import landmark_price
from lutetia.games.paris.text import steps as game_texts
from lutetia.terminal.canvas import Block, fit, wrapped
from lutetia.terminal.edition import WIDTH, edition_page


def draw(data: Json) -> Block:
    """The component data of a valid edition."""
    parts: dict[str, tuple[str, Block]] = {
        "districts": (_("Districts with their banks"), _banks(data)),
        "types": (_("Buildings"), _types(data)),
        "tokens": (_("Tokens beside the spaces, and their prices"), _tokens(data)),
        "landmarks": (_("Landmarks"), _landmarks(data)),
        "vp_tiles": (_("VP tiles"), [Text("  ".join(map(game_texts.prize, data["vp_tiles"]["tiles"])))]),
        "bonus": (_("Bonus tiles"), _bonus(data)),
        "end_tiles": (_("End-game tiles"), _ends(data)),
        "players": (_("Players"), _players(data["players"])),
    }
    return edition_page(data, parts, palette.COLOURS)


def _banks(data: Json) -> Block:
    part = data["districts"]
    names = zip(part["names"], part["banks"], palette.BANDS, strict=False)
    return [
        Text(f" {name:<14}", style=f"bold {palette.PAPER} on {colour}").append(
            "  " + _("bank {n} F", n=francs), style=f"{palette.GOLD} on {palette.PAPER}"
        )
        for name, francs, colour in names
    ]


def _types(data: Json) -> Block:
    values = data["buildings"]["values"]
    head = Text(" " * 14)
    for value in values:
        head.append(f"{value:<11}", style="bold")
    rows = [head]
    for name in data["districts"]["names"]:
        row = fit(Text(name), 14)
        for kind in data["types"][name]:
            row.append(f"{game_texts.building(kind):<11}")
        rows.append(row)
    return rows


def _tokens(data: Json) -> Block:
    part, rows = data["tokens"], []
    for value, good in part["by_value"].items():
        sign, colour = palette.TOKENS[good]
        line = Text(f"{sign} ", style=colour).append(fit(Text(game_texts.good(good)), 16))
        line.append(_("beside value {value}, {n} of them", value=value, n=part["count_each"]))
        prices = _("sold for {n} F", n=part["sell"][good])
        if good in part["buy"]:
            prices = _("bought for {n} F", n=part["buy"][good]) + ", " + prices
        rows.append(line.append(f"; {prices}"))
    return rows


def _landmarks(data: Json) -> Block:
    rows = []
    for mark in data["landmarks"]:
        line = Text(f"{mark['value']:>3} ", style=f"bold {palette.VERDIGRIS}").append(fit(Text(_(mark["name"])), 14))
        line.append_text(fit(landmark_price(mark), 8))
        for good in mark["sections"]:
            points = data["section_vp"][good]
            line.append(f"{palette.TOKENS[good][0]}{points} ", style=palette.TOKENS[good][1])
        line.append(f" {mark.get('status', '')}", style=f"italic {palette.FAINT}")
        rows.append(fit(line, WIDTH))
    return rows


def _bonus(data: Json) -> Block:
    rows = []
    for number in game_texts.TILES:
        line = Text(f"{number:>3} ", style=f"bold {palette.GOLD}")
        line.append(game_texts.tile(number, data, 2))
        if number in data["bonus"]["copies"]:
            line.append("  " + _("one fewer than the players"), style=palette.FAINT)
        rows.append(line)
    return rows


def _ends(data: Json) -> Block:
    kinds = [
        (game_texts.end_kind(kind, data), data["end_tiles"][key]) for kind, (key, _points) in end_kinds(data).items()
    ]
    return wrapped(Text(", ".join(f"{kind} ×{n}" for kind, n in kinds)), WIDTH)


def _players(part: Json) -> Block:
    hands = ", ".join(f"{n}: {keys}" for n, keys in part["keys_in_hand"].items())
    return [
        Text(_("{n} francs at the start", n=part["francs"])),
        Text(_("keys in hand by players: {hands}; in reserve: {n}", hands=hands, n=part["keys_in_reserve"])),
    ]
