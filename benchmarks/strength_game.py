"""One game between two bots that can be stopped after any decision and continued later, with the time each side took.

No bot remembers anything between decisions, so a game that is continued goes on as if it had never stopped. Deals and
seeds are those of the arena: the games between our own bots are the ones that `lutetia arena` plays.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import lutetia
from lutetia.arena.match import seatings, seed_for
from lutetia.arena.statistics import statistics_for
from lutetia.bots import bot
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Learned, Method
from lutetia.core.json_types import Json

SEED = 1889
OLD, SPIEL, EQUAL_TIME, WITHOUT = "old:", "openspiel:", "equal-time", "-without:"
"""A rival is one of our bots, an old one (`old:level5`) or one of OpenSpiel's with its simulations
(`openspiel:MCTS:100`). A bot called `equal-time` takes as much processor time as its rival. One called
`level4-without:bonus:27` does without an item that the arena counts."""


@dataclass(frozen=True)
class Pairing:
    """Who plays whom: one bot against as many copies of its rival as there are other seats."""

    game: str
    players: int
    bot: str
    rival: str
    options: Json = field(default_factory=dict)


class Player(Protocol):
    """One seat's bot."""

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        """A step and the processor seconds that it took. `totals`: seconds and decisions of both sides so far."""

    def close(self) -> None:
        """The game is over or interrupted."""


def play(pairing: Pairing, pair: int, turn: int, so_far: Json | None, stop: Callable[[], bool]) -> Json:
    """Game number `turn` of a pair, from where `so_far` stopped, until it is over or `stop()` says so."""
    names = seatings((pairing.bot, *[pairing.rival] * (pairing.players - 1)), pair)[turn]
    game, deal = dealt(pairing, pair)
    kept: Json = so_far or {"steps": [], "seconds": [0.0, 0.0], "decisions": [0, 0]}
    steps, seconds, decisions = list(kept["steps"]), list(kept["seconds"]), list(kept["decisions"])
    for step in steps:
        game.play(step)
    players = {
        seat: player(name, seed_for(SEED, "bot", pair, 0, turn, number), deal)
        for number, (seat, name) in enumerate(zip(game.ruleset.seats, names, strict=True))
    }
    mine = game.ruleset.seats[names.index(pairing.bot)]
    try:
        while (seat := game.seat) is not None and not stop():
            legal = game.legal()
            step = legal[0]
            if len(legal) > 1:
                side = int(seat != mine)
                step, spent = players[seat].choose(game, {"seconds": seconds, "decisions": decisions})
                seconds[side] += spent
                decisions[side] += 1
            game.play(step)
            steps.append(step)
    finally:
        for each in players.values():
            each.close()
    found: Json = {"steps": steps, "seconds": [round(each, 4) for each in seconds], "decisions": decisions}
    if game.over:
        ranks = game.ruleset.ranks(game.result())
        points = dict(zip(game.ruleset.seats, map(game.kernel.points_of, range(pairing.players)), strict=True))
        margin = points.pop(mine) - max(points.values())
        found |= {"mine": mine, "ranks": ranks, "margin": margin}
    return found


def dealt(pairing: Pairing, pair: int) -> tuple[Any, int]:
    """The deal of a pair, and its seed. What a bot must do without is on offer."""
    options = lutetia.ruleset(pairing.game, options=pairing.options, players=pairing.players).options
    for attempt in count():
        # OpenSpiel numbers its deals from 0, and its chance player must be able to choose this one
        deal = pair if SPIEL in pairing.rival else seed_for(SEED, "deal", pair, *[attempt] * (attempt > 0))
        game = lutetia.new(pairing.game, seed=deal, players=pairing.players, options=options)
        if WITHOUT not in pairing.bot:
            return game, deal
        _name, kind, item = pairing.bot.split(":")
        if item in map(str, statistics_for(pairing.game).items[kind].offered(game.record())):
            return game, deal
    raise AssertionError


def player(name: str, seed: int, deal: int) -> Player:
    """The player with this name, as in a pairing."""
    if name == EQUAL_TIME:
        return EqualTime(seed)
    if name.startswith(OLD):
        return OldBot(name.removeprefix(OLD), seed)
    if name.startswith(SPIEL):
        from rivals import SpielBot  # OpenSpiel is needed for these games alone

        _kind, algorithm, simulations = name.split(":")
        return SpielBot(algorithm, int(simulations), seed, deal)
    if WITHOUT in name:
        level, kind, item = name.split(":")
        return Without(level.removesuffix(WITHOUT[:-1]), kind, item, seed)
    return OurBot(name, seed)


class OurBot:
    """One of the bots of this version, without a clock."""

    def __init__(self, name: str, seed: int) -> None:
        self.bot = bot(name, seed)

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        view, legal = game.view(game.seat), game.legal()
        began = time.process_time()
        step = self.bot.choose(view, legal)
        return step, time.process_time() - began

    def close(self) -> None:
        pass


class Without(OurBot):
    """A level that takes one item only if nothing else is left to do. It does not plan for that: it plays on as if it
    could, and is refused the item when it wants it."""

    def __init__(self, name: str, kind: str, item: str, seed: int) -> None:
        self.bot, self.kind, self.item = bot(name, seed), kind, item

    def takes(self, game: str, step: str) -> bool:
        record = {"turns": [{"seat": "", "steps": [step]}]}
        return any(item == self.item for item, _seat in statistics_for(game).items[self.kind].taken(record))

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        view, name = game.view(game.seat), game.ruleset.game
        method = self.bot.method
        solver_off = LevelBot(lambda profile: replace(method(profile), proof=0), self.bot.seed)
        began = time.process_time()
        found = self.bot.evaluate(view)
        if self.takes(name, found[0].step):
            found = solver_off.evaluate(view)  # a proof names one step alone
        left = [each.step for each in found if not self.takes(name, each.step)]
        return (left or [found[0].step])[0], time.process_time() - began


class EqualTime(OurBot):
    """Tree search with the network, and the solver, for as much processor time as the rival takes on average.

    A decision that is clear takes less, and leaves its time to later ones.
    """

    FIRST = 100
    """Evaluations before anything has been measured."""
    MOST = 100_000
    LONGEST = 3.0
    """At most so many times the rival's mean for one decision."""
    POSITIONS = 500_000
    """Positions that the solver may visit, per second of the decision's time: about a quarter of the time."""

    def __init__(self, seed: int) -> None:
        self.evaluations, self.proof = self.FIRST, 0
        self.bot = LevelBot(lambda profile: Method(0, proof=self.proof, learned=Learned(self.evaluations)), seed)
        self.spent = self.used = 0.0

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        (mine, theirs), (decided, they_decided) = totals["seconds"], totals["decisions"]
        if they_decided and self.spent:
            mean = theirs / they_decided
            left = max(0.0, min(mean * (decided + 1) - mine, self.LONGEST * mean))
            self.evaluations = max(1, min(self.MOST, round(left * self.used / self.spent)))
            self.proof = round(left * self.POSITIONS)
        step, spent = super().choose(game, totals)
        self.spent, self.used = self.spent + spent, self.used + self.evaluations
        return step, spent


class OldBot:
    """A bot of an earlier version, in a process of its own, through the arena's protocol for programs."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.process: subprocess.Popen[str] | None = None
        self.asked = 0

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        view, legal = game.view(game.seat), game.legal()
        if self.process is None:
            program = Path(__file__).with_name("old_bots.py")
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            self.process = subprocess.Popen([sys.executable, str(program), self.name], **pipes)
            hello = {"game": view["game"], "seat": game.seat, "options": view["options"], "seed": self.seed}
            self.say({"type": "hello", "protocol": 1} | hello)
        self.asked += 1
        self.say({"type": "choose", "id": self.asked, "view": view, "legal": legal})
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the old {self.name} gave no answer; what it printed is above")
        answer = json.loads(line)
        assert answer["id"] == self.asked, answer
        return answer["step"], answer["seconds"]

    def say(self, message: Json) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
