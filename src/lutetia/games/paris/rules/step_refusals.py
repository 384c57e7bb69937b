"""What can be wrong with each kind of step, for refusals.py: the first reason that applies is the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lutetia.core.errors import IllegalStep
from lutetia.core.i18n import N_, LazyText
from lutetia.games.paris.rules import names
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GOODS,
    PAIRS,
    PLACE,
    TAKE_ANY,
    TAKE_BACK,
    TILES,
    tiles_that,
)
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import SPACES
from lutetia.games.paris.rules.notation import (
    ARC,
    BANK,
    BITS,
    BUY,
    DONE,
    DRAW,
    END,
    END_TILE,
    END_USE,
    KEY,
    MOVE,
    PAIR,
    PAY,
    SECTION,
    SELL,
    SITE,
    SOURCES,
    TOKEN,
    TRACK,
    USE,
    VP,
    Notation,
    Step,
    bits,
)
from lutetia.games.paris.rules.prospects import OWN_KEY, RIVAL_KEY
from lutetia.games.paris.rules.scoring import ENDS_ROOM
from lutetia.games.paris.rules.view import QUESTIONS

Reasons = Iterator[IllegalStep]


class Here:
    """The position as the deciding seat sees it."""

    def __init__(self, kernel: ParisKernel, notation: Notation, edition: dict[str, Any]) -> None:
        self.kernel, self.notation, self.edition = kernel, notation, edition
        self.me: int = kernel.seat
        self.question = QUESTIONS[kernel.asked[kernel.depth]]
        self.francs: int = kernel.francs[self.me]
        self.unused = {TILES[tile] for tile in bits(kernel.unused[self.me])}
        self.owned = {TILES[tile] for tile in bits(kernel.owned[self.me])}

    def district(self, number: int) -> str:
        return names.district(self.notation.districts[number])

    def property(self, number: int) -> LazyText:
        return names.place(self.notation.property(number), self.edition)

    def own(self, district: int) -> int:
        mask: int = self.kernel.own[SPACES * self.me + district]
        return mask

    def tokens(self, good: int) -> int:
        n: int = self.kernel.tokens[len(GOODS) * self.me + good]
        return n

    def ends(self, kind: int) -> int:
        n: int = self.kernel.ends[ENDS_ROOM * self.me + kind]
        return n


# ---- trade and tiles -------------------------------------------------------------------------------------------


def _buy(here: Here, step: Step) -> Reasons:
    good, price = GOODS[step.a], here.edition["tokens"]["buy"][GOODS[step.a]]
    if here.kernel.supply[step.a] == 0:
        yield IllegalStep(N_("there is no {good} in the supply"), "P60", good=names.good(good))
    yield _short(here, price, "P60")


def _short(here: Here, price: int, rule: str) -> IllegalStep:
    return IllegalStep(N_("that costs {price} F, and you have {francs}"), rule, price=price, francs=here.francs)


def _sell(here: Here, step: Step) -> Reasons:
    yield _no_source(here, step.a, "P60")


def _no_source(here: Here, source: int, rule: str) -> IllegalStep:
    """The seat does not have this source of a unit."""
    tile, good = SOURCES[source].tile, SOURCES[source].good
    if tile == TOKEN:
        return IllegalStep(N_("you have no {good} token"), rule, good=names.good(good))
    if tile == END_TILE:
        return IllegalStep(
            N_("you have no end-game tile {kind}"), "P71", kind=names.end_kind(good, here.notation.end_kinds)
        )
    return _no_tile(here, tile, "P53")


def _no_tile(here: Here, tile: int, rule: str) -> IllegalStep:
    if tile in here.owned:
        return IllegalStep(N_("you have already used bonus tile {tile}"), rule, tile=tile)
    return IllegalStep(N_("you do not have bonus tile {tile}"), rule, tile=tile)


def _use(here: Here, step: Step) -> Reasons:
    if step.a >= END_USE:
        kind = here.notation.ends[step.a - END_USE]
        yield IllegalStep(
            N_("you have no end-game tile {kind}"), "P71", kind=names.end_kind(kind, here.notation.end_kinds)
        )
        return
    tile = TILES[step.a]
    way = EFFECTS[tile].way
    if tile not in here.unused:
        yield _no_tile(here, tile, "P51")
    if way == PAIRS:
        yield IllegalStep(N_("you have no pair of like tokens for tile {tile}"), "P51", tile=tile)
    if way == EXTRA_KEY:
        if here.kernel.reserve[here.me] == 0:
            yield IllegalStep(N_("you have no key in your reserve"), "P51")
        yield _short(here, here.edition["bonus"]["extra_key"][str(tile)], "P51")
    if way in (TAKE_ANY, TAKE_BACK):
        yield from _gone(here, TILES[step.b])
        most = here.edition["bonus"]["back_at_most"]
        yield IllegalStep(
            N_("tile {taken} is not on one of the {most} nearest spaces with tiles behind your meeple"),
            "P51",
            taken=TILES[step.b],
            most=most,
        )


def _gone(here: Here, tile: int) -> Reasons:
    """Bonus tiles that are gone, or that this seat may not take again."""
    if tile in here.owned:
        yield IllegalStep(N_("you have already had bonus tile {tile}"), "P50", tile=tile)
    if not here.kernel.copies[PLACE[tile]]:
        yield IllegalStep(N_("no bonus tile {tile} is left"), "P50", tile=tile)


# ---- the turn --------------------------------------------------------------------------------------------------


def _done(here: Here, step: Step) -> Reasons:
    yield IllegalStep(N_("you must take an action if one is possible"), "P21")


def _draw(here: Here, step: Step) -> Reasons:
    yield IllegalStep(N_("stack {stack} is empty"), "P20", stack=step.a + 1)


def _site(here: Here, step: Step) -> Reasons:
    kernel, district = here.kernel, here.district(step.a)
    value = here.notation.bits[kernel.siting % SPACES]
    if kernel.building[SPACES * step.a + kernel.siting % SPACES] >= 0:
        yield IllegalStep(
            N_("the space of value {value} in {district} is not free"), "P16", value=value, district=district
        )
    kind = here.notation.types[kernel.type_of_tile(kernel.siting)]
    yield IllegalStep(
        N_("{district} already has a building of this type: {type}"),
        "P16",
        district=district,
        type=names.building(kind),
    )


def _end(here: Here, step: Step) -> Reasons:
    if here.kernel.tiles_left:
        yield IllegalStep(N_("end-game tiles can be taken only when no building tile is left"), "P70")
    kind = names.end_kind(here.notation.ends[step.a], here.notation.end_kinds)
    yield IllegalStep(N_("no end-game tile {kind} is left"), "P70", kind=kind)


def _key(here: Here, step: Step) -> Reasons:
    if here.kernel.hand[here.me] == 0:
        yield IllegalStep(N_("you have no key in hand"), "P30")
    if step.a < 0:
        yield IllegalStep(N_("you already have a key on the Arc"), "P30")
    else:
        yield IllegalStep(N_("you already have a key in the bank of {district}"), "P30", district=here.district(step.a))


def _move(here: Here, step: Step) -> Reasons:
    kernel, notation, me = here.kernel, here.notation, here.me
    district, bit = divmod(step.b, BITS)
    if step.a == ARC:
        stands = bool(kernel.arc[me])
    elif step.a >= BANK:
        stands = bool(kernel.banks[me] >> (step.a - BANK) & 1)
    else:
        stands = bool(here.own(step.a // BITS) >> step.a % BITS & 1)
    if not stands:
        yield IllegalStep(
            N_("you have no key at {place}"), "P40", place=names.place(notation.place(step.a), here.edition)
        )
    yield from _no_goal(here, district, bit)
    yield from _shut(here, district, bit)
    price = notation.bit_values[bit] - (notation.bit_values[step.a % BITS] if step.a < BANK else 0)
    if here.francs < price:
        yield _short(here, price, "P42")
    mark = notation.landmarks.get(notation.bits[bit])
    wood = here.edition["buildings"]["wood_for_8"]
    cost = {"marble": mark["marble"], "gold": mark["gold"]} if mark else {"wood": wood}
    yield IllegalStep(
        N_("you cannot pay the extra cost of {goal}: {cost}"),
        "P42",
        goal=here.property(step.b),
        cost=names.amounts(cost),
    )


def _no_goal(here: Here, district: int, bit: int) -> Reasons:
    """A property that is not there, and cannot be added (P41)."""
    kernel, notation = here.kernel, here.notation
    name, where = here.property(BITS * district + bit), here.district(district)
    if bit < SPACES:
        if kernel.building[SPACES * district + bit] < 0:
            yield IllegalStep(N_("the building {goal} is not on the board"), "P40", goal=name)
        return
    if kernel.landmarks[district] >> bit & 1:
        return
    if not kernel.display >> bit & 1:
        yield IllegalStep(N_("landmark {value} is in another district"), "P41", value=notation.bit_values[bit])
    higher = [notation.bit_values[other] for other in bits(kernel.landmarks[district])]
    if any(value > notation.bit_values[bit] for value in higher):
        yield IllegalStep(
            N_("a landmark added to {district} must have a value above {value}"),
            "P41",
            district=where,
            value=max(higher),
        )


def _shut(here: Here, district: int, bit: int) -> Reasons:
    """A property with keys on it (P52)."""
    kernel, name = here.kernel, here.property(BITS * district + bit)
    rivals = [s for s in range(kernel.players) if s != here.me and kernel.own[SPACES * s + district] >> bit & 1]
    if here.own(district) >> bit & 1 and OWN_KEY not in here.unused:
        yield IllegalStep(N_("your own key is on {goal}: you need bonus tile {tile}"), "P52", goal=name, tile=OWN_KEY)
    if rivals and RIVAL_KEY not in here.unused:
        yield IllegalStep(
            N_("another player's key is on {goal}: you need bonus tile {tile}"), "P52", goal=name, tile=RIVAL_KEY
        )


# ---- answers ---------------------------------------------------------------------------------------------------


def _pay(here: Here, step: Step) -> Reasons:
    good = next(good for good in ("wood", "marble", "gold") if here.kernel.owed[GOODS.index(good)])
    if SOURCES[step.a].good != good:
        yield IllegalStep(N_("first choose how to pay {good}"), "P43", good=names.good(good))
    if not here.kernel.sources[here.me] >> step.a & 1:
        yield _no_source(here, step.a, "P43")
    yield IllegalStep(N_("you could not pay the rest of the cost then"), "P43")


def _section(here: Here, step: Step) -> Reasons:
    good = SOURCES[step.a].good
    if not here.kernel.open_sections[GOODS.index(good)]:
        yield IllegalStep(
            N_("{landmark} has no empty section for {good}"),
            "P47",
            landmark=here.property(here.kernel.goal),
            good=names.good(good),
        )
    yield _no_source(here, step.a, "P47")


def _track(here: Here, step: Step) -> Reasons:
    tile = TILES[step.a]
    yield from _gone(here, tile)
    if not here.kernel.beyond[here.kernel.meeple[here.me]] >> step.a & 1:
        yield IllegalStep(N_("bonus tile {tile} is not ahead of your meeple"), "P50", tile=tile)
    yield _short(here, here.kernel.toll, "P46")


def _pair(here: Here, step: Step) -> Reasons:
    tile = tiles_that(PAIRS)[here.kernel.pairing]
    if step.a < 0:
        yield IllegalStep(N_("tile {tile} needs at least one pair"), "P51", tile=tile)
    elif GOODS[step.a] not in EFFECTS[tile].goods:
        yield IllegalStep(N_("tile {tile} does not accept {good}"), "P51", tile=tile, good=names.good(GOODS[step.a]))
    else:
        good = names.good(GOODS[step.a])
        yield IllegalStep(N_("you have {n} × {good}; a pair is two tokens"), "P51", n=here.tokens(step.a), good=good)


def _vp(here: Here, step: Step) -> Reasons:
    kernel, points = here.kernel, here.notation.vp_tiles[step.a][0]
    if not kernel.vp_left >> step.a & 1:
        yield IllegalStep(N_("the VP tile {points} has already been placed"), "P49", points=points)
    yield IllegalStep(N_("{district} already has a VP tile"), "P49", district=here.district(step.b))


BY_KIND = {
    BUY: _buy,
    DONE: _done,
    DRAW: _draw,
    END: _end,
    KEY: _key,
    MOVE: _move,
    PAIR: _pair,
    PAY: _pay,
    SECTION: _section,
    SELL: _sell,
    SITE: _site,
    TRACK: _track,
    USE: _use,
    VP: _vp,
}
