"""The Gymnasium environment: one seat against bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lutetia.envs.gymnasium import LutetiaEnv

NAMES = {"lumiere": "lutetia/Lumiere-v1", "paris": "lutetia/Paris-v1"}


@pytest.mark.parametrize("game", NAMES)
def test_gymnasium_s_own_checks(game):
    check_env(gymnasium.make(NAMES[game], opponent="random").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("opponent", ["random", "level1"])
def test_a_whole_game(game, opponent):
    env = gymnasium.make(NAMES[game], opponent=opponent)
    observation, info = env.reset(seed=7)
    over, paid = False, 0.0
    while not over:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, over, cut, info = env.step(action)
        paid += reward
        assert not cut
    played = env.unwrapped.game
    assert info["result"] == played.result()
    assert paid == played.kernel.utility_of(env.unwrapped.seat_index)


def test_a_step_that_is_not_legal_loses_at_once():
    env = LutetiaEnv("lumiere", opponent="random", seat="orange", options={"first": "orange"})
    env.reset(seed=1)
    _observation, reward, over, _cut, info = env.step(env.ruleset.step_ids["pass"])
    assert (reward, over) == (-1.0, True)
    assert info["rule"].startswith("L")
    assert info["illegal"]


def test_three_bots_at_a_table_and_a_bot_of_one_s_own():
    class First:
        def choose(self, view, legal, clock=None):
            assert view["viewer"] == view["seat"], "a bot sees its own seat's view"
            return legal[0]

    env = LutetiaEnv("paris", opponent=First(), seat="p2", players=4)
    observation, info = env.reset(seed=2)
    assert info["seat"] == "p2"
    over = False
    rng = np.random.default_rng(1)
    while not over:
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observation, _reward, over, _cut, info = env.step(action)
    assert info["result"]


def test_seats_are_drawn_and_unknown_names_refused():
    env = LutetiaEnv("lumiere", opponent="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(8)} == {"orange", "blue"}
    with pytest.raises(ValueError, match="there is no seat"):
        LutetiaEnv("lumiere", seat="green")
    with pytest.raises(ValueError, match="there is no bot"):
        LutetiaEnv("lumiere", opponent="levle5")
