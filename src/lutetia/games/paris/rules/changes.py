"""The bits of `ParisState.changed`: which parts of a view differ between two positions."""

from __future__ import annotations

from lutetia.games.paris.rules.limits import DISTRICTS, PLAYERS

ANY_DISTRICT = (1 << DISTRICTS) - 1
ANY_SEAT = ((1 << max(PLAYERS)) - 1) << DISTRICTS
TRACK = 1 << DISTRICTS + max(PLAYERS)
LAID_OUT = TRACK << 1
EVERYTHING = (LAID_OUT << 1) - 1


def seat_changed(changed: int, s: int) -> bool:
    return bool(changed >> DISTRICTS + s & 1)
