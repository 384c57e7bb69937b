"""The texts of La Cité de la Lumière."""

from __future__ import annotations

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.rules.notation import PIECE_OF_CARD
from lutetia.games.lumiere.rules.scoring import SCORING_CARDS
from lutetia.games.lumiere.text import about, card, components, log, rule_links, sheet, steps
from lutetia.text.interface import GameText

ASKING_CARDS = {"levitation", *PIECE_OF_CARD}
"""What they bring depends on how their owner carries them out (L40, L42, L44, L46-L51)."""


def _glossary(data: Json, players: int) -> dict[str, Json]:
    return {
        card: {
            "name": name,
            "brief": steps.brief(card, data),
            "text": steps.effect(card, data),
            "scores": card in SCORING_CARDS,
            "place": place,
            "piece": PIECE_OF_CARD.get(card),
            "asks": card in ASKING_CARDS,
        }
        for place, (card, name) in enumerate(CARD_NAMES.items())
    }


TEXT = GameText(
    sources=steps.SOURCES,
    seat=lambda seat: (_(steps.SEATS[seat]), _(steps.SEATS_FIRST[seat])),
    question=steps.question,
    choice=lambda step, data: steps.choice(step),
    on_board=steps.on_board,
    details=steps.more,
    log=log.LOG,
    hides=steps.hides,
    glossary=_glossary,
    data=lambda view: steps.data_of(view or {"edition": 1}),
    rules=lambda data: [_(line, **steps.numbers(data)) for line in steps.RULES],
    pages=lambda score: score,
    rows=sheet.rows,
    verdict=sheet.verdict,
    topic=rule_links.topic,
    rule_links=rule_links.RULE_LINKS,
    names=about.names,
    about=about.about,
    components=components.components,
    card=card.card,
)
