"""The log of La Cité de la Lumière: what each step did, what it cost and what it brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.names import square
from lutetia.games.lumiere.text.steps import PIECES, SEATS_FIRST, SIDES
from lutetia.text.interface import Changed, LogText, points_label

if TYPE_CHECKING:
    from lutetia.games.lumiere.rules import Lumiere

PLACED = {
    "garden": N_("places the garden on {where}"),
    "painter": N_("places the painter on {where}"),
    "annex": N_("adds the annex on {where} to {building}"),
    "lamp": N_("places a lamp on {where}"),
    "dancer": N_("places the dancer on {where}"),
    "fountain": N_("places the fountain on {where}"),
    "statue": N_("places the statue on {where}, facing {facing}"),
    "large-lamp": N_("places the large lamp on {where}"),
}


def sentence(step: str, seat: str) -> str:
    """What a seat did; `seat` is a seat of the game, or the name of its player."""
    return f"{_(SEATS_FIRST.get(seat, seat))} {predicate(step)}."


def predicate(step: str) -> str:
    """What a seat did, as in `builds V5 on e6 f6`."""
    kind, *words = step.split(" ")
    if kind == "tile":
        return _("lays a tile on {where}", where=square(words[1]))
    if kind == "take":
        return _("takes {building}", building=words[0])
    if kind == "build":
        return _("builds {building} on {where}", building=words[0], where=" ".join(words[1:]))
    if kind == "card":
        return _("uses {card}", card=CARD_NAMES.get(words[0], words[0]))
    if kind == "swap":
        return _("gives back {given} and takes {taken} from the supply", given=words[0], taken=words[1])
    if kind == "place":
        return _placed(words)
    return _("skips the effect") if kind == "decline" else _("passes")


def _placed(words: list[str]) -> str:
    piece, *rest = words
    last = rest[-1]
    values = {"where": " ".join(rest if piece in ("garden", "fountain") else rest[:1])}
    if piece == "annex":
        values["building"] = _(PIECES.get(last, last))
    if piece == "statue":
        values["facing"] = _(SIDES[last])
    return _(PLACED[piece], **values)


def changes(ruleset: Lumiere, before: LumiereKernel, after: LumiereKernel) -> Sequence[Changed]:
    """The token that a postcard costs (L31). Points are compared for every game."""
    had, has = before.tokens, after.tokens
    return [Changed(seat, "token", has[s] - had[s]) for s, seat in enumerate(ruleset.seats) if has[s] != had[s]]


def label(what: str, by: int) -> str:
    if what == "token":
        return plural("{by} token", "{by} tokens", abs(by), by=signed(by))
    return points_label(by)


def _predicate(step: str, data: Json, facts: Json) -> str:
    return predicate(step)


LOG = LogText(predicate=_predicate, changes=changes, label=label)
