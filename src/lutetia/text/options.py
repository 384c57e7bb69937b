"""What can be chosen before a game, in words."""

from __future__ import annotations

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.manifest import Manifest, Option, loaded
from lutetia.games import manifests
from lutetia.text.interface import text_for


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
                    "pick": _pick(game, option),
                }
                for option in game.options
            ],
        }
        for game in manifests()
    ]


def _pick(game: Manifest, option: Option) -> Json | None:
    """What a list for this option is picked from, with the bundled component data; None if it takes no list."""
    if option.pick is None:
        return None
    text = text_for(game.name)
    data = text.data(None)
    count, names = loaded(option.pick)(data)
    parts = text.glossary(data, game.players[1])
    return {
        "count": count,
        "items": [{"value": name, "name": parts[name]["name"], "brief": parts[name]["brief"]} for name in names],
    }


def _pages(game: Manifest) -> dict[str, bool]:
    """Which pages there are about a game, besides its tables."""
    return {
        "rules": any((game.folder / "rules" / "texts").glob("*.md")),
        "tutorial": game.tutorial is not None,
        "companion": game.companion is not None,
        "openings": game.openings is not None and game.openings_file.is_file(),
    }
