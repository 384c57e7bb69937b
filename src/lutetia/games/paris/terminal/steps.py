"""The lists of steps of Paris: how steps are grouped and sorted, and what each would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.terminal.labels import goals, label, note, note_on_several
from lutetia.terminal.menu import Gain, Menu, MenuEntry, best_gain, common_prefix, grouped

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
ORDER = {kind: number for number, kind in enumerate(HEADINGS)}
KINDS = tuple(sorted(HEADINGS))
GROUPED_IF_SMALL = ("key", "end", "move", "use", "buy", "sell")
MAX_SEPARATE_MOVES = 6  # more are listed by key
MAX_SEPARATE_SALES = 3  # more are one entry


def gains_of(game: Game) -> dict[str, Gain]:
    """What each legal step would change in the current score; steps that change nothing are left out."""
    seat = str(game.seat)
    found = {}
    for step in game.legal():
        if step.startswith(("draw", "buy", "done")):
            continue
        change = game.preview(step)
        rivals = min((change[other]["total"] for other in change if other != seat), default=0)
        if change[seat]["total"] or rivals:
            found[step] = Gain(change[seat]["total"], rivals)
    return found


def main_menu(view: Json, legal: Sequence[str], gains: Mapping[str, Gain], *, small: bool = False) -> Menu:
    """The list that a decision begins with: many moves by key, many sales as one entry, tiles 17 and 25 by tile.

    `small`: every kind of more than two steps is one entry.
    """
    kinds = Counter(step.split(" ")[0] for step in legal)
    groups = grouped(legal, lambda step: _prefix(step, kinds, small=small))
    if len(groups) == 1:
        return submenu(view, legal, gains)
    entries = [_entry(view, prefix, steps, gains, headed=not small) for prefix, steps in groups.items()]
    return Menu(tuple(sorted(entries, key=lambda entry: _sort_key(view, entry))))


def submenu(view: Json, steps: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
    """These steps one by one, moves by rising price."""
    entries = [_entry(view, step, [step], gains, headed=False) for step in steps]
    return Menu(tuple(sorted(entries, key=lambda entry: _sort_key(view, entry))), common_prefix(steps))


def _prefix(step: str, kinds: Mapping[str, int], *, small: bool) -> str:
    """The words that a step shares with the others of its entry. `kinds`: how many legal steps each kind has."""
    kind, *words = step.split(" ")
    if small and kinds[kind] > 2 and kind in GROUPED_IF_SMALL:
        return kind
    if kind == "sell" and kinds[kind] > MAX_SEPARATE_SALES:
        return kind
    many_moves = kind == "move" and kinds[kind] > MAX_SEPARATE_MOVES
    has_target = kind in ("vp", "use") and len(words) > 1
    return f"{kind} {words[0]}" if many_moves or has_target else step


def _entry(view: Json, prefix: str, steps: list[str], gains: Mapping[str, Gain], *, headed: bool) -> MenuEntry:
    heading = _(HEADINGS[prefix.split(" ")[0]]) if headed else ""
    about = note(view, prefix) if steps == [prefix] else note_on_several(view, prefix, steps)
    return MenuEntry(prefix, tuple(steps), about, best_gain(steps, gains), label(view, prefix, headed=headed), heading)


def _sort_key(view: Json, entry: MenuEntry) -> tuple[int, bool, int]:
    """By kind, with `done` first if nothing else has to be done; steps that decline last; then by number."""
    kind, *words = entry.prefix.split(" ")
    position = view["position"]
    can_end = kind == "done" and position["phase"] == "done" and not position["question"]
    declines = bool(words) and words[-1] in ("none", "done")
    return -1 if can_end else ORDER[kind], declines, _number(view, entry, kind, words)


def _number(view: Json, entry: MenuEntry, kind: str, words: list[str]) -> int:
    """The place of an entry among those of its kind."""
    position = view["position"]
    last = words[-1] if words else ""
    if kind == "move":  # the price of a single move
        goal = goals(view).get(entry.steps[0])
        return int(goal["francs"]) if goal and len(entry.steps) == 1 else 0
    if kind == "vp":  # the most valuable tile first
        return -int(words[0]) if words and words[0].isdecimal() else 0
    if kind in ("key", "site") and last in position["districts"]:  # in the order of the board, before the Arc
        return list(position["districts"]).index(last) - len(position["districts"])
    number = int(last) if last.isdecimal() else 0
    if kind == "track":  # in the order of the track
        spaces = [space["number"] for space in position["track"]]
        return spaces.index(number) if number in spaces else len(spaces)
    return number
