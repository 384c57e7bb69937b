"""The greedy bot: legal, honest, repeatable, and far better than chance."""

from __future__ import annotations

from copy import deepcopy

import pytest

import lutetia
from cli.helpers import played
from lutetia.bots import NAMES, bot
from lutetia.games.lumiere.bots.turns import Turns


@pytest.mark.parametrize("options", [{}, {"postcards": "random"}, {"postcards": "random", "two_tiles": True}])
def test_it_plays_whole_games_legally(options: dict[str, object]) -> None:
    game = played(21, None, "greedy", **options)  # an illegal step would raise
    assert game.over


@pytest.mark.parametrize("name", ["random", "greedy", "level1", "level2", "level3"])
def test_the_same_view_and_seed_give_the_same_step_and_change_nothing(name: str) -> None:
    game = played(4, 29, "greedy")
    view = game.view(game.seat)
    before = deepcopy(view)
    assert bot(name, 9).choose(view, game.legal()) == bot(name, 9).choose(view, game.legal())
    assert view == before


def test_it_knows_no_more_than_its_seat() -> None:
    """In two games that differ only in what orange cannot see, it takes the same steps."""
    record = played(8, 10, "greedy").record()
    seat = lutetia.replay(record).seat
    other = "blue" if seat == "orange" else "orange"
    placed = sum(turn["seat"] == other and turn["steps"][0].startswith("tile") for turn in record["turns"])
    twin = deepcopy(record)
    hidden = twin["setup"]["tiles"][other]
    hidden[placed:] = reversed(hidden[placed:])
    assert twin != record
    views = [lutetia.replay(r).view(seat) for r in (record, twin)]
    assert views[0] == views[1]
    assert len({bot("greedy", 1).choose(view, lutetia.replay(record).legal()) for view in views}) == 1


@pytest.mark.full
def test_it_beats_chance() -> None:
    """A bot that plays at random would almost certainly fail in these 24 games; benchmarks play 200."""
    wins = 0
    for seed in range(24):
        seats = {"orange": "greedy", "blue": "random"} if seed % 2 else {"orange": "random", "blue": "greedy"}
        game = lutetia.new("lumiere", seed=seed, options={"postcards": "random"})
        while not game.over:
            game.play(bot(seats[str(game.seat)], seed).choose(game.view(game.seat), game.legal()))
        result = game.result()
        assert result is not None
        wins += seats.get(result["winner"]) == "greedy"
    assert wins >= 22


def test_turns_agree_with_the_preview() -> None:
    game = played(6, 28, "greedy", first="orange")
    ruleset = game.ruleset
    seat, other = str(game.seat), "blue" if game.seat == "orange" else "orange"
    listed = Turns(ruleset).listed(game.kernel)  # type: ignore[arg-type]
    turns = {ruleset.step_texts[turn.steps[0]]: turn for turn in listed}
    assert sorted(turns) == game.legal()
    builds = [step for step in turns if step.startswith("build")]
    assert builds
    for step in builds:
        change = game.preview(step)
        assert (turns[step].mine, turns[step].rival) == (change[seat]["total"], change[other]["total"])


def test_nothing_to_decide() -> None:
    game = played(6, None, "greedy")
    for name in NAMES:
        with pytest.raises(ValueError, match=r"over|decide"):
            bot(name).choose(game.view("orange"), [])
    with pytest.raises(ValueError, match="random, greedy"):
        bot("clever")
