"""The log: what each step did, what it cost and what it brought.

An entry is the same for all viewers and in all languages and costs a few microseconds. `line` words it for one viewer.
So a server keeps one `Log` per game and words one new line after a step, never the whole log again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lutetia.core.game import Game
from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel
from lutetia.core.ruleset import Ruleset, VisibleTotals
from lutetia.text.interface import Changed, LogText, text_for

RECENT = 8
"""How many entries a log keeps: those that viewers ask for after a step."""


class Entry(NamedTuple):
    """A step and what it changed."""

    at: int
    """How many steps have been taken with it."""
    turn: int
    """The number of its turn, from 1."""
    seat: str
    step: str
    about: Json
    """What the words need beside the step, in the game's own form."""
    changes: Sequence[Changed]
    before: VisibleTotals
    totals: VisibleTotals
    alike: bool
    """Whether everybody sees the same."""
    worded: dict[tuple[str, str], tuple[str, list[Json]]]
    """By language and step: the words that do not depend on the viewer."""
    lines: dict[tuple[str, str], Json]
    """By language and player's name: the line that everybody sees alike."""


class LogWriter:
    """Makes the entry of each step as it is taken. It remembers one position and no entries."""

    def __init__(self, ruleset: Ruleset[Any], kernel: Kernel, at: int = 0) -> None:
        """`kernel` is the position after `at` steps; the next step to follow is `at + 1`."""
        self.ruleset, self.at = ruleset, at
        self._text = text_for(ruleset.game).log
        self._before = ruleset.new_kernel()
        self._before.become(kernel)
        self._totals = ruleset.visible_totals(kernel)

    def follow(self, kernel: Kernel, step: str, turn: int) -> Entry:
        """The entry of a step that has led to this position. `turn`: the number of its turn, from 1."""
        before, totals = self._before, self.ruleset.visible_totals(kernel)
        self.at += 1
        entry = Entry(
            self.at,
            turn,
            self.ruleset.seats[before.seat],
            step,
            self._text.about(self.ruleset, before, kernel, step),
            self._text.changes(self.ruleset, before, kernel),
            self._totals,
            totals,
            self.ruleset.redacted(step) == step and _alike(self._totals) and _alike(totals),
            {},
            {},
        )
        before.become(kernel)
        self._totals = totals
        return entry


def entries(game: Game, since: int = 0) -> list[Entry]:
    """The entries of a game from its record, without the first `since`."""
    record, ruleset = game.shared_record(), game.ruleset
    kernel = ruleset.new_kernel()
    ruleset.read_setup(kernel, record["setup"], ruleset.seats.index(record["first"]))
    steps = [(turn, step) for turn, taken in enumerate(record["turns"], 1) for step in taken["steps"]]
    for _turn, step in steps[:since]:
        kernel.play(ruleset.step_ids[step])
    writer, found = LogWriter(ruleset, kernel, since), []
    for turn, step in steps[since:]:
        kernel.play(ruleset.step_ids[step])
        found.append(writer.follow(kernel, step, turn))
    return found


class Log:
    """The log of a game that is being played. It keeps the last few entries and makes the others again on demand.

    After an undo a new one is needed.
    """

    def __init__(self, game: Game) -> None:
        self.alike: int
        """For how many steps from the beginning everybody is known to have seen the same."""
        self._final: dict[int, list[Entry]]
        """The entries after this many steps, once the game is over."""
        self._restart(game)

    def lines(self, game: Game, viewer: str | None, names: Mapping[str, str], start: int = 0) -> list[Json]:
        """The lines of the steps after the first `start`, in the current language."""
        self._follow(game)
        first = game.step_count - len(self._recent)
        found = list(self._recent)[start - first :] if start >= first else self._earlier(game, start)
        return [line(entry, viewer, game.ruleset, over=game.over, names=names) for entry in found]

    def _earlier(self, game: Game, start: int) -> list[Entry]:
        """Entries that are not kept. After the end all viewers ask for the same ones, so those are."""
        if not game.over:
            return entries(game, start)
        if start not in self._final:
            self._final = {start: entries(game, start)}
        return self._final[start]

    def _follow(self, game: Game) -> None:
        missing = game.step_count - self._writer.at
        if missing == 1:
            entry = self._writer.follow(game.kernel, game.last_step[1], game.turn_count)
            self._recent.append(entry)
            if entry.alike and self.alike == entry.at - 1:
                self.alike = entry.at
        elif missing:
            self._restart(game)

    def _restart(self, game: Game) -> None:
        self._writer = LogWriter(game.ruleset, game.kernel, game.step_count)
        self._recent: deque[Entry] = deque(maxlen=RECENT)
        self._final = {}
        self.alike = 0


def line(
    entry: Entry, viewer: str | None, ruleset: Ruleset[Any], *, over: bool, names: Mapping[str, str] | None = None
) -> Json:
    """An entry in words, as far as the viewer may know it. `over`: the game has ended, so nothing is hidden.

    A whole sentence is `who`, a space, `text` and a full stop.
    """
    game_text = text_for(ruleset.game)
    text, seat = game_text.log, entry.seat
    who = names[seat] if names and names.get(seat) else game_text.seat(seat)[1]
    shared = current_language(), who
    if entry.alike and shared in entry.lines:
        return entry.lines[shared]
    step = entry.step if over or seat == viewer else ruleset.redacted(entry.step)
    key = current_language(), step
    if key not in entry.worded:
        said = text.predicate(step, ruleset.edition.data, entry.about)
        entry.worded[key] = said, [_change(text, change) for change in entry.changes]
    said, changes = entry.worded[key]
    totals, before = _seen(entry.totals, viewer, over), _seen(entry.before, viewer, over)
    if text.points and totals != before:
        gained = [Changed(one, "points", totals[one] - before[one]) for one in totals if totals[one] != before[one]]
        changes = changes + [_change(text, change) for change in gained]
    found = {
        "at": entry.at,
        "turn": entry.turn,
        "seat": seat,
        "step": step,
        "who": who,
        "text": said,
        "changes": changes,
        "points": totals[seat] - before[seat],
        "totals": totals,
    }
    if entry.alike:
        entry.lines[shared] = found
    return found


def _change(text: LogText, change: Changed) -> Json:
    return {"seat": change.seat, "what": change.what, "by": change.by, "label": text.label(change.what, change.by)}


def _alike(totals: VisibleTotals) -> bool:
    return all(own == shown for own, shown in totals.values())


def _seen(totals: VisibleTotals, viewer: str | None, over: bool) -> dict[str, int]:
    return {seat: own if over or seat == viewer else shown for seat, (own, shown) in totals.items()}
