"""The vector environment plays the same games as single environments."""

from __future__ import annotations

import sys
import threading
from itertools import count

import numpy as np
import pytest

import lutetia
from lutetia.core.kernel import StepList
from lutetia.envs import batch
from lutetia.envs.observations import ObservationBuilder
from lutetia.envs.rewards import NAMES, Rewards
from lutetia.envs.vector import VectorEnv

from configurations import CONFIGURATIONS


def table(name: str) -> dict:
    return dict(CONFIGURATIONS[name])


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_game_follows_its_kernel(name, sample):
    env = VectorEnv(games=3, seed=11, **table(name))
    twins = [env.ruleset.new_kernel() for _ in range(3)]
    builder, steps = ObservationBuilder(env.ruleset), StepList(env.actions)
    ends = 0
    for n in count():
        if ends and n >= sample(300, 4000):
            return
        for twin, kernel in zip(twins, env.kernels, strict=True):
            twin.become(kernel)
        mask, actions, rows = env.mask(), env.sample(), env.observe()
        for i, twin in enumerate(twins):
            assert env.counts[i] == twin.list(steps)
            assert np.flatnonzero(mask[i]).tolist() == list(steps)
            assert actions[i] in steps
            assert env.seats[i] == twin.seat
            assert np.array_equal(rows[i], builder.row(twin, twin.seat))
            twin.play(int(actions[i]))
        env.step(actions)
        for i, twin in enumerate(twins):
            assert env.ended[i] == twin.is_over()
            if twin.is_over():
                ends += 1
                assert env.rewards[i].tolist() == [twin.utility_of(seat) for seat in range(env.players)]
                assert env.points[i].tolist() == [twin.points_of(seat) for seat in range(env.players)]
                assert env.kernels[i].turn == 0, "an ended game is dealt anew"
            else:
                assert env.kernels[i].key() == twin.key()
                assert not env.rewards[i].any()


@pytest.mark.parametrize("reward", NAMES)
@pytest.mark.parametrize("name", ["lumiere random", "paris for three, closed"])
def test_rewards_are_those_of_single_environments(name, reward):
    env = VectorEnv(games=4, seed=3, reward=reward, **table(name))
    single = [Rewards(reward) for _ in range(4)]
    twins = [env.ruleset.new_kernel() for _ in range(4)]
    for rewards, kernel in zip(single, env.kernels, strict=True):
        rewards.begin(kernel)
    ends = 0
    while ends < 6:
        actions = env.sample()
        for twin, kernel, action in zip(twins, env.kernels, actions, strict=True):
            twin.become(kernel)
            twin.play(int(action))
        env.step(actions)
        for i, twin in enumerate(twins):
            assert env.rewards[i] == pytest.approx(single[i].after(twin))
            if env.ended[i]:
                ends += 1
                single[i].begin(env.kernels[i])
    with pytest.raises(ValueError, match="there are: win, difference, shaped"):
        VectorEnv("lumiere", 2, reward="gold")


def test_copies_are_rewarded_for_what_they_gain():
    env, copies = VectorEnv("lumiere", 1, seed=3), VectorEnv("lumiere", 1, seed=4, reward="shaped")
    for _ in range(30):
        env.step(env.sample())
    copies.put(env, imagined=False)
    before = [copies.kernels[0].points_of(seat) for seat in range(2)]
    copies.step(copies.sample())
    after = [copies.kernels[0].points_of(seat) for seat in range(2)]
    assert copies.rewards[0] == pytest.approx([(now - then) / 100 for now, then in zip(after, before, strict=True)])


def test_observations_by_name():
    rows, parts = VectorEnv("paris", 3, seed=2), VectorEnv("paris", 3, seed=2, observation="dict")
    found = parts.observe()
    assert found.keys() == {part.name for part in parts.parts}
    assert found["in view"].shape == (3, 2, 208)
    assert np.array_equal(np.concatenate([found[part.name].reshape(3, -1) for part in parts.parts], 1), rows.observe())
    with pytest.raises(ValueError, match="there are: dict, flat"):
        VectorEnv("lumiere", 2, observation="round")


def test_a_seed_gives_the_same_games():
    def played(seed):
        env = VectorEnv("lumiere", 8, seed=seed)
        for _ in range(60):
            env.step(env.sample())
        return env.observe()

    assert np.array_equal(played(4), played(4))
    assert not np.array_equal(played(4), played(5))


def test_deals_differ_from_game_to_game():
    env = VectorEnv("paris", 16, seed=1)
    assert len({kernel.key() for kernel in env.kernels}) == 16


def test_an_illegal_action_is_named_and_nothing_is_done():
    env = VectorEnv("lumiere", 4, seed=2, options={"first": "orange"})
    before = [kernel.key() for kernel in env.kernels]
    actions = env.sample()
    actions[2] = env.ruleset.step_ids["pass"]
    with pytest.raises(ValueError, match=r"game 2: pass: ."):
        env.step(actions)
    actions[2] = env.actions
    with pytest.raises(ValueError, match=rf"game 2: there is no step {env.actions}"):
        env.step(actions)
    assert [kernel.key() for kernel in env.kernels] == before


@pytest.mark.parametrize("actions", [[1, 2], np.zeros((4, 1), int), np.zeros(4), "take L4"])
def test_actions_of_another_shape_are_refused(actions):
    with pytest.raises(ValueError, match="4 whole numbers are needed"):
        VectorEnv("lumiere", 4, seed=2).step(actions)


def test_a_buffer_of_another_shape_is_refused():
    env = VectorEnv("lumiere", 4, seed=2)
    with pytest.raises(ValueError, match="contiguous float32 array of 4 × "):
        env.observe(np.zeros((4, 3), np.float32))
    with pytest.raises(ValueError, match="games"):
        VectorEnv("lumiere", 0)
    with pytest.raises(ValueError, match="games: a whole number of at least 1 is needed, not many"):
        VectorEnv("lumiere", "many")


def test_masks_are_packed_lowest_bit_first():
    env = VectorEnv("paris", 3, seed=2)
    assert env.masks.dtype == np.uint8
    unpacked = np.unpackbits(env.masks, axis=1, bitorder="little")[:, : env.actions]
    assert np.array_equal(unpacked.astype(bool), env.mask())


def advanced(name, games, steps):
    env = VectorEnv(games=games, seed=3, **table(name))
    for _ in range(steps):
        env.step(env.sample())
    return env


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_copies_are_the_games_they_were_copied_from(name):
    env = advanced(name, 3, 9)
    copies = VectorEnv(games=5, seed=4, **table(name))
    sources = [2, 0, 2, 1, 1]
    copies.put(env, sources, imagined=False)
    assert [kernel.key() for kernel in copies.kernels] == [env.kernels[source].key() for source in sources]
    assert np.array_equal(copies.observe(), env.observe()[sources])
    assert np.array_equal(copies.masks, env.masks[sources])
    assert np.array_equal(copies.counts, env.counts[sources])
    assert np.array_equal(copies.seats, env.seats[sources])
    before = [kernel.key() for kernel in env.kernels]
    copies.step(copies.sample())
    assert [kernel.key() for kernel in env.kernels] == before, "copies go their own ways"


@pytest.mark.parametrize("name", ["lumiere random", "lumiere two tiles", "paris for three, closed"])
def test_an_imagined_copy_keeps_what_the_seat_knows_and_nothing_else(name):
    env = advanced(name, 8, 9)
    copies = VectorEnv(games=64, seed=4, **table(name))
    sources = np.arange(64) % 8
    copies.put(env, sources)
    assert np.array_equal(copies.observe(), env.observe()[sources])
    assert np.array_equal(copies.masks, env.masks[sources])
    worlds = [{copies.kernels[i].key() for i in range(game, 64, 8)} for game in range(8)]
    assert max(map(len, worlds)) > 1, "what is hidden is drawn anew"


def test_an_ended_game_that_becomes_a_copy_has_not_just_ended():
    env = advanced("lumiere starter", 2, 5)
    copies = VectorEnv("lumiere", 2, seed=4)
    while not copies.ended.all():
        copies.step(copies.sample())
    copies.put(env, [0, 1])
    assert not copies.ended.any()
    assert not copies.rewards.any()


def test_one_game_fills_an_environment():
    game = lutetia.new("lumiere", seed=5)
    env = VectorEnv("lumiere", len(game.legal()), seed=1)
    env.put(game)
    actions = np.flatnonzero(env.mask()[0])
    assert [env.ruleset.step_texts[action] for action in actions] == game.legal()
    env.step(actions)
    assert len({kernel.key() for kernel in env.kernels}) == env.games, "every step in a copy of its own"


def test_invalid_copies_are_refused():
    env, other = VectorEnv("lumiere", 4, seed=2), VectorEnv("lumiere", 2, seed=3)
    before = [kernel.key() for kernel in env.kernels]
    for sources in (2, -1, [0, 1], [0.0] * 4, [[0]] * 4):
        with pytest.raises(ValueError, match="4 whole numbers from 0 to 1 are needed"):
            env.put(other, sources)
    for stranger in (env, VectorEnv("paris", 2), VectorEnv("lumiere", 2, options={"postcards": "random"})):
        with pytest.raises(ValueError, match="same game, edition, options and players"):
            env.put(stranger, 0)
    game = lutetia.new("lumiere", seed=5)
    while not game.over:
        game.play(game.legal()[0])
    with pytest.raises(ValueError, match="over"):
        env.put(game)
    assert [kernel.key() for kernel in env.kernels] == before


def test_a_compiled_step_releases_the_gil():
    """Thread switching is off for ten seconds, so another thread can only run if a step releases the GIL."""
    compiled = batch.__file__.endswith(".so")
    env = VectorEnv("lumiere", 4096 if compiled else 4, seed=7)
    begun, ended = threading.Event(), []

    def steps() -> None:
        begun.set()
        for _ in range(100):
            env.step(env.sample())
        ended.append(True)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(10)
    try:
        stepping = threading.Thread(target=steps)
        stepping.start()
        begun.wait()
        went_on = not ended
        stepping.join()
    finally:
        sys.setswitchinterval(usual)
    assert went_on == compiled
