"""Which rule tells of what a table shows: all of it, by rules that exist, at every question of whole games."""

from __future__ import annotations

import random

import pytest

import lutetia
from lutetia import rules
from lutetia.told import pages, where

games = pytest.mark.parametrize("game", ["lumiere", "paris"])


@games
def test_every_source_and_part_has_a_rule_of_the_book(game):
    words = pages.WORDS[game]
    named = where.GAMES[game]
    assert {*words.sources, *words.glossary(words.data(None), 2)} <= set(named)
    told = {name for paragraph in rules.paragraphs(game, "en") for name in paragraph.ids}
    assert {rule for ids in named.values() for rule in ids} <= told


@games
def test_every_question_of_a_game_has_a_rule(game):
    asked = set()
    for seed in range(6):
        played = lutetia.new(game, seed=seed)
        chance = random.Random(seed)
        while True:
            view = played.view(None)
            asked.add(where.asked(view))
            assert where.rules(view)["question"] == where.GAMES[game][where.asked(view)][0]
            if played.over:
                break
            played.play(chance.choice(played.legal()))
    assert {"total"} < asked
    assert len(asked) > 6
