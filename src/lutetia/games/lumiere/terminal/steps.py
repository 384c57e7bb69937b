"""The lists of steps of La Cité de la Lumière: how steps are grouped, and what each would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lutetia.core.game import Game
from lutetia.core.i18n import _, plural
from lutetia.games.lumiere.bots.turns import Turns
from lutetia.games.lumiere.terminal.board import is_space
from lutetia.terminal.menu import Gain, Menu, MenuEntry, best_gain, by_gain, common_prefix, flat_menu, grouped

ORDER = {"tile": 0, "take": 1, "build": 0, "swap": 0, "place": 0, "card": 1, "pass": 2, "decline": 2}
KINDS = tuple(sorted(ORDER))


def main_menu(legal: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
    """The list that a decision begins with: builds by building, tiles by tile, all other steps one by one."""
    groups = grouped(legal, lambda step: _first_words(step, 2) if step.startswith(("tile ", "build ")) else step)
    if len(groups) == 1:
        return submenu(legal, gains)
    entries = [_entry(prefix, steps, gains) for prefix, steps in groups.items()]
    return Menu(tuple(sorted(entries, key=lambda entry: (ORDER[_first_words(entry.prefix, 1)], by_gain(entry)))))


def submenu(steps: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
    """A list of these steps: tiles by their next word, all others one by one, the best first."""
    if not all(step.startswith("tile ") for step in steps) or len(steps) <= 4:
        return flat_menu(steps, gains)
    prefix = common_prefix(steps)
    length = len(prefix.split()) + 1
    groups = grouped(steps, lambda step: _first_words(step, length))
    return Menu(tuple(MenuEntry(begin, tuple(members)) for begin, members in groups.items()), prefix)


def _first_words(step: str, count: int) -> str:
    return " ".join(step.split(" ")[:count])


def _entry(prefix: str, steps: list[str], gains: Mapping[str, Gain]) -> MenuEntry:
    best = best_gain(steps, gains)
    note = ""
    if len(steps) > 1 and prefix.startswith("tile"):
        note = plural("{n} way", "{n} ways", len(steps))
    elif prefix.startswith("build"):
        note = plural("{n} place", "{n} places", len(steps))
        if best and len(steps) > 1:
            note += ", " + _("best")
    return MenuEntry(prefix, tuple(steps), note, best)


def gains_of(game: Game) -> dict[str, Gain]:
    """What each legal step would bring, a postcard with its best effect; nothing in the paving phase."""
    if game.view(None)["position"]["phase"] != "building":
        return {}
    ruleset: Any = game.ruleset
    kernel: Any = game.kernel
    return {ruleset.step_texts[turn.steps[0]]: Gain(turn.mine, turn.rival) for turn in Turns(ruleset).listed(kernel)}


def postcard_gains(gains: Mapping[str, Gain]) -> dict[str, int]:
    """What each open postcard would bring."""
    return {step.split(" ")[1]: gain.own for step, gain in gains.items() if step.startswith("card ")}


def in_reading_order(entry: str) -> str:
    """A build typed with its spaces in any order, as the notation writes it."""
    words = entry.split()
    start = 2 if words and words[0] in ("build", "place") else len(words)
    spaces = words[start:]
    if all(map(is_space, spaces)):
        words[start:] = sorted(spaces, key=lambda space: (space[1], space[0]))
    return " ".join(words)
