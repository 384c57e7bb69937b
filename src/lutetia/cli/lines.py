"""`lutetia lines`: the best turns in a position of a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.common import AS_JSON, AT
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from lutetia.core.game import Game


def lines(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    at: AT = None,
    budget: Annotated[
        int, typer.Option(min=1, max=1_000_000, help=_("Evaluations of the network, or simulations without one."))
    ] = 1_600,
    most: Annotated[int, typer.Option(min=1, max=10, help=_("How many turns to show."))] = 3,
    seed: Annotated[int, typer.Option(help=_("Seed of what is drawn at random."))] = 0,
    as_json: AS_JSON = False,
) -> None:
    """Show the best turns in a position of a record, as far as the seat that decides can know."""
    from lutetia.bots.lines import best_turns
    from lutetia.cli.common import position_at, print_json, replayed
    from lutetia.cli.errors import CommandError

    game = position_at(replayed(file), at)
    if game.over:
        raise CommandError(_("the game is over there; name an earlier position with --at"))
    found = best_turns(game.view(game.seat), budget=budget, most=most, seed=seed)
    if as_json:
        print_json(found)
        return
    from lutetia.cli.console import out

    console = out()
    for number, line in enumerate(found["lines"], 1):
        chance, margin = line["chances"][found["seat"]], line["margins"][found["seat"]]
        note = "  " + _("(proven)") if line["proven"] else ""
        console.print(f"{number}.  {chance:.0%}  {margin:+.1f}  {_words(game, line['steps'])}{note}", highlight=False)


def _words(game: Game, steps: list[str]) -> str:
    from lutetia.text.interface import text_for

    text = text_for(game.ruleset.game)
    data = text.data(game.view(game.seat))
    return "; ".join(text.choice(step, data) for step in steps)
