"""The numbered list of legal steps, and what a player's entry means.

An entry is a number of the list shown, a whole step, or as much of one as tells it apart: `build L4` lists the places
of that building, `b l4 e5` those that cover e5 first, and `e5` alone every step that touches e5. Which steps stand
together is each game's own affair (steps.py in its folder).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.text import Text

from lutetia.core.i18n import N_, _, plural
from lutetia.core.numbers import signed
from lutetia.terminal.canvas import Block, fit

if TYPE_CHECKING:
    from lutetia.terminal.palette import Tones
    from lutetia.terminal.ui import TerminalUI

AT_MOST = 24  # entries shown of a long list; `more` shows the rest
HEADED = 6  # rows from which on there is room for headings
COMMANDS = {
    "help": N_("what can be typed"),
    "hint": N_("a suggestion, with its reason in points"),
    "undo": N_("take back your last step"),
    "log": N_("what has happened so far"),
    "score": N_("the score sheet as it stands"),
    "rules": N_("the rules in short; rules TOPIC: more about a card or tile"),
    "more": N_("the whole of a long list"),
    "save": N_("save FILE: write the record of this game"),
    "quit": N_("leave; the game is kept and can be resumed"),
}
SHORT = {"?": "help", "u": "undo", "q": "quit", "exit": "quit", "h": "help"}


@dataclass(frozen=True)
class Worth:
    """What a step would bring, with the best that may follow it this turn: to one's own points, to the rivals'."""

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
    label: str = ""
    """What is shown instead of the words."""
    heading: str = ""
    """Entries of one heading stand together."""


@dataclass(frozen=True)
class Menu:
    """A list to choose from. `under` is what all its entries begin with."""

    entries: tuple[Entry, ...]
    under: str = ""
    whole: bool = False

    @property
    def steps(self) -> list[str]:
        return [step for entry in self.entries for step in entry.steps]

    def lines(self, room: int, tones: Tones, rows: int = 40) -> Block:
        """The list in as many columns as fit, in about so many rows."""
        found: Block = []
        if self.under:
            said = plural("{n} way", "{n} ways", len(self.steps)) + " · " + _("Enter: back to all steps")
            head = Text().append(self.under, style=f"bold {tones.gold}")
            found.append(head.append(f"  {said}", style=tones.faint))
        most = len(self.entries) if self.whole else AT_MOST
        cells = [_cell(number, entry, len(self.under), tones) for number, entry in enumerate(self.entries[:most], 1)]
        headed = self._headed(cells, room, tones, 10**6 if self.whole else rows - len(found))
        if headed and len(cells) == len(self.entries) and (self.whole or rows >= HEADED):
            return found + headed
        while len(cells) > 1 and not self.whole:  # as many entries as fit, and a line that tells of the rest
            if _columns(cells, room)[0] + len(found) + (len(cells) < len(self.entries)) <= rows:
                break
            cells.pop()
        high, widths = _columns(cells, room)
        found += [_row(cells[y::high], widths) for y in range(high)]
        rest = len(self.entries) - len(cells)
        if rest:
            more = plural("and {n} more: type “more”", "and {n} more: type “more”", rest)
            found.append(Text(more, style=tones.faint))
        return found

    def _headed(self, cells: list[Text], room: int, tones: Tones, rows: int) -> Block:
        """The list under its headings, in as few rows as hold it; [] where it has none or does not fit."""
        blocks: list[list[Text]] = []
        last = ""
        for entry, cell in zip(self.entries, cells, strict=False):
            if entry.heading != last or not blocks:
                blocks.append([Text().append(entry.heading, style=f"bold {tones.gold}")])
            last = entry.heading
            blocks[-1].append(cell)
        if not last:
            return []
        for high in range(2, min(rows, sum(map(len, blocks))) + 1):
            columns = _packed(blocks, high)
            widths = [max(cell.cell_len for cell in column) + 3 for column in columns]
            if sum(widths) - 3 <= room:
                return [
                    _row([column[y] if y < len(column) else Text() for column in columns], widths)
                    for y in range(max(map(len, columns)))
                ]
        return []


def _packed(blocks: Sequence[list[Text]], high: int) -> list[list[Text]]:
    """Blocks in columns of this height: a block stays whole where it fits into one."""
    columns: list[list[Text]] = [[]]
    for block in blocks:
        if columns[-1] and len(columns[-1]) + len(block) > high:
            columns.append([])
        for cell in block:
            if len(columns[-1]) == high:
                columns.append([])
            columns[-1].append(cell)
    return columns


def _row(cells: Sequence[Text], widths: Sequence[int]) -> Text:
    row = Text()
    for cell, wide in zip(cells, widths, strict=False):
        row.append_text(fit(cell, wide))
    row.rstrip()
    return row


def _columns(cells: Sequence[Text], room: int) -> tuple[int, list[int]]:
    """The fewest rows, and the widths of the columns, that hold the cells column by column."""
    high = 0
    while True:
        high += 1
        starts = range(0, len(cells), high)
        widths = [max(cell.cell_len for cell in cells[start : start + high]) + 3 for start in starts]
        if sum(widths) - 3 <= room or high >= len(cells):
            return high, widths


def _cell(number: int, entry: Entry, cut: int, tones: Tones) -> Text:
    words = entry.label or entry.words[cut:].lstrip() or entry.words
    cell = Text().append(f"{number:>3} ", style=tones.gold).append(words)
    if entry.note:
        cell.append(f" {entry.note}", style=tones.faint)
    if entry.worth:
        mine = entry.worth.mine
        cell.append(f" {signed(mine)}", style=tones.good if mine > 0 else tones.bad if mine < 0 else tones.faint)
        if entry.worth.rival:
            cell.append(" " + _("(rival {points})", points=signed(entry.worth.rival)), style=tones.faint)
    return cell


def one_by_one(steps: Sequence[str], worth: Mapping[str, Worth]) -> Menu:
    """A plain list of these steps, the best first."""
    entries = [Entry(step, (step,), worth=worth.get(step)) for step in steps]
    return Menu(tuple(sorted(entries, key=rank)), common(steps))


def rank(entry: Entry) -> int:
    """For sorting: the best first, equals as they were."""
    return -entry.worth.lead if entry.worth else 0


def common(steps: Sequence[str]) -> str:
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


def understand(entry: str, menu: Menu, legal: Sequence[str], ui: TerminalUI) -> Meaning:
    """What a line typed at this menu means."""
    words = entry.split()
    if not words:
        return Meaning(back=True)
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        number = int(words[0])
        return Meaning(menu.entries[number - 1].steps) if 1 <= number <= len(menu.entries) else Meaning()
    head, argument = words[0].lower(), entry.strip()[len(words[0]) :].strip()
    head = SHORT.get(head, head)
    if head in ui.commands:
        return Meaning(command=head, argument=argument)
    steps = (menu.under and matches([*menu.under.split(), *words], menu.steps)) or matches(words, legal)
    if steps or head in ui.kinds:
        return Meaning(tuple(steps))
    commands = tuple(command for command in ui.commands if command.startswith(head))
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
        have = iter(step.lower().split(" "))
        if all(word.lower() in have for word in words):
            found.append(step)
    return found


def completions(line: str, menu: Menu, legal: Sequence[str], ui: TerminalUI) -> list[str]:
    """The words that may stand where the line ends, for the tab key."""
    done, last = line.rpartition(" ")[::2]
    words = done.split()
    if words and words[0].lower() == "rules":
        pool = set(ui.topics) if len(words) == 1 else set()
    else:
        pool = _next_words(words, legal) | (set() if words else set(ui.commands))
        if menu.under:
            pool |= _next_words([*menu.under.split(), *words], menu.steps)
    return sorted(word for word in pool if word.lower().startswith(last.lower()))


def _next_words(words: Sequence[str], legal: Sequence[str]) -> set[str]:
    split = [step.split(" ") for step in (matches(words, legal) if words else legal)]
    return {step[len(words)] for step in split if len(step) > len(words)}
