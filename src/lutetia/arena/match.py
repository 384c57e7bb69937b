"""One game between named bots; and a pair: the same deal with the seats rotated, every bot once in every seat."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import combinations, permutations

import lutetia
from lutetia.bots import NAMES, bot
from lutetia.bots.guard import Guard
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

LineUp = tuple[str, ...]
"""The bots that meet at one table. A name may stand there more than once."""


@dataclass(frozen=True)
class Plan:
    """All that decides how the games of an arena go: a pair of one plan is the same wherever it is played."""

    game: str
    bots: tuple[str, ...]
    players: int = 2
    seed: int = 0
    options: Json = field(default_factory=dict)
    limit: float = 10.0
    """Seconds per step."""

    def checked(self) -> Plan:
        """The same with the options' defaults filled in. Raises ValueError on what cannot be played."""
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
        """Every choice of bots for one table. Where there are fewer bots than seats, the last named takes the rest."""
        names = [*self.bots, *[self.bots[-1]] * (self.players - len(self.bots))]
        return list(dict.fromkeys(combinations(names, self.players)))


@dataclass(frozen=True)
class Played:
    """One game that was played: who sat where, its record, the moves lost, and each seat's steps and seconds."""

    seats: dict[str, str]
    record: Json
    faults: list[Json]
    steps: dict[str, int]
    seconds: dict[str, float]

    def written(self) -> Json:
        return asdict(self)


def stream(*parts: object) -> int:
    """A seed for one purpose: far from those of all others, and the same on every machine."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def seatings(line_up: LineUp, pair: int) -> list[LineUp]:
    """The games of a pair: who sits in the first seat, the second, …; every bot sits in every seat equally often.

    With three or more the order round the table matters too (who plays after whom): pairs take the orders in turn.
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
) -> Played:
    """Play one game: `seating` and `seeds` name the bot of each seat and its random stream, `deal` what is dealt.

    Our own bots are given no clock, as their effort is fixed and the same seed must give the same steps; others are
    told the limit. Whatever a bot does wrong, the game goes on.
    """
    played = lutetia.new(game, seed=deal, players=len(seating), options=options)
    seats = played.ruleset.seats
    guards = {
        seat: Guard(partial(bot, name, seed), seed=seed, limit=limit)
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
            step = guards[seat].choose(view, legal, clocks[seat])
            seconds[seat] += time.perf_counter() - began
            steps[seat] += 1
            played.play(step)
        for guard in guards.values():
            guard.end(played.result())
    finally:
        for guard in guards.values():
            guard.close()
    faults = [{"seat": seat} | lost.written() for seat in seats for lost in guards[seat].lost]
    return Played(dict(zip(seats, seating, strict=True)), played.record(), faults, steps, seconds)


def play_pair(plan: Plan, line_up: int, pair: int) -> list[Json]:
    """The games of one pair, ready for JSON. All line-ups of pair p are dealt alike."""
    return [
        play(
            plan.game,
            seating,
            deal=stream(plan.seed, "deal", pair),
            seeds=[stream(plan.seed, "bot", pair, line_up, turn, seat) for seat in range(len(seating))],
            options=plan.options,
            limit=plan.limit,
        ).written()
        for turn, seating in enumerate(seatings(plan.line_ups[line_up], pair))
    ]
