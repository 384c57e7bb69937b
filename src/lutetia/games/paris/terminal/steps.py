"""The lists of steps of Paris: grouped by kind, each with what it costs and brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.games.paris.terminal import palette, texts
from lutetia.terminal.menu import Entry, Menu, Worth, common

KINDS = (
    "buy", "done", "draw", "end", "key", "move", "pair", "pay", "section", "sell", "site", "track", "use", "vp",
)  # fmt: skip
HEADINGS = {  # in the order of the list
    "pay": N_("Pay with"),
    "site": N_("Place it in"),
    "pair": N_("Give up a pair"),
    "section": N_("Fill a section"),
    "vp": N_("VP tile"),
    "track": N_("Bonus tile"),
    "draw": N_("Draw"),
    "key": N_("A new key"),
    "move": N_("Move a key"),
    "end": N_("End-game tile"),
    "use": N_("Use a tile"),
    "buy": N_("Trade"),
    "sell": N_("Trade"),
    "done": N_("Turn"),
}
GIVEN_UP = {  # the answers that decline
    "none": {"track": N_("no tile, stay"), "vp": N_("no VP tile, for good")},
    "done": {"section": N_("fill no more"), "pair": N_("no more pairs")},
}
WHOLE = {  # a kind as one entry
    "key": N_("put a key"),
    "end": N_("take an end tile"),
    "move": N_("move a key"),
    "use": N_("use a tile"),
    "buy": N_("buy"),
    "sell": N_("sell"),
    "done": N_("end the turn"),
}
FEW = 6  # so many moves or sales are listed one by one from the start


def worth_of(game: Game) -> dict[str, Worth]:
    """What each legal step would change in the score as it stands; nothing where it changes nothing."""
    seat = str(game.seat)
    found = {}
    for step in game.legal():
        if step.startswith(("draw", "buy", "done")):
            continue
        change = game.preview(step)
        rivals = min((change[other]["total"] for other in change if other != seat), default=0)
        if change[seat]["total"] or rivals:
            found[step] = Worth(change[seat]["total"], rivals)
    return found


def first(view: Json, legal: Sequence[str], worth: Mapping[str, Worth], *, small: bool = False) -> Menu:
    """The list a decision begins with: by kind; many moves by key, many sales in one, tiles 17 and 25 by tile.

    `small`: every kind of more than a few steps is one entry.
    """
    kinds = Counter(step.split(" ")[0] for step in legal)
    groups: dict[str, list[str]] = {}
    for step in legal:
        groups.setdefault(_beginning(step, kinds, small=small), []).append(step)
    if len(groups) == 1:
        return listed(view, legal, worth)
    entries = [_entry(view, words, steps, worth, headed=not small) for words, steps in groups.items()]
    return Menu(tuple(sorted(entries, key=lambda entry: _order(view, entry))))


def _beginning(step: str, kinds: Mapping[str, int], *, small: bool) -> str:
    """The words that a step shares with those it stands together with."""
    kind, *words = step.split(" ")
    if small and kinds[kind] > 2 and kind in ("key", "end", "move", "use", "buy", "sell"):
        return kind
    if kind == "sell" and kinds[kind] > FEW // 2:
        return kind
    by_two = (kind == "move" and kinds[kind] > FEW) or (kind in ("vp", "use") and len(words) > 1)
    return " ".join((kind, words[0])) if by_two else step


def listed(view: Json, steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """These steps one by one; moves by rising price."""
    under = common(steps)
    entries = [_entry(view, step, [step], worth, headed=False) for step in steps]
    return Menu(tuple(sorted(entries, key=lambda entry: _order(view, entry))), under)


def _order(view: Json, entry: Entry) -> tuple[int, int, int]:
    """By kind; `done` first once nothing else must be done; within a kind as people count."""
    kind, *words = entry.words.split(" ")
    position = view["position"]
    rank = list(HEADINGS).index(kind)
    if kind == "done" and position["phase"] == "done" and not position["question"]:
        rank = -1
    last = words[-1] if words else ""
    number = int(last) if last.isdecimal() else 0
    if kind == "track":
        spaces = [space["number"] for space in position["track"]]
        number = spaces.index(number) if number in spaces else len(spaces)
    if kind == "move":
        goal = _goals(view).get(entry.steps[0])
        number = goal["francs"] if goal and len(entry.steps) == 1 else 0
    if kind == "vp":
        number = -int(words[0]) if words and words[0].isdecimal() else 0
    if kind in ("key", "site") and last in position["districts"]:
        number = list(position["districts"]).index(last) - len(position["districts"])
    gives_up = last in ("none", "done")
    return rank, int(gives_up), number


def _entry(view: Json, words: str, steps: list[str], worth: Mapping[str, Worth], *, headed: bool) -> Entry:
    kind = words.split(" ")[0]
    heading = _(HEADINGS[kind]) if headed else ""
    label = _label(view, words, headed=headed)
    if len(steps) > 1 or words != steps[0]:
        best = max((worth[step] for step in steps if step in worth), key=lambda w: w.lead, default=None)
        return Entry(words, tuple(steps), _several(view, words, steps), best, label, heading)
    return Entry(words, tuple(steps), note(view, words), worth.get(words), label, heading)


def _label(view: Json, words: str, *, headed: bool) -> str:
    """A step, or the beginning of several, as the list shows it; "": as it is written."""
    kind, *rest = words.split(" ")
    if not rest:
        return _(WHOLE[kind]) if kind in WHOLE else ""
    if kind == "key":
        return _("Arc") if rest[0] == "arc" else _("{district} bank", district=texts.district(rest[1]))
    if kind == "move":
        return _path(view, rest)
    if kind == "draw":
        return _("stack {n}", n=rest[0])
    if rest[-1] in GIVEN_UP and kind in GIVEN_UP[rest[-1]]:
        return _(GIVEN_UP[rest[-1]][kind])
    if kind in ("section", "pay"):
        good, source = texts.good(rest[0]), texts.source(rest[2])
        said = N_("{good} with {source}") if headed else N_("give {good}, {source}")
        return _(said, good=good, source=source)
    if kind in ("pair", "site"):
        return _("two {good}", good=texts.good(rest[0])) if kind == "pair" else texts.district(rest[0])
    if kind == "vp":
        return _("VP tile {n}", n=rest[0]) if len(rest) < 2 else f"{rest[0]} → {texts.district(rest[1])}"
    if kind in ("track", "use") and rest[-1].isdecimal():
        return _("tile {n}", n=rest[0]) if len(rest) < 3 else _("take {n}", n=rest[2])
    if kind in ("buy", "sell"):
        good = palette.TOKENS[rest[0]][0] if headed else texts.good(rest[0])
        if len(rest) > 1:
            return _("sell {good} from {source}", good=good, source=texts.source(rest[2]))
        return _("sell {good}", good=good) if kind == "sell" else _("buy {good}", good=good)
    if kind == "end":
        return texts.end_kind(rest[0], texts.data_of(view))
    return ""


def _path(view: Json, words: list[str]) -> str:
    """Montmartre 3 → 5; Arc → Belleville 2; the bank of a district → 4."""
    start = words[0]
    home = start.rpartition(":")[2] if start.startswith("bank") else start.partition(":")[0]
    said = _("Arc") if start == "arc" else _("{district} bank", district=texts.district(home))
    if ":" in start and not start.startswith("bank"):
        said = f"{texts.district(home)} {start.partition(':')[2].lstrip('L')}"
    if len(words) < 2:
        return said
    district, name = words[1].split(":")
    goal = name.lstrip("L")
    return f"{said} → {goal}" if start != "arc" else f"{said} → {texts.district(district)} {goal}"


def _several(view: Json, words: str, steps: list[str]) -> str:
    kind = words.split(" ")[0]
    if kind == "move":
        prices = [goal["francs"] for step in steps if (goal := _goals(view).get(step))]
        ways = plural("{n} goal", "{n} goals", len(steps))
        return f"{ways}, {_('from {n} F', n=min(prices))}" if prices else ways
    if kind == "sell":
        return plural("{n} kind …", "{n} kinds …", len(steps))
    if kind == "vp":
        tile = next(t for t in view["position"]["vp_tiles"] if str(t[0]) == words.split(" ")[1])
        return f"({texts.prize(tile)}) " + plural("{n} district", "{n} districts", len(steps))
    return plural("{n} way", "{n} ways", len(steps))


def _goals(view: Json) -> dict[str, Json]:
    """The goals of the viewer's keys, by the step that goes there."""
    return {f"move {key['from']} {goal['to']}": goal for key in view["position"]["moves"] for goal in key["goals"]}


# ---- what a step costs and brings ------------------------------------------------------------------------------


def note(view: Json, step: str) -> str:
    """What a step means here, in a few words."""
    kind, *words = step.split(" ")
    if kind == "move":
        goal = _goals(view).get(step)
        return _move(view, goal) if goal else ""
    found = _NOTES.get(kind)
    return found(view, words) if found else ""


def _move(view: Json, goal: Json) -> str:
    """3 F ▪w: restaurant, ★g, bonus move."""
    district, name = goal["to"].split(":")
    price = _("{n} F", n=goal["francs"])
    for good, n in goal["units"].items():
        price += f" {palette.TOKENS[good][0] * n}"
    gains = []
    if name.startswith("L"):
        gains.append(texts.landmark(int(name[1:]), texts.data_of(view)))
        if goal["sections"]:
            gains.append("".join(palette.TOKENS[good][0] for good in goal["sections"]))
    else:
        gains.append(texts.building(view["position"]["districts"][district]["buildings"][name]["type"]))
    if goal["token"]:
        gains.append(palette.TOKENS[goal["token"]][0])
    if goal["track"] is not None:
        gains.append(_("tile ({n} F)", n=goal["track"]) if goal["track"] else _("tile"))
    if goal["fourth"]:
        gains.append(_("VP tile"))
    gains += [_("spends tile {n}", n=tile) for tile in goal["tiles"]]
    return f"{price}: {', '.join(gains)}"


def _draw(view: Json, words: list[str]) -> str:
    stack = view["position"]["stacks"][int(words[0]) - 1]
    return _("{district}, {n} left", district=texts.district(stack["back"]), n=stack["left"])


def _key(view: Json, words: list[str]) -> str:
    if words[0] == "arc":
        return _("to go anywhere")
    return _("+{n} F", n=view["position"]["districts"][words[1]]["bank"]["francs"])


def _track(view: Json, words: list[str]) -> str:
    if words[0] == "none":
        return ""
    return tile_note(view, int(words[0]))


def tile_note(view: Json, number: int) -> str:
    """A bonus tile with what it would pay the viewer now."""
    said = texts.tile(number, texts.data_of(view), len(view["seats"]))
    now = view["position"]["bonus"].get(str(number))
    paid = _("now {n}", n=now["vp"]) if now and now["vp"] and number not in (7,) else ""
    return f"{said} ({paid})" if paid else said


def _use(view: Json, words: list[str]) -> str:
    if words[0].startswith("end:"):
        return texts.end_kind(words[0][4:], texts.data_of(view))
    if len(words) == 3:
        return tile_note(view, int(words[2]))
    mine = view["position"]["seats"][view["viewer"]]["unused"] or {}
    found = mine.get(words[0])
    francs = texts.pays({**found, "vp": 0}) if found else ""
    return francs or texts.short(int(words[0]), texts.data_of(view))


def _trade(view: Json, words: list[str]) -> str:
    prices = texts.data_of(view)["tokens"]["sell"]
    return _("{n} F", n=signed(prices[words[0]]))


def _buy(view: Json, words: list[str]) -> str:
    return _("{n} F", n=signed(-texts.data_of(view)["tokens"]["buy"][words[0]]))


def _vp(view: Json, words: list[str]) -> str:
    if words[0] == "none":
        return ""
    rows = view["position"]["standings"][words[1]]
    sums = " ".join(f"{palette.SIGN[row['seat']]}{row['sum']}" for row in rows if row["sum"])
    return sums or _("nobody there yet")


def _end(view: Json, words: list[str]) -> str:
    left = (view["position"]["end_tiles"]["kinds"] or {}).get(words[0], 1)
    return f"×{left}" if left > 1 else ""


_NOTES: dict[str, Callable[[Json, list[str]], str]] = {
    "draw": _draw,
    "key": _key,
    "track": _track,
    "use": _use,
    "sell": _trade,
    "buy": _buy,
    "vp": _vp,
    "end": lambda view, words: (
        texts.end_kind(words[0], texts.data_of(view)) if words[0].startswith(("francs", "vp")) else _("pay, fill, sell")
    ),
    "done": lambda _view, _words: _("ends your turn"),
    "pay": lambda _view, words: texts.source(words[2]),
}
