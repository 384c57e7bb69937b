"""Trees of choices: what is counted for whom, what is forgotten, and that a book comes back from its file."""

from __future__ import annotations

import gzip
import json

import pytest

from lutetia.openings.book import Book, Table, figures
from lutetia.openings.sample import Sample
from lutetia.openings.tree import Node, count

WON_BY_FIRST = Sample([1.0, 0.0], [7, -7], {"together": [["0 a", "1 b"]], "own": [["x", "y"], ["z"]]})
WON_BY_SECOND = Sample([0.0, 1.0], [-3, 3], {"together": [["0 a", "1 c"]], "own": [["x"], ["z", "z"]]})


@pytest.fixture
def trees():
    found: dict[str, list[Node]] = {}
    for sample in (WON_BY_FIRST, WON_BY_SECOND):
        count(found, sample, ["together"])
    return found


def test_a_choice_is_counted_for_who_made_it(trees):
    shared = trees["together"][0]
    assert (shared.children["0 a"].games, shared.children["0 a"].wins, shared.children["0 a"].margin) == (2, 1.0, 4)
    after = shared.follow(["0 a", "1 b"])
    assert after is not None
    assert (after.games, after.wins, after.margin) == (1, 0.0, -7), "the second player chose b, and lost"


def test_every_role_has_its_own_tree(trees):
    first, second = trees["own"]
    assert (first.games, first.wins) == (2, 1.0)
    assert first.follow(["x", "y"]).wins == 1.0
    assert second.follow(["z", "z"]).margin == 3
    assert second.follow(["x"]) is None


def test_rare_choices_are_forgotten_with_all_that_follows(trees):
    tree = trees["own"][0]
    assert tree.size() == 2
    tree.prune(2)
    assert tree.size() == 1
    assert "x" in tree.children


def test_the_deviation_is_that_of_the_margins():
    node = Node()
    assert node.deviation == 0.0
    for margin in (2, 4, 4, 4, 5, 5, 7, 9):
        node.add(1.0, margin)
    assert node.deviation == pytest.approx(2.138, abs=0.001)


def test_figures_have_intervals_around_the_mean():
    node = Node()
    for n in range(100):
        node.add(1.0 if n < 60 else 0.0, 10 if n < 60 else -5)
    found = figures(node)
    assert found["games"] == 100
    assert found["wins_low"] < found["wins"] == 0.6 < found["wins_high"]
    assert found["margin_low"] < found["margin"] == 4.0 < found["margin_high"]
    assert (found["wins_low"], found["wins_high"]) == pytest.approx((0.502, 0.691), abs=0.001)


def test_a_node_without_games_has_figures():
    assert figures(Node())["games"] == 0


def test_a_book_comes_back_from_its_file(trees):
    book = Book("lumiere", {"two_tiles": False}, {"evaluations": 0}, {2: Table(2, trees)})
    data = book.as_bytes()
    again = Book.from_bytes(data)
    assert again.as_bytes() == data, "and the file is the same every time"
    assert again.tables[2].games == 2
    assert again.tables[2].trees["own"][0].follow(["x", "y"]).games == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nothing",
        gzip.compress(b"{}"),
        gzip.compress(json.dumps({"format": "other"}).encode()),
        gzip.compress(b"3"),
    ],
    ids=["empty", "no archive", "no format", "another format", "a number"],
)
def test_something_else_is_no_book(data):
    with pytest.raises(ValueError, match="not"):
        Book.from_bytes(data)
