"""The log of a game: a line for each step, with what it changed, as a viewer saw it.

A line is made in two stages. When a step has been taken, an `Entry` keeps what its line needs, taken from the viewer's
positions before and after; it knows no language. Then it is put into words, once for each language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lutetia.core.game import Game
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel
from lutetia.core.viewcache import ViewCache
from lutetia.text import phrases
from lutetia.text.interface import GameText, LoggedStep, Names, text_for

Holdings = Mapping[str, Mapping[str, int]]
Change = tuple[str, str, int]
"""(seat, resource, difference)"""


class Entry(NamedTuple):
    """A step that was taken: the number of steps and of turns after it, and what it changed."""

    at: int
    turn: int
    logged: LoggedStep
    changes: tuple[Change, ...]
    points: int
    totals: dict[str, int]


class Log:
    """The log of one game as one viewer saw it; None: a spectator. After the end nothing is hidden from anybody.

    It follows the game: after each step `follow` adds an entry. After an undo a new log is needed.
    """

    def __init__(self, game: Game, viewer: str | None) -> None:
        self.viewer = viewer
        self.revealed = game.over
        self.entries: list[Entry] = []
        self._game = game.ruleset.game
        self._text: GameText = text_for(self._game)
        self._position: Json | None = None
        """The position after the last entry."""
        self._holdings: Holdings = {}
        self._totals: dict[str, int] = {}

    def follow(self, game: Game, position: Json | None = None) -> None:
        """Add entries up to the current position of the game; `position` is it as the viewer sees it, if known."""
        missing = game.step_count - len(self.entries)
        if missing == 1 and self._position is not None and position is not None:
            self._add(game, game.turn_count, game.last_step, position)
        elif missing or self._position is None:
            self._replay(game)

    def share(self, other: Log) -> None:
        """Use the entries of another viewer who saw the same, to save memory."""
        if len(self.entries) != len(other.entries):
            return
        for at in reversed(range(len(self.entries))):
            mine, theirs = self.entries[at], other.entries[at]
            if mine is theirs:
                return
            if mine == theirs:
                self.entries[at] = theirs

    def lines(self, data: Json | None, names: Names, start: int = 0) -> list[Json]:
        """The lines of the steps after the first `start`, in the current language; `data` as from `own_data`."""
        found = (self._line(entry, data, names) for entry in self.entries[start:])
        return [line for line in found if line["text"]]

    def _line(self, entry: Entry, data: Json | None, names: Names) -> Json:
        text, (seat, step, _recalled) = self._text, entry.logged
        return {
            "at": entry.at,
            "turn": entry.turn,
            "seat": seat,
            "step": step,
            "who": "" if text.names_itself else names[seat],
            "text": phrases.line(self._game, entry.logged, data),
            "changes": [
                {"seat": whose, "what": what, "by": by, "label": text.amount(what, by)}
                for whose, what, by in entry.changes
            ],
            "points": entry.points,
            "totals": entry.totals,
        }

    def _add(self, game: Game, turn: int, taken: tuple[str, str], position: Json) -> None:
        """Add the entry of a step that led to this position."""
        seat, step = taken
        if seat != self.viewer and not self.revealed:
            step = game.ruleset.redacted(step)
        before, had, was = self._position, self._holdings, self._totals
        self._look(position)
        recalled = self._text.recall(step, before or position, position)
        points = self._totals[seat] - was[seat]
        logged, changes = LoggedStep(seat, step, recalled), _changes(had, self._holdings)
        self.entries.append(Entry(len(self.entries) + 1, turn, logged, changes, points, self._totals))

    def _look(self, position: Json) -> None:
        self._position = position
        self._holdings = self._text.holdings(position)
        self._totals = {seat: page["total"] for seat, page in position["scores"].items()}

    def _replay(self, game: Game) -> None:
        """Add the missing entries by playing the game again."""
        ruleset, cache = game.ruleset, ViewCache(reveals=self.revealed)
        viewer = -1 if self.viewer is None or self.revealed else ruleset.seats.index(self.viewer)
        for at, (turn, taken, kernel) in enumerate(replayed(game)):
            if taken is not None and at > len(self.entries):
                cache.next_position()
                self._add(game, turn, taken, ruleset.position(kernel, viewer, cache))
            elif self._position is None:
                self._look(ruleset.position(kernel, viewer, cache))


def revealed(game: Game, logs: Mapping[str | None, Log]) -> Log | None:
    """The log with nothing hidden, put together from those of all seats before the end; None if one is missing.

    Each seat knew all of its own. Playing a whole game again would take as long as a hundred steps.
    """
    own = {seat: logs[seat] for seat in game.ruleset.seats if seat in logs}
    known = game.step_count - 1
    if len(own) < len(game.ruleset.seats) or any(len(log.entries) != known or log.revealed for log in own.values()):
        return None
    found = Log(game, None)
    for at in range(known):
        entries = {seat: log.entries[at] for seat, log in own.items()}
        mover = entries[next(iter(entries.values())).logged.seat]
        totals = {seat: entry.totals[seat] for seat, entry in entries.items()}
        changes = tuple(change for seat, entry in entries.items() for change in entry.changes if change[0] == seat)
        found.entries.append(mover._replace(totals=totals, changes=changes))
    found._position = own[game.last_step[0]]._position
    found._holdings = {seat: log._holdings[seat] for seat, log in own.items() if seat in log._holdings}
    found._totals = {seat: log._totals[seat] for seat, log in own.items()}
    return found


def _changes(before: Holdings, after: Holdings) -> tuple[Change, ...]:
    """What differs between what the seats had and what they have. What has become visible or hidden is no change."""
    if before == after:
        return ()
    return tuple(
        (seat, what, n - before[seat][what])
        for seat, things in after.items()
        for what, n in things.items()
        if before.get(seat, things).get(what, n) != n
    )


def replayed(game: Game) -> Iterator[tuple[int, tuple[str, str] | None, Kernel]]:
    """The start of the game, then each of its steps: the turn it belongs to, (seat, step), and the position after it.

    The kernel is always the same object.
    """
    record: Any = game.shared_record()
    ruleset = game.ruleset
    kernel = ruleset.new_kernel()
    ruleset.read_setup(kernel, record["setup"], ruleset.seats.index(record["first"]))
    yield 0, None, kernel
    for number, turn in enumerate(record["turns"], 1):
        for step in turn["steps"]:
            kernel.play(ruleset.step_ids[step])
            yield number, (turn["seat"], step), kernel
