"""The reference card of La Cité de la Lumière: the turns and the scoring on one side, the postcards on the other."""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.text import steps
from lutetia.text.card import Card, CardItem, CardPart

WIN, PAVING, HALF, BUILDING, LIT, GROUP, UNBUILT, END = steps.RULES
ADVICE = N_("Try to have three or four buildings before phase 2 begins.")  # advice of the rulebooks
TOKENS = N_("Each player has four action tokens, so each of you uses four of the eight postcards.")  # L4, L31
DENY = N_("You may use a postcard and skip its effect, just to keep it from your opponent.")  # L31
SCORING = N_("Le Peintre, Moulin Rouge, Fontaine des Mers and Le Penseur score at the end.")  # L63


def card(data: Json) -> Card:
    def said(line: str) -> str:
        return _(line, **steps.numbers(data))

    sources = {"lit": LIT, "group": GROUP, "unbuilt": UNBUILT, "postcards": SCORING}
    front = (
        CardPart(_("Phase 1: paving"), [said(PAVING), said(HALF), said(ADVICE)], "card-spaces"),
        CardPart(_("Phase 2: building"), [said(BUILDING), said(TOKENS), said(DENY)]),
        CardPart(
            _("Scoring"),
            [said(END)],
            "card-source",
            [CardItem(name, _(steps.SOURCES[name]), said(line)) for name, line in sources.items()],
        ),
        CardPart(_("Buildings"), picture="card-buildings"),
    )
    postcards = [CardItem(name, title, steps.effect(name, data)) for name, title in CARD_NAMES.items()]
    return front, [CardPart(_("The postcards"), [], "card-postcard", postcards, 2)]
