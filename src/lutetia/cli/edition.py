"""`lutetia edition`: show or check the component data of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.cli.common import default_game
from lutetia.core.i18n import _

app = typer.Typer(help=_("Show or check the component data of a game."), no_args_is_help=True)
GAME = Annotated[
    str | None,
    typer.Option(help=_("Which game; by default the one that the file names, or {game}.", game=default_game())),
]
FILE = Annotated[Path | None, typer.Argument(help=_("A TOML file; none: the bundled edition."), show_default=False)]


@app.command()
def check(file: FILE = None, game: GAME = None) -> None:
    """Check an edition: "ok", or every fault; then the exit code is 1."""
    from lutetia.core.errors import EditionError

    try:
        _check(file, game)
    except EditionError as error:
        for fault in error.faults:
            print(fault)
        raise typer.Exit(1) from None
    print("ok")


@app.command()
def show(file: FILE = None, game: GAME = None) -> None:
    """Draw an edition, and say how well each part is known."""
    from lutetia.cli.console import out
    from lutetia.cli.errors import CommandError
    from lutetia.core.edition import read_toml
    from lutetia.core.errors import EditionError
    from lutetia.games import manifest
    from lutetia.terminal.screen import paint
    from lutetia.terminal.ui import ui_for

    try:
        name = _check(file, game)
    except EditionError as error:
        faults = "; ".join(error.faults[:3]) + (" …" if len(error.faults) > 3 else "")
        raise CommandError(
            _("this edition cannot be used: {faults} (all with: lutetia edition check)", faults=faults)
        ) from None
    ui = ui_for(name)
    paint(out(), ui.draw_edition(read_toml(file or manifest(name).edition_file)), ui.colours)


def _check(file: Path | None, game: str | None) -> str:
    """The name of the game, if the edition can be played with. Raises EditionError, CommandError."""
    import lutetia
    from lutetia.cli.common import chosen_game

    name = chosen_game(game) if game is not None or file is None else _game_in(file)
    lutetia.ruleset(name, edition=file)
    return name


def _game_in(file: Path) -> str:
    """The game that a file names. Raises EditionError if it cannot be read, CommandError if it names no game."""
    from lutetia.cli.errors import CommandError
    from lutetia.core.edition import read_toml
    from lutetia.games import manifest, names

    name = read_toml(file).get("name")
    if not isinstance(name, str):
        known = ", ".join(names())
        raise CommandError(_("{path}: no game is named; --game is one of: {known}", path=file, known=known))
    try:
        return manifest(name).name
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
