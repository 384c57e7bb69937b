"""What several commands share: which game is meant, options, reading a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lutetia.cli.errors import CommandError
from lutetia.core.i18n import _

if TYPE_CHECKING:
    from lutetia.cli.prompt import Prompt
    from lutetia.core.game import Game


def chosen_game(name: str | None, prompt: Prompt | None = None) -> str:
    """The game's name. Where none is given: a question where somebody can answer, else the first, with a notice."""
    import sys

    import lutetia

    known = lutetia.games()
    if name is None and len(known) == 1:
        return known[0]
    if name is None and prompt is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return _asked(known, prompt)
    if name is None:
        others = ", ".join(known[1:])
        said = _("no game is named: this is {game}; there is also: {others}", game=known[0], others=others)
        print(f"lutetia: {said}", file=sys.stderr)
        return known[0]
    if name not in known:
        found = _("there is no game {name}", name=name)
        raise CommandError(_("{found}; there are: {known}", found=found, known=", ".join(known)))
    return name


def _asked(known: list[str], prompt: Prompt) -> str:
    """Which game, from a short list. An unfinished one is pointed out."""
    from lutetia.cli.console import out
    from lutetia.cli.state import Kept
    from lutetia.terminal.ui import ui_for

    console = out()
    console.print(_("Which game?"), style="bold")
    for i, name in enumerate(known, 1):
        record = Kept(name).unfinished()
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
    """The game at a file's end. Raises CommandError that names the file and what is wrong with it."""
    import lutetia
    from lutetia.core import record as records

    try:
        return lutetia.replay(records.load(path))
    except lutetia.RecordError as error:
        raise CommandError(f"{path}: {error}") from None


def core() -> str:
    """Whether the rules run compiled, in words."""
    from lutetia.core import kernel

    compiled = not str(kernel.__file__).endswith(".py")
    return _("compiled core") if compiled else _("uncompiled core")
