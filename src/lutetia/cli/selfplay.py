"""`lutetia selfplay`: bots against bots, one record per game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.cli import options
from lutetia.cli.common import AS_JSON, default_game
from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.bots.supervised import SupervisedBot
    from lutetia.core.game import Game

WHO_PLAYS = _("random, greedy, level1 to level6, cmd:PROGRAM, or a bot of an installed package")


@options.with_game_options
def selfplay(
    game: Annotated[str | None, typer.Argument(help=_("Which game; by default {game}.", game=default_game()))] = None,
    games: Annotated[int, typer.Option(min=1, help=_("How many games."))] = 10,
    seed: Annotated[
        int | None, typer.Option(help=_("The seed of the first game; each further game uses the next number."))
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help=_("A folder for the records; without it, only the summary is printed."))
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=_("One bot for all seats, or one for each: greedy,level3. There are: {bots}.", bots=WHO_PLAYS)
        ),
    ] = "random",
    players: options.PLAYERS = 2,
    edition: Annotated[Path | None, typer.Option(help=_("Your own component data, as a TOML file."))] = None,
    as_json: AS_JSON = False,
    *,
    given: Json,
) -> None:
    """Let bots play against each other."""
    import secrets

    from rich.progress import track

    import lutetia
    from lutetia.cli.common import chosen_game, print_json
    from lutetia.cli.console import err

    name = chosen_game(game)
    seed = secrets.randbits(32) if seed is None else seed
    chosen = options.chosen_options(name, given)
    seats = lutetia.ruleset(name, edition=edition, options=chosen, players=players).seats
    names = dict(zip(seats, _names(bots, seats), strict=True))
    played = []
    bar = err()
    numbers = range(seed, seed + games)
    for number in track(numbers, _("Playing"), console=bar, transient=True, disable=not bar.is_terminal):
        one = lutetia.new(name, seed=number, players=players, options=chosen, edition=edition)
        faults = _play(one, names, number)
        file = _write(one, out / f"{name}-{number}.json") if out is not None else None
        played.append(PlayedGame(number, one.result() or {}, faults, file))
    figures = _figures(name, names, seed, played)
    if as_json:
        print_json(figures)
    else:
        _show(figures, bots, out)


@dataclass(frozen=True)
class PlayedGame:
    """One finished game: its seed, its result, the moves that bots lost, and the file of its record."""

    seed: int
    result: Json
    faults: list[Json]
    record: str | None


def _names(bots: str, seats: tuple[str, ...]) -> list[str]:
    """The bot of each seat. Raises CommandError or ValueError before anything is played."""
    from lutetia.bots import bot
    from lutetia.cli.errors import CommandError

    names = [name.strip() for name in bots.split(",")]
    names = names * len(seats) if len(names) == 1 else names
    if len(names) != len(seats):
        raise CommandError(_("--bots: one name, or {n} separated by commas, not {found}", n=len(seats), found=bots))
    for name in names:
        bot(name)
    return names


def _play(game: Game, names: dict[str, str], seed: int) -> list[Json]:
    """Play to the end, and return the moves that bots lost.

    Bots of other people are supervised: whatever they do wrong, the game goes on with a random step. Our own need no
    limit, and on an uncompiled core they may take long.
    """
    from lutetia.bots import NAMES, bot
    from lutetia.bots.supervised import SupervisedBot

    others: dict[str, SupervisedBot] = {
        seat: SupervisedBot(partial(bot, name, seed), seed=seed) for seat, name in names.items() if name not in NAMES
    }
    players = {seat: bot(name, seed) for seat, name in names.items() if name in NAMES} | others
    try:
        while not game.over:
            seat = str(game.seat)
            game.play(players[seat].choose(game.view(seat), game.legal()))
        for other in others.values():
            other.end(game.result())
    finally:
        for other in others.values():
            other.close()
    return [
        {"seat": seat, "bot": names[seat]} | lost.as_json() for seat, other in others.items() for lost in other.lost
    ]


def _write(game: Game, file: Path) -> str:
    from lutetia.cli.errors import CommandError, one_line
    from lutetia.core import record as records

    try:
        records.dump(game.record(), file)
    except OSError as error:
        raise CommandError(_("{out} cannot be written to: {why}", out=file.parent, why=one_line(error))) from None
    return str(file)


def _figures(game: str, names: dict[str, str], seed: int, played: Sequence[PlayedGame]) -> Json:
    """The summary as JSON."""
    from lutetia.terminal.ui import ui_for

    ui = ui_for(game)
    faults = [fault for one in played for fault in one.faults]
    seats = {}
    for seat, name in names.items():
        points = [ui.totals(one.result)[seat] for one in played]
        seats[seat] = {
            "bot": name,
            "mean": round(sum(points) / len(points), 2),
            "wins": sum(ui.winners(one.result) == [seat] for one in played),
            "faults": sum(fault["seat"] == seat for fault in faults),
        }
    return {
        "game": game,
        "seed": seed,
        "seats": seats,
        "draws": sum(len(ui.winners(one.result)) != 1 for one in played),
        "games": [vars(one) for one in played],
    }


def _show(figures: Json, bots: str, out: Path | None) -> None:
    from rich.table import Table
    from rich.text import Text

    from lutetia.bots.external import short_name
    from lutetia.bots.fault import lost_moves
    from lutetia.cli import console
    from lutetia.terminal.ui import ui_for

    ui, n, seed = ui_for(figures["game"]), len(figures["games"]), figures["seed"]
    faults = [fault for game in figures["games"] for fault in game["faults"]]
    title = plural("{n} game of {bots}, seed {seed}", "{n} games of {bots}, seeds from {seed}", n, bots=bots, seed=seed)
    table = Table()
    table.add_column(_("seat"))
    for heading in (_("mean points"), _("wins"), *([_("faults")] if faults else [])):
        table.add_column(heading, justify="right")
    for seat, figure in figures["seats"].items():
        lost = [str(figure["faults"] or "")] if faults else []
        table.add_row(ui.seat(seat), f"{figure['mean']:.1f}", str(figure["wins"]), *lost)
    table.add_row(_("draws"), "", str(figures["draws"]))
    screen = console.out()
    screen.print(title)
    screen.print(table)
    for name in dict.fromkeys(fault["bot"] for fault in faults):
        screen.print(Text(lost_moves(short_name(name), [fault for fault in faults if fault["bot"] == name])))
    if out is not None:
        screen.print(_("The records are in {path}", path=out), soft_wrap=True)
