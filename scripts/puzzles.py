"""Find puzzles in games of bots, prove them, measure how hard they are, and write them into the games' folders.

    python scripts/puzzles.py lumiere --minutes 30 --jobs 4     search, and go on where the last search stopped
    python scripts/puzzles.py lumiere --write                   add what was found to the game's puzzles
    python scripts/puzzles.py lumiere --rate --jobs 4           measure again how hard the game's puzzles are

What has been found is kept in build/puzzles, one line per game that was searched. Game number n is the same on every
machine, so several machines can share the work (--first), and their files can be joined. games/<game>/puzzles.py says
what makes a puzzle of that game. A position is dropped if what scores most at once solves it.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

import lutetia
from lutetia import puzzles
from lutetia.bots import bot_for
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Method
from lutetia.bots.situation import Situation
from lutetia.core.game import Game
from lutetia.core.json_lines import BrokenLine, drop_half_line, lines_of
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel, StepList
from lutetia.puzzles import Task
from lutetia.puzzles.proof import Prover, TooLong

from games import of_each_game
from mining import Mine, Seating, Solver, is_provable

WORK = Path("build/puzzles")
BATCH = 8
"""Games that each process gets at a time; the clock is looked at in between."""
LAST_TURNS = 12
"""Puzzles are looked for here."""
TRIES = 2
"""How often each bot tries a puzzle, with different seeds."""
OBVIOUS = 900
"""The strength of who takes what scores most at once."""
MIDDLE, SPREAD = 1500, 350
"""What is assumed about a puzzle's rating before anybody has tried it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(name for name, _module in of_each_game("puzzles")))
    parser.add_argument("--minutes", type=float, default=30, help="stop after so many minutes")
    parser.add_argument("--games", type=int, default=1_000_000, help="stop after so many games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--write", action="store_true", help="write what was found, with the puzzles that are there already; no search"
    )
    parser.add_argument("--most", type=int, default=400, help="add puzzles until there are so many (400)")
    parser.add_argument("--rate", action="store_true", help="let today's bots try the game's puzzles; no search")
    asked = parser.parse_args()
    try:
        if asked.write:
            write(asked.game, asked.most)
        elif asked.rate:
            rate(asked.game, asked.jobs)
        else:
            search(asked.game, asked.first, asked.games, asked.minutes, asked.jobs)
    except BrokenLine as error:
        sys.exit(str(error))


def search(game: str, first: int, games: int, minutes: float, jobs: int) -> None:
    """Search games that have not been searched yet, until the time is over."""
    WORK.mkdir(parents=True, exist_ok=True)
    file = _kept_file(game)
    before = {line["number"]: len(line["found"]) for line in lines_of(file)}
    numbers = (number for number in range(first, first + games) if number not in before)
    until, found = time.monotonic() + 60 * minutes, sum(before.values())
    drop_half_line(file)
    with file.open("a", encoding="utf-8") as out, multiprocessing.Pool(jobs) as pool:
        while time.monotonic() < until and (some := list(islice(numbers, BATCH * jobs))):
            for line in pool.imap_unordered(_mine, [(game, number) for number in some]):
                out.write(json.dumps(line, separators=(",", ":")) + "\n")
                out.flush()
                found += len(line["found"])
            print(f"{game}: {found} puzzles up to game {some[-1]}", flush=True)


def _kept_file(game: str) -> Path:
    return WORK / f"{game}.jsonl"


def _mine(task: tuple[str, int]) -> Json:
    """The puzzles of one game of bots."""
    game, number = task
    mine: Mine = dict(of_each_game("puzzles"))[game].MINE
    turns = _play(game, mine, number)
    kept = _kept(mine, turns)
    for ending in range(1, mine.endings):
        last = turns[-1]
        if kept or not is_provable(last, mine.prover(last, last.kernel.seat)):
            break  # where not even the last turn can be proven, other endings cannot be, either
        kept = _kept(mine, _play_to_end(turns[-mine.rewind].copy(), mine.varied, 1_000 * number + 100 * ending))
    return {"number": number, "found": kept}


def _kept(mine: Mine, turns: list[Game[Any]]) -> list[Json]:
    """The puzzles in a game that are worth keeping."""
    provers = [mine.prover(turns[0], seat) for seat in range(len(turns[0].ruleset.seats))]
    found = [
        (position, task, provers[position.kernel.seat])
        for position in mine.positions(turns)
        if (task := _examined(mine, position, provers[position.kernel.seat]))
    ]
    kept: list[Json] = []
    last = -math.inf
    for position, task, prover in sorted(found, key=lambda each: each[0].turn_count):
        if len(kept) == mine.per_game or position.turn_count - last < mine.apart:
            continue
        try:
            rating = measure(position, task, prover, mine.ladder)
        except TooLong:
            continue
        if rating is not None:
            last = position.turn_count
            described = asdict(task) | {"rating": rating, "seat": position.seat}
            kept.append({"found": described, "record": position.record()})
    return kept


def _examined(mine: Mine, position: Game[Any], prover: Prover) -> Task | None:
    try:
        return mine.examine(position, prover)
    except TooLong:
        return None


def _play(game: str, mine: Mine, number: int) -> list[Game[Any]]:
    """A game of bots: the positions at the start of its last turns."""
    seating = _seating(mine, number)
    playing = lutetia.new(game, seed=1_889_000 + number, players=seating.players, options=seating.options)
    return _play_to_end(playing, seating.method, 1_000 * number)


def _play_to_end(playing: Game[Any], method: Method, seed: int) -> list[Game[Any]]:
    players = [LevelBot(lambda _profile: method, seed + seat) for seat in range(len(playing.ruleset.seats))]
    begun = playing.copy()
    starts, steps = [], []
    while not playing.over:
        if playing.turn_begins:
            starts.append(len(steps))
        steps.append(_decided(playing.ruleset, playing.kernel, playing.step_count, players[playing.kernel.seat]))
        playing.play(steps[-1])
    last = starts[-LAST_TURNS:]
    turns = []
    for number, step in enumerate(steps):
        if number in last:
            turns.append(begun.copy())
        begun.play(step)
    return turns


def _seating(mine: Mine, number: int) -> Seating:
    seatings = [seating for seating in mine.seatings for _time in range(seating.share)]
    return seatings[number % len(seatings)]


def _decided(ruleset: Any, kernel: Kernel, taken: int, player: Any) -> str:
    legal = StepList(len(ruleset.step_texts))
    situation = Situation(ruleset, kernel, taken, legal)
    step = legal[0] if len(legal) == 1 else player.decide(situation)
    return str(ruleset.step_texts[step])


def measure(position: Game[Any], task: Task, prover: Prover, ladder: tuple[Solver, ...]) -> int | None:
    """A puzzle's rating, from which bots solve it; None if it is dull because the obvious turn solves it."""
    if _solves(position, task, prover, Obvious()):
        return None
    results = [(OBVIOUS, False)]
    for solver in ladder:
        for seed in range(TRIES):
            bot = _bot(position.ruleset.game, solver, seed)
            results.append((solver.rating, _solves(position, task, prover, bot)))
    return _fitted(results)


class Obvious:
    """Takes whatever scores most at once. Where nothing scores, it ends its turn as soon as it can."""

    def decide(self, situation: Situation) -> int:
        game = situation.imagine(0)
        before, ruleset = game.kernel, game.ruleset

        def worth(step: int) -> tuple[int, bool, int]:
            after = ruleset.new_kernel()
            after.become(before)
            after.play(step)
            return after.points_of(before.seat) - before.points_of(before.seat), after.turn != before.turn, -step

        return max((situation.legal[n] for n in range(len(situation.legal))), key=worth)


def _bot(game: str, solver: Solver, seed: int) -> Any:
    bot = solver.bot
    return bot_for(game, bot, seed) if isinstance(bot, str) else LevelBot(lambda _profile: bot, seed)


def _solves(position: Game[Any], task: Task, prover: Prover, player: Any) -> bool:
    """Whether a bot finds all turns that are asked for, against best replies."""
    game, ruleset, me = position.copy(), position.ruleset, position.kernel.seat
    for number in range(task.asked):
        turn = game.kernel.turn
        while not game.over and game.kernel.turn == turn:
            game.play(_decided(ruleset, game.kernel, game.step_count, player))
        if prover.value(game.kernel) < task.needed:
            return False
        while number + 1 < task.asked and not game.over and game.kernel.seat != me:
            for step in prover.best_turn(game.kernel):
                game.play(ruleset.step_texts[step])
    return True


def _fitted(results: list[tuple[int, bool]]) -> int:
    """The rating that explains best who solved it: a bot of the same rating does so in half of all tries."""

    def misfit(rating: int) -> float:
        chances = [1 / (1 + 10 ** ((rating - strength) / 400)) for strength, _solved in results]
        fits = [chance if solved else 1 - chance for chance, (_strength, solved) in zip(chances, results, strict=True)]
        return ((rating - MIDDLE) / SPREAD) ** 2 / 2 - sum(math.log(fit) for fit in fits)

    return min(range(400, 2800, 5), key=misfit)


def write(game: str, most: int) -> None:
    """Add puzzles of all difficulties and themes to those of the game, until there are so many."""
    shipped = _shipped(game)
    mined = [one for line in lines_of(_kept_file(game)) for one in line["found"]]
    found = {id: one for one in mined if (id := puzzles.id_of(one["record"])) not in shipped}
    chosen = sorted((shipped | _chosen(found, most - len(shipped))).items())
    described = [
        (puzzles.Puzzle(id=id, game=game, players=len(one["record"]["seats"]), **one["found"]), one["record"])
        for id, one in chosen
    ]
    puzzles.write(game, described)
    size = sum(file.stat().st_size for file in puzzles.folder(game).glob("*.[jg]*"))
    print(f"{game}: {len(chosen)} of {len(shipped) + len(found)} puzzles, {size / 1000:.0f} KB")
    print("themes:", dict(Counter(theme for _id, one in chosen for theme in one["found"]["themes"])))
    print("turns:", dict(Counter(one["found"]["asked"] for _id, one in chosen)))
    print("ratings:", dict(sorted(Counter(100 * (one["found"]["rating"] // 100) for _id, one in chosen).items())))


def rate(game: str, jobs: int) -> None:
    """Measure the ratings of a game's puzzles again, as after a change of the bots."""
    before = puzzles.puzzles(game)
    ratings = []
    with multiprocessing.Pool(jobs) as pool:
        for found in pool.imap(_rated, before):
            ratings.append(found)
            if len(ratings) % 20 == 0 or len(ratings) == len(before):
                print(f"{game}: {len(ratings)} of {len(before)} puzzles", flush=True)
    moved = [abs(rating - puzzle.rating) for rating, puzzle in zip(ratings, before, strict=True)]
    rated = [replace(puzzle, rating=rating) for rating, puzzle in zip(ratings, before, strict=True)]
    puzzles.write(game, [(puzzle, puzzle.record()) for puzzle in rated])
    print(f"{game}: ratings moved by {sum(moved) / len(moved):.0f} on average, {max(moved)} at most")


def _rated(puzzle: puzzles.Puzzle) -> int:
    mine: Mine = dict(of_each_game("puzzles"))[puzzle.game].MINE
    position = puzzle.position()
    rating = measure(position, puzzle, mine.prover(position, position.kernel.seat), mine.ladder)
    if rating is None:
        raise ValueError(f"{puzzle.id} is no puzzle: what scores most at once solves it")
    return rating


def _shipped(game: str) -> dict[str, Json]:
    """The puzzles that the game's folder has already; a new search adds to them."""
    if not (puzzles.folder(game) / "puzzles.json").exists():
        return {}
    found = {}
    for one in puzzles.puzzles(game):
        described = asdict(one)
        for name in ("id", "game", "players"):
            del described[name]
        found[one.id] = {"found": described, "record": one.record()}
    return found


def _chosen(found: dict[str, Json], most: int) -> dict[str, Json]:
    """As many as are wanted: those whose themes are rare, from each range of ratings."""
    themes = Counter(theme for one in found.values() for theme in one["found"]["themes"])

    def rarity(item: tuple[str, Json]) -> float:
        return -sum(1 / themes[theme] for theme in item[1]["found"]["themes"])

    ranges: dict[int, list[tuple[str, Json]]] = {}
    for item in sorted(found.items(), key=rarity):
        ranges.setdefault(item[1]["found"]["rating"] // 200, []).append(item)
    chosen: dict[str, Json] = {}
    while len(chosen) < most and any(ranges.values()):
        for each in ranges.values():
            if each and len(chosen) < most:
                id, one = each.pop(0)
                chosen[id] = one
    return chosen


if __name__ == "__main__":
    main()
