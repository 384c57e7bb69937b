"""Openings: positions that differ by a turn of the board are the same, and every choice has a name and a picture."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.games.lumiere.openings import OPENINGS, turned
from lutetia.openings.sample import sample_of
from openings.helpers import random_game


def test_a_quarter_turn_is_clockwise():
    assert [turned("A1", quarters) for quarters in range(4)] == ["A1", "D1", "D4", "A4"]
    assert [turned("B1", quarters) for quarters in range(4)] == ["B1", "D2", "C4", "A3"]


def record_with(*steps: str):
    """A record that begins with these steps; nothing but its steps is read."""
    return {"turns": [{"seat": ("orange", "blue")[n % 2], "steps": [step]} for n, step in enumerate(steps)]}


def paving(*steps: str) -> list[str]:
    return [choice for _seat, choice in OPENINGS.lines["paving"].choices(record_with(*steps))]


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_game_is_the_same_line(quarters):
    squares = ["B2", "C1", "D3", "A4"]
    steps = [f"tile {n} {turned(square, quarters)} r{quarters}" for n, square in enumerate(squares)]
    assert paving(*steps) == [f"tile {square}" for square in squares]


def test_a_longer_line_begins_like_a_shorter_one():
    steps = ["tile 0 C3 r0", "take V3", "tile 1 A2 r1", "tile 2 D1 r0"]
    for length in range(1, len(steps)):
        assert paving(*steps)[:length] == paving(*steps[:length])


def test_mirror_images_are_different():
    assert paving("tile 0 B1 r0") != paving("tile 0 C1 r0")


def test_the_first_tile_is_turned_with_the_board():
    lines = OPENINGS.lines["tile"].choices
    straight = list(lines(record_with("tile 4 B1 r1")))
    assert straight == [("orange", "hold 4"), ("orange", "tile 4 B1 r1")]
    assert list(lines(record_with("tile 4 D2 r2"))) == straight, "the board was turned once, and the tile with it"


def test_a_square_has_the_name_that_the_log_gives_it():
    assert OPENINGS.label("tile B2") == "Tile on c3–d4"
    assert "c3–d4" in OPENINGS.label("tile 4 B2 r1")


def test_every_choice_of_real_games_has_a_name_and_a_picture():
    for seed in range(5):
        for name, sequences in sample_of(random_game("lumiere", seed)).lines.items():
            for keys in sequences:
                path = []
                for key in keys:
                    choice = key[2:] if OPENINGS.lines[name].shared else key
                    path.append((0, choice))
                    assert OPENINGS.label(choice)
                    assert OPENINGS.picture(path)
    assert OPENINGS.label("hold 0") == "Tile 1"
    assert OPENINGS.label("take V3") == "Take V3"
    assert OPENINGS.picture([(0, "tile B2"), (1, "take V3"), (1, "tile C1")]) == "squares-0B2-1C1"
    assert OPENINGS.picture([(0, "hold 2"), (0, "tile 2 B1 r3")]) == "laid-2-B1-r3"


def test_a_whole_record_can_be_read():
    assert list(OPENINGS.lines["postcards"].choices(lutetia.new("lumiere", seed=1).record())) == []
