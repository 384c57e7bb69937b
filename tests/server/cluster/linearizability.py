"""Was what the clients saw linearizable? Exact, and fast enough for every run.

A game is a register whose value is its log; a change appends one event, a read returns the log up to a `seq`. In
general, checking linearizability means a search through all orders. Here every answer carries its place in the log, and
the log itself is there at the end. So there is only one candidate for the order, up to reads of the same place: the
change that became event n, then the reads that returned n, then event n + 1. The history is linearizable if and only if
that order is possible (each change fits its event) and agrees with real time (no operation comes after one that was
invoked only after it had ended). `test_linearizability.py` compares this with a search through all orders.

Existing checkers were looked at: Porcupine is a Go library, Knossos and Elle run on the JVM.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import inf
from typing import NamedTuple

from server.cluster.history import History, Operation


class Logged(NamedTuple):
    """An event of the log in the end."""

    seq: int
    kind: str
    step: str | None
    key: str | None


class Violation(NamedTuple):
    """Something that must not happen."""

    rule: str
    text: str


def check(history: History, logs: dict[str, list[Logged]]) -> list[Violation]:
    """All violations in a history, given each game's log as it was in the end."""
    found = [Violation("untrue", text) for text in history.untrue]
    for game, part in history.by_game().items():
        if game not in logs:
            found.append(Violation("lost", f"game {game} is not in the database"))
            continue
        found += check_game(part, logs[game])
    return found


def check_game(history: History, log: list[Logged]) -> list[Violation]:
    """All violations in the history of one game."""
    return [
        *_broken_log(log),
        *_wrong_outcomes(history.operations, log),
        *_out_of_order(history.operations, log),
        *_wrong_pushes(history, log),
        *_different_hashes(history),
    ]


def _broken_log(log: list[Logged]) -> Iterator[Violation]:
    if [event.seq for event in log] != list(range(len(log))):
        yield Violation("gap", f"the log is not one unbroken line: {[event.seq for event in log]}")
    for key, times in Counter(event.key for event in log if event.key).items():
        if times > 1:
            yield Violation("twice", f"{key} was applied {times} times")


def _wrong_outcomes(operations: list[Operation], log: list[Logged]) -> Iterator[Violation]:
    """Acknowledged changes are in the log, refused ones are not, and nobody else's are."""
    by_key = {event.key: event for event in log if event.key}
    known = {op.key for op in operations if op.kind != "read"}
    for op in operations:
        if op.kind == "read":
            continue
        event = by_key.get(op.key)
        if op.outcome == "ok" and event is None:
            yield Violation("lost", f"acknowledged, but not in the log: {op}")
        if event is None:
            continue
        if op.outcome == "fail":
            yield Violation("refused", f"refused, but in the log: {op}, {event}")
        if op.outcome == "ok" and event.seq != op.seq:
            yield Violation("moved", f"acknowledged at {op.seq}, but in the log at {event.seq}: {op}")
        if event.kind != op.kind or (op.kind == "step" and event.step != op.step):
            yield Violation("altered", f"in the log as {event}: {op}")
        if op.chosen_at >= 0 and event.seq != op.chosen_at + 1:
            yield Violation("position", f"chosen at {op.chosen_at}, but applied after {event.seq - 1}: {op}")
    for event in log:
        if event.kind in ("step", "undo") and event.key and event.key not in known:
            yield Violation("invented", f"nobody has sent {event}")


class _Placed(NamedTuple):
    """An operation at its only possible place: changes have `after` 0, reads that return them 1."""

    seq: int
    after: int
    operation: Operation


def _placed(operations: Iterable[Operation], log: list[Logged]) -> Iterator[_Placed]:
    """The operations that took place. A change without an answer did if the log has it."""
    by_key = {event.key: event.seq for event in log if event.key}
    for op in operations:
        if op.kind == "read":
            if op.outcome == "ok":
                yield _Placed(op.seq, 1, op)
        elif op.outcome != "fail" and op.key in by_key:
            yield _Placed(by_key[op.key], 0, op)


def _out_of_order(operations: list[Operation], log: list[Logged]) -> Iterator[Violation]:
    """Operations whose place in the order contradicts real time."""
    latest = -inf
    late: Operation | None = None
    group: list[_Placed] = []

    def end_of_group() -> Iterator[Violation]:
        nonlocal latest, late, group
        for placed in group:
            if placed.operation.ended < latest:
                assert late is not None
                rule = "stale" if late.kind == "read" else "future" if placed.after else "reordered"
                yield Violation(rule, f"{placed.operation} ended before this began, which comes first: {late}")
        for placed in group:
            if placed.operation.invoked > latest:
                latest, late = placed.operation.invoked, placed.operation
        group = []

    for placed in sorted(_placed(operations, log), key=lambda one: one[:2]):
        if placed.seq >= len(log):
            yield Violation("future", f"the log ends at {len(log) - 1}: {placed.operation}")
            continue
        if group and group[0][:2] != placed[:2]:
            yield from end_of_group()
        group.append(placed)
    yield from end_of_group()


def _wrong_pushes(history: History, log: list[Logged]) -> Iterator[Violation]:
    """A connection never goes back, and shows nothing that nobody had asked for yet."""
    last: dict[str, int] = {}
    invoked = {op.key: op.invoked for op in history.operations if op.kind != "read"}
    earliest = list(accumulate((invoked.get(event.key, -inf) for event in log), max))
    for push in sorted(history.pushes, key=lambda one: one.at):
        if push.seq < last.get(push.connection, -1):
            yield Violation("backwards", f"{push} after {last[push.connection]}")
        last[push.connection] = push.seq
        if push.seq >= len(log):
            yield Violation("future", f"the log ends at {len(log) - 1}: {push}")
        elif earliest[push.seq] > push.at:
            yield Violation("future", f"shown before it was sent: {push}")


def _different_hashes(history: History) -> Iterator[Violation]:
    """Everybody in the same seat sees the same position after the same event."""
    seen: dict[tuple[int, str | None], set[str]] = defaultdict(set)
    for entry in (*history.operations, *history.pushes):
        if entry.state_hash is not None:
            seen[entry.seq, entry.viewer].add(entry.state_hash)
    for (seq, viewer), hashes in seen.items():
        if len(hashes) > 1:
            yield Violation("hash", f"{viewer or 'spectators'} saw different positions after {seq}: {sorted(hashes)}")
