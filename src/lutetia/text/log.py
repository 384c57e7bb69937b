"""The log: what each step did, what it cost and what it brought.

An entry is the same for all viewers and in all languages and costs a few microseconds. `line` words it for one viewer.
So a server keeps one `Log` per game and words one new line after a step, never the whole log again. With the bundled
edition the same sentences come again and again, so they are kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lutetia.core.game import Game
from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel
from lutetia.core.ruleset import Ruleset, VisibleTotals
from lutetia.core.viewcache import Encode, unchanged
from lutetia.text.interface import Changed, text_for

KEPT = 10_000
"""How many sentences are kept, of all games and languages together."""
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
    """What the words need beside the step, in the game's own form; values that can be hashed."""
    changes: tuple[Changed, ...]
    before: VisibleTotals
    totals: VisibleTotals
    alike: bool
    """Whether everybody sees the same."""


class LogWriter:
    """Makes the entry of each step as it is taken. It remembers one position and no entries."""

    def __init__(self, ruleset: Ruleset[Any], kernel: Kernel, at: int = 0) -> None:
        """`kernel` is the position after `at` steps; the next step to follow is `at + 1`."""
        self.ruleset, self.at = ruleset, at
        self._text = text_for(ruleset.game).log
        self._before = ruleset.new_kernel()
        self._before.become(kernel)
        self._totals = ruleset.visible_totals(kernel)
        self._alike = _alike(self._totals)

    def follow(self, kernel: Kernel, step: str, turn: int) -> Entry:
        """The entry of a step that has led to this position. `turn`: the number of its turn, from 1."""
        before, totals = self._before, self.ruleset.visible_totals(kernel)
        was_alike, self._alike = self._alike, _alike(totals)
        self.at += 1
        entry = Entry(
            self.at,
            turn,
            self.ruleset.seats[before.seat],
            step,
            self._text.about(self.ruleset, before, kernel, step),
            tuple(self._text.changes(self.ruleset, before, kernel)),
            self._totals,
            totals,
            was_alike and self._alike and self.ruleset.redacted(step) == step,
        )
        before.become(kernel)
        self._totals = totals
        return entry


def entries(game: Game, since: int = 0) -> list[Entry]:
    """The entries of a game from its record, without the first `since`."""
    record, ruleset = game.shared_record(), game.ruleset
    kernel = game.beginning()
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

    def lines(
        self, game: Game, viewer: str | None, names: Mapping[str, str], start: int = 0, *, opened: bool = False
    ) -> list[Json]:
        """The lines of the steps after the first `start`, in the current language. `opened`: nothing is hidden."""
        over, ruleset = game.over or opened, game.ruleset
        return [line(entry, viewer, ruleset, over=over, names=names) for entry in self.entries(game, start)]

    def entries(self, game: Game, start: int = 0) -> list[Entry]:
        """The entries of the steps after the first `start`."""
        self._follow(game)
        first = game.step_count - len(self._recent)
        return list(self._recent)[start - first :] if start >= first else self._earlier(game, start)

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
    return sentence(entry, known_step(entry, viewer, ruleset, over), ruleset, names) | gains(
        entry, viewer, ruleset, over
    )


def known_step(entry: Entry, viewer: str | None, ruleset: Ruleset[Any], over: bool) -> str:
    """The step as far as the viewer may know it."""
    return entry.step if over or entry.seat == viewer else ruleset.redacted(entry.step)


def sentence(entry: Entry, step: str, ruleset: Ruleset[Any], names: Mapping[str, str] | None = None) -> Json:
    """The part of a line that is the same for all who know the step like this."""
    game, seat, language = ruleset.game, entry.seat, current_language()
    return {
        "at": entry.at,
        "turn": entry.turn,
        "seat": seat,
        "step": step,
        "who": names[seat] if names and names.get(seat) else text_for(game).seat(seat)[1],
        "text": _said(ruleset, language, step, entry.about),
        "ends": step in text_for(game).log.ends,
    }


def gains(
    entry: Entry, viewer: str | None, ruleset: Ruleset[Any], over: bool, encode: Encode = unchanged
) -> dict[str, Any]:
    """The part of a line that tells what the step changed, as far as the viewer may know it.

    Treat the changes as read-only: they are shared. `encode` is for them; see `ViewCache`.
    """
    game, changes = ruleset.game, entry.changes
    totals = _seen(entry.totals, viewer, over)
    before = totals if entry.before == entry.totals else _seen(entry.before, viewer, over)
    if totals != before and text_for(game).log.points:
        gained = [Changed(one, "points", totals[one] - before[one]) for one in totals if totals[one] != before[one]]
        changes = (*changes, *gained)
    labelled = _labelled(game, current_language(), changes, encode)
    return {"changes": labelled, "points": totals[entry.seat] - before[entry.seat], "totals": totals}


def _said(ruleset: Ruleset[Any], language: str, step: str, about: Json) -> str:
    """What a seat did; `language` is the current one."""
    if isinstance(ruleset.edition.written, dict):
        return text_for(ruleset.game).log.predicate(step, ruleset.edition.data, about)
    return _kept_predicate(ruleset.game, language, step, tuple(about.items()))


@lru_cache(KEPT)
def _kept_predicate(game: str, language: str, step: str, about: tuple[tuple[str, Any], ...]) -> str:
    text = text_for(game)
    return text.log.predicate(step, text.data(None), dict(about))


@lru_cache(KEPT)
def _labelled(game: str, language: str, changes: tuple[Changed, ...], encode: Encode) -> Any:
    """Changes with their labels, encoded; `language` is the current one."""
    label = text_for(game).log.label
    return encode([{"seat": seat, "what": what, "by": by, "label": label(what, by)} for seat, what, by in changes])


def _alike(totals: VisibleTotals) -> bool:
    return all(own == shown for own, shown in totals.values())


def _seen(totals: VisibleTotals, viewer: str | None, over: bool) -> dict[str, int]:
    return {seat: own if over or seat == viewer else shown for seat, (own, shown) in totals.items()}
