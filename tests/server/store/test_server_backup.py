"""`lutetia backup` of a PostgreSQL database: one consistent file, made while servers run, from which games go on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.cli import app as command_line
from lutetia.cli import backup as command
from lutetia.cli import errors
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store import backup as copies
from lutetia.server.store import in_use, scheduled, schema
from lutetia.server.store.database import make_engine, write_transaction

from server.conftest import HERE, new_game
from server.play.test_games import look, take


@pytest.fixture
def shared(postgres, tmp_path, monkeypatch) -> Settings:
    """Settings of a server on a PostgreSQL database of its own, also in the environment, as for the commands."""
    url = postgres.new_database(f"backup_{tmp_path.name}")
    monkeypatch.setenv("LUTETIA_DATABASE", url)
    return Settings(data=tmp_path / "data", database=url, limits=False, bot_processes=1, log_level="error")


def run(capsys, *words: object) -> tuple[int, str, str]:
    code = errors.run(command_line, list(map(str, words)))
    return code, *capsys.readouterr()


def test_a_game_goes_on_from_a_backup_made_while_it_was_played(shared, tmp_path, capsys):
    copy = tmp_path / "copy.db"
    with TestClient(make_app(shared), base_url=HERE, raise_server_exceptions=False) as client:
        state = new_game(client, "human", "human")
        for _step in range(4):
            state = take(client, state).json()
        assert run(capsys, "backup", copy, "--data", shared.data) == (0, f"1 game kept in {copy}\n", "")
        kept = look(client, state["id"])
        assert take(client, state).status_code == 200, "the server goes on"
        assert run(capsys, "backup", "--keep", 2, "--data", shared.data)[0] == 0
        cookies = client.cookies
    assert copies.check(copy) == 1
    assert [path.name for path in tmp_path.glob("copy.db*")] == ["copy.db"]
    assert len(scheduled.copies(shared.data / "backups")) == 1
    assert scheduled.last_backup(shared.data) > 0
    code, _out, err = run(capsys, "restore", copy, "--data", shared.data)
    assert code == 2
    assert "migrate-data" in err
    elsewhere = tmp_path / "elsewhere"
    assert run(capsys, "migrate-data", copy, elsewhere)[1].startswith("1 game, 6 events, all verified")
    alone = Settings(data=elsewhere, database=f"sqlite:///{elsewhere / 'lutetia.db'}", limits=False, bot_processes=1)
    with TestClient(make_app(alone), base_url=HERE) as restored:
        restored.cookies = cookies
        again = look(restored, state["id"])
        assert (again["seq"], again["state_hash"]) == (kept["seq"], kept["state_hash"])
        assert take(restored, again).status_code == 200


def test_a_backup_during_writes_is_of_one_moment(shared, tmp_path):
    """Names move between two people all the time; in the copy none is there twice."""
    from lutetia.server.store.database import Database

    database = Database(shared.database_url())
    database.open()
    with write_transaction(database.engine) as connection:
        people = [{"id": f"p{n}", "name": str(n), "created": 0} for n in range(1_000)]
        connection.execute(sa.insert(schema.person), people)
    stop, begun = threading.Event(), threading.Event()

    def swap() -> None:
        engine, person = make_engine(sa.make_url(shared.database_url())), schema.person
        n = 0
        while not stop.is_set():
            n = (n + 7) % 500
            with write_transaction(engine) as connection:
                for this, other in ((n, 999 - n), (999 - n, n)):
                    new = sa.update(person).where(person.c.id == f"p{this}").values(name=f"{other}", created=n)
                    connection.execute(new)
            begun.set()
        engine.dispose()

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        assert begun.wait(60)
        copy = command._source(shared.data)
        with command._copier(copy) as make:
            make(tmp_path / "copy.db")
    finally:
        stop.set()
        swapping.join()
        database.close()
    engine = make_engine(sa.URL.create("sqlite", database=str(tmp_path / "copy.db")))
    with engine.connect() as connection:
        assert len(set(connection.execute(sa.select(schema.person.c.name)).scalars())) == 1_000
    engine.dispose()


def test_one_backup_at_a_time(shared, tmp_path, capsys, monkeypatch):
    """Two machines with the same timer: the second one leaves it to the first."""
    monkeypatch.setattr(in_use, "LOCK_PATIENCE", 0.3)
    file = tmp_path / "copy.db"
    file.write_bytes(b"the previous one")
    with in_use.copying(sa.make_url(shared.database_url())):
        code, _out, err = run(capsys, "backup", file, "--data", shared.data)
    assert code == 2
    assert "another backup or transfer" in err
    assert file.read_bytes() == b"the previous one"
    assert list(tmp_path.glob("*.part*")) == []


def test_a_backup_of_something_else_is_refused(shared, tmp_path, capsys):
    code, _out, err = run(capsys, "backup", tmp_path / "copy.db", "--data", shared.data)
    assert code == 2
    assert "is not a Lutetia database" in err
    assert not Path(tmp_path / "copy.db").exists()
