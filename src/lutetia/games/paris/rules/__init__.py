"""The rules of Paris for two to four players. The class `Paris` joins the parts in this folder.

| question | file |
|---|---|
| which components are there? | edition.py (the checks of tiles: edition_tiles.py) |
| what does each bonus tile do? | bonus.py |
| how is a step written? | notation.py |
| what does a position consist of? | state.py (its fields: fields.py) |
| which steps are legal, and what do they do? | kernel.py (its lookup tables: tables.py) |
| how does a game begin? | deal.py (the shuffling: chance.py) |
| who may know what? | view.py |
| what could the hidden information be? | determinize.py |
| how many points does each seat have, and why? | scoring.py |
| where could a key go, what is missing, how would the districts stand? | prospects.py |
| why is a step refused? | refusals.py (by kind of step: step_refusals.py) |
| what are goods, tiles and places called? | names.py |
"""

from __future__ import annotations

from functools import lru_cache

from lutetia.core.edition import Edition, Source
from lutetia.core.errors import IllegalStep
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset, VisibleTotals, places
from lutetia.core.viewcache import ViewCache
from lutetia.games.paris.rules import deal, determinize, prospects, refusals, scoring, view
from lutetia.games.paris.rules import edition as editions
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.notation import Notation
from lutetia.games.paris.rules.tables import LookupTables


class Paris(Ruleset[ParisKernel]):
    """The rules of Paris with one edition, one set of options and one number of players."""

    game = editions.NAME
    versions = (1,)

    def __init__(
        self, *, rules: int | None = None, edition: Source = None, options: object = None, players: int = 2
    ) -> None:
        self.seats = deal.seats(players)
        self.rules = self.checked_version(rules)
        self.edition = editions.edition(edition)
        self.options = deal.options(options)
        self.notation, self._tables = _prepared(self.edition)
        self.step_texts = self.notation.texts
        self.step_ids = self.notation.numbers

    def new_kernel(self) -> ParisKernel:
        return ParisKernel(
            self._tables, self.rules, len(self.seats), self.options["advanced"], self.options["any_district"]
        )

    def write_setup(self, kernel: ParisKernel) -> Json:
        return deal.written(kernel, self.notation)

    def read_setup(self, kernel: ParisKernel, setup: object, first: int) -> None:
        deal.read(kernel, self.notation, self.edition, self.options, setup, first)

    def result(self, kernel: ParisKernel) -> Json:
        return scoring.result(self.score_sheet(kernel))

    def scores(self, kernel: ParisKernel) -> dict[str, Json]:
        return scoring.scores(self.score_sheet(kernel))

    def score_sheet(self, kernel: ParisKernel) -> Json:
        return scoring.score_sheet(scoring.City(kernel, self.notation, self.edition.data))

    def position(self, kernel: ParisKernel, viewer: int, cache: ViewCache) -> Json:
        return view.position(self, kernel, viewer, cache)

    def visible_totals(self, kernel: ParisKernel) -> VisibleTotals:
        hidden = scoring.hidden_points(kernel, self.notation, self.edition.data, self.options["screens"] == "open")
        found: VisibleTotals = {}
        for s, seat in enumerate(self.seats):
            total = kernel.points_of(s)
            found[seat] = total, total - hidden.get(seat, 0)
        return found

    def redacted(self, step: str) -> str:
        return view.HIDDEN_END if step.startswith("end ") else step  # P70, P80

    def determinize(self, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
        return determinize.determinize(self, self.notation, view, viewer, rng)

    def is_open_endgame(self, kernel: ParisKernel) -> bool:
        return False  # stacks and end-game tiles stay secret (P80)

    def reveals(self, step: str) -> bool:
        return step.startswith("draw ")  # the tile, and the back of the next one (P11)

    def ranks(self, result: Json) -> dict[str, int]:
        return places(
            {seat: (result["vp"][seat], result["francs"][seat], result["property"][seat]) for seat in self.seats}
        )

    def outlook(self, before: ParisKernel, after: ParisKernel) -> Json:
        return prospects.standings(self._public(before), self._public(after))

    def prospects(self, kernel: ParisKernel, legal: list[str]) -> Json:
        seat = self.seats[kernel.seat]
        city = scoring.City(kernel, self.notation, self.edition.data, [seat], [seat])
        return prospects.out_of_reach(kernel, self.new_kernel(), city, legal)

    def _public(self, kernel: ParisKernel) -> scoring.City:
        """What all players see."""
        return scoring.City(kernel, self.notation, self.edition.data, (), ())

    def refusal(self, kernel: ParisKernel, step: str) -> IllegalStep:
        return refusals.refusal(kernel, self.notation, self.edition.data, step)


@lru_cache(maxsize=8)
def _prepared(checked: Edition) -> tuple[Notation, LookupTables]:
    """The notation and lookup tables of an edition. They are cached: building them takes longer than a game."""
    notation = Notation(checked)
    return notation, LookupTables(checked, notation)
