"""`lutetia edition`: the component data of a game, drawn, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from lutetia.core.i18n import _

app = typer.Typer(help=_("Show or check the component data of a game."), no_args_is_help=True)
GAME = Annotated[str | None, typer.Option(help=_("Which game; needed only where there are several."))]
FILE = Annotated[Path | None, typer.Argument(help=_("A TOML file; none: the bundled edition."), show_default=False)]


@app.command()
def check(file: FILE = None, game: GAME = None) -> None:
    """Check an edition: "ok", or every fault; then the exit code is 1."""
    faults = _faults(_game(game, file), file)
    for fault in faults:
        print(fault)
    if faults:
        raise typer.Exit(1)
    print("ok")


@app.command()
def show(file: FILE = None, game: GAME = None) -> None:
    """Draw an edition: tiles, buildings, light, points, and how well each part is known."""
    from lutetia.cli.console import out
    from lutetia.cli.errors import CommandError
    from lutetia.terminal.screen import paint
    from lutetia.terminal.ui import ui_for

    name = _game(game, file)
    faults = _faults(name, file)
    if faults:
        shown = "; ".join(faults[:3]) + (" …" if len(faults) > 3 else "")
        raise CommandError(_("this edition cannot be used: {faults} (all with: lutetia edition check)", faults=shown))
    paint(out(), ui_for(name).drawn(_data(name, file)), ui_for(name).tones)


def _game(game: str | None, file: Path | None) -> str:
    """The game meant: the one named, else the one that the file says it is for."""
    import lutetia
    from lutetia.cli.common import chosen_game
    from lutetia.core.edition import read_toml
    from lutetia.core.errors import EditionError

    if game is not None or file is None:
        return chosen_game(game)
    try:
        written = read_toml(file).get("name")
    except EditionError:  # told when it is checked
        written = None
    known = lutetia.games()
    return written if isinstance(written, str) and written in known else known[0]


def _data(game: str, file: Path | None) -> dict[str, Any]:
    from lutetia.core.edition import read_toml
    from lutetia.games import manifest

    return read_toml(file or manifest(game).edition_file)


def _faults(game: str, file: Path | None) -> list[str]:
    """As the table finds them, so that what passes here can be played with."""
    import lutetia
    from lutetia.core.errors import EditionError

    try:
        lutetia.ruleset(game, edition=file)
    except EditionError as error:
        return list(error.faults)
    return []
