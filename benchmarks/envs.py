"""Environments compared with Pgx and PettingZoo, search with OpenSpiel's: `python benchmarks/envs.py [--write]`.

Everything runs on one core. Speed: random legal steps in the vector environment (masks packed, no observations)
compared with Pgx's games on the CPU, and single games through PettingZoo's API compared with its classic games.
Strength: the search of our levels against OpenSpiel's MCTS and ISMCTS bots (Python, uniform rollouts to the end)
through the adapter, with equal simulations and with equal time. Games are paired: the same deal with seats swapped.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pyspiel
from doc_figures import put
from draw import draw
from open_spiel.python.algorithms import ismcts, mcts

import lutetia
import lutetia.envs.openspiel  # registers the games
from lutetia.arena.intervals import wilson
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Method
from lutetia.envs import pettingzoo as ours_one_by_one
from lutetia.envs.vector import VectorEnv

PAGE = Path(__file__).parent.parent / "docs" / "envs.md"
BEGIN, END = "<!-- figures: python benchmarks/envs.py --write -->", "<!-- end of figures -->"
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris, two players"}
PGX = ("connect_four", "othello", "go_9x9", "chess")
ZOO = ("tictactoe_v3", "connect_four_v3", "go_v5")
BATCH = 2048


def vector(game: str, seconds: float) -> float:
    """Steps per second in our vector environment, including the random choices."""
    env = VectorEnv(game, BATCH, seed=1)
    return _rate(lambda: env.step(env.sample()), BATCH, seconds)


def observed(game: str, seconds: float) -> float:
    """The same, and every observation is written."""
    env = VectorEnv(game, BATCH, seed=1)
    rows = env.observe()

    def one() -> None:
        env.observe(rows)
        env.step(env.sample())

    return _rate(one, BATCH, seconds)


def pgx_steps(name: str, seconds: float, scan: int = 20) -> float:
    """Steps per second in one of Pgx's games, compiled by XLA."""
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
    held = [jax.block_until_ready(run(state, key))]

    def more() -> None:
        held[0] = jax.block_until_ready(run(*held[0]))

    return _rate(more, BATCH * scan, seconds)


def aec(make: Callable[[], object], seconds: float) -> float:
    """Steps per second through PettingZoo's API, including observations and masks."""
    env = make()
    rng = np.random.default_rng(1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=int(rng.integers(1 << 30)))
        for _agent in env.agent_iter():
            observation, _reward, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            steps += 1
    return steps / (time.process_time() - start)


def zoo(name: str) -> Callable[[], object]:
    from importlib import import_module

    return import_module(f"pettingzoo.classic.{name}").env


def _rate(one: Callable[[], None], steps: int, seconds: float) -> float:
    one()
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        one()
        done += steps
    return done / (time.process_time() - start)


def spiel_bot(kind: str, game: pyspiel.Game, simulations: int, seed: int) -> object:
    """One of OpenSpiel's bots, with uniform rollouts."""
    rng = np.random.RandomState(seed)
    judge = mcts.RandomRolloutEvaluator(1, rng)
    if kind == "MCTS":
        return mcts.MCTSBot(game, 1.4, simulations, judge, random_state=rng)
    return ismcts.ISMCTSBot(game=game, evaluator=judge, uct_c=1.4, max_simulations=simulations, random_state=rng)


def duel(name: str, kind: str, mine: int, theirs: int, pairs: int) -> tuple[float, tuple[float, float], list[float]]:
    """How often our search beats OpenSpiel's bot, with its interval, and the seconds each took per decision."""
    game = pyspiel.load_game(f"lutetia_{name}")
    won, seconds, decisions = 0.0, [0.0, 0.0], [0, 0]
    for pair in range(pairs):
        for seat in range(2):
            us, them = LevelBot(lambda profile, mine=mine: Method(mine), pair), spiel_bot(kind, game, theirs, pair)
            state = game.new_initial_state()
            state.apply_action(pair)
            while not state.is_terminal():
                who = int(state.current_player() != seat)
                start = time.process_time()
                if len(state.legal_actions()) == 1:
                    action = state.legal_actions()[0]
                elif who == 0:
                    played = state.played
                    action = game.ruleset.step_ids[us.choose(played.view(played.seat), played.legal())]
                else:
                    action = int(them.step(state))
                seconds[who] += time.process_time() - start
                decisions[who] += 1
                state.apply_action(action)
            won += (state.returns()[seat] + 1) / 2
    games = 2 * pairs
    return won / games, wilson(won, games), [s / max(1, d) for s, d in zip(seconds, decisions, strict=True)]


def strength(pairs: int) -> list[str]:
    lines = [
        "| opponent, paired games | our simulations | theirs | seconds per decision: ours, theirs | we finish ahead |",
        "|---|---|---|---|---|",
    ]
    for name, simulations in (("lumiere", 100), ("paris", 20)):
        for kind in ("MCTS", "ISMCTS"):
            ours = simulations
            for equal in ("simulations", "time"):
                rate, (low, high), took = duel(name, kind, ours, simulations, pairs)
                lines.append(
                    f"| OpenSpiel's {kind}, {TITLES[name]}, equal {equal} | {ours:,} | {simulations:,} "
                    f"| {took[0]:.3f}, {took[1]:.3f} | {rate:.0%} ({low:.0%}–{high:.0%}), {pairs} pairs |"
                )
                print(lines[-1], flush=True)
                ours = max(ours, round(ours * took[1] / took[0]))
    return lines


def speed(seconds: float) -> list[str]:
    rows: list[tuple[str, float, str]] = []
    for game, title in TITLES.items():
        rows.append((f"{title}, {BATCH:,} games per step", vector(game, seconds), "≥ 1,000,000"))
        rows.append((f"{title}, with observations", observed(game, seconds), ""))
    rows += [(f"Pgx `{name}`, {BATCH:,} games per step", pgx_steps(name, seconds), "") for name in PGX]
    for game, title in TITLES.items():
        rows.append((f"{title} through PettingZoo", aec(lambda game=game: ours_one_by_one.env(game), seconds), ""))
    rows += [(f"PettingZoo's `{name}`", aec(zoo(name), seconds), "") for name in ZOO]
    lines = ["| random legal steps | steps/s on one core | target |", "|---|---|---|"]
    for title, rate, target in rows:
        lines.append(f"| {title} | {rate:,.0f} | {target} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time per speed figure")
    parser.add_argument("--pairs", type=int, default=10, help="pairs per strength figure; 0: measure no strength")
    parser.add_argument("--write", action="store_true", help="write the tables and their figures to docs/envs.md")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lines = speed(arguments.seconds)
    if arguments.pairs:
        lines += ["", *strength(arguments.pairs)]
    lines += [
        "",
        f"lutetia {lutetia.__version__}, OpenSpiel, Pgx and PettingZoo as installed by pip; one core. For equal time, "
        "the number of our simulations is estimated from the row above, which includes a fixed cost per decision; the "
        "seconds show how close the estimate is.",
    ]
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(lines))
        draw("envs.svg", *(["rivals.svg"] if arguments.pairs else []))


if __name__ == "__main__":
    main()
