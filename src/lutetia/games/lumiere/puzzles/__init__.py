"""The themes of the puzzles of La Cité de la Lumière. scripts/games/lumiere/puzzles.py says when each applies."""

from __future__ import annotations

from lutetia.core.i18n import N_

THEMES = {
    "only-turn": N_("Only one turn wins"),
    "most-points": N_("Most points"),
    "postcard": N_("Postcard"),
    "lamp": N_("New lamp"),
    "build": N_("Build"),
    "block": N_("Block"),
    "patience": N_("Not the most points at once"),
    "turns-1": N_("Last turn"),
    "turns-2": N_("Two turns left"),
    "turns-3": N_("Three turns left"),
    "turns-4": N_("Four or more turns left"),
}
