"""The server's clock, and the clocks of the players.

The server's clock never runs backwards. It reads the wall clock once, at the start, and then adds the monotonic time
that has passed, so it does not jump either. Where several processes share a database, each follows the database's
clock instead, so that they agree. Time during which the server was down counts for no player.
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
        self._start, self._last = max(int(wall() * 1000), not_before), not_before

    def __call__(self) -> int:
        self._last = max(self._last, self._start + int((self._monotonic() - self._began) * 1000))
        return self._last

    def follow(self, theirs: float, at: float) -> None:
        """Another clock, whose word counts, showed `theirs` at the monotonic time `at`.

        If this clock is ahead, it stands still until the other one has caught up.
        """
        self._start = int(theirs - (at - self._began) * 1000)


@dataclass
class Clock:
    """The clock of one game. `left` is the time each seat has besides the increment; an empty dict means no limit.

    Live games use a Fischer clock: a seat's time runs down while it decides, and each finished turn adds the increment.
    In correspondence games (`turns`) every turn has the same number of days. `since` is None while no time runs.

    Undo gives nobody time: spent time stays spent, and a turn that is played again earns no increment and no new days.
    """

    pace: Json
    left: dict[str, int] = field(default_factory=dict)
    seat: str | None = None
    since: int | None = None
    done: int | None = 0
    """How many turns are finished and not taken back. None: an older version stored the clock without it."""
    most: int = 0
    """The largest `done` so far. Only a turn beyond it is new: it earns the increment, or has all its days."""
    kept: dict[str, int] = field(default_factory=dict)
    """What seats had left when a bot took over. They have the same again when their players come back."""

    @classmethod
    def new(cls, pace: Json, seats: list[str]) -> Clock:
        """A clock before the first turn; no time is running."""
        full = {"live": pace.get("base", 0) * 1000, "turns": pace.get("days", 0) * DAY}.get(pace["kind"])
        return cls(pace, {} if full is None else dict.fromkeys(seats, full))

    @classmethod
    def restore(cls, pace: Json, stored: Json, deadline: int | None) -> Clock:
        """The clock as `stored` returned it. `deadline` may have moved since, by the server's down-time."""
        clock = cls(pace, dict(stored["left"]), stored["seat"], stored["since"], stored.get("done"))
        clock.most, clock.kept = stored.get("most", 0), dict(stored.get("kept", {}))
        if deadline is not None and clock.since is not None:
            clock.since = deadline - clock.left[str(clock.seat)]
        return clock

    def turn(self, seat: str | None, now: int, *, done: int | None = None) -> None:
        """The decision passes to a seat, to the same seat's next turn, or to none.

        `done`: how many turns are finished now. After an undo there are fewer; by default there is one more.
        """
        self._settle(now)
        self.done = (self.done or 0) + 1 if done is None else done
        if self.done > self.most:
            self.most = self.done
            self._begin_new_turn(self.seat, seat)
        self.seat, self.since = seat, now if seat in self.left else None

    def _begin_new_turn(self, before: str | None, seat: str | None) -> None:
        if self.pace["kind"] == "live" and before in self.left:
            self.left[before] += self.pace.get("increment", 0) * 1000
        elif self.pace["kind"] == "turns":
            for times in (self.left, self.kept):
                if seat in times:
                    times[seat] = self._more

    def stop(self, now: int) -> None:
        """No time runs until `resume`: the game is paused, or the time of the deciding seat is up."""
        self._settle(now)
        self.since = None

    def resume(self, now: int) -> None:
        """The time of the deciding seat runs. If it is running already, nothing changes."""
        if self.seat in self.left and self.since is None:
            self.since = now

    def refill(self, seat: str, now: int) -> None:
        """Give a seat one more turn's time (at least a minute), because its opponents chose to wait."""
        self._settle(now)
        if seat in self.left:
            self.left[seat] = max(self._more, self.left[seat])

    def free(self, seat: str, now: int, *, keep: bool) -> None:
        """From now on this seat plays without a clock, because a bot plays it. `keep`: its player may come back."""
        if seat in self.left:
            self._settle(now)
            left = self.left.pop(seat)
            if keep:
                self.kept[seat] = left
        if self.seat == seat:
            self.since = None

    def give_back(self, seat: str) -> None:
        """A player has taken the seat back from a bot, and has the time that was left then."""
        if self.pace["kind"] != "none" and seat not in self.left:
            self.left[seat] = self.kept.pop(seat, self._more)

    def deadline(self) -> int | None:
        """When the time of the deciding seat is up."""
        return None if self.since is None or self.seat is None else self.since + self.left[self.seat]

    def shown(self, now: int) -> Json | None:
        """For clients: the milliseconds each seat has left, and whose time is running. None: no clock."""
        if self.pace["kind"] == "none":
            return None
        left = dict(self.left)
        if self.pace["kind"] == "turns" and (self.done or 0) >= self.most:
            left |= dict.fromkeys(left.keys() - {self.seat}, self._more)  # their next turn is a new one
        if self.seat in left:
            left[str(self.seat)] = max(0, left[str(self.seat)] - self._spent(now))
        return {"left": left, "running": self.seat if self.since is not None else None}

    def stored(self) -> Json:
        """For the event log; `restore` reads it after a restart."""
        stored: Json = {"left": dict(self.left), "seat": self.seat, "since": self.since}
        if self.left or self.kept:  # otherwise nobody is on the clock
            stored |= {"done": self.done, "most": self.most} | ({"kept": dict(self.kept)} if self.kept else {})
        return stored

    @property
    def _more(self) -> int:
        """One more turn's time."""
        return int(self.pace["days"]) * DAY if self.pace["kind"] == "turns" else MINUTE

    def _settle(self, now: int) -> None:
        """Take the time that has passed from the deciding seat."""
        if self.seat in self.left and self.since is not None:
            self.left[str(self.seat)] = max(0, self.left[str(self.seat)] - self._spent(now))
            self.since = max(self.since, now)

    def _spent(self, now: int) -> int:
        return 0 if self.since is None else max(0, now - self.since)
