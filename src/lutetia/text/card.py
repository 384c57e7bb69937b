"""The reference card of a game: two sides that fit on A5, for the page /rules/GAME/card.

A game's `text` says what stands on its card; its front end draws the pictures, by the names given here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import lutetia
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.text.interface import text_for
from lutetia.text.position import position_text


@dataclass(frozen=True)
class CardItem:
    """A line with a picture: a component or a source of points. `key` says which one the picture shows."""

    key: str
    name: str
    text: str = ""


@dataclass(frozen=True)
class CardPart:
    """A heading with sentences, and items in columns. `picture` draws the items, or without any stands alone."""

    heading: str
    lines: Sequence[str] = ()
    picture: str = ""
    items: Sequence[CardItem] = ()
    columns: int = 1


Card = tuple[Sequence[CardPart], Sequence[CardPart]]
"""Front and back."""


def card(game: str) -> Json | None:
    """A game's card in the reader's language, with a game of the most players for its pictures; None if it has none."""
    text, most = text_for(game), manifest(game).players[1]
    if text.card is None:
        return None
    start = lutetia.new(game, players=most, seed=0)
    return {
        "title": _(manifest(game).title),
        "sides": [[asdict(part) for part in side] for side in text.card(text.data(None))],
        "view": start.view(None),
        "told": position_text(start, None, []),
    }
