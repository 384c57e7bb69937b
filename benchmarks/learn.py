"""Train the value network of the Paris guide: `python benchmarks/learn.py OUT [--start points|FILE] [--write]`.

Bots play against themselves. In some positions, the features of each seat are saved together with its final points. A
small network learns to predict the points from the features (PyTorch, on a GPU if there is one), and then plays the
games of the next round. At the end it plays against the weights it started from and against those in use, at equal
simulations. `--write` replaces the weights in use (src/lutetia/games/paris/bots/weights.json). The games are random, so
another run gives other weights, and not always better ones: look at the duels first. Needs torch and numpy, and about
twenty CPU hours for a good run.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import textwrap
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

import lutetia
from lutetia.bots.profile import profile_for
from lutetia.bots.search import Search
from lutetia.core.random import Rng

FEATURES, HIDDEN = 66, 32
INPUTS = 2 * FEATURES + 4
WEIGHTS = Path(__file__).parents[1] / "src" / "lutetia" / "games" / "paris" / "bots" / "weights.json"


def guide(weights: Any) -> Any:
    """The guide with these weights, or with those in use if None."""
    made = import_module("lutetia.games.paris.bots.guide").GUIDE()
    if weights is not None:
        made.set_weights(weights)
    return made


def points_alone() -> list[int]:
    """Initial weights: the estimate is the current points."""
    weights = [0] * ((INPUTS + 2) * HIDDEN + 1)
    weights[1 * HIDDEN] = weights[2 * HIDDEN] = 256
    weights[(INPUTS + 1) * HIDDEN] = 256 * 10
    return weights


def think(game: lutetia.Game, with_guide: Any, simulations: int, rng: Rng) -> int:
    kernel = game.kernel
    tree = Search(game.ruleset.new_kernel(), with_guide, len(game.ruleset.step_texts), simulations + 2)
    tree.tune(**profile_for("paris").tuning)
    tree.run(kernel, kernel.seat, simulations, rng, False, fresh=True)
    return int(tree.children()[0][0])


def play(
    players: int,
    guides: list[Any],
    simulations: int,
    seed: int,
    noise: float,
    options: dict[str, Any],
) -> tuple[list[Any], list[int]]:
    """Play one game. Returns the sampled features, and the points at the end."""
    game = lutetia.new("paris", seed=seed, players=players, options=options)
    looker, dice, rng = guide(None), random.Random(seed), Rng(seed * 7 + 1)
    seen = []
    while not game.over:
        kernel = game.kernel
        if noise and dice.random() < 0.25:
            seats = [looker.features(kernel, s) for s in range(players)]
            seen.append((seats, kernel.tiles_left + kernel.ends_left, int(kernel.last > 0)))
        legal = game.legal()
        if len(legal) == 1 or dice.random() < noise:
            step = dice.choice(legal)
        else:
            step = game.ruleset.step_texts[think(game, guides[kernel.seat], simulations, rng)]
        game.play(step)
    return seen, [game.kernel.points_of(s) for s in range(players)]


def gather(task: tuple[Any, ...]) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Play games until the time is up. Returns rows of inputs, and the final points of each."""
    weights, simulations, until, worker = task
    mine, dice = guide(weights), random.Random(f"{worker}/{until}")
    rows, points = [], []
    while time.time() < until:
        players = dice.choice((2, 2, 2, 3, 4))
        options = {"advanced": dice.random() < 0.25, "any_district": dice.random() < 0.25}
        seen, final = play(
            players, [mine] * players, simulations, dice.getrandbits(40), dice.choice((0.02, 0.1)), options
        )
        for seats, left, last in seen:
            now = [seat[1] + seat[2] for seat in seats]
            for s in range(players):
                rival = max((o for o in range(players) if o != s), key=lambda o: (now[o], -o))
                rows.append([*seats[s], *seats[rival], left, last, int(players == 3), int(players == 4)])
                points.append(final[s])
    return numpy.array(rows, dtype=numpy.int16), numpy.array(points, dtype=numpy.int16)


def fit(x: numpy.ndarray, y: numpy.ndarray, epochs: int) -> tuple[list[int], float]:
    """Train the network. Returns its weights as integers, and its mean error on held-out positions, in points."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    inputs = torch.tensor(x, dtype=torch.float32, device=device)
    target = torch.tensor(y, dtype=torch.float32, device=device)
    spread = inputs.std(0).clamp(min=0.05)
    n = len(target)
    held = n // 20
    order = torch.randperm(n, device=device)
    test, train = order[:held], order[held:]
    net = torch.nn.Sequential(torch.nn.Linear(INPUTS, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 1)).to(device)
    with torch.no_grad():
        net[2].bias += target.mean() / 10
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    batch = 8192
    steps = epochs * (len(train) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 1)
    for _epoch in range(epochs):
        shuffled = train[torch.randperm(len(train), device=device)]
        for b in range(len(train) // batch):
            part = shuffled[b * batch : (b + 1) * batch]
            guess = net(inputs[part] / spread)[:, 0] * 10
            loss = torch.nn.functional.smooth_l1_loss(guess, target[part], beta=5.0)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        off = float((net(inputs[test] / spread)[:, 0] * 10 - target[test]).abs().mean())
        first = (net[0].weight / spread).T.cpu().double().numpy() * 256
        bias = net[0].bias.cpu().double().numpy() * 256
        # The output is in tenths of points: 10 for the unit of the network, 10 for the tenths.
        second = net[2].weight[0].cpu().double().numpy() * 256 * 100
        last = float(net[2].bias[0]) * 65536 * 100
    flat = [*first.round().astype(int).ravel().tolist(), *bias.round().astype(int).tolist()]
    return [*flat, *second.round().astype(int).tolist(), round(last)], off


def duel(task: tuple[Any, ...]) -> float:
    """Play a pair of games on one deal. Returns the share that the first guide wins."""
    one, other, simulations, seed = task
    guides = [guide(one), guide(other)]
    won = 0.0
    for swap in (0, 1):
        _seen, final = play(2, [guides[swap], guides[1 - swap]], simulations, seed, 0.0, {})
        mine, theirs = final[swap], final[1 - swap]
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", default="points", help="points, or a file of weights from an earlier run")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=2.5, help="minutes of play per round")
    parser.add_argument("--simulations", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--pairs", type=int, default=64)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    start = points_alone() if given.start == "points" else json.loads(Path(given.start).read_text())
    weights, kept = start, []
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for n in range(1, given.rounds + 1):
            until = time.time() + 60 * given.minutes
            parts = pool.map(gather, [(weights, given.simulations, until, w) for w in range(given.jobs)], chunksize=1)
            kept = [*kept[-given.jobs // 2 :], *(part for part in parts if len(part[1]))]
            x, y = (numpy.concatenate(column) for column in zip(*kept, strict=True))
            weights, off = fit(x, y, epochs=12)
            print(f"round {n}: {len(y)} positions, mean error {off:.2f} points", flush=True)
            (given.out / f"weights{n}.json").write_text(json.dumps(weights))
        for rival, name in ((start, "the start weights"), (None, "the weights in use")):
            tasks = [(weights, rival, 600, 1889 + n) for n in range(given.pairs)]
            won = numpy.array(pool.map(duel, tasks, chunksize=1))
            means = [numpy.random.choice(won, len(won)).mean() for _again in range(2000)]
            low, high = numpy.percentile(means, [2.5, 97.5])
            print(f"against {name}: {won.mean():.0%} ({low:.0%}-{high:.0%}), {given.pairs} pairs", flush=True)
    if given.write:
        write(weights)


def write(weights: list[int]) -> None:
    """Replace the weights in use."""
    WEIGHTS.write_text("[\n" + "\n".join(textwrap.wrap(", ".join(map(str, weights)), 118)) + "\n]\n")


if __name__ == "__main__":
    main()
