"""Who may let the strongest bots think before others: people whose bots also rest.

A player looks at the board between two of the bot's turns. That earns the bot time to think. Somebody who always has
such work waiting, at one table after the other or at many, earns nothing, however many accounts and addresses take
part. So an equal share for each of them does not push the players aside. Of one owner's tables, one at a time goes
first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

EARNED = 0.5
"""Seconds of thinking for each second in which nothing of the owner's waits or runs."""
MOST = 10.0
"""Seconds that can be saved up."""
MAX_KEYS = 100_000
"""Owners who are remembered. Those that were quiet longest are forgotten first."""


@dataclass
class _Account:
    """Of one owner: the seconds left, how much of the owner's work waits or runs, and since when none does."""

    seconds: float = 0.0
    open: int = 0
    idle_since: float = 0.0


class IdleCredit:
    """Counts by the same keys as the used time: see `Owner.keys`."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def goes_first(self, keys: Iterable[str]) -> bool:
        """Whether work of this owner would go first now. For a guest, the whole network counts, too."""
        known = [self._accounts.get(key) for key in keys]
        return all(one is not None and not one.open and self._seconds(one) > 0 for one in known)

    def begin(self, keys: Iterable[str]) -> None:
        """A piece of work waits from now on."""
        for key in keys:
            known = self._accounts.setdefault(key, _Account(idle_since=self._monotonic()))
            known.seconds = self._seconds(known)
            known.open += 1
            self._accounts.move_to_end(key)
        self._forget()

    def end(self, keys: Iterable[str], used: float) -> None:
        """It is done after so many seconds, or given up (0)."""
        for key in keys:
            known = self._accounts[key]
            known.seconds = max(0.0, known.seconds - used)
            known.open -= 1
            known.idle_since = self._monotonic()

    def _seconds(self, known: _Account) -> float:
        idle = 0.0 if known.open else self._monotonic() - known.idle_since
        return min(MOST, known.seconds + EARNED * idle)

    def _forget(self) -> None:
        """Keep so many at most, besides those with open work."""
        for _one in range(2 * max(0, len(self._accounts) - MAX_KEYS)):
            key = next(iter(self._accounts))
            if self._accounts[key].open:
                self._accounts.move_to_end(key)
            else:
                del self._accounts[key]
