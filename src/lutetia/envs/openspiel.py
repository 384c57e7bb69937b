"""The games in OpenSpiel: importing this registers each as `lutetia_NAME`.

    import pyspiel
    import lutetia.envs.openspiel
    game = pyspiel.load_game("lutetia_NAME(players=3)")

The chance player moves once, before the first turn: it chooses one of `deals` deals, and deal n is that of
`lutetia.new(..., seed=n)`. After that every step is deterministic. A seat knows its view: the observation is the
position; the information state adds all steps that the seat has seen. `resample_from_infostate` samples another game
that the seat cannot distinguish from this one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from lutetia.envs import INSTALL

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    missing.add_note(INSTALL)
    raise

from lutetia import imagine, ruleset
from lutetia.core.game import Game
from lutetia.core.manifest import Manifest
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.envs.observations import ObservationBuilder
from lutetia.games import manifest, manifests

DEALS = 10_000


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset as an OpenSpiel game."""

    kind: pyspiel.GameType
    """What OpenSpiel must know about the game in advance."""
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, name = self.kind, self.name
        chosen = kind.parameter_specification | (params or {})
        self.players = chosen.pop("players")
        self.deals = chosen.pop("deals")
        self.ruleset: Ruleset[Any] = ruleset(name, options=chosen, players=self.players)
        self.observations = ObservationBuilder(self.ruleset)
        self.longest = (manifest(name).longest_game or {})[self.players]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.ruleset.step_texts),
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.longest,
        )
        super().__init__(kind, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of one game; `played` is None before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.played: Game | None = None

    def current_player(self) -> int:
        if self.played is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat: int = self.played.kernel.seat
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.played is not None and self.played.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def returns(self) -> list[float]:
        players = self.get_game().players
        if not self.is_terminal() or self.played is None:
            return [0.0] * players
        return [self.played.kernel.utility_of(seat) for seat in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.played is not None
        return [self.played.ruleset.step_ids[step] for step in self.played.legal()]

    def _apply_action(self, action: int) -> None:
        if self.played is None:
            self.played = Game.deal(self.get_game().ruleset, Rng(action))
        else:
            self.played.play(self.played.ruleset.step_texts[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        text: str = self.get_game().ruleset.step_texts[action]
        return text

    def __str__(self) -> str:
        if self.played is None:
            return "not dealt"
        return json.dumps(self.played.record()["turns"])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another game that this player cannot distinguish from this one. `sampler` returns numbers from 0 to 1."""
        assert self.played is not None
        twin: SpielState = self.clone()
        view = self.played.view(self.played.ruleset.seats[player])
        twin.played = imagine(view, int(sampler() * (1 << 53)))
        return twin


class SpielObserver:
    """What a player may know: as numbers, by the parts of docs/envs.md, and as the view's JSON."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self._game, self._recall = game, recall
        seen = game.observations.observer.size
        self.tensor = np.zeros(seen + (game.longest if recall else 0), np.float32)
        self.dict: dict[str, Any] = {"position": self.tensor[:seen]}
        if recall:
            self.dict["steps"] = self.tensor[seen:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        played = state.played
        if played is None:
            return
        self.dict["position"][:] = self._game.observations.row(played.kernel, player)
        if self._recall:
            steps, ruleset = self.dict["steps"], self._game.ruleset
            for n, step in enumerate(_seen_steps(played, player)):
                # 0: no step; −1: a step that is hidden from this player
                steps[n] = (ruleset.step_ids[step] + 1) / len(ruleset.step_texts) if step in ruleset.step_ids else -1

    def string_from(self, state: SpielState, player: int) -> str:
        played = state.played
        if played is None:
            return "not dealt"
        view = played.view(played.ruleset.seats[player])
        parts = ("viewer", "position", "turns") if self._recall else ("viewer", "position")
        return json.dumps({part: view[part] for part in parts}, sort_keys=True)


def _seen_steps(played: Game, player: int) -> list[str]:
    turns = played.view(played.ruleset.seats[player])["turns"]
    return [step for turn in turns for step in turn["steps"]]


def _game_type(game: Manifest) -> pyspiel.GameType:
    least, most = game.players
    return pyspiel.GameType(
        short_name=f"lutetia_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if most == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": least, "deals": DEALS} | ruleset(game.name, players=least).options,
    )


def _register(game: Manifest) -> None:
    """Register a class for the game. A function would not do: OpenSpiel releases it after the interpreter's end."""
    made: Any = type(f"{game.name.capitalize()}Game", (SpielGame,), {"kind": _game_type(game), "name": game.name})
    pyspiel.register_game(made.kind, made)


for _manifest in manifests():
    if _manifest.longest_game is not None:  # OpenSpiel must know the maximum length of a game
        _register(_manifest)
