"""`lutetia selfplay`: bots against bots, one record per game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli import options
from lutetia.cli.common import default_game
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.core.game import Game
    from lutetia.terminal.ui import TerminalUI


@options.with_game_options
def selfplay(
    game: Annotated[str | None, typer.Argument(help=_("Which game; by default {game}.", game=default_game()))] = None,
    games: Annotated[int, typer.Option(min=1, help=_("How many games."))] = 10,
    seed: Annotated[int | None, typer.Option(help=_("The first game's number; each next game has the next."))] = None,
    out: Annotated[Path | None, typer.Option(help=_("A folder for the records; none: only the summary."))] = None,
    bots: Annotated[
        str, typer.Option(help=_("random or greedy for all seats, or one for each: greedy,random."))
    ] = "random",
    players: options.PLAYERS = 2,
    edition: Annotated[Path | None, typer.Option(help=_("Component data of your own, as a TOML file."))] = None,
    *,
    given: Json,
) -> None:
    """Let bots play against each other."""
    import secrets

    from rich.progress import track

    import lutetia
    from lutetia.cli.common import chosen_game
    from lutetia.cli.console import err
    from lutetia.cli.errors import CommandError, one_line
    from lutetia.core import record as records
    from lutetia.terminal.ui import ui_for

    name = chosen_game(game)
    seed = secrets.randbits(32) if seed is None else seed
    chosen = options.chosen_options(name, given)
    seats = lutetia.ruleset(name, edition=edition, options=chosen, players=players).seats
    names = _names(bots, seats)
    results = []
    bar = err()
    numbers = range(seed, seed + games)
    for number in track(numbers, _("Playing"), console=bar, transient=True, disable=not bar.is_terminal):
        played = lutetia.new(name, seed=number, players=players, options=chosen, edition=edition)
        _play(played, names, number)
        results.append(played.result() or {})
        if out is not None:
            try:
                records.dump(played.record(), out / f"{name}-{number}.json")
            except OSError as error:
                raise CommandError(_("{out} cannot be written to: {why}", out=out, why=one_line(error))) from None
    _summary(ui_for(name), results, seats, bots, seed, out)


def _names(bots: str, seats: tuple[str, ...]) -> list[str]:
    """The bot of each seat. Raises CommandError or ValueError before anything is played."""
    from lutetia.bots import bot
    from lutetia.cli.errors import CommandError

    names = [name.strip() for name in bots.split(",")]
    names = names * len(seats) if len(names) == 1 else names
    if len(names) != len(seats):
        raise CommandError(_("--bots: one name, or {n} with commas, not {found}", n=len(seats), found=bots))
    for name in names:
        bot(name)
    return names


def _play(game: Game, names: list[str], seed: int) -> None:
    from lutetia.bots import bot

    players = {seat: bot(name, seed) for seat, name in zip(game.ruleset.seats, names, strict=True)}
    while not game.over:
        seat = str(game.seat)
        game.play(players[seat].choose(game.view(seat), game.legal()))


def _summary(
    ui: TerminalUI, results: list[Json], seats: tuple[str, ...], bots: str, seed: int, out: Path | None
) -> None:
    from rich.table import Table

    from lutetia.cli import console

    n = len(results)
    title = plural("{n} game of {bots}, seed {seed}", "{n} games of {bots}, seeds from {seed}", n, bots=bots, seed=seed)
    table = Table()
    table.add_column(_("seat"))
    table.add_column(_("mean points"), justify="right")
    table.add_column(_("wins"), justify="right")
    for seat in seats:
        mean = sum(ui.totals(result)[seat] for result in results) / n
        wins = sum(ui.winners(result) == [seat] for result in results)
        table.add_row(ui.seat(seat), f"{mean:.1f}", str(wins))
    shared = sum(len(ui.winners(result)) != 1 for result in results)
    table.add_row(_("draws"), "", str(shared))
    screen = console.out()
    screen.print(title)
    screen.print(table)
    if out is not None:
        screen.print(_("The records are in {path}", path=out), soft_wrap=True)
