"""Games of the bots that exist already, to begin with: a network that knows nothing would learn from random play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy

from lutetia.arena.runner import init_worker
from lutetia.bots.profile import profile_for
from lutetia.bots.search import Search
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng
from lutetia.train.recipe import Recipe
from lutetia.train.samples import Samples
from lutetia.train.subject import Subject, Table, subject_for

SLIPS = (0.05, 0.25)
"""How often a game's bots take another step than the best: half of the games are careful, half are not."""
GAMES_PER_TASK = 4


def play_warm_games(
    subject: Subject, recipe: Recipe, folder: Path, seed: int, jobs: int, progress: Callable[[int, int], None]
) -> int:
    """Let the rollout search play, and write the positions to files. Returns the number of games."""
    until = time.monotonic() + recipe.warm_seconds
    tasks = -(-recipe.warm_games // GAMES_PER_TASK)
    left, done = iter(range(tasks)), 0
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=init_worker) as pool:
        running = {pool.submit(_task, subject.game, recipe, folder, seed + task) for task in islice(left, jobs)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            done += sum(future.result() for future in finished)
            progress(done, recipe.warm_games)
            for _future in finished:
                if time.monotonic() < until and (task := next(left, None)) is not None:
                    running.add(pool.submit(_task, subject.game, recipe, folder, seed + task))
    return done


def _task(game: str, recipe: Recipe, folder: Path, seed: int) -> int:
    """Some games of one kind of table, as one file."""
    subject = subject_for(game, recipe)
    dice = random.Random(seed)
    weights = [table.seating.share for table in subject.tables]
    positions: list[dict[str, Any]] = []
    for number in range(GAMES_PER_TASK):
        table = dice.choices(subject.tables, weights)[0]
        positions += play_game(subject, table, recipe.warm_simulations, seed * GAMES_PER_TASK + number)
    gathered(subject, positions).write_to(folder)
    return GAMES_PER_TASK


def play_game(subject: Subject, table: Table, simulations: int, seed: int) -> list[dict[str, Any]]:
    """One game of the rollout search; what it found in some of the positions, and how the game ended."""
    profile, dice, rng = profile_for(subject.game), random.Random(seed), Rng(seed * 9176 + 5)
    ruleset, features, learning = table.ruleset, table.features, subject.learning
    kernel, legal = ruleset.new_kernel(), StepList(features.steps)
    tree = Search(ruleset.new_kernel(), profile.guide(), features.steps, simulations + 2)
    tree.tune(**profile.tuning)
    kernel.begin(rng)
    slips = dice.choice(SLIPS)
    found: list[dict[str, Any]] = []
    while not kernel.is_over():
        if kernel.list(legal) == 1:
            kernel.play(legal[0])
            continue
        seat = kernel.seat
        tree.run(kernel, seat, simulations, rng, ruleset.is_open_endgame(kernel), fresh=True)
        tried = tree.children()
        if dice.random() < learning.thorough and len(found) < learning.most_positions:
            visits = {step: n for step, n, _values, _lead in tried}
            steps = [legal[i] for i in range(len(legal))]
            found.append(
                {
                    "seat": seat,
                    "row": features.row(kernel, seat),
                    "steps": steps,
                    "policy": [visits.get(step, 0) / sum(visits.values()) for step in steps],
                }
            )
        step = tried[0][0]
        if dice.random() < slips:
            step = dice.choices([child[0] for child in tried], [child[1] for child in tried])[0]
        kernel.play(step)
    points = [kernel.points_of(seat) for seat in range(kernel.players)]
    for position in found:
        seats = [(position["seat"] + place) % kernel.players for place in range(kernel.players)]
        position["won"] = [0.5 + 0.5 * kernel.utility_of(seat) for seat in seats]
        position["margins"] = [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in seats]
        position["targets"] = features.end_bytes(kernel, position["seat"])
    return found


def gathered(subject: Subject, positions: list[dict[str, Any]]) -> Samples:
    """The positions as arrays. The rollout search's own values are too rough: the results stand for them."""
    seats, scale = subject.blueprint.seats, subject.blueprint.margin_scale

    def padded(name: str) -> Any:
        rows = [position[name] + [0.0] * (seats - len(position[name])) for position in positions]
        return numpy.array(rows, numpy.float32).reshape(len(positions), seats)

    def packed(name: str) -> Any:
        rows = [numpy.frombuffer(position[name], numpy.uint8) for position in positions]
        return numpy.array(rows, numpy.uint8).reshape(len(positions), -1)

    margins = padded("margins")
    return Samples(
        rows=packed("row"),
        counts=numpy.array([len(position["steps"]) for position in positions], numpy.int16),
        steps=numpy.array([step for position in positions for step in position["steps"]], numpy.int16),
        policy=numpy.array([share for position in positions for share in position["policy"]], numpy.float16),
        players=numpy.array([len(position["won"]) for position in positions], numpy.uint8),
        won=padded("won"),
        chances=padded("won"),
        margins=margins,
        scores=0.5 + 0.5 * margins / (numpy.abs(margins) + scale),
        targets=packed("targets"),
    )
