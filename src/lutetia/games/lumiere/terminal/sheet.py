"""The score sheet that explains itself: every point with what earned it, and who won and why."""

from __future__ import annotations

from collections.abc import Mapping

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lutetia.cli.console import ink
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import palette, texts
from lutetia.games.lumiere.text.sheet import EARNED_BY, verdict
from lutetia.games.lumiere.text.sheet import building as told_building

TWO_TABLES = 100


def sheet(console: Console, score: Json, result: Json | None, players: Mapping[str, str] | None = None) -> Group:
    """Both seats' sheets, and the verdict. `result` is None while the game goes on."""
    pages = [_page(console, seat, page, (players or {}).get(seat, "")) for seat, page in score.items()]
    tables: RenderableType = Columns(pages, padding=(0, 2)) if console.width >= TWO_TABLES else Group(*pages)
    return Group(tables, Text(verdict(score, result, {}), style="bold"))


def _page(console: Console, seat: str, page: Json, who: str) -> Table:
    colour = ink(console, palette.SEAT[seat], "dark_orange3" if seat == "orange" else "deep_sky_blue4")
    name = f"{palette.POT[seat]} {_(texts.SEATS[seat])}" + (f" ({who})" if who else "")
    table = Table(
        title=Text(name, style=f"bold {colour}"),
        title_justify="left",
        width=min(48, console.width),
        box=ROUNDED,
        show_header=False,
    )
    table.add_column(ratio=1)
    table.add_column(justify="right")
    _lit(table, page["lit"])
    _group(table, page["group"])
    _unbuilt(table, page["unbuilt"])
    _cards(table, page["postcards"])
    table.add_row(Text(_("total"), style="bold"), Text(texts.number(page["total"]), style=f"bold {colour}"))
    return table


def _source(table: Table, name: str, points: int) -> None:
    table.add_row(Text(_(texts.SOURCES[name]), style="bold"), Text(texts.number(points), style="bold"))


def _part(table: Table, words: str, points: int | None = None) -> None:
    table.add_row(Padding(words, (0, 0, 0, 2)), "" if points is None else texts.number(points))


def _lit(table: Table, lit: Json) -> None:
    _source(table, "lit", lit["points"])
    for building in lit["buildings"]:
        _part(table, told_building(building), building["points"])
    table.add_section()


def _group(table: Table, group: Json) -> None:
    _source(table, "group", group["points"])
    if group["spaces"]:
        n = len(group["spaces"])
        _part(table, plural("{n} space", "{n} spaces", n) + f": {' '.join(group['spaces'])}")
    table.add_section()


def _unbuilt(table: Table, unbuilt: Json) -> None:
    _source(table, "unbuilt", unbuilt["points"])
    if unbuilt["buildings"]:
        words = " ".join(unbuilt["buildings"])
        _part(table, _("{buildings}, free of charge by Sacré-Cœur", buildings=words) if unbuilt["waived"] else words)
    table.add_section()


def _cards(table: Table, cards: Json) -> None:
    _source(table, "postcards", cards["points"])
    for name, card in cards["cards"].items():
        words = CARD_NAMES[name]
        if card["spaces"]:
            words += f", {_(EARNED_BY[name])}: {' '.join(card['spaces'])}"
        _part(table, words, card["points"])
    table.add_section()
