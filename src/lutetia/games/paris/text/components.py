"""The components of Paris: names, numbers, how well each is known, and what an owner can correct."""

from __future__ import annotations

from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.games.paris.rules import names
from lutetia.games.paris.rules.bonus import PRESTIGE
from lutetia.games.paris.rules.edition import end_kinds, hyphened
from lutetia.games.paris.rules.limits import PLAYERS, SECTIONS_AT_MOST
from lutetia.games.paris.text import about, steps
from lutetia.text.components import Component, Field, Known, Section, deduced, numbers, reconstructed, stated

RULEBOOK = N_("From the rulebook.")
EXAMPLE = N_("From an example in the rulebook.")
STATED_TYPES = {("Montmartre", 2), ("Montmartre", 5), ("La Villette", 8)}
STATED_PLACES = {20: 3, 16: 2, 18: 1}
"""By VP for the first place: for how many of the three places a source gives the VP (16: first and third)."""
LANDMARKS: dict[int, tuple[str, str]] = {  # by our value: what is stated, what is reconstructed
    9: ("", N_("Everything.")),
    10: (N_("The value."), N_("Name, cost and sections.")),
    11: (N_("The value."), N_("Name, cost and sections.")),
    12: (N_("Value and cost."), N_("Name and sections.")),
    13: (N_("The value."), N_("Name, cost and sections.")),
    14: ("", N_("Everything.")),
    15: (N_("Value, cost and two gold sections."), N_("Name and the third section.")),
    16: (N_("Everything."), ""),
}
BUILDINGS = {
    "wood_for_8": N_("Wood for a building of value 8"),
    "vp_for_8": N_("VP for a building of value 8"),
    "stacks": N_("Stacks"),
    "returned_unseen": N_("Tiles returned to the box unseen"),
}
PLAYER = {"francs": N_("Francs at the start"), "keys_in_reserve": N_("Keys in reserve")}


def components(data: Json) -> list[Section]:
    """All components of an edition."""
    return [
        Section("banks", _("Districts and banks"), ("districts",), _banks(data)),
        Section("buildings", _("Building tiles"), ("types", "buildings"), [*_buildings(data), _stacks(data)]),
        Section(
            "tokens",
            _("Resources and prestige"),
            ("tokens", "section_vp"),
            [_token(kind, data) for kind in names.GOODS],
        ),
        Section("landmarks", _("Landmarks"), ("landmarks",), _landmarks(data)),
        Section("vp", _("VP tiles"), ("vp_tiles",), _vp_tiles(data)),
        Section("bonus", _("Bonus tiles"), ("bonus",), [*(_bonus(n, data) for n in steps.TILES), _zones(data)]),
        Section("end", _("End-game tiles"), ("end_tiles",), _ends(data)),
        Section("players", _("For each player"), ("players",), [_player(data)]),
    ]


def _banks(data: Json) -> list[Component]:
    part = data["districts"]
    known = [
        stated(_("The names, and that the banks pay 2 to 7 francs.")),
        deduced(_("Each amount occurs once.")),
        reconstructed(_("Which bank pays which amount, and the order of the districts.")),
    ]
    return [
        Component(
            f"bank-{hyphened(name).lower()}",
            name,
            _("bank {n} F", n=francs),
            known,
            [Field(("districts", "banks", i), _("Francs of the bank"), listed=False)],
        )
        for i, (name, francs) in enumerate(zip(part["names"], part["banks"], strict=True))
    ]


def _buildings(data: Json) -> list[Component]:
    types = tuple((kind, _first(steps.building(kind))) for kind in names.TYPES)
    return [
        Component(
            f"building-{hyphened(district).lower()}-{value}",
            f"{_first(steps.building(data['types'][district][at]))} {value}",
            district,
            [_type_known(district, value)],
            [Field(("types", district, at), _("Type"), "choice", types)],
        )
        for district in data["districts"]["names"]
        for at, value in enumerate(data["buildings"]["values"])
    ]


def _type_known(district: str, value: int) -> Known:
    if (district, value) in STATED_TYPES:
        return stated(_(EXAMPLE))
    return reconstructed(_("The type. The value and the six types are stated."))


def _stacks(data: Json) -> Component:
    return Component(
        "stacks",
        _("All building tiles"),
        _("Values {list} in each district.", list=", ".join(map(str, data["buildings"]["values"]))),
        [
            stated(_(RULEBOOK)),
            deduced(
                _(
                    "The wood for value 8. One rulebook names a cost for value 8, the other wood for the residence "
                    "(our ruling, P42)."
                )
            ),
        ],
        [
            *numbers("buildings", BUILDINGS),
            Field(("buildings", "bonus_move_paid", "francs"), _("Francs for a bonus move that is not free")),
        ],
        count=0,
        faults=tuple(f"[buildings] {key}:" for key in ("bonus_move_free", "bonus_move_paid", "values")),
    )


def _token(kind: str, data: Json) -> Component:
    part = data["tokens"]
    fields = [Field(("tokens", "sell", kind), _("Francs when sold"))]
    known = [stated(_("Number and prices: the rulebook."))]
    if kind in part["buy"]:
        fields.insert(0, Field(("tokens", "buy", kind), _("Francs when bought")))
    else:
        fields.append(Field(("section_vp", kind), _("VP in a section of a landmark"), listed=False))
        if kind == "gold_prestige":
            known = [stated(_("Number, prices and the VP of a section: the rulebook."))]
        else:
            known.append(reconstructed(_("The VP of a section.")))
    return Component(
        f"token-{kind}".replace("_", "-"),
        _first(steps.good(kind)),
        about.use_of(kind, data),
        known,
        fields,
        count=part["count_each"],
    )


def _landmarks(data: Json) -> list[Component]:
    prestige = (("", _("none")), *((kind, _first(steps.good(kind))) for kind in PRESTIGE))
    found = []
    for i, mark in enumerate(data["landmarks"]):
        certain, rest = LANDMARKS.get(mark["value"], ("", N_("Everything.")))
        known = [stated(_(certain))] if certain else []
        known += [reconstructed(_(rest))] if rest else []
        fields = [
            Field(("landmarks", i, "name"), _("Name"), "text"),
            Field(("landmarks", i, "value"), _("Value"), listed=False),
            Field(("landmarks", i, "marble"), _("Marble")),
            Field(("landmarks", i, "gold"), _("Gold")),
        ]
        fields += [
            Field(("landmarks", i, "sections", n), _("Section {n}", n=n + 1), "choice", prestige)
            for n in range(SECTIONS_AT_MOST)
        ]
        name = f"{steps.landmark(mark['value'], data)} {mark['value']}"
        sections = ", ".join(steps.good(kind) for kind in mark["sections"])
        text = _("Sections: {list}.", list=sections) if sections else ""
        found.append(Component(f"landmark-{i + 1}", name, text, known, fields, faults=(f"[[landmarks]] {i + 1}:",)))
    return found


def _vp_tiles(data: Json) -> list[Component]:
    places = (N_("1st"), N_("2nd"), N_("3rd"))
    return [
        Component(
            f"vp-{i + 1}",
            _("VP tile {n}", n=steps.prize(tile)),
            _("For the three highest totals in its district."),
            _vp_known(tile),
            [Field(("vp_tiles", "tiles", i, n), _(place), listed=False) for n, place in enumerate(places)],
            faults=(f"[vp_tiles] tile {i + 1}:",),
        )
        for i, tile in enumerate(data["vp_tiles"]["tiles"])
    ]


def _vp_known(tile: list[int]) -> list[Known]:
    known = STATED_PLACES.get(tile[0], 0)
    if known == 3:
        return [stated(_(EXAMPLE))]
    what = {1: N_("The first place."), 2: N_("The first and the third place.")}
    return [
        *([stated(_(what[known]))] if known else []),
        reconstructed(_("The other places.") if known else _("The VP.")),
    ]


def _bonus(number: int, data: Json) -> Component:
    bonus, key = data["bonus"], str(number)
    fields = []
    for table, label in (
        ("francs", _("Francs")),
        ("vp", _("VP")),
        ("per_landmark", _("VP for each landmark")),
        ("extra_key", _("Francs for a key")),
    ):
        if key in bonus[table]:
            fields.append(Field(("bonus", table, key), label, listed=False))
    if key in bonus["per_value"]:
        fields.append(Field(("bonus", "per_value", key, 0), _("Value of the buildings"), listed=False))
        fields.append(Field(("bonus", "per_value", key, 1), _("VP for each"), listed=False))
    by_players = {20: "per_unused", 23: "per_pair", 24: "per_pair"}.get(number)
    if by_players:
        fields += [
            Field(("bonus", by_players, str(n)), plural("VP with {n} player", "VP with {n} players", n))
            for n in PLAYERS
        ]
    if number == 25:
        fields.append(Field(("bonus", "back_at_most"), _("Tiles back at most"), listed=False))
    if number == 30:
        fields += [
            Field(("bonus", "per_types", n), plural("VP for {n} type", "VP for {n} types", int(n)), listed=False)
            for n in sorted(bonus["per_types"])
        ]
    fields.append(Field(("bonus", "copies"), _("One fewer than there are players"), "member", value=number))
    text = _first(steps.tile(number, data, PLAYERS[0])) + "."
    if number in bonus["copies"]:
        text = _("{text} One fewer than there are players.", text=text)
    return Component(
        f"bonus-{number}",
        _("Bonus tile {n}", n=number),
        text,
        [stated(_(RULEBOOK))],
        fields,
        count=PLAYERS[-1] - 1 if number in bonus["copies"] else 1,
        faults=(f"[bonus] per_value.{number}:",),
    )


def _zones(data: Json) -> Component:
    zones = data["bonus"]["zones"]
    return Component(
        "zones",
        _("Zones of the bonus track"),
        _("A {a}, B {b}, C {c}.", **{name.lower(): f"{first}–{last}" for name, (first, last) in zones.items()}),
        [reconstructed(_("Where each zone begins and ends."))],
        [
            Field(("bonus", "zones", zone, end), label, listed=False)
            for zone in "ABC"
            for end, label in enumerate((_("{zone}: first", zone=zone), _("{zone}: last", zone=zone)))
        ],
        count=0,
        faults=("[bonus] zones:",),
    )


def _ends(data: Json) -> list[Component]:
    return [
        Component(
            f"end-{kind}".replace("_", "-"),
            _first(steps.end_kind(kind, data)),
            _("End-game tile"),
            [stated(_(RULEBOOK))],
            [Field(("end_tiles", key), _("How many"), listed=False)],
            count=data["end_tiles"][key],
        )
        for kind, (key, _worth) in end_kinds(data).items()
    ]


def _player(data: Json) -> Component:
    keys = data["players"]["keys_in_hand"]
    return Component(
        "player",
        _("Keys and francs"),
        "",
        [stated(_(RULEBOOK))],
        [
            *numbers("players", PLAYER),
            *(
                Field(
                    ("players", "keys_in_hand", n),
                    plural("Keys in hand with {n} player", "Keys in hand with {n} players", int(n)),
                )
                for n in keys
            ),
        ],
        count=0,
    )


def _first(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
