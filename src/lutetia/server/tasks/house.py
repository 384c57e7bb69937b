"""What every page needs to know first: the games with their options, and the bots; and who made the games."""

from __future__ import annotations

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifests
from lutetia.text import options
from lutetia.text.credits import NAMED, NO_AFFILIATION, credits


def games_and_bots() -> Json:
    """The version, the games and the bots, in the reader's language."""
    return {"version": lutetia.__version__, "games": options.games(), "bots": _bots()}


def _bots() -> list[Json]:
    return [
        {
            "bot": level.bot,
            "level": level.number,
            "name": _(level.name),
            "character": _(level.character),
            "characters": [{"name": _(one.name), "about": _(one.about)} for one in level.characters],
        }
        for level in LEVELS
    ]


def about() -> Json:
    """Who made the published games, and that this is not theirs. Only games that name somebody are listed."""
    games = [
        {"game": one.name, "title": _(one.title), "credits": credits(one.name)} for one in manifests() if one.credits
    ]
    return {
        "version": lutetia.__version__,
        "no_affiliation": _(NO_AFFILIATION),
        "named": _(NAMED),
        "games": games,
    }
