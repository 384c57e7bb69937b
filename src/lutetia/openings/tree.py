"""A tree of choices: how many games went this way, and how they ended for the seat that chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from lutetia.core.json_types import Json
from lutetia.openings.sample import Sample, role_and_choice

FEWEST = 20
"""Games of the rarest choice that is kept: a rate over fewer says little."""


class Node:
    """A choice, and the choices after it."""

    __slots__ = ("children", "games", "margin", "square", "wins")

    def __init__(self, games: int = 0, wins: float = 0.0, margin: float = 0.0, square: float = 0.0) -> None:
        self.games = games
        self.wins = wins
        self.margin = margin
        """The sum of the margins."""
        self.square = square
        """The sum of their squares."""
        self.children: dict[str, Node] = {}

    def add(self, share: float, margin: float) -> None:
        """Count one game."""
        self.games += 1
        self.wins += share
        self.margin += margin
        self.square += margin * margin

    @property
    def deviation(self) -> float:
        """The standard deviation of the margins."""
        if self.games < 2:
            return 0.0
        return sqrt(max(0.0, self.square - self.margin * self.margin / self.games) / (self.games - 1))

    def follow(self, keys: Sequence[str]) -> Node | None:
        """The node after these choices; None if there is none."""
        found: Node | None = self
        for key in keys:
            found = None if found is None else found.children.get(key)
        return found

    def prune(self, fewest: int = FEWEST) -> None:
        """Forget choices with fewer games."""
        self.children = {key: node for key, node in self.children.items() if node.games >= fewest}
        for node in self.children.values():
            node.prune(fewest)

    def size(self) -> int:
        """How many nodes there are below this one."""
        return sum(1 + node.size() for node in self.children.values())

    def as_json(self) -> Json:
        """[games, wins, margin, square, {choice: node}], the children only where there are some."""
        mine = [self.games, round(self.wins, 2), round(self.margin), round(self.square)]
        if self.children:
            ordered = sorted(self.children.items(), key=lambda item: (-item[1].games, item[0]))
            mine.append({key: node.as_json() for key, node in ordered})  # type: ignore[arg-type]
        return mine  # type: ignore[return-value]

    @classmethod
    def from_json(cls, written: list[Json]) -> Node:
        node = cls(*written[:4])  # type: ignore[arg-type]
        if len(written) > 4:
            node.children = {key: cls.from_json(child) for key, child in written[4].items()}
        return node


def count(trees: dict[str, list[Node]], sample: Sample, shared: Iterable[str]) -> None:
    """Add a game to the trees of its lines. The root of a role's tree counts every game for that role."""
    together = set(shared)
    for name, sequences in sample.lines.items():
        of_line = trees.setdefault(name, [Node() for _role in sequences])
        for role, keys in enumerate(sequences):
            node = of_line[role]
            node.add(sample.shares[role], sample.margins[role])
            for key in keys:
                who, _choice = role_and_choice(key, role, shared=name in together)
                node = node.children.setdefault(key, Node())
                node.add(sample.shares[who], sample.margins[who])
