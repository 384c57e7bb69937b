"""PettingZoo's own tests, and games played through its API."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import lutetia
from lutetia.envs import pettingzoo

from configurations import CONFIGURATIONS

QUIET = pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:We recommend agents:UserWarning")


def keywords(name: str) -> dict:
    return dict(CONFIGURATIONS[name])


@QUIET
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_pettingzoo_s_own_tests(name, sample):
    api_test(pettingzoo.env(**keywords(name)), num_cycles=sample(60, 1000))
    seed_test(lambda: pettingzoo.env(**keywords(name)), num_cycles=sample(20, 300))


@pytest.mark.parametrize("game", ["lumiere", "paris"])
@pytest.mark.parametrize("form", ["dict", "flat"])
def test_both_forms_pass_pettingzoo_s_own_test(game, form):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises on the sizes of observations
        api_test(pettingzoo.raw_env(game, observation=form), num_cycles=20)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_pettingzoo_s_own_test_of_rendering(game, capsys):
    render_test(
        lambda render_mode: pettingzoo.env(game, render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )
    assert capsys.readouterr().out.count("\n") > 100, "people see every position"


def play(env, seed=3):
    """Random legal steps to the end; what every seat got in all."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _cut, _info = env.last()
        got[agent] += reward
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return got


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_whole_game_pays_what_the_rules_say(name):
    env = pettingzoo.raw_env(**keywords(name))
    won = play(env)
    game = env.game
    assert game.over
    assert lutetia.replay(game.record()).record() == game.record()
    assert won == {seat: game.kernel.utility_of(n) for n, seat in enumerate(game.ruleset.seats)}


def test_difference_and_shaped_rewards():
    ahead, shaped = (pettingzoo.raw_env("lumiere", reward=reward) for reward in ("difference", "shaped"))
    gap, shape = play(ahead), play(shaped)
    points = {seat: ahead.game.kernel.points_of(n) for n, seat in enumerate(ahead.ruleset.seats)}
    assert gap["orange"] == pytest.approx((points["orange"] - points["blue"]) / 100)
    assert gap["blue"] == -gap["orange"]
    start = lutetia.new("lumiere", seed=0).kernel.points_of(0)
    for n, seat in enumerate(shaped.ruleset.seats):
        assert shape[seat] == pytest.approx((points[seat] - start) / 100 + shaped.game.kernel.utility_of(n))


def test_a_step_that_is_not_legal_loses():
    env = pettingzoo.env("lumiere")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.unwrapped.ruleset.step_ids["pass"])
    assert env.terminations[loser]
    assert env.rewards[loser] == -1
    assert env.infos[loser]["rule"].startswith("L")
    for _agent in env.agent_iter():
        _observation, reward, over, _cut, _info = env.last()
        assert (over, reward) == (True, -1 if env.agent_selection == loser else 0)
        env.step(None)
    assert not env.agents
    env.reset()
    assert not any(env.terminations.values())
    with pytest.raises(TypeError):
        env.step(None)
    raw = pettingzoo.raw_env("lumiere")
    raw.reset(seed=1)
    with pytest.raises(lutetia.IllegalStep):
        raw.step(raw.ruleset.step_ids["pass"])


def test_the_mask_of_a_waiting_agent_is_empty():
    env = pettingzoo.raw_env("paris", players=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_unknown_names_are_refused_at_once():
    for wrong, words in (
        ({"game": "chess"}, "there is no game"),
        ({"game": "paris", "reward": "gold"}, "there are: win, difference, shaped"),
        ({"game": "paris", "render_mode": "film"}, "there are: human, svg, ansi, rgb_array"),
        ({"game": "paris", "players": 5}, "players"),
        ({"game": "paris", "observation": "round"}, "there are: dict, flat"),
        ({"game": "paris", "illegal": "ignore"}, "there are: raise, lose"),
    ):
        with pytest.raises(ValueError, match=words):
            pettingzoo.raw_env(**wrong)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_positions_are_drawn(game):
    for mode, look in (
        ("svg", lambda picture: picture.startswith("<svg")),
        ("ansi", lambda text: "\n" in text),
        ("rgb_array", lambda array: array.dtype == np.uint8 and array.ndim == 3 and array.shape[2] == 3),
    ):
        env = pettingzoo.raw_env(game, render_mode=mode)
        env.reset(seed=4)
        assert look(env.render())
    env = pettingzoo.raw_env(game)
    env.reset(seed=4)
    assert env.render() is None
