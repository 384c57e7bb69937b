"""Who may let the strongest bots think before others: people whose bots also rest.

A player looks at the board between two of the bot's turns. That earns the bot time to think. Somebody who always has
such work waiting, at one table after the other or at many, earns nothing, however many accounts and addresses take
part. So an equal share for each of them does not push the players aside. Of one owner's tables, one at a time goes
first.

A bot's turn has several steps, and goes first as a whole: one that stopped in the middle, behind the work of everybody
else, would end minutes later. The moment between two steps is no rest.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

EARNED = 0.5
"""Seconds of thinking for each second in which nothing of the owner's waits or runs."""
MOST = 10.0
"""Seconds that can be saved up."""
ENOUGH = 1.5
"""Seconds that must be there when a turn begins, for it to go first."""
LONGEST = 20.0
"""Seconds that a turn may take beyond what is there, and still go first. They are not owed afterwards: where bots think
slowly, a player could otherwise never earn enough."""
MAX_KEYS = 100_000
"""Owners who are remembered. Those that were quiet longest are forgotten first."""


def after_rest(credit: float, seconds: float) -> float:
    """The credit of somebody who had so much, and has rested for so many seconds since."""
    return min(MOST, max(0.0, credit) + EARNED * seconds)


@dataclass
class _Account:
    """Of one owner: since when nothing waits or runs, the seconds left then, and how much waits or runs.

    `next_step_until`: what comes until then belongs to a turn that has gone first.
    """

    idle_since: float
    seconds: float = 0.0
    open: int = 0
    next_step_until: float = float("-inf")


class IdleCredit:
    """Counts by the same keys as the used time: see `Owner.keys`."""

    def __init__(self, monotonic: Callable[[], float], next_step: float = 0.0) -> None:
        """`next_step`: within so many seconds after a step, the next one of the same turn is asked for."""
        self._monotonic, self._next_step = monotonic, next_step
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def meet(self, keys: Iterable[str]) -> None:
        """Somebody sits at a table. Whoever is new rests from now on, and not only after the bot's first turn."""
        for key in keys:
            self._account(key)
        self._forget()

    def goes_first(self, keys: Iterable[str]) -> bool:
        """Whether work of this owner would go first now. For a guest, the whole network counts, too."""
        known = [self._accounts.get(key) for key in keys]
        return all(one is not None and not one.open and self._suffices(one) for one in known)

    def begin(self, keys: Iterable[str]) -> None:
        """A piece of work waits from now on."""
        for key in keys:
            known = self._account(key)
            known.seconds = self._seconds(known)
            known.open += 1
            self._accounts.move_to_end(key)
        self._forget()

    def end(self, keys: Iterable[str], used: float, *, first: bool) -> None:
        """It is done after so many seconds, or given up (0). `first`: it went first."""
        now = self._monotonic()
        for key in keys:
            known = self._accounts[key]
            known.seconds -= used
            known.open -= 1
            known.idle_since = now
            if first:
                known.next_step_until = now + self._next_step

    def _account(self, key: str) -> _Account:
        return self._accounts.setdefault(key, _Account(idle_since=self._monotonic()))

    def _suffices(self, known: _Account) -> bool:
        limit = -LONGEST if self._monotonic() <= known.next_step_until else ENOUGH
        return self._seconds(known) > limit

    def _seconds(self, known: _Account) -> float:
        now = self._monotonic()
        if known.open or now <= known.next_step_until:
            return known.seconds
        return after_rest(known.seconds, now - known.idle_since)

    def _forget(self) -> None:
        """Keep so many at most, besides those with open work."""
        for _one in range(2 * max(0, len(self._accounts) - MAX_KEYS)):
            key = next(iter(self._accounts))
            if self._accounts[key].open:
                self._accounts.move_to_end(key)
            else:
                del self._accounts[key]
