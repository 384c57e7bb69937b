"""The server's clock, and the clocks of the players.

The server's clock never jumps and never runs backwards. It reads the wall clock once, at the start, and then adds the
monotonic time that has passed. Time during which the server was down counts for no player.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from lutetia.core.json_types import Json

DAY = 86_400_000
MINUTE = 60_000


class ServerClock:
    """Milliseconds since 1970, never less than before."""

    def __init__(
        self,
        not_before: int = 0,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic = monotonic
        self._began = monotonic()
        self._start = max(int(wall() * 1000), not_before)

    def __call__(self) -> int:
        return self._start + int((self._monotonic() - self._began) * 1000)


@dataclass
class Clock:
    """The clock of one game. `left` is the time each seat has besides the increment; an empty dict means no limit.

    Live games use a Fischer clock: a seat's time runs down while it decides, and each finished turn adds the increment.
    In correspondence games (`turns`) every turn has the same number of days. `since` is None while no time runs.
    """

    pace: Json
    left: dict[str, int] = field(default_factory=dict)
    seat: str | None = None
    since: int | None = None

    @classmethod
    def new(cls, pace: Json, seats: list[str]) -> Clock:
        """A clock before the first turn; no time is running."""
        full = {"live": pace.get("base", 0) * 1000, "turns": pace.get("days", 0) * DAY}.get(pace["kind"])
        return cls(pace, {} if full is None else dict.fromkeys(seats, full))

    @classmethod
    def restore(cls, pace: Json, stored: Json, deadline: int | None) -> Clock:
        """The clock as `stored` returned it. `deadline` may have moved since, by the server's down-time."""
        clock = cls(pace, dict(stored["left"]), stored["seat"], stored["since"])
        if deadline is not None and clock.since is not None:
            clock.since = deadline - clock.left[str(clock.seat)]
        return clock

    def turn(self, seat: str | None, now: int, *, finished: bool = True) -> None:
        """The decision passes to a seat, to the same seat's next turn, or to none.

        `finished`: the previous turn was completed, not taken back. Only then it earns the increment.
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
        """No time runs until `resume`: the game is paused, or a player has left."""
        if self.seat in self.left and self.since is not None:
            self.left[str(self.seat)] = max(0, self.left[str(self.seat)] - self._spent(now))
        self.since = None

    def resume(self, now: int) -> None:
        """The time of the deciding seat runs again."""
        if self.seat in self.left:
            self.since = now

    def refill(self, seat: str) -> None:
        """Give a seat one more turn's time (at least a minute): it ran out of time, or has a player again."""
        if self.pace["kind"] != "none":
            more = self.pace["days"] * DAY if self.pace["kind"] == "turns" else MINUTE
            self.left[seat] = max(more, self.left.get(seat, 0))

    def free(self, seat: str) -> None:
        """From now on this seat plays without a clock, because a bot plays it."""
        self.left.pop(seat, None)
        if self.seat == seat:
            self.since = None

    def deadline(self) -> int | None:
        """When the time of the deciding seat is up."""
        return None if self.since is None or self.seat is None else self.since + self.left[self.seat]

    def shown(self, now: int) -> Json | None:
        """For clients: the milliseconds each seat has left, and whose time is running. None: no clock."""
        if self.pace["kind"] == "none":
            return None
        left = dict(self.left)
        if self.seat in left:
            left[str(self.seat)] = max(0, left[str(self.seat)] - self._spent(now))
        return {"left": left, "running": self.seat if self.since is not None else None}

    def stored(self) -> Json:
        """For the event log; `restore` reads it after a restart."""
        return {"left": dict(self.left), "seat": self.seat, "since": self.since}

    def _spent(self, now: int) -> int:
        return 0 if self.since is None else max(0, now - self.since)
