"""The rules of La Cité de la Lumière for two players. The class `Lumiere` joins the parts in this folder.

| question | file |
|---|---|
| which components are there? | edition.py |
| how is a step written? | notation.py |
| what does a position consist of? | state.py (its fields: fields.py) |
| which steps are legal, and what do they do? | kernel.py (its lookup tables: tables.py) |
| how does a game begin? | deal.py |
| who may know what? | view.py |
| how many points does each seat have, and why? | scoring.py |
| what would a postcard or a step bring? | prospects.py |
| why is a step refused? | refusals.py |
| what are pieces and sides called? | names.py |
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lutetia.core.edition import Edition, Source
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset, VisibleTotals
from lutetia.core.viewcache import ViewCache
from lutetia.games.lumiere.rules import deal, prospects, refusals, scoring, view
from lutetia.games.lumiere.rules import edition as editions
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import Notation
from lutetia.games.lumiere.rules.tables import LookupTables


class Lumiere(Ruleset[LumiereKernel]):
    """The rules of La Cité de la Lumière with one edition and one set of options."""

    game = editions.NAME
    versions = (1,)
    seats = deal.SEATS

    def __init__(
        self, *, rules: int | None = None, edition: Source = None, options: object = None, players: int = 2
    ) -> None:
        if type(players) is not int or players != 2:
            raise ValueError(_("lumiere is a game for 2 players, not {found}", found=shown(players)))
        self.rules = self.checked_version(rules)
        self.edition = editions.edition(edition)
        self.options = deal.options(self.edition, options)
        self.notation, self._tables = _prepared(self.edition)
        self.step_texts = self.notation.texts
        self.step_ids = self.notation.numbers

    def new_kernel(self) -> LumiereKernel:
        first = self.options["first"]
        return LumiereKernel(
            self._tables,
            self.rules,
            self.options["two_tiles"],
            deal.wanted_cards(self.edition, self.options),
            self.seats.index(first) if first in self.seats else -1,
        )

    def write_setup(self, kernel: LumiereKernel) -> Json:
        return deal.written(kernel, self.edition)

    def read_setup(self, kernel: LumiereKernel, setup: object, first: int) -> None:
        deal.read(kernel, self.edition, self.options, setup, first)

    def result(self, kernel: LumiereKernel) -> Json:
        return scoring.result(self.score_sheet(kernel))

    def scores(self, kernel: LumiereKernel) -> dict[str, Json]:
        """Points by source, and those of the postcards also by card."""
        sheet = self.score_sheet(kernel)
        by_source = scoring.scores(sheet)
        for seat, page in sheet.items():
            earned = {name: card["points"] for name, card in page["postcards"]["cards"].items()}
            by_source[seat]["cards"] = {name: earned.get(name, 0) for name in scoring.SCORING_CARDS}
        return by_source

    def score_sheet(self, kernel: LumiereKernel) -> Json:
        return scoring.score_sheet(kernel, self.notation, self.edition.data)

    def position(self, kernel: LumiereKernel, viewer: int, cache: ViewCache) -> Json:
        return view.position(kernel, self.notation, self.edition.data, viewer, cache)

    def visible_totals(self, kernel: LumiereKernel) -> VisibleTotals:
        points = {seat: kernel.points_of(s) for s, seat in enumerate(self.seats)}
        return {seat: (total, total) for seat, total in points.items()}

    def redacted(self, step: str) -> str:
        return step  # every step is public

    def determinize(self, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
        return deal.determinize(view, rng), view["turns"]

    def is_open_endgame(self, kernel: LumiereKernel) -> bool:
        return bool(kernel.phase == 2)  # L34

    def reveals(self, step: str) -> bool:
        return step.startswith("tile ")  # the next tile is drawn (L20)

    def ranks(self, result: Json) -> dict[str, int]:
        return {seat: 1 if result["winner"] in (seat, "draw") else 2 for seat in self.seats}

    def rematch(self, first: str, ranks: Mapping[str, int]) -> Json:
        """The loser begins (L12); after a draw, the seat that did not begin."""
        losers = [seat for seat in self.seats if ranks[seat] > 1] or [seat for seat in self.seats if seat != first]
        return self.options | {"first": losers[0]}

    def outlook(self, before: LumiereKernel, after: LumiereKernel) -> Json:
        return prospects.outlook(before, after, self.notation, self.edition.data)

    def prospects(self, kernel: LumiereKernel, legal: list[str]) -> Json:
        outcomes = prospects.Outcomes(self.new_kernel, self.notation)
        return {"cards": outcomes.cards(kernel, legal), "idle": outcomes.idle(kernel, legal)}

    def refusal(self, kernel: LumiereKernel, step: str) -> IllegalStep:
        return refusals.refusal(kernel, self.notation, step)


@lru_cache(maxsize=8)
def _prepared(checked: Edition) -> tuple[Notation, LookupTables]:
    """The notation and lookup tables of an edition. They are cached: building them takes longer than a game."""
    notation = Notation(checked)
    return notation, LookupTables(checked, notation)
