"""An illegal step is refused with a reason and the rule behind it, and changes nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutetia import Game

from ..refusals import all_illegal_steps_are_refused, previews_are_refused_alike, refusal, refused_readably, with_typo
from .claims import here, pave
from .drawing import Box
from configurations import FULL
from mutation_runner import rule_ids

RULE_IDS = rule_ids("lumiere.md", "L")
GAMES = 30 if FULL else 8  # of each edition; up to five positions of each


def moment(g: Game) -> str:
    """The kind of decision. A game provides one position of each kind."""
    position = here(g)
    if position["question"]:
        return "must build" if position["question"]["build"] else "asked"
    return "all tiles down" if position["phase"] == "paving" and g.legal()[0] == "pass" else position["phase"]


def positions(box: Box, seed: int) -> list[Game]:
    """One position of each kind, from a random game that prefers postcards."""
    rng = random.Random(seed)
    g = box.new(seed, postcards="random", two_tiles=seed % 2 == 1)
    found: dict[str, list[Game]] = {}
    while not g.over:
        found.setdefault(moment(g), []).append(g.copy())
        swaps = [step for step in g.legal() if step.startswith("swap")]
        fond = swaps or [step for step in g.legal() if step.startswith(("card", "place"))]
        g.play(rng.choice(fond if fond and rng.random() < 0.5 else g.legal()))
    return [rng.choice(games) for games in found.values()] + [g]


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_step_that_is_not_legal_is_refused_by_a_rule(box: Box, seed: int) -> None:
    for g in positions(box, seed):
        all_illegal_steps_are_refused(g, RULE_IDS)


@pytest.mark.parametrize("seed", range(4))
def test_a_preview_is_refused_like_the_step_itself(box: Box, seed: int) -> None:
    for g in positions(box, seed):
        previews_are_refused_alike(g, random.Random(seed), 200)


def test_the_kinds_of_decisions_are_all_tried(box: Box) -> None:
    kinds = {moment(g) if not g.over else "over" for seed in range(GAMES) for g in positions(box, seed)}
    assert kinds == {"paving", "all tiles down", "building", "asked", "must build", "over"}


# ---- texts that are no step ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["paving", "building"])
def game(request: pytest.FixtureRequest) -> Game:
    g = Box(None).new()
    if request.param == "building":
        pave(g)
    return g


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(text=st.text(max_size=200) | st.text(alphabet="abcdefgh12345678 {}%\n\x00", max_size=30))
def test_any_text_is_refused(game: Game, text: str) -> None:
    refused_readably(game, text)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_a_step_with_a_typo_is_refused(game: Game, data: st.DataObject) -> None:
    refused_readably(game, with_typo(game, data, "a1"))


@pytest.mark.parametrize("value", [None, 3, True, 2.5, b"take L4", ["take L4"], {"step": "pass"}, object], ids=str)
def test_a_step_is_a_text(game: Game, value: object) -> None:
    refused_readably(game, value)


# ---- messages -------------------------------------------------------------------------------------------------

SQUARE = """
    o o o o o o
    o o o o o o
    o o o o o o
    o o o o o o
    o o o o * o
    o o o o o o
    o o o o o b
    """


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("build L4 e5 e6 e7 f7", "e5 is a lamp: only Metropolitain lets you cover one (L41)"),
        (
            "build L4 e6 e7 f7",
            "L4 cannot cover e6 e7 f7 in any rotation; list the spaces from left to right, top to bottom (L30)",
        ),
        ("build L4 f6 f7 f8 g8", "f7 is your opponent's: only Chartier lets you cover one (L45)"),
        ("build I3 a1 b1 c1", "I3 is not in your reserve (L30)"),
        ("build L4 a1 a2 a3 b3", "a1 is not free (L30)"),
        ("take I3", "buildings can be taken only while tiles are being laid (L21)"),
        ("tile 0 A1 r0", "all 16 tiles are down (L23)"),
        ("pass", "you must build or use a postcard if you can (L32)"),
        ("card peintre", "Le Peintre has already been used (L31)"),
        ("card chartier", "Chartier is not in play in this game (L10)"),
        ("decline", "no postcard is being carried out (L39)"),
        (
            "Take I3",
            "there is no move “Take I3”; moves begin with: build, card, decline, pass, place, swap, take, tile",
        ),
        ("card", "there is no move “card”; it should look like “card bouquinistes”"),
    ],
)
def test_the_message_says_why(box: Box, step: str, message: str) -> None:
    g = box.position(
        SQUARE,
        ("painter", "orange", "a1"),
        reserve={"orange": "L4"},
        open="jardin penseur",
        tokens={"orange": 2},
    )
    error = refusal(g, step)
    assert str(error) == message
    assert error.reason.format(**error.values) == message.removesuffix(f" ({error.rule})")


@pytest.mark.parametrize(
    ("card", "step", "message"),
    [
        ("jardin", "pass", "first carry out Jardin des Plantes, or skip its effect (decline) (L39)"),
        ("jardin", "place garden d5 e5", "e5 is a lamp: only Metropolitain lets you cover one (L41)"),
        ("jardin", "place garden a1 a2", "a1 is not free (L42)"),
        ("penseur", "place statue b1 west", "the statue would face a1, which is not free (L50)"),
        ("penseur", "place statue b1 north", "a statue on b1 facing north would face off the board (L50)"),
        (
            "penseur",
            "place statue f7 north",
            "f7 is not your colour: the statue must go on a space of your colour (L50)",
        ),
    ],
)
def test_the_message_says_why_while_a_postcard_is_carried_out(box: Box, card: str, step: str, message: str) -> None:
    g = box.position(SQUARE, ("painter", "orange", "a1"), open="jardin penseur", tokens={"orange": 2})
    g.play(f"card {card}")
    assert str(refusal(g, step)) == message


@pytest.mark.parametrize(
    ("owner", "message"),
    [
        ("orange", "you are keeping Metropolitain for a later building (L41)"),
        ("blue", "Metropolitain has already been used (L31)"),
    ],
)
def test_the_message_says_what_a_kept_postcard_is_for(box: Box, owner: str, message: str) -> None:
    g = box.position(SQUARE, kept={"metropolitain": owner}, open="jardin penseur", tokens={"orange": 2})
    assert str(refusal(g, "card metropolitain")) == message


def test_the_message_says_why_while_tiles_are_placed(box: Box) -> None:
    g = box.new()
    tile = here(g)["held"]["orange"][0]
    g.play(f"tile {tile} A1 r0")
    held = here(g)["held"]["blue"][0]
    other = (held + 1) % 8
    assert str(refusal(g, f"tile {held} A1 r0")) == "square a1–b2 already has a tile (L20)"
    assert str(refusal(g, f"tile {other} B1 r0")) == f"you do not have tile {other}; you have {held} (L20)"
    assert str(refusal(g, "pass")) == "you may pass only once all your tiles are down (L22)"
    assert str(refusal(g, "card jardin")) == "you can build and use postcards only when all 16 tiles are down (L23)"
