"""The names of what a page of Paris shows, and what the things on the table are for and what they cost."""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules import names as called
from lutetia.games.paris.rules.edition import end_kinds
from lutetia.games.paris.rules.prospects import arrival, extra_cost
from lutetia.games.paris.text import steps

ABOUT = {
    "stack": N_("Each turn starts with drawing a building. It goes to its space at once."),  # P20
    "arc": N_("The Arc: no francs now, but any district later."),  # P30
    "track": N_("Your meeple only moves forward: a tile you pass stays behind."),  # P50
    "prize": N_("A VP tile is placed when a district receives its fourth key."),  # P49
    "ends": N_("End-game tiles can be taken once the last building has been drawn."),  # P70
    "end": N_("Use it on your turn, or keep it: what is left is sold or counted at the end."),  # P71
    "good": N_("Tokens pay for moves, fill sections or are sold."),  # P43, P47, P60
    "supply": N_("Resources that were paid or sold come here and can be bought."),  # P60
    "from:arc": N_("From the Arc to any district."),  # P40
    "from:bank": N_("From the bank to any property in its district."),  # P40
    "from:property": N_("To a higher value in its district, for the difference."),  # P40, P42
    "last-turn": N_("Anything you do not use is lost."),  # P73
    "count": N_(  # P73, P74
        "Before scoring, tokens, goods on end-game tiles and bonus tiles 2, 3, 4, 8, 10, 19 and 21 were sold "
        "automatically, wild ones at the best price; end-game tiles with francs and VP were used. Other "
        "unused bonus tiles were lost; tile 27 scored. * the highest property decided, = the place is shared."
    ),
}


def names(data: Json) -> dict[str, str]:
    """Goods, types of buildings, end-game tiles (`end:vp2`), landmarks (`L12`), banks (`bank:Chaillot`) and the Arc."""
    districts = [district.replace(" ", "-") for district in data["districts"]["names"]]
    return {
        **{good: steps.good(good) for good in called.GOODS},
        **{kind: steps.building(kind) for kind in called.TYPES},
        **{f"end:{kind}": steps.end_kind(kind, data) for kind in end_kinds(data)},
        **{f"L{mark['value']}": steps.landmark(mark["value"], data) for mark in data["landmarks"]},
        **{name: steps.place(name, data) for name in ("arc", *(f"bank:{district}" for district in districts))},
    }


def about(data: Json) -> dict[str, str]:
    """Each kind of thing; each bank, VP tile, good, landmark, and buildings by their `value`."""
    banks = zip(data["districts"]["names"], data["districts"]["banks"], strict=True)
    keys = ", ".join(data["bonus"]["extra_key"])
    return {
        **{topic: _(message) for topic, message in ABOUT.items()},
        "hand": _("Bonus tiles {list} move keys from your reserve to your hand.", list=keys),  # P51
        **{f"bank:{name.replace(' ', '-')}": _bank(name, francs) for name, francs in banks},
        **{f"prize:{prize[0]}": _prize(prize) for prize in data["vp_tiles"]["tiles"]},
        **{good: _good(good, data) for good in called.GOODS},
        **{f"L{mark['value']}": _landmark(mark, data) for mark in data["landmarks"]},
        **{f"value:{value}": _building(value, data) for value in data["buildings"]["values"]},
    }


def _bank(district: str, francs: int) -> str:  # P30
    place = _first(_("the bank of {district}", district=district))
    return _("{place}: {n} F now; later any property in the district.", place=place, n=francs)


def _prize(prize: list[int]) -> str:  # P74
    said = N_(
        "VP tile {prize}: at the end, {first} VP for the highest total in its district, {second} and {third} "
        "for the next."
    )
    return _(said, prize=steps.prize(prize), first=prize[0], second=prize[1], third=prize[2])


def use_of(good: str, data: Json) -> str:  # P42, P47
    """What a token is for."""
    if good in data["section_vp"]:
        return _("Fills a section of a landmark for {n} VP.", n=data["section_vp"][good])
    return _("Pays for a building of value 8.") if good == "wood" else _("Pays for landmarks.")


def _good(good: str, data: Json) -> str:  # P60
    sells = _("Sells for {n} F.", n=data["tokens"]["sell"][good])
    return f"{_first(steps.good(good))}. {use_of(good, data)} {sells}"


def _landmark(mark: Json, data: Json) -> str:  # P42, P47
    sections = ", ".join(f"{steps.good(good)} {_('{n} VP', n=data['section_vp'][good])}" for good in mark["sections"])
    value = mark["value"]
    said = f"{steps.landmark(value, data)} {value}. {_cost(mark, value, data)}"
    return f"{said} {_('Sections: {list}.', list=sections)}" if sections else said


def _building(value: int, data: Json) -> str:  # P42, P46
    track, vp = arrival(value, data)
    gains = []
    if track is not None:
        gains.append(_("a bonus tile for {n} F", n=track) if track else _("a bonus tile"))
    if vp:
        gains.append(_("{n} VP", n=vp))
    cost = _cost(None, value, data)
    return f"{cost} {_('On arrival: {gives}.', gives=', '.join(gains))}" if gains else cost


def _cost(mark: Json | None, value: int, data: Json) -> str:
    francs, units = _("{n} F", n=value), extra_cost(mark, value, data)
    price = _("{some}, {more}", some=francs, more=called.amounts(units)) if units else francs
    return _("From the Arc or a bank it costs {price}.", price=price)


def _first(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
