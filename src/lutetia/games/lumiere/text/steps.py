"""Texts of La Cité de la Lumière: seats, sources of points, postcards, prompts, and legal steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from lutetia.core.i18n import N_, _, pgettext
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules import names
from lutetia.games.lumiere.rules.edition import CARD_NAMES, edition
from lutetia.text import headings

PIECES, SIDES = names.PIECES, names.SIDES
SEATS = {"orange": N_("orange"), "blue": N_("blue")}
SEATS_FIRST = {"orange": N_("Orange"), "blue": N_("Blue")}
SOURCES = {
    "lit": N_("lit buildings"),
    "group": N_("largest group"),
    "unbuilt": N_("unbuilt"),
    "postcards": N_("postcards"),
    "total": N_("total"),
}
ACTIONS = {  # what a turn may do; the prompt joins them
    "tile": N_("lay a tile"),
    "build": N_("build"),
    "take": N_("take a building from the supply"),
    "card": N_("use a postcard"),
    "pass": N_("pass"),
}
ANSWERS = {  # what a postcard asks for; the prompt joins it with declining
    "levitation": N_("choose what to give back and what to take from the supply"),
    "jardin": N_("place the garden"),
    "peintre": N_("place the painter on a space of your colour"),
    "bouquinistes": N_("place the annex beside one of your buildings"),
    "lampadaire": N_("place the lamp"),
    "moulin-rouge": N_("place the dancer on a space of your colour"),
    "fontaine": N_("place the fountain"),
    "penseur": N_("place the statue and choose which way it faces"),
    "grande-lumiere": N_("choose the lamp that becomes the large lamp"),
}

BRIEF = {  # one line each, for the cards beside the board
    "levitation": N_("Swap a building with the supply; build it."),
    "metropolitain": N_("Later, one building may cover a lamp."),
    "jardin": N_("Place the garden: a building of size {garden}."),
    "sacre-coeur": N_("Your unbuilt buildings cost nothing."),
    "peintre": N_("{painter} points per lamp in the painter's area."),
    "chartier": N_("Later, build on one of your opponent's spaces."),
    "bouquinistes": N_("An annex: one of your buildings grows by 1."),
    "lampadaire": N_("A new lamp on a space of your colour."),
    "moulin-rouge": N_("{dancer} per free space in the dancer's area."),
    "fontaine": N_("{fountain} points per building of yours beside it."),
    "penseur": N_("Free spaces around it: {side} per side, {corner} per corner."),
    "grande-lumiere": N_("A printed lamp becomes a large lamp that reaches further."),
}

EFFECTS = {  # for `rules CARD`
    "levitation": N_(
        "Give one building from your reserve back to the supply, take another one and build it at once. You "
        "may take only a building that fits on the board."
    ),
    "metropolitain": N_(
        "Keep this card. On one later turn, a building you place may cover one printed lamp. The lamp goes "
        "dark; its space counts towards the building's size."
    ),
    "jardin": N_(
        "Place the garden on free spaces of your colour or mixed ones. It is a building of size {garden} "
        "that belongs to you: lamps light it, and it joins groups."
    ),
    "sacre-coeur": N_("At the end you lose no points for buildings still in your reserve."),
    "peintre": N_(
        "Place the painter on a free space of your colour. At the end, each lamp in his area scores "
        "{painter} points. Only buildings and the edge of the board bound his area."
    ),
    "chartier": N_(
        "Keep this card. On one later turn, a building you place (or the fountain) may cover one free space "
        "of your opponent's colour."
    ),
    "bouquinistes": N_(
        "Place the annex on a free space of your colour beside one of your buildings: that building's size grows by 1."
    ),
    "lampadaire": N_(
        "Place a lamp on a free space of your colour. It lights the four spaces beside it, for both players."
    ),
    "moulin-rouge": N_(
        "Place the dancer on a free space of your colour. At the end, each free space in her area, including "
        "her own, scores {dancer} point. Buildings, lamps and all other pieces bound the area."
    ),
    "fontaine": N_(
        "Place the fountain on free spaces of your colour or mixed ones. At the end, each of your buildings "
        "that touches one of its sides scores {fountain} points."
    ),
    "penseur": N_(
        "Place the statue on a free space of your colour, facing a free space. At the end it scores {side} "
        "points per free space at its sides and {corner} per free space at its corners, but nothing if the "
        "space it faces is not free."
    ),
    "grande-lumiere": N_(
        "Place the large lamp on a printed lamp. It lights more spaces than the four beside it; buildings in "
        "between block its light."
    ),
}

RULES = (
    N_(
        "The player with the most points wins. The game has two phases: first you both pave and collect "
        "buildings, then you both build."
    ),
    N_(
        "Phase I, paving: on your turn, lay your tile on any empty square, rotated as you like, or take a "
        "building from the supply. The paving decides who may build where."
    ),
    N_(
        "Phase I ends when the 16th tile is laid. Whoever laid all their own tiles first starts phase II. "
        "Once all yours are down, you may also pass."
    ),
    N_(
        "Phase II, building: on your turn, place a building from your reserve on free spaces of your colour "
        "or mixed ones, never on a lamp; or spend a token to use an available postcard. Each postcard can be "
        "used once."
    ),
    N_("A building scores its size times the number of lamps beside it. Unlit buildings score nothing."),
    N_("Your largest group of connected buildings scores {group} per space, lit or not."),
    N_("Each building still in your reserve: {unbuilt}."),
    N_(
        "The game ends when all tokens are spent and nobody can build. If points are tied, the player with "
        "more free spaces of their own colour wins."
    ),
)


def data_of(view: Mapping[str, Any]) -> dict[str, Any]:
    """The component data of a view's edition."""
    written = view["edition"]
    return edition(written).data if isinstance(written, dict) else bundled()


@lru_cache(maxsize=1)
def bundled() -> dict[str, Any]:
    return edition().data


def turned(tile: int, turn: int, seat: str, data: Mapping[str, Any]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two rows of a seat's turned tile: orange, blue, mixed or lamp. Layouts run clockwise from the top left."""
    rival = "blue" if seat == "orange" else "orange"
    kinds = {"O": seat, "R": rival, "M": "mixed", "L": "lamp"}
    layout = data["tiles"]["layout"][tile]
    a, b, c, d = (kinds[layout[(place - turn) % 4]] for place in range(4))
    return (a, b), (d, c)


def paving(kind: str) -> str:
    """The name of a kind of paving."""
    if kind == "orange":
        return pgettext("paving", "orange")
    if kind == "blue":
        return pgettext("paving", "blue")
    return pgettext("paving", "mixed") if kind == "mixed" else _("street lamp")


def piece(name: str) -> str:
    """A piece's name at the beginning of a sentence."""
    said = _(PIECES[name])
    return said[:1].upper() + said[1:]


def _turn(quarters: int) -> str:
    return _("rotated by {n}°", n=90 * quarters) if quarters else _("not rotated")


def choice(step: str) -> str:
    """A legal step in the list of choices."""
    kind, *words = step.split(" ")
    if kind == "tile":
        return _("Tile on {where}, {turned}", where=names.square(words[1]), turned=_turn(int(words[2][1])))
    if kind == "take":
        return _("Take {building}", building=words[0])
    if kind == "build":
        return _("Build {building} on {where}", building=words[0], where=" ".join(words[1:]))
    if kind == "card":
        return _("Use {card}", card=CARD_NAMES.get(words[0], words[0]))
    if kind == "swap":
        return _("Give back {given}, take {taken} from the supply", given=words[0], taken=words[1])
    if kind == "place":
        return _("{piece} on {where}", piece=piece(words[0]), where=_where(words))
    return _("Skip the effect") if kind == "decline" else _("Pass")


def _where(words: list[str]) -> str:
    """Where a piece goes, with what else the step chooses."""
    name, *spaces = words
    if name == "annex":
        return _("{space}, for {building}", space=spaces[0], building=_(PIECES.get(spaces[1], spaces[1])))
    if name == "statue":
        return _("{space}, facing {side}", space=spaces[0], side=_(SIDES[spaces[1]]))
    return " ".join(spaces)


def on_board(step: str, view: Mapping[str, Any]) -> str | None:
    """What `more` needs of a position: whose tiles they are."""
    return str(view["seat"]) if step.startswith("tile ") else None


def more(step: str, data: Mapping[str, Any], on_board: Any) -> str:
    """What the board shows about a step: for a tile its four spaces, as in `a1 orange, b1 street lamp`."""
    kind, *words = step.split(" ")
    if kind != "tile":
        return ""
    square = words[1]
    left, top = 2 * "ABCD".index(square[0]), 2 * int(square[1]) - 1
    rows = turned(int(words[0]), int(words[2][1]), on_board, data)
    return ", ".join(
        f"{'abcdefgh'[left + x]}{top + y} {paving(kind)}" for y, row in enumerate(rows) for x, kind in enumerate(row)
    )


def question(view: Mapping[str, Any], legal: Sequence[str]) -> str:
    """The prompt for the viewer. It mentions only what a legal step can do."""
    asked = view["position"]["question"]
    kinds = headings.kinds(legal)
    if asked:
        return f"{CARD_NAMES[asked['card']]}. {_asked(asked, kinds)}"
    if kinds == {"pass"}:
        return _("You can only pass.")
    return headings.either(_(ACTIONS[kind]) for kind in ACTIONS if kind in kinds)


def _asked(asked: Mapping[str, Any], kinds: set[str]) -> str:
    """What a postcard asks for. It may always be declined (L39), except after a swap (L40)."""
    if asked["build"]:
        return _("Build {building} now.", building=asked["build"])
    if kinds == {"decline"}:
        return _("It has no effect now: skip it.")
    return headings.either([_(ANSWERS[asked["card"]]), _("skip the effect")])


def hides(view: Mapping[str, Any]) -> bool:
    """During paving, the tiles in hand are secret."""
    return bool(view["position"]["phase"] == "paving")


def numbers(data: Mapping[str, Any]) -> dict[str, object]:
    """The numbers of an edition that the texts contain."""
    points = data["points"]
    return {
        "garden": sum(row.count("#") for row in data["pieces"]["garden"]),
        "painter": points["painter_per_lamp"],
        "dancer": points["dancer_per_space"],
        "fountain": points["fountain_per_building"],
        "side": points["statue_side"],
        "corner": points["statue_corner"],
        "group": points["group_per_space"],
        "unbuilt": signed(points["unbuilt"]),
        "cards": ", ".join(CARD_NAMES),
    }


def brief(card: str, data: Mapping[str, Any]) -> str:
    return _(BRIEF[card], **numbers(data))


def effect(card: str, data: Mapping[str, Any]) -> str:
    return _(EFFECTS[card], **numbers(data))
