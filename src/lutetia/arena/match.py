"""One game between named bots, and pairs: the same deal with rotated seats, so that each bot has each seat once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import combinations, permutations

import lutetia
from lutetia.bots import NAMES, bot
from lutetia.bots.supervised import SupervisedBot
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

LineUp = tuple[str, ...]
"""The bots of one game. A name may occur more than once."""


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games of an arena: a pair of a plan is the same on every machine."""

    game: str
    bots: tuple[str, ...]
    players: int = 2
    seed: int = 0
    options: Json = field(default_factory=dict)
    limit: float = 10.0
    """Seconds per step."""

    def checked(self) -> Plan:
        """This plan with default options filled in. Raises ValueError if it cannot be played."""
        if not self.bots:
            raise ValueError(_("name at least one bot"))
        if not 0 < self.limit <= 86_400:
            raise ValueError(_("the limit is a number of seconds above 0, not {found}", found=self.limit))
        ruleset = lutetia.ruleset(self.game, options=self.options, players=self.players)
        for name in self.bots:
            bot(name)
        return Plan(**asdict(self) | {"options": ruleset.options})

    @property
    def line_ups(self) -> list[LineUp]:
        """All combinations of bots for one game. The last bot takes the seats that are left over."""
        names = [*self.bots, *[self.bots[-1]] * (self.players - len(self.bots))]
        return list(dict.fromkeys(combinations(names, self.players)))


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: the bot of each seat, the record, the faults, and each seat's steps and seconds."""

    seats: dict[str, str]
    record: Json
    faults: list[Json]
    steps: dict[str, int]
    seconds: dict[str, float]

    def as_json(self) -> Json:
        return asdict(self)


def seed_for(*parts: object) -> int:
    """A seed for one purpose, independent of all others and the same on every machine."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def seatings(line_up: LineUp, pair: int) -> list[LineUp]:
    """The seatings of a pair's games: the bot in the first seat, the second, … Each bot has each seat equally often.

    With three or more players the order of play also matters (who follows whom), so pairs alternate between orders.
    """
    orders = list(dict.fromkeys((line_up[0], *rest) for rest in permutations(line_up[1:])))
    order = orders[pair % len(orders)]
    return list(dict.fromkeys(order[-turn:] + order[:-turn] for turn in range(len(order))))


def play(
    game: str,
    seating: Sequence[str],
    *,
    deal: int,
    seeds: Sequence[int],
    options: Json | None = None,
    limit: float = 10.0,
) -> PlayedGame:
    """Play one game. `seating` and `seeds` give each seat's bot and its seed; `deal` is the seed of the deal.

    Built-in bots get no clock: their effort is fixed, and the same seed must give the same steps. Other bots are told
    the limit. The game continues whatever a bot does wrong.
    """
    played = lutetia.new(game, seed=deal, players=len(seating), options=options)
    seats = played.ruleset.seats
    players = {
        seat: SupervisedBot(partial(bot, name, seed), seed=seed, limit=limit)
        for seat, name, seed in zip(seats, seating, seeds, strict=True)
    }
    clocks = {
        seat: None if name in NAMES else {"ms": int(limit * 1000)} for seat, name in zip(seats, seating, strict=True)
    }
    steps, seconds = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0.0)
    try:
        while (seat := played.seat) is not None:
            view, legal = played.view(seat), played.legal()
            began = time.perf_counter()
            step = players[seat].choose(view, legal, clocks[seat])
            seconds[seat] += time.perf_counter() - began
            steps[seat] += 1
            played.play(step)
        for player in players.values():
            player.end(played.result())
    finally:
        for player in players.values():
            player.close()
    faults = [{"seat": seat} | lost.as_json() for seat in seats for lost in players[seat].lost]
    return PlayedGame(dict(zip(seats, seating, strict=True)), played.record(), faults, steps, seconds)


def play_pair(plan: Plan, line_up: int, pair: int) -> list[Json]:
    """The games of one pair as JSON. All line-ups of a pair get the same deal."""
    return [
        play(
            plan.game,
            seating,
            deal=seed_for(plan.seed, "deal", pair),
            seeds=[seed_for(plan.seed, "bot", pair, line_up, turn, seat) for seat in range(len(seating))],
            options=plan.options,
            limit=plan.limit,
        ).as_json()
        for turn, seating in enumerate(seatings(plan.line_ups[line_up], pair))
    ]
