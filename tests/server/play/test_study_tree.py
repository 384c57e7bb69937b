"""A study's tree and the variations of a record say the same."""

from __future__ import annotations

import random
from itertools import count

import pytest

import lutetia
from lutetia.core.variations import MOST_DEPTH
from lutetia.server.errors import Refused
from lutetia.server.play.study_tree import MOST_NODES, Node, Tree, nodes_of, path_to, variations_of


def ids():
    return (f"n{number}" for number in count())


def grown(seed: int, lines: int = 12):
    """A finished game, and a tree with random lines beside it."""
    rng, game = random.Random(seed), lutetia.new("lumiere", seed=seed)
    while not game.over:
        game.play(rng.choice(game.legal()))
    record, tree = game.record(), Tree([], ids())
    most = sum(len(turn["steps"]) for turn in record["turns"])
    for _line in range(lines):
        parent = rng.choice([None, *(node for node in tree.nodes if node.step)])
        at, before = path_to(parent, tree.nodes) if parent else (rng.randrange(most), [])
        beside = lutetia.replay(record, steps=at)
        for step in before:
            beside.play(step)
        node, number = parent, at + len(before)
        for _step in range(rng.randrange(4)):
            if not beside.over:
                number += 1
                step = rng.choice(beside.legal())
                beside.play(step)
                node = tree.add(node, number, step)
        node = node or tree.add(None, at, "")
        node.comment = rng.choice(["", "Why not?", "Two\nlines"])
        node.marks = rng.choice([[], [{"at": "square:B3"}], [{"from": "a", "to": "b", "colour": "red"}]])
    return record, tree.nodes


def told(nodes: list[Node]):
    """What a tree says, whatever its nodes are called."""
    return sorted(
        (path_to(node, nodes), node.at, node.step, node.comment, repr(node.marks))
        for node in nodes
        if node.step or node.comment or node.marks
    )


@pytest.mark.parametrize("seed", range(25))
def test_a_tree_becomes_valid_variations_and_the_same_tree_again(seed):
    record, nodes = grown(seed)
    written = variations_of(nodes)
    assert lutetia.replay(record | {"variations": written}).record() == record
    again = nodes_of(written, ids())
    assert told(again) == told(nodes)
    assert variations_of(again) == written


def test_comments_at_the_beginning_of_a_line_belong_to_the_position_before_it():
    inner = {"at": 5, "steps": ["d"], "comments": {"5": "inner"}}
    nodes = nodes_of(
        [{"at": 4, "steps": ["a", "b"], "name": "A", "comments": {"4": "before", "6": "after"}, "variations": [inner]}],
        ids(),
    )
    found = {(node.at, node.step): node for node in nodes}
    assert found[4, ""].comment == "before"
    assert (found[5, "a"].name, found[5, "a"].comment, found[6, "b"].comment) == ("A", "inner", "after")
    assert found[6, "d"].parent == found[5, "a"].id


def test_the_same_steps_are_one_line():
    nodes = nodes_of([{"at": 4, "steps": ["a", "b"]}, {"at": 4, "steps": ["a", "c"], "comments": {"5": "x"}}], ids())
    assert [(node.at, node.step, node.comment) for node in nodes] == [(5, "a", "x"), (6, "b", ""), (6, "c", "")]


def test_a_tree_that_branches_too_often_is_refused():
    tree, parent = Tree([], ids()), None
    for number in range(1, MOST_DEPTH + 3):
        tree.add(parent, number, "first")
        parent = tree.add(parent, number, "other")
    with pytest.raises(Refused) as refused:
        variations_of(tree.nodes)
    assert refused.value.code == "deep-study"


def test_a_tree_has_a_largest_size():
    tree = Tree([], ids())
    for number in range(MOST_NODES):
        tree.add(None, number, "")
    with pytest.raises(Refused) as refused:
        tree.add(None, MOST_NODES, "")
    assert refused.value.code == "large-study"
