"""`lutetia train`: a network for the bots, by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _
from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.train.folder import Folder
    from lutetia.train.recipe import Recipe


def train(
    game: Annotated[str, typer.Argument(help=_("Which game."))],
    out: Annotated[Path, typer.Option(help=_("The folder of the run. If it holds one, that run is continued."))],
    minutes: Annotated[
        float | None, typer.Option(min=0, help=_("How long to play and learn, all calls together."))
    ] = None,
    stop_after: Annotated[
        float, typer.Option(min=0, help=_("Stop after so many minutes, to be continued; 0: only when done."))
    ] = 0.0,
    start: Annotated[
        Path | None, typer.Option("--from", help=_("Begin with the weights of this file instead of bots' games."))
    ] = None,
    rival: Annotated[
        Path | None, typer.Option(help=_("A weights file that the first network has to beat to become the best."))
    ] = None,
    small: Annotated[bool, typer.Option("--small", help=_("A tiny run on the processor, to try everything."))] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help=_("Change a number of the recipe; may be repeated.")),
    ] = None,
    device: Annotated[str | None, typer.Option(help=_("cuda or cpu; by default a GPU if there is one."))] = None,
    jobs: Annotated[int, typer.Option(min=0, help=_("Processes for bots and matches; 0: one per processor."))] = 0,
    samples: Annotated[
        Path | None, typer.Option(help=_("Another folder for the positions, such as one in memory."))
    ] = None,
    seed: Annotated[int, typer.Option(help=_("Of the first weights and the first games."))] = 0,
) -> None:
    """Train a network by self-play."""
    import os
    import sys

    from lutetia.cli.common import chosen_game
    from lutetia.cli.progress import progress_bar

    name = chosen_game(game)
    _need_packages()
    import torch

    from lutetia.train.folder import Folder
    from lutetia.train.run import Order, Run

    folder = Folder(out, samples)
    folder.create()
    with folder.alone():
        wanted = _recipe(small, minutes, settings or [])
        recipe = _agreed(folder, name, wanted, wanted_anew=bool(small or minutes or settings))
        order = Order(
            name,
            folder,
            recipe,
            seed,
            device or ("cuda" if torch.cuda.is_available() and not small else "cpu"),
            jobs or len(os.sched_getaffinity(0)),
            stop_after,
            _existing(start),
            _existing(rival),
            " ".join(["lutetia", *sys.argv[1:]]),
        )
        with progress_bar() as report:
            progress = Run(order, report, _say).train()
    if not progress.is_over(recipe):
        print(_("To continue, run the same command again."))
    elif progress.best >= 0:
        print(_("The best network is {path}", path=folder.best))


def _need_packages() -> None:
    from importlib.util import find_spec

    from lutetia.cli.errors import CommandError

    missing = [package for package in ("numpy", "torch") if find_spec(package) is None]
    if missing:
        raise CommandError(
            _(
                "training needs {packages}; to install: {command}",
                packages=", ".join(missing),
                command="pip install 'lutetia[train]'",
            )
        )


def _recipe(small: bool, minutes: float | None, settings: list[str]) -> Recipe:
    from dataclasses import replace

    from lutetia.train.recipe import SMALL, Recipe

    recipe = SMALL if small else Recipe()
    if minutes is not None:
        recipe = replace(recipe, minutes=minutes)
    return recipe.with_settings(settings)


def _agreed(folder: Folder, game: str, wanted: Recipe, *, wanted_anew: bool) -> Recipe:
    """The recipe of the run in the folder, or the wanted one for a new run. Raises ValueError if they differ."""
    from lutetia.train.recipe import recipe_from

    stored = folder.stored()
    if stored is None:
        folder.store({"game": game, "recipe": wanted.as_json()})
        return wanted
    recipe = recipe_from(stored["recipe"])
    if stored["game"] != game:
        fault = _("{path} has a run of {found}, not of {game}", path=folder.path, found=stored["game"], game=game)
        raise ValueError(fault)
    if wanted_anew and wanted != recipe:
        fault = _("the run in {path} has another recipe; leave it out to continue that run", path=folder.path)
        raise ValueError(fault)
    return recipe


def _existing(path: Path | None) -> Path | None:
    if path is not None and not path.is_file():
        raise ValueError(_("there is no file {path}", path=path))
    return path


def _say(note: Json) -> None:
    """One line per event on standard error, for people and logs."""
    from lutetia.cli.console import err
    from lutetia.core.numbers import percent

    if note["kind"] == "learned":
        text = _(
            "{minutes} min · {share} · {games} games, {pace}/s · {evaluations} evaluations/s · losses {losses}",
            minutes=f"{note['minutes']:.1f}",
            share=percent(note["share"], 0),
            games=f"{note['games']:,}",
            pace=f"{note['games_per_second']:.1f}",
            evaluations=f"{note['evaluations_per_second']:,}",
            losses=" ".join(f"{value:.3f}" for value in note["losses"].values()),
        )
    elif note["kind"] == "match":
        text = _(
            "match of network {network}: gain {gain} ({low}–{high}) in {pairs} pairs",
            network=note["network"],
            gain=f"{note['gain']:.2f}",
            low=f"{note['low']:.2f}",
            high=f"{note['high']:.2f}",
            pairs=note["pairs"],
        )
    else:
        shown = {key: value for key, value in note.items() if key not in ("kind", "recipe")}
        text = f"{note['kind']}: " + ", ".join(f"{key} {value}" for key, value in shown.items())
    err().print(text, highlight=False, markup=False, soft_wrap=True)
