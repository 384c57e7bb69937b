"""Play random games of Paris beside the slow oracle, and hold everything equal at every step.

    python tests/paris/compare_with_oracle.py /work/oracle --games 1000 [--edition tests/paris/altered.toml]

The oracle (paris_oracle.py) was written by someone else from the same texts. Compared are seats, legal lists, turns,
results; the kernel's points with scoring.py; the destinations of prospects.py with the legal moves; what is kept for
speed with what follows from the rest; replay(record); imagine(view).view(viewer), and the view and legal list after
`resample`, for every viewer; and that every illegal step is refused with a rule. Not run by pytest: the oracle lives
outside this repository.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core.edition import BUNDLED
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng

DERIVED = ("taken", "goals", "keys_in", "types_in", "sources", "end_uses", "beyond", "stock", "on_track")
DERIVED += ("end_mask", "ends_left", "tiles_left", "full_stacks")
OPTIONS = [
    {"advanced": a, "any_district": b, "screens": s}
    for s in ("open", "closed")
    for a in (False, True)
    for b in (False, True)
]


# ---- policies: each prefers other steps, so that rare tiles and questions are met ---------------------------------


def uniform(rng: random.Random, legal: list[str]) -> str:
    return rng.choice(legal)


def builder(rng: random.Random, legal: list[str]) -> str:
    """Mostly moves, landmarks, sections, bonus moves; seldom trade."""
    return rng.choices(legal, [_builder_weight(step) for step in legal])[0]


def _builder_weight(step: str) -> float:
    kind = step.split(" ")[0]
    if kind == "move":
        return 30 if ":L" in step.split(" ")[2] else 8
    if step in ("track none", "section done", "vp none", "pair done"):
        return 0.3
    if kind == "track":
        return 5 if step.split(" ")[1] in ("9", "16", "17", "19", "21", "23", "24", "25") else 1
    return {"sell": 0.2, "buy": 0.5, "use": 2, "end": 0.5, "done": 4, "key": 6}.get(kind, 10)


def hoarder(rng: random.Random, legal: list[str]) -> str:
    """Sells nothing unless it must, so that many sources meet in one payment; dawdles before the end."""
    moves = [step for step in legal if step.startswith("move")]
    calm = [step for step in legal if step.split(" ")[0] not in ("sell", "use", "end")]
    calm = [step for step in calm if step not in ("track none", "section done")]
    if moves and rng.random() < 0.5:
        return rng.choice(moves)
    return rng.choice(calm or legal) if rng.random() < 0.9 else rng.choice(legal)


def user(rng: random.Random, legal: list[str]) -> str:
    """Uses tiles as soon as it can, and takes those that let one do something."""
    uses = [step for step in legal if step.split(" ")[0] in ("use", "pair", "pay", "section", "track", "vp")]
    return rng.choice(uses) if uses and rng.random() < 0.7 else builder(rng, legal)


POLICIES = (uniform, builder, hoarder, user)


# ---- one game ------------------------------------------------------------------------------------------------------


class Run:
    def __init__(self, oracle: Any, edition: str | None, peeks: float, refusals: float) -> None:
        self.oracle, self.edition, self.peeks, self.refusals = oracle, edition, peeks, refusals
        path = Path(edition) if edition else BUNDLED / "paris.toml"
        self.data = tomllib.loads(path.read_text(encoding="utf-8"))
        self.met: Counter[str] = Counter()

    def game(self, seed: int) -> None:
        players, options = 2 + seed % 3, OPTIONS[seed // 3 % 8]
        policy = POLICIES[seed // 24 % 4]
        rng = random.Random(seed)
        game = lutetia.new("paris", seed=seed, players=players, options=options, edition=self.edition)
        begun = game.record()
        other = self.oracle.Oracle(players, begun["setup"], begun["first"], options, self.data)
        while not other.over:
            legal = other.legal()
            assert game.seat == other.seat
            assert game.legal() == legal, set(legal) ^ set(game.legal())
            self.check(game)
            if rng.random() < self.peeks * (5 if game._kernel.tiles_left == 0 else 1):
                self.peek(game, rng)
            if rng.random() < self.refusals or (self.refusals and legal[0].split(" ")[0] in ("pay", "pair")):
                self.refuse(game)
            step = policy(rng, legal)
            self.met[" ".join(step.split(" ")[:2]) if step.startswith("use") else step.split(" ")[0]] += 1
            self.met["steps"] += 1
            other.play(step)
            game.play(step)
        assert game.over
        assert game.seat is None
        assert game.legal() == []
        self.check(game)
        self.peek(game, rng)
        assert game.result() == other.result()
        assert game.record()["turns"] == other.turns
        record = json.loads(json.dumps(game.record()))
        assert lutetia.replay(record).record() == record
        self.met["games"] += 1

    def check(self, game: Any) -> None:
        """Points, moves, and what is kept for speed."""
        table, kernel = game.table, game._kernel
        scores = table.scores(kernel)
        for s, seat in enumerate(table.seats):
            assert kernel.points_of(s) == scores[seat]["total"]
        kept = {name: getattr(kernel, name) for name in DERIVED}
        twin = table.kernel()
        twin.become(kernel)
        assert twin.key() == kernel.key()
        if kernel.seat < 0:
            best = [s for s, seat in enumerate(table.seats) if seat in game.result()["winners"]]
            for s in range(kernel.players):
                assert kernel.utility_of(s) == (2 / len(best) - 1 if s in best else -1)
            return
        twin.arrange({})
        assert kept == {name: getattr(twin, name) for name in DERIVED}
        position = table.position(kernel, kernel.seat)
        if position["phase"] == "action" and not position["question"]:
            found = sorted(f"move {key['from']} {goal['to']}" for key in position["moves"] for goal in key["goals"])
            assert found == [step for step in game.legal() if step.startswith("move")]

    def peek(self, game: Any, rng: random.Random) -> None:
        """What every viewer sees, and what it can imagine."""
        table, kernel = game.table, game._kernel
        for viewer, seat in enumerate((*table.seats, None)):
            number = viewer if seat else -1
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            began = time.perf_counter()
            imagined = lutetia.imagine(json.loads(json.dumps(view)), rng.randrange(2**40))
            self.met["imagined"] += 1
            self.met["imagining (µs)"] += round(1e6 * (time.perf_counter() - began))
            assert imagined.view(seat) == view
            assert imagined.seat == game.seat
            twin = table.kernel()
            twin.become(kernel)
            twin.imagine(number, Rng(rng.randrange(2**40)))
            assert table.position(twin, number) == view["position"]
            if seat == game.seat and seat:
                steps = StepList(len(table.words))
                twin.list(steps)
                assert steps.words(table.words) == imagined.legal() == game.legal()
                for step in rng.sample(table.words, 20):
                    if step not in game.legal():
                        assert str(table.refusal(twin, step)) == str(table.refusal(kernel, step))

    def refuse(self, game: Any) -> None:
        """Every step of the table that is not legal is refused by a rule."""
        legal, before = set(game.legal()), game._kernel.key()
        for step in game.table.words:
            if step not in legal:
                why = game.table.refusal(game._kernel, step)
                assert why.rule.startswith("P"), step
                assert str(why)
                self.met["refused"] += 1
        assert game._kernel.key() == before


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("oracle", help="the folder of paris_oracle.py")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--edition")
    parser.add_argument("--peeks", type=float, default=0.01, help="how often every view is imagined")
    parser.add_argument("--refusals", type=float, default=0.01, help="how often every illegal step is refused")
    chosen = parser.parse_args()
    sys.path.insert(0, chosen.oracle)
    run = Run(__import__("paris_oracle"), chosen.edition, chosen.peeks, chosen.refusals)
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        try:
            run.game(seed)
        except Exception:
            print(f"seed {seed}", file=sys.stderr)
            raise
    print(dict(sorted(run.met.items())))


if __name__ == "__main__":
    main()
