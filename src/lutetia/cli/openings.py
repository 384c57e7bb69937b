"""`lutetia openings`: what strong play does first, choice by choice."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.cli.common import AS_JSON, default_game
from lutetia.core.i18n import _, pgettext, plural

PLAYERS = Annotated[int, typer.Option(min=2, max=4, help=_("How many players."))]
SEAT = Annotated[int, typer.Option(min=1, max=4, help=_("Whose choices: 1 is whoever begins."))]


def openings(
    game: Annotated[str | None, typer.Argument(help=_("Which game; by default {game}.", game=default_game()))] = None,
    choices: Annotated[
        list[str] | None,
        typer.Argument(help=_("The choices so far, as the first column writes them."), show_default=False),
    ] = None,
    line: Annotated[str, typer.Option(help=_("Which line; by default the first."), show_default=False)] = "",
    players: PLAYERS = 2,
    seat: SEAT = 1,
    as_json: AS_JSON = False,
) -> None:
    """Show what strong play does first, how often, and how it ended."""
    from rich.table import Table
    from rich.text import Text

    from lutetia.cli.common import chosen_game, print_json
    from lutetia.cli.console import out
    from lutetia.core.numbers import signed
    from lutetia.openings.explore import Explorer

    name = chosen_game(game)
    explorer = Explorer(name)
    line = line or next(iter(explorer.openings.lines))
    found = explorer.position(line, players, seat, choices or [])
    table = explorer.book.tables[players]
    if as_json:
        lines = list(explorer.openings.lines)
        print_json({"game": name, "line": line, "lines": lines, "players": players, "games": table.games} | found)
        return
    console = out()
    wanted = explorer.line(line)
    console.print(Text(_(wanted.title), style="bold"), Text(_(wanted.about)))
    strong = plural("{n} game of strong play.", "{n} games of strong play.", table.games)
    console.print(Text(f"{strong} {explorer.method(players)}"))
    shown = Table(box=None, pad_edge=False)
    for heading in ("", _("Choice"), pgettext("played", "Games"), _("Wins"), _("Margin")):
        shown.add_column(heading, justify="left" if heading in ("", _("Choice")) else "right")
    for one in found["choices"]:
        wins = f"{one['wins']:.0%} ±{(one['wins_high'] - one['wins_low']) / 2:.0%}"
        margin = f"{signed(round(one['margin'], 1))} ±{(one['margin_high'] - one['margin_low']) / 2:.1f}"
        shown.add_row(Text(one["key"]), Text(one["label"]), str(one["games"]), wins, margin)
    console.print(shown)
    others = ", ".join(other for other in explorer.openings.lines if other != line)
    console.print(Text(_("Other lines: {lines}", lines=others)))
