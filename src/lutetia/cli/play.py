"""`lutetia play`: the server with a browser, or a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lutetia.cli import options
from lutetia.cli.selfplay import WHO_PLAYS
from lutetia.core.i18n import _
from lutetia.core.json_types import Json


@options.with_game_options
def play(
    game: Annotated[str | None, typer.Argument(help=_("Which game to play in the terminal."))] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help=_("Play in this terminal (implied by naming a game or an option)."))
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=_("Port for the browser; by default 1889 or the next free one.")),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=_("Open the browser."))] = True,
    data: Annotated[Path | None, typer.Option(help=_("Folder of the games in the browser."))] = None,
    seed: Annotated[int | None, typer.Option(help=_("Seed of the deal; the same seed gives the same deal."))] = None,
    seat: Annotated[
        str | None,
        typer.Option(help=_("Your seat, or several separated by commas; “all” for people at every seat.")),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            help=_("The names of the people at this terminal, separated by commas, in the order of their seats.")
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help=_("Who plays the other seats: {bots}.", bots=WHO_PLAYS), show_default="greedy"),
    ] = None,
    players: options.PLAYERS = 2,
    edition: Annotated[Path | None, typer.Option(help=_("Your own component data, as a TOML file."))] = None,
    resume: Annotated[Path | None, typer.Option(help=_("Continue the game in this record."))] = None,
    *,
    given: Json,
) -> None:
    """Play a game."""
    for_terminal = (game, seed, seat, names, against, edition, resume, *given.values())
    if not (terminal or any(value not in (None, False) for value in for_terminal) or players != 2):
        from lutetia.cli.browser import play_in_browser

        play_in_browser(port, data, browser)
        return
    from lutetia.cli.common import chosen_game, replayed
    from lutetia.cli.console import out
    from lutetia.cli.errors import CommandError
    from lutetia.cli.prompt import Prompt
    from lutetia.cli.saved_game import SavedGame
    from lutetia.cli.session import Session

    prompt = Prompt()
    name = replayed(resume).ruleset.game if game is None and resume is not None else chosen_game(game, prompt)
    session = Session(SavedGame(name), out(), prompt, seat, seed, against or "greedy", names)
    try:
        if resume is not None:
            if seed is not None or any(given.values()) or edition or players != 2:
                raise CommandError(_("--resume can only be combined with --seat and --names"))
            session.resume(resume)
        else:
            session.start(options.chosen_options(name, given), players, edition)
    except (EOFError, KeyboardInterrupt):
        session.quit()
