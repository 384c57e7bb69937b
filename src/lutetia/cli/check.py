"""`lutetia check`: check records, every step and the result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.core.i18n import _, plural


def check(files: Annotated[list[Path], typer.Argument(help=_("Records to check."), show_default=False)]) -> None:
    """Check records: every step, every rule, the result. Exit code 1 if one fails."""
    import lutetia
    from lutetia.core import record as records
    from lutetia.core.numbers import number
    from lutetia.terminal.ui import ui_for

    failed = False
    for path in files:
        try:
            record = records.load(path)
            game = lutetia.replay(record)
        except lutetia.RecordError as error:
            failed = True
            print(f"{path}: {error}")
            continue
        turns = plural("{n} turn", "{n} turns", len(record["turns"]))
        result = game.result()
        if result is None:
            outcome = _("not finished")
        else:
            ui = ui_for(game.ruleset.game)
            points = " : ".join(number(ui.totals(result)[seat]) for seat in game.ruleset.seats)
            winners = [ui.seat(seat) for seat in ui.winners(result)]
            outcome = _("a draw") if not winners else _("{who} wins", who=winners[0])
            if len(winners) > 1:
                outcome = _("{who} share the win", who=", ".join(winners))
            outcome = f"{outcome} ({points})"
        print(
            _("{path}: ok, {game}, {turns}, {result}", path=path, game=game.ruleset.game, turns=turns, result=outcome)
        )
    if failed:
        raise typer.Exit(1)
