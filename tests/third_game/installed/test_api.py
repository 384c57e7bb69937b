"""Nosegay through the public API: records, undo, views that keep secrets, imagined games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from nosegay.rules.kernel import NosegayKernel

import lutetia
from lutetia.core.kernel import StepList, random_games
from lutetia.core.random import Rng


def positions(seed: int, players: int = 2, strict: bool = False) -> Iterator[lutetia.Game]:
    """The same game again and again, after each of its steps."""
    game = lutetia.new("nosegay", seed=seed, players=players, options={"strict": strict})
    chance = random.Random(seed)
    yield game
    while not game.over:
        game.play(chance.choice(game.legal()))
        yield game


def test_the_game_is_registered():
    assert lutetia.games() == ["lumiere", "nosegay", "paris"]


@pytest.mark.parametrize("players", [2, 3])
def test_records_replay_and_steps_are_taken_back(players):
    for game in positions(3, players, strict=True):
        record = game.record()
        again = lutetia.replay(json.loads(json.dumps(record)))
        assert again.record() == record
        if record["turns"]:
            again.undo()
            again.play(record["turns"][-1]["steps"][-1])
            assert again.record() == record
        for step in game.legal():
            before = game.record()
            game.preview(step)
            assert game.record() == before


@pytest.mark.parametrize("players", [2, 3])
def test_an_imagined_game_looks_the_same_to_its_viewer(players):
    for game in positions(5, players):
        for viewer in (*game.ruleset.seats, None):
            view = game.view(viewer)
            assert lutetia.imagine(view, seed=1).view(viewer) == view
    hands = {str(lutetia.imagine(lutetia.new("nosegay", seed=5).view("p1"), n).view("p2")) for n in range(9)}
    assert len(hands) > 1  # it is not always the same guess


@pytest.mark.parametrize("players", [2, 3])
def test_resampling_keeps_what_the_seat_knows(players):
    for game in positions(6, players):
        if game.over:
            break
        for number, viewer in enumerate(game.ruleset.seats):
            twin = game.copy()
            twin.kernel.imagine(number, Rng(3))
            assert twin.view(viewer)["position"] == game.view(viewer)["position"]


def test_no_view_holds_a_card_that_its_viewer_cannot_know():
    for game in positions(7, players=3):
        if game.over:
            break
        kernel = game.kernel
        assert isinstance(kernel, NosegayKernel)
        for number, viewer in enumerate(game.ruleset.seats):
            others = [seat for seat in range(3) if seat != number]
            secret = [card for part in (kernel.hands, kernel.hidden) for seat in others for card in part[seat]]
            told = json.dumps(game.view(viewer))
            assert [card for card in kernel.notation.names(secret + kernel.pile) if card in told] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"setup": {}}, "hands by seat and a pile are needed"),
        ({"setup": {"hands": {"p1": ["rose-1"], "p2": []}, "pile": []}}, "with every card once"),
        ({"turns": [{"seat": "p1", "steps": ["bee rose"]}]}, "turn 1, step 1: the bee moves only after"),
        ({"edition": 9}, "edition 9 of nosegay is not bundled"),
    ],
)
def test_broken_records_are_refused(change, said):
    record = lutetia.new("nosegay", seed=1).record() | {"first": "p1"}
    with pytest.raises(lutetia.RecordError, match=said):
        lutetia.replay(record | change)


def test_other_data_than_a_view_is_refused():
    view = lutetia.new("nosegay", seed=1).view("p1")
    with pytest.raises(lutetia.RecordError, match="not a view of nosegay"):
        lutetia.imagine(view | {"position": {}}, seed=1)


def test_the_search_s_loop_plays_the_same_games_compiled_and_uncompiled():
    ruleset = lutetia.ruleset("nosegay")
    assert random_games(ruleset.new_kernel(), StepList(len(ruleset.step_texts)), Rng(3), 200) == (2750, 10792)


class Broken(NosegayKernel):
    """Its rules fail in the middle of a game."""

    def take(self, step: int) -> None:
        super().take(step)
        if self.turn == 5:
            raise ZeroDivisionError("the fault of the game's author")


def broken() -> Broken:
    ruleset = lutetia.ruleset("nosegay")
    return Broken(ruleset.notation, ruleset.edition.data["counts"], 2, False)  # type: ignore[attr-defined]


def test_errors_in_the_game_s_code_reach_the_caller():
    with pytest.raises(ZeroDivisionError, match="author"):
        random_games(broken(), StepList(44), Rng(3), 2)
    kernel = broken()
    kernel.begin(Rng(3))
    steps = StepList(44)
    while kernel.turn < 4:
        kernel.list(steps)
        kernel.play(steps[0])
    kernel.list(steps)
    with pytest.raises(ZeroDivisionError, match="author"):
        kernel.play(steps[0])
    kernel.legal_steps = lambda: [44]  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="steps are 0 to 43, not 44 to 44"):
        kernel.list(steps)
    kernel.legal_steps = list  # type: ignore[assignment,method-assign]
    with pytest.raises(ValueError, match="no legal step, but the game is not over"):
        kernel.list(steps)
