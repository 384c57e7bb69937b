"""Why a step is not legal: the rule that forbids it, and a message for the player who tried it.

The kernel decides what is legal; this module only explains what the kernel has refused. It reads nothing that the
seat on turn may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from lutetia.core.errors import IllegalStep, no_step, shown
from lutetia.core.i18n import N_, LazyText
from lutetia.games.lumiere.rules.deal import TILES
from lutetia.games.lumiere.rules.edition import CARD_NAMES, CARDS
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.names import PIECES, SIDES, square
from lutetia.games.lumiere.rules.notation import (
    BUILD,
    CARD,
    DECLINE,
    FACINGS,
    PASS,
    PIECE_OF_CARD,
    PLACE,
    SPACES,
    SQUARE_NAMES,
    SWAP,
    TAKE,
    TILE,
    Notation,
    Step,
    spaces,
)
from lutetia.games.lumiere.rules.scoring import AHEAD, BESIDE, at

CARD_RULES = {  # the rule of each postcard
    "levitation": "L40",
    "metropolitain": "L41",
    "jardin": "L42",
    "sacre-coeur": "L43",
    "peintre": "L44",
    "chartier": "L45",
    "bouquinistes": "L46",
    "lampadaire": "L47",
    "moulin-rouge": "L48",
    "fontaine": "L49",
    "penseur": "L50",
    "grande-lumiere": "L51",
}


def refusal(kernel: LumiereKernel, notation: Notation, text: object) -> IllegalStep:
    """The reason why this text is not a legal step in this position."""
    if not isinstance(text, str):
        return IllegalStep(N_("a step is a text, not {found}"), found=shown(text))
    if kernel.seat < 0:
        return IllegalStep(N_("the game is over"), "L33")
    number = notation.numbers.get(text)
    if number is None:
        return _no_step(notation, text)
    step = notation.steps[number]
    why = next(_untimely(kernel, notation, step), None) or next(_BY_KIND[step.kind](kernel, notation, step), None)
    return why or IllegalStep(N_("{step} is not legal now"), step=text)


def _no_step(notation: Notation, text: str) -> IllegalStep:
    """The notation does not have this text."""
    parts = text.split(" ")
    if (
        parts[0] == "build"
        and len(parts) > 2
        and parts[1] in notation.buildings
        and all(p in SPACES for p in parts[2:])
    ):
        return IllegalStep(
            N_("{building} cannot cover {spaces} in any rotation; list the spaces from left to right, top to bottom"),
            "L30",
            spaces=" ".join(parts[2:])[:60],
            building=parts[1],
        )
    return no_step(notation.texts, text)


Reasons = Iterator[IllegalStep]


def _untimely(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    """Steps that come at the wrong moment of the game."""
    if kernel.phase == 1 and step.kind in (BUILD, CARD, DECLINE, PLACE, SWAP):
        yield IllegalStep(N_("you can build and use postcards only when all 16 tiles are down"), "L23")
    if kernel.phase == 2 and step.kind == TILE:
        yield IllegalStep(N_("all 16 tiles are down"), "L23")
    if kernel.phase == 2 and step.kind == TAKE:
        yield IllegalStep(N_("buildings can be taken only while tiles are being laid"), "L21")
    if kernel.lifted >= 0 and (step.kind != BUILD or step.piece != kernel.lifted):
        yield IllegalStep(
            N_("{building} was taken and must be built now"), "L40", building=notation.buildings[kernel.lifted]
        )
    if kernel.question >= 0 and kernel.lifted < 0:
        card = CARDS[kernel.question]
        if (
            step.kind not in (PLACE, SWAP)
            or (step.piece != kernel.question and step.kind == PLACE)
            or (step.kind == SWAP and card != "levitation")
        ):
            yield IllegalStep(N_("first carry out {card}, or skip its effect (decline)"), "L39", card=CARD_NAMES[card])
    if kernel.question < 0 and step.kind in (DECLINE, PLACE, SWAP):
        yield IllegalStep(N_("no postcard is being carried out"), "L39")


def _build(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    if not kernel.reserve[kernel.seat] >> step.piece & 1:
        yield IllegalStep(N_("{building} is not in your reserve"), "L30", building=notation.buildings[step.piece])
    yield from _ground(kernel, step, "L30")


def _ground(kernel: LumiereKernel, step: Step, rule: str) -> Reasons:
    """The spaces under a building, the garden or the fountain (L30, L41, L45, L52)."""
    me = kernel.seat
    fountain = step.kind == PLACE and CARDS[step.piece] == "fontaine"
    lamps = rivals = 0
    for space in spaces(step.mask):
        here = 1 << SPACES.index(space)
        if kernel.taken & here:
            yield IllegalStep(N_("{space} is not free"), rule, space=space)
        elif kernel.printed & here:
            lamps += 1
            if fountain:
                yield IllegalStep(N_("{space} is a lamp: the fountain cannot cover one"), "L52", space=space)
            elif kernel.metropolitain != me:
                yield IllegalStep(N_("{space} is a lamp: only Metropolitain lets you cover one"), "L41", space=space)
            elif lamps > 1:
                yield IllegalStep(N_("{space} is a second lamp: you may cover only one"), "L52", space=space)
        elif kernel.own[1 - me] & here:
            rivals += 1
            if kernel.chartier != me:
                yield IllegalStep(
                    N_("{space} is your opponent's: only Chartier lets you cover one"), "L45", space=space
                )
            elif rivals > 1:
                yield IllegalStep(
                    N_("{space} is a second space of your opponent's: you may cover only one"), "L52", space=space
                )


def _card(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    name = CARD_NAMES[CARDS[step.piece]]
    if not kernel.cards >> step.piece & 1:
        yield IllegalStep(N_("{card} is not in play in this game"), "L10", card=name)
    kept = {"metropolitain": kernel.metropolitain, "chartier": kernel.chartier}
    if kept.get(CARDS[step.piece]) == kernel.seat:
        yield IllegalStep(N_("you are keeping {card} for a later building"), CARD_RULES[CARDS[step.piece]], card=name)
    if kernel.card_owner[step.piece] >= 0:
        yield IllegalStep(N_("{card} has already been used"), "L31", card=name)
    if kernel.tokens[kernel.seat] == 0:
        yield IllegalStep(N_("you have no action token left"), "L31")


def _place(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    card = CARDS[step.piece]
    rule = CARD_RULES[card]
    if card in ("jardin", "fontaine"):
        yield from _ground(kernel, step, rule)
        return
    space = spaces(step.mask)[0]
    if kernel.taken & step.mask:
        yield IllegalStep(N_("{space} is not free"), rule, space=space)
    if card == "grande-lumiere":
        yield IllegalStep(N_("{space} is not a printed lamp: the large lamp must go on one"), rule, space=space)
    if not kernel.own[kernel.seat] & step.mask:
        yield IllegalStep(
            N_("{space} is not your colour: {piece} must go on a space of your colour"),
            rule,
            space=space,
            piece=LazyText(PIECES[PIECE_OF_CARD[card]]),
        )
    if card == "bouquinistes":
        yield from _annex(kernel, notation, step, space)
    if card == "penseur":
        facing = FACINGS[step.choice]
        ahead = at(space, *AHEAD[facing])
        if ahead is None:
            yield IllegalStep(
                N_("a statue on {space} facing {facing} would face off the board"),
                rule,
                space=space,
                facing=LazyText(SIDES[facing]),
            )
        else:
            yield IllegalStep(N_("the statue would face {ahead}, which is not free"), rule, ahead=ahead)


def _annex(kernel: LumiereKernel, notation: Notation, step: Step, space: str) -> Reasons:
    name = LazyText(PIECES.get(notation.building_name(step.choice), notation.building_name(step.choice)))
    if not kernel.spaces[step.choice] & kernel.built[kernel.seat]:
        yield IllegalStep(N_("{building} is not one of your buildings on the board"), "L46", building=name)
    if not BESIDE[space] & set(spaces(kernel.spaces[step.choice])):
        yield IllegalStep(N_("{space} does not touch a side of {building}"), "L46", space=space, building=name)


def _swap(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    given, wanted = notation.buildings[step.piece], notation.buildings[step.choice]
    if not kernel.reserve[kernel.seat] >> step.piece & 1:
        yield IllegalStep(N_("{building} is not in your reserve"), "L40", building=given)
    if not kernel.supply >> step.choice & 1:
        yield IllegalStep(N_("{building} is not in the supply"), "L40", building=wanted)
    yield IllegalStep(N_("{building} does not fit anywhere on the board"), "L40", building=wanted)


def _take(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    yield IllegalStep(N_("{building} is not in the supply"), "L21", building=notation.buildings[step.piece])


def _tile(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    placed = kernel.placed[kernel.seat]
    top = TILES * kernel.seat + placed
    held = sorted(list(kernel.stack)[top : top + min(kernel.hand, TILES - placed)])
    if not held:
        yield IllegalStep(N_("all your tiles are down"), "L22")
    if step.piece not in held:
        yield IllegalStep(
            N_("you do not have tile {tile}; you have {held}"), "L20", tile=step.piece, held=", ".join(map(str, held))
        )
    yield IllegalStep(N_("square {square} already has a tile"), "L20", square=square(SQUARE_NAMES[step.choice >> 2]))


def _pass(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    if kernel.phase == 1:
        yield IllegalStep(N_("you may pass only once all your tiles are down"), "L22")
    yield IllegalStep(N_("you must build or use a postcard if you can"), "L32")


def _decline(kernel: LumiereKernel, notation: Notation, step: Step) -> Reasons:
    yield IllegalStep(N_("no postcard is being carried out"), "L39")


_BY_KIND = {
    BUILD: _build,
    CARD: _card,
    DECLINE: _decline,
    PASS: _pass,
    PLACE: _place,
    SWAP: _swap,
    TAKE: _take,
    TILE: _tile,
}
