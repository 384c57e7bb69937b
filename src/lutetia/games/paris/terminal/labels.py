"""The texts of an entry in a list of steps of Paris: its label, and a note on what the step costs and brings."""

from __future__ import annotations

from collections.abc import Callable

from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.terminal import palette, texts
from lutetia.games.paris.text import steps as game_texts

KIND_LABELS = {  # a kind of step as one entry
    "key": N_("put a key"),
    "end": N_("take an end-game tile"),
    "move": N_("move a key"),
    "use": N_("use a tile"),
    "buy": N_("buy"),
    "sell": N_("sell"),
    "done": N_("end the turn"),
}
DECLINING = {  # steps that decline
    ("track", "none"): N_("no tile, stay"),
    ("vp", "none"): N_("no VP tile, for good"),
    ("section", "done"): N_("fill no more"),
    ("pair", "done"): N_("no more pairs"),
}


def goals(view: Json) -> dict[str, Json]:
    """The goals of the viewer's keys by the step that moves there."""
    return {f"move {key['from']} {goal['to']}": goal for key in view["position"]["moves"] for goal in key["goals"]}


# ---- labels ----------------------------------------------------------------------------------------------------------


def label(view: Json, prefix: str, *, headed: bool) -> str:
    """The label of a step, or of several with this prefix; "": show the step as it is written.

    `headed`: the entry has a heading, so that a shorter label is clear.
    """
    kind, *words = prefix.split(" ")
    if not words:
        return _(KIND_LABELS[kind]) if kind in KIND_LABELS else ""
    if (kind, words[-1]) in DECLINING:
        return _(DECLINING[kind, words[-1]])
    make = _LABELS.get(kind)
    return make(view, words, headed) if make else ""


def _key_label(_view: Json, words: list[str], _headed: bool) -> str:
    return _("Arc") if words[0] == "arc" else _("{district} bank", district=game_texts.district(words[1]))


def _move_label(_view: Json, words: list[str], _headed: bool) -> str:
    """Montmartre 3 → 5; Arc → Belleville 2; Montmartre bank → 4."""
    start, goal = words[0], words[1] if len(words) > 1 else ""
    if start == "arc":
        origin = _("Arc")
    elif start.startswith("bank:"):
        origin = _("{district} bank", district=game_texts.district(start.partition(":")[2]))
    else:
        origin = _property(start)
    if not goal:
        return origin
    return f"{origin} → {_property(goal) if start == 'arc' else _value(goal)}"


def _property(name: str) -> str:
    """Montmartre 3 for Montmartre:3; landmarks without their letter."""
    return f"{game_texts.district(name.partition(':')[0])} {_value(name)}"


def _value(name: str) -> str:
    return name.partition(":")[2].lstrip("L")


def _payment_label(_view: Json, words: list[str], headed: bool) -> str:
    text = N_("{good} with {source}") if headed else N_("give {good}, {source}")
    return _(text, good=game_texts.good(words[0]), source=game_texts.source(words[2]))


def _vp_label(_view: Json, words: list[str], _headed: bool) -> str:
    return _("VP tile {n}", n=words[0]) if len(words) < 2 else f"{words[0]} → {game_texts.district(words[1])}"


def _tile_label(_view: Json, words: list[str], _headed: bool) -> str:
    if not words[-1].isdecimal():
        return ""
    return _("tile {n}", n=words[0]) if len(words) < 3 else _("take {n}", n=words[2])


def _buy_label(_view: Json, words: list[str], headed: bool) -> str:
    return _("buy {good}", good=_traded(words[0], headed))


def _sell_label(_view: Json, words: list[str], headed: bool) -> str:
    good = _traded(words[0], headed)
    if len(words) > 1:
        return _("sell {good} from {source}", good=good, source=game_texts.source(words[2]))
    return _("sell {good}", good=good)


def _traded(good: str, headed: bool) -> str:
    return palette.TOKENS[good][0] if headed else game_texts.good(good)


_LABELS: dict[str, Callable[[Json, list[str], bool], str]] = {
    "key": _key_label,
    "move": _move_label,
    "draw": lambda _view, words, _headed: _("stack {n}", n=words[0]),
    "section": _payment_label,
    "pay": _payment_label,
    "pair": lambda _view, words, _headed: _("two {good}", good=game_texts.good(words[0])),
    "site": lambda _view, words, _headed: game_texts.district(words[0]),
    "vp": _vp_label,
    "track": _tile_label,
    "use": _tile_label,
    "buy": _buy_label,
    "sell": _sell_label,
    "end": lambda view, words, _headed: game_texts.end_kind(words[0], game_texts.data_of(view)),
}


# ---- notes -----------------------------------------------------------------------------------------------------------


def note_on_several(view: Json, prefix: str, steps: list[str]) -> str:
    """A note on the steps with this prefix."""
    kind, *words = prefix.split(" ")
    if kind == "move":
        prices = [goal["francs"] for step in steps if (goal := goals(view).get(step))]
        count = plural("{n} destination", "{n} destinations", len(steps))
        return f"{count}, {_('from {n} F', n=min(prices))}" if prices else count
    if kind == "sell":
        return plural("{n} kind …", "{n} kinds …", len(steps))
    if kind == "vp":
        tile = next(tile for tile in view["position"]["vp_tiles"] if str(tile[0]) == words[0])
        return f"({game_texts.prize(tile)}) " + plural("{n} district", "{n} districts", len(steps))
    return plural("{n} way", "{n} ways", len(steps))


def note(view: Json, step: str) -> str:
    """What a step costs and brings, in a few words."""
    kind, *words = step.split(" ")
    make = _NOTES.get(kind)
    return make(view, words) if make else ""


def _move_note(view: Json, words: list[str]) -> str:
    """3 F ▪w: restaurant, ★g, bonus move."""
    goal = goals(view).get(f"move {' '.join(words)}")
    if not goal:
        return ""
    district, name = goal["to"].split(":")
    price = _("{n} F", n=goal["francs"])
    for good, n in goal["units"].items():
        price += f" {palette.TOKENS[good][0] * n}"
    gains = []
    if name.startswith("L"):
        gains.append(game_texts.landmark(int(name[1:]), game_texts.data_of(view)))
        if goal["sections"]:
            gains.append("".join(palette.TOKENS[good][0] for good in goal["sections"]))
    else:
        gains.append(game_texts.building(view["position"]["districts"][district]["buildings"][name]["type"]))
    if goal["token"]:
        gains.append(palette.TOKENS[goal["token"]][0])
    if goal["track"] is not None:
        gains.append(_("tile ({n} F)", n=goal["track"]) if goal["track"] else _("tile"))
    if goal["fourth"]:
        gains.append(_("VP tile"))
    gains += [_("uses up tile {n}", n=tile) for tile in goal["tiles"]]
    return f"{price}: {', '.join(gains)}"


def _draw_note(view: Json, words: list[str]) -> str:
    stack = view["position"]["stacks"][int(words[0]) - 1]
    return _("{district}, {n} left", district=game_texts.district(stack["back"]), n=stack["left"])


def _key_note(view: Json, words: list[str]) -> str:
    if words[0] == "arc":
        return _("can go anywhere")
    return _("+{n} F", n=view["position"]["districts"][words[1]]["bank"]["francs"])


def _track_note(view: Json, words: list[str]) -> str:
    return "" if words[0] == "none" else tile_note(view, int(words[0]))


def tile_note(view: Json, number: int) -> str:
    """A bonus tile with what it would pay the viewer now."""
    effect = game_texts.tile(number, game_texts.data_of(view), len(view["seats"]))
    now = view["position"]["bonus"].get(str(number))
    if not now or not now["vp"] or number == 7:  # tile 7 always pays the same
        return effect
    return f"{effect} ({_('now {n}', n=now['vp'])})"


def _use_note(view: Json, words: list[str]) -> str:
    if words[0].startswith("end:"):
        return game_texts.end_kind(words[0][4:], game_texts.data_of(view))
    if len(words) == 3:
        return tile_note(view, int(words[2]))
    unused = view["position"]["seats"][view["viewer"]]["unused"] or {}
    found = unused.get(words[0])
    francs = texts.payout({**found, "vp": 0}) if found else ""
    return francs or texts.short(int(words[0]), game_texts.data_of(view))


def _sell_note(view: Json, words: list[str]) -> str:
    return _("{n} F", n=signed(game_texts.data_of(view)["tokens"]["sell"][words[0]]))


def _buy_note(view: Json, words: list[str]) -> str:
    return _("{n} F", n=signed(-game_texts.data_of(view)["tokens"]["buy"][words[0]]))


def _vp_note(view: Json, words: list[str]) -> str:
    if words[0] == "none":
        return ""
    rows = view["position"]["standings"][words[1]]
    sums = " ".join(f"{palette.SIGN[row['seat']]}{row['sum']}" for row in rows if row["sum"])
    return sums or _("nobody there yet")


def _end_note(view: Json, words: list[str]) -> str:
    if words[0].startswith(("francs", "vp")):
        return game_texts.end_kind(words[0], game_texts.data_of(view))
    return _("pay, fill, sell")


_NOTES: dict[str, Callable[[Json, list[str]], str]] = {
    "move": _move_note,
    "draw": _draw_note,
    "key": _key_note,
    "track": _track_note,
    "use": _use_note,
    "sell": _sell_note,
    "buy": _buy_note,
    "vp": _vp_note,
    "end": _end_note,
    "done": lambda _view, _words: _("ends your turn"),
    "pay": lambda _view, words: game_texts.source(words[2]),
}
