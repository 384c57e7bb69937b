"""Time: the house's own clock, and the clocks of the players.

The house's clock never jumps and never runs backwards, whatever happens to the machine's: it is set once, at the start,
and from then on counts what has really passed. Time the house was closed counts for nobody.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

DAY = 86_400_000
Json = dict[str, Any]


class HouseClock:
    """Milliseconds since 1970, never less than before."""

    def __init__(
        self,
        not_before: int = 0,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._steady = steady
        self._began = steady()
        self._start = max(int(wall() * 1000), not_before)

    def __call__(self) -> int:
        return self._start + int((self._steady() - self._began) * 1000)


@dataclass
class Clock:
    """The clock of one game. `left` is what each seat has beside the turn's own time; None: no seat is limited.

    Live games count as Fischer's clocks do: what is left runs down while a seat decides, and each finished turn adds
    the increment. Games by turns give every turn the same number of days. `since` is None while nobody's time runs.
    """

    pace: Json
    left: dict[str, int] = field(default_factory=dict)
    seat: str | None = None
    since: int | None = None

    @classmethod
    def begin(cls, pace: Json, seats: list[str]) -> Clock:
        """A clock before the first turn, nobody's time running."""
        full = {"live": pace.get("base", 0) * 1000, "turns": pace.get("days", 0) * DAY}.get(pace["kind"])
        return cls(pace, {} if full is None else dict.fromkeys(seats, full))

    def turn(self, seat: str | None, now: int, *, finished: bool = True) -> None:
        """The decision passes to a seat (or to none). A new turn of the same seat is one too.

        `finished`: the turn before has come to its end, and was not taken back; only that adds the increment.
        """
        before, spent = self.seat, self._spent(now)
        if before is not None and before in self.left:
            if self.pace["kind"] == "live":
                increment = self.pace.get("increment", 0) * 1000 if finished else 0
                self.left[before] = max(0, self.left[before] - spent) + increment
            else:
                self.left[before] = self.pace["days"] * DAY
        self.seat, self.since = seat, now if seat in self.left else None

    def stop(self, now: int) -> None:
        """Nobody's time runs until `go_on`: a pause, or a seat that was left."""
        if self.seat in self.left and self.since is not None:
            self.left[str(self.seat)] = max(0, self.left[str(self.seat)] - self._spent(now))
        self.since = None

    def go_on(self, now: int) -> None:
        """The time of the seat that decides runs again."""
        if self.seat in self.left:
            self.since = now

    def refill(self, seat: str) -> None:
        """A seat that ran out of time, or has a player again, is given the time of one more turn, or a minute."""
        if self.pace["kind"] != "none":
            more = self.pace["days"] * DAY if self.pace["kind"] == "turns" else 60_000
            self.left[seat] = max(more, self.left.get(seat, 0))

    def free(self, seat: str) -> None:
        """A seat that plays without a clock from now on: a bot's."""
        self.left.pop(seat, None)
        if self.seat == seat:
            self.since = None

    def deadline(self) -> int | None:
        """When the time of the seat that decides is up."""
        return None if self.since is None or self.seat is None else self.since + self.left[self.seat]

    def shown(self, now: int) -> Json | None:
        """What goes out: milliseconds left to each seat, and whose time is running. None: no clock."""
        if self.pace["kind"] == "none":
            return None
        left = dict(self.left)
        if self.seat in left:
            left[str(self.seat)] = max(0, left[str(self.seat)] - self._spent(now))
        return {"left": left, "running": self.seat if self.since is not None else None}

    def kept(self) -> Json:
        """For the log: with it the clock goes on after a restart."""
        return {"left": dict(self.left), "seat": self.seat, "since": self.since}

    @classmethod
    def again(cls, pace: Json, kept: Json, deadline: int | None) -> Clock:
        """The clock as it was kept. The deadline may have moved since, by the time the house was closed."""
        clock = cls(pace, dict(kept["left"]), kept["seat"], kept["since"])
        if deadline is not None and clock.since is not None:
            clock.since = deadline - clock.left[str(clock.seat)]
        return clock

    def _spent(self, now: int) -> int:
        return 0 if self.since is None else max(0, now - self.since)
