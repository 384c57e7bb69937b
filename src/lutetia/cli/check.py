"""`lutetia check`: check records, every step and the result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.cli.common import AS_JSON, print_json
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json


def check(
    files: Annotated[list[Path], typer.Argument(help=_("Records to check."), show_default=False)],
    as_json: AS_JSON = False,
) -> None:
    """Check records: every step, every rule, the result. Exit code 1 if one fails."""
    found = [_checked(path) for path in files]
    if as_json:
        print_json(found)
    else:
        for one in found:
            print(_line(one))
    if not all(one["ok"] for one in found):
        raise typer.Exit(1)


def _checked(path: Path) -> Json:
    """What is known about one file. A record that fails has `ok` false and a text in `fault`."""
    import lutetia
    from lutetia.core import record as records

    failed = {"file": str(path), "ok": False, "game": None, "turns": None, "steps": None, "result": None}
    try:
        record = records.load(path)
        game = lutetia.replay(record)
    except lutetia.RecordError as error:
        place = {"turn": error.turn, "step": error.step, "rule": error.rule or None}
        return failed | {"fault": {"text": str(error)} | place}
    turns = record["turns"]
    return {
        "file": str(path),
        "ok": True,
        "game": game.ruleset.game,
        "turns": len(turns),
        "steps": sum(len(turn["steps"]) for turn in turns),
        "result": game.result(),
        "fault": None,
    }


def _line(found: Json) -> str:
    if not found["ok"]:
        return f"{found['file']}: {found['fault']['text']}"
    turns = plural("{n} turn", "{n} turns", found["turns"])
    outcome = _("not finished") if found["result"] is None else _outcome(found["game"], found["result"])
    return _(
        "{path}: ok, {game}, {turns}, {result}", path=found["file"], game=found["game"], turns=turns, result=outcome
    )


def _outcome(game: str, result: Json) -> str:
    from lutetia.core.numbers import number
    from lutetia.terminal.ui import ui_for

    ui = ui_for(game)
    points = " : ".join(number(total) for total in ui.totals(result).values())
    winners = [ui.seat(seat) for seat in ui.winners(result)]
    outcome = _("a draw") if not winners else _("{who} wins", who=winners[0])
    if len(winners) > 1:
        outcome = _("{who} share the win", who=", ".join(winners))
    return f"{outcome} ({points})"
