"""Legal steps in words. With the bundled edition the same few thousand come again and again, so they are kept."""

from __future__ import annotations

from functools import lru_cache

from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.text.interface import text_for

KEPT = 20_000
"""How many texts are kept, of all games and languages together: a few megabytes."""


def own_data(view: Json) -> Json | None:
    """The component data of a view that is played with an edition of its own; None: the bundled one."""
    return text_for(view["game"]).data(view) if isinstance(view["edition"], dict) else None


def choice(game: str, step: str, data: Json | None) -> str:
    """What a legal step would do; `data` as from `own_data`."""
    return _choice(game, current_language(), step) if data is None else text_for(game).choice(step, data)


@lru_cache(KEPT)
def _choice(game: str, language: str, step: str) -> str:
    """`language` is the current one."""
    text = text_for(game)
    return text.choice(step, text.data(None))
