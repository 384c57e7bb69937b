"""Openings: what counts as an action, a district and a bonus tile, and that every choice has a name and a picture."""

from __future__ import annotations

from itertools import chain

import pytest

from lutetia.games.paris.openings import OPENINGS
from lutetia.openings.sample import sample_of
from openings.helpers import random_game

RECORD = {
    "turns": [
        {"seat": "p1", "steps": ["draw 1", "key bank Chaillot", "done"]},
        {"seat": "p2", "steps": ["draw 2", "key arc", "done"]},
        {"seat": "p1", "steps": ["draw 1", "move bank:Chaillot Chaillot:3", "track 27", "done"]},
        {"seat": "p2", "steps": ["draw 3", "move arc Belleville:L12", "track none", "use 17 take 22", "done"]},
        {"seat": "p1", "steps": ["draw 1", "key bank La-Villette", "buy wood", "use 7", "done"]},
    ]
}


@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        (
            "actions",
            ["key bank Chaillot", "own Chaillot:3", "track 27", "key bank La-Villette"],
            ["key arc", "own Belleville:L12", "track 22"],
        ),
        ("districts", ["district Chaillot", "district La-Villette"], ["district Belleville"]),
        ("bonus", ["track 27"], ["track 22"]),
    ],
)
def test_what_counts(line, first, second):
    found = list(OPENINGS.lines[line].choices(RECORD))
    assert [choice for seat, choice in found if seat == "p1"] == first
    assert [choice for seat, choice in found if seat == "p2"] == second


@pytest.mark.parametrize(
    ("choice", "label", "picture"),
    [
        ("key bank La-Villette", "Key to the bank of La Villette", "bank-la-villette"),
        ("key arc", "Key to the Arc", "player"),
        ("own Chaillot:3", "Chaillot 3", "building-chaillot-3"),
        ("own Belleville:L12", "Panthéon 12, Belleville", "landmark-4"),
        ("track 27", "Bonus tile 27", "bonus-27"),
        ("district Saint-Germain", "Saint-Germain", "bank-saint-germain"),
    ],
)
def test_names_and_pictures(choice, label, picture):
    assert OPENINGS.label(choice) == label
    assert OPENINGS.picture([(0, choice)]) == picture


def test_every_choice_of_a_real_game_has_a_name_and_a_picture():
    for sequences in sample_of(random_game("paris", 1)).lines.values():
        assert any(sequences)
        for choice in chain.from_iterable(sequences):
            assert OPENINGS.label(choice)
            assert OPENINGS.picture([(0, choice)])
