"""What a server has acknowledged, recorded by its clients and compared with its database afterwards."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from lutetia.server.play.canonical_json import canonical, short_hash
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, dealt_game
from lutetia.server.store import event_log
from lutetia.server.store.database import sa

from configurations import ON_POSTGRES
from server import databases


class Promise(NamedTuple):
    """A game as a client was shown it."""

    seq: int
    seat: str | None
    state_hash: str
    legal: tuple[str, ...]


class Ledger:
    """Per game: the states that were shown, and the steps that were acknowledged, by their keys."""

    def __init__(self) -> None:
        self.shown: dict[str, set[Promise]] = defaultdict(set)
        self.steps: dict[str, dict[str, tuple[int, str]]] = defaultdict(dict)
        self.acknowledged = 0

    def show(self, state: dict[str, Any]) -> None:
        """A state has arrived, by any route."""
        if state["view"] is not None:
            assert short_hash(canonical(state["view"])) == state["state_hash"]
            promise = Promise(state["seq"], state["seat"], state["state_hash"], tuple(state["legal"]))
            self.shown[state["id"]].add(promise)

    def acknowledge(self, state: dict[str, Any], key: str, step: str) -> None:
        """A step was answered with 200 and this state."""
        self.show(state)
        self.acknowledged += 1
        assert self.steps[state["id"]].setdefault(key, (state["seq"], step)) == (state["seq"], step)

    def held_against(self, data: Path | str) -> int:
        """Look whether the database keeps every promise; returns how many steps were acknowledged."""
        known = games(data)
        for game, steps in self.steps.items():
            by_key = {event.client_key: (event.seq, event.step) for event in known[game][2] if event.client_key}
            assert steps.items() <= by_key.items(), "an acknowledged step is gone"
        for game, promises in self.shown.items():
            hold_against_log(*known[game], promises)
        return sum(map(len, self.steps.values()))


def games(data: Path | str) -> dict[str, tuple[dict[str, Any], list[Any], list[Event]]]:
    """All games of a data folder, or of the database at a URL: heading, seats, events. The server need not run."""
    with databases.opened(data) as connection:
        ids = connection.execute(sa.text("select id from game")).scalars().all()
        found = {id_: event_log.read_game(connection, id_) for id_ in ids}
    return {id_: game for id_, game in found.items() if game is not None}


def sound(data: Path | str) -> None:
    """The database is whole, and every log is one unbroken line in which no key comes twice."""
    if isinstance(data, Path) and not ON_POSTGRES:
        with sqlite3.connect(data / "lutetia.db") as connection:
            assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert connection.execute("pragma foreign_key_check").fetchall() == []
        connection.close()
    for row, _seats, events in games(data).values():
        assert [event.seq for event in events] == list(range(len(events)))
        assert row["seq"] == events[-1].seq, "the summary is what the log says"
        keys = [event.client_key for event in events if event.client_key]
        assert len(keys) == len(set(keys))


def hold_against_log(row: dict[str, Any], seats: list[Any], events: list[Event], promises: set[Promise]) -> None:
    """Play the game again and compare each state that was shown with what the rules make of the log."""
    by_seq = defaultdict(list)
    for promise in promises:
        by_seq[promise.seq].append(promise)
    game = None
    for event in events:
        if event.kind == "start":
            game = dealt_game(row, [seat.seat for seat in seats])
        elif event.kind == "step":
            game.play(event.step)
        elif event.kind == "undo":
            for _step in range(int(event.step)):
                game.undo()
        assert event.state_hash == (position_hash(game) if game else "")
        for promise in by_seq.pop(event.seq, []):
            assert promise.state_hash == short_hash(canonical(game.view(promise.seat))), (row["id"], promise)
            assert list(promise.legal) in ([], game.legal())
            assert promise.legal or game.over or game.seat != promise.seat or event.data.get("outcome")
    assert not by_seq, "a state was shown that is not in the log"
