"""The themes of the puzzles of Paris. scripts/games/paris/puzzles.py says when each applies."""

from __future__ import annotations

from lutetia.core.i18n import N_

THEMES = {
    "last-turn": N_("The last turn of the game"),
    "one-reply": N_("One reply to come"),
    "last-key": N_("Last key"),
    "landmark": N_("Landmark"),
    "bonus-tile": N_("Take a bonus tile"),
    "use-tile": N_("Use a tile"),
    "sections": N_("Sections of a landmark"),
    "vp-tile": N_("Place a VP tile"),
    "majority": N_("District majority"),
    "sale": N_("Sale"),
    "purchase": N_("Purchase"),
}
