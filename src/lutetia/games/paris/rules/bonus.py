"""What each bonus tile does (P51-P53), as a table. Its amounts are in the edition."""

from __future__ import annotations

from dataclasses import dataclass

GOODS = ("bronze", "gold", "gold_prestige", "marble", "silver", "wood")
"""The kinds of tokens, sorted by name. The index is the kernel's number: prestige even, resources odd."""
RESOURCES = ("wood", "marble", "gold")
"""In the order of payment."""
PRESTIGE = ("bronze", "silver", "gold_prestige")

# How a tile works. The kernel uses the same numbers.
UNIT, STEP_ON, AT_END, GAIN, PER_VALUE, PER_LANDMARK, PER_TYPES, PER_UNUSED, EXTRA_KEY, TAKE_ANY, TAKE_BACK, PAIRS = (
    range(12)
)


@dataclass(frozen=True)
class Effect:
    """How a tile works; for units and pairs also the goods, and the number of units on the tile."""

    way: int
    goods: tuple[str, ...] = ()
    units: int = 0


EFFECTS = {
    1: Effect(GAIN),  # P51: francs
    2: Effect(UNIT, ("wood",), 1),  # P53
    3: Effect(UNIT, ("marble",), 1),  # P53
    4: Effect(UNIT, ("gold",), 1),  # P53
    5: Effect(GAIN),  # P51: francs
    6: Effect(PER_VALUE),  # P51: VP per own building of a value
    7: Effect(GAIN),  # P51: VP and francs
    8: Effect(UNIT, PRESTIGE, 1),  # P53
    9: Effect(STEP_ON),  # P52: onto an own key
    10: Effect(UNIT, RESOURCES, 1),  # P53
    11: Effect(PER_VALUE),  # P51
    12: Effect(GAIN),  # P51: francs
    13: Effect(EXTRA_KEY),  # P51: francs for a key from the reserve
    14: Effect(EXTRA_KEY),  # P51
    15: Effect(PER_VALUE),  # P51
    16: Effect(STEP_ON),  # P52: onto a rival's key
    17: Effect(TAKE_ANY),  # P51: any tile of the track, the meeple stays
    18: Effect(PER_VALUE),  # P51
    19: Effect(UNIT, PRESTIGE, 2),  # P53
    20: Effect(PER_UNUSED),  # P51: VP per other unused tile
    21: Effect(UNIT, RESOURCES, 2),  # P53
    22: Effect(GAIN),  # P51: francs
    23: Effect(PAIRS, PRESTIGE),  # P51: VP per pair of tokens given up
    24: Effect(PAIRS, RESOURCES),  # P51: the same, to the supply
    25: Effect(TAKE_BACK),  # P51: the meeple goes back
    26: Effect(PER_VALUE),  # P51
    27: Effect(AT_END),  # P74: VP per franc at the end
    28: Effect(PER_VALUE),  # P51
    29: Effect(PER_LANDMARK),  # P51
    30: Effect(PER_TYPES),  # P51
}

TILES = tuple(sorted(EFFECTS, key=str))
"""The tiles sorted by name (1, 10, 11, …, 19, 2, 20, …). The index is the kernel's number."""
PLACE = {number: place for place, number in enumerate(TILES)}
"""The inverse of `TILES`."""


def tiles_that(way: int) -> list[int]:
    """The numbers of the tiles that work this way, ascending."""
    return [number for number, effect in EFFECTS.items() if effect.way == way]
