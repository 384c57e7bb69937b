"""Who gets to know what happens in a queue: the metrics, or nobody."""

from __future__ import annotations

from typing import Protocol


class Observer(Protocol):
    """Gets to know what happens in a queue, for the metrics."""

    def entered(self, kind: str) -> None: ...

    def left(self, kind: str) -> None:
        """The work was given up while it waited."""

    def started(self, kind: str, waited: float) -> None:
        """After so many seconds."""

    def finished(self, kind: str) -> None: ...

    def failed(self, fault: str) -> None:
        """A bot failed: how."""


class NoObserver:
    """Nobody wants to know."""

    def entered(self, kind: str) -> None:
        pass

    left = finished = failed = entered

    def started(self, kind: str, waited: float) -> None:
        pass
