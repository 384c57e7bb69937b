"""What is behind the screens: P80."""

from __future__ import annotations

import random

import pytest

import lutetia
from lutetia.core.random import Rng

from .claims import Scene
from .drawing import Box
from .names import SEATS

SCREENED = ("francs", "hand", "tokens", "unused", "end_count")
IN_THE_OPEN = ("vp", "meeple", "reserve", "used")
HAS = {"p1": "3F wood bonus9 used5 end:gold hand=2", "p2": "5F gold bonus27 used12 end:vp2 end:wood hand=4 meeple=27"}


def screened(box: Box, screens: str, **has: str) -> Scene:
    return box.position("Montmartre 4:p1 5:p2 vp:20", players=3, options={"screens": screens}, **(HAS | has))


@pytest.mark.rule("P80")
def test_open_screens_show_all_that_can_be_tracked(box: Box) -> None:
    g = screened(box, "open")
    for viewer in (None, "p1", "p2", "p3"):
        seats = g.seen(viewer)["seats"]
        for seat in SEATS[:3]:
            assert all(seats[seat][key] == g.of(seat)[key] for key in ("francs", "hand", "tokens"))
            assert list(seats[seat]["unused"]) == list(g.of(seat)["unused"])
        assert seats["p2"]["francs"] == 5
        assert seats["p2"]["hand"] == 4
        assert seats["p2"]["tokens"]["gold"] == 1
        assert list(seats["p2"]["unused"]) == ["27"]
        assert seats["p2"]["end_count"] == 2


@pytest.mark.rule("P80")
def test_closed_screens_show_only_the_own_holdings(box: Box) -> None:
    g = screened(box, "closed")
    for viewer in (None, "p1", "p2", "p3"):
        for seat, has in g.seen(viewer)["seats"].items():
            assert all((has[key] is None) == (seat != viewer) for key in SCREENED)
            assert all(has[key] is not None for key in IN_THE_OPEN)
    assert g.of("p2")["francs"] == 5


@pytest.mark.rule("P80")
@pytest.mark.parametrize("screens", ["open", "closed"])
def test_end_game_tiles_are_always_secret(box: Box, screens: str) -> None:
    g = screened(box, screens)
    for viewer in (None, "p1", "p2", "p3"):
        for seat, has in g.seen(viewer)["seats"].items():
            assert (has["ends"] is None) == (seat != viewer)
    assert g.ends("p2") == {"vp2": 1, "wood": 1}


@pytest.mark.rule("P80")
def test_closed_screens_do_not_leak_through_the_score(box: Box) -> None:
    """p2 holds tile 27: its francs, tokens and end-game tiles would be VP."""
    one = screened(box, "closed")
    other = screened(box, "closed", p2="9F marble silver bonus27 used12 end:vp1 end:vp1 hand=1 meeple=27")
    for viewer in (None, "p1", "p3"):
        assert one.game.view(viewer) == other.game.view(viewer)
    assert one.game.view("p2") != other.game.view("p2")


@pytest.mark.rule("P80")
def test_open_screens_do_not_leak_end_game_tiles(box: Box) -> None:
    one = screened(box, "open")
    other = screened(box, "open", p2="5F gold bonus27 used12 end:francs end:bronze hand=4 meeple=27")
    for viewer in (None, "p1", "p3"):
        assert one.game.view(viewer) == other.game.view(viewer)
    assert one.game.view("p2") != other.game.view("p2")


@pytest.mark.rule("P80")
@pytest.mark.parametrize("screens", ["open", "closed"])
def test_the_order_of_the_stacks_is_always_secret(box: Box, screens: str) -> None:
    """What a viewer imagines lies elsewhere in the stacks, and looks the same."""
    g = box.new(8, players=3, screens=screens)
    rng = random.Random(80)
    for _step in range(40):
        g.play(rng.choice(g.legal()))
    for viewer in (None, "p1", "p2", "p3"):
        view = g.game.view(viewer)
        imagined = [lutetia.imagine(view, seed) for seed in range(3)]
        assert all(twin.view(viewer) == view for twin in imagined)
        stacks = [twin.record()["setup"]["stacks"] for twin in (g.game, *imagined)]
        assert len({str(stack) for stack in stacks}) == 4
        searched = g.copy()  # what a search of the viewer's may be given
        searched.kernel.imagine(-1 if viewer is None else SEATS.index(viewer), Rng(80))
        assert searched.game.view(viewer) == view
        assert list(searched.kernel.stack) != list(g.kernel.stack)


@pytest.mark.rule("P80")
@pytest.mark.parametrize("screens", ["open", "closed"])
def test_after_the_end_nothing_is_hidden(box: Box, screens: str) -> None:
    g = box.position(
        players=2, options={"screens": screens}, stacks="", ends="gold", p1="3F hand=1", p2="5F bonus9", turn="p2"
    )
    g.play("end gold", "done", "done", "done")
    assert g.over
    for viewer in (None, "p1", "p2"):
        view = g.game.view(viewer)
        assert view["turns"][0] == {"seat": "p2", "steps": ["end gold", "done"]}
        assert all(None not in has.values() for has in view["position"]["seats"].values())
        assert view["position"]["seats"]["p1"]["francs"] == 3


@pytest.mark.rule("P80")
def test_screens_are_an_option_of_the_table(box: Box) -> None:
    assert box.new().game.record()["options"]["screens"] == "open"
    assert box.new(screens="closed").game.record()["options"]["screens"] == "closed"
    with pytest.raises(ValueError, match="option screens: open or closed, not ajar"):
        lutetia.new("paris", options={"screens": "ajar"})
