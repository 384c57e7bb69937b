"""What training needs to know about La Cité de la Lumière: the network's shape, the tables, and quarter turns."""

from __future__ import annotations

from typing import Any

from lutetia.bots.blueprint import Blueprint, Learning, Seating, Symmetry
from lutetia.games.lumiere.bots.features import LAYOUT, SIZES, features, policy_shape
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.notation import FACINGS, PLACE, TILE

SPACES, PLANES, EDGES, REACH, GLOBALS = (SIZES[name] for name in ("spaces", "planes", "edges", "reach", "globals"))
SIZES_AND_LIGHT = (EDGES + 4, EDGES + 5)
WAYS = (REACH + 2, REACH + 3)
LAST_GLOBALS = GLOBALS - 21
"""The first of the globals that are more than flags: tokens, the statue's direction, points."""
FACING = LAST_GLOBALS + 6
FACING_AFTER = {
    FACINGS.index(before): FACINGS.index(after)
    for before, after in (("north", "east"), ("east", "south"), ("south", "west"), ("west", "north"))
}
"""Where the statue faces after a quarter turn of the board."""
POINTS_ZERO = 64
"""The byte that stands for no points."""


def blueprint(ruleset: Any) -> Blueprint:
    """The network of an edition."""
    buildings = len(ruleset.notation.buildings)
    planes, others = policy_shape(ruleset.notation)
    scales = [1.0] * (PLANES + GLOBALS) + [1 / 16] * (2 * buildings)
    offsets = [0] * len(scales)
    for plane in (*SIZES_AND_LIGHT, *WAYS):
        scales[plane] = 1 / 4
    at = PLANES + LAST_GLOBALS
    scales[at + 4] = scales[at + 5] = 1 / 4  # tokens
    for points in (at + 13, at + 14):
        scales[points], offsets[points] = 1 / 40, POINTS_ZERO
    for source in range(at + 15, at + 21):
        scales[source] = 1 / 30
    return Blueprint(
        height=8,
        width=8,
        planes=PLANES,
        globals=GLOBALS + 2 * buildings,
        policy_planes=planes,
        policy_globals=others,
        scales=tuple(scales),
        offsets=tuple(offsets),
        target_planes=2,
    )


def turned(space: int) -> int:
    """Where a quarter turn of the board, clockwise, takes a space."""
    column, row = divmod(space, 8)
    return 8 * (7 - row) + column


def quarter_turn(ruleset: Any) -> Symmetry:
    """A quarter turn: the rules know no direction but the statue's, which turns too."""
    notation = ruleset.notation
    came_from = [0] * SPACES
    for space in range(SPACES):
        came_from[turned(space)] = space
    plane_from = list(range(PLANES))
    down, up, right, left = range(EDGES, EDGES + 4)
    for plane, other in ((down, right), (left, down), (up, left), (right, up)):
        plane_from[plane] = other
    inputs = [SPACES * plane_from[plane] + came_from[space] for plane in range(PLANES) for space in range(SPACES)]
    apart = list(range(blueprint(ruleset).globals))
    for facing, following in FACING_AFTER.items():
        apart[FACING + following] = FACING + facing
    inputs += [SPACES * PLANES + at for at in apart]
    by_parts = {(step.kind, step.piece, step.choice, step.mask): at for at, step in enumerate(notation.steps)}
    statue = CARDS.index("penseur")

    def becomes(step: Any) -> int:
        choice = step.choice
        if step.kind == TILE:
            square, turn = divmod(choice, 4)
            column, row = divmod(square, 4)
            choice = 4 * (4 * (3 - row) + column) + (turn + 1) % 4
        elif step.kind == PLACE and step.piece == statue:
            choice = FACING_AFTER[choice]
        mask = sum(1 << turned(space) for space in range(SPACES) if step.mask >> space & 1)
        return by_parts[step.kind, step.piece, choice, mask]

    return Symmetry(
        tuple(inputs),
        tuple(becomes(step) for step in notation.steps),
        tuple(SPACES * plane + came_from[space] for plane in range(2) for space in range(SPACES)),
    )


def symmetries(ruleset: Any) -> list[Symmetry]:
    """One, two and three quarter turns."""
    one = quarter_turn(ruleset)
    two = _after(one, one)
    return [one, two, _after(two, one)]


def _after(first: Symmetry, second: Symmetry) -> Symmetry:
    """Both changes, one after the other."""
    return Symmetry(
        tuple(first.inputs[at] for at in second.inputs),
        tuple(second.steps[step] for step in first.steps),
        tuple(first.targets[at] for at in second.targets),
    )


LEARNING = Learning(
    layout=LAYOUT,
    features=features,
    blueprint=blueprint,
    seatings=(
        Seating(),
        Seating(options={"postcards": "random"}),
        Seating(options={"two_tiles": True}, share=0.5),
        Seating(options={"postcards": "random", "two_tiles": True}, share=0.5),
    ),
    symmetries=symmetries,
)
