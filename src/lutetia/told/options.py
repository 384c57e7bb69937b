"""What can be chosen before a game, in words: each game's options, and what they are called."""

from __future__ import annotations

from typing import Any

from lutetia.core.words import N_, _
from lutetia.told import lumiere, paris

Json = dict[str, Any]

GAMES: dict[str, Json] = {
    "lumiere": {"title": lumiere.GAME, "players": (2, 2), "minutes": 30},
    "paris": {"title": paris.GAME, "players": (2, 4), "minutes": 90},
}
OPTIONS: dict[str, tuple[Json, ...]] = {
    "lumiere": (
        {
            "name": "postcards",
            "label": N_("Postcards"),
            "choices": (("starter", N_("the eight for a first game")), ("random", N_("eight of twelve, at random"))),
        },
        {
            "name": "first",
            "label": N_("Who begins"),
            "choices": (("random", N_("at random")), ("orange", N_("orange")), ("blue", N_("blue"))),
        },
        {"name": "two_tiles", "label": N_("Hold two tiles and lay either"), "choices": ()},
    ),
    "paris": (
        {"name": "advanced", "label": N_("Deal tokens and bonus tiles at random"), "choices": ()},
        {"name": "any_district", "label": N_("Buildings may go to any district"), "choices": ()},
        {
            "name": "screens",
            "label": N_("Possessions"),
            "choices": (("open", N_("open to all")), ("closed", N_("hidden behind screens"))),
        },
    ),
}
"""An option without choices is a yes or no; no is the default. Of choices the first is."""


def games() -> list[Json]:
    """Every game with what can be chosen, in the language of whoever is spoken to."""
    return [
        {
            "game": game,
            "title": _(about["title"]),
            "least": about["players"][0],
            "most": about["players"][1],
            "minutes": about["minutes"],
            "options": [
                {
                    "name": option["name"],
                    "label": _(option["label"]),
                    "choices": [{"value": value, "label": _(label)} for value, label in option["choices"]],
                }
                for option in OPTIONS[game]
            ],
        }
        for game, about in GAMES.items()
    ]
