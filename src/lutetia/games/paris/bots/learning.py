"""What training needs to know about Paris: the network's shape, and the tables at which it learns."""

from __future__ import annotations

from typing import Any

from lutetia.bots.blueprint import Blueprint, Learning, Seating
from lutetia.games.paris.bots import layout
from lutetia.games.paris.bots.features import features
from lutetia.games.paris.rules.limits import DISTRICTS, PLAYERS

VARIANTS = ("advanced", "any_district")


def blueprint(ruleset: Any) -> Blueprint:
    """The network of every ruleset: six districts that are alike except for what they hold, so they share weights."""
    inputs = layout.INPUT_PLANES + layout.INPUT_GLOBALS
    return Blueprint(
        height=DISTRICTS,
        width=1,
        planes=layout.INPUT_PLANES,
        globals=layout.INPUT_GLOBALS,
        policy_planes=layout.PLANES,
        policy_globals=layout.GLOBALS,
        seats=max(PLAYERS),
        kernel=1,
        channels=96,
        blocks=3,
        hidden=64,
        scales=(1 / layout.ONE,) * inputs,
        offsets=(0,) * inputs,
        margin_scale=40.0,
        target_planes=layout.TARGETS,
    )


LEARNING = Learning(
    layout=layout.LAYOUT,
    features=features,
    blueprint=blueprint,
    seatings=(
        Seating(2, share=8.0),
        Seating(3, share=4.0),
        Seating(4, share=4.0),
        *(Seating(players, {variant: True}, share=0.7) for variant in VARIANTS for players in PLAYERS),
    ),
    most_positions=128,
    thorough=0.25,
)
