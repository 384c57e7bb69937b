"""The checker of histories: it agrees with a search through all orders, and finds every kind of fault."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from server.cluster.history import History, Operation, Push
from server.cluster.linearizability import Logged, check, check_game

GAME = "g"


def simulated(rng: random.Random, operations: int, clients: int = 3) -> tuple[History, list[Logged]]:
    """A correct history: every operation takes place at one moment between its beginning and its end."""
    history, log, free = History(), [Logged(0, "start", None, None)], [0.0] * clients
    for number in range(operations):
        client = rng.randrange(clients)
        began = free[client] + rng.random()
        moment, ended = began + rng.random(), 0.0
        ended = moment + rng.random()
        free[client] = ended
        history.operations.append(Operation(f"c{client}", GAME, "read", began, ended, "ok", step=str(number)))
        history.operations[-1].seq = int(moment * 1e6)  # the moment, until it is known what came before
    for op in sorted(history.operations, key=lambda one: one.seq):
        last = len(log) - 1
        kind = rng.choice(("read", "write", "write", "late"))
        key, op.seq = f"k{op.step}", last
        if kind == "read":
            op.step = None
            op.state_hash, op.viewer = f"h{last}", "ada"
        elif kind == "write":
            log.append(Logged(last + 1, "step", op.step, key))
            op.kind, op.key, op.chosen_at, op.seq = "step", key, last, last + 1
            if rng.random() < 0.2:
                op.outcome, op.ended, op.seq = "unknown", float("inf"), -1
        else:
            op.kind, op.key, op.chosen_at, op.outcome = "step", key, max(0, last - 1), "fail"
            if last == 0 or rng.random() < 0.3:
                op.outcome, op.ended = "unknown", float("inf")
            op.seq = -1
    return history, log


def linearizable(operations: list[Operation], log: list[Logged]) -> bool:
    """The definition itself: is there an order that agrees with real time and gives these answers and this log?"""

    def search(left: frozenset[int], applied: tuple[str | None, ...]) -> bool:
        if list(applied) != [event.key for event in log][: len(applied)]:
            return False
        if not left and len(applied) == len(log):
            return True
        first_end = min((operations[n].ended for n in left), default=0.0)
        for n in left:
            op, rest = operations[n], left - {n}
            if op.invoked > first_end:
                continue  # another had ended before this began
            if op.kind == "read":
                if op.seq == len(applied) - 1 and search(rest, applied):
                    return True
                continue
            if op.outcome != "ok" and search(rest, applied):
                return True  # it did not happen
            fits = op.chosen_at == len(applied) - 1 and op.outcome != "fail"
            if fits and (op.outcome == "unknown" or op.seq == len(applied)) and search(rest, (*applied, op.key)):
                return True
        return False

    return search(frozenset(range(len(operations))), (None,))


def disturbed(rng: random.Random, history: History, log: list[Logged]) -> None:
    """One random change, which may or may not matter."""
    op = rng.choice(history.operations)
    what = rng.randrange(5)
    if what == 0 and op.kind == "read":
        op.seq = max(0, op.seq + rng.choice((-1, 1)))
        op.state_hash = f"h{op.seq}"
    elif what == 1:
        shift = rng.uniform(-2, 2)
        op.invoked, op.ended = op.invoked + shift, op.ended + shift
    elif what == 2 and op.kind == "step" and op.outcome == "fail":
        op.outcome, op.seq = "ok", op.chosen_at + 1
    elif what == 3 and op.kind == "step" and op.outcome == "ok":
        op.outcome, op.seq = "fail", -1
    elif what == 4 and len(log) > 1:
        log.pop()


def test_the_checker_agrees_with_a_search_through_all_orders(sample):
    rng, verdicts = random.Random(1889), {True: 0, False: 0}
    for _history in range(sample(1_500, 60_000)):
        history, log = simulated(rng, rng.randint(2, 8))
        assert linearizable(history.operations, log)
        assert check_game(history, log) == []
        disturbed(rng, history, log)
        expected = linearizable(history.operations, log)
        assert (check_game(history, log) == []) == expected, (*map(str, history.operations), log)
        verdicts[expected] += 1
    assert min(verdicts.values()) > 200, verdicts


# ---- planted faults --------------------------------------------------------------------------------------------------


@pytest.fixture
def recorded() -> Iterator[tuple[History, list[Logged]]]:
    """A long correct history with pushes."""
    rng = random.Random(7)
    history, log = simulated(rng, 400, clients=6)
    times = {op.key: op.invoked for op in history.operations if op.kind == "step"}
    latest = 0.0
    for seq in range(1, len(log)):
        latest = max(latest, times.get(log[seq].key, 0.0)) + 0.5
        history.pushes.append(Push("socket", GAME, latest, seq, "ada", f"h{seq}"))
    assert check_game(history, log) == []
    return history, log


def rules(history: History, log: list[Logged]) -> set[str]:
    return {violation.rule for violation in check_game(history, log)}


def acknowledged(history: History) -> Operation:
    """A step in the middle that was acknowledged."""
    return [op for op in history.operations if op.outcome == "ok" and op.kind == "step"][50]


def without(log: list[Logged], key: str | None) -> list[Logged]:
    """The log as if that step had never been."""
    return [event._replace(seq=n) for n, event in enumerate(event for event in log if event.key != key)]


def test_a_lost_step_is_found(recorded):
    history, log = recorded
    assert "lost" in rules(history, without(log, acknowledged(history).key))


def test_a_lost_last_step_is_found(recorded):
    history, log = recorded
    last = log[-1]
    history.operations.append(Operation("x", GAME, "step", 1e6, 1e6 + 1, "ok", "last", "take", last.seq, last.seq + 1))
    assert rules(history, [*log, Logged(last.seq + 1, "step", "take", "last")]) == set()
    assert rules(history, log) == {"lost"}


def test_a_step_applied_twice_is_found(recorded):
    history, log = recorded
    again = log[60]
    assert "twice" in rules(history, [*log, again._replace(seq=len(log))])


def test_a_refused_step_in_the_log_is_found(recorded):
    history, log = recorded
    acknowledged(history).outcome = "fail"
    assert rules(history, log) == {"refused"}


def test_a_step_that_nobody_sent_is_found(recorded):
    history, log = recorded
    assert rules(history, [*log, Logged(len(log), "step", "take", "nobody's")]) == {"invented"}


def test_another_step_under_the_same_key_is_found(recorded):
    history, log = recorded
    key = acknowledged(history).key
    assert rules(history, [e._replace(step="other") if e.key == key else e for e in log]) == {"altered"}


def test_a_stale_read_is_found(recorded):
    """A read that began after a later step had been acknowledged, but does not show it."""
    history, log = recorded
    op = acknowledged(history)
    history.operations.append(Operation("x", GAME, "read", op.ended + 0.001, op.ended + 0.002, "ok", seq=op.seq - 1))
    assert rules(history, log) == {"stale"}


def test_a_read_that_goes_back_behind_another_read_is_found(recorded):
    history, log = recorded
    end = max(op.ended for op in history.operations if op.ended < float("inf"))
    last = len(log) - 1
    reads = [Operation("x", GAME, "read", end + n, end + n + 0.5, "ok", seq=last - n) for n in (1, 2)]
    history.operations += [replace(reads[0], seq=last), reads[1]]
    assert "stale" in rules(history, log)


def test_a_read_of_something_that_was_not_sent_yet_is_found(recorded):
    history, log = recorded
    op = acknowledged(history)
    history.operations.append(Operation("x", GAME, "read", op.invoked - 0.002, op.invoked - 0.001, "ok", seq=op.seq))
    assert "future" in rules(history, log)


def test_steps_in_the_wrong_order_are_found(recorded):
    """Two steps that came one after the other, the other way round in the log."""
    history, log = recorded
    steps = [op for op in history.operations if op.outcome == "ok" and op.kind == "step"]
    first = steps[50]
    second = next(op for op in steps if op.invoked > first.ended)
    first.seq, second.seq = second.seq, first.seq
    first.chosen_at, second.chosen_at = second.chosen_at, first.chosen_at
    places = {first.key: first.seq, second.key: second.seq}
    swapped = sorted(e._replace(seq=places.get(e.key, e.seq)) for e in log)
    assert "reordered" in rules(history, swapped)


def test_a_connection_that_goes_back_is_found(recorded):
    history, log = recorded
    history.pushes[40].seq, history.pushes[40].state_hash = 5, "h5"
    assert rules(history, log) == {"backwards"}


def test_different_positions_after_the_same_event_are_found(recorded):
    history, log = recorded
    read = next(op for op in history.operations if op.kind == "read" and op.seq > 0)
    read.state_hash = "different"
    assert rules(history, log) == {"hash"}


def test_a_lost_game_and_an_untrue_answer_are_found(recorded):
    history, log = recorded
    history.untrue.append("401 for somebody who is signed in")
    assert {violation.rule for violation in check(history, {GAME: log})} == {"untrue"}
    assert {violation.rule for violation in check(history, {})} == {"untrue", "lost"}
