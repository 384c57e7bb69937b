"""`lutetia bench`: how fast the rules run on this machine, in one thread and CPU time."""

from __future__ import annotations

import json
import sys
import time
from typing import Annotated

import typer

from lutetia.cli.common import AS_JSON, is_core_compiled
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.numbers import decimal

SECONDS = 1.0
"""CPU time per figure."""


def bench(
    game: Annotated[
        str | None, typer.Argument(help=_("Which game; by default all of them."), show_default=False)
    ] = None,
    as_json: AS_JSON = False,
) -> None:
    """Measure whole random games, steps from Python, and steps in words."""
    import lutetia
    from lutetia.cli.common import chosen_game

    figures: dict[str, Json] = {}
    for name in lutetia.games() if game is None else [chosen_game(game)]:
        if not as_json:
            print(_("measuring {game} …", game=name), file=sys.stderr)
        figures[name] = measure(name, SECONDS)
    if as_json:
        print(json.dumps(figures))
        return
    for name, found in figures.items():
        core = _("compiled core") if found["compiled"] else _("uncompiled core")
        print(_("{game}, {core}:", game=name, core=core))
        print(_("  {n} whole random games per second", n=decimal(found["games_per_s"], 0)))
        print(_("  {n} steps per second in them", n=decimal(found["steps_per_s"], 0)))
        print(_("  {n} steps per second from Python, as ints", n=decimal(found["python_steps_per_s"], 0)))
        print(_("  {n} steps per second in words", n=decimal(found["text_steps_per_s"], 0)))


def measure(game: str, seconds: float) -> Json:
    """The figures of one game. Steps are random legal ones; dealing and the result are part of the time."""
    games, steps = _whole_games(game, seconds)
    return {
        "compiled": is_core_compiled(),
        "games_per_s": games,
        "steps_per_s": steps,
        "python_steps_per_s": _by_ints(game, seconds),
        "text_steps_per_s": _by_texts(game, seconds),
    }


def _whole_games(game: str, seconds: float) -> tuple[float, float]:
    """Games and steps per second if the kernel plays whole random games."""
    import lutetia
    from lutetia.core.kernel import StepList, random_games
    from lutetia.core.random import Rng

    ruleset = lutetia.ruleset(game)
    kernel, buffer, rng = ruleset.new_kernel(), StepList(len(ruleset.step_texts)), Rng(1889)
    random_games(kernel, buffer, rng, 20)  # warm up
    games = steps = 0
    batch = 2000 if is_core_compiled() else 20
    start = now = time.process_time()
    while now - start < seconds:
        steps += random_games(kernel, buffer, rng, batch)[0]
        games += batch
        now = time.process_time()
    return games / (now - start), steps / (now - start)


def _by_ints(game: str, seconds: float) -> float:
    """Steps per second of a Python loop over ints: list, choose, play."""
    import lutetia
    from lutetia.core.kernel import StepList
    from lutetia.core.random import Rng

    ruleset = lutetia.ruleset(game)
    kernel, buffer, rng = ruleset.new_kernel(), StepList(len(ruleset.step_texts)), Rng(1889)
    seats = range(len(ruleset.seats))
    choose, fill, play = rng.choose, kernel.list, kernel.play
    steps = 0
    start = now = time.process_time()
    while now - start < seconds:
        for _game in range(100 if is_core_compiled() else 1):
            kernel.begin(rng)
            while kernel.seat >= 0:
                play(buffer[choose(fill(buffer))])
                steps += 1
            for seat in seats:
                kernel.points_of(seat)
        now = time.process_time()
    return steps / (now - start)


def _by_texts(game: str, seconds: float) -> float:
    """Steps per second through `Game`, with legal steps as texts."""
    import lutetia
    from lutetia.core.random import Rng

    rng = Rng(1889)
    steps = seed = 0
    start = now = time.process_time()
    while now - start < seconds:
        for _game in range(10 if is_core_compiled() else 1):
            seed += 1
            played = lutetia.new(game, seed=seed)
            while not played.over:
                legal = played.legal()
                played.play(legal[rng.choose(len(legal))])
                steps += 1
            played.result()
        now = time.process_time()
    return steps / (now - start)
