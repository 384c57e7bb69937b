"""The facade: a game in words, whichever game it is."""

from __future__ import annotations

from typing import Any

from lutetia.core.errors import IllegalStep, RecordError, shown
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.random import Rng
from lutetia.core.table import Json, Table, as_it_is
from lutetia.core.words import N_, _

FORMAT = "lutetia-record/1"


class Game:
    """One game from its set-up to its end. Steps go in and out as text; see docs/records.md for the words."""

    def __init__(self, table: Table[Any], kernel: Kernel, setup: Json) -> None:
        """A kernel that stands before the first turn, and the set-up it was given."""
        self.table = table
        self._kernel = kernel
        self._setup = setup
        self._first = kernel.seat
        self._turns: list[Json] = []
        """As a record has them: `{"seat", "steps"}`. Only the last one still grows."""
        self._open_turn = -1
        self._veiled: set[int] = set()
        """The turns with a step that others see only in part."""
        self._steps = StepList(len(table.words))
        self._listed = False
        self._named: list[str] | None = None
        """The words of `_steps`, once somebody has asked for them."""

    @classmethod
    def deal(cls, table: Table[Any], rng: Rng) -> Game:
        """A new game with everything drawn from this stream."""
        kernel = table.kernel()
        kernel.begin(rng)
        return cls(table, kernel, table.setup(kernel))

    @property
    def kernel(self) -> Kernel:
        """The position as numbers, for search. Look at it and copy it, but play only on copies."""
        return self._kernel

    @property
    def seat(self) -> str | None:
        """Whose decision it is; None when the game is over."""
        seat = self._kernel.seat
        return self.table.seats[seat] if seat >= 0 else None

    @property
    def first(self) -> str:
        """The seat that began."""
        return self.table.seats[self._first]

    @property
    def turn_begins(self) -> bool:
        """Whether no step of the turn under way has been taken yet."""
        begins: bool = self._kernel.turn != self._open_turn
        return begins

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._kernel.seat < 0

    def legal(self) -> list[str]:
        """Every legal step, sorted; [] when the game is over."""
        steps = self._legal()
        if self._named is None:
            self._named = steps.words(self.table.words)
        return list(self._named)

    def must_be_legal(self, step: str) -> None:
        """Raises IllegalStep like `play` if it is not."""
        self._number(step)

    def play(self, step: str) -> None:
        """Take one step. Raises IllegalStep, and nothing has changed, if it is not one of `legal()`."""
        number = self._number(step)
        kernel = self._kernel
        if self.turn_begins:
            self._open_turn = kernel.turn
            self._turns.append({"seat": self.seat, "steps": []})
        self._turns[-1]["steps"].append(step)
        if self.table.veiled(step) != step:
            self._veiled.add(len(self._turns) - 1)
        kernel.play(number)
        self._listed = False

    def preview(self, step: str) -> dict[str, Json]:
        """What a legal step would change in every seat's score, by source. Raises IllegalStep like `play`."""
        return _difference(self.table.scores(self._after(step)), self.table.scores(self._kernel))

    def outlook(self, step: str) -> Json:
        """What else a screen may show of a legal step before it is taken. Raises IllegalStep like `play`."""
        return self.table.outlook(self._kernel, self._after(step))

    def prospects(self) -> Json:
        """What the deciding seat may look forward to: what whole turns would bring, what is missing for others."""
        return {} if self.over else self.table.prospects(self._kernel, self.legal())

    def result(self) -> Json | None:
        """The result as a record has it; None before the end."""
        return self.table.result(self._kernel) if self.over else None

    def score(self) -> Json:
        """The score sheet as the position stands: every point with what earned it."""
        return self.table.sheet(self._kernel)

    def history(self) -> list[Json]:
        """What each turn changed in every seat's score, by source; hidden parts included, so for the end of a game."""
        kernel = self.table.kernel()
        self.table.set_up(kernel, self._setup, self._first)
        before = self.table.scores(kernel)
        changes = []
        for turn in self._turns:
            for step in turn["steps"]:
                kernel.play(self.table.numbers[step])
            after = self.table.scores(kernel)
            changes.append({"seat": turn["seat"], "change": _difference(after, before)})
            before = after
        return changes

    def record(self) -> Json:
        """The whole game, hidden parts included, ready for JSON. Changing it changes nothing here."""
        written: Json = fresh(self.written())
        return written

    def written(self, known: Json | None = None) -> Json:
        """The record itself and no copy of it: for reading only, and only until the next step. `known`: see `view`."""
        if known is None:
            known = {"heading": self._heading(), "turns": self._turns, "setup": self._setup}
        if "setup" not in known:
            known["setup"] = known.get("before", {}).get("setup") or known.get("keep", as_it_is)(self._setup)
        parts = {"setup": known["setup"], "turns": self._kept_turns(known), "result": self.result()}
        return {"format": FORMAT} | self._kept_heading(known) | parts

    def view(self, seat: str | None = None, known: Json | None = None) -> Json:
        """All that this seat (None: a spectator) may know, and nothing else.

        Who needs several views of one position may give each call the same dict, empty at first: what they have in
        common is then worked out once, and shared by them. With `keep` in it, `later` hands what stays the same on to
        the next position, and each part that is kept is what `keep` makes of it. Such views are for reading only.
        """
        if seat is not None and seat not in self.table.seats:
            raise ValueError(
                _("there is no seat {seat}; there are: {known}", seat=shown(seat), known=", ".join(self.table.seats))
            )
        viewer = -1 if seat is None else self.table.seats.index(seat)
        if known is None:
            known = {"turns": fresh(self._turns)}
        seen: Json = self._kept_heading(known) | {
            "seat": self.seat,
            "viewer": seat,
            "over": self.over,
            "result": self.result(),
            "turns": self._seen(seat, known),
            "position": self.table.position(self._kernel, viewer, known),
        }
        known.pop("before", None)  # all that is wanted of it has been taken over
        return seen

    def svg(self, seat: str | None = None) -> str:
        """The position as one SVG file, with what this seat (None: a spectator) may know and nothing else."""
        drawn: str = _door("lutetia.drawing").svg(self, seat)
        return drawn

    def ansi(self, seat: str | None = None, *, wide: int = 120, colour: bool = True) -> str:
        """The position as text for a terminal so many signs wide, with what this seat may know and nothing else."""
        drawn: str = _door("lutetia.cli.screen").ansi(self, seat, wide=wide, colour=colour)
        return drawn

    def _repr_svg_(self) -> str:
        """What a notebook shows for a game: the position as a spectator sees it."""
        return self.svg()

    def undo(self) -> None:
        """Take back the last step. Raises ValueError at the start."""
        if not self._turns:
            raise ValueError(_("there is no step to take back"))
        steps = [step for turn in self._turns for step in turn["steps"]][:-1]
        self._restart()
        for step in steps:
            self.play(step)

    def copy(self) -> Game:
        """A game that is equal and independent."""
        twin = Game(self.table, self.table.kernel(), self._setup)
        twin._kernel.become(self._kernel)
        twin._first = self._first
        twin._turns = fresh(self._turns)
        twin._open_turn = self._open_turn
        twin._veiled = set(self._veiled)
        return twin

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def _legal(self) -> StepList:
        if not self._listed:
            self._kernel.list(self._steps)
            self._listed, self._named = True, None
        return self._steps

    def _after(self, step: str) -> Kernel:
        """The position after a legal step. Raises IllegalStep like `play`."""
        number = self._number(step)
        after: Kernel = self.table.kernel()
        after.become(self._kernel)
        after.play(number)
        return after

    def _number(self, step: str) -> int:
        number = self.table.numbers.get(step) if isinstance(step, str) else None
        if number is None or number not in self._legal():
            raise self.table.refusal(self._kernel, step)
        return number

    def _restart(self) -> None:
        self.table.set_up(self._kernel, self._setup, self._first)
        self._turns = []
        self._open_turn = -1
        self._veiled = set()
        self._listed = False

    def _heading(self) -> Json:
        table = self.table
        return {
            "game": table.game,
            "rules": table.rules,
            "edition": fresh(table.edition.written),
            "options": fresh(table.options),
            "seats": list(table.seats),
            "first": self.first,
        }

    def _kept_heading(self, known: Json) -> Json:
        if "heading" not in known:
            known["heading"] = known.get("before", {}).get("heading") or self._heading()
        heading: Json = known["heading"]
        return heading

    def _kept_turns(self, known: Json) -> list[Any]:
        """The turns, those that are finished kept; none of those kept before is there any more after an undo."""
        if "turns" not in known:
            keep, finished = known.get("keep", as_it_is), self._turns[:-1]
            turns, kept, veiled = known.get("before", {}).get("finished", ([], [], {}))
            if turns and (len(turns) > len(finished) or turns[-1] is not finished[len(turns) - 1]):
                turns, kept, veiled = [], [], {}
            new = range(len(turns), len(finished))
            kept = kept + [keep(finished[t]) for t in new]
            veiled = veiled | {t: keep(self._veil(finished[t])) for t in new if t in self._veiled}
            known["finished"] = finished, kept, veiled
            known["turns"] = [*kept, *fresh(self._turns[-1:])]
        seen: list[Any] = known["turns"]
        return seen

    def _seen(self, viewer: str | None, known: Json) -> list[Any]:
        """The turns as the viewer saw them; after the end all is open."""
        turns = self._kept_turns(known)
        hidden = [] if self.over else [t for t in self._veiled if self._turns[t]["seat"] != viewer]
        if not hidden:
            return turns
        seen, (_turns, _kept, veiled) = list(turns), known.get("finished", ([], [], {}))
        for t in hidden:
            seen[t] = veiled[t] if t in veiled else self._veil(self._turns[t])
        return seen

    def _veil(self, turn: Json) -> Json:
        return turn | {"steps": [self.table.veiled(step) for step in turn["steps"]]}


def later(known: Json) -> Json:
    """What to give to `view` after a step instead of an empty dict: it knows the position before."""
    before = known.pop("before", {})
    return {"keep": known["keep"], "before": known if "position" in known else before}


def fresh(value: Any) -> Any:
    """A copy of JSON that shares nothing with it; `deepcopy`, which knows more than JSON, takes ten times as long."""
    if isinstance(value, dict):
        return {key: fresh(part) for key, part in value.items()}
    if isinstance(value, list):
        return [fresh(part) for part in value]
    return value


def _door(name: str) -> Any:
    """A module above this layer, by its name: the rules know of no drawing, and only who looks waits for it."""
    from importlib import import_module

    return import_module(name)


def follow(game: Game, turns: object) -> None:
    """Play a record's turns. Raises RecordError with turn, step and rule of the first fault."""
    if not isinstance(turns, list):
        raise RecordError(N_("turns: a list is needed, not {found}"), found=shown(turns))
    for t, turn in enumerate(turns, 1):
        if not isinstance(turn, dict) or set(turn) != {"seat", "steps"}:
            raise RecordError(N_("a turn has exactly the keys seat and steps"), turn=t)
        if game.over:
            raise RecordError(N_("the game is already over"), turn=t)
        if turn["seat"] != game.seat:
            raise RecordError(
                N_("it is {seat}'s turn, not {found}'s"), turn=t, seat=game.seat, found=shown(turn["seat"])
            )
        steps = turn["steps"]
        if not isinstance(steps, list) or not steps:
            raise RecordError(N_("a turn holds a list of at least one step"), turn=t)
        _follow_turn(game, steps, t, last=t == len(turns))


def _follow_turn(game: Game, steps: list[Any], t: int, *, last: bool) -> None:
    kernel = game._kernel
    turn = kernel.turn
    for s, step in enumerate(steps, 1):
        if kernel.turn != turn:
            raise RecordError(N_("the turn is already finished before {extra}"), turn=t, step=s, extra=shown(step))
        if not isinstance(step, str):
            raise RecordError(N_("a step is a text, not {found}"), turn=t, step=s, found=shown(step))
        try:
            game.play(step)
        except IllegalStep as error:
            raise RecordError(N_("{why}"), turn=t, step=s, rule=error.rule, why=str(error)) from None
    if kernel.turn == turn and not last:
        raise RecordError(N_("the turn is not finished, but another follows"), turn=t, step=len(steps))


def _difference(after: Json, before: Json) -> Json:
    return {
        key: _difference(after[key], before[key]) if isinstance(after[key], dict) else after[key] - before[key]
        for key in after
    }
