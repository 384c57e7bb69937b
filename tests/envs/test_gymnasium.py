"""The Gymnasium environment: one seat against bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lutetia.bots import bot
from lutetia.core.game import Game
from lutetia.envs.gymnasium import LutetiaEnv

NAMES = {"lumiere": "lutetia/Lumiere-v1", "paris": "lutetia/Paris-v1"}


@pytest.mark.parametrize("game", NAMES)
def test_gymnasium_s_own_checks(game):
    for form in ("dict", "flat"):
        check_env(gymnasium.make(NAMES[game], opponent="random", observation=form).unwrapped)


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
    assert played.over
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


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy", "level1", "level2"])
def test_built_in_bots_need_no_view(game, opponent, monkeypatch):
    """They get no kernel either, only games in which everything is redrawn that their seat cannot know."""

    def no_view(*_args, **_keywords):
        raise AssertionError("a view takes longer than many steps")

    monkeypatch.setattr(Game, "view", no_view)
    monkeypatch.setattr(Game, "deal", no_view)
    env = LutetiaEnv(game, opponent=opponent)
    observation, _info = env.reset(seed=3)
    rng, over, steps = np.random.default_rng(1), False, 0
    while not over and steps < 12:
        observation, _reward, over, _cut, info = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert "illegal" not in info
        steps += 1


@pytest.mark.parametrize("game", NAMES)
def test_the_random_bot_takes_the_same_steps_with_and_without_views(game):
    class Viewing:
        def __init__(self, seed):
            self.bot = bot("random", seed)

        def choose(self, view, legal, clock=None):
            return self.bot.choose(view, legal, clock)

    played = []
    for opponent in ("random", Viewing(0)):
        env = LutetiaEnv(game, opponent=opponent, seat=None)
        observation, _info = env.reset(seed=3)
        if opponent != "random":
            env._bot.bot.seed = env._bot_seed
            observation, _info = env.reset(seed=3)
        rng, over = np.random.default_rng(1), False
        while not over:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, _reward, over, _cut, _info = env.step(action)
        played.append(env.game.record())
    assert played[0] == played[1]


def test_people_see_the_position_after_each_step(capsys):
    env = LutetiaEnv("lumiere", opponent="random", render_mode="human")
    observation, _info = env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(int(observation["action_mask"].argmax()))
    second = capsys.readouterr().out
    assert first.count("\n") > 10
    assert second.count("\n") > 10
    assert first != second


def test_seats_are_drawn_and_unknown_names_refused():
    env = LutetiaEnv("lumiere", opponent="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(8)} == {"orange", "blue"}
    with pytest.raises(ValueError, match="there is no seat"):
        LutetiaEnv("lumiere", seat="green")
    with pytest.raises(ValueError, match="there is no bot"):
        LutetiaEnv("lumiere", opponent="levle5")
