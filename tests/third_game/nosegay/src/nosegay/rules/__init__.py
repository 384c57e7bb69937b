"""Nosegay: the ruleset that joins the parts in this folder.

| question | file |
|---|---|
| what lies in the box? | edition.py, edition.toml |
| how is a step written? | notation.py |
| what may be done, and what does it do? | kernel.py |
| how does a game begin? | deal.py |
| who may know what? | view.py |
| what is it worth? | scoring.py |
| why not? | refusals.py |
"""

from __future__ import annotations

# --8<-- [start:ruleset]
from lutetia.core.edition import Source
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.core.viewcache import ViewCache
from nosegay.rules import deal, refusals, scoring, view
from nosegay.rules import edition as editions
from nosegay.rules.kernel import NosegayKernel
from nosegay.rules.notation import HIDE, Notation


class Nosegay(Ruleset[NosegayKernel]):
    """Nosegay with its edition, options and seats fixed."""

    game = "nosegay"
    versions = (1,)

    def __init__(
        self, *, rules: int | None = None, edition: Source = None, options: object = None, players: int = 2
    ) -> None:
        if type(players) is not int or players not in (2, 3):
            raise ValueError(f"nosegay is a game for 2 or 3 players, not {shown(players)}")
        self.rules = self.checked_version(rules)
        self.edition = editions.edition(edition)
        self.options = deal.options(options)
        self.seats = deal.SEATS[:players]
        self.notation = Notation(self.edition)
        self.step_texts = self.notation.step_texts
        self.step_ids = self.notation.step_ids

    def new_kernel(self) -> NosegayKernel:
        counts = self.edition.data["counts"]
        return NosegayKernel(self.notation, counts, len(self.seats), self.options["strict"])

    def write_setup(self, kernel: NosegayKernel) -> Json:
        return deal.written(kernel)

    def read_setup(self, kernel: NosegayKernel, setup: object, first: int) -> None:
        deal.read(kernel, setup, first)

    def result(self, kernel: NosegayKernel) -> Json:
        return scoring.result(kernel)

    def scores(self, kernel: NosegayKernel) -> dict[str, Json]:
        return scoring.scores(kernel)

    def score_sheet(self, kernel: NosegayKernel) -> Json:
        return scoring.scores(kernel)

    def ranks(self, result: Json) -> dict[str, int]:
        return scoring.ranks(result)

    def position(self, kernel: NosegayKernel, viewer: int, cache: ViewCache) -> Json:
        return view.position(kernel, viewer)

    def redacted(self, step: str) -> str:
        return f"{HIDE} ?" if step.startswith(HIDE) else step  # N3

    def reveals(self, step: str) -> bool:
        return True  # every turn ends with a card that its player did not know (N6)

    def determinize(self, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
        return deal.determinize(view, self.notation, self.edition.data["counts"], rng)

    def is_open_endgame(self, kernel: NosegayKernel) -> bool:
        """Two players, nothing to draw, and the rival has neither a hand nor hidden cards."""
        rival = 1 - kernel.seat
        return kernel.players == 2 and not kernel.draws and not kernel.hands[rival] and not kernel.hidden[rival]

    def refusal(self, kernel: NosegayKernel, step: str) -> IllegalStep:
        return refusals.refusal(kernel, step)


# --8<-- [end:ruleset]
