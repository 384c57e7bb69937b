"""Thousands of games stepped together, as arrays.

    env = VectorEnv("NAME", 4096, seed=7)
    while learning:
        rows = env.observe()                  # float32, one row per game, for the seat to move
        env.step(choose(rows, env.mask()))    # indices of steps; finished games are dealt anew immediately
        env.ended, env.rewards                # which games have just ended, and each seat's reward

Every game is one row. `masks` has the legal steps as packed bits, lowest first (`mask()` unpacks them). `seats` has the
seat to move as an index into `ruleset.seats`. `rewards` has each seat's reward for the last step; by default it is 1
for a winner and −1 for a loser of a game that has just ended, else 0. `points` are the seats' points at the end of
their last game. Every step overwrites the arrays: copy what you need later. The GIL is released, so environments in
several threads use several cores.
"""

from __future__ import annotations

import secrets
from typing import Any

from lutetia.envs import INSTALL

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    missing.add_note(INSTALL)
    raise

from lutetia import ruleset
from lutetia.core.edition import Source
from lutetia.core.errors import shown
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.ruleset import Ruleset
from lutetia.envs.batch import Batch
from lutetia.envs.explain import explain
from lutetia.envs.observations import buffer_of, checked_form, observer_of
from lutetia.envs.parts import named
from lutetia.envs.rewards import NAMES, checked_reward

SAME = ("game", "rules", "edition", "seats", "options")
"""What must be equal if positions are copied from one ruleset to another."""
KEPT = ("rewards", "points", "ended", "_before")
"""The arrays that do not follow from the positions."""


class VectorEnv:
    """`games` games of one ruleset, stepped together.

    `reward` is one of the rewards of docs/envs.md. `observation` is the form of what `observe` returns: "flat" for one
    row per game, "dict" for named parts. An environment can be copied and pickled: the copy goes on identically.
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        *,
        players: int = 2,
        options: dict[str, Any] | None = None,
        edition: Source = None,
        reward: str = "win",
        observation: str = "flat",
        seed: int | None = None,
    ) -> None:
        if not isinstance(games, int | np.integer) or games < 1:
            raise ValueError(_("games: a whole number of at least 1 is needed, not {found}", found=shown(games)))
        self._prepare(ruleset(game, edition=edition, options=options, players=players), games, reward, observation)
        self.reset(seed)

    def _prepare(self, ruleset: Ruleset[Any], games: int, reward: str, observation: str) -> None:
        """Make the kernels and the arrays; no game is dealt yet."""
        self.ruleset = ruleset
        self.games = games
        self.players = players = len(ruleset.seats)
        self.reward = checked_reward(reward)
        self.observation = checked_form(observation)
        self.actions = len(ruleset.step_texts)
        """How many steps there are; an action is the index of a step."""
        observer, self.parts = observer_of(ruleset)
        words = (self.actions + 63) // 64
        self._masks = np.zeros((games, words), np.uint64)
        self.masks: NDArray[np.uint8] = self._masks.astype("<u8", copy=False).view(np.uint8)
        self.seats = np.zeros(games, np.int8)
        self.rewards = np.zeros((games, players), np.float32)
        self.points = np.zeros((games, players), np.int32)
        self.ended = np.zeros(games, np.bool_)
        self.counts = np.zeros(games, np.int32)
        """The number of legal steps, by game."""
        self._before = np.zeros((games, players), np.int32)
        self._actions = np.zeros(games, np.int32)
        self._sources = np.zeros(games, np.int32)
        arrays: dict[str, NDArray[Any]] = {
            "masks": self._masks,
            "counts": self.counts,
            "actions": self._actions,
            "points": self.points,
            "before": self._before,
            "seats": self.seats,
            "rewards": self.rewards,
            "ended": self.ended.view(np.uint8),
        }
        kernels = [ruleset.new_kernel() for _game in range(games)]
        self._size: int = observer.size
        buffers = {name: buffer_of(array) for name, array in arrays.items()}
        self._batch = Batch(kernels, observer, self.actions, NAMES.index(reward), buffers)
        self.kernels = kernels
        """The positions, to look at single games."""

    def __getstate__(self) -> dict[str, Any]:
        return {
            "made": (self.ruleset, self.games, self.reward, self.observation),
            "arrays": {name: getattr(self, name).copy() for name in KEPT},
            "streams": self._batch.streams(),
            "positions": [kernel.snapshot() for kernel in self.kernels],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._prepare(*state["made"])
        for name, values in state["arrays"].items():
            getattr(self, name)[:] = values
        for kernel, position in zip(self.kernels, state["positions"], strict=True):
            kernel.restore(position)
        self._batch.go_on(state["streams"])

    def reset(self, seed: int | None = None) -> None:
        """Deal all games. The same seed gives the same deals; None: a random seed from the system."""
        self.rewards[:] = 0
        self._batch.reset(secrets.randbits(63) if seed is None else seed)

    def put(self, other: VectorEnv | Game, sources: Any = 0, *, imagined: bool = True) -> None:
        """Game i becomes a copy of game sources[i] of another environment, or of a single game.

        This allows every legal step of a position to be tried at once, each in its own copy. In an imagined copy, what
        the seat to move cannot know is resampled, so looking ahead reveals nothing. Raises ValueError, and changes
        nothing, if the games cannot be copied.
        """
        positions = other.kernels if isinstance(other, VectorEnv) else [other.kernel]
        if other is self or any(getattr(other.ruleset, fact) != getattr(self.ruleset, fact) for fact in SAME):
            raise ValueError(_("another environment of the same game, edition, options and players is needed"))
        if positions[0].is_over():
            raise ValueError(_("this game is over"))
        given = np.asarray(sources)
        if (
            given.dtype.kind not in "iu"
            or given.shape not in ((), (self.games,))
            or given.min() < 0
            or given.max() >= len(positions)
        ):
            raise ValueError(
                _(
                    "sources: {games} whole numbers from 0 to {last} are needed, one for each game, or one for all",
                    games=self.games,
                    last=len(positions) - 1,
                )
            )
        self._sources[:] = given
        self.rewards[:] = 0
        self._batch.copy_positions(positions, buffer_of(self._sources), imagined)

    def step(self, actions: Any) -> None:
        """Play one step in every game. Raises ValueError, and changes nothing, if one of them is illegal."""
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise ValueError(
                _(
                    "actions: {games} whole numbers are needed, one for each game, not {found}",
                    games=self.games,
                    found=f"{given.dtype} {list(given.shape)}",
                )
            )
        self._actions[:] = given
        wrong = self._batch.step()
        if wrong >= 0:
            why = self._refusal(wrong, int(given[wrong]))
            raise ValueError(why)

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game, uniformly distributed."""
        self._batch.sample()
        return self._actions.copy()

    def mask(self) -> NDArray[np.bool_]:
        """Which steps are legal: one row per game, one column per step."""
        return np.unpackbits(self.masks, axis=1, count=self.actions, bitorder="little").view(np.bool_)

    def observe(self, out: NDArray[np.float32] | None = None) -> Any:
        """What the seat to move may know: one row per game, written into `out` if given.

        With `observation="dict"` it is a dictionary of the parts, whose first axis is the game.
        """
        if out is None:
            out = np.empty((self.games, self._size), np.float32)
        elif out.shape != (self.games, self._size) or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise ValueError(
                _("out: a contiguous float32 array of {games} × {size} is needed", games=self.games, size=self._size)
            )
        self._batch.observe(buffer_of(out))
        return out if self.observation == "flat" else named(out, self.parts)

    def explain(self, observation: Any, *, everything: bool = False) -> list[Any]:
        """One row in words, or each of several rows. Zeros are left out, unless `everything` is true."""
        return explain(observation, self.parts, everything=everything)

    def _refusal(self, game: int, action: int) -> str:
        """Why an action is illegal."""
        last = self.actions - 1
        if not 0 <= action <= last:
            return _(
                "game {game}: there is no step {action}; there are 0 to {last}", game=game, action=action, last=last
            )
        step = self.ruleset.step_texts[action]
        refusal = self.ruleset.refusal(self.kernels[game], step)
        return _("game {game}: {step}: {why}", game=game, step=step, why=str(refusal))
