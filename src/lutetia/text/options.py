"""What can be chosen before a game, in words."""

from __future__ import annotations

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.manifest import Manifest
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
            "theme": game.theme,
            "pages": [page for page, exists in _pages(game).items() if exists],
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


def _pages(game: Manifest) -> dict[str, bool]:
    """Which pages there are about a game, besides its tables."""
    return {
        "rules": any((game.folder / "rules" / "texts").glob("*.md")),
        "tutorial": game.tutorial is not None,
        "companion": game.companion is not None,
    }
