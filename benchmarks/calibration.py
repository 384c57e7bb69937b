"""Whether the chances of `lutetia.evaluate` come true: `python benchmarks/calibration.py [--fit] [--write] [--jobs N]`.

Bots play games against themselves, and some positions of each game are evaluated as the seat that decides sees them.
A third of the games is for fitting, the others are held out for measuring. Every finished game is saved in `--results`,
and the same command continues from there; with another network it begins anew.

`--fit` fits the corrections and writes them beside each game's bots (`calibration.json`). Do that whenever a game's
network changes. `--write` measures the held-out positions and writes the tables to docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy
from doc_figures import put
from draw import draw

import lutetia
from lutetia.bots import seed_after
from lutetia.bots.calibration import (
    DOUBT,
    FILE,
    FORMAT,
    NETWORK,
    ROLLOUTS,
    Correction,
    network_checksum,
    stored,
)
from lutetia.bots.estimate import belief, finished
from lutetia.bots.level_bot import LevelBot, solve
from lutetia.bots.profile import Learned, profile_for
from lutetia.bots.situation import Situation
from lutetia.bots.trained import evaluator_for
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "analysis.md"
BEGIN, END = "<!-- figures: python benchmarks/calibration.py --write -->", "<!-- end of figures -->"
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}
POSITIONS = 12
"""Positions of a game that are evaluated."""
SEED = 27_000_000
"""Seeds of games begin here, far from those of training and of other benchmarks."""
FITTING = 3
"""Games whose number is divisible by this are for fitting, all others are held out."""
PROOF = 20_000
"""Positions that the players' solver may visit. With more, a game of La Cité de la Lumière takes twice as long."""
BINS = 10
FEW = 30
"""A bin with fewer chances is not drawn: it says nothing."""
Row = dict[str, Any]
Array = numpy.ndarray
AS_IT_IS = numpy.array([1.0, 0.0, 0.0])
"""The weights of a correction that changes nothing."""
PULL = numpy.array([10.0, 2_000.0, 5.0])
"""How strongly they are pulled there, so that a part of the game with few positions stays sensible."""
NEWTON = 25
"""Rounds; it needs fewer than ten."""


@dataclass(frozen=True)
class Table:
    """A game for so many players; its games take turns through these options."""

    game: str
    players: int
    options: tuple[dict[str, Any], ...] = ({},)

    @property
    def name(self) -> str:
        return f"{self.game}:{self.players}"

    @property
    def title(self) -> str:
        return TITLES[self.game] if self.game == "lumiere" else f"{TITLES[self.game]}, {self.players} players"


TABLES = (
    Table("lumiere", 2, ({}, {"postcards": "random"}, {}, {"postcards": "random", "two_tiles": True})),
    Table("paris", 2, ({}, {"screens": "closed"})),
    Table("paris", 3, ({}, {"screens": "closed"})),
    Table("paris", 4, ({}, {"screens": "closed"})),
)


# ---- games and positions ---------------------------------------------------------------------------------------------


def who(evaluations: int) -> str:
    """Who plays, in words."""
    return f"the network with {evaluations} evaluations and the solver against itself"


def is_held_out(number: int) -> bool:
    return number % FITTING != 0


def played(table: Table, number: int, evaluations: int) -> Row:
    """One game of the network against itself, with some of its positions evaluated."""
    seed = SEED + number
    options = table.options[(number // FITTING) % len(table.options)]
    game = lutetia.new(table.game, seed=seed, players=table.players, options=options)
    method = replace(profile_for(table.game).levels[3], learned=Learned(evaluations))
    method = replace(method, proof=min(PROOF, method.proof))
    strong, texts = LevelBot(lambda _profile: method, seed), game.ruleset.step_texts
    legal = StepList(len(texts))
    moments: list[lutetia.Game] = []
    while not game.over:
        situation = Situation(game.ruleset, game.kernel, game.step_count, legal)
        if len(legal) == 1:
            game.play(texts[legal[0]])
            continue
        moments.append(game.copy())
        game.play(texts[strong.decide(situation)])
    chosen = sorted(random.Random(seed).sample(range(len(moments)), min(POSITIONS, len(moments))))
    end = finished(game)
    rows = [evaluated(moments[at], Rng(seed_after(seed, at)), is_held_out(number)) for at in chosen]
    first = game.ruleset.seats.index(game.record()["first"])
    return {"number": number, "first": first, "won": end.chances, "margins": end.margins, "positions": rows}


def evaluated(game: lutetia.Game, rng: Rng, held_out: bool) -> Row:
    """What is believed of a position, uncorrected: by every method that knows the game, or by the one that is used."""
    profile, seat = profile_for(game.ruleset.game), game.kernel.seat
    points = [game.kernel.points_of(one) for one in range(len(game.ruleset.seats))]
    row: Row = {"phase": profile.phase(game.kernel), "seat": seat, "points": points, "beliefs": {}}
    if proven := solve(game, profile.guide(), profile.hint.proof):
        row["proven"] = proven[0].value
        return row
    methods = {}
    if profile.hint.learned and evaluator_for(game.ruleset) is not None:
        methods[NETWORK] = profile.hint
    if not (methods and held_out):
        methods[ROLLOUTS] = replace(profile.hint, learned=None)
    for name, method in methods.items():
        found = belief(game, seat, method, rng)
        row["beliefs"][name] = {
            "chances": [round(chance, 5) for chance in found.chances],
            "margins": [round(margin, 2) for margin in found.margins],
        }
    return row


def file_of(folder: Path, table: Table, evaluations: int) -> Path:
    network = (network_checksum(table.game) or "none")[:12]
    return folder / f"{table.game}-{table.players}-{evaluations}-{network}.jsonl"


def kept(path: Path) -> dict[int, Row]:
    """The games in a file, by number. A line that was cut off by an interruption is left out."""
    found = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["number"]] = row
    return found


def play(tables: Sequence[Table], games: int, jobs: int, folder: Path, evaluations: int) -> None:
    """Play what is missing, one game of each table after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    have = {table.name: set(kept(file_of(folder, table, evaluations))) for table in tables}
    todo = [(table, number) for number in range(games) for table in tables if number not in have[table.name]]
    for done, (table, row) in enumerate(_each(todo, jobs, evaluations), 1):
        path = file_of(folder, table, evaluations)
        begun = path.exists() and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as out:
            out.write(("\n" if begun else "") + json.dumps(row, separators=(",", ":")) + "\n")
        if done % 20 == 0 or done == len(todo):
            print(f"{done} of {len(todo)} games", flush=True)


def _each(todo: list[tuple[Table, int]], jobs: int, evaluations: int) -> Iterator[tuple[Table, Row]]:
    if jobs == 1:
        for table, number in todo:
            yield table, played(table, number, evaluations)
        return
    with ProcessPoolExecutor(jobs) as pool:
        tables = [table for table, _number in todo]
        numbers = [number for _table, number in todo]
        yield from zip(tables, pool.map(played, tables, numbers, [evaluations] * len(todo)), strict=True)


# ---- fitting ---------------------------------------------------------------------------------------------------------


def positions(games: Iterable[Row], held_out: bool) -> list[Row]:
    """The positions of the games that are held out, or of the others, each with who won.

    Proven ones are left out: they are certain with best play, which bots do not always find.
    """
    return [
        position | {"won": game["won"], "first": game["first"]}
        for game in games
        if is_held_out(game["number"]) == held_out
        for position in game["positions"]
        if "proven" not in position
    ]


def log_loss(chances: Sequence[float], won: Sequence[float]) -> float:
    return -sum(share * math.log(max(chance, 1e-6)) for chance, share in zip(chances, won, strict=True))


def brier(chances: Sequence[float], won: Sequence[float]) -> float:
    """The mean over the seats; for two players it is the usual score, with 0.25 for an even guess."""
    return sum((chance - share) ** 2 for chance, share in zip(chances, won, strict=True)) / len(won)


def fitted(rows: list[Row], method: str) -> Correction:
    """The correction with the least log loss. That is a convex problem, so Newton's method finds it."""
    beliefs = [row["beliefs"][method] for row in rows]
    chances = numpy.array([each["chances"] for each in beliefs])
    margins = numpy.array([each["margins"] for each in beliefs])
    began = numpy.eye(chances.shape[1])[[row["first"] for row in rows]]
    x = numpy.stack([numpy.log(chances + DOUBT), margins, began], axis=2)
    won = numpy.array([row["won"] for row in rows])
    free = numpy.ones(3, dtype=bool)
    while True:
        weights = _least_loss(x, won, free)
        backwards = free & (weights < 0) & numpy.array([True, True, False])
        if not backwards.any():
            return Correction(*(round(float(weight), 5) for weight in weights))
        free &= ~backwards  # a seat that the search thinks better of must not be told less


def _least_loss(x: Array, won: Array, free: Array) -> Array:
    """The weights of features (position, seat, feature), those that are not free being 0."""
    weights = AS_IT_IS * free
    for _round in range(NEWTON):
        logits = x @ weights
        chances = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        centred = x - numpy.einsum("ns,nsf->nf", chances, x)[:, None, :]
        slope = -numpy.einsum("ns,nsf->f", won - chances, x) + PULL * (weights - AS_IT_IS)
        bend = numpy.einsum("ns,nsf,nsg->fg", chances, centred, centred) + numpy.diag(PULL)
        weights[free] -= numpy.linalg.solve(bend[numpy.ix_(free, free)], slope[free])
    return weights


def fit(folder: Path, evaluations: int) -> None:
    """Fit all tables that have games, and write each game's file."""
    for game in TITLES:
        tables = []
        for table in (one for one in TABLES if one.game == game):
            rows = positions(kept(file_of(folder, table, evaluations)).values(), held_out=False)
            for method in (NETWORK, ROLLOUTS):
                for phase in profile_for(game).phases:
                    chosen = [row for row in rows if row["phase"] == phase and method in row["beliefs"]]
                    if not chosen:
                        continue
                    correct = fitted(chosen, method)
                    print(f"{table.name} {method} {phase}: {correct} ({len(chosen)} positions)")
                    row = {"players": table.players, "method": method, "phase": phase, "positions": len(chosen)}
                    network = {"network": network_checksum(game)} if method == NETWORK else {}
                    tables.append(row | network | asdict(correct))
        if tables:
            said = f"benchmarks/calibration.py --fit: games of {who(evaluations)}, seeds from {SEED}, every third"
            content = {"format": FORMAT, "provenance": said, "tables": tables}
            path = ROOT / "src" / "lutetia" / "games" / game / "bots" / FILE
            path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


# ---- measuring -------------------------------------------------------------------------------------------------------


def probabilities(game: str, players: int) -> Callable[[Row], list[float]]:
    """What `lutetia.evaluate` says of a position: with the network where it knows the table, corrected."""
    corrections = {
        (row["method"], row["phase"]): Correction(row["chance"], row["margin"], row["began"])
        for row in stored(game)["tables"]
        if row["players"] == players
    }

    def of(row: Row) -> list[float]:
        method = NETWORK if NETWORK in row["beliefs"] else ROLLOUTS
        found = row["beliefs"][method]
        correct = corrections.get((method, row["phase"]), Correction(1.0, 0.0))
        return correct.apply(found["chances"], found["margins"], row["first"])

    return of


def uncorrected(row: Row) -> list[float]:
    """What the search says itself."""
    found = row["beliefs"][NETWORK if NETWORK in row["beliefs"] else ROLLOUTS]
    total = sum(chance + DOUBT for chance in found["chances"])
    return [(chance + DOUBT) / total for chance in found["chances"]]


def leader(rows: list[Row]) -> Callable[[Row], list[float]]:
    """The baseline "whoever leads now", with the share of games that leaders win: the best that it can be."""

    def split(row: Row) -> list[int]:
        return [seat for seat, points in enumerate(row["points"]) if points == max(row["points"])]

    alone = [row["won"][split(row)[0]] for row in rows if len(split(row)) == 1]
    share = sum(alone) / max(1, len(alone))

    def of(row: Row) -> list[float]:
        players, ahead = len(row["points"]), split(row)
        if len(ahead) > 1:
            return [1 / players] * players
        return [share if seat in ahead else (1 - share) / (players - 1) for seat in range(players)]

    return of


def bins(rows: list[Row], said: Callable[[Row], list[float]]) -> list[tuple[int, float, float]]:
    """(how many, mean chance, how often it came true) of all seats' chances, by tenths."""
    found: list[list[tuple[float, float]]] = [[] for _bin in range(BINS)]
    for row in rows:
        for chance, won in zip(said(row), row["won"], strict=True):
            found[min(BINS - 1, int(chance * BINS))].append((chance, won))
    return [
        (len(each), sum(chance for chance, _won in each) / len(each), sum(won for _chance, won in each) / len(each))
        if each
        else (0, 0.0, 0.0)
        for each in found
    ]


def report(folder: Path, evaluations: int) -> str:
    """Both tables of the page, of the positions that were held out."""
    heads = ("table", "positions", "evaluation", "search, uncorrected", "whoever leads now", "all alike")
    measured = [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|"]
    reliable = [f"| table | {' | '.join(f'{10 * n}–{10 * n + 10} %' for n in range(BINS))} |", "|---" * 11 + "|"]
    for table in TABLES:
        games = kept(file_of(folder, table, evaluations)).values()
        rows = positions(games, held_out=True)
        if not rows:
            continue
        players = table.players
        said = probabilities(table.game, players)
        ways = (
            said,
            uncorrected,
            leader(positions(games, held_out=False)),
            lambda row: [1 / len(row["won"])] * len(row["won"]),
        )
        scores = [
            f"{sum(brier(way(row), row['won']) for row in rows) / len(rows):.3f}, "
            f"{sum(log_loss(way(row), row['won']) for row in rows) / len(rows):.3f}"
            for way in ways
        ]
        measured.append(f"| {table.title} | {len(rows):,} | {' | '.join(scores)} |")
        cells = [f"{100 * mean:.0f} → {100 * true:.0f} %" if n >= FEW else "" for n, mean, true in bins(rows, said)]
        reliable.append(f"| {table.title} | {' | '.join(cells)} |")
    return "\n".join(
        [
            f"Brier score and log loss (smaller is better) of positions that were held out, from games of"
            f" {who(evaluations)}:",
            "",
            *measured,
            "",
            "What was said, on average, and how often it came true, by tenths:",
            "",
            *reliable,
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600, help="games of each table; two thirds are held out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--evaluations", type=int, default=64, help="of the network for each decision of a player")
    parser.add_argument("--table", choices=[table.name for table in TABLES], action="append")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "calibration")
    parser.add_argument("--fit", action="store_true", help="fit the corrections and write calibration.json")
    parser.add_argument("--write", action="store_true", help="write docs/analysis.md and draw the figure")
    wanted = parser.parse_args()
    tables = [table for table in TABLES if not wanted.table or table.name in wanted.table]
    play(tables, wanted.games, wanted.jobs, wanted.results, wanted.evaluations)
    if wanted.fit:
        fit(wanted.results, wanted.evaluations)
    text = report(wanted.results, wanted.evaluations)
    print(text)
    if wanted.write:
        put(PAGE, BEGIN, END, text)
        draw("calibration.svg")


if __name__ == "__main__":
    main()
