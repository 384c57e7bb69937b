"""The store on PostgreSQL: conflicts, lost connections, servers that stop, stall or change their role."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from typing import Any

import pytest
import sqlalchemy as sa

from lutetia.server.errors import Refused, StorageError
from lutetia.server.people import ratings
from lutetia.server.store import database as store
from lutetia.server.store import database_clock, engines, postgres, schema
from lutetia.server.store.database import Change, Database
from lutetia.server.store.event_log import DatabaseEventLog
from lutetia.server.store.exclusive import exclusive_transaction

from server import databases
from server.backends import PostgresServer, free_port, postgres_server
from server.store.test_bulk_writes import NEW, step, together, written

RAISE = "DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$"
MIGRATE = "import sys; from lutetia.server.store.database import Database; one = Database(sys.argv[1]); one.open()"
COUNT = sa.select(schema.server_state.c.value).where(schema.server_state.c.key == "count")


@pytest.fixture
def opened():
    """A function that opens a database as another process would; the first call makes it."""
    made: list[Database] = []

    def another(url: str | None = None) -> Database:
        if url is None:
            url = made[0].url.render_as_string(hide_password=False) if made else databases.new_database()
        database = Database(url)
        database.open()
        if not made:
            with engines.write_transaction(database.engine) as connection:
                connection.execute(sa.insert(schema.game), [NEW | {"id": f"g{n}"} for n in range(3)])
                connection.execute(sa.insert(schema.server_state).values(key="count", value=0))
        made.append(database)
        return database

    yield another
    for database in made:
        database.close()


@pytest.fixture
def own_server():
    """A PostgreSQL server that a test may stop."""
    with postgres_server() as server:
        server.new_database("lutetia")
        yield server


def end_connections(database: Database) -> None:
    """What a restart of PostgreSQL or a firewall does to connections that are not in use."""
    with databases.server().connect("postgres") as connection:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        connection.execute(ended, [database.url.database])


def count_up(connection: sa.Connection) -> int:
    value = connection.execute(COUNT).scalar_one() + 1
    connection.execute(sa.update(schema.server_state).where(schema.server_state.c.key == "count").values(value=value))
    return value


def counted(database: Database) -> int:
    return database.read_now(lambda connection: connection.execute(COUNT).scalar_one())


def failure(database: Database, change: Change[Any]) -> StorageError:
    (error,) = together(database, change)
    assert isinstance(error, StorageError), error
    return error


# ---- several processes -----------------------------------------------------------------------------------------------


def test_processes_that_start_at_once_migrate_once(postgres):
    """Without a lock two of them would create the same tables, and one would fail."""
    url = postgres.new_database("at_once")
    started = [subprocess.Popen([sys.executable, "-c", MIGRATE, url], stderr=subprocess.PIPE) for _process in range(3)]
    said = [process.communicate(timeout=120)[1].decode() for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said


def test_changes_of_several_processes_lose_nothing(opened):
    """Each reads the number and writes the next one: a lost update would make it smaller."""
    one, other = opened(), opened()

    async def count() -> list[int]:
        return await asyncio.gather(*(database.write(count_up) for _time in range(20) for database in (one, other)))

    assert sorted(asyncio.run(count())) == list(range(1, 41))
    assert counted(one) == 40


def test_a_command_never_fails_because_of_what_servers_write(opened):
    """A transaction of `lutetia admin` cannot run again; an ordinary one would fail here nearly always."""
    one = opened()
    own = engines.make_engine(one.url)

    def command() -> None:
        with exclusive_transaction(own) as connection:
            value = connection.execute(COUNT).scalar_one()
            time.sleep(0.02)
            change = sa.update(schema.server_state).where(schema.server_state.c.key == "count")
            connection.execute(change.values(value=value + 1))

    async def beside() -> None:
        commands = asyncio.gather(*(asyncio.to_thread(command) for _time in range(2)))
        while not commands.done():
            await one.write(count_up)
            servers.append(1)
        await commands

    servers: list[int] = []
    asyncio.run(beside())
    own.dispose()
    assert counted(one) == len(servers) + 2


def test_a_change_that_always_conflicts_is_given_up(opened):
    tried = []

    def conflict(connection: sa.Connection) -> None:
        tried.append(1)
        connection.exec_driver_sql(RAISE)

    error = failure(opened(), conflict)
    assert (error.kind, error.status, len(tried)) == ("busy", 503, store.TRIES)


def test_the_same_row_added_by_two_at_once_is_found_by_the_second(opened):
    """Neither sees the other's row, so both add it. The second one fails once and finds it then."""
    one, other = opened(), opened()
    row = schema.server_state

    def add(connection: sa.Connection) -> None:
        if not connection.execute(sa.select(row).where(row.c.key == "new")).first():
            connection.execute(sa.insert(row).values(key="new", value=1))

    async def both() -> None:
        await asyncio.gather(*(database.write(add) for _time in range(10) for database in (one, other)))

    asyncio.run(both())
    assert one.read_now(lambda c: len(c.execute(sa.select(row).where(row.c.key == "new")).all())) == 1


def test_games_that_end_at_once_each_count_once(opened):
    """Two processes end two games of the same two people. The ratings are as if one had come after the other."""
    one, other = opened(), opened()
    people = [{"id": name, "name": name, "created": 1, "settings": {}} for name in ("ann", "bob")]
    together(one, lambda c: c.execute(sa.insert(schema.person), people) and None)
    alone = opened(databases.new_database())
    together(alone, lambda c: c.execute(sa.insert(schema.person), people) and None)

    def rate(connection: sa.Connection) -> None:
        ratings.rate(connection, "lumiere", {"ann": 1, "bob": 2}, 1)

    async def end_games() -> None:
        await asyncio.gather(*(database.write(rate) for _game in range(6) for database in (one, other)))

    asyncio.run(end_games())
    for _game in range(12):
        assert together(alone, rate) == [None]
    assert written(one, schema.rating) == written(alone, schema.rating)
    assert [row["games"] for row in written(one, schema.rating)] == [12, 12]


def test_batches_of_two_processes_do_not_wait_for_each_other_in_a_circle(opened):
    one, other = opened(), opened()

    async def both(seq: int) -> list[Any]:
        forwards = [one.writing(step(f"g{n}", seq)) for n in range(3)]
        backwards = [other.writing(step(f"g{n}", seq)) for n in reversed(range(3))]
        return await asyncio.gather(*forwards, *backwards, return_exceptions=True)

    for seq in range(1, 16):
        done = asyncio.run(both(seq))
        assert sum(result is None for result in done) == 3, "of two steps with the same number one is stored"
    assert [row["seq"] for row in written(one, schema.game)] == [15, 15, 15]
    assert one.faults.counts.total() == other.faults.counts.total() == 0


def test_queries_see_one_moment(opened):
    one, other = opened(), opened()

    def twice(connection: sa.Connection) -> tuple[int, int]:
        before = connection.execute(COUNT).scalar_one()
        together(other, count_up)
        return before, connection.execute(COUNT).scalar_one()

    assert one.read_now(twice) == (0, 0)
    assert counted(one) == 1


# ---- lost connections ------------------------------------------------------------------------------------------------


def test_connections_that_were_closed_are_replaced(opened):
    database = opened()
    together(database, step("g0", 1), count_up)
    end_connections(database)
    time.sleep(0.1)
    assert counted(database) == 1
    assert together(database, step("g0", 2), count_up) == [None, 2]
    assert database.faults.counts.total() == 0, "nobody noticed"


def test_a_query_whose_connection_is_lost_runs_again(opened):
    database, lost = opened(), []

    def query(connection: sa.Connection) -> int:
        if not lost:
            lost.append(1)
            end_connections(database)
        return connection.execute(COUNT).scalar_one()

    assert database.read_now(query) == 0


def test_a_change_whose_connection_is_lost_is_never_acknowledged(opened):
    """It does not run again either: nobody knows whether it was committed."""
    database, ran = opened(), []

    def change(connection: sa.Connection) -> int:
        ran.append(1)
        count_up(connection)
        end_connections(database)
        return count_up(connection)

    assert (failure(database, change).kind, len(ran)) == ("away", 1)
    assert counted(database) == 0
    assert together(database, count_up) == [1]


def test_a_server_that_is_not_the_primary_any_more_is_left(opened, postgres):
    """After a failover the old connections may lead to a server that takes no writes."""
    database = opened()
    name = database.url.database
    with postgres.connect("postgres") as admin:
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        end_connections(database)
        time.sleep(0.1)
        assert failure(database, step("g0", 1)).kind == "away"
        assert failure(database, count_up).kind == "away"
        admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert together(database, step("g0", 1), count_up) == [None, 1]


def test_the_primary_is_found_among_several_servers(opened, postgres):
    """The first is away, and the URL says that a standby will not do."""
    database = opened()
    hosts = f"host=127.0.0.1:{free_port()}&host={postgres.host}:{postgres.port}&target_session_attrs=read-write"
    url = f"postgresql+psycopg://lutetia@/{database.url.database}?{hosts}"
    assert counted(opened(url)) == 0
    with postgres.connect("postgres") as admin:
        admin.execute(f"ALTER DATABASE {database.url.database} SET default_transaction_read_only = on")
    with pytest.raises(StorageError, match="cannot be reached"):
        opened(url)


def restarted(server: PostgresServer, database: Database) -> None:
    """Kill a server under a database: everything fails at once, and works again once the server does."""
    assert together(database, step("g0", 1), count_up) == [None, 1]
    server.kill()
    began = time.monotonic()
    assert [failure(database, change).kind for change in (step("g0", 2), count_up)] == ["away", "away"]
    with pytest.raises(StorageError, match="cannot be reached"):
        counted(database)
    assert time.monotonic() - began < 5
    server.start()
    assert counted(database) == 1
    assert together(database, step("g0", 2), count_up) == [None, 2]
    assert [row["seq"] for row in written(database, schema.event)] == [1, 2]


def test_a_server_that_was_killed_is_used_again(opened, own_server):
    restarted(own_server, opened(own_server.url()))


def test_a_server_that_says_nothing_is_given_up(opened, own_server, monkeypatch):
    """A machine that stalls keeps its connections open; nothing waits for it for ever."""
    monkeypatch.setattr(postgres.Connection, "patience", 1.0)
    database = opened(own_server.url())
    assert together(database, step("g0", 1)) == [None]
    ours = "SELECT pid FROM pg_stat_activity WHERE datname = 'lutetia' AND pid <> pg_backend_pid()"
    with own_server.connect() as admin:
        stopped = [row[0] for row in admin.execute(ours)]
    try:
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        assert failure(database, step("g0", 2)).kind == "away"
        assert time.monotonic() - began < 4
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
    until = time.monotonic() + 10
    while len(written(database, schema.event)) < 2:  # it came through after all, and nobody was told that it did
        assert time.monotonic() < until
        time.sleep(0.05)
    assert together(database, step("g0", 3)) == [None]


def test_only_the_first_wait_for_a_server_that_is_cut_off():
    """Otherwise all requests would queue up behind those that wait for a connection."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        database = Database(f"postgresql+psycopg://lutetia@127.0.0.1:{port}/lutetia?connect_timeout=2")
        began = time.monotonic()
        for _query in range(5):
            with pytest.raises(StorageError, match="cannot be reached"):
                counted(database)
        assert 1 < time.monotonic() - began < 4
    database.engine.dispose()


# ---- time ------------------------------------------------------------------------------------------------------------


def test_the_clock_of_the_database_is_followed(opened):
    shown: list[tuple[float, float]] = []
    database_clock.start(opened(), lambda *reading: shown.append(reading))
    ((theirs, at),) = shown
    assert abs(theirs - (time.time() - (time.monotonic() - at)) * 1000) < 500, "here both clocks are the same"


def test_rows_are_one_round_trip(opened, monkeypatch):
    database, waited = opened(), []
    together(database, step("g0", 1))
    usual = postgres.Connection.wait

    def wait(self: postgres.Connection, *arguments: Any) -> Any:
        waited.append(1)
        return usual(self, *arguments)

    monkeypatch.setattr(postgres.Connection, "wait", wait)
    assert together(database, step("g1", 1), step("g2", 1)) == [None, None]
    assert len(waited) == 1


# ---- what cannot be stored -------------------------------------------------------------------------------------------


def test_a_character_that_cannot_be_stored_is_the_senders_fault(opened):
    """It was answered as if the database had failed. Others of the same batch are not concerned."""
    database = opened()
    done = together(database, step("g0", 1), step("g1", 1, client_key="a\0b"), step("g2", 1, data={"x": "a\0b"}))
    assert [getattr(one, "status", None) for one in done] == [None, 422, 422]
    with pytest.raises(Refused, match="not-storable"):
        database.read_now(lambda c: c.execute(sa.select(schema.person).where(schema.person.c.login == "a\0b")).all())
    assert database.faults.counts.total() == 0


def test_any_number_of_games_is_looked_up_at_once(opened):
    """More than PostgreSQL takes parameters."""
    log = DatabaseEventLog(opened(), lambda *_game: None)
    assert asyncio.run(log.latest([f"none{number}" for number in range(70_000)])) == {}
