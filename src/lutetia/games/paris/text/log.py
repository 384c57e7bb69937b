"""The log of Paris: what each step did, what it cost and what it brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lutetia.core.i18n import _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.rules.bonus import GOODS
from lutetia.games.paris.rules.changes import ANY_SEAT
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import SPACES
from lutetia.games.paris.rules.notation import Notation
from lutetia.games.paris.text import steps
from lutetia.text.interface import Changed, LogText

if TYPE_CHECKING:
    from lutetia.games.paris.rules import Paris


# ---- what the words need beside the step ---------------------------------------------------------------------------


def about(ruleset: Paris, before: ParisKernel, after: ParisKernel, step: str) -> Json:
    """The building that a step draws, places or reaches: its `type`, of a drawn or placed one also its `value`.

    With a bonus tile it is the number of `players`, on which some effects depend.
    """
    kind, *words = step.split(" ")
    notation = ruleset.notation
    if kind == "draw":
        tile = after.stack[after.top[int(words[0]) - 1] - 1]
        return _tile(after, notation, tile) | {"district": notation.districts[tile // SPACES]}
    if kind == "site":
        return _tile(after, notation, before.siting)
    if kind == "move":
        district, name = words[1].split(":")
        if name in notation.buildings:
            space = SPACES * notation.districts.index(district) + notation.bits.index(name)
            return {"type": notation.types[after.building[space]]}
    return {"players": len(ruleset.seats)} if kind in ("track", "use") else {}


def _tile(kernel: ParisKernel, notation: Notation, tile: int) -> Json:
    return {"type": notation.types[kernel.type_of_tile(tile)], "value": notation.bit_values[tile % SPACES]}


def about_each(view: Json) -> list[Json]:
    """The same for every step of a view."""
    data, position = steps.data_of(view), view["position"]
    taken = [step for turn in view["turns"] for step in turn["steps"]]
    draws = [taken.count(f"draw {n}") for n, _stack in enumerate(position["stacks"], 1)]
    drawn = [stack["drawn"][len(stack["drawn"]) - n :] for stack, n in zip(position["stacks"], draws, strict=True)]
    values = data["buildings"]["values"]
    types = {name.replace(" ", "-"): data["types"][name] for name in data["districts"]["names"]}
    found: list[Json] = []

    def fact(tile: list[Any]) -> Json:
        district, value = tile
        return {"district": district, "value": value, "type": types[district][values.index(value)]}

    asked = ((view.get("start") or {}).get("play") or {}).get("question") or {}  # a game may begin within a turn
    last = fact(asked["tile"]) if asked.get("tile") else {}
    for step in taken:
        kind, *words = step.split(" ")
        facts: Json = {"players": len(view["seats"])}
        if kind == "draw" and (stack := drawn[int(words[0]) - 1]):
            facts = last = fact(stack.pop(0))
        elif kind == "site":
            facts = last
        elif kind == "move":
            district, name = words[1].split(":")
            facts = {"type": position["districts"][district]["buildings"].get(name, {}).get("type")}
        found.append(facts)
    return found


# ---- what a step cost and brought ----------------------------------------------------------------------------------


def changes(ruleset: Paris, before: ParisKernel, after: ParisKernel) -> Sequence[Changed]:
    """Francs, tokens, keys from the reserve, VP. At the end, sales and the final points of all seats (P73, P74)."""
    found: list[Changed] = []
    if not after.changed(before) & ANY_SEAT:
        return found
    seats = ruleset.seats
    _compare(found, seats, "francs", before.francs, after.francs)
    if (had := before.tokens) != (has := after.tokens):
        held = enumerate(zip(had, has, strict=True))
        differ = sorted((i % len(GOODS), i // len(GOODS), now - then) for i, (then, now) in held if then != now)
        found += [Changed(seats[s], GOODS[g], by) for g, s, by in differ]
    if (had := before.reserve) != (has := after.reserve):  # P51: tiles 13 and 14
        _compare(found, seats, "key", has, had)
    if after.seat < 0:
        final = [after.points_of(s) for s in range(len(seats))]
        _compare(found, seats, "vp", before.vp, final)
    else:
        _compare(found, seats, "vp", before.vp, after.vp)
    return found


def _compare(
    found: list[Changed], seats: tuple[str, ...], what: str, before: Sequence[int], after: Sequence[int]
) -> None:
    if before != after:
        pairs = zip(seats, before, after, strict=False)
        found += [Changed(seat, what, has - had) for seat, had, has in pairs if has != had]


def label(what: str, by: int) -> str:
    """A change in short, as in `−7 F`."""
    if what == "francs":
        return _("{n} F", n=signed(by))
    if what == "vp":
        return _("{n} VP", n=signed(by))
    if what == "key":
        return plural("{by} key", "{by} keys", abs(by), by=signed(by))
    return _("{by} {good}", by=signed(by), good=steps.good(what))


# ---- the words -----------------------------------------------------------------------------------------------------


def predicates(view: Json) -> list[str]:
    """Every step of a view in words, without the subject."""
    data = steps.data_of(view)
    taken = (step for turn in view["turns"] for step in turn["steps"])
    return [predicate(step, data, facts) for step, facts in zip(taken, about_each(view), strict=True)]


def predicate(step: str, data: Json, facts: Json) -> str:
    """What a seat did, as in `puts a key on the bank of Chaillot`. `facts`: what `about` found."""
    kind, *words = step.split(" ")
    if kind == "done":
        return _("ends the turn")
    if kind == "draw":
        return _drawn(words[0], facts)
    if kind == "key":
        if words[0] == "arc":
            return _("puts a key on the Arc")
        return _("puts a key in the bank of {district}", district=steps.district(words[1]))
    if kind == "move":
        return _moved(words[0], words[1], data, facts)
    if kind == "site":
        where, what = steps.district(words[0]), steps.building(facts["type"])
        return _("places the {type} {value} in {district}", type=what, value=facts["value"], district=where)
    if kind in ("end", "track", "vp", "use"):
        return _tile_step(kind, words, data, facts)
    return _traded(kind, words)


def _drawn(stack: str, facts: Json) -> str:
    if not facts:
        return _("draws from stack {n}", n=stack)
    home, what = steps.district(facts["district"]), steps.building(facts["type"])
    return _("draws {type} {value}, {district}", type=what, value=facts["value"], district=home)


def _moved(start: str, goal: str, data: Json, facts: Json) -> str:
    there = steps.place(goal, data)
    if facts.get("type"):
        there = _("{step} ({what})", step=there, what=steps.building(facts["type"]))
    if start == "arc":
        return _("moves a key from the Arc to {goal}", goal=there)
    if start.startswith("bank:"):
        return _("moves a key from the bank of {district} to {goal}", district=steps.district(start[5:]), goal=there)
    return _("moves a key from {start} to {goal}", start=steps.place(start, data), goal=there)


def _tile_step(kind: str, words: list[str], data: Json, facts: Json) -> str:
    """What was done with a bonus tile, an end-game tile or a VP tile."""
    first = words[0]
    if kind == "end":
        if first == "?":
            return _("takes an end-game tile")
        return _("takes the end-game tile {kind}", kind=steps.end_kind(first, data))
    if kind == "track":
        if first == "none":
            return _("takes no bonus tile")
        return _with_effect(_("takes bonus tile {n}", n=first), first, data, facts)
    if kind == "vp":
        if first == "none":
            return _("places no VP tile")
        prize = next(steps.prize(tile) for tile in data["vp_tiles"]["tiles"] if str(tile[0]) == first)
        return _("places the VP tile {tile} in {district}", tile=prize, district=steps.district(words[1]))
    if first.startswith("end:"):
        return _("uses the end-game tile {kind}", kind=steps.end_kind(first[4:], data))
    if len(words) == 3:
        done = _("uses bonus tile {n} and takes bonus tile {taken}", n=first, taken=words[2])
        return _with_effect(done, words[2], data, facts)
    return _with_effect(_("uses bonus tile {n}", n=first), first, data, facts)


def _with_effect(done: str, tile: str, data: Json, facts: Json) -> str:
    """The effect of the tile in brackets."""
    return _("{step} ({what})", step=done, what=steps.tile(int(tile), data, facts["players"]))


def _traded(kind: str, words: list[str]) -> str:
    """Tokens bought, sold, paid, put into a section or given up."""
    if words[0] == "done":
        return _("fills no more sections") if kind == "section" else _("gives up no more pairs")
    what = steps.good(words[0])
    if kind == "buy":
        return _("buys {good}", good=what)
    if kind == "pair":
        return _("gives up two {good}", good=what)
    if kind == "pay":
        return _("pays {good} with {source}", good=what, source=steps.source(words[2]))
    by_token = len(words) == 1 or words[2] == "token"
    if kind == "section":
        if by_token:
            return _("fills a section with {good}", good=what)
        return _("fills a section with {good} from {source}", good=what, source=steps.source(words[2]))
    if by_token:
        return _("sells {good}", good=what)
    return _("sells {good} from {source}", good=what, source=steps.source(words[2]))


LOG = LogText(predicate=predicate, about=about, changes=changes, points=False, label=label, ends=frozenset({"done"}))
