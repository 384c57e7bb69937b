"""Whether the chances of `lutetia.evaluate` come true: `python benchmarks/calibration.py [--fit] [--write] [--jobs N]`.

Bots play games against themselves, and some positions of each game are evaluated as the seat that decides sees them.
Each game is held out once: its positions are judged by corrections that were fitted to games of the other folds. Every
finished game is saved in `--results`, and the same command continues from there; with another network it begins anew.

`--fit` fits the corrections to all games and writes them beside each game's bots (`calibration.json`). Do that whenever
a game's network changes. `--write` writes the scores of the held-out positions to docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from doc_figures import put
from draw import draw
from forecasts import (
    BINS,
    Row,
    all_alike,
    beginner,
    bins,
    brier,
    corrections,
    evaluation,
    half_width,
    held_out,
    leader,
    log_loss,
    mean,
    uncorrected,
)

import lutetia
from lutetia.bots import seed_after
from lutetia.bots.calibration import FILE, FORMAT, NETWORK, ROLLOUTS, network_checksum
from lutetia.bots.estimate import belief, finished, leads
from lutetia.bots.level_bot import LevelBot, solve
from lutetia.bots.profile import Learned, profile_for
from lutetia.bots.situation import Situation
from lutetia.bots.trained import evaluator_for
from lutetia.core.json_lines import drop_half_line, lines_of
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
ROUND = 3
"""So many games have the same options. In the first of them rollouts are asked, too: they play where no network can."""
PROOF = 20_000
"""Positions that the players' solver may visit. With more, a game of La Cité de la Lumière takes twice as long."""
FEW = 30
"""A bin with fewer chances is not drawn: it says nothing."""


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


def played(table: Table, number: int, evaluations: int) -> Row:
    """One game of the network against itself, with some of its positions evaluated."""
    game, moments = positions_of(table, number, evaluations)
    end = finished(game)
    rows = [evaluated(moment, seed_after(SEED + number, at), number % ROUND == 0) for at, moment in moments.items()]
    first = game.ruleset.seats.index(game.first)
    return {"number": number, "first": first, "won": end.chances, "margins": end.margins, "positions": rows}


def positions_of(table: Table, number: int, evaluations: int) -> tuple[lutetia.Game, dict[int, lutetia.Game]]:
    """A finished game, and some of its positions by the number of their decision."""
    seed = SEED + number
    options = table.options[(number // ROUND) % len(table.options)]
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
    return game, {at: moments[at] for at in chosen}


def evaluated(game: lutetia.Game, seed: int, every_method: bool) -> Row:
    """What is believed of a position, uncorrected: by every method that knows the game, or by the one that is used."""
    profile, seat, rng = profile_for(game.ruleset.game), game.kernel.seat, Rng(seed)
    row: Row = {"phase": profile.phase(game.kernel), "seat": seat, "beliefs": {}}
    row |= {"points": [game.kernel.points_of(one) for one in range(game.kernel.players)]}
    row |= {"leads": leads(game, seat, Rng(seed))}
    if proven := solve(game, profile.guide(), profile.hint.proof):
        row["proven"] = proven[0].value
        return row
    methods = {}
    if profile.hint.learned and evaluator_for(game.ruleset) is not None:
        methods[NETWORK] = profile.hint
    if every_method or not methods:
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
    return {row["number"]: row for row in lines_of(path)}


def play(tables: Sequence[Table], games: int, jobs: int, folder: Path, evaluations: int) -> None:
    """Play what is missing, one game of each table after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        drop_half_line(file_of(folder, table, evaluations))
    have = {table.name: set(kept(file_of(folder, table, evaluations))) for table in tables}
    todo = [(table, number) for number in range(games) for table in tables if number not in have[table.name]]
    for done, (table, row) in enumerate(_each(todo, jobs, evaluations), 1):
        with file_of(folder, table, evaluations).open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, separators=(",", ":")) + "\n")
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


# ---- what comes of them ----------------------------------------------------------------------------------------------


def positions(games: Iterable[Row]) -> list[Row]:
    """The positions of games, each with who won and who began. Proven ones are left out: they are certain."""
    return [
        position | {"number": game["number"], "won": game["won"], "first": game["first"]}
        for game in games
        for position in game["positions"]
        if "proven" not in position
    ]


def fit(folder: Path, evaluations: int) -> None:
    """Fit all tables that have games, and write each game's file."""
    for game in TITLES:
        fitted = []
        for table in (one for one in TABLES if one.game == game):
            rows = positions(kept(file_of(folder, table, evaluations)).values())
            for (method, phase), (correct, count) in corrections(rows).items():
                print(f"{table.name} {method} {phase}: {correct} ({count} positions)")
                row = {"players": table.players, "method": method, "phase": phase, "positions": count}
                network = {"network": network_checksum(game)} if method == NETWORK else {}
                fitted.append(row | network | asdict(correct))
        if fitted:
            said = f"benchmarks/calibration.py --fit: games of {who(evaluations)}, seeds from {SEED}"
            path = ROOT / "src" / "lutetia" / "games" / game / "bots" / FILE
            path.write_text(
                json.dumps({"format": FORMAT, "provenance": said, "tables": fitted}, indent=1) + "\n", "utf-8"
            )


FORECASTS = {
    "evaluation": evaluation,
    "search, uncorrected": uncorrected,
    "whoever leads now": leader,
    "whoever began": beginner,
    "all alike": all_alike,
}
BASELINES = ("whoever leads now", "whoever began", "all alike")


def report(folder: Path, evaluations: int) -> str:
    """Both tables of the page, of all positions, each held out from what was fitted to others."""
    heads = ("table", "games", "positions", *FORECASTS, "better than the best baseline by")
    measured = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    reliable = [f"| table | {' | '.join(f'{10 * n}–{10 * n + 10} %' for n in range(BINS))} |", "|---" * 11 + "|"]
    for table in TABLES:
        rows = positions(kept(file_of(folder, table, evaluations)).values())
        if not rows:
            continue
        said = {name: held_out(rows, make) for name, make in FORECASTS.items()}
        scores = {
            name: [brier(p, row["won"]) for p, row in zip(all_, rows, strict=True)] for name, all_ in said.items()
        }
        losses = {
            name: mean(log_loss(p, row["won"]) for p, row in zip(all_, rows, strict=True))
            for name, all_ in said.items()
        }
        best = min(BASELINES, key=lambda name: sum(scores[name]))
        gains = [theirs - ours for theirs, ours in zip(scores[best], scores["evaluation"], strict=True)]
        cells = [
            table.title,
            f"{len({row['number'] for row in rows}):,}",
            f"{len(rows):,}",
            *(f"{mean(scores[name]):.3f}, {losses[name]:.3f}" for name in FORECASTS),
            f"{mean(gains):.3f} ± {half_width(rows, gains):.3f}",
        ]
        measured.append(f"| {' | '.join(cells)} |")
        tenths = [
            f"{100 * mid:.0f} → {100 * true:.0f} %" if n >= FEW else ""
            for n, mid, true in bins(rows, said["evaluation"])
        ]
        reliable.append(f"| {table.title} | {' | '.join(tenths)} |")
    return "\n".join(
        [
            f"Brier score and log loss (smaller is better) of held-out positions, from games of {who(evaluations)}. The"
            " last column is the difference of Brier scores with its 95 % interval.",
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
    parser.add_argument("--games", type=int, default=240, help="games of each table")
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
