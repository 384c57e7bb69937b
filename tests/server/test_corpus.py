"""Stored games of every released version: each later one must rebuild them from their logs to the same positions.

`python tests/server/test_corpus.py` adds the games that are missing, and never changes an existing one: a game that
replays differently would break for the people who are playing it. New rules bring new files.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

import lutetia
from lutetia.server.play.clock import Clock
from lutetia.server.play.state import position_hash
from lutetia.server.play.table import Event, Seat, Table

from configurations import CONFIGURATIONS, new, walk
from schemas import validator

CORPUS = Path(__file__).parents[1] / "corpus"
FORMAT = "lutetia-log/1"
HEADING = ("game", "rules", "edition", "options", "seats", "first", "setup")
DIGITS = 16
"""Of the hash after each event; that of the end is whole."""


def rebuilt(log: dict[str, Any], events: int | None = None) -> tuple[Table, list[str]]:
    """The table that a stored log leads to, and the hash after each of its events."""
    row = {key: log[key] for key in HEADING} | {"id": "corpus", "pace": {"kind": "none"}, "created": 0}
    table = Table(row, [Seat(seat, "human") for seat in log["seats"]])
    hashes = []
    for seq, (kind, seat, step) in enumerate([("create", None, None), ("start", None, None), *log["events"][:events]]):
        table.apply(Event(seq, kind, seat, step, {"clock": Clock.new(row["pace"], []).stored()}, None, 0, ""))
        if table.game is not None:
            hashes.append(position_hash(table.game))
    return table, hashes


def stored() -> list[Path]:
    return sorted(CORPUS.glob("*.json"))


@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
def test_a_stored_game_is_rebuilt_as_it_was(path):
    log = json.loads(path.read_text("utf-8"))
    assert log["format"] == FORMAT
    table, hashes = rebuilt(log)
    assert [found[:DIGITS] for found in hashes] == log["hashes"]
    assert hashes[-1] == log["hash"]
    assert table.game is not None
    assert table.game.result() == log["result"]
    assert lutetia.replay(table.game.record()).record() == table.game.record()
    validator("record").validate(table.game.record())


def test_the_corpus_is_complete():
    """Both games, every variant, finished and unfinished, with steps taken back."""
    logs = [json.loads(path.read_text("utf-8")) for path in stored()]
    for game in lutetia.games():
        own = [log for log in logs if log["game"] == game]
        assert len(own) >= 12
        assert sum(log["result"] is None for log in own) >= 3
        assert sum(any(kind == "undo" for kind, _seat, _step in log["events"]) for log in own) >= 3
    paris = [log for log in logs if log["game"] == "paris"]
    assert {len(log["seats"]) for log in paris} == {2, 3, 4}
    for option in ("advanced", "any_district"):
        assert {log["options"][option] for log in paris} == {False, True}


# ---- making it ---------------------------------------------------------------------------------------------------


def played(name: str, seed: int, share: float) -> dict[str, Any]:
    """The log of a game on one of the tests' tables, up to a share of its length, now and then taking steps back."""
    rng = random.Random(f"{name} {seed}")
    game = new(name, seed)
    events: list[list[str | None]] = []
    length = len(list(walk(new(name, seed), random.Random(seed))))
    back = seed % 2 == 1
    taken = 0
    while not game.over and (share == 1 or taken < share * length):
        if back and taken > 3 and rng.random() < 0.08:
            many = rng.randint(1, 3)
            seat = game.seat
            for _again in range(many):
                game.undo()
            events.append(["undo", seat, str(many)])
            taken -= many
        seat = game.seat
        step = next(walk(game, rng))
        events.append(["step", seat, step])
        game.play(step)
        taken += 1
    record = game.record()
    log: dict[str, Any] = {"format": FORMAT} | {key: record[key] for key in HEADING}
    log["events"] = events
    _table, hashes = rebuilt(log)
    return log | {"hashes": [found[:DIGITS] for found in hashes], "hash": hashes[-1], "result": record["result"]}


def dumps(log: dict[str, Any]) -> str:
    """One line per event, with the hash after it, so that a difference shows where it begins."""
    lists = {"events": log["events"], "hashes": log["hashes"]}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in log.items() if key not in lists]
    for key, values in lists.items():
        rows = ",\n  ".join(json.dumps(value) for value in values)
        lines.append(f'"{key}": [\n  {rows}]')
    return "{" + ",\n ".join(lines) + "}\n"


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    for name in CONFIGURATIONS:
        for seed, share in ((1, 1.0), (2, 1.0), (3, 0.6)):
            log = played(name, seed, share)
            path = CORPUS / f"{name.replace(',', '').replace(' ', '-')}-rules{log['rules']}-{seed}.json"
            if not path.exists():
                path.write_text(dumps(log), encoding="utf-8")
                print(path.name, len(log["events"]))


if __name__ == "__main__":
    main()
