"""The score sheet of Paris: VP by source, each bonus tile and district, what decided it, who won and by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lutetia.cli.console import ink
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.terminal import palette, texts
from lutetia.games.paris.text.sheet import DECIDED, verdict

Players = Mapping[str, str]


def seat_text(console: Console, seat: str, who: str = "") -> Text:
    """A seat on the terminal's own ground."""
    colour = ink(console, palette.ON_DARK[seat], palette.SEAT[seat])
    return Text(f"{palette.SIGN[seat]} {seat}" + (f" ({who})" if who else ""), style=f"bold {colour}")


def points(console: Console, scores: Json, players: Players) -> Table:
    """VP by source, a column for each seat; `scores` as the facade gives them."""
    table = Table(box=ROUNDED)
    table.add_column(_("VP by source"))
    for seat in scores:
        table.add_column(seat_text(console, seat, players.get(seat, "")), justify="right")
    for source, words in texts.SOURCES.items():
        strong = "bold" if source in ("total", "bonus", "districts") else ""
        if source == "total":
            table.add_section()
        table.add_row(
            Text(_(words), style=strong), *(Text(str(page[source]), style=strong) for page in scores.values())
        )
        if source == "bonus":
            for number in _earning(scores, "tiles"):
                _part(table, _("tile {n}", n=number), [page["tiles"][number] for page in scores.values()])
        if source == "districts":
            for district in _earning(scores, "won"):
                _part(table, texts.district(district), [page["won"][district] for page in scores.values()])
    return table


def _earning(scores: Json, part: str) -> list[str]:
    """The tiles or districts that brought anybody anything."""
    names = next(iter(scores.values()))[part]
    return [name for name in names if any(page[part][name] for page in scores.values())]


def _part(table: Table, words: str, found: Sequence[int]) -> None:
    table.add_row(Padding(words, (0, 0, 0, 2)), *(Text(str(n) if n else "–", style="dim") for n in found))


def districts(console: Console, standings: Json, prizes: Json) -> Table:
    """Each district with its VP tile, who is where, and what decided it."""
    table = Table(box=ROUNDED)
    table.add_column(_("district"))
    table.add_column(_("VP tile"))
    table.add_column(_("places"))
    for name, rows in standings.items():
        tile = prizes.get(name)
        said = Text()
        for row in rows:
            if not row["place"]:
                continue
            if said.plain:
                said.append("\n")
            said.append(f"{row['place']}. ").append_text(seat_text(console, row["seat"]))
            said.append(": " + _(DECIDED[row["by"]], sum=row["sum"], highest=row["highest"]))
            if tile:
                said.append(" " + _("→ {points} VP", points=signed(row["points"])), style="bold")
        table.add_row(
            Text(texts.district(name), style="bold"), texts.prize(tile) if tile else Text("–", style="dim"), said or "–"
        )
    return table


def turns(console: Console, history: Sequence[Json]) -> RenderableType:
    """What each turn changed: only turns that changed something."""
    found = []
    for n, turn in enumerate(history, 1):
        line = Text(f"{n:>3} ", style="dim")
        parts = 0
        for seat, change in turn["change"].items():
            if change["total"]:
                why = ", ".join(
                    f"{_(words)} {signed(change[source])}"
                    for source, words in texts.SOURCES.items()
                    if source != "total" and change[source]
                )
                line.append("  " if parts else "").append_text(seat_text(console, seat))
                line.append(f" {signed(change['total'])}", style="bold").append(f" ({why})", style="dim")
                parts += 1
        if parts:
            found.append(line)
    return Group(Text(_("Turn by turn"), style="bold"), *found)


def sheet(console: Console, score: Json, result: Json | None, players: Players, history: Sequence[Json]) -> Group:
    """The whole sheet; `history` may be empty."""
    from lutetia.games.paris.rules.scoring import scores

    standings = {name: part["standings"] for name, part in score["districts"].items()}
    prizes = {name: part["tile"] for name, part in score["districts"].items() if part["tile"]}
    tables = _together(console, points(console, scores(dict(score)), players), districts(console, standings, prizes))
    parts: list[RenderableType] = [turns(console, history)] if history else []
    return Group(*parts, tables, Text(signed_verdict(score, result), style="bold"))


def seen(console: Console, view: Json, players: Players) -> Group:
    """The score as the viewer may know it."""
    position = view["position"]
    prizes = {name: part["vp_tile"] for name, part in position["districts"].items() if part["vp_tile"]}
    tables = _together(
        console, points(console, position["scores"], players), districts(console, position["standings"], prizes)
    )
    return Group(
        tables, Text(_("The game is not over; this is how it stands, as far as you can know it."), style="bold")
    )


def _together(console: Console, *tables: Table) -> RenderableType:
    return Columns(tables, padding=(0, 2)) if console.width >= 100 else Group(*tables)


def signed_verdict(score: Json, result: Json | None) -> str:
    """Who won and by what; the seats with their signs."""
    return verdict(score, result, {seat: f"{palette.SIGN[seat]} {seat}" for seat in score["seats"]})
