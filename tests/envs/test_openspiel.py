"""OpenSpiel's own tests, and its bots in our games."""

from __future__ import annotations

import random
from itertools import count

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import lutetia
import lutetia.envs.openspiel  # registers the games

from configurations import FULL

GAMES = [
    "lutetia_lumiere",
    "lutetia_lumiere(postcards=random,two_tiles=true)",
    "lutetia_paris",
    "lutetia_paris(players=3,screens=closed)",
    "lutetia_paris(players=4,advanced=true,any_district=true)",
]


@pytest.mark.parametrize("name", GAMES if FULL else GAMES[:3])
def test_openspiel_s_random_simulations(name, sample):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sample(1, 10), serialize=True, verbose=False)


@pytest.mark.full
@pytest.mark.parametrize("name", ["lutetia_lumiere(deals=3)", "lutetia_paris(deals=3)"])
def test_openspiel_s_playthrough_is_replayed_identically(name):
    """A playthrough lists everything that OpenSpiel can ask about each state of a game."""
    # Here and not above: this import takes a second, and every process of a test run imports this file.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    state, rng, actions = pyspiel.load_game(name).new_initial_state(), random.Random(6), []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    first, again = (playthrough(name, actions, alsologtostdout=False) for _ in range(2))
    assert first == again
    assert f"action: {actions[-1]}" in first
    for asked in ("InformationStateString", "InformationStateTensor", "ObservationString", "ObservationTensor"):
        assert f"{asked}(0)" in first


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_our_game(name):
    game = pyspiel.load_game(name)
    rng = random.Random(3)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _deal, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(42)
    ours = lutetia.new(game.ruleset.game, seed=42, players=game.players, options=game.ruleset.options)
    while not state.is_terminal():
        assert [state.action_to_string(action) for action in state.legal_actions()] == ours.legal()
        action = rng.choice(state.legal_actions())
        ours.play(state.action_to_string(action))
        state.apply_action(action)
    assert ours.over
    assert state.returns() == [ours.kernel.utility_of(seat) for seat in range(game.players)]


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name):
    game = pyspiel.load_game(name)
    rng = random.Random(5)
    state = game.new_initial_state()
    state.apply_action(9)
    numbers = count(1)
    for n in range(60):
        if state.is_terminal():
            break
        if n % 6 == 0:
            for player in range(game.players):
                other = state.resample_from_infostate(player, lambda: (next(numbers) * 0.618) % 1)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))


def test_information_states_remember_what_observations_forget():
    game = pyspiel.load_game("lutetia_lumiere(first=orange)")
    one, other = (game.new_initial_state() for _ in range(2))
    ruleset = game.ruleset
    for state, steps in ((one, ["take L4", "take S4"]), (other, ["take S4", "take L4"])):
        state.apply_action(1)
        for step in steps:
            state.apply_action(ruleset.step_ids[step])
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def test_serialised_states_go_on():
    game = pyspiel.load_game("lutetia_paris")
    state = game.new_initial_state()
    state.apply_action(7)
    for _ in range(40):
        state.apply_action(state.legal_actions()[-1])
    _game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert again.clone().played.record() == state.played.record()


@pytest.mark.parametrize("name", ["lutetia_lumiere", "lutetia_paris"])
@pytest.mark.parametrize("kind", ["mcts", pytest.param("ismcts", marks=pytest.mark.full)])
def test_openspiel_s_bots_play_to_the_end(name, kind):
    game = pyspiel.load_game(name)
    rng = np.random.RandomState(8)
    judge = mcts.RandomRolloutEvaluator(1, rng)
    if kind == "mcts":
        player = mcts.MCTSBot(game, 1.4, 2, judge, random_state=rng)
    else:
        player = ismcts.ISMCTSBot(game=game, evaluator=judge, uct_c=1.4, max_simulations=2, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(3)
    while not state.is_terminal():
        legal = state.legal_actions()
        action = player.step(state) if state.current_player() == 0 else rng.choice(legal)
        assert action in legal
        state.apply_action(int(action))
    assert sum(state.returns()) == 0
