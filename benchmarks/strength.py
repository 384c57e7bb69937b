"""How strong the bots are: `python benchmarks/strength.py [--jobs 16] [--minutes 9] [--only WORDS] [--write]`.

Plays every match of docs/bots.md: each level against the one below, the levels against those of an earlier version
(benchmarks/old_bots.py) and against OpenSpiel's bots at equal time. Games are paired: the same deal with the seats
rotated, seed 1889. Every game is kept in `--results` at once, and what `--minutes` interrupts goes on later at the same
decision. Files of several machines are merged by putting them into one folder. A match with `until` stops once it is
clear (docs/arena.md); the others play all their pairs. `--write` writes the tables and the figures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from doc_figures import put, tables
from draw import draw
from playing_code import digest
from strength_game import EQUAL_TIME, OLD, SPIEL, WITHOUT, Pairing, play
from strength_results import Games, Key, Tally, rate_with_interval, with_interval

from lutetia.arena.intervals import looks, verdict
from lutetia.arena.match import seatings
from lutetia.arena.runner import init_worker
from lutetia.arena.statistics import statistics_for
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.rules.edition import edition as lumiere_edition

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"ladder": "bots.md", "old": "bots.md", "rivals": "envs.md", "values": "balance.md"}
"""Where the tables are. Each is between two comments that name it."""
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}
TABLES = (("lumiere", 2), ("paris", 2), ("paris", 3), ("paris", 4))
SHAPES = [name for name, shape in lumiere_edition().data["buildings"].items() if isinstance(shape, list)]
VALUED = {
    "lumiere": {"postcards": list(CARD_NAMES), "buildings": SHAPES},
    "paris": {"bonus": [str(n) for n in range(30, 0, -1)], "landmarks": [f"L{n}" for n in range(9, 17)]},
}
"""What one seat must do without, to find out what it is worth."""
MARGIN = 20.0
"""Seconds before the end of the time at which no game is begun any more; decisions end well within it."""


@dataclass(frozen=True)
class Match:
    """One bot against another (with three or four players: against several copies of it), and the target."""

    block: str
    game: str
    players: int
    bot: str
    rival: str
    pairs: int
    target: str = ""
    until: float | None = None
    """Stop as soon as the rate is significantly above or below this."""
    options: Json = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.game} {self.players} {self.bot} {self.rival}"

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.game, self.players, self.bot, self.rival, self.options)

    @property
    def games_per_pair(self) -> int:
        return len(seatings((self.bot, *[self.rival] * (self.players - 1)), 0))

    @property
    def title(self) -> str:
        return TITLES[self.game] + (f", {self.players} players" if self.game == "paris" else "")

    @property
    def words(self) -> str:
        if self.block == "rivals":
            _kind, algorithm, simulations = self.rival.split(":")
            return f"{algorithm} with {simulations} simulations"
        if self.block == "values":
            _without, kind, item = self.bot.split(":")
            return statistics_for(self.game).items[kind].label(item)
        said = f"{self.bot} against {self.rival}"
        return said.replace(OLD, "the old ").replace("level", "level ")

    def measured(self, tally: Tally) -> list[float]:
        """What the match is about: wins against several old bots, else finishing ahead."""
        return tally.shares if self.block == "old" else tally.ahead

    def decided(self, tally: Tally) -> bool:
        """Whether all pairs are played, or an early stop is allowed."""
        if tally.pairs >= self.pairs:
            return True
        if self.until is None:
            return False
        seen = self.measured(tally)
        return any(verdict(seen[:look], self.until, self.pairs) for look in looks(self.pairs) if look <= len(seen))

    def wanted(self, tally: Tally) -> int:
        """How many pairs may be begun: those before the next look, or all."""
        if self.until is None:
            return self.pairs
        return next(look for look in looks(self.pairs) if look > tally.pairs)


def matches() -> Iterator[Match]:
    """All matches, in the order of the tables and of play."""
    pairs = {("lumiere", 2): 100, ("paris", 2): 60, ("paris", 3): 12, ("paris", 4): 10}
    least = {("lumiere", 2): 0.75, ("paris", 2): 0.65, ("paris", 3): 1 / 3, ("paris", 4): 1 / 4}
    for game, players in TABLES:
        bound = least[game, players]
        until = bound if game == "paris" else None
        target = f"lower bound above {bound:.0%}".replace("%", " %")
        yield Match("old", game, players, "level5", f"{OLD}level5", pairs[game, players], target, until)
    for game, players in TABLES:
        most = 60 if players == 2 else 30
        for n in range(2, 7):
            bound = "lower bound above 60 %" if players == 2 else ""
            if n < 6 or players == 2:
                yield Match("ladder", game, players, f"level{n}", f"level{n - 1}", most, bound, 0.6)
        if players == 2:
            yield Match("ladder", game, 2, "level5", "greedy", 50, "≥ 90 %", 0.9)
            yield Match("ladder", game, 2, "level5", "random", 50, "≥ 99 %", 0.95)
    for game, simulations in (("lumiere", 100), ("paris", 20)):
        for algorithm in ("MCTS", "ISMCTS"):
            yield Match("rivals", game, 2, EQUAL_TIME, f"{SPIEL}{algorithm}:{simulations}", 50, "≥ 95 %")
    for game, kinds in VALUED.items():
        for kind, items in kinds.items():
            options = {"postcards": "random"} if kind == "postcards" else {}
            for item in items:
                yield Match("values", game, 2, f"level4{WITHOUT}{kind}:{item}", "level4", 40, options=options)


# ---- playing -----------------------------------------------------------------------------------------------------


def play_until(pairing: Pairing, pair: int, turn: int, so_far: Json | None, deadline: float) -> Json:
    """In a worker: a game, until it is over or the time is up."""
    return play(pairing, pair, turn, so_far, lambda: time.time() > deadline)


def next_game(wanted: list[Match], games: Games, running: set[Key]) -> tuple[Match, Key] | None:
    """The next game that nobody plays; None if all are over, or wait for a decision about an early stop."""
    for match in wanted:
        tally = games.tally(match.name, match.games_per_pair, match.pairs)
        if match.decided(tally):
            continue
        for pair in range(tally.pairs, match.wanted(tally)):
            for number in range(match.games_per_pair):
                key = (match.name, pair, number)
                if key not in running and not games.is_over(key):
                    return match, key
    return None


def play_all(wanted: list[Match], games: Games, jobs: int, deadline: float) -> None:
    """Play what is missing, in `jobs` processes, until the deadline (of `time.time`)."""
    running: dict[Future[Json], tuple[Match, Key]] = {}
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=init_worker)
    try:
        while True:
            while len(running) < jobs and time.time() < deadline - MARGIN:
                found = next_game(wanted, games, {key for _match, key in running.values()})
                if found is None:
                    break
                match, key = found
                _name, pair, number = key
                future = pool.submit(play_until, match.pairing, pair, number, games.found.get(key), deadline - MARGIN)
                running[future] = found
            if not running:
                return
            done, _others = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                match, key = running.pop(future)
                games.add(key, future.result())
                if games.is_over(key):
                    print(line(match, games), flush=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# ---- tables ------------------------------------------------------------------------------------------------------


def cells(match: Match, tally: Tally) -> list[str]:
    """Pairs, rate, interval, target and times."""
    rate, low, high = rate_with_interval(match.measured(tally))
    if match.block == "values":
        lost, most, least = (0.0 - each for each in with_interval(tally.margins))
        return [f"{tally.pairs}", f"{rate:.0%}", f"{low:.0%}–{high:.0%}", f"{lost:.1f}", f"{least:.1f} to {most:.1f}"]
    mine, theirs = tally.per_decision
    return [f"{tally.pairs}", f"{rate:.0%}", f"{low:.0%}–{high:.0%}", match.target, f"{mine:.3f}", f"{theirs:.3f}"]


def line(match: Match, games: Games) -> str:
    tally = games.tally(match.name, match.games_per_pair, match.pairs)
    said = cells(match, tally) if tally.pairs else ["0"]
    return f"| {match.title} | {match.words} | {' | '.join(said)} |"


def table(block: str, wanted: list[Match], games: Games) -> list[str]:
    who, what = {"old": ("match", "wins"), "rivals": ("OpenSpiel's bot", "we finish ahead")}.get(
        block, ("match", "finishes ahead")
    )
    if block == "values":
        heading = ["game", "without", "pairs", "wins", "95 % interval", "points lost", "95 % interval"]
        return rows(block, heading, wanted, games)
    heading = ["game", who, "pairs", what, "95 % interval", "target", "seconds per decision", "the other's"]
    return rows(block, heading, wanted, games)


def markers(block: str) -> tuple[Path, str, str]:
    """The page of a block, and the two comments around its table."""
    return (
        DOCS / PAGES[block],
        f"<!-- {block}: python benchmarks/strength.py --write -->",
        f"<!-- end of the {block} -->",
    )


def written(block: str, columns: int) -> dict[tuple[str, str], list[str]]:
    """By game and match: the cells of the table that the page has now, if it has these columns."""
    found, title = {}, ""
    for table in tables(*markers(block)):
        for first, words, *others in table:
            title = first or title
            if len(others) + 2 == columns:
                found[title, words] = others
    return found


def rows(block: str, heading: list[str], wanted: list[Match], games: Games) -> list[str]:
    """The lines of a table. A match without games in the folder stays as the page has it: games are not committed."""
    lines = [f"| {' | '.join(heading)} |", "|" + "---|" * len(heading)]
    before, last = written(block, len(heading)), ""
    for match in wanted:
        if match.block != block:
            continue
        tally = games.tally(match.name, match.games_per_pair, match.pairs)
        found = cells(match, tally) if tally.pairs else before.get((match.title, match.words))
        if found:
            title = "" if match.title == last else match.title
            lines.append(f"| {' | '.join([title, match.words, *found])} |")
            last = match.title
    return lines


def write(games: Games) -> None:
    for block in PAGES:
        lines = table(block, list(matches()), games)
        if len(lines) > 2:
            put(*markers(block), "\n".join(lines))
    draw("ladder.svg", "rivals.svg")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=Path("build/strength"), help="folder with the games")
    parser.add_argument("--file", default="games", help="name of the file in it for new games, one for each machine")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this time")
    parser.add_argument(
        "--only", action="append", help="only matches with all of these words, as in 'paris 3 old:level5'; repeatable"
    )
    parser.add_argument("--pairs", type=int, help="fewer pairs of each match")
    parser.add_argument("--kept", action="store_true", help="play nothing; print the kept results")
    parser.add_argument("--alike", action="append", default=[], help="digest of other code that plays alike")
    parser.add_argument("--write", action="store_true", help="write tables and figures to docs/")
    arguments = parser.parse_args()
    deadline = time.time() + 60 * arguments.minutes
    wanted = list(matches())
    if arguments.only:
        chosen = [set(words.split()) for words in arguments.only]
        wanted = [
            match
            for match in wanted
            if any(words <= {*match.name.split(), *match.rival.split(":"), match.block} for words in chosen)
        ]
    if arguments.pairs:
        wanted = [Match(**vars(match) | {"pairs": min(match.pairs, arguments.pairs)}) for match in wanted]
    codes = {game: digest(game) for game in TITLES}
    games = Games(arguments.results, arguments.file, codes, arguments.alike)
    print(f"code {codes}; games of other code that do not count: {sorted(games.other_code) or 'none'}", flush=True)
    if not arguments.kept:
        play_all(wanted, games, arguments.jobs, deadline)
    for match in wanted:
        print(line(match, games))
    if arguments.write:
        write(games)


if __name__ == "__main__":
    main()
