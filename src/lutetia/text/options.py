"""What can be chosen before a game, in words."""

from __future__ import annotations

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifests


def games() -> list[Json]:
    """Every game with its options, in the reader's language."""
    return [
        {
            "game": game.name,
            "title": _(game.title),
            "least": game.players[0],
            "most": game.players[1],
            "minutes": game.minutes,
            "options": [
                {
                    "name": option.name,
                    "label": _(option.label),
                    "choices": [{"value": value, "label": _(label)} for value, label in option.choices],
                }
                for option in game.options
            ],
        }
        for game in manifests()
    ]
