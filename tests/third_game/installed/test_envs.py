"""Nosegay in the learning environments, with the default observation."""

from __future__ import annotations

import pickle
import random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import lutetia
import lutetia.envs.gymnasium
import lutetia.envs.openspiel  # registers the games
from lutetia.core.random import Rng
from lutetia.envs import pettingzoo
from lutetia.envs.observations import ObservationBuilder
from lutetia.envs.parts import Part
from lutetia.envs.python_observer import PythonObserver
from lutetia.envs.vector import VectorEnv


@pytest.mark.filterwarnings("ignore")  # PettingZoo advises on names and the sizes of observations
@pytest.mark.parametrize("players", [2, 3])
def test_pettingzoo_s_own_test(players):
    api_test(pettingzoo.raw_env("nosegay", players=players), num_cycles=60)


@pytest.mark.filterwarnings("ignore")  # Gymnasium advises against an unwrapped environment
def test_gymnasium_s_own_test():
    env = gymnasium.make("lutetia/Nosegay-v1", opponent="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_openspiel_s_random_simulations():
    pyspiel.random_sim_test(
        pyspiel.load_game("lutetia_nosegay(players=3,strict=true)"), num_sims=1, serialize=True, verbose=False
    )


def test_no_game_is_longer_than_its_manifest_says():
    for players, longest in ((2, 16), (3, 22)):
        assert pyspiel.load_game(f"lutetia_nosegay(players={players})").max_game_length() == longest
        env = VectorEnv("nosegay", 50, players=players, seed=1)
        steps = np.zeros(50)
        for _step in range(longest):
            env.step(env.sample())
            steps += 1
            assert (steps <= longest).all()
            steps[env.ended] = 0


@pytest.mark.parametrize("players", [2, 3])
def test_many_games_at_once_are_the_same_games(players):
    env = VectorEnv("nosegay", 20, players=players, seed=4)
    builder = ObservationBuilder(env.ruleset)
    for _step in range(40):
        rows, mask = env.observe(), env.mask()
        for game, kernel in enumerate(env.kernels):
            assert kernel.seat == env.seats[game]
            assert (rows[game] == builder.row(kernel, kernel.seat)).all()
            assert (mask[game] == builder.mask(kernel, kernel.seat)).all()
        env.step(env.sample())
    assert env.ended.any() or env.points.any()


@pytest.mark.parametrize("players", [2, 3])
def test_positions_that_differ_in_secrets_only_look_the_same(players):
    game = lutetia.new("nosegay", seed=9, players=players)
    builder = ObservationBuilder(game.ruleset)
    chance = random.Random(9)
    differed = 0
    while not game.over:
        for seat in range(players):
            other = game.copy()
            other.kernel.imagine(seat, Rng(chance.getrandbits(32)))
            differed += other.kernel.key() != game.kernel.key()
            assert (builder.row(other.kernel, seat) == builder.row(game.kernel, seat)).all()
        game.play(chance.choice(game.legal()))
    assert differed > 10


def test_a_row_names_turn_points_and_own_steps():
    game = lutetia.new("nosegay", seed=9)
    builder = ObservationBuilder(game.ruleset)
    me = game.ruleset.seats.index(str(game.seat))
    seen = builder.observation(game.kernel, me)["observation"]
    assert seen["turn"].tolist() == [1, 0]
    assert [game.ruleset.step_texts[step] for step in np.flatnonzero(seen["my steps"])] == game.legal()
    assert not builder.observation(game.kernel, 1 - me)["observation"]["my steps"].any()


def test_environments_of_a_python_kernel_are_pickled_and_explained():
    env = VectorEnv("nosegay", 3, seed=2, reward="shaped")
    for _step in range(5):
        env.step(env.sample())
    twin = pickle.loads(pickle.dumps(env))
    for _step in range(30):
        assert np.array_equal(env.observe(), twin.observe())
        env.step(env.sample())
        twin.step(twin.sample())
        assert np.array_equal(env.rewards, twin.rewards)
    lines = env.explain(env.observe()[0])
    steps = [env.ruleset.step_texts[step] for step in np.flatnonzero(env.mask()[0])]
    assert lines[0] == "turn: me"
    assert lines[-1] == f"my steps: {', '.join(steps)}"


def test_a_faulty_observer_is_reported():
    parts = (Part("points", (2,)),)
    kernel = lutetia.new("nosegay", seed=9).kernel
    row = np.zeros(2, np.float32)
    from lutetia.envs.observations import buffer_of

    with pytest.raises(TypeError, match="a row of 2 numbers is needed, not of 3"):
        PythonObserver(parts, lambda _kernel, _seat: [1, 2, 3]).observe(kernel, 0, buffer_of(row))
    with pytest.raises(ZeroDivisionError):
        PythonObserver(parts, lambda _kernel, _seat: [1, 1 / 0]).observe(kernel, 0, buffer_of(row))
