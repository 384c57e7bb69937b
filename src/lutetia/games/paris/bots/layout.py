"""The layout of the network of Paris: how many inputs there are, and which outputs belong to which step.

features.py says what the inputs mean. The logit of a step is the sum of two outputs. Outputs that belong to a district
come first, as planes over the six districts (output 6 * plane + district); the others follow. A step that needs only
one output of its own adds the one of its kind.
"""

from __future__ import annotations

from lutetia.games.paris.rules.bonus import TILES
from lutetia.games.paris.rules.limits import DISTRICTS, END_TILES_AT_MOST, PLAYERS, STACKS_AT_MOST, VP_TILES_AT_MOST
from lutetia.games.paris.rules.notation import (
    ARC,
    BANK,
    BITS,
    BUY,
    DONE,
    DRAW,
    END,
    KEY,
    MOVE,
    PAIR,
    PAY,
    SECTION,
    SELL,
    SITE,
    SOURCES,
    TRACK,
    USE,
    VP,
    Notation,
    Step,
)

LAYOUT = "paris-1"
"""Named in weights files. A change of inputs or outputs needs a new name."""

# Inputs: planes over the six districts; numbers of each seat and the other numbers; what training predicts, in planes.
ONE = 16
"""The byte that stands for 1.0."""
INPUT_PLANES = 191
SEAT_INPUTS = 111
INPUT_GLOBALS = max(PLAYERS) * SEAT_INPUTS + 182
INPUTS = DISTRICTS * INPUT_PLANES + INPUT_GLOBALS
TARGETS = 5 + BITS

# Planes of outputs: where a key goes to and comes from by property, then the bank it comes from, the bank for a key,
# the site of a building, the district of a VP tile.
GOAL, START, FROM_BANK, NEW_KEY, SITES, PRIZE = 0, BITS, 2 * BITS, 2 * BITS + 1, 2 * BITS + 2, 2 * BITS + 3
PLANES = 2 * BITS + 4
SIZES = {
    "kind": 14,
    "from_arc": 1,
    KEY: 1,  # on the Arc
    DONE: 1,
    BUY: 6,
    DRAW: STACKS_AT_MOST,
    END: END_TILES_AT_MOST,
    PAIR: 7,
    PAY: len(SOURCES),
    SECTION: len(SOURCES) + 1,
    SELL: len(SOURCES),
    TRACK: len(TILES) + 1,
    USE: len(TILES) + END_TILES_AT_MOST,
    "taken": len(TILES),
    VP: VP_TILES_AT_MOST + 1,
}
"""The other outputs. Where a step can decline, 0 stands for declining and the rest follows."""
DECLINABLE = (PAIR, SECTION, TRACK, VP)
GLOBALS = sum(SIZES.values())
POLICY = DISTRICTS * PLANES + GLOBALS


def _places() -> dict[object, int]:
    """The first output of each group."""
    places, at = {}, DISTRICTS * PLANES
    for group, size in SIZES.items():
        places[group] = at
        at += size
    return places


PLACES = _places()


def outputs_of(step: Step) -> tuple[int, int]:
    """The two outputs whose sum is the logit of the step."""
    kind = PLACES["kind"] + step.kind
    if step.kind == MOVE:
        goal = DISTRICTS * (GOAL + step.b % BITS) + step.b // BITS
        if step.a == ARC:
            return PLACES["from_arc"], goal
        if step.a >= BANK:
            return DISTRICTS * FROM_BANK + step.a - BANK, goal
        return DISTRICTS * (START + step.a % BITS) + step.a // BITS, goal
    if step.kind == SITE:
        return DISTRICTS * SITES + step.a, kind
    if step.kind == KEY and step.a >= 0:
        return DISTRICTS * NEW_KEY + step.a, kind
    if step.kind == VP and step.a >= 0:
        return PLACES[VP] + 1 + step.a, DISTRICTS * PRIZE + step.b
    if step.kind == USE and step.b >= 0:
        return PLACES[USE] + step.a, PLACES["taken"] + step.b
    if step.kind in (KEY, DONE):
        return PLACES[step.kind], kind
    return PLACES[step.kind] + step.a + (step.kind in DECLINABLE), kind


def output_table(notation: Notation) -> list[tuple[int, int]]:
    """The outputs of every step, by its number."""
    return [outputs_of(step) for step in notation.steps]
