"""`lutetia edition`: show or check the component data of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.cli.app import App
from lutetia.cli.common import AS_JSON, default_game
from lutetia.core.i18n import _

app = App(help=_("Show or check the component data of a game."), no_args_is_help=True)
GAME = Annotated[
    str | None,
    typer.Option(help=_("Which game; by default the one that the file names, or {game}.", game=default_game())),
]
EDITION = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME|FILE]", help=_("A game, for its bundled edition, or a TOML file."), show_default=False
    ),
]


@app.command()
def check(edition: EDITION = None, game: GAME = None, as_json: AS_JSON = False) -> None:
    """Check an edition: "ok", or every fault; then the exit code is 1."""
    from lutetia.cli.common import print_json
    from lutetia.core.errors import EditionError

    name: str | None = None
    faults: tuple[str, ...] = ()
    try:
        name, _file = _checked(edition, game)
    except EditionError as error:
        faults = error.faults
    if as_json:
        print_json({"ok": not faults, "game": name, "faults": list(faults)})
    else:
        print("\n".join(faults) or "ok")
    if faults:
        raise typer.Exit(1)


@app.command()
def show(edition: EDITION = None, game: GAME = None, as_json: AS_JSON = False) -> None:
    """Draw an edition, and say how well each part is known."""
    from lutetia.cli.common import print_json
    from lutetia.cli.console import out
    from lutetia.cli.errors import CommandError
    from lutetia.core.edition import read_toml
    from lutetia.core.errors import EditionError
    from lutetia.games import manifest
    from lutetia.terminal.screen import paint
    from lutetia.terminal.ui import ui_for

    try:
        name, file = _checked(edition, game)
    except EditionError as error:
        faults = "; ".join(error.faults[:3]) + (" …" if len(error.faults) > 3 else "")
        raise CommandError(
            _("this edition cannot be used: {faults} (all with: lutetia edition check)", faults=faults)
        ) from None
    data = read_toml(file or manifest(name).edition_file)
    if as_json:
        print_json(data)
        return
    ui = ui_for(name)
    paint(out(), ui.draw_edition(data), ui.colours)


def _checked(edition: str | None, game: str | None) -> tuple[str, Path | None]:
    """The game and the file (None: the bundled edition), if it can be played with. Raises EditionError, CommandError.

    A name of a game means its bundled edition, unless there is such a file.
    """
    import lutetia
    from lutetia.cli.common import chosen_game
    from lutetia.cli.errors import CommandError

    file = Path(edition) if edition is not None else None
    if file is not None and not file.exists() and file.name == edition and not file.suffix:
        named, file = chosen_game(edition), None
        if game not in (None, named):
            raise CommandError(_("{name} is not the game given by --game {game}", name=named, game=game))
        game = named
    name = chosen_game(game) if game is not None or file is None else _game_in(file)
    lutetia.ruleset(name, edition=file)
    return name, file


def _game_in(file: Path) -> str:
    """The game that a file names. Raises EditionError if it cannot be read, CommandError if it names no game."""
    from lutetia.cli.errors import CommandError
    from lutetia.core.edition import read_toml
    from lutetia.games import manifest, names

    name = read_toml(file).get("name")
    if not isinstance(name, str):
        known = ", ".join(names())
        raise CommandError(_("{path}: no game is named; give --game as one of: {known}", path=file, known=known))
    try:
        return manifest(name).name
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
