"""What a player types at a list of steps: parsing and completion.

A player types a number of the list, a whole step, or the beginning of its words. If several steps match, they are
listed: `move a1` or `m a1` lists all steps that begin so, and `a1` alone every step that names a1. Commands can be
typed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lutetia.core.i18n import N_
from lutetia.terminal.menu import Menu

if TYPE_CHECKING:
    from lutetia.terminal.ui import TerminalUI

COMMANDS = {
    "help": N_("what can be typed"),
    "hint": N_("a suggestion, and what it is worth in points"),
    "undo": N_("undo your last move"),
    "log": N_("what has happened so far"),
    "score": N_("the current score sheet"),
    "rules": N_("a summary of the rules; rules TOPIC: more about a card or tile"),
    "more": N_("the whole of a long list"),
    "save": N_("save FILE: write the record of this game"),
    "quit": N_("leave; the game is kept and can be resumed"),
}
ALIASES = {"?": "help", "u": "undo", "q": "quit", "exit": "quit", "h": "help"}


@dataclass(frozen=True)
class ParsedEntry:
    """Steps, a command, or the way back to the main menu. All empty: the entry means nothing."""

    steps: tuple[str, ...] = ()
    """One: play it. Several: list them."""
    command: str = ""
    argument: str = ""
    back: bool = False
    candidates: tuple[str, ...] = ()
    """Commands that begin with the entry, if there are several."""


def parse(entry: str, menu: Menu, legal: Sequence[str], ui: TerminalUI) -> ParsedEntry:
    """The meaning of a line typed at this menu."""
    words = entry.split()
    if not words:
        return ParsedEntry(back=True)
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        number = int(words[0])
        return ParsedEntry(menu.entries[number - 1].steps) if 1 <= number <= len(menu.entries) else ParsedEntry()
    head, argument = words[0].lower(), entry.strip()[len(words[0]) :].strip()
    head = ALIASES.get(head, head)
    if head in ui.commands:
        return ParsedEntry(command=head, argument=argument)
    steps = (menu.prefix and matches([*menu.prefix.split(), *words], menu.steps)) or matches(words, legal)
    if steps or head in ui.kinds:
        return ParsedEntry(tuple(steps))
    commands = tuple(command for command in ui.commands if command.startswith(head))
    if len(commands) == 1:
        return ParsedEntry(command=commands[0], argument=argument)
    return ParsedEntry(tuple(_containing(words, legal)), candidates=commands)


def matches(words: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The legal steps whose words begin with these words, one by one. A whole step matches itself only."""
    wanted = [word.lower() for word in words]
    found = []
    for step in legal:
        have = step.lower().split(" ")
        if have == wanted:
            return [step]
        if len(have) >= len(wanted) and all(h.startswith(w) for h, w in zip(have, wanted, strict=False)):
            found.append(step)
    return found


def _containing(words: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The legal steps that contain these words in this order, possibly with others in between."""
    found = []
    for step in legal:
        have = iter(step.lower().split(" "))
        if all(word.lower() in have for word in words):
            found.append(step)
    return found


def completions(line: str, menu: Menu, legal: Sequence[str], ui: TerminalUI) -> list[str]:
    """The words that can complete the line, for the tab key."""
    done, last = line.rpartition(" ")[::2]
    words = done.split()
    if words and words[0].lower() == "rules":
        pool = set(ui.topics) if len(words) == 1 else set()
    else:
        pool = _next_words(words, legal) | (set() if words else set(ui.commands))
        if menu.prefix:
            pool |= _next_words([*menu.prefix.split(), *words], menu.steps)
    return sorted(word for word in pool if word.lower().startswith(last.lower()))


def _next_words(words: Sequence[str], legal: Sequence[str]) -> set[str]:
    split = [step.split(" ") for step in (matches(words, legal) if words else legal)]
    return {step[len(words)] for step in split if len(step) > len(words)}
