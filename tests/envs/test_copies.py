"""Environments can be copied and pickled in the middle of a game, and the copies go on identically."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys

import gymnasium
import numpy as np
import pyspiel
import pytest

import lutetia.envs.gymnasium
import lutetia.envs.openspiel  # registers the games
from lutetia.envs import pettingzoo
from lutetia.envs.vector import VectorEnv

from configurations import CONFIGURATIONS, new, rate, walk

CLONES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
clones = pytest.mark.parametrize("clone", CLONES.values(), ids=CLONES)
GAMES = ("lumiere", "paris for three, closed")


def table(name: str) -> dict:
    return dict(CONFIGURATIONS[name]) if name in CONFIGURATIONS else {"game": name}


def choice(rng: random.Random, mask: np.ndarray) -> int:
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def gym_steps(env, observation, steps: int, seed: int) -> list:
    """Play on with random actions, into the next game if this one ends; everything that the agent gets."""
    rng, seen = random.Random(seed), []
    for _step in range(steps):
        observation, reward, over, _cut, info = env.step(choice(rng, observation["action_mask"]))
        seen.append((observation["observation"].tobytes(), reward, over, json.dumps(info, sort_keys=True)))
        if over:
            observation, _info = env.reset()
    return seen


@clones
@pytest.mark.parametrize("opponent", ["random", "level1"])
@pytest.mark.parametrize("name", GAMES)
def test_a_gymnasium_environment(name, opponent, clone):
    env = lutetia.envs.gymnasium.LutetiaEnv(**table(name), opponent=opponent, observation="flat", reward="shaped")
    observation, _info = env.reset(seed=5)
    gym_steps(env, observation, 9, 1)
    twin = clone(env)
    observation = env._observation()
    ahead = gym_steps(env, observation, 60, 2)
    assert gym_steps(twin, observation, 60, 2) == ahead
    assert env.game.record() == twin.game.record()


@pytest.mark.parametrize("clone", [copy.deepcopy, CLONES["pickle"]])
def test_a_registered_gymnasium_environment(clone):
    env = gymnasium.make("lutetia/Lumiere-v1", opponent="greedy", observation="flat")
    observation, _info = env.reset(seed=5)
    twin = clone(env)
    assert gym_steps(env, observation, 5, 2) == gym_steps(twin, observation, 5, 2)


def zoo_steps(env, steps: int, seed: int) -> list:
    rng, seen = random.Random(seed), []
    for _step in range(steps):
        if not env.agents:
            env.reset()
        observation, reward, over, _cut, _info = env.last()
        seen.append((env.agent_selection, observation["observation"].tobytes(), reward, over))
        env.step(None if over else choice(rng, observation["action_mask"]))
    return seen


@clones
@pytest.mark.parametrize("name", GAMES)
def test_a_pettingzoo_environment(name, clone):
    env = pettingzoo.raw_env(**table(name), observation="flat", reward="shaped")
    env.reset(seed=5)
    zoo_steps(env, 30, 1)
    twin = clone(env)
    ahead = zoo_steps(env, 150, 2)
    assert zoo_steps(twin, 150, 2) == ahead
    assert env.game.record() == twin.game.record()


@pytest.mark.parametrize("clone", [copy.deepcopy, CLONES["pickle"]])
def test_a_wrapped_pettingzoo_environment(clone):
    env = pettingzoo.env("lumiere", observation="flat")
    env.reset(seed=5)
    zoo_steps(env, 5, 1)
    twin = clone(env)
    assert zoo_steps(env, 90, 2) == zoo_steps(twin, 90, 2)


@clones
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_vector_environment(name, clone):
    env = VectorEnv(**table(name), games=3, seed=5, reward="shaped")
    other = VectorEnv(**table(name), games=3, seed=6)
    env.put(other, [2, 1, 0])
    for _step in range(40):
        env.step(env.sample())
    twin = clone(env)
    for _step in range(120):
        for array in ("masks", "counts", "seats", "rewards", "points", "ended"):
            assert np.array_equal(getattr(env, array), getattr(twin, array)), array
        assert np.array_equal(env.observe(), twin.observe())
        assert [kernel.key() for kernel in env.kernels] == [kernel.key() for kernel in twin.kernels]
        env.step(env.sample())
        twin.step(twin.sample())
    env.put(other)
    twin.put(other)
    assert [kernel.key() for kernel in env.kernels] == [kernel.key() for kernel in twin.kernels], "the same samples"


@clones
def test_openspiel_games_and_states(clone):
    game = pyspiel.load_game("lutetia_paris(players=3,screens=closed)")
    assert str(clone(game)) == str(game)
    state = game.new_initial_state()
    state.apply_action(4)
    for _step in range(20):
        state.apply_action(state.legal_actions()[-1])
    twin, before = clone(state), str(state)
    assert twin.history() == state.history()
    twin.apply_action(twin.legal_actions()[0])
    assert (str(state), len(twin.history())) == (before, len(state.history()) + 1)
    state.apply_action(state.legal_actions()[0])
    assert str(twin) == str(state)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_snapshot_is_the_whole_position(name):
    rng = random.Random(3)
    game = new(name, 3)
    twin = game.ruleset.new_kernel()
    for _step in walk(game, rng):
        if rng.random() > rate(name, 0.5):
            continue
        snapshot = json.loads(json.dumps(game.kernel.snapshot()))
        twin.restore(snapshot)
        assert twin.snapshot() == snapshot
        assert twin.key() == game.kernel.key()


def test_the_interpreted_core_goes_on_from_a_pickle(tmp_path):
    """A pickle has positions by name: it does not depend on how a kernel lies in memory."""
    env = VectorEnv("paris", 2, seed=5)
    env.step(env.sample())
    (tmp_path / "env").write_bytes(pickle.dumps(env))
    going_on = (
        "import pickle, sys\nenv = pickle.load(open(sys.argv[1], 'rb'))\n"
        "for _ in range(9): env.step(env.sample())\nprint([kernel.key() for kernel in env.kernels])"
    )
    command = [sys.executable, "-c", going_on, str(tmp_path / "env")]
    ran = subprocess.run(command, env=os.environ | {"LUTETIA_PURE": "1"}, capture_output=True, text=True, check=True)
    for _step in range(9):
        env.step(env.sample())
    assert json.loads(ran.stdout) == [kernel.key() for kernel in env.kernels]


def test_a_ruleset_is_pickled_as_its_choices():
    for name in CONFIGURATIONS:
        ruleset = new(name, 0).ruleset
        again = pickle.loads(pickle.dumps(ruleset))
        assert copy.deepcopy(ruleset) is ruleset
        for fact in ("game", "rules", "edition", "options", "seats", "step_texts"):
            assert getattr(again, fact) == getattr(ruleset, fact)
