"""`lutetia replay`: a record, position by position."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.common import AT
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from rich.console import Console

    from lutetia.core.game import Game


def replay(
    file: Annotated[Path, typer.Argument(help=_("A record, finished or not."), show_default=False)],
    at: AT = None,
) -> None:
    """Walk through a record, step by step. Without a terminal, print one position."""
    import sys

    from lutetia.cli.common import position_at, replayed
    from lutetia.cli.console import can_clear, out

    game = replayed(file)
    position_at(game, at)  # reports a wrong --at
    ends = _ends(game)
    at = ends[-1] if at is None else at
    console = out()
    if sys.stdin.isatty() and can_clear(console):
        _walk(console, game, at, ends)
    else:
        _show(console, game, at)


def _ends(game: Game) -> list[int]:
    """How many steps there are after each turn; first 0."""
    return [0, *accumulate(len(turn["steps"]) for turn in game.record()["turns"])]


def _show(console: Console, whole: Game, at: int, footer: str = "") -> None:
    from rich.text import Text

    from lutetia.cli.common import position_at
    from lutetia.terminal.screen import Screen, show
    from lutetia.terminal.ui import ui_for

    game = position_at(whole, at)
    ui = ui_for(game.ruleset.game)
    recent: list[str] = []
    updates = [Text(_("The game begins."))]
    if at:
        turns = game.record()["turns"]
        recent = ui.places(turns[-1]["steps"][-1])
        view = game.view(game.seat)  # a record hides nothing: its turns are shown as they were played
        text = ui.log(view | {"turns": turns}, {})[-1]
        updates = [Text(f"{len(turns)}. {text}", style="bold")]
    if game.over:
        updates.append(Text(ui.verdict(game), style=ui.colours.heading))
    if footer:
        updates.append(Text(footer, style=ui.colours.muted))
    show(console, Screen(game.view(game.seat), {}, game.seat, recent=recent, updates=updates))


FAR = 10**9
STEPS = {  # by how many steps a key moves
    **dict.fromkeys(("left", "p"), -1),
    **dict.fromkeys(("right", "n", " ", "enter"), 1),
    **dict.fromkeys(("f", "home"), -FAR),
    **dict.fromkeys(("l", "end"), FAR),
}


def _moved(key: str, at: int, ends: list[int]) -> int:
    """How many steps are shown after a key."""
    if key == "up":
        return max((end for end in ends if end < at), default=0)
    if key == "down":
        return min((end for end in ends if end > at), default=at)
    return min(ends[-1], max(0, at + STEPS.get(key, 0)))


def _walk(console: Console, game: Game, at: int, ends: list[int]) -> None:
    from lutetia.cli.console import clear
    from lutetia.cli.keys import keys

    with keys() as read:
        while True:
            clear(console)
            where = _("step {at} of {last}", at=at, last=ends[-1])
            _show(console, game, at, where + "   " + _("← → step   ↑ ↓ turn   f first   l last   q quit"))
            key = read()
            if key in ("q", "escape", "end of input"):
                return
            at = _moved(key, at, ends)
