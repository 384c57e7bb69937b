"""The numbered list of legal steps. Each game decides how its steps are grouped (steps.py in its folder)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from lutetia.core.i18n import _, plural
from lutetia.core.numbers import signed
from lutetia.terminal.canvas import Block, fit, hanging, wrapped
from lutetia.terminal.palette import ColourScheme

MAX_ENTRIES = 24  # shown of a long list; the command `more` shows the rest
MIN_ROWS_FOR_HEADINGS = 6
COLUMN_GAP = 3
NUMBER = 4
"""The width of an entry's number."""


@dataclass(frozen=True)
class Gain:
    """What a step and the best continuation this turn would change: one's own points, and the rivals'."""

    own: int
    rivals: int

    @property
    def lead(self) -> int:
        return self.own - self.rivals


@dataclass(frozen=True)
class MenuEntry:
    """One entry of a list: a step, or several that begin alike."""

    prefix: str
    """The step, or what the steps begin with."""
    steps: tuple[str, ...]
    note: str = ""
    gain: Gain | None = None
    label: str = ""
    """Shown instead of the prefix."""
    heading: str = ""
    """Entries with the same heading are listed together."""


@dataclass(frozen=True)
class Menu:
    """A list to choose from."""

    entries: tuple[MenuEntry, ...]
    prefix: str = ""
    """What all its steps begin with."""
    show_all: bool = False
    """Whether a long list is shown in full."""

    @property
    def steps(self) -> list[str]:
        return [step for entry in self.entries for step in entry.steps]

    def min_width(self, colours: ColourScheme) -> int:
        """The width of the longest entry."""
        return max(_cell(1, entry, self.prefix, colours).cell_len for entry in self.entries)

    def lines(self, room: int, colours: ColourScheme, rows: int = 40) -> Block:
        """The list in as many columns as fit, with about the given number of rows."""
        found: Block = []
        if self.prefix:
            note = plural("{n} way", "{n} ways", len(self.steps)) + " · " + _("Enter: back to all moves")
            head = Text().append(self.prefix, style=colours.heading)
            found += hanging(head.append(f"  {note}", style=colours.muted), room, 2)
        most = len(self.entries) if self.show_all else MAX_ENTRIES
        cells = [_cell(number, entry, self.prefix, colours) for number, entry in enumerate(self.entries[:most], 1)]
        with_headings = self._with_headings(cells, room, colours, 10**6 if self.show_all else rows - len(found))
        if with_headings and len(cells) == len(self.entries) and (self.show_all or rows >= MIN_ROWS_FOR_HEADINGS):
            return found + with_headings
        while len(cells) > 1 and not self.show_all:  # as many entries as fit, with a line about the rest
            if _columns(cells, room)[0] + len(found) + (len(cells) < len(self.entries)) <= rows:
                break
            cells.pop()
        high, widths = _columns(cells, room)
        if len(widths) == 1:
            found += [line for cell in cells for line in hanging(cell, room, NUMBER)]
        else:
            found += [_row(cells[y::high], widths) for y in range(high)]
        rest = len(self.entries) - len(cells)
        if rest:
            more = plural("and {n} more: type “more”", "and {n} more: type “more”", rest)
            found += wrapped(Text(more, style=colours.muted), room)
        return found

    def _with_headings(self, cells: list[Text], room: int, colours: ColourScheme, rows: int) -> Block:
        """The list under its headings in as few rows as possible; [] if it has no headings or does not fit."""
        blocks: list[list[Text]] = []
        last = ""
        for entry, cell in zip(self.entries, cells, strict=False):
            if entry.heading != last or not blocks:
                blocks.append([Text().append(entry.heading, style=colours.heading)])
            last = entry.heading
            blocks[-1].append(cell)
        if not last:
            return []
        for high in range(2, min(rows, sum(map(len, blocks))) + 1):
            columns = _packed(blocks, high)
            widths = _widths(columns)
            if sum(widths) - COLUMN_GAP <= room:
                return [
                    _row([column[y] if y < len(column) else Text() for column in columns], widths)
                    for y in range(max(map(len, columns)))
                ]
        return []


def _packed(blocks: Sequence[list[Text]], high: int) -> list[list[Text]]:
    """Blocks in columns of this height. A block that fits into one column is not split."""
    columns: list[list[Text]] = [[]]
    for block in blocks:
        if columns[-1] and len(columns[-1]) + len(block) > high:
            columns.append([])
        for cell in block:
            if len(columns[-1]) == high:
                columns.append([])
            columns[-1].append(cell)
    return columns


def _widths(columns: Iterable[Sequence[Text]]) -> list[int]:
    return [max(cell.cell_len for cell in column) + COLUMN_GAP for column in columns]


def _row(cells: Sequence[Text], widths: Sequence[int]) -> Text:
    row = Text()
    for cell, wide in zip(cells, widths, strict=False):
        row.append_text(fit(cell, wide))
    row.rstrip()
    return row


def _columns(cells: Sequence[Text], room: int) -> tuple[int, list[int]]:
    """The fewest rows that hold the cells column by column, and the widths of the columns."""
    high = 0
    while True:
        high += 1
        widths = _widths(cells[start : start + high] for start in range(0, len(cells), high))
        if sum(widths) - COLUMN_GAP <= room or high >= len(cells):
            return high, widths


def _cell(number: int, entry: MenuEntry, prefix: str, colours: ColourScheme) -> Text:
    label = entry.label or entry.prefix[len(prefix) :].lstrip() or entry.prefix
    cell = Text().append(f"{number:>3} ", style=colours.accent).append(label)
    if entry.note:
        cell.append(f" {entry.note}", style=colours.muted)
    if entry.gain:
        own = entry.gain.own
        cell.append(f" {signed(own)}", style=colours.good if own > 0 else colours.bad if own < 0 else colours.muted)
        if entry.gain.rivals:
            cell.append(" " + _("(opponent {points})", points=signed(entry.gain.rivals)), style=colours.muted)
    return cell


# ---- making lists ----------------------------------------------------------------------------------------------------


def flat_menu(steps: Sequence[str], gains: Mapping[str, Gain]) -> Menu:
    """A list with one entry per step, the best first."""
    entries = [MenuEntry(step, (step,), gain=gains.get(step)) for step in steps]
    return Menu(tuple(sorted(entries, key=by_gain)), common_prefix(steps))


def grouped(steps: Iterable[str], prefix: Callable[[str], str]) -> dict[str, list[str]]:
    """Steps by prefix, in the order in which they come."""
    groups: dict[str, list[str]] = {}
    for step in steps:
        groups.setdefault(prefix(step), []).append(step)
    return groups


def best_gain(steps: Iterable[str], gains: Mapping[str, Gain]) -> Gain | None:
    """The gain with the largest lead; None if nothing is known of any of the steps."""
    return max((gains[step] for step in steps if step in gains), key=lambda gain: gain.lead, default=None)


def by_gain(entry: MenuEntry) -> int:
    """A sort key: the best first, equals in their order."""
    return -entry.gain.lead if entry.gain else 0


def common_prefix(steps: Sequence[str]) -> str:
    """The words that all steps begin with, but never a whole step."""
    split = [step.split(" ")[:-1] for step in steps]
    words: list[str] = []
    for column in zip(*split, strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return " ".join(words) if len(steps) > 1 else ""
