"""The numbered list of legal steps, and what a player's entry means.

An entry is a number of the list shown, a whole step, or as much of one as tells it apart: `build L4` lists the places
of that building, `b l4 e5` those that cover e5 first, and `e5` alone every step that touches e5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from lutetia.bots.reason import signed
from lutetia.cli import palette
from lutetia.cli.canvas import Block, fit
from lutetia.core.words import N_, _, plural

AT_MOST = 24  # entries shown of a long list; `more` shows the rest
COMMANDS = {
    "help": N_("what can be typed"),
    "hint": N_("a suggestion, with its reason in points"),
    "undo": N_("take back your last step"),
    "log": N_("what has happened so far"),
    "score": N_("the score sheet as it stands"),
    "rules": N_("the rules in short; rules CARD: what a postcard does"),
    "cards": N_("the postcards with their effects"),
    "more": N_("the whole of a long list"),
    "save": N_("save FILE: write the record of this game"),
    "quit": N_("leave; the game is kept and can be resumed"),
}
KINDS = ("build", "card", "decline", "pass", "place", "swap", "take", "tile")
SHORT = {"?": "help", "u": "undo", "q": "quit", "exit": "quit", "h": "help"}


@dataclass(frozen=True)
class Worth:
    """What a step would bring, with the best that may follow it this turn: to one's own points, to the rival's."""

    mine: int
    rival: int

    @property
    def lead(self) -> int:
        return self.mine - self.rival


@dataclass(frozen=True)
class Entry:
    """One line of a list: a step, or several that begin alike."""

    words: str
    steps: tuple[str, ...]
    note: str = ""
    worth: Worth | None = None


@dataclass(frozen=True)
class Menu:
    """A list to choose from. `under` is what all its entries begin with."""

    entries: tuple[Entry, ...]
    under: str = ""
    whole: bool = False

    @property
    def steps(self) -> list[str]:
        return [step for entry in self.entries for step in entry.steps]

    def lines(self, room: int, rows: int = 40) -> Block:
        """The list in as many columns as fit, in about so many rows."""
        cells = [_cell(i, entry, len(self.under)) for i, entry in enumerate(self.entries, 1)]
        found: Block = []
        if self.under:
            said = plural("{n} way", "{n} ways", len(self.steps)) + " · " + _("Enter: back to all steps")
            head = Text().append(self.under, style=f"bold {palette.GOLD}")
            found.append(head.append(f"  {said}", style=palette.FAINT))
        whole = len(cells) if self.whole else min(AT_MOST, len(cells))
        while whole > 1:  # as many entries as fit, and a line that tells of the rest
            high, widths = _columns(cells[:whole], room)
            if self.whole or high + len(found) + (whole < len(cells)) <= rows:
                break
            whole -= 1
        cells = cells[:whole]
        high, widths = _columns(cells, room)
        for y in range(high):
            row = Text()
            for cell, wide in zip(cells[y::high], widths, strict=False):
                row.append_text(fit(cell, wide))
            found.append(row)
        rest = len(self.entries) - len(cells)
        if rest:
            more = plural("and {n} more: type “more”", "and {n} more: type “more”", rest)
            found.append(Text(more, style=palette.FAINT))
        return found


def _columns(cells: Sequence[Text], room: int) -> tuple[int, list[int]]:
    """The fewest rows, and the widths of the columns, that hold the cells column by column."""
    high = 0
    while True:
        high += 1
        starts = range(0, len(cells), high)
        widths = [max(cell.cell_len for cell in cells[start : start + high]) + 3 for start in starts]
        if sum(widths) - 3 <= room or high >= len(cells):
            return high, widths


def _cell(number: int, entry: Entry, cut: int) -> Text:
    words = entry.words[cut:].lstrip() or entry.words
    cell = Text().append(f"{number:>3} ", style=palette.GOLD).append(words)
    if entry.note:
        cell.append(f" {entry.note}", style=palette.FAINT)
    if entry.worth:
        mine = entry.worth.mine
        cell.append(f" {signed(mine)}", style=palette.GOOD if mine > 0 else palette.BAD if mine < 0 else palette.FAINT)
        if entry.worth.rival:
            cell.append(" " + _("(rival {points})", points=signed(entry.worth.rival)), style=palette.FAINT)
    return cell


def first(legal: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """The list a decision begins with: builds by building, tiles by tile, everything else step by step."""
    groups: dict[str, list[str]] = {}
    for step in legal:
        words = step.split(" ")
        groups.setdefault(" ".join(words[:2]) if words[0] in ("tile", "build") else step, []).append(step)
    if len(groups) == 1:
        return listed(legal, worth)
    entries = [_entry(words, steps, worth) for words, steps in groups.items()]
    order = {"tile": 0, "take": 1, "build": 0, "swap": 0, "place": 0, "card": 1, "pass": 2, "decline": 2}
    return Menu(tuple(sorted(entries, key=lambda entry: (order[entry.words.split(" ")[0]], _rank(entry)))))


def listed(steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """A list of these steps: tiles by their next word, all others one by one, the best first."""
    under = _common(steps)
    if all(step.startswith("tile ") for step in steps) and len(steps) > 4:
        at = len(under.split())
        groups: dict[str, list[str]] = {}
        for step in steps:
            groups.setdefault(" ".join(step.split(" ")[: at + 1]), []).append(step)
        return Menu(tuple(Entry(words, tuple(members)) for words, members in groups.items()), under)
    entries = [Entry(step, (step,), worth=worth.get(step)) for step in steps]
    return Menu(tuple(sorted(entries, key=_rank)), under)


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


def _rank(entry: Entry) -> int:
    return -entry.worth.lead if entry.worth else 0


def _common(steps: Sequence[str]) -> str:
    """The words that all steps begin with, but never the whole of one."""
    split = [step.split(" ")[:-1] for step in steps]
    words: list[str] = []
    for column in zip(*split, strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return " ".join(words) if len(steps) > 1 else ""


# ---- what an entry means ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Meaning:
    """Steps, a command, the way back, or nothing at all."""

    steps: tuple[str, ...] = ()
    """One: play it. Several: list them."""
    command: str = ""
    argument: str = ""
    back: bool = False
    beginnings: tuple[str, ...] = field(default=())
    """Commands that the entry might mean."""


def understand(entry: str, menu: Menu, legal: Sequence[str]) -> Meaning:
    """What a line typed at this menu means."""
    words = entry.split()
    if not words:
        return Meaning(back=True)
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        number = int(words[0])
        return Meaning(menu.entries[number - 1].steps) if 1 <= number <= len(menu.entries) else Meaning()
    head, argument = words[0].lower(), entry.strip()[len(words[0]) :].strip()
    head = SHORT.get(head, head)
    if head in COMMANDS:
        return Meaning(command=head, argument=argument)
    steps = (menu.under and matches([*menu.under.split(), *words], menu.steps)) or matches(words, legal)
    if steps or head in KINDS:
        return Meaning(tuple(steps))
    commands = tuple(command for command in COMMANDS if command.startswith(head))
    if len(commands) == 1:
        return Meaning(command=commands[0], argument=argument)
    return Meaning(tuple(_within(words, legal)), beginnings=commands)


def matches(words: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The legal steps whose words begin as these do, one by one; the whole step alone where it is one."""
    wanted = [word.lower() for word in words]
    found = []
    for step in legal:
        have = step.lower().split(" ")
        if have == wanted:
            return [step]
        if len(have) >= len(wanted) and all(h.startswith(w) for h, w in zip(have, wanted, strict=False)):
            found.append(step)
    return found


def _within(words: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The legal steps that hold these words whole and in this order, with others between."""
    found = []
    for step in legal:
        have = iter(step.split(" "))
        if all(word in have for word in words):
            found.append(step)
    return found


def completions(line: str, menu: Menu, legal: Sequence[str], topics: Sequence[str]) -> list[str]:
    """The words that may stand where the line ends, for the tab key."""
    done, last = line.rpartition(" ")[::2]
    words = done.split()
    if words and words[0].lower() == "rules":
        pool = set(topics) if len(words) == 1 else set()
    else:
        pool = _next_words(words, legal) | (set() if words else set(COMMANDS))
        if menu.under:
            pool |= _next_words([*menu.under.split(), *words], menu.steps)
    return sorted(word for word in pool if word.lower().startswith(last.lower()))


def _next_words(words: Sequence[str], legal: Sequence[str]) -> set[str]:
    split = [step.split(" ") for step in (matches(words, legal) if words else legal)]
    return {step[len(words)] for step in split if len(step) > len(words)}


def reading_order(entry: str) -> str:
    """A build typed with its spaces in any order, as the notation writes it."""
    words = entry.split()
    start = 2 if words and words[0] in ("build", "place") else len(words)
    spaces = words[start:]
    if all(len(space) == 2 and space[0] in "abcdefgh" and space[1] in "12345678" for space in spaces):
        words[start:] = sorted(spaces, key=lambda space: (space[1], space[0]))
    return " ".join(words)
