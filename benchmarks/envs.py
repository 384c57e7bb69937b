"""Speed of the environments compared with their peers: `python benchmarks/envs.py [--write] [--compare CHECKOUT]`.

Everything runs on one core and takes random legal steps. The vector environment (masks packed) is compared with Pgx's
games on the CPU, single games through PettingZoo and Gymnasium with the games of these packages and of OpenSpiel. The
rows take turns, `--rounds` times, and each shows its median, so that a busy moment of the machine hits all alike.
`--compare` takes turns with the same environments of another checkout, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import gymnasium
from doc_figures import put
from draw import draw

import lutetia
from lutetia.envs import pettingzoo as ours_one_by_one
from lutetia.envs.gymnasium import LutetiaEnv
from lutetia.envs.vector import VectorEnv

PAGE = Path(__file__).parent.parent / "docs" / "envs.md"
BEGIN, END = "<!-- figures: python benchmarks/envs.py --write -->", "<!-- end of figures -->"
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris, two players"}
PGX = ("connect_four", "othello", "go_9x9", "chess")
ZOO = ("tictactoe_v3", "connect_four_v3", "go_v5")
TOYS = ("Blackjack-v1", "FrozenLake-v1")
SPIEL = ("tic_tac_toe", "connect_four", "chess")
BATCH = 2048

Steps = Iterator[int]
"""Plays on each time it is asked, and says how many steps it has taken."""


def vector(game: str) -> Steps:
    """Our vector environment, including the random choices."""
    env = VectorEnv(game, BATCH, seed=1)
    while True:
        env.step(env.sample())
        yield BATCH


def observed(game: str) -> Steps:
    """The same, and every observation is written."""
    env = VectorEnv(game, BATCH, seed=1)
    rows = env.observe()
    while True:
        env.observe(rows)
        env.step(env.sample())
        yield BATCH


def pgx_steps(name: str, scan: int = 20) -> Steps:
    """One of Pgx's games, compiled by XLA."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(carry, _):
        state, key = carry
        key, draw = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(draw, logits, axis=-1)
        keys = jax.random.split(key, BATCH)
        return (jax.vmap(step)(state, action, keys), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=scan)[0])
    state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), BATCH)), jax.random.key(2)
    while True:
        state, key = jax.block_until_ready(run(state, key))
        yield BATCH * scan


def aec(make: Callable[[], Any]) -> Steps:
    """One game after another through PettingZoo's API, including observations and masks."""
    env, rng = make(), random.Random(1)
    while True:
        steps = 0
        env.reset(seed=rng.getrandbits(30))
        for _agent in env.agent_iter():
            observation, _reward, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(_choice(rng, observation["action_mask"] if "action_mask" in observation else info["action_mask"]))
            steps += 1
        yield steps


def against(make: Callable[[], Any]) -> Steps:
    """One game after another through Gymnasium's API. The opponent's steps are not counted."""
    env, rng = make(), random.Random(1)
    actions = env.action_space
    while True:
        steps, over, cut = 0, False, False
        observation, _info = env.reset(seed=rng.getrandbits(30))
        while not (over or cut):
            masked = isinstance(observation, dict) and "action_mask" in observation
            action = _choice(rng, observation["action_mask"]) if masked else int(rng.random() * actions.n)
            observation, _reward, over, cut, _info = env.step(action)
            steps += 1
        yield steps


def spiel(name: str) -> Steps:
    """One of OpenSpiel's games, written in C++, through its Python environment for reinforcement learning."""
    from open_spiel.python import rl_environment

    env, rng = rl_environment.Environment(name), random.Random(1)
    while True:
        steps, now = 0, env.reset()
        while not now.last():
            now = env.step([rng.choice(now.observations["legal_actions"][now.observations["current_player"]])])
            steps += 1
        yield steps


def _choice(rng: random.Random, mask: Any) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def _zoo(name: str) -> Any:
    from importlib import import_module

    return import_module(f"pettingzoo.classic.{name}").env()


def singles() -> dict[str, Callable[[], Steps]]:
    """Our environments for one game at a time."""
    found: dict[str, Callable[[], Steps]] = {}
    for game, title in TITLES.items():
        found[f"{title} through PettingZoo"] = lambda game=game: aec(lambda: ours_one_by_one.env(game))
        found[f"{title} through Gymnasium, against `random`"] = lambda game=game: against(
            lambda: LutetiaEnv(game, opponent="random")
        )
    return found


def rows() -> list[tuple[str, Callable[[], Steps], str]]:
    """Title, what to measure, and the target."""
    found: list[tuple[str, Callable[[], Steps], str]] = []
    for game, title in TITLES.items():
        found.append((f"{title}, {BATCH:,} games per step", lambda game=game: vector(game), "≥ 1,000,000"))
        found.append((f"{title}, with observations", lambda game=game: observed(game), ""))
    found += [(f"Pgx `{name}`, {BATCH:,} games per step", lambda name=name: pgx_steps(name), "") for name in PGX]
    found += [(title, make, "≥ 20,000") for title, make in singles().items()]
    further = {
        "against `level1`": {"opponent": "level1"},
        "flat observations": {"opponent": "random", "observation": "flat"},
    }
    for game, title in TITLES.items():
        for what, keywords in further.items():
            make = lambda game=game, keywords=keywords: against(lambda: LutetiaEnv(game, **keywords))  # noqa: E731
            found.append((f"{title} through Gymnasium, {what}", make, ""))
    found += [(f"PettingZoo's `{name}`", lambda name=name: aec(lambda: _zoo(name)), "") for name in ZOO]
    found += [
        (f"Gymnasium's `{name}`", lambda name=name: against(lambda: gymnasium.make(name).unwrapped), "")
        for name in TOYS
    ]
    found += [(f"OpenSpiel's `{name}` through `rl_environment`", lambda name=name: spiel(name), "") for name in SPIEL]
    return found


def rate(steps: Steps, seconds: float) -> float:
    """Steps per second of processor time."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += next(steps)
    return done / spent


def table(seconds: float, rounds: int) -> list[str]:
    """All rows, measured in turns."""
    running = [(title, make(), target) for title, make, target in rows()]
    for _title, steps, _target in running:
        next(steps)  # what happens only once
    rates: dict[str, list[float]] = {title: [] for title, _steps, _target in running}
    for _round in range(rounds):
        for title, steps, _target in running:
            rates[title].append(rate(steps, seconds / rounds))
    lines = ["| random legal steps | steps/s on one core | target |", "|---|---|---|"]
    for title, _steps, target in running:
        lines.append(f"| {title} | {median(rates[title]):,.0f} | {target} |")
        print(lines[-1], flush=True)
    return lines


def compare(checkout: Path, seconds: float, rounds: int) -> None:
    """Print the speed of our single environments here and in another checkout, measured in turns."""
    places = {"here": Path(__file__).parents[1], "there": checkout}
    for number, title in enumerate(singles()):
        rates: dict[str, list[float]] = {place: [] for place in places}
        for _round in range(rounds):
            for place, root in places.items():
                command = [sys.executable, __file__, "--single", str(number), "--seconds", str(seconds / rounds)]
                run = subprocess.run(
                    command,
                    env=os.environ | {"PYTHONPATH": str(root / "src")},
                    capture_output=True,
                    text=True,
                    check=True,
                )
                rates[place].append(float(run.stdout))
        print(f"{title}: " + ", ".join(f"{place} {median(found):,.0f}" for place, found in rates.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each figure, in all rounds")
    parser.add_argument("--rounds", type=int, default=5, help="how often the rows take turns")
    parser.add_argument("--write", action="store_true", help="write the table and its figure to docs/envs.md")
    parser.add_argument("--compare", type=Path, metavar="CHECKOUT", help="take turns with another checkout")
    parser.add_argument("--single", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.single is not None:
        steps = list(singles().values())[arguments.single]()
        next(steps)
        print(rate(steps, arguments.seconds))
        return
    if arguments.compare:
        compare(arguments.compare.resolve(), arguments.seconds, arguments.rounds)
        return
    lines = table(arguments.seconds, arguments.rounds)
    measured = f"{arguments.rounds} rounds, {arguments.seconds:g} s of processor time for each figure"
    lines += ["", f"lutetia {lutetia.__version__}, the others as installed by pip; one core, {measured}."]
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(lines))
        draw("envs.svg")


if __name__ == "__main__":
    main()
