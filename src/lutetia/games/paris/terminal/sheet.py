"""The score sheet of Paris: VP by source, each bonus tile and district, who won and why."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.rules.scoring import scores as scores_of
from lutetia.games.paris.terminal import palette
from lutetia.games.paris.text import steps as game_texts
from lutetia.games.paris.text.sheet import DECIDED, sources, verdict
from lutetia.terminal.palette import for_background
from lutetia.terminal.sheet import add_part, arranged
from lutetia.terminal.ui import Players


def seat_text(seat: str, player: str = "") -> Text:
    """A seat on the terminal's own background."""
    colour = for_background(palette.ON_DARK[seat], palette.SEAT[seat])
    return Text(palette.name(seat, player), style=f"bold {colour}")


def points(scores: Json, players: Players) -> Table:
    """VP by source with a column for each seat; `scores` as in `Game.view`."""
    table = Table(box=ROUNDED)
    table.add_column(_("VP by source"))
    for seat in scores:
        table.add_column(seat_text(seat, players.get(seat, "")), justify="right")
    for source, label in sources(scores).items():
        strong = "bold" if source in ("total", "bonus", "districts") else ""
        if source == "total":
            table.add_section()
        table.add_row(
            Text(_(label), style=strong), *(Text(str(page.get(source, 0)), style=strong) for page in scores.values())
        )
        if source == "bonus":
            for number in _earning(scores, "tiles"):
                _part(table, _("tile {n}", n=number), [page["tiles"][number] for page in scores.values()])
        if source == "districts":
            for district in _earning(scores, "won"):
                _part(table, game_texts.district(district), [page["won"][district] for page in scores.values()])
    return table


def _earning(scores: Json, part: str) -> list[str]:
    """The tiles or districts that brought points to any seat."""
    names = next(iter(scores.values()))[part]
    return [name for name in names if any(page[part][name] for page in scores.values())]


def _part(table: Table, text: str, found: Sequence[int]) -> None:
    add_part(table, text, *(Text(str(n) if n else "–", style="dim") for n in found))


def districts(standings: Json, prizes: Json) -> Table:
    """Each district with its VP tile, the places of the seats, and what decided them."""
    table = Table(box=ROUNDED)
    table.add_column(_("district"))
    table.add_column(_("VP tile"))
    table.add_column(_("places"))
    for name, rows in standings.items():
        tile = prizes.get(name)
        places = Text()
        for row in rows:
            if not row["place"]:
                continue
            if places.plain:
                places.append("\n")
            places.append(f"{row['place']}. ").append_text(seat_text(row["seat"]))
            places.append(": " + _(DECIDED[row["by"]], sum=row["sum"], highest=row["highest"]))
            if tile:
                places.append(" " + _("→ {points} VP", points=signed(row["points"])), style="bold")
        prize = game_texts.prize(tile) if tile else Text("–", style="dim")
        table.add_row(Text(game_texts.district(name), style="bold"), prize, places or "–")
    return table


def turns(history: Sequence[Json]) -> RenderableType:
    """What each turn changed in the scores; turns without a change are left out."""
    found = []
    for n, turn in enumerate(history, 1):
        line = Text(f"{n:>3} ", style="dim")
        parts = 0
        for seat, change in turn["change"].items():
            if change["total"]:
                why = ", ".join(
                    f"{_(label)} {signed(change[source])}"
                    for source, label in game_texts.SOURCES.items()
                    if source != "total" and change[source]
                )
                line.append("  " if parts else "").append_text(seat_text(seat))
                line.append(f" {signed(change['total'])}", style="bold").append(f" ({why})", style="dim")
                parts += 1
        if parts:
            found.append(line)
    return Group(Text(_("Turn by turn"), style="bold"), *found)


def score_sheet(console: Console, score: Json, result: Json | None, players: Players, history: Sequence[Json]) -> Group:
    """The whole sheet. `result` is None until the game is over; `history` may be empty."""
    standings = {name: part["standings"] for name, part in score["districts"].items()}
    prizes = {name: part["tile"] for name, part in score["districts"].items() if part["tile"]}
    tables = [points(scores_of(dict(score)), players), districts(standings, prizes)]
    parts: list[RenderableType] = [turns(history)] if history else []
    return Group(*parts, arranged(console, tables), Text(signed_verdict(score, result), style="bold"))


def visible_score_sheet(console: Console, view: Json, players: Players) -> Group:
    """The score as far as the viewer may know it."""
    position = view["position"]
    prizes = {name: part["vp_tile"] for name, part in position["districts"].items() if part["vp_tile"]}
    tables = [points(position["scores"], players), districts(position["standings"], prizes)]
    note = _("The game is not over; these are the scores so far, as far as you can know them.")
    return Group(arranged(console, tables), Text(note, style="bold"))


def signed_verdict(score: Json, result: Json | None) -> str:
    """Who won and why, with the seats' signs."""
    return verdict(score, result, {seat: palette.name(seat) for seat in score["seats"]})
