"""A bot that decides without a view learns what its seat may know, and nothing else."""

from __future__ import annotations

import random

import pytest

from lutetia.bots import NAMES, DirectBot, bot_for
from lutetia.bots.situation import Situation
from lutetia.core.kernel import StepList

from configurations import new, walk


def situation(game) -> Situation:
    return Situation(game.ruleset, game.kernel, game.step_count, StepList(len(game.ruleset.step_texts)))


@pytest.mark.parametrize("name", ["lumiere two tiles", "paris for three, closed"])
def test_imagined_games_show_the_seat_the_same_and_differ_in_what_it_cannot_know(name):
    game, rng = new(name, 3), random.Random(3)
    for _step in walk(game, rng):
        if rng.random() < 0.1:
            known = situation(game)
            worlds = [known.imagine(seed) for seed in range(4)]
            for world in worlds:
                assert world.view(game.seat)["position"] == game.view(game.seat)["position"]
                assert world.legal() == game.legal() == [game.ruleset.step_texts[step] for step in known.legal]
            if game.turn_count < 5:
                keys = {world.kernel.key() for world in worlds}
                assert len(keys - {game.kernel.key()}) > 1


@pytest.mark.parametrize("game", ["lumiere", "paris"])
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("level4", "level5", "level6")])
def test_built_in_bots_decide_directly_and_reproducibly(game, name):
    played = new("lumiere random" if game == "lumiere" else "paris for two", 5)
    for _step in range(4):
        made = bot_for(game, name, 7)
        assert isinstance(made, DirectBot)
        before = played.kernel.key()
        step = made.decide(situation(played))
        assert step == bot_for(game, name, 7).decide(situation(played))
        assert played.kernel.key() == before
        played.play(played.ruleset.step_texts[step])
