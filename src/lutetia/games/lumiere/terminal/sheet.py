"""The score sheet of La Cité de la Lumière: every point with what earned it, and who won and why."""

from __future__ import annotations

from rich.box import ROUNDED
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import number
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.terminal import palette
from lutetia.games.lumiere.text.sheet import EARNED_BY, verdict
from lutetia.games.lumiere.text.sheet import building as building_text
from lutetia.games.lumiere.text.steps import SEATS, SOURCES
from lutetia.terminal.palette import for_background
from lutetia.terminal.sheet import add_part, arranged
from lutetia.terminal.ui import Players


def score_sheet(console: Console, score: Json, result: Json | None, players: Players) -> Group:
    """Both seats' sheets, and the verdict. `result` is None until the game is over."""
    pages = [_page(console, seat, page, players.get(seat, "")) for seat, page in score.items()]
    return Group(arranged(console, pages), Text(verdict(score, result, {}), style="bold"))


def _page(console: Console, seat: str, page: Json, player: str) -> Table:
    colour = for_background(palette.SEAT[seat], palette.ON_LIGHT[seat])
    name = f"{palette.POT[seat]} {_(SEATS[seat])}" + (f" ({player})" if player else "")
    table = Table(
        title=Text(name, style=f"bold {colour}"),
        title_justify="left",
        width=min(48, console.width),
        box=ROUNDED,
        show_header=False,
    )
    table.add_column(ratio=1)
    table.add_column(justify="right")
    for source, add_parts in _PARTS.items():
        points = page[source]["points"]
        table.add_row(Text(_(SOURCES[source]), style="bold"), Text(number(points), style="bold"))
        add_parts(table, page[source])
        table.add_section()
    table.add_row(Text(_("total"), style="bold"), Text(number(page["total"]), style=f"bold {colour}"))
    return table


def _lit(table: Table, lit: Json) -> None:
    for building in lit["buildings"]:
        add_part(table, building_text(building), number(building["points"]))


def _group(table: Table, group: Json) -> None:
    if group["spaces"]:
        n = len(group["spaces"])
        add_part(table, plural("{n} space", "{n} spaces", n) + f": {' '.join(group['spaces'])}", "")


def _unbuilt(table: Table, unbuilt: Json) -> None:
    if unbuilt["buildings"]:
        names = " ".join(unbuilt["buildings"])
        waived = _("{buildings}, no penalty thanks to Sacré-Cœur", buildings=names)
        add_part(table, waived if unbuilt["waived"] else names, "")


def _postcards(table: Table, postcards: Json) -> None:
    for name, card in postcards["cards"].items():
        text = CARD_NAMES[name]
        if card["spaces"]:
            text += f", {_(EARNED_BY[name])}: {' '.join(card['spaces'])}"
        add_part(table, text, number(card["points"]))


_PARTS = {"lit": _lit, "group": _group, "unbuilt": _unbuilt, "postcards": _postcards}
