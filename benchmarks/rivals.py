"""Our search against OpenSpiel's bots: `python benchmarks/rivals.py [--write]`.

The search of our levels plays OpenSpiel's MCTS and ISMCTS bots (Python, uniform rollouts to the end) through the
adapter, with equal simulations and with equal time. Games are paired: the same deal with seats swapped. For equal time
our simulations are adjusted in trial games until both sides take the same processor time per decision; the table shows
what they took in the games that count.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyspiel
from doc_figures import put
from draw import draw
from open_spiel.python.algorithms import ismcts, mcts

import lutetia
import lutetia.envs.openspiel  # registers the games
from envs import TITLES
from lutetia.arena.intervals import wilson
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Method
from lutetia.bots.situation import Situation
from lutetia.core.kernel import StepList

PAGE = Path(__file__).parent.parent / "docs" / "envs.md"
BEGIN, END = "<!-- rivals: python benchmarks/rivals.py --write -->", "<!-- end of the rivals -->"
THEIRS = {"lumiere": 100, "paris": 20}
"""Simulations of OpenSpiel's bots, which take seconds for more."""
TRIALS = 8
"""How often our simulations may be adjusted for equal time."""
EQUAL = 1.1
"""Times that differ by less than this factor count as equal."""
TRIAL_PAIR = 10_000
"""The deal of the trial games; the games that count have other ones."""


@dataclass
class Outcome:
    """Games of our search against one bot."""

    won: float
    games: int
    seconds: tuple[float, float]
    """Processor time per decision: ours, theirs."""

    @property
    def slower(self) -> float:
        """How many times as long as we the rival takes."""
        return self.seconds[1] / self.seconds[0]


def spiel_bot(kind: str, game: pyspiel.Game, simulations: int, seed: int) -> object:
    """One of OpenSpiel's bots, with uniform rollouts."""
    rng = np.random.RandomState(seed)
    judge = mcts.RandomRolloutEvaluator(1, rng)
    if kind == "MCTS":
        return mcts.MCTSBot(game, 1.4, simulations, judge, random_state=rng)
    return ismcts.ISMCTSBot(game=game, evaluator=judge, uct_c=1.4, max_simulations=simulations, random_state=rng)


def duel(name: str, kind: str, mine: int, theirs: int, pairs: range) -> Outcome:
    """Paired games of our search with `mine` simulations against OpenSpiel's bot with `theirs`."""
    game = pyspiel.load_game(f"lutetia_{name}(deals={2 * TRIAL_PAIR})")
    legal = StepList(len(game.ruleset.step_texts))
    won, seconds, decisions = 0.0, [0.0, 0.0], [0, 0]
    for pair in pairs:
        for seat in range(2):
            us, them = LevelBot(lambda profile: Method(mine), pair), spiel_bot(kind, game, theirs, pair)
            state = game.new_initial_state()
            state.apply_action(pair)
            while not state.is_terminal():
                who = int(state.current_player() != seat)
                if len(state.legal_actions()) == 1:
                    state.apply_action(state.legal_actions()[0])
                    continue
                played = state.played
                start = time.process_time()
                if who == 0:
                    action = us.decide(Situation(game.ruleset, played.kernel, played.step_count, legal))
                else:
                    action = int(them.step(state))
                seconds[who] += time.process_time() - start
                decisions[who] += 1
                state.apply_action(action)
            won += (state.returns()[seat] + 1) / 2
    return Outcome(won, 2 * len(pairs), (seconds[0] / decisions[0], seconds[1] / decisions[1]))


def for_equal_time(name: str, kind: str, start: int) -> int:
    """The number of our simulations that takes as long as the rival's `start` simulations."""
    ours = start
    for _trial in range(TRIALS):
        slower = duel(name, kind, ours, start, range(TRIAL_PAIR, TRIAL_PAIR + 1)).slower
        if 1 / EQUAL <= slower <= EQUAL:
            break
        ours = max(1, round(ours * slower))
    return ours


def table(pairs: int) -> list[str]:
    lines = [
        "| opponent, paired games | our simulations | theirs | seconds per decision: ours, theirs | we finish ahead |",
        "|---|---|---|---|---|",
    ]
    for name, theirs in THEIRS.items():
        for kind in ("MCTS", "ISMCTS"):
            for equal in ("simulations", "time"):
                ours = theirs if equal == "simulations" else for_equal_time(name, kind, theirs)
                found = duel(name, kind, ours, theirs, range(pairs))
                low, high = wilson(found.won, found.games)
                lines.append(
                    f"| OpenSpiel's {kind}, {TITLES[name]}, equal {equal} | {ours:,} | {theirs:,} "
                    f"| {found.seconds[0]:.4f}, {found.seconds[1]:.4f} "
                    f"| {found.won / found.games:.0%} ({low:.0%}–{high:.0%}), {pairs} pairs |"
                )
                print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=25, help="pairs of games for each row")
    parser.add_argument("--write", action="store_true", help="write the table and its figure to docs/envs.md")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lines = table(arguments.pairs)
    lines += ["", f"lutetia {lutetia.__version__}, OpenSpiel as installed by pip; one core, processor time."]
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(lines))
        draw("rivals.svg")


if __name__ == "__main__":
    main()
