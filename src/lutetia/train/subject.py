"""What is trained: a game's features, blueprint and tables, ready to use, the same in every process of a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import lutetia
from lutetia.bots.blueprint import Blueprint, Learning, Seating, Symmetry
from lutetia.bots.profile import profile_for
from lutetia.core.i18n import _
from lutetia.core.manifest import ManifestError, loaded
from lutetia.train.recipe import Recipe


@dataclass(frozen=True)
class Table:
    """A kind of table: its ruleset, and what the network sees there."""

    seating: Seating
    ruleset: Any
    features: Any


class Subject:
    """One game and the size of its network. Raises ValueError if the game cannot be learned."""

    def __init__(self, game: str, recipe: Recipe) -> None:
        reference = profile_for(game).learning
        if reference is None:
            raise ValueError(_("{game} has no description for training: see docs/training.md", game=game))
        self.game = game
        self.learning: Learning = loaded(reference)
        self.tables = [self._table(seating) for seating in self.learning.seatings]
        first = self.tables[0]
        found = self.learning.blueprint(first.ruleset)
        size = {"channels": recipe.channels, "blocks": recipe.blocks}
        self.blueprint: Blueprint = replace(found, **{name: value for name, value in size.items() if value})
        self._check()
        nothing = self.blueprint.policy
        """The output that is always 0."""
        one, two = first.features.outputs()
        self.outputs = [at if at >= 0 else nothing for at in one], [at if at >= 0 else nothing for at in two]
        self._wants_symmetries = recipe.symmetries

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """Those of the game that the recipe wants."""
        if not self._wants_symmetries or self.learning.symmetries is None:
            return []
        return self.learning.symmetries(self.tables[0].ruleset)

    def _table(self, seating: Seating) -> Table:
        ruleset = lutetia.ruleset(self.game, options=seating.options, players=seating.players)
        return Table(seating, ruleset, self.learning.features(ruleset))

    def _check(self) -> None:
        """What a game's description must fulfil; an error here is a mistake in the game's folder."""
        b, texts = self.blueprint, self.tables[0].ruleset.step_texts
        for table in self.tables:
            features = table.features
            found = (features.inputs, features.policy, features.target_bytes)
            wanted = (b.inputs, b.policy, (b.target_planes * b.cells + 7) // 8)
            if found != wanted or table.ruleset.step_texts != texts or table.seating.players > b.seats:
                raise ManifestError(f"{self.game}: features {found} do not fit the blueprint {wanted}, or steps differ")

    def table_for(self, number: int, of: int) -> Table:
        """The table of worker `number` of so many, so that each kind of table gets about its share of the workers."""
        total = sum(table.seating.share for table in self.tables)
        place, before = (number + 0.5) / of * total, 0.0
        for table in self.tables:
            before += table.seating.share
            if place < before:
                return table
        return self.tables[-1]


@cache
def subject_for(game: str, recipe: Recipe) -> Subject:
    """The subject, made once per process."""
    return Subject(game, recipe)
