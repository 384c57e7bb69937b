"""The games of `benchmarks/strength.py` on disk: one line per game, in any number of files that are read together.

To merge the games of several machines, put their files into one folder. A game may occur several times: the longest
version counts. Games of other code do not count, unless that code is named as playing alike.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from lutetia.arena.intervals import bootstrap, wilson
from lutetia.core.json_lines import drop_half_line, lines_of
from lutetia.core.json_types import Json

Key = tuple[str, int, int]
"""Match, pair, number of the game in the pair."""


@dataclass
class Tally:
    """The complete pairs of a match: one figure per pair, and what both sides' decisions took."""

    shares: list[float] = field(default_factory=list)
    """The bot's share of the wins."""
    ahead: list[float] = field(default_factory=list)
    """How often it finished ahead of a rival; a tie counts half. The same as the share with two players."""
    margins: list[float] = field(default_factory=list)
    """Points ahead of the best rival."""
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def pairs(self) -> int:
        return len(self.shares)

    @property
    def per_decision(self) -> tuple[float, float]:
        """Processor seconds: the bot's, its rival's."""
        mine, theirs = (spent / max(1, number) for spent, number in zip(self.seconds, self.decisions, strict=True))
        return mine, theirs

    def add(self, games: list[Json]) -> None:
        """Add the games of one pair."""
        shares, ahead = [], []
        for game in games:
            ranks, mine = game["ranks"], game["ranks"][game["mine"]]
            first = [seat for seat, rank in ranks.items() if rank == 1]
            shares.append((mine == 1) / len(first))
            others = [rank for seat, rank in ranks.items() if seat != game["mine"]]
            ahead.append(sum(0.5 * ((mine < rank) + (mine <= rank)) for rank in others) / len(others))
            for side in range(2):
                self.seconds[side] += game["seconds"][side]
                self.decisions[side] += game["decisions"][side]
        self.shares.append(sum(shares) / len(shares))
        self.ahead.append(sum(ahead) / len(ahead))
        self.margins.append(sum(game["margin"] for game in games) / len(games))


def with_interval(values: list[float]) -> tuple[float, float, float]:
    """The mean, and its 95 % interval by the bootstrap over pairs."""
    low, high = bootstrap(values)
    return sum(values) / len(values), low, high


def rate_with_interval(rates: list[float]) -> tuple[float, float, float]:
    """The same for rates. Resampling sees no doubt where all pairs agree: there it is Wilson's interval."""
    if len(set(rates)) > 1:
        return with_interval(rates)
    return rates[0], *wilson(sum(rates), len(rates))


class Games:
    """All games in a folder that this code has played, and a file for new ones."""

    def __init__(self, folder: Path, file: str, codes: Mapping[str, str], alike: Collection[str] = ()) -> None:
        """`codes`: the digest of each game's code."""
        self.codes, self.path = codes, folder / f"{file}.jsonl"
        self.found: dict[Key, Json] = {}
        self.other_code: set[str] = set()
        self._file: TextIO | None = None
        for path in sorted(folder.glob("*.jsonl")):
            for game in lines_of(path):
                self._read(game, {*codes.values(), *alike})

    def _read(self, game: Json, codes: set[str]) -> None:
        if game["code"] not in codes:
            self.other_code.add(game["code"])
            return
        key = (game["match"], game["pair"], game["game"])
        if key not in self.found or len(game["steps"]) > len(self.found[key]["steps"]):
            self.found[key] = game

    def add(self, key: Key, game: Json) -> None:
        """Keep a game, which may not be over."""
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            drop_half_line(self.path)
            self._file = self.path.open("a", encoding="utf-8")
        match, pair, number = key
        self.found[key] = game = {
            "match": match,
            "pair": pair,
            "game": number,
            "code": self.codes[match.split()[0]],
        } | game
        print(json.dumps(game, separators=(",", ":")), file=self._file, flush=True)

    def is_over(self, key: Key) -> bool:
        return "ranks" in self.found.get(key, {})

    def tally(self, match: str, games_per_pair: int, most: int) -> Tally:
        """The complete pairs, from the first on, without gaps."""
        tally = Tally()
        while tally.pairs < most:
            keys = [(match, tally.pairs, number) for number in range(games_per_pair)]
            if not all(self.is_over(key) for key in keys):
                break
            tally.add([self.found[key] for key in keys])
        return tally
