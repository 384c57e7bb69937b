"""Agents can ask how their game will end: the view of every environment, as docs/envs.md shows."""

from __future__ import annotations

import gymnasium
import pyspiel
import pytest

import lutetia
import lutetia.envs.gymnasium
import lutetia.envs.openspiel
from lutetia.core.json_types import Json
from lutetia.envs import pettingzoo

STEPS = 9


def in_pettingzoo(game: str) -> Json:
    env = pettingzoo.env(game)
    env.reset(seed=7)
    for _step in range(STEPS):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    return env.unwrapped.game.view(env.agent_selection)


def in_gymnasium(game: str) -> Json:
    env = gymnasium.make(f"lutetia.envs.gymnasium:lutetia/{game.capitalize()}-v1", opponent="random")
    observation, info = env.reset(seed=7)
    for _step in range(STEPS):
        observation, *_rest, info = env.step(int(observation["action_mask"].argmax()))
    return env.unwrapped.game.view(info["seat"])


def in_openspiel(game: str) -> Json:
    state = pyspiel.load_game(f"lutetia_{game}").new_initial_state()
    state.apply_action(7)
    for _step in range(STEPS):
        state.apply_action(state.legal_actions()[0])
    return state.played.view(state.played.seat)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
@pytest.mark.parametrize("view_in", [in_pettingzoo, in_gymnasium, in_openspiel])
def test_an_agent_can_ask_how_its_game_will_end(view_in, game):
    view = view_in(game)
    assert len(view["turns"]) > 0
    found = lutetia.evaluate(view)
    assert sum(found["chances"].values()) == pytest.approx(1, abs=1e-12)
    assert view["viewer"] in found["chances"]
    imagined = lutetia.imagine(view, seed=3)  # another game that looks the same to this seat
    assert lutetia.evaluate(imagined.view(view["viewer"])) == found
