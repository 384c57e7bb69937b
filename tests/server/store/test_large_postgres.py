"""What docs/hosting.md says about large installations: a point in time restored, and a log in parts. Really tried."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store import in_use, transfer
from lutetia.server.store.engines import make_engine

from server.backends import DURABLE, PostgresServer
from server.conftest import HERE, new_game
from server.play.test_games import look, take

DEPLOY = Path(__file__).parents[3] / "deploy"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's own user can use."""
    made = Path(tempfile.mkdtemp(prefix="lutetia-archive-"))
    made.chmod(0o777)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def served(url: str, data: Path) -> TestClient:
    settings = Settings(data=data, database=url, limits=False, bot_processes=1, log_level="error")
    return TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False)


def undamaged(url: str) -> None:
    engine = make_engine(sa.make_url(url))
    assert transfer.damaged_games(engine) == []
    engine.dispose()


def wait_for(connection: psycopg.Connection, query: str) -> None:
    until = time.monotonic() + 60
    while not connection.execute(query.encode()).fetchone()[0]:
        assert time.monotonic() < until, query
        time.sleep(0.1)


def run_file(postgres: PostgresServer, database: str, file: str, *options: str) -> str:
    """As an operator does. The files are given through a copy that PostgreSQL's user may read."""
    copy = postgres.folder / file
    shutil.copy(DEPLOY / file, copy)
    return postgres.run("psql", "--dbname", postgres.dsn(database), *options, "--file", str(copy))


def test_old_games_can_be_removed(postgres, tmp_path):
    """Only those that are over, and everything that belongs to them."""
    url = postgres.new_database("retention", "empty")
    with served(url, tmp_path) as client:
        over, running = (new_game(client, "human", "human") for _game in range(2))
        assert client.post(f"/api/games/{over['id']}/resign", json={"seq": over["seq"]}).status_code == 200
        assert "DELETE 0" in run_file(postgres, "retention", "remove-old-games.sql", "--variable", "days=730")
        with postgres.connect("retention") as connection:
            connection.execute("UPDATE game SET changed = changed - 731 * 86400000::bigint")
        assert "DELETE 1" in run_file(postgres, "retention", "remove-old-games.sql", "--variable", "days=730")
        with postgres.connect("retention") as connection:
            assert connection.execute("SELECT DISTINCT game FROM event").fetchall() == [(running["id"],)]
        assert take(client, look(client, running["id"])).status_code == 200


@pytest.mark.full
def test_a_deletion_is_undone_by_going_back_in_time(folder, tmp_path):
    """Base backup, archived log, restore to the moment before; the commands are those of docs/hosting.md."""
    archive = folder / "archive"
    archive.mkdir(mode=0o777)
    archive.chmod(0o777)
    archiving = (
        "wal_level=replica",
        "archive_mode=on",
        f"archive_command=test ! -f {archive}/%f && cp %p {archive}/%f",
    )
    first = PostgresServer(folder / "first", *DURABLE, *archiving)
    first.create()
    first.start()
    try:
        url = first.new_database("lutetia")
        with served(url, tmp_path / "first") as client:
            state = new_game(client, "human", "human")
            for _step in range(3):
                state = take(client, state).json()
            base = str(folder / "base")
            first.run("pg_basebackup", "--dbname", first.dsn("postgres"), "--pgdata", base, "--checkpoint", "fast")
            for _step in range(4):
                state = take(client, state).json()
            kept = look(client, state["id"])
            cookies = client.cookies
            with first.connect() as connection:
                time.sleep(1.2)
                moment = str(connection.execute("SELECT clock_timestamp()").fetchone()[0])
                time.sleep(0.5)
                connection.execute("DELETE FROM game WHERE id = %s", (state["id"],))
            later = new_game(client, "human", "human")
        with first.connect("postgres") as connection:
            last = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0]
            wait_for(connection, f"SELECT last_archived_wal >= '{last}' FROM pg_stat_archiver")
    finally:
        first.stop()

    settings = (
        f"restore_command=cp {archive}/%f %p",
        f"recovery_target_time={moment}",
        "recovery_target_action=promote",
    )
    second = PostgresServer(folder / "second", *DURABLE, *settings)
    second.folder.mkdir()
    second.folder.chmod(0o755)
    (folder / "base").rename(second.folder / "data")
    (second.folder / "data" / "recovery.signal").touch()
    second.start()
    try:
        with second.connect() as connection:
            wait_for(connection, "SELECT NOT pg_is_in_recovery()")
        undamaged(second.url())
        with served(second.url(), tmp_path / "second") as client:
            client.cookies = cookies
            again = look(client, state["id"])
            assert (again["seq"], again["state_hash"]) == (kept["seq"], kept["state_hash"])
            assert take(client, again).status_code == 200, "the game goes on"
            assert client.get(f"/api/games/{later['id']}").status_code == 404, "what came after the moment is gone"
    finally:
        second.stop()


@pytest.mark.full
def test_the_log_can_be_divided_into_parts(postgres, tmp_path, monkeypatch):
    """Games go on, keys stay unique, whole games are deleted, and the data can be moved back to SQLite."""
    monkeypatch.setattr(in_use, "WATCH", 0.0)
    url = postgres.new_database("parts", "empty")
    with served(url, tmp_path) as client:
        states = [new_game(client, "human", "human") for _game in range(8)]
        states = [take(client, state, key="first").json() for state in states]
        cookies = client.cookies
    run_file(postgres, "parts", "partition-event.sql", "--single-transaction")
    with postgres.connect("parts") as connection:
        used = connection.execute("SELECT count(DISTINCT tableoid) FROM event").fetchone()[0]
        assert used > 1
    undamaged(url)
    with served(url, tmp_path) as client:
        client.cookies = cookies
        for state in states:
            again = look(client, state["id"])
            assert again["seq"] == state["seq"]
            assert take(client, again).status_code == 200
            repeated = take(client, state, key="first")
            assert repeated.json()["seq"] == state["seq"], "the same key is the same step"
    with postgres.connect("parts") as connection:
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO event SELECT * FROM event LIMIT 1")
        connection.execute("DELETE FROM game WHERE id = %s", (states[0]["id"],))
        left = connection.execute("SELECT count(*) FROM event WHERE game = %s", (states[0]["id"],)).fetchone()[0]
        assert left == 0
    moved = transfer.transfer(sa.make_url(url), sa.URL.create("sqlite", database=str(tmp_path / "back" / "lutetia.db")))
    assert moved.games == 7
