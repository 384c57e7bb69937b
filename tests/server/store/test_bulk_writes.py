"""Steps of many games are written in one call or one by one, with the same result, even if one of them fails."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from lutetia.server.errors import StorageError
from lutetia.server.play.table import Event, Seat, Table
from lutetia.server.store import database as store
from lutetia.server.store import engines, event_log, schema
from lutetia.server.store.database import Database, Rows

from server import databases

EVENT, MOVED = event_log._NEW_EVENT, event_log._STEP_SUMMARY
NEW = {
    "game": "paris",
    "rules": 1,
    "edition": 1,
    "options": {},
    "pace": {"kind": "none"},
    "private": True,
    "rated": False,
}
NEW |= {"created": 1, "status": "running", "seq": 0, "changed": 1}


def step(game: str, seq: int, **other: Any) -> Rows:
    """A step as the log has it, with what is awkward in JSON and SQL: nothing, lies, signs, large numbers."""
    event = {"game": game, "seq": seq, "kind": "step", "seat": "p1", "step": "use 17 take '\"é\\", "client_key": None}
    event |= {"data": {"clock": {"left": {"p1": 1}, "since": None}}, "at": 2**41, "state_hash": "00e1"}
    moved = {"this": game, "seq": seq, "to_move": None, "bot_due": True, "deadline": 2**42, "changed": 2**41}
    return (EVENT, event | other), (MOVED, moved)


@pytest.fixture(params=["in one call", "one by one", "PostgreSQL"])
def database(request, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "JSON_ROWS", request.param == "in one call")
    on_postgres = request.param == "PostgreSQL"
    database = Database(databases.new_database() if on_postgres else f"sqlite:///{tmp_path / 'lutetia.db'}")
    database.open()
    with engines.write_transaction(database.engine) as connection:
        connection.execute(sa.insert(schema.game), [NEW | {"id": f"g{n}"} for n in range(9)])
    yield database
    database.close()


def written(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    rows = sa.select(table).order_by(*table.c[:2])
    return database.read_now(lambda c: [dict(row) for row in c.execute(rows).mappings()])


def together(database: Database, *changes: Rows) -> list[BaseException | None]:
    async def write() -> list[Any]:
        return await asyncio.gather(*map(database.write, changes), return_exceptions=True)

    return asyncio.run(write())


def test_every_value_is_read_as_it_was_written(database):
    assert together(database, *(step(f"g{n}", 1) for n in range(9))) == [None] * 9
    events = written(database, schema.event)
    assert events == [step(f"g{n}", 1)[0][1] for n in range(9)]
    moved = {"seq": 1, "to_move": None, "bot_due": True, "deadline": 2**42, "changed": 2**41}
    assert [{column: row[column] for column in moved} for row in written(database, schema.game)] == [moved] * 9


def test_a_new_game_is_read_as_it_was_written_beside_steps_of_others(database):
    """Its row is written before those that refer to it, whatever came first."""
    row = NEW | {"id": "new", "edition": {"é": ["'", None, 1.5]}, "pace": {"kind": "turns", "days": 3}, "rated": True}
    table = Table(row | {"created": 2**41, "first": None, "setup": None, "host": None, "next": None}, [])
    table.seats = {"p1": Seat("p1", "open", alias="Zoë '"), "p2": Seat("p2", "bot", bot="level2", resigned=True)}
    made = Event(0, "create", None, None, {"clock": None}, "=key", 2**41, "")
    table.apply(made)
    changes = [step("g0", 1), event_log._creating(table, made), step("g1", 1)]
    assert together(database, *changes) == [None] * 3
    found = {row["id"]: row for row in written(database, schema.game)}["new"]
    same = row.keys() - {"status", "seq", "changed", "created"}
    assert {column: found[column] for column in same} == {column: row[column] for column in same}
    assert (found["status"], found["seq"], found["setup"], found["bot_due"]) == ("waiting", 0, None, False)
    seats = [
        (row["seat"], row["place"], row["alias"], row["bot"], row["resigned"], row["note"], row["notices"])
        for row in written(database, schema.seat)
    ]
    assert seats == [("p1", 0, "Zoë '", None, False, "", True), ("p2", 1, None, "level2", True, "", True)]
    assert [row["client_key"] for row in written(database, schema.event) if row["game"] == "new"] == ["=key"]
    assert isinstance(together(database, event_log._creating(table, made))[0], IntegrityError)


def test_one_failing_write_does_not_stop_the_others(database):
    """The same seq or the same key twice, and a game that does not exist."""
    together(database, step("g1", 1, client_key="k"))
    done = together(database, step("g0", 1), step("g1", 1), step("g1", 2, client_key="k"), step("g2", 1), step("no", 1))
    assert [isinstance(one, IntegrityError) for one in done] == [False, True, True, False, True]
    assert [(row["game"], row["seq"]) for row in written(database, schema.event)] == [("g0", 1), ("g1", 1), ("g2", 1)]
    assert [row["seq"] for row in written(database, schema.game)][:4] == [1, 1, 1, 0]


def test_a_failed_connection_is_a_storage_error_for_everybody(database):
    tried = []

    def fail(*_connection: object) -> None:
        tried.append(1)
        raise (psycopg if database.shared else sqlite3).OperationalError("unable to open database file")

    sa.event.listen(database.engine, "connect", fail)
    database.engine.dispose()
    done = together(database, step("g0", 1), step("g1", 1))
    assert [type(one) for one in done] == [StorageError] * 2
    assert len(tried) == 1, "the same error would meet each of them alone"
    sa.event.remove(database.engine, "connect", fail)
    assert together(database, step("g0", 1)) == [None]


def test_steps_and_other_changes_share_a_transaction_and_each_gets_its_own_result(database):
    async def write() -> tuple[Any, ...]:
        counted = database.writing(lambda c: c.execute(sa.select(sa.func.count()).select_from(schema.event)).scalar())
        return await asyncio.gather(counted, *(database.writing(step(f"g{n}", 1)) for n in range(3)))

    assert asyncio.run(write()) == [3, None, None, None]


def test_pending_writes_are_written_at_close(database):
    async def write() -> None:
        database.writing(step("g0", 1))
        database.close()

    asyncio.run(write())
    assert [row["seq"] for row in written(database, schema.event)] == [1]


@pytest.mark.parametrize("database", ["in one call"], indirect=True)
def test_a_connection_that_is_lost_is_replaced(database):
    """The writer keeps its connection, and with it the views through which it writes."""
    assert together(database, step("g0", 1)) == [None]
    database._bulk._connection.dbapi_connection.close()
    assert isinstance(together(database, step("g0", 2))[0], StorageError)
    assert together(database, step("g0", 2), step("g1", 1)) == [None, None]
    assert [(row["game"], row["seq"]) for row in written(database, schema.event)] == [("g0", 1), ("g0", 2), ("g1", 1)]
