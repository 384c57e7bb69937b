"""Links to rules: everything that a table shows names existing rules, at every question of whole games."""

from __future__ import annotations

import random

import pytest

import lutetia
from lutetia.text import rulebook as rules
from lutetia.text.interface import text_for
from lutetia.text.rule_links import question_rule, topic_of

games = pytest.mark.parametrize("game", ["lumiere", "paris"])


@games
def test_every_source_and_part_has_a_rule_of_the_book(game):
    words = text_for(game)
    named = words.rule_links
    assert {*words.sources, *words.glossary(words.data(None), 2)} <= set(named)
    known = {name for paragraph in rules.paragraphs(game, "en") for name in paragraph.ids}
    assert {rule for ids in named.values() for rule in ids} <= known


@games
def test_every_question_of_a_game_has_a_rule(game):
    asked = set()
    for seed in range(6):
        played = lutetia.new(game, seed=seed)
        chance = random.Random(seed)
        while True:
            view, legal = played.view(None), played.legal()
            topic = topic_of(text_for(game), view, legal)
            asked.add(topic)
            assert question_rule(view, legal) == text_for(game).rule_links[topic][0]
            if played.over:
                break
            played.play(chance.choice(played.legal()))
    assert {"total"} < asked
    assert len(asked) > 6


def test_with_one_kind_of_step_left_the_prompt_links_its_rule():
    met = set()
    for seed in range(12):
        played = lutetia.new("lumiere", seed=seed)
        chance = random.Random(seed)
        while not played.over:
            legal = played.legal()
            view = played.view(played.seat)
            kinds = {step.split(" ")[0] for step in legal}
            rule = question_rule(view, legal)
            if view["position"]["question"]:
                pass
            elif kinds == {"card"}:
                assert rule == "L31"
                met.add("card")
            elif view["position"]["phase"] == "building":
                assert rule == "L30"
            elif "tile" in kinds:
                assert rule == "L20"
            else:
                assert rule == "L22"
                met.add("pass")
            played.play(chance.choice(legal))
    assert met == {"card", "pass"}
