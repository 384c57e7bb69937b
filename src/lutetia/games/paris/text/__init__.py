"""The texts of Paris."""

from __future__ import annotations

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules.scoring import VARYING
from lutetia.games.paris.text import about, card, components, log, rule_links, sheet, steps
from lutetia.text.interface import GameText


def _glossary(data: Json, players: int) -> dict[str, Json]:
    tiles = {n: steps.tile(n, data, players) for n in steps.TILES}
    return {
        str(n): {"name": _("Bonus tile {n}", n=n), "brief": text, "text": text, "scores": n in VARYING}
        for n, text in tiles.items()
    }


TEXT = GameText(
    sources=steps.SOURCES,
    seat=lambda seat: (_(steps.SEATS[seat]), _(steps.SEATS_FIRST[seat])),
    question=steps.question,
    choice=steps.choice,
    on_board=steps.on_board,
    details=steps.more,
    log=log.LOG,
    hides=steps.hides,
    glossary=_glossary,
    data=lambda view: steps.data_of(view or {"edition": 1}),
    rules=lambda data: [_(line) for line in steps.RULES],
    pages=lambda score: dict(score["seats"]),
    rows=sheet.rows,
    verdict=sheet.verdict,
    topic=rule_links.topic,
    rule_links=rule_links.RULE_LINKS,
    names=about.names,
    about=about.about,
    components=components.components,
    card=card.card,
)
