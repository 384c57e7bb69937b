"""The reference card of Paris: the turn on one side, bonus and end-game tiles on the other."""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules import names
from lutetia.games.paris.rules.edition import end_kinds, end_tiles
from lutetia.games.paris.text import steps
from lutetia.text.card import Card, CardItem, CardPart

WIN, TURN, ACTIONS, CLIMB, ARRIVING, FOURTH, DISTRICTS, LAST, TRADE = steps.RULES
NOW_OR_NEVER = N_("Place it at once: if you do not want one now, you cannot place it later.")  # P49
LIMITS = (
    N_("Your meeple moves forward only, as far as you like; several may share a space."),  # P50
    N_("You never own two tiles of the same number. Used tiles stay in front of you and still count."),  # P50
    N_("Use a tile at once or in a later turn of yours. 27 counts only at the end."),  # P51
    N_("9 and 16 are exceptions to “a property without a key”: the move that needs them uses them up."),  # P52
    N_("Where three numbers stand, they are for two, three and four players."),  # P51
)


def card(data: Json) -> Card:
    front = (
        CardPart(_("Your turn"), [_(TURN), _(ACTIONS)]),
        CardPart(_("Moving a key"), [_(CLIMB)]),
        CardPart(_("On arrival"), [_(ARRIVING)], "card-arrivals"),
        CardPart(_("VP tiles"), [_(FOURTH), _(NOW_OR_NEVER)], "card-prizes"),
        CardPart(_("Trade"), [], "card-good", [_trade(good, data) for good in names.GOODS], 2),
        CardPart(_("The end of the game"), [_(LAST), _(DISTRICTS)]),
    )
    left, order = end_tiles(data), list(data["end_tiles"])
    kinds = sorted(end_kinds(data).items(), key=lambda kind: order.index(kind[1][0]))
    ends = [CardItem(kind, f"{steps.end_kind(kind, data)} ×{left[kind]}") for kind, _key in kinds]
    back = (
        CardPart(_("Bonus tiles"), [_(line) for line in LIMITS], "card-bonus", _tiles(data), 2),
        CardPart(_("End-game tiles"), [], "card-end", ends, 3),
    )
    return front, back


def _trade(good: str, data: Json) -> CardItem:
    """Prices of a token, and what prestige is worth in a section (P47, P60)."""
    sell, buy = data["tokens"]["sell"][good], data["tokens"]["buy"].get(good)
    if buy:
        text = _("buy for {buy} F, sell for {sell} F", buy=buy, sell=sell)
    else:
        text = _("sell for {sell} F; {vp} VP in a section", sell=sell, vp=data["section_vp"][good])
    return CardItem(good, steps.good(good), text)


def _tiles(data: Json) -> list[CardItem]:
    """Every bonus tile. What depends on the number of players is written for all of them: 1/2/3."""
    each, pair = (
        {"0": "/".join(str(bonus[n]) for n in sorted(bonus))}
        for bonus in (data["bonus"]["per_unused"], data["bonus"]["per_pair"])
    )
    for_all = data | {"bonus": data["bonus"] | {"per_unused": each, "per_pair": pair}}
    return [CardItem(str(n), str(n), steps.tile(n, for_all, 0)) for n in steps.TILES]
