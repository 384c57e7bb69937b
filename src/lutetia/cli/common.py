"""Helpers of several commands: choosing a game, reading a record, naming the core."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli.errors import CommandError
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from lutetia.cli.prompt import Prompt
    from lutetia.core.game import Game

AT = Annotated[
    int | None,
    typer.Option(min=0, help=_("The position after this many steps; 0 is the start."), show_default=_("the end")),
]
AS_JSON = Annotated[bool, typer.Option("--json", help=_("Print JSON instead of text."))]


def default_game() -> str:
    """The game of a command that names none: the first in the registry of built-in games, never a plug-in."""
    from lutetia.games import BUILT_IN

    return next(iter(BUILT_IN))


def chosen_game(name: str | None, prompt: Prompt | None = None) -> str:
    """The name of the game to use. Raises ValueError for an unknown name.

    Without a name it asks the user on a terminal. Otherwise it takes the first game that comes with Lutetia and prints
    a notice. A plug-in never becomes the default, so that installing one does not change what a script plays.
    """
    import sys

    import lutetia
    from lutetia.games import manifest

    known = lutetia.games()
    if name is None and prompt is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return _ask(known, prompt)
    if name is None:
        default = default_game()
        others = ", ".join(game for game in known if game != default)
        notice = _("no game was named, so this is {game}; also available: {others}", game=default, others=others)
        print(f"lutetia: {notice}", file=sys.stderr)
        return default
    return manifest(name).name  # raises ValueError for an unknown name


def _ask(known: list[str], prompt: Prompt) -> str:
    """Ask for a game by number or name. The list says which games are unfinished."""
    from lutetia.cli.console import out
    from lutetia.cli.saved_game import SavedGame
    from lutetia.terminal.ui import ui_for

    console = out()
    console.print(_("Which game?"), style="bold")
    for i, name in enumerate(known, 1):
        record = SavedGame(name).unfinished()
        note = "  " + _("(unfinished, turn {n})", n=len(record["turns"])) if record else ""
        console.print(f"  {i}  {ui_for(name).title()}  · {name}{note}")
    while True:
        answer = prompt.ask(_("A number or a name: "), lambda _line: known).strip().lower()
        found = [name for name in known if answer and name.startswith(answer)]
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1]
        if len(found) == 1:
            return found[0]


def replayed(path: Path) -> Game:
    """The game after all steps of a record file. Raises CommandError that says what is wrong with the file."""
    import lutetia
    from lutetia.core import record as records

    try:
        return lutetia.replay(records.load(path))
    except lutetia.RecordError as error:
        raise CommandError(f"{path}: {error}") from None


def position_at(game: Game, at: int | None) -> Game:
    """The game after so many steps; None: as it is. Raises CommandError if it has not so many."""
    import lutetia
    from lutetia.core.record import steps_of

    record = game.record()
    if at is None:
        return game
    if at > (most := len(steps_of(record))):
        raise CommandError(_("--at: the record has {n} steps, not {found}", n=most, found=at))
    return lutetia.replay(record, steps=at)


def print_json(value: object) -> None:
    """Print a value as JSON, for programs."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def core() -> str:
    """Which core runs, in words."""
    return _("compiled core") if is_core_compiled() else _("uncompiled core")


def is_core_compiled() -> bool:
    """Whether the kernels run compiled."""
    from lutetia.core import kernel

    return not str(kernel.__file__).endswith(".py")


def how_to_compile() -> str:
    """The command that gets a compiled core."""
    import os
    import shutil

    from lutetia.core import pure

    if os.environ.get("LUTETIA_PURE") and pure.compiled_modules_exist():
        return "unset LUTETIA_PURE"
    checkout = (pure.PACKAGE.parent.parent / "setup.py").is_file()
    compile_it = "./play" if checkout else "pip install --force-reinstall --no-deps --no-binary lutetia lutetia"
    compiler = (
        "" if shutil.which("cc") or shutil.which("gcc") else "sudo apt-get install build-essential python3-dev && "
    )
    return compiler + compile_it
