"""Plays the strong games that an opening book counts: a network against itself, in several processes.

The network decides by its first impression, or by a search with some evaluations. In the first turns of each game
chance shifts what it thinks of each move, so that the book has more than one line; after that it plays what it thinks
best. Where no network knows a table, the search with rollouts of level 3 plays.

Finished games are appended to a file of lines, so a run that is interrupted goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from lutetia.arena.runner import init_worker
from lutetia.bots.blueprint import Learning
from lutetia.bots.calibration import network_checksum
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.level_bot import search
from lutetia.bots.network import Network
from lutetia.bots.network_evaluator import NetworkEvaluator
from lutetia.bots.profile import profile_for
from lutetia.bots.trained import evaluator_for
from lutetia.bots.tree import Tree
from lutetia.bots.weights_file import read
from lutetia.core.game import Game
from lutetia.core.json_lines import BrokenLine, drop_half_line, lines_of
from lutetia.core.json_types import Json
from lutetia.core.manifest import loaded
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.games import manifest, ruleset
from lutetia.openings.book import Book, Table
from lutetia.openings.lines import openings_for
from lutetia.openings.sample import Sample, sample_of

EARLY_TURNS = 6
"""Turns of each player that are varied."""
VARIED = 1.2
"""How far chance shifts a move's logit in these turns."""
FIRM = 0.1
"""The same in later turns: it decides only between moves that are nearly equal."""
STRONG_LEVEL = 3
"""Of the search that plays where there is no network."""
FORCED = 64
"""Nodes for decisions with a single move, on top of one for every evaluation."""


class Unusable(Exception):
    """A file or a game that cannot be used; for the people who make books, so it is in English only."""


@dataclass(frozen=True)
class Plan:
    """What is played. Games with different plans are not counted together."""

    game: str
    evaluations: int = 0
    network: str = ""
    """A weights file; "": the one that comes with the game."""
    seed: int = 1889


class Player:
    """Plays whole games at one kind of table."""

    def __init__(self, plan: Plan, players: int) -> None:
        self.plan = plan
        self.ruleset = ruleset(plan.game, players=players)
        self.profile = profile_for(plan.game)
        self.evaluator = _evaluator(plan, self.ruleset)
        if self.evaluator is not None:
            budget, make = plan.evaluations, self.ruleset.new_kernel
            self.tree = Tree(make(), make(), self.evaluator.features, budget + budget // 4 + FORCED)

    @property
    def bot(self) -> str:
        """Who plays: `network`, or the level whose search does."""
        return f"level{STRONG_LEVEL}" if self.evaluator is None else "network"

    def play(self, number: int) -> Sample:
        """The game with this number: the same one every time."""
        players = len(self.ruleset.seats)
        rng = Rng(self.plan.seed * 1_000_003 + number * 7 + players)
        game: Game = Game.deal(self.ruleset, rng)
        while not game.over:
            legal = game.legal()
            game.play(legal[0] if len(legal) == 1 else self._choose(game, rng))
        return sample_of(game)

    def _choose(self, game: Game, rng: Rng) -> str:
        if self.evaluator is None:
            simulations = self.profile.levels[STRONG_LEVEL - 1].simulations
            return search(game, self.profile.guide(), simulations, rng)[0].step
        tree, budget = self.tree, self.plan.evaluations
        early = game.turn_count <= EARLY_TURNS * len(self.ruleset.seats)
        tree.tune(variety=VARIED if early else FIRM, **self.profile.tree_tuning)
        tree.begin(game.kernel, game.kernel.seat, rng, self.ruleset.is_open_endgame(game.kernel), 0, budget)
        tree.run(self.evaluator, budget + 1)  # the first one evaluates the root
        found = tree.children()
        best = found[0] if budget else min(found, key=lambda child: (-child[5], child[0]))
        step: str = self.ruleset.step_texts[best[0]]
        return step


def _evaluator(plan: Plan, rules: Ruleset[Any]) -> Evaluator | None:
    """The network that plays; None if none knows this table. Raises Unusable if a named one does not."""
    if not plan.network:
        return evaluator_for(rules)
    reference = profile_for(plan.game).learning
    if reference is None:
        raise Unusable(f"no network can play {plan.game}")
    learning: Learning = loaded(reference)
    network = Network(Path(plan.network).read_bytes(), plan.game, learning.layout)
    if not network.file.covers(rules):
        return None
    return NetworkEvaluator(learning.features(rules), network, len(rules.seats))


def tables_of(game: str) -> list[int]:
    """The numbers of players that a game has."""
    least, most = manifest(game).players
    return list(range(least, most + 1))


def play_all(
    plan: Plan,
    games: dict[int, int],
    into: Path,
    *,
    jobs: int = 1,
    minutes: float | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> bool:
    """Play so many games for each number of players, and append them to a file. Those that are there are not played
    again. Returns whether all have been played; `minutes` ends the run earlier. Raises Unusable.
    """
    if openings_for(plan.game) is None:
        raise Unusable(f"{plan.game} has no openings to count")
    have = {(line["players"], line["number"]) for line in _games(plan, into)}
    wanted = [(players, number) for players, count in games.items() for number in range(count)]
    wanted.sort(key=lambda one: one[1])  # so that a run that is cut short has games of every table
    missing = [one for one in wanted if one not in have]
    done, until = len(wanted) - len(missing), None if minutes is None else time.monotonic() + 60 * minutes
    into.parent.mkdir(parents=True, exist_ok=True)
    drop_half_line(into)
    with into.open("a", encoding="utf-8") as file:
        if not into.stat().st_size:
            print(json.dumps(_head(plan)), file=file)
        for players, number, bot, sample in _played(plan, missing, jobs):
            line = {"players": players, "number": number, "bot": bot, **sample}
            print(json.dumps(line, separators=(",", ":"), ensure_ascii=False), file=file, flush=True)
            done += 1
            progress(done, len(wanted))
            if until is not None and time.monotonic() > until:
                break
    return done == len(wanted)


def book_from(plan: Plan, path: Path) -> Book:
    """The book of all games in a file. Raises Unusable if there are none."""
    tables: dict[int, Table] = {}
    bots: dict[str, str] = {}
    for line in _games(plan, path):
        sample = Sample(line["shares"], line["margins"], line["lines"])
        tables.setdefault(line["players"], Table()).add(plan.game, sample)
        bots[str(line["players"])] = line["bot"]
    if not tables:
        raise Unusable(f"there are no games in {path}")
    for table in tables.values():
        table.prune()
    method = {
        "bots": bots,
        "evaluations": plan.evaluations,
        "early_turns": EARLY_TURNS,
        "network": _head(plan)["plan"]["network"],
    }
    return Book(plan.game, ruleset(plan.game, players=min(tables)).options, method, tables)


def _head(plan: Plan) -> Json:
    """The plan, with the checksum of its network in place of the path."""
    checksum = read(Path(plan.network).read_bytes()).checksum if plan.network else network_checksum(plan.game)
    return {"plan": asdict(replace(plan, network=checksum or ""))}


def _games(plan: Plan, path: Path) -> Iterator[Json]:
    """The games in a file. Raises Unusable if they were played otherwise, or if a line is broken."""
    try:
        lines = lines_of(path)
        head = next(lines, None)
        if head is not None and head != _head(plan):
            raise Unusable(f"{path} has games of another plan, {head.get('plan')}: choose another folder")
        yield from lines
    except BrokenLine as error:
        raise Unusable(str(error)) from error


# ---- processes -------------------------------------------------------------------------------------------------

_player: dict[int, Player] = {}
_plan: Plan | None = None


def _begin(plan: Plan) -> None:
    global _plan
    init_worker()
    _plan = plan


def _one(table: tuple[int, int]) -> tuple[int, int, str, Json]:
    """Play one game in this process."""
    assert _plan is not None
    players, number = table
    if players not in _player:
        _player[players] = Player(_plan, players)
    return players, number, _player[players].bot, _player[players].play(number).as_json()


def _played(plan: Plan, tables: list[tuple[int, int]], jobs: int) -> Iterator[tuple[int, int, str, Json]]:
    if jobs <= 1:
        own = {players: Player(plan, players) for players in {players for players, _number in tables}}
        for players, number in tables:
            yield players, number, own[players].bot, own[players].play(number).as_json()
        return
    with get_context("spawn").Pool(jobs, _begin, (plan,)) as pool:
        yield from pool.imap_unordered(_one, tables, chunksize=16)
