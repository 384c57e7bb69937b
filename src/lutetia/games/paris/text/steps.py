"""Texts of Paris: districts, goods, places, tiles, sources of points, prompts, and legal steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules import names
from lutetia.games.paris.rules.edition import edition, end_kinds
from lutetia.games.paris.rules.prospects import extra_cost
from lutetia.text import headings

district = names.district
SEATS = {"p1": N_("orange"), "p2": N_("blue"), "p3": N_("purple"), "p4": N_("ivory")}
SEATS_FIRST = {"p1": N_("Orange"), "p2": N_("Blue"), "p3": N_("Purple"), "p4": N_("Ivory")}
SOURCES = {
    "eights": N_("value 8"),
    "sections": N_("landmark sections"),
    "bonus": N_("bonus tiles"),
    "end_tiles": N_("end-game tiles"),
    "francs": N_("tile 27, francs"),
    "districts": N_("districts"),
    "total": N_("total"),
}

TILES = {  # what a bonus tile does, in one line
    1: N_("{francs} francs"),
    2: N_("a wood"),
    3: N_("a marble"),
    4: N_("a gold"),
    5: N_("{francs} francs"),
    6: N_("{vp} VP per value-{value} building"),
    7: N_("{points} VP and {francs} francs"),
    8: N_("any prestige"),
    9: N_("move onto your own key"),
    10: N_("any resource"),
    11: N_("{vp} VP per value-{value} building"),
    12: N_("{francs} francs"),
    13: N_("{price} F for a key from the reserve"),
    14: N_("{price} F for a key from the reserve"),
    15: N_("{vp} VP per value-{value} building"),
    16: N_("move onto an opponent's key"),
    17: N_("take any tile, the meeple stays"),
    18: N_("{vp} VP per value-{value} building"),
    19: N_("any two prestige"),
    20: N_("{each} VP per other unused tile"),
    21: N_("any two resources"),
    22: N_("{francs} francs"),
    23: N_("{pair} VP per prestige pair given up"),
    24: N_("{pair} VP per resource pair given up"),
    25: N_("go back 1 to {back} tiles, take that one"),
    26: N_("{vp} VP per value-{value} building"),
    27: N_("1 VP per franc at the end"),
    28: N_("{vp} VP per value-{value} building"),
    29: N_("{vp} VP per landmark"),
    30: N_("{types} VP for 4, 5, 6, 7 types"),
}

RULES = (
    N_(
        "The player with the most VP wins. VP come from value 8, landmarks, bonus tiles and, at the end, the districts."
    ),
    N_(
        "A turn: draw a building, which is placed at once; then take one action. At any time on your turn "
        "you may trade or use bonus and end-game tiles."
    ),
    N_(
        "Actions: put a key in a bank (you get its francs) or on the Arc (it may later go to any district); "
        "or move one of your keys to a building or landmark without a key; or, once all buildings have been "
        "drawn, take an end-game tile."
    ),
    N_(
        "Keys only move up: from a bank or the Arc for the full value in francs, from one property to "
        "another in the same district for the difference. Value 8 also costs a wood, landmarks the marble "
        "and gold they show."
    ),
    N_(
        "On arrival you get the token there. Value 1 or 2: move your meeple and take a bonus tile. Value 3: "
        "the same for 2 F. Value 8: 2 VP. A landmark: fill each section once with matching prestige for VP."
    ),
    N_(
        "When a move brings the fourth key, counting all players, onto a district's properties, that player "
        "may place a VP tile in any district without one."
    ),
    N_(
        "At the end, each district with a VP tile scores for the highest totals; the highest single property "
        "breaks ties. With two players, second place scores only with at least half of the first's total."
    ),
    N_("Taking the last end-game tile ends the game: finish the round, then play one more."),
    N_(
        "Buy wood, marble and gold from the supply for 4, 5 and 6 F; sell them for 2, 3 and 4 F, and "
        "prestige for 1, 2 and 3 F."
    ),
)


@lru_cache(maxsize=1)
def _bundled() -> dict[str, Any]:
    return edition().data


def data_of(view: Json) -> dict[str, Any]:
    """The component data of a view's edition."""
    written = view["edition"]
    return edition(written).data if isinstance(written, dict) else _bundled()


def building(kind: str) -> str:
    return f"{names.building(kind)}"


def good(name: str) -> str:
    return f"{names.good(name)}"


def end_kind(name: str, data: Json) -> str:
    return f"{names.end_kind(name, end_kinds(data))}"


def landmark(value: int, data: Json) -> str:
    return f"{names.landmark(value, data)}"


def place(name: str, data: Json) -> str:
    return f"{names.place(name, data)}"


def prize(vp_tile: list[int]) -> str:
    """A VP tile, as in `20·10·5`."""
    return "·".join(map(str, vp_tile))


def source(text: str) -> str:
    """Where a unit comes from."""
    if text == "token":
        return _("a token")
    if text.startswith("bonus"):
        return _("bonus tile {n}", n=text[5:])
    return _("an end-game tile")


def tile(number: int, data: Json, players: int) -> str:
    """What a bonus tile does."""
    bonus, name = data["bonus"], str(number)
    value, vp = bonus["per_value"].get(name, (0, 0))
    types = bonus["per_types"]
    return _(
        TILES[number],
        francs=bonus["francs"].get(name, 0),
        points=bonus["vp"].get(name, 0),
        value=value,
        vp=vp or bonus["per_landmark"].get(name, 0),
        price=bonus["extra_key"].get(name, 0),
        each=bonus["per_unused"].get(str(players), 0),
        pair=bonus["per_pair"].get(str(players), 0),
        back=bonus["back_at_most"],
        types=", ".join(str(types[n]) for n in sorted(types)),
    )


def question(view: Json, legal: Sequence[str]) -> str:
    """The prompt for the viewer. It mentions only what a legal step can do."""
    position = view["position"]
    asked = position["question"]
    if asked:
        return _asked(view, asked, legal)
    if position["phase"] == "draw":
        return _("Draw a building.")
    actions = _actions(legal)
    if not actions:
        return _ending(headings.kinds(legal))
    if position["last_round"]:
        return _("You may take one more action.")
    return headings.either(actions)


def _actions(legal: Sequence[str]) -> list[str]:
    """The actions that a seat may choose from."""
    kinds, keys = headings.kinds(legal), {step.split(" ")[1] for step in legal if step.startswith("key ")}
    arc, bank = "arc" in keys, "bank" in keys
    found = []
    if arc and bank:
        found.append(_("put a key in a bank or on the Arc"))
    elif arc or bank:
        found.append(_("put a key on the Arc") if arc else _("put a key in a bank"))
    if "move" in kinds:
        found.append(_("move one of your keys"))
    if "end" in kinds:
        found.append(_("take an end-game tile"))
    return found


def _ending(kinds: set[str]) -> str:
    """The prompt if no action is left: end the turn, or what may be done first."""
    trades, uses = bool(kinds & {"buy", "sell"}), "use" in kinds
    if trades and uses:
        return _("End your turn, or trade or use tiles first.")
    if trades:
        return _("End your turn, or trade first.")
    return _("End your turn, or use tiles first.") if uses else _("End your turn.")


def _asked(view: Json, asked: Json, legal: Sequence[str]) -> str:
    """The prompt for a question within a turn."""
    ask = asked["ask"]
    if ask == "pay":
        return _("What do you pay with? You owe {owed}.", owed=names.amounts(asked["owed"]))
    if ask == "track":
        if all(step.split(" ")[1] == "none" for step in legal if step.startswith("track ")):
            return _("A bonus tile costs {n} F here, more than you have.", n=asked["francs"])
        if asked["francs"]:
            return _("Move your meeple for {n} F: which bonus tile?", n=asked["francs"])
        return _("Move your meeple: which bonus tile?")
    if ask == "section":
        where = place(asked["landmark"], data_of(view))
        sections = names.amounts(asked["open"])
        return _("{landmark}: which section do you fill? Empty: {sections}.", landmark=where, sections=sections)
    if ask == "vp":
        return _("The fourth key: which VP tile goes to which district?")
    if ask == "site":
        kind = building(asked["type"])
        return _("Where do you place the {type} of value {value}?", type=kind, value=asked["tile"][1])
    return _("Tile {n}: which pair of tokens do you give up?", n=asked["tile"])


def hides(view: Json) -> bool:
    """Always with closed screens; else once all buildings are drawn, because end-game tiles are secret."""
    position = view["position"]
    mine = position["seats"][view["viewer"]]["ends"]
    return bool(view["options"]["screens"] == "closed" or position["end_tiles"]["kinds"] is not None or mine)


def choice(step: str, data: Json) -> str:
    """A legal step in the list of choices."""
    said = _offered(step, data)
    return said[:1].upper() + said[1:]


def _offered(step: str, data: Json) -> str:
    """A step as an instruction."""
    kind, *words = step.split(" ")
    if step == "done":
        return _("End the turn")
    if kind == "draw":
        return _("Draw from stack {n}", n=words[0])
    if kind == "key":
        return _("key to {place}", place=place("arc" if words[0] == "arc" else f"bank:{words[1]}", data))
    if kind == "move":
        return _("{start} → {goal}", start=place(words[0], data), goal=place(words[1], data))
    if kind == "end":
        return _("end-game tile: {kind}", kind=end_kind(words[0], data))
    if kind == "track":
        return _("no bonus tile") if words[0] == "none" else _("bonus tile {n}", n=words[0])
    if kind == "vp" and words[0] == "none":
        return _("no VP tile")
    if kind == "vp":
        return _("VP tile {n} to {district}", n=words[0], district=district(words[1]))
    return _offered_use(kind, words, data)


def _offered_use(kind: str, words: list[str], data: Json) -> str:
    """The use of a tile or token as an instruction."""
    if kind == "use" and words[0].startswith("end:"):
        return _("Use the end-game tile {kind}", kind=end_kind(words[0][4:], data))
    if kind == "use" and len(words) == 3:
        return _("Use tile {n}, take tile {taken}", n=words[0], taken=words[2])
    if kind == "use":
        return _("use tile {n}", n=words[0])
    if kind == "buy":
        return _("buy {good}", good=good(words[0]))
    if kind == "sell" and len(words) == 1:
        return _("sell {good}", good=good(words[0]))
    if kind == "sell":
        return _("sell {good} from {source}", good=good(words[0]), source=source(words[2]))
    if kind == "site":
        return _("Place it in {district}", district=district(words[0]))
    if kind == "pay":
        return _("Pay {good} with {source}", good=good(words[0]), source=source(words[2]))
    if words[0] == "done":
        return _("Enough")
    if kind == "pair":
        return _("Give up two {good}", good=good(words[0]))
    return _("{good} section", good=good(words[0]))


def on_board(step: str, view: Json) -> str | int:
    """What `more` needs of a position: the back of the top tile of a stack; else the number of players."""
    if step.startswith("draw "):
        return str(view["position"]["stacks"][int(step[5:]) - 1]["back"])
    return len(view["seats"])


def more(step: str, data: Json, on_board: Any) -> str:
    """What the board shows about a step: the district of a stack, a price, or the effect of a tile."""
    kind, *words = step.split(" ")
    if kind == "draw":
        return district(on_board)
    if kind == "key" and words[0] == "bank":
        banks = zip(data["districts"]["names"], data["districts"]["banks"], strict=True)
        return _("+{n} F", n=next(francs for name, francs in banks if name.replace(" ", "-") == words[1]))
    if kind == "move":
        return _price(words[0], words[1], data)
    if kind == "buy":
        return _("{n} F", n=data["tokens"]["buy"][words[0]])
    if kind == "sell":
        return _("+{n} F", n=data["tokens"]["sell"][words[0]])
    if kind == "section" and words[0] != "done":
        return source(words[2])
    tiles = {"track": words[:1], "use": words[-1:]}.get(kind, [])
    return "".join(tile(int(n), data, on_board) for n in tiles if n.isdigit())


def _price(start: str, goal: str, data: Json) -> str:
    """What a move costs in francs and goods: the difference of the values, and the extra cost (P42)."""
    name, value = goal.partition(":")[2], _value(goal)
    mark = next((mark for mark in data["landmarks"] if name == f"L{mark['value']}"), None)
    francs, units = _("{n} F", n=value - _value(start)), extra_cost(mark, value, data)
    return _("{some}, {more}", some=francs, more=names.amounts(units)) if units else francs


def _value(place: str) -> int:
    """The value of a property (`Montmartre:5`, `Chaillot:L12`); 0 for the Arc and the banks."""
    name = place.partition(":")[2].removeprefix("L")
    return int(name) if name.isdigit() else 0
