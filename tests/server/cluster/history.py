"""What clients asked and what they were told, with the times: the input of `linearizability.py`.

A change (a step or an undo) has one entry from the first time it was sent until its answer, however often it was sent
again under its key in between. `unknown`: there was no answer; it may have happened or not.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from math import inf
from pathlib import Path
from typing import Any, Literal

Outcome = Literal["ok", "fail", "unknown"]


@dataclass(slots=True)
class Operation:
    """One request. `seq` and `state_hash` are those of the state in its answer; `viewer` is the seat that sees it."""

    client: str
    game: str
    kind: Literal["step", "undo", "read"]
    invoked: float
    ended: float = inf
    outcome: Outcome = "unknown"
    key: str | None = None
    step: str | None = None
    chosen_at: int = -1
    """The seq of the position in which it was chosen."""
    seq: int = -1
    viewer: str | None = None
    state_hash: str | None = None

    def __str__(self) -> str:
        what = f"{self.kind} {self.step or ''} at {self.chosen_at}" if self.kind != "read" else "read"
        return (
            f"{self.client}: {what} → {self.outcome} {self.seq} [{self.invoked:.4f}, {self.ended:.4f}] {self.key or ''}"
        )


@dataclass(slots=True)
class Push:
    """A state that came by itself on an open connection."""

    connection: str
    game: str
    at: float
    seq: int
    viewer: str | None
    state_hash: str


@dataclass
class History:
    """Everything that all clients of a run have seen."""

    operations: list[Operation] = field(default_factory=list)
    pushes: list[Push] = field(default_factory=list)
    untrue: list[str] = field(default_factory=list)
    """Answers that no fault of a machine or a network excuses."""
    acknowledged: int = 0
    """Changes that were answered."""

    def invoke(self, client: str, game: str, kind: Any, **more: Any) -> Operation:
        """A request is about to be sent."""
        made = Operation(client, game, kind, time.monotonic(), **more)
        self.operations.append(made)
        return made

    def ok(self, operation: Operation, state: dict[str, Any]) -> None:
        """It was answered with this state."""
        operation.ended, operation.outcome = time.monotonic(), "ok"
        self.acknowledged += operation.kind != "read"
        operation.seq, operation.viewer, operation.state_hash = state["seq"], state["seat"], state["state_hash"]

    def fail(self, operation: Operation) -> None:
        """It was refused."""
        operation.ended, operation.outcome = time.monotonic(), "fail"

    def conflict(self, operation: Operation, sent: float, state: dict[str, Any]) -> None:
        """It was refused with the current state (409), which is as good as a read since it was last sent."""
        self.fail(operation)
        self.ok(self.invoke(operation.client, operation.game, "read"), state)
        self.operations[-1].invoked = sent

    def pushed(self, connection: str, state: dict[str, Any]) -> None:
        self.pushes.append(
            Push(connection, state["id"], time.monotonic(), state["seq"], state["seat"], state["state_hash"])
        )

    def by_game(self) -> dict[str, History]:
        """The history of each game."""
        games: dict[str, History] = defaultdict(History)
        for operation in self.operations:
            games[operation.game].operations.append(operation)
        for push in self.pushes:
            games[push.game].pushes.append(push)
        return dict(games)

    def save(self, file: Path) -> None:
        """Write it down, one line of JSON each."""
        with file.open("w") as lines:
            for what, entries in (("operation", self.operations), ("push", self.pushes)):
                lines.writelines(json.dumps({"what": what, **asdict(entry)}) + "\n" for entry in entries)
