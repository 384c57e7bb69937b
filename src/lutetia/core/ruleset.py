"""A ruleset: one game with its edition, options and seats fixed. `Game` knows games only through this interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeVar

from lutetia.core.edition import Edition
from lutetia.core.errors import IllegalStep, shown, with_guess
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel
from lutetia.core.random import Rng
from lutetia.core.viewcache import ViewCache

K = TypeVar("K", bound=Kernel)
"""The game's own kernel class."""
VisibleTotals = dict[str, tuple[int, int]]
"""Each seat's total, as it sees it itself and as the others do."""


class Ruleset(ABC, Generic[K]):
    """Everything that stays the same while a game is played, and the translation between a kernel's ints and text."""

    game: str
    versions: tuple[int, ...]
    """The versions of the ruling text that can be played, oldest first. A new game uses the last."""
    rules: int
    """The version of the ruling text that this game uses."""
    edition: Edition
    options: Json
    """With the defaults filled in."""
    seats: tuple[str, ...]
    step_texts: tuple[str, ...]
    """The text of every possible step, sorted. A step's int is its index here."""
    step_ids: Mapping[str, int]
    """The inverse of `step_texts`."""

    def __copy__(self) -> Ruleset[K]:
        return self

    def __deepcopy__(self, memo: object) -> Ruleset[K]:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the choices it was made from."""
        make = import_module("lutetia").ruleset  # a higher layer, which knows the games
        edition = None if self.edition.bundled else self.edition.data
        choices = {"rules": self.rules, "edition": edition, "options": self.options, "players": len(self.seats)}
        return partial(make, self.game, **choices), ()

    @classmethod
    def checked_version(cls, version: int | None) -> int:
        """The version of the ruling text to use; None means the last. Raises ValueError if it is unknown."""
        if version is None:
            return cls.versions[-1]
        if version not in cls.versions:
            known = ", ".join(map(str, cls.versions))
            raise ValueError(
                _(
                    "rules {found} of {game} are unknown; known: {known}",
                    found=shown(version),
                    game=cls.game,
                    known=known,
                )
            )
        return version

    @abstractmethod
    def new_kernel(self) -> K:
        """A kernel for this ruleset, not yet dealt."""

    @abstractmethod
    def write_setup(self, kernel: K) -> Json:
        """What chance decided, as a record's `setup`. The kernel has just been dealt."""

    @abstractmethod
    def read_setup(self, kernel: K, setup: object, first: int) -> None:
        """Put the kernel at the start of the game that a record's `setup` describes. Raises RecordError."""

    @abstractmethod
    def result(self, kernel: K) -> Json:
        """The result of a finished game, as a record's `result`.

        `result["scores"]` is `scores(kernel)`; the default statistics and the default terminal UI read it.
        """

    @abstractmethod
    def scores(self, kernel: K) -> dict[str, Json]:
        """Each seat's points by source in this position (ints, or objects of ints), with the sum as `total`."""

    @abstractmethod
    def score_sheet(self, kernel: K) -> Json:
        """The points by source with the pieces that earned them.

        A game without a text part returns `scores(kernel)` here: the default text reads nothing else.
        """

    @abstractmethod
    def position(self, kernel: K, viewer: int, cache: ViewCache) -> Json:
        """Everything in the position that the viewer (-1: a spectator) may know, and nothing else.

        `scores` is required: {seat: {…, "total": points}}, by the sources of `scores`, as far as the viewer may know
        them. The other parts are up to the game; every position has the same ones. The default drawing and screen show
        them all: a part with an entry for every seat beside the seat, any other one on the table. By convention,
        `seats` holds {seat: {part: …}}, and None in it, as a part or in a list, stands for what the viewer may not see.

        Parts that are the same for all viewers go into `cache.position`, each passed through `cache.encode` or,
        if no text reads it, `cache.serialise`. `cache.game_parts` may carry the game's own data from one position to
        the next.
        """

    def visible_totals(self, kernel: K) -> VisibleTotals:
        """The `total` of every seat's `scores` in `position`, as the seat sees it and as the others do.

        A game overrides this where it knows a faster way: it is computed after every step.
        """
        public = self.position(kernel, -1, ViewCache(follows=False))["scores"]
        own = {
            seat: self.position(kernel, s, ViewCache(follows=False))["scores"][seat]
            for s, seat in enumerate(self.seats)
        }
        return {seat: (own[seat]["total"], public[seat]["total"]) for seat in self.seats}

    @abstractmethod
    def redacted(self, step: str) -> str:
        """A step as the other seats see it during the game, with `?` for the words that only its actor may know."""

    @abstractmethod
    def determinize(self, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
        """A set-up and turns that the viewer cannot tell from the real ones. Raises RecordError on a bad view."""

    @abstractmethod
    def is_open_endgame(self, kernel: K) -> bool:
        """Whether a two-player position has no hidden information and no chance left, so that it can be solved."""

    @abstractmethod
    def reveals(self, step: str) -> bool:
        """Whether the step shows its actor something hidden. Such a step cannot simply be undone."""

    @abstractmethod
    def ranks(self, result: Json) -> dict[str, int]:
        """Each seat's place in a finished game, counted from 1. Seats that tie share a place."""

    def rematch(self, first: str, ranks: Mapping[str, int]) -> Json:
        """The options of the next game with the same players. `first` began the last game; `ranks` is how it ended."""
        return dict(self.options)

    def outlook(self, before: K, after: K) -> Json:
        """What else a screen may show about a step of the deciding seat before it is taken; {} for nothing."""
        return {}

    def prospects(self, kernel: K, legal: list[str]) -> Json:
        """What whole turns could bring the deciding seat, as far as it may know; {} for nothing.

        It is computed on request only, so that a position costs nothing extra.
        """
        return {}

    @abstractmethod
    def refusal(self, kernel: K, step: str) -> IllegalStep:
        """Why this step is not legal: the rule and the reason."""


def with_defaults(given: object, defaults: Json) -> Json:
    """A game's options with the defaults filled in. Raises ValueError on unknown options."""
    given = {} if given is None else given
    if not isinstance(given, dict):
        raise ValueError(_("options: a table of options is needed, not {found}", found=shown(given)))
    for key in given:
        if key not in defaults:
            fault = _("unknown option {key}; there are: {known}", key=shown(key), known=", ".join(defaults))
            raise ValueError(with_guess(fault, key, defaults))
    return defaults | given


def places(values: Mapping[str, Any]) -> dict[str, int]:
    """Places from 1, highest value first; equal values share a place."""
    return {seat: 1 + sum(other > value for other in values.values()) for seat, value in values.items()}
