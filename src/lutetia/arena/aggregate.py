"""Aggregates the games of an arena: wins, points by source, ratings, first players, lengths, items taken."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import lutetia
from lutetia.arena.intervals import FEWEST_PAIRS, bootstrap, wilson
from lutetia.arena.match import Plan
from lutetia.arena.ratings import Ratings
from lutetia.arena.statistics import statistics_for
from lutetia.core.json_types import Json
from lutetia.games import manifest


@dataclass
class WinRate:
    """Wins and games. A shared win counts as a fraction."""

    won: float = 0.0
    games: int = 0

    def add(self, share: float) -> None:
        self.won += share
        self.games += 1

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)


@dataclass
class BotTotals:
    """The figures of one bot. A bot with two seats in a game has played two games."""

    share: WinRate = field(default_factory=WinRate)
    wins: int = 0
    draws: int = 0
    steps: int = 0
    seconds: float = 0.0
    faults: int = 0
    points: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By source: how often each number of points occurred."""
    by_turn: dict[int, WinRate] = field(default_factory=lambda: defaultdict(WinRate))
    """By place in the order of play; the first player's is 0."""

    @property
    def never_played(self) -> bool:
        """Whether every move was the fallback's, so that the figures say nothing about the bot."""
        return self.steps > 0 and self.faults == self.steps

    @property
    def losses(self) -> int:
        return self.share.games - self.wins - self.draws

    def mean(self, source: str) -> float:
        return mean(self.points[source])


@dataclass
class ItemTotals:
    """One item: in how many games it was on offer and was taken, and how often its takers won."""

    offered: int = 0
    taken: int = 0
    takers: WinRate = field(default_factory=WinRate)
    by_bot: Counter[str] = field(default_factory=Counter)


class Aggregate:
    """The figures of the pairs so far. Add pairs in order: ratings depend on it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.manifest = manifest(plan.game)
        self.statistics = statistics_for(plan.game)
        self._ruleset = lutetia.ruleset(plan.game, options=plan.options, players=plan.players)
        self.pairs = 0
        self.games = 0
        self.bots = {name: BotTotals() for name in plan.bots}
        self.ratings = Ratings(plan.bots)
        self.turns: list[WinRate] = [WinRate() for _seat in range(plan.players)]
        """By place in the order of play."""
        self.lengths: Counter[int] = Counter()
        self.rounds: Counter[int] = Counter()
        self.items: dict[str, dict[str, ItemTotals]] = {kind: defaultdict(ItemTotals) for kind in self.statistics.items}
        """By kind and name."""
        self.faults: list[Json] = []
        self.duels: dict[tuple[str, str], list[list[float]]] = defaultdict(list)
        """By (bot, rival): a list per pair with 1 (finished before the rival), 0.5 (level) or 0 for each game."""
        self.shares: list[list[float]] = []
        """The first bot's share of each win, a list per pair."""
        self.verdict: str | None = None
        """Whether the first bot is significantly "above" or "below" the bound of an early stop."""
        self._added = 0

    def add(self, games: list[Json]) -> None:
        """Add the games of the next line-up of the current pair."""
        line_ups = len(self.plan.line_ups)
        if self._added % line_ups == 0:
            self.shares.append([])
        self._added += 1
        self.pairs = self._added // line_ups
        duels: dict[tuple[str, str], list[float]] = defaultdict(list)
        for game in games:
            self._add(game, duels)
        for rivals, outcomes in duels.items():
            self.duels[rivals].append(outcomes)

    @property
    def first_bot_pairs(self) -> list[float]:
        """The first bot's rate in each complete pair."""
        return [sum(shares) / len(shares) for shares in self.shares[: self.pairs] if shares]

    def duel(self, bot: str, rival: str) -> tuple[float, tuple[float, float] | None, int] | None:
        """How often the bot finished before the rival (a tie counts half), its interval, the number of pairs.

        The interval is None for few pairs: resampling them would pretend to know what it cannot.
        """
        pairs = [sum(outcomes) / len(outcomes) for outcomes in self.duels.get((bot, rival), ())]
        interval = bootstrap(pairs) if len(pairs) >= FEWEST_PAIRS else None
        return (sum(pairs) / len(pairs), interval, len(pairs)) if pairs else None

    def _add(self, game: Json, duels: dict[tuple[str, str], list[float]]) -> None:
        record, seats = game["record"], game["seats"]
        rank = self._ruleset.ranks(record["result"])
        first = [seat for seat in seats if rank[seat] == 1]
        shares = {seat: 1 / len(first) if seat in first else 0.0 for seat in seats}
        scores = self.statistics.points(record)
        self.games += 1
        self.ratings.add(list(seats.values()), [rank[seat] for seat in seats])
        self._add_order(record, seats, shares)
        self._add_items(record, seats, shares)
        for seat, name in seats.items():
            bot = self.bots[name]
            bot.share.add(shares[seat])
            bot.wins += first == [seat]
            bot.draws += seat in first and len(first) > 1
            bot.steps += game["steps"][seat]
            bot.seconds += game["seconds"][seat]
            for source in self.statistics.sources:
                bot.points[source][scores[seat][source]] += 1
            if name == self.plan.bots[0]:
                self.shares[-1].append(shares[seat])
            for other, rival in seats.items():
                if rival != name:
                    duels[name, rival].append(0.5 * ((rank[seat] < rank[other]) + (rank[seat] <= rank[other])))
        for fault in game["faults"]:
            name = seats[fault["seat"]]
            self.bots[name].faults += 1
            self.faults.append(
                {"bot": name, "pair": (self._added - 1) // len(self.plan.line_ups) + 1, "game": self.games} | fault
            )

    def _add_order(self, record: Json, seats: dict[str, str], shares: dict[str, float]) -> None:
        order = list(seats)
        begins = order.index(record["first"])
        for place, seat in enumerate(order[begins:] + order[:begins]):
            self.turns[place].add(shares[seat])
            self.bots[seats[seat]].by_turn[place].add(shares[seat])
        self.lengths[sum(len(turn["steps"]) for turn in record["turns"])] += 1
        self.rounds[len(record["turns"])] += 1

    def _add_items(self, record: Json, seats: dict[str, str], shares: dict[str, float]) -> None:
        for kind, items in self.statistics.items.items():
            found = self.items[kind]
            for name in set(items.offered(record)):
                found[name].offered += 1
            taken = set(items.taken(record))
            for name in {name for name, _seat in taken}:
                found[name].taken += 1
            for name, seat in sorted(taken):
                found[name].takers.add(shares[seat])
                found[name].by_bot[seats[seat]] += 1


def best_first(items: dict[str, ItemTotals]) -> list[tuple[str, ItemTotals]]:
    """Sorted by how often the takers won; items that nobody took come last."""
    return sorted(items.items(), key=lambda item: (not item[1].taken, -item[1].takers.rate, item[0]))


def mean(counted: Counter[int]) -> float:
    """The mean of a counter of values."""
    return sum(value * times for value, times in counted.items()) / max(1, counted.total())
