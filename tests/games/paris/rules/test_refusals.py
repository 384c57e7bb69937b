"""An illegal step is refused with a reason and the rule behind it, and changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lutetia
from lutetia import Game, IllegalStep
from lutetia.games.paris.rules.view import QUESTIONS

from ...refusals import (
    all_illegal_steps_are_refused,
    previews_are_refused_alike,
    refusal,
    refused_readably,
    with_typo,
)
from .claims import Scene
from .drawing import Box
from .test_conservation import VARIANTS, eager
from mutation_runner import rule_ids

GAMES = 8  # of each edition; up to ten positions of each
RULE_IDS = rule_ids("paris.md", "P")
MOMENTS = {"draw", "action", "done", "track", "section", "vp", "pay", "site", "pair", "over"}


def moment(g: Scene) -> str:
    """The kind of decision. A game provides one position of each kind."""
    kernel = g.kernel
    if g.over or kernel.depth:
        return "over" if g.over else QUESTIONS[kernel.asked[kernel.depth]]
    return "draw" if kernel.draw_due else "done" if kernel.acted else "action"


@cache
def positions(box: Box, seed: int) -> list[Scene]:
    """One position of each kind, from a random game."""
    rng = random.Random(seed)
    g = box.new(seed, 2 + seed % 3, **VARIANTS[seed % 4])
    found: dict[str, Scene] = {}
    met: Counter[str] = Counter()
    while not g.over:
        met[moment(g)] += 1
        if rng.random() < 1 / met[moment(g)]:
            found[moment(g)] = g.copy()
        g.game.play(eager(rng, g.game.legal()))
    return [*found.values(), g]


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_step_that_is_not_legal_is_refused_by_a_rule(box: Box, seed: int) -> None:
    for scene in positions(box, seed):
        all_illegal_steps_are_refused(scene.game, RULE_IDS)


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_is_refused_like_the_step_itself(box: Box, seed: int) -> None:
    for scene in positions(box, seed):
        previews_are_refused_alike(scene.game, random.Random(seed), 100)


def test_the_kinds_of_decisions_are_all_tried(box: Box) -> None:
    assert {moment(g) for seed in range(GAMES) for g in positions(box, seed)} == MOMENTS


# ---- texts that are no step ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["draw", "track"])
def game(request: pytest.FixtureRequest) -> Game:
    box = Box(None)
    if request.param == "draw":
        return box.new().game
    g = box.position("Montmartre 1\nArc p1", p1=f"{box.fare('1')} wood bonus8 end:gold")
    return g.play("move arc Montmartre:1").game


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(text=st.text(max_size=200) | st.text(alphabet="abcdefMontmartre:L123458 {}%\n\x00", max_size=30))
def test_any_text_is_refused(game: Game, text: str) -> None:
    refused_readably(game, text)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_a_step_with_a_typo_is_refused(game: Game, data: st.DataObject) -> None:
    refused_readably(game, with_typo(game, data, ":L9"))


@pytest.mark.parametrize("value", [None, 3, True, 2.5, b"draw 1", ["draw 1"], {"step": "done"}, object], ids=str)
def test_a_step_is_a_text(game: Game, value: object) -> None:
    refused_readably(game, value)


# ---- messages -------------------------------------------------------------------------------------------------

CITY = """
    Montmartre  1 4:p2 5:p1 8 bank:p1 L12
    Chaillot    2 vp:20
    Arc         p1
    """


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("draw 1", "you have already drawn your building tile (P20)"),
        ("done", "you must take an action if one is possible (P21)"),
        ("key bank Montmartre", "you already have a key in the bank of Montmartre (P30)"),
        ("key arc", "you already have a key on the Arc (P30)"),
        ("move bank:Chaillot Chaillot:2", "you have no key at the bank of Chaillot (P40)"),
        ("move arc Chaillot:1", "the building Chaillot 1 is not on the board (P40)"),
        ("move arc Chaillot:L12", "landmark 12 is in another district (P41)"),
        ("move arc Montmartre:L9", "a landmark added to Montmartre must have a value above 12 (P41)"),
        ("move arc Montmartre:8", "you cannot pay the extra cost of Montmartre 8: 1 × wood (P42)"),
        ("move arc Montmartre:L16", "that costs 16 F, and you have 15 (P42)"),
        ("move arc Montmartre:4", "another player's key is on Montmartre 4: you need bonus tile 16 (P52)"),
        ("move arc Montmartre:5", "your own key is on Montmartre 5: you need bonus tile 9 (P52)"),
        ("pay gold with token", "there is no payment to choose for (P43)"),
        ("track 18", "there is no bonus move now (P46)"),
        ("section silver with token", "no landmark's section can be filled now (P47)"),
        ("vp 18 Chaillot", "no district has just received its fourth key (P49)"),
        ("site Chaillot", "no building tile is waiting to be placed (P16)"),
        ("pair bronze", "neither tile 23 nor tile 24 is being used (P51)"),
        ("use 5", "you have already used bonus tile 5 (P51)"),
        ("use 6", "you do not have bonus tile 6 (P51)"),
        ("use 13", "you have no key in your reserve (P51)"),
        ("use 23", "you have no pair of like tokens for tile 23 (P51)"),
        ("use 25 take 3", "tile 3 is not on one of the 5 nearest spaces with tiles behind your meeple (P51)"),
        ("use 25 take 5", "you have already had bonus tile 5 (P50)"),
        ("use end:vp2", "you have no end-game tile 2 VP (P71)"),
        ("buy wood", "there is no wood in the supply (P60)"),
        ("buy gold", "there is no gold in the supply (P60)"),
        ("sell wood", "you have no wood token (P60)"),
        ("sell gold from bonus10", "you do not have bonus tile 10 (P53)"),
        ("sell gold from end:gold", "you have no end-game tile gold (P71)"),
        ("end gold", "end-game tiles can be taken only when no building tile is left (P70)"),
        (
            "Draw 1",
            "there is no move “Draw 1”; moves begin with: buy, done, draw, end, key, move, pair, pay, section, "
            "sell, site, track, use, vp",
        ),
        ("key bank", "there is no move “key bank”; it should look like “key arc”"),
    ],
)
def test_the_message_says_why(step: str, message: str) -> None:
    g = Box(None).position(CITY, p1="15F bronze used5 bonus13 bonus23 bonus25 hand=1 meeple=20")
    error = refusal(g.game, step)
    assert str(error) == message
    assert error.reason.format(**error.values) == message.removesuffix(f" ({error.rule})")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("done", "first take a bonus tile, or type “track none” (P46)"),
        ("track 12", "bonus tile 12 is not ahead of your meeple (P50)"),
        ("track 22", "no bonus tile 22 is left (P50)"),
        ("track 18", "that costs 2 F, and you have 0 (P46)"),
    ],
)
def test_the_message_says_why_while_a_bonus_move_is_asked_for(step: str, message: str) -> None:
    g = Box(None).position("Montmartre 3\nArc p1", p1="3F meeple=12", track="12 18").play("move arc Montmartre:3")
    assert str(refusal(g.game, step)) == message


def test_the_message_says_that_the_game_is_over(box: Box) -> None:
    g = box.position(turns_left=1, stage="done").play("done")
    assert str(refusal(g.game, "done")) == "the game is over (P72)"


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("move Montmartre:5 Montmartre:3", "P40"),
        ("move bank:Montmartre Chaillot:3", "P40"),
        ("move Montmartre:3 arc", "P40"),
        ("use 9", "P52"),
        ("use 27", "P51"),
        ("use 2", "P53"),
        ("buy bronze", "P60"),
    ],
)
def test_a_step_that_is_never_legal_names_its_rule(step: str, rule: str) -> None:
    with pytest.raises(IllegalStep) as caught:
        lutetia.new("paris", seed=1).play(step)
    assert caught.value.rule == rule
