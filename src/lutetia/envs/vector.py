"""Thousands of games in one step of arrays.

    env = VectorEnv("paris", 4096, seed=7)
    while learning:
        rows = env.observe()                  # float32, one row for each game, through the eyes of who decides
        env.step(choose(rows, env.mask()))    # numbers of steps; games that end are dealt anew at once
        env.ended, env.rewards                # which games have just ended, and what each seat got

Every game is one row. `masks` holds the legal steps packed in bits, the lowest first (`mask()` unpacks them);
`seats` who decides, as a number of `table.seats`; `rewards` is 1 for a winner and −1 for a loser of a game that has
just ended, else 0; `points` what the seats had at the end of their last game. The arrays are written in place by every
step: copy what must last. The GIL is released, so environments in several threads use several cores.
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
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.envs.batch import Batch
from lutetia.envs.eyes import door, observer_of

SAME = ("game", "rules", "edition", "seats", "options")
"""What two tables have in common whose positions can be copied from one to the other."""


class VectorEnv:
    """`games` games of one table, stepped together."""

    def __init__(
        self,
        game: str,
        games: int = 1024,
        *,
        players: int = 2,
        options: dict[str, Any] | None = None,
        edition: Source = None,
        seed: int | None = None,
    ) -> None:
        if games < 1:
            raise ValueError(_("games: a whole number from 1 on is needed, not {found}", found=games))
        self.ruleset = ruleset(game, edition=edition, options=options, players=players)
        self.games = games
        self.players = players
        self.actions = len(self.ruleset.step_texts)
        """How many steps there are; an action is the number of one."""
        observer, self.parts = observer_of(self.ruleset)
        words = (self.actions + 63) // 64
        self._masks = np.zeros((games, words), np.uint64)
        self.masks: NDArray[np.uint8] = self._masks.astype("<u8", copy=False).view(np.uint8)
        self.seats = np.zeros(games, np.int8)
        self.rewards = np.zeros((games, players), np.float32)
        self.points = np.zeros((games, players), np.int32)
        self.ended = np.zeros(games, np.bool_)
        self.counts = np.zeros(games, np.int32)
        """How many steps are legal."""
        self._actions = np.zeros(games, np.int32)
        self._sources = np.zeros(games, np.int32)
        arrays: dict[str, NDArray[Any]] = {
            "masks": self._masks,
            "counts": self.counts,
            "actions": self._actions,
            "points": self.points,
            "seats": self.seats,
            "rewards": self.rewards,
            "ended": self.ended.view(np.uint8),
        }
        kernels = [self.ruleset.new_kernel() for _game in range(games)]
        self._size: int = observer.size
        self._batch = Batch(kernels, observer, self.actions, {name: door(array) for name, array in arrays.items()})
        self.kernels = kernels
        """The positions, for looking at single games."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; the same seed gives the same deals. None: the system's randomness."""
        self.rewards[:] = 0
        self._batch.begin(secrets.randbits(63) if seed is None else seed)

    def put(self, other: VectorEnv | Game, sources: Any = 0, *, imagined: bool = True) -> None:
        """Fill the games with copies: game i becomes a copy of game sources[i] of another environment, or of one game.

        So every legal step of a position can be tried at once, each in a copy of its own. In an imagined copy what the
        seat that decides cannot know is drawn anew: looking ahead then tells it nothing that it may not know.
        Raises ValueError, and nothing has changed, where these games cannot be copies of those.
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
        self._batch.put(positions, door(self._sources), imagined)

    def step(self, actions: Any) -> None:
        """Take one step in every game. Raises ValueError, and nothing has changed, if one of them is not legal."""
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
        """A legal action for every game, each step as likely."""
        self._batch.sample()
        return self._actions.copy()

    def mask(self) -> NDArray[np.bool_]:
        """Which steps are legal: one row for each game, one column for each step."""
        return np.unpackbits(self.masks, axis=1, count=self.actions, bitorder="little").view(np.bool_)

    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the seat that decides may know, one row for each game. `named(rows, env.parts)` gives it names."""
        if out is None:
            out = np.empty((self.games, self._size), np.float32)
        elif out.shape != (self.games, self._size) or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise ValueError(
                _("out: a contiguous float32 array of {games} × {size} is needed", games=self.games, size=self._size)
            )
        self._batch.observe(door(out))
        return out

    def _refusal(self, game: int, action: int) -> str:
        words = self.ruleset.step_texts
        if not 0 <= action < len(words):
            last = len(words) - 1
            return _(
                "game {game}: there is no step {action}; there are 0 to {last}", game=game, action=action, last=last
            )
        refusal = self.ruleset.refusal(self.kernels[game], words[action])
        return _("game {game}: {step}: {why}", game=game, step=words[action], why=str(refusal))
