"""A table: one game laid out, with its edition, options and seats fixed. The facade knows games only through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from lutetia.core.edition import Edition
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.kernel import Kernel
from lutetia.core.random import Rng
from lutetia.core.words import _

Json = dict[str, Any]
Keep = Callable[[Any], Any]
"""What becomes of a part of a view that is kept for others."""
K = TypeVar("K", bound=Kernel)
"""The game's own kind of kernel."""


def as_it_is(part: Any) -> Any:
    """The `Keep` of whoever wants to read a view."""
    return part


class Table(ABC, Generic[K]):
    """Everything that does not change while a game is played, and the game's words for a kernel's numbers."""

    game: str
    versions: tuple[int, ...]
    """Versions of the ruling text that can be played, oldest first. A new game takes the last."""
    rules: int
    edition: Edition
    options: Json
    """With the defaults filled in."""
    seats: tuple[str, ...]
    words: tuple[str, ...]
    """The text of every step there can be, sorted; a step's number is its place."""
    numbers: Mapping[str, int]
    """The inverse of `words`."""

    @classmethod
    def rules_by(cls, version: int | None) -> int:
        """The version of the ruling text to play by, the last where none is named. Raises ValueError if unknown."""
        if version is None:
            return cls.versions[-1]
        if version not in cls.versions:
            known = ", ".join(map(str, cls.versions))
            raise ValueError(
                _(
                    "rules {found} of {game} are not known; known are: {known}",
                    found=shown(version),
                    game=cls.game,
                    known=known,
                )
            )
        return version

    @abstractmethod
    def kernel(self) -> K:
        """A kernel of this table, not yet dealt."""

    @abstractmethod
    def setup(self, kernel: K) -> Json:
        """What chance decided, as a record's `setup`; the kernel has just been dealt."""

    @abstractmethod
    def set_up(self, kernel: K, setup: object, first: int) -> None:
        """Begin the game of a record's `setup`. Raises RecordError if it cannot be."""

    @abstractmethod
    def result(self, kernel: K) -> Json:
        """The result of a finished game, as a record's `result`."""

    @abstractmethod
    def scores(self, kernel: K) -> dict[str, Json]:
        """Each seat's points by source as the position stands (ints, or tables of ints)."""

    @abstractmethod
    def sheet(self, kernel: K) -> Json:
        """The score sheet that explains itself."""

    @abstractmethod
    def position(self, kernel: K, viewer: int, known: Json | None = None) -> Json:
        """All of the position that the viewer (-1: a spectator) may know, and nothing else.

        `known` is one dict for all viewers of this very position: what is worked out for one and serves others, too, is
        kept in it, as what `keep` makes of it; under `position` the parts that are the same for all. Under `before` it
        may hold what was known of an earlier position of the same game: what has not changed since then is the same.
        """

    @abstractmethod
    def veiled(self, step: str) -> str:
        """A step as the others see it while the game runs, with `?` for the words that only who took it may know."""

    @abstractmethod
    def guess(self, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
        """A set-up and turns that the viewer cannot tell from the real ones. Raises RecordError on nonsense."""

    @abstractmethod
    def open_endgame(self, kernel: K) -> bool:
        """Whether nothing is hidden and nothing random any more, for two: such a position can be solved."""

    @abstractmethod
    def reveals(self, step: str) -> bool:
        """Whether this step shows something that was hidden from who takes it: then it is not simply taken back."""

    @abstractmethod
    def ranks(self, result: Json) -> dict[str, int]:
        """Each seat's place at the end of a game, from 1; seats that share a place have the same."""

    def rematch(self, first: str, ranks: Mapping[str, int]) -> Json:
        """The options of the next game between the same, after one that `first` began and that ended so."""
        return dict(self.options)

    def outlook(self, before: K, after: K) -> Json:
        """What else a screen may show of a step of the deciding seat before it is taken; {}: nothing."""
        return {}

    def prospects(self, kernel: K, legal: list[str]) -> Json:
        """What the deciding seat may look forward to beyond the single step, as far as it may know; {}: nothing.

        Worked out when somebody asks for it, so that a position costs nothing more.
        """
        return {}

    @abstractmethod
    def refusal(self, kernel: K, step: str) -> IllegalStep:
        """Why this step is not legal: the rule and the words."""


def places(values: Mapping[str, Any]) -> dict[str, int]:
    """Places from 1 by value, the highest first; equal values share one."""
    return {seat: 1 + sum(other > value for other in values.values()) for seat, value in values.items()}
