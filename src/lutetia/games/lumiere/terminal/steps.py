"""The lists of steps of La Cité de la Lumière: which stand together, what each would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lutetia.core.game import Game
from lutetia.core.i18n import _, plural
from lutetia.games.lumiere.bots.turns import Turns
from lutetia.terminal.menu import Entry, Menu, Worth, common, one_by_one, rank

KINDS = ("build", "card", "decline", "pass", "place", "swap", "take", "tile")
ORDER = {"tile": 0, "take": 1, "build": 0, "swap": 0, "place": 0, "card": 1, "pass": 2, "decline": 2}


def first(legal: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """The list a decision begins with: builds by building, tiles by tile, everything else step by step."""
    groups: dict[str, list[str]] = {}
    for step in legal:
        words = step.split(" ")
        groups.setdefault(" ".join(words[:2]) if words[0] in ("tile", "build") else step, []).append(step)
    if len(groups) == 1:
        return listed(legal, worth)
    entries = [_entry(words, steps, worth) for words, steps in groups.items()]
    return Menu(tuple(sorted(entries, key=lambda entry: (ORDER[entry.words.split(" ")[0]], rank(entry)))))


def listed(steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """A list of these steps: tiles by their next word, all others one by one, the best first."""
    if not all(step.startswith("tile ") for step in steps) or len(steps) <= 4:
        return one_by_one(steps, worth)
    under = common(steps)
    at = len(under.split())
    groups: dict[str, list[str]] = {}
    for step in steps:
        groups.setdefault(" ".join(step.split(" ")[: at + 1]), []).append(step)
    return Menu(tuple(Entry(words, tuple(members)) for words, members in groups.items()), under)


def _entry(words: str, steps: list[str], worth: Mapping[str, Worth]) -> Entry:
    best = max((worth[step] for step in steps if step in worth), key=lambda w: w.lead, default=None)
    note = ""
    if len(steps) > 1 and words.startswith("tile"):
        note = plural("{n} way", "{n} ways", len(steps))
    elif words.startswith("build"):
        note = plural("{n} place", "{n} places", len(steps))
        if best and len(steps) > 1:
            note += ", " + _("best")
    return Entry(words, tuple(steps), note, best)


def worth_of(game: Game) -> dict[str, Worth]:
    """What each legal step would bring, a postcard with its best effect; nothing while tiles are being laid."""
    if game.view(None)["position"]["phase"] != "building":
        return {}
    ruleset: Any = game.ruleset
    kernel: Any = game.kernel
    return {ruleset.step_texts[turn.steps[0]]: Worth(turn.mine, turn.rival) for turn in Turns(ruleset).listed(kernel)}


def best_cards(worth: Mapping[str, Worth]) -> dict[str, int]:
    """What each open postcard would bring."""
    return {step.split(" ")[1]: value.mine for step, value in worth.items() if step.startswith("card ")}


def reading_order(entry: str) -> str:
    """A build typed with its spaces in any order, as the notation writes it."""
    words = entry.split()
    start = 2 if words and words[0] in ("build", "place") else len(words)
    spaces = words[start:]
    if all(len(space) == 2 and space[0] in "abcdefgh" and space[1] in "12345678" for space in spaces):
        words[start:] = sorted(spaces, key=lambda space: (space[1], space[0]))
    return " ".join(words)
