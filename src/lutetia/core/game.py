"""`Game`: one game of any kind, with steps, records and views as text and JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, cast

from lutetia.core.errors import shown, with_guess
from lutetia.core.i18n import _
from lutetia.core.json_types import Json, copy_json
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.openview import opened
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.core.viewcache import EVERYTHING, NO_TURNS, FinishedTurns, Knower, ViewCache
from lutetia.types import V

FORMAT = "lutetia-record/1"


@dataclass(frozen=True)
class Start:
    """A position set up by hand, from which a game begins."""

    position: Json
    """The document with everything filled in, as the record carries it. Nobody may change it."""
    known: Callable[[str | None], Json]
    """The document as a seat (None: a spectator) may know it."""


class Game(Generic[V]):
    """One game from its set-up, or from a position, to its end. docs/records.md describes the notation of steps.

    `V` is the type of its views, for type checkers: a dict, or as `lutetia.types` says.
    """

    def __init__(self, ruleset: Ruleset[Any], kernel: Kernel, setup: Json) -> None:
        """`kernel` is at the start of the game that `setup` describes."""
        self.ruleset = ruleset
        self._kernel = kernel
        self._setup = setup
        self.start: Start | None = None
        """The position that the game began from, if it was set up by hand."""
        self._start_kernel: Kernel | None = None
        self._first = kernel.seat
        self._turns: list[Json] = []
        """As in a record: `{"seat", "steps"}`. Only the last one still grows."""
        self._open_turn = -1
        self._step_count = 0
        self._secret_turns: set[int] = set()
        """The indices of turns with a step that others see only in part."""
        self._steps = StepList(len(ruleset.step_texts))
        self._listed = False
        self._legal_texts: list[str] | None = None
        """The texts of `_steps`, once they have been asked for."""

    @classmethod
    def deal(cls, ruleset: Ruleset[Any], rng: Rng) -> Game[V]:
        """A new game; all randomness is drawn from `rng` now."""
        kernel = ruleset.new_kernel()
        kernel.begin(rng)
        return cls(ruleset, kernel, ruleset.write_setup(kernel))

    @classmethod
    def at(cls, ruleset: Ruleset[Any], kernel: Kernel, setup: Json, first: int) -> Game[V]:
        """A game that begins where `kernel` is; set its `start`. `setup` and `first` are what a record says of it."""
        game = cls(ruleset, kernel, setup)
        game._first, game._start_kernel = first, ruleset.new_kernel()
        game._start_kernel.become(kernel)
        return game

    @property
    def kernel(self) -> Kernel:
        """The position for search. Read it or copy it, but play only on copies."""
        return self._kernel

    @property
    def seat(self) -> str | None:
        """The seat that decides next; None when the game is over."""
        seat = self._kernel.seat
        return self.ruleset.seats[seat] if seat >= 0 else None

    @property
    def first(self) -> str:
        """The seat that began."""
        return self.ruleset.seats[self._first]

    @property
    def turn_begins(self) -> bool:
        """Whether the current turn has no step yet."""
        begins: bool = self._kernel.turn != self._open_turn
        return begins

    @property
    def turn_count(self) -> int:
        """How many turns have begun."""
        return len(self._turns)

    @property
    def step_count(self) -> int:
        """How many steps have been taken."""
        return self._step_count

    @property
    def last_step(self) -> tuple[str, str]:
        """The seat that took the last step, and the step."""
        turn = self._turns[-1]
        return turn["seat"], turn["steps"][-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._kernel.seat < 0

    def legal(self) -> list[str]:
        """Every legal step, sorted; [] when the game is over."""
        steps = self._legal()
        if self._legal_texts is None:
            self._legal_texts = steps.words(self.ruleset.step_texts)
        return list(self._legal_texts)

    def must_be_legal(self, step: str) -> None:
        """Raise IllegalStep, like `play`, if the step is not legal."""
        self._number(step)

    def play(self, step: str) -> None:
        """Take one step. Raises IllegalStep, and changes nothing, if it is not one of `legal()`."""
        number = self._number(step)
        kernel = self._kernel
        if self.turn_begins:
            self._open_turn = kernel.turn
            self._turns.append({"seat": self.seat, "steps": []})
        self._turns[-1]["steps"].append(step)
        if self.ruleset.redacted(step) != step:
            self._secret_turns.add(len(self._turns) - 1)
        kernel.play(number)
        self._step_count += 1
        self._listed = False

    def preview(self, step: str) -> dict[str, Json]:
        """What a legal step would change in every seat's score, by source. Raises IllegalStep like `play`."""
        return _difference(self.ruleset.scores(self._after(step)), self.ruleset.scores(self._kernel))

    def outlook(self, step: str) -> Json:
        """What else a screen may show about a legal step before it is taken. Raises IllegalStep like `play`."""
        return self.ruleset.outlook(self._kernel, self._after(step))

    def prospects(self) -> Json:
        """What whole turns would bring the deciding seat, and what it lacks for others."""
        return {} if self.over else self.ruleset.prospects(self._kernel, self.legal())

    def result(self) -> Json | None:
        """The result as in a record; None before the end."""
        return self.ruleset.result(self._kernel) if self.over else None

    def score(self) -> Json:
        """The score sheet of the current position: every point with what earned it."""
        return self.ruleset.score_sheet(self._kernel)

    def history(self) -> list[Json]:
        """What each turn changed in every seat's score, by source. It includes hidden parts: for finished games."""
        kernel = self.beginning()
        before = self.ruleset.scores(kernel)
        changes = []
        for turn in self._turns:
            for step in turn["steps"]:
                kernel.play(self.ruleset.step_ids[step])
            after = self.ruleset.scores(kernel)
            changes.append({"seat": turn["seat"], "change": _difference(after, before)})
            before = after
        return changes

    def record(self) -> Json:
        """The whole game, hidden parts included, ready for JSON. Changing it changes nothing here."""
        written: Json = copy_json(self.shared_record())
        return written

    def shared_record(self, cache: ViewCache | None = None) -> Json:
        """The record without copying it: for reading only, and only until the next step."""
        heading = self._heading() if cache is None else self._cached_heading(cache)
        if cache is None:
            parts = {"setup": self._setup, "turns": self._turns}
        else:
            if cache.setup is None:
                cache.setup = cache.serialise(self._setup)
            parts = {"setup": cache.setup, "turns": self._known_turns(EVERYTHING, cache)}
        if self.start is not None:
            parts = {"position": self.start.position} | parts
        return {"format": FORMAT} | heading | parts | {"result": self.result()}

    def share_setup(self, setup: Json) -> None:
        """Keep this set-up, which equals the game's own, instead of a copy. Nobody may change it from now on."""
        self._setup = setup

    def view(self, seat: str | None = None, cache: ViewCache | None = None) -> V:
        """Everything that this seat (None: a spectator) may know, and nothing else.

        Callers that need several views of one game pass one `ViewCache` to every call.
        """
        if seat is not None and seat not in self.ruleset.seats:
            seats = self.ruleset.seats
            fault = _("there is no seat {seat}; there are: {known}", seat=shown(seat), known=", ".join(seats))
            raise ValueError(with_guess(fault, seat, seats))
        viewer = -1 if seat is None else self.ruleset.seats.index(seat)
        if cache is None:
            cache = ViewCache(follows=False)
        view = self._cached_heading(cache) | {
            "seat": self.seat,
            "viewer": seat,
            "over": self.over,
            "result": self.result(),
            "turns": self._known_turns(seat if self._hides_turns_from(seat) else EVERYTHING, cache),
            "position": self.ruleset.position(self._kernel, viewer, cache),
        }
        if self.start is not None:  # after the end nothing is hidden
            view["start"] = copy_json(self.start.position) if self.over else self.start.known(seat)
        return cast(V, view)

    def open_view(self) -> V:
        """Everything that any seat may know, for finished games: all hands lie open.

        What a position has by seat is shown as each seat sees its own; the rest as the deciding seat sees it.
        """
        by_seat = {seat: self.view(seat) for seat in self.ruleset.seats}
        view = cast(Json, self.view() if self.seat is None else by_seat[self.seat])
        positions = {seat: cast(Json, one)["position"] for seat, one in by_seat.items()}
        turns = self._known_turns(EVERYTHING, ViewCache(follows=False))
        shown = view | {"viewer": None, "turns": turns, "position": opened(view["position"], positions)}
        if self.start is not None:
            shown["start"] = copy_json(self.start.position)
        return cast(V, shown)

    def svg(self, seat: str | None = None) -> str:
        """The position as one SVG file, with what this seat (None: a spectator) may know and nothing else."""
        drawn: str = _upper_layer("lutetia.drawing").svg(self, seat)
        return drawn

    def ansi(self, seat: str | None = None, *, wide: int = 120, colour: bool = True) -> str:
        """The position as text for a terminal of this width, with what this seat may know and nothing else."""
        drawn: str = _upper_layer("lutetia.terminal.screen").ansi(self, seat, wide=wide, colour=colour)
        return drawn

    def _repr_svg_(self) -> str:
        """What a notebook shows for a game: the position as a spectator sees it."""
        return self.svg()

    def undo(self) -> None:
        """Take back the last step. Raises ValueError at the start, or at the position that the game began from."""
        if not self._turns:
            raise ValueError(_("there is no step to undo"))
        steps = [step for turn in self._turns for step in turn["steps"]][:-1]
        self._restart()
        for step in steps:
            self.play(step)

    def copy(self) -> Game[V]:
        """A game that is equal and independent."""
        twin: Game[V] = Game(self.ruleset, self.ruleset.new_kernel(), self._setup)
        twin._kernel.become(self._kernel)
        twin._first, twin.start, twin._start_kernel = self._first, self.start, self._start_kernel
        twin._turns = copy_json(self._turns)
        twin._open_turn = self._open_turn
        twin._step_count = self._step_count
        twin._secret_turns = set(self._secret_turns)
        return twin

    def __copy__(self) -> Game[V]:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game[V]:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its record: a pickle can be read by another version, with another kernel."""
        return _upper_layer("lutetia").replay, (self.record(),)

    def __repr__(self) -> str:
        """The game, how far it is, and who decides or who won with how many points."""
        parts: Json = {"steps": self._step_count, "seat": self.seat}
        if (result := self.result()) is not None:
            scores = self.ruleset.scores(self._kernel)
            winners = [seat for seat, place in self.ruleset.ranks(result).items() if place == 1]
            parts |= {"winners": winners, "points": {seat: scores[seat]["total"] for seat in self.ruleset.seats}}
        shown = "".join(f" {name}={value!r}" for name, value in parts.items())
        return f"<Game {self.ruleset.game}{shown}>"

    def _legal(self) -> StepList:
        if not self._listed:
            self._kernel.list(self._steps)
            self._listed, self._legal_texts = True, None
        return self._steps

    def _after(self, step: str) -> Kernel:
        """The position after a legal step. Raises IllegalStep like `play`."""
        number = self._number(step)
        after: Kernel = self.ruleset.new_kernel()
        after.become(self._kernel)
        after.play(number)
        return after

    def _number(self, step: str) -> int:
        number = self.ruleset.step_ids.get(step) if isinstance(step, str) else None
        if number is None or number not in self._legal():
            raise self.ruleset.refusal(self._kernel, step)
        return number

    def _restart(self) -> None:
        self._begin(self._kernel)
        self._turns = []
        self._open_turn = -1
        self._step_count = 0
        self._secret_turns = set()
        self._listed = False

    def beginning(self) -> Kernel:
        """Where the game began: for following its turns again."""
        kernel: Kernel = self.ruleset.new_kernel()
        self._begin(kernel)
        return kernel

    def _begin(self, kernel: Kernel) -> None:
        """Put a kernel where the game began."""
        if self._start_kernel is not None:
            kernel.become(self._start_kernel)
        else:
            self.ruleset.read_setup(kernel, self._setup, self._first)

    def _heading(self) -> Json:
        ruleset = self.ruleset
        return {
            "game": ruleset.game,
            "rules": ruleset.rules,
            "edition": copy_json(ruleset.edition.written),
            "options": copy_json(ruleset.options),
            "seats": list(ruleset.seats),
            "first": self.first,
        }

    def _cached_heading(self, cache: ViewCache) -> Json:
        if cache.heading is None:
            cache.heading = self._heading()
        return cache.heading

    def _hides_turns_from(self, viewer: str | None) -> bool:
        """Whether some turn is hidden in part from the viewer. After the end nothing is."""
        secret = self._secret_turns
        return bool(secret) and not self.over and any(self._turns[t]["seat"] != viewer for t in secret)

    def _known_turns(self, viewer: Knower, cache: ViewCache) -> Any:
        """The turns as the viewer saw them, or `EVERYTHING`. Only the last turn is encoded again after each step."""
        if viewer not in cache.turns:
            last = len(self._turns) - 1
            turns = self._finished_turns(viewer, cache, max(0, last))
            cache.turns[viewer] = cache.extend(turns, [self._known_turn(last, viewer)] if last >= 0 else [])
        return cache.turns[viewer]

    def _finished_turns(self, viewer: Knower, cache: ViewCache, count: int) -> Any:
        """The first turns, encoded. After an undo, none of those that were cached are left."""
        known, turns = cache.finished.get(viewer, NO_TURNS), self._turns
        if known.number > count or (known.number and known.last is not turns[known.number - 1]):
            known = NO_TURNS
        if known.number < count:
            new = [self._known_turn(t, viewer) for t in range(known.number, count)]
            known = FinishedTurns(count, turns[count - 1], cache.extend(known.encoded, new))
        cache.finished[viewer] = known
        return known.encoded

    def _known_turn(self, t: int, viewer: Knower) -> Json:
        turn = self._turns[t]
        return turn if viewer in (EVERYTHING, turn["seat"]) or t not in self._secret_turns else self._redacted(turn)

    def _redacted(self, turn: Json) -> Json:
        return turn | {"steps": [self.ruleset.redacted(step) for step in turn["steps"]]}


def _upper_layer(name: str) -> Any:
    """A module above this layer, imported on first use: the rules do not depend on drawing."""
    from importlib import import_module

    return import_module(name)


def _difference(after: Json, before: Json) -> Json:
    return {
        key: _difference(after[key], before[key]) if isinstance(after[key], dict) else after[key] - before[key]
        for key in after
    }
