"""The names of pieces and sides, as catalogue messages."""

from __future__ import annotations

from lutetia.core.i18n import N_

PIECES = {
    "garden": N_("the garden"),
    "painter": N_("the painter"),
    "annex": N_("the annex"),
    "lamp": N_("the lamp"),
    "dancer": N_("the dancer"),
    "fountain": N_("the fountain"),
    "statue": N_("the statue"),
    "large-lamp": N_("the large lamp"),
}
SIDES = {"north": N_("north"), "east": N_("east"), "south": N_("south"), "west": N_("west")}
