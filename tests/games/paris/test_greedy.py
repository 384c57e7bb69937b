"""The greedy bot of Paris: legal, honest, repeatable, quick, and far better than chance."""

from __future__ import annotations

from copy import deepcopy

import pytest

import lutetia
from cli.conftest import home
from lutetia.bots import bot
from lutetia.core.kernel import __file__ as core

from games.paris.playing import after, never, played

__all__ = ["home"]

COMPILED = not str(core).endswith(".py")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(2, {}, marks=pytest.mark.full),
        (3, {"any_district": True}),
        (4, {"advanced": True, "screens": "closed"}),
    ],
)
def test_it_plays_whole_games_legally(players: int, options: dict[str, object]) -> None:
    assert played(21, never, players=players, **options).over  # an illegal step would raise


def test_the_same_view_and_seed_give_the_same_step_and_change_nothing() -> None:
    game = played(4, after(70))
    view = game.view(game.seat)
    before = deepcopy(view)
    assert bot("greedy", 9).choose(view, game.legal()) == bot("greedy", 9).choose(view, game.legal())
    assert view == before


def test_it_knows_no_more_than_its_seat() -> None:
    """In two games that differ only in the hidden order of the stacks, it takes the same steps."""
    record = played(8, after(60)).record()
    game = lutetia.replay(record)
    drawn = [len(stack["drawn"]) for stack in game.view(None)["position"]["stacks"]]
    twin = deepcopy(record)
    for stack, n in zip(twin["setup"]["stacks"], drawn, strict=True):
        stack[n + 1 :] = reversed(stack[n + 1 :])
    assert twin != record
    views = [lutetia.replay(r).view(game.seat) for r in (record, twin)]
    assert views[0] == views[1]
    assert len({bot("greedy", 1).choose(view, game.legal()) for view in views}) == 1


@pytest.mark.full
def test_it_beats_chance() -> None:
    """A bot that plays at random would most likely fail in these 4 games; benchmarks play 100."""
    for seed in range(4 if COMPILED else 1):
        mine = f"p{seed % 2 + 1}"
        game = lutetia.new("paris", seed=seed)
        number = 0
        while not game.over:
            name = "greedy" if game.seat == mine else "random"
            game.play(bot(name, seed).choose(game.view(game.seat), game.legal()))
            number += 1
        result = game.result()
        assert result is not None
        assert result["winners"] == [mine]


def test_nothing_to_decide() -> None:
    game = played(6, after(3))
    other = next(seat for seat in game.ruleset.seats if seat != game.seat)
    with pytest.raises(ValueError, match="decide"):
        bot("greedy").choose(game.view(other), [])
