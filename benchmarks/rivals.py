"""OpenSpiel's bots as opponents in `benchmarks/strength.py`: MCTS and ISMCTS in Python, uniform rollouts to the end."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import lutetia.envs.openspiel  # noqa: F401 (it registers the games)
from lutetia.core.json_types import Json

EXPLORATION = 1.4


class SpielBot:
    """One of OpenSpiel's bots, through the adapter. It searches anew at every decision."""

    def __init__(self, algorithm: str, simulations: int, seed: int, deal: int) -> None:
        self.algorithm, self.simulations = algorithm, simulations
        self.seed, self.deal = seed, deal

    def choose(self, game: Any, totals: Json) -> tuple[str, float]:
        spiel = pyspiel.load_game(f"lutetia_{game.ruleset.game}(players={len(game.ruleset.seats)})")
        state = spiel.new_initial_state()
        state.apply_action(self.deal)
        for turn in game.record()["turns"]:
            for step in turn["steps"]:
                state.apply_action(game.ruleset.step_ids[step])
        bot = self.bot(spiel, (self.seed + game.step_count) % 2**32)
        began = time.process_time()
        action = int(bot.step(state))
        return game.ruleset.step_texts[action], time.process_time() - began

    def bot(self, spiel: Any, seed: int) -> Any:
        rng = np.random.RandomState(seed)
        judge = mcts.RandomRolloutEvaluator(1, rng)
        if self.algorithm == "MCTS":
            return mcts.MCTSBot(spiel, EXPLORATION, self.simulations, judge, random_state=rng)
        return ismcts.ISMCTSBot(
            game=spiel, evaluator=judge, uct_c=EXPLORATION, max_simulations=self.simulations, random_state=rng
        )

    def close(self) -> None:
        pass
