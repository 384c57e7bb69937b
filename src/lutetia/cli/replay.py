"""`lutetia replay`: a record, position by position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _
from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from rich.console import Console

    from lutetia.core.game import Game


def replay(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    at: Annotated[
        int | None, typer.Option(min=0, help=_("The position after so many turns; 0: before the first."))
    ] = None,
) -> None:
    """Walk through a record. Arrow keys or n, p, first, last, q; without a terminal, print one position."""
    import sys

    from lutetia.cli.common import replayed
    from lutetia.cli.console import can_clear, out
    from lutetia.cli.errors import CommandError

    game = replayed(file)
    record = game.record()
    last = len(record["turns"])
    if at is not None and at > last:
        raise CommandError(_("--at: the record has {n} turns, not {found}", n=last, found=at))
    console = out()
    if sys.stdin.isatty() and can_clear(console):
        _walk(console, record, last if at is None else at, last)
    else:
        _show(console, record, last if at is None else at)


def position(record: Json, at: int) -> Game:
    """The game after the given number of turns of a valid record."""
    import lutetia

    whole = at == len(record["turns"])
    return lutetia.replay(record | {"turns": record["turns"][:at], "result": record["result"] if whole else None})


def _show(console: Console, record: Json, at: int, footer: str = "") -> None:
    from rich.text import Text

    from lutetia.terminal.screen import Screen, show
    from lutetia.terminal.ui import ui_for

    game = position(record, at)
    ui = ui_for(game.ruleset.game)
    recent: list[str] = []
    updates = [Text(_("The game begins."))]
    if at:
        turn = record["turns"][at - 1]
        recent = [place for step in turn["steps"] for place in ui.places(step)]
        view = game.view(game.seat)  # a record hides nothing: its turns are shown as they were played
        text = ui.log(view | {"turns": record["turns"][:at]}, {})[-1]
        updates = [Text(f"{at}. {text}", style="bold")]
    if game.over:
        updates.append(Text(ui.verdict(game), style=ui.colours.heading))
    if footer:
        updates.append(Text(footer, style=ui.colours.muted))
    show(console, Screen(game.view(game.seat), {}, game.seat, recent=recent, updates=updates))


FAR = 10**9
MOVES = {  # by how many turns a key moves
    **dict.fromkeys(("left", "p"), -1),
    **dict.fromkeys(("right", "n", " ", "enter"), 1),
    **dict.fromkeys(("f", "home"), -FAR),
    **dict.fromkeys(("l", "end"), FAR),
}


def _walk(console: Console, record: Json, at: int, last: int) -> None:
    from lutetia.cli.console import clear
    from lutetia.cli.keys import keys

    with keys() as read:
        while True:
            clear(console)
            _show(console, record, at, _("{at} of {last}   ← p  n →   f first   l last   q quit", at=at, last=last))
            key = read()
            if key in ("q", "escape", "end of input"):
                return
            at = min(last, max(0, at + MOVES.get(key, 0)))
