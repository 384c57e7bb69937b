"""The default texts around a position, and clear answers where the game has none."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.companion import companion
from lutetia.text.interface import text_for
from lutetia.text.position import position_text, rules
from lutetia.tutorial import lesson


def test_the_text_around_a_position():
    game = lutetia.new("nosegay", seed=5)
    told = position_text(game, game.seat, game.legal())
    assert told["title"] == "Nosegay"
    assert told["sources"] == {"shown": "shown", "hidden": "hidden", "total": "total"}
    assert [step["does"] for step in told["steps"]] == game.legal()
    assert {step["kind"] for step in told["steps"]} == {"hide", "show"}


def test_the_verdict_names_the_winners():
    game = lutetia.new("nosegay", seed=5)
    text = text_for("nosegay")
    assert text.verdict(game.score(), None, {}) == "The game is not over; this is the score so far."
    while not game.over:
        game.play(game.legal()[-1])
    points = " : ".join(str(page["total"]) for page in game.score().values())
    winners = [text.seat(seat)[1] for seat in game.result()["winners"]]
    assert text.verdict(game.score(), game.result(), {}) == f"{winners[0]} wins ({points})."
    tie = {seat: {"shown": 4, "hidden": 3, "total": 7} for seat in ("p1", "p2")}
    assert text.verdict(tie, {"scores": tie}, {}) == "Player 1, Player 2 share the win (7 : 7)."
    assert [row["label"] for row in text.rows(tie)] == ["shown", "hidden"]


def test_what_the_game_does_not_bring():
    assert rules("nosegay") == {"title": "Nosegay", "rules": [], "glossary": {}}
    with pytest.raises(ValueError, match="there is no companion for nosegay"):
        companion("nosegay")
    with pytest.raises(ValueError, match="there is no tutorial for nosegay"):
        lesson("nosegay")
