"""A study as a tree of positions, and the same as the variations of a record (docs/records.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.variations import LONGEST_COMMENT, MOST_DEPTH, MOST_MARKS
from lutetia.server.errors import Refused

MOST_NODES = 2_000
"""Positions of a study."""


@dataclass
class Node:
    """A position beside the game, or one of the game itself that has a comment or marks (`step` is "")."""

    id: str
    parent: str | None
    at: int
    """How many steps have been taken there."""
    step: str
    name: str = ""
    comment: str = ""
    marks: list[Json] = field(default_factory=list)


def variations_of(nodes: Sequence[Node]) -> list[Json]:
    """The variations of a record, of nodes in the order in which they were added. Raises Refused if it is too deep."""
    children: dict[str | None, list[Node]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    roots = [node for node in children.get(None, ()) if node.step or node.comment or node.marks]
    return [_line(node, children, 0) for node in sorted(roots, key=lambda node: node.at)]


def _line(first: Node, children: dict[str | None, list[Node]], depth: int) -> Json:
    """The line that begins with a node and goes on with the first that was added at each."""
    if depth > MOST_DEPTH:
        raise too_deep()
    line, inner = [first], []
    while following := children.get(line[-1].id):
        inner += [_line(other, children, depth + 1) for other in following[1:]]
        line.append(following[0])
    written: Json = {"at": first.at - 1 if first.step else first.at, "steps": [node.step for node in line if node.step]}
    if first.name:
        written["name"] = first.name
    if comments := {str(node.at): node.comment for node in line if node.comment}:
        written["comments"] = comments
    if marks := {str(node.at): node.marks for node in line if node.marks}:
        written["marks"] = marks
    if inner:
        written["variations"] = inner
    return written


def nodes_of(variations: Sequence[Json], ids: Iterator[str]) -> list[Node]:
    """The tree of valid variations. `ids` names the nodes."""
    tree = Tree([], ids)
    tree.read(variations, None)
    return tree.nodes


class Tree:
    """A tree that grows. A step that is already there is not added again."""

    def __init__(self, nodes: Iterable[Node], ids: Iterator[str]) -> None:
        self.nodes = list(nodes)
        self._ids = ids
        self._known = {(node.parent, node.at, node.step): node for node in self.nodes}

    def add(self, parent: Node | None, at: int, step: str) -> Node:
        """The node after a step from `parent`, or from the game's position after `at - 1` steps.

        Without a step: the game's own position after `at` steps. Raises Refused if there are too many.
        """
        key = (parent.id if parent else None, at, step)
        if key not in self._known:
            if len(self.nodes) >= MOST_NODES:
                reason = N_("A study has at most {most} positions.")
                raise Refused(422, "large-study", reason, most=MOST_NODES)
            self._known[key] = Node(next(self._ids), key[0], at, step)
            self.nodes.append(self._known[key])
        return self._known[key]

    def read(self, variations: Sequence[Json], line: list[Node] | None) -> None:
        """Add variations of the game (None) or of a line, which begins with the position before its first step."""
        for variation in variations:
            at, steps = variation["at"], variation["steps"]
            before = None
            if line is not None:
                before = next((node for node in line if node.at == at), None)
            path: list[Node] = []
            for number, step in enumerate(steps, at + 1):
                path.append(self.add(path[-1] if path else before, number, step))
            if path and variation.get("name"):
                path[0].name = variation["name"]
            for key, join in (("comments", _join_comments), ("marks", _join_marks)):
                for number, value in variation.get(key, {}).items():
                    join(self._at(int(number), at, before, path), value)
            self.read(variation.get("variations", ()), path if before is None else [before, *path])

    def _at(self, number: int, at: int, before: Node | None, path: list[Node]) -> Node:
        """The node after `number` steps of a line that begins after `at`."""
        return path[number - at - 1] if number > at else before or self.add(None, at, "")


def _join_comments(node: Node, comment: str) -> None:
    node.comment = "\n".join(filter(None, (node.comment, comment)))[:LONGEST_COMMENT]


def _join_marks(node: Node, marks: list[Any]) -> None:
    node.marks = [*node.marks, *(mark for mark in marks if mark not in node.marks)][:MOST_MARKS]


def path_to(node: Node, nodes: Iterable[Node]) -> tuple[int, list[str]]:
    """Where the line of a node leaves the game, and its steps up to the node."""
    by_id = {each.id: each for each in nodes}
    path = [node]
    while path[-1].parent is not None:
        path.append(by_id[path[-1].parent])
    steps = [each.step for each in reversed(path) if each.step]
    return node.at - len(steps), steps


def too_deep() -> Refused:
    reason = N_("This line branches off too often: at most {most} times.")
    return Refused(422, "deep-study", reason, most=MOST_DEPTH)
