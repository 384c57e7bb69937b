"""`lutetia check`: whether records are what they claim to be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.core.words import _, plural


def check(files: Annotated[list[Path], typer.Argument(help=_("Records to check."), show_default=False)]) -> None:
    """Check records: every step, every rule, the result. Exit code 1 if one fails."""
    import lutetia
    from lutetia.cli import texts
    from lutetia.core import record as records

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
            said = _("not finished")
        else:
            points = " : ".join(texts.number(result["scores"][seat]["total"]) for seat in game.table.seats)
            winner = result["winner"]
            said = _("a draw") if winner == "draw" else _("{who} wins", who=_(texts.SEATS[winner]))
            said = f"{said} ({points})"
        print(_("{path}: ok, {game}, {turns}, {result}", path=path, game=game.table.game, turns=turns, result=said))
    if failed:
        raise typer.Exit(1)
