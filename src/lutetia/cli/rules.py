"""`lutetia rules`: the rules of a game in short, about one card or tile, or one rule with our rulings."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.cli.common import AS_JSON, default_game
from lutetia.core.i18n import _


def rules(
    game: Annotated[str | None, typer.Argument(help=_("Which game; by default {game}.", game=default_game()))] = None,
    topic: Annotated[
        str,
        typer.Argument(
            help=_("A card, a tile, the id of a rule, or `rulings`; by default a summary of the rules."),
            show_default=False,
        ),
    ] = "",
    as_json: AS_JSON = False,
) -> None:
    """Print the rules in short, or more about one card, tile or rule. `rulings` lists all our rulings."""
    from rich.text import Text

    from lutetia.cli.common import chosen_game, print_json
    from lutetia.cli.console import out
    from lutetia.games import ruleset
    from lutetia.terminal.ui import ui_for
    from lutetia.text import rulebook

    name = chosen_game(game)
    ui = ui_for(name)
    topic = topic.strip().lower()
    lines = rulebook.as_lines(name, topic) or ui.rules(topic, ruleset(name).edition.data)
    if as_json:
        print_json({"game": name, "title": ui.title(), "rules": lines, "topics": list(ui.topics)})
        return
    console = out()
    console.print(Text(ui.title(), style="bold"))
    for line in lines:
        console.print(Text(line))
    if ui.topics and not topic:
        console.print(Text(_("More about one: lutetia rules {game} {topic}", game=name, topic=ui.topics[0])))
