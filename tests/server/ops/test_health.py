"""`/readyz` says whether games can be played, and the log says why not."""

from __future__ import annotations

import json
import shutil
import sqlite3
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops import health
from lutetia.server.store import storage_faults

from server.conftest import HERE, error, live, new_game
from server.play.test_games import take
from server.times import until


@pytest.fixture(autouse=True)
def every_check_counts(monkeypatch):
    """No answer is remembered from the check before."""
    monkeypatch.setattr(health, "VALID", 0.0)
    monkeypatch.setattr(health, "RECENT", 0.0)


@pytest.fixture
def lines(capfd):
    """A function that returns the log so far."""
    return lambda: [json.loads(line) for line in capfd.readouterr().err.splitlines() if line.startswith("{")]


def refuse_writes(app, monkeypatch, message: str = "database or disk is full") -> None:
    """From now on the database fails as SQLite does on a full disk."""

    def fail(*_args: object) -> None:
        raise sa.exc.OperationalError("", {}, sqlite3.OperationalError(message))

    monkeypatch.setattr(app.state.services.database, "_run_in_transaction", fail)


def test_a_disk_that_cannot_be_written_is_not_ready(client, app, monkeypatch):
    """It said ready on a full disk, because it only read."""
    assert client.get("/readyz").json()["status"] == "ready"
    with monkeypatch.context() as while_it_lasts:
        refuse_writes(app, while_it_lasts)
        answer = client.get("/readyz")
        assert (answer.status_code, error(answer)) == (503, "store")
        assert "The disk is full" in answer.json()["error"]["text"]
    assert client.get("/readyz").status_code == 200


@pytest.mark.sqlite
def test_a_disk_with_little_room_is_not_ready(settings, monkeypatch):
    settings.least_free_mb = 50
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        assert client.get("/readyz").status_code == 200
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=49_999_999))
        answer = client.get("/readyz")
        assert (answer.status_code, error(answer)) == (503, "low-space")
        assert "49 MB" in answer.json()["error"]["text"]
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=50_000_000))
        assert client.get("/readyz").status_code == 200


@pytest.mark.sqlite
def test_a_damaged_page_that_nobody_reads_is_found(settings, monkeypatch):
    """It said ready on a damaged database. A heartbeat alone would not notice: it does not read the damaged part."""
    file = settings.data / "lutetia.db"
    with sqlite3.connect(file) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'friend_link'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    whole = file.read_bytes()
    file.write_bytes(whole[: (page - 1) * size] + b"\xff" * size + whole[page * size :])
    monkeypatch.setattr(health, "CHECK_AGAIN", 0.0)
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        until(lambda: client.get("/readyz").status_code == 503, 10)
        assert "The database is damaged" in client.get("/readyz").json()["error"]["text"]


def test_a_server_that_starts_or_stops_is_not_ready(client, app):
    app.state.services.ready = False
    assert error(client.get("/readyz")) == "not-ready"


def test_asking_often_writes_once_a_second(client, app, monkeypatch):
    """The route has no rate limit, so it must be cheap."""
    monkeypatch.setattr(health, "VALID", 60.0)
    written = []
    write = app.state.services.database.write

    async def counted(change):
        written.append(change)
        return await write(change)

    monkeypatch.setattr(app.state.services.health._database, "write", counted)
    monkeypatch.setattr(health.heartbeat, "EVERY", 60.0)
    assert {client.get("/readyz").status_code for _time in range(20)} == {200}
    assert len(written) <= 3, "one check, and what the heartbeat itself wrote"


def test_every_503_is_logged_with_its_cause(settings, monkeypatch, lines):
    """The log had bare 503s, never the reason."""
    settings.log_level = "info"
    app = make_app(settings)
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        state = new_game(client, "human", "human")
        with live(client, state["id"]) as socket:
            socket.receive_json()
            lines()
            refuse_writes(app, monkeypatch)
            for key in "ab":
                assert take(client, state, key=key).status_code == 503
            assert client.get("/readyz").status_code == 503
            assert client.post("/api/games", json={"game": "lumiere", "seats": ["human", "human"]}).status_code == 503
            socket.send_json({"seq": state["seq"], "step": state["legal"][0], "client_key": "c"})
            assert until(lambda: (m := socket.receive_json())["type"] == "answer" and m)["status"] == 503
            written = lines()
    unavailable = [line for line in written if line.get("status") == 503]
    assert len(unavailable) == 5
    assert {line["cause"] for line in unavailable} == {"OperationalError"}
    assert [line["event"] for line in written].count("database failed") == 1, "the same cause is not repeated"
    assert [line["event"] for line in written].count("not ready") == 1


def test_the_log_names_the_cause_again_after_a_minute(monkeypatch):
    times = iter((0.0, 1.0, 59.0, 60.0, 61.0))
    monkeypatch.setattr(storage_faults.time, "monotonic", lambda: next(times))
    faults = storage_faults.FaultLog()
    full = storage_faults.storage_error(sqlite3.OperationalError("database or disk is full"))
    logged = []
    monkeypatch.setattr(storage_faults, "log", SimpleNamespace(error=lambda _event, **line: logged.append(line)))
    for _time in range(5):
        faults.failed(full, "write")
    assert [line["times"] for line in logged] == [1, 3]
    assert faults.counts["full"] == 5


def test_a_cause_contains_nothing_that_users_wrote():
    with pytest.raises(sqlite3.OperationalError, match="secret") as raised:
        sqlite3.connect(":memory:").execute('SELECT * FROM "a secret word"')
    assert storage_faults.storage_error(raised.value).cause == "OperationalError SQLITE_ERROR"
