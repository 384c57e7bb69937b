"""`lutetia score`: the score sheet of a record, by source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.core.i18n import _


def score(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the sheet as JSON."))] = False,
) -> None:
    """Show the score of a record and what earned every point."""
    from lutetia.cli.common import replayed

    game = replayed(file)
    if as_json:
        import json

        print(json.dumps(game.score(), ensure_ascii=False, indent=2))
        return
    from lutetia.cli.console import out
    from lutetia.terminal.ui import ui_for

    console = out()
    console.print(ui_for(game.ruleset.game).score_sheet(console, game, {}, turns=True))
