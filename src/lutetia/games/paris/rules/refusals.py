"""Why a step is not legal: the rule that forbids it, and a message for the player who tried it.

The kernel decides what is legal; this module only explains what the kernel has refused. It finds steps that come at the
wrong moment; step_refusals.py knows what can be wrong with each kind of step. Neither reads anything that the seat on
turn may not know.
"""

from __future__ import annotations

from typing import Any

from lutetia.core.errors import IllegalStep, no_step, shown
from lutetia.core.i18n import N_
from lutetia.games.paris.rules import names
from lutetia.games.paris.rules.bonus import AT_END, EFFECTS, GOODS, PAIRS, PRESTIGE, STEP_ON, UNIT, tiles_that
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import SPACES
from lutetia.games.paris.rules.notation import (
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
    TRACK,
    USE,
    VP,
    Notation,
    Step,
)
from lutetia.games.paris.rules.step_refusals import BY_KIND, Here, Reasons

ACTIONS = (END, KEY, MOVE)
FREE = (BUY, SELL, USE)
ANSWERS = {"track": TRACK, "section": SECTION, "vp": VP, "pay": PAY, "site": SITE, "pair": PAIR}
"""The kind of step that answers each question."""


def refusal(kernel: ParisKernel, notation: Notation, edition: dict[str, Any], text: object) -> IllegalStep:
    """The reason why this text is not a legal step in this position."""
    if not isinstance(text, str):
        return IllegalStep(N_("a step is a text, not {found}"), found=shown(text))
    if kernel.seat < 0:
        return IllegalStep(N_("the game is over"), "P72")
    number = notation.numbers.get(text)
    if number is None:
        return _never(notation, text.split(" ")) or no_step(notation.texts, text)
    here = Here(kernel, notation, edition)
    step = notation.steps[number]
    why = next(_untimely(here, step), None) or next(BY_KIND[step.kind](here, step), None)
    return why or IllegalStep(N_("{step} is not legal now"), step=text)


def _never(notation: Notation, parts: list[str]) -> IllegalStep | None:
    """Steps that the rules never allow, so that the notation lacks them. None: the text is not such a step."""
    match parts:
        case ["buy", good] if good in PRESTIGE:
            return IllegalStep(N_("prestige cannot be bought"), "P60")
        case ["move", start, goal] if {start, goal} <= _places(notation):
            return IllegalStep(
                N_("a key moves to a higher value in its district, from the Arc to any property, and never back"), "P40"
            )
        case ["use", number] if number.isdecimal() and int(number) in EFFECTS:
            return _used_otherwise(number)
    return None


def _used_otherwise(number: str) -> IllegalStep | None:
    """Bonus tiles that are not spent by `use`."""
    way = EFFECTS[int(number)].way
    if way == STEP_ON:
        return IllegalStep(N_("tile {tile} is used up by the move that needs it"), "P52", tile=number)
    if way == AT_END:
        return IllegalStep(N_("tile {tile} scores at the end of the game"), "P51", tile=number)
    if way == UNIT:
        return IllegalStep(N_("tile {tile} is used to pay, to fill a section or to sell"), "P53", tile=number)
    return None


def _places(notation: Notation) -> set[str]:
    """The texts of all places of a key."""
    properties = {f"{district}:{name}" for district in notation.districts for name in notation.bits}
    return properties | {f"bank:{district}" for district in notation.districts} | {"arc"}


def _untimely(here: Here, step: Step) -> Reasons:
    """Steps that come at the wrong moment of the turn."""
    kernel = here.kernel
    answers = ANSWERS.get(here.question)
    if answers is None:
        if step.kind in _UNASKED:
            message, rule = _UNASKED[step.kind]
            yield IllegalStep(message, rule)
        if kernel.draw_due and step.kind in (DONE, *ACTIONS):
            yield IllegalStep(N_("first draw a building tile"), "P20")
        if not kernel.draw_due and step.kind == DRAW:
            gone = kernel.tiles_left == 0
            yield IllegalStep(
                N_("no building tile is left") if gone else N_("you have already drawn your building tile"), "P20"
            )
        if kernel.acted and step.kind in ACTIONS:
            yield IllegalStep(N_("you have already taken your action"), "P21")
    elif step.kind != answers:
        if here.question == "pay":
            good = next(good for good in ("wood", "marble", "gold") if kernel.owed[GOODS.index(good)])
            yield IllegalStep(N_("first choose how to pay {good}"), "P43", good=names.good(good))
        elif here.question == "site":
            district, bit = divmod(kernel.siting, SPACES)
            yield IllegalStep(
                N_("first place the building tile {tile}"), "P16", tile=here.property(BITS * district + bit)
            )
        elif here.question == "pair":
            tile_number = tiles_that(PAIRS)[kernel.pairing]
            yield IllegalStep(N_("first finish with bonus tile {tile}"), "P22", tile=tile_number)
        elif step.kind not in FREE:
            message, rule = _ASKED[here.question]
            yield IllegalStep(message, rule)


_UNASKED = {
    PAIR: (N_("neither tile 23 nor tile 24 is being used"), "P51"),
    PAY: (N_("there is no payment to choose for"), "P43"),
    SECTION: (N_("no landmark's section can be filled now"), "P47"),
    SITE: (N_("no building tile is waiting to be placed"), "P16"),
    TRACK: (N_("there is no bonus move now"), "P46"),
    VP: (N_("no district has just received its fourth key"), "P49"),
}
_ASKED = {
    "track": (N_("first take a bonus tile, or type “track none”"), "P46"),
    "section": (N_("first fill sections, or type “section done”"), "P47"),
    "vp": (N_("first place a VP tile, or type “vp none”"), "P49"),
}
