"""The opening book of a game: its trees in one file, and the strong games they were counted from."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from statistics import NormalDist

from lutetia.arena.intervals import CONFIDENCE, wilson
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.openings.lines import openings_for
from lutetia.openings.sample import Sample
from lutetia.openings.tree import FEWEST, Node, count

FORMAT = "lutetia-openings/1"


@dataclass
class Table:
    """The games of one number of players."""

    games: int = 0
    trees: dict[str, list[Node]] = field(default_factory=dict)
    """By name of the line: one tree for each role, or a single one."""

    def add(self, game: str, sample: Sample) -> None:
        openings = openings_for(game)
        assert openings is not None
        self.games += 1
        count(self.trees, sample, [name for name, line in openings.lines.items() if line.shared])

    def prune(self, fewest: int = FEWEST) -> None:
        for trees in self.trees.values():
            for tree in trees:
                tree.prune(fewest)


@dataclass
class Book:
    """All tables of a game, and how their games were played."""

    game: str
    options: Json
    method: Json
    """`{"bots", "evaluations", "early_turns", "network"}`: see `generate`. The network is its checksum."""
    tables: dict[int, Table]
    """By number of players."""

    def as_bytes(self) -> bytes:
        written = {
            "format": FORMAT,
            "game": self.game,
            "options": self.options,
            "method": self.method,
            "tables": {
                str(players): {
                    "games": table.games,
                    "trees": {name: [tree.as_json() for tree in trees] for name, trees in table.trees.items()},
                }
                for players, table in sorted(self.tables.items())
            },
        }
        text = json.dumps(written, separators=(",", ":"), ensure_ascii=False)
        return gzip.compress(text.encode(), compresslevel=9, mtime=0)

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """Raises ValueError if this is not a book."""
        try:
            written = json.loads(gzip.decompress(data))
            if written["format"] != FORMAT:
                fault = f"this is not {FORMAT}"
                raise ValueError(fault)
            tables = {
                int(players): Table(
                    table["games"],
                    {name: [Node.from_json(tree) for tree in trees] for name, trees in table["trees"].items()},
                )
                for players, table in written["tables"].items()
            }
            return cls(written["game"], written["options"], written["method"], tables)
        except (OSError, EOFError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            fault = f"this is not an opening book: {error}"
            raise ValueError(fault) from error


@cache
def book_for(game: str) -> Book | None:
    """The book that comes with a game; None if it has none. Raises ValueError for an unknown game."""
    path = manifest(game).openings_file
    return Book.from_bytes(path.read_bytes()) if openings_for(game) is not None and path.is_file() else None


def is_comparable(book: Book, record: Json) -> bool:
    """Whether a game was played at a table like those of the book: same components, same options that matter."""
    openings = openings_for(book.game)
    assert openings is not None
    free = set(openings.free_options)

    def matters(options: Json) -> Json:
        return {name: value for name, value in options.items() if name not in free}

    bundled = not isinstance(record["edition"], dict) and "position" not in record
    return bundled and matters(record["options"]) == matters(book.options)


def figures(node: Node) -> Json:
    """What a node says: games, the rate of wins and the mean margin, each with a 95 % interval."""
    low, high = wilson(node.wins, node.games)
    n = max(1, node.games)
    half = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * node.deviation / sqrt(n)
    mean = node.margin / n
    return {
        "games": node.games,
        "wins": round(node.wins / n, 4),
        "wins_low": round(low, 4),
        "wins_high": round(high, 4),
        "margin": round(mean, 2),
        "margin_low": round(mean - half, 2),
        "margin_high": round(mean + half, 2),
    }
