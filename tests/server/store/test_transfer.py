"""`lutetia migrate-data`: whole installations, there and back, whatever interrupts it; nothing that differs passes."""

from __future__ import annotations

import contextlib
import gzip
import os
import random
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.cli import app as command_line
from lutetia.cli import errors
from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.jobs import shared_schema
from lutetia.server.ops.settings import Settings
from lutetia.server.store import in_use, raw_rows, schema, snapshot, transfer_mark, versions
from lutetia.server.store.database import Database, make_engine, migrate, write_transaction
from lutetia.server.store.lock import FolderLock
from lutetia.server.store.transfer import TransferError, transfer

from server import databases
from server.conftest import HERE, new_game
from server.people.helpers import become_member
from server.play.test_games import look, take, two
from server.store.test_old_database import OLD

AWKWARD = "L'éclairage “électrique” \\ \t 💡\nà Paris"
JSONS = ("{}", "[]", "null", '"text"', "true", "12", "-3.5", '{"a":"\\u0000 \\\\"}', None)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch) -> None:
    """Only where a server might run it is worth waiting for its heartbeat."""
    monkeypatch.setattr(in_use, "WATCH", 0.0)


@pytest.fixture
def settings(tmp_path) -> Settings:
    """A server on SQLite, also where the other tests use PostgreSQL."""
    file = tmp_path / "lutetia.db"
    return Settings(data=tmp_path, database=f"sqlite:///{file}", limits=False, bot_processes=1, log_level="error")


@pytest.fixture
def bare_place(postgres) -> sa.URL:
    """A database on PostgreSQL without tables."""
    return sa.make_url(postgres.new_database(f"transfer_{random.getrandbits(60)}"))


@pytest.fixture
def place(postgres) -> sa.URL:
    """A database on PostgreSQL on which a server was started once."""
    return sa.make_url(databases.new_database())


def at(path: Path) -> sa.URL:
    return sa.URL.create("sqlite", database=str(path))


def served(url: sa.URL, tmp_path: Path) -> TestClient:
    text = url.render_as_string(hide_password=False)
    settings = Settings(data=tmp_path / "served", database=text, limits=False, bot_processes=1, log_level="error")
    return TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False)


def fill(file: Path, rng: random.Random) -> None:
    """Rows in every table, with every kind of value that its columns can hold."""
    engine = make_engine(at(file))
    with write_transaction(engine) as connection:
        for table in raw_rows.TABLES:
            if table.name in ("game", "seat", "event"):
                continue  # what the rules do not make cannot be rebuilt
            for n in range(12):
                row = {column.name: value(connection, table, column, n, rng) for column in table.c}
                with contextlib.suppress(sa.exc.IntegrityError), connection.begin_nested():
                    raw_rows.insert_rows(connection, table, [tuple(row.values())])
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar(), table.name
    engine.dispose()


def value(connection: sa.Connection, table: sa.Table, column: sa.Column[Any], n: int, rng: random.Random) -> Any:
    if column.nullable and n % 3 == 0:
        return None
    for key in column.foreign_keys:
        return rng.choice(list(connection.execute(sa.select(key.column)).scalars()))
    if isinstance(column.type, sa.JSON):
        return rng.choice(JSONS[: None if column.nullable else -1])
    if isinstance(column.type, sa.Boolean):
        return rng.random() < 0.5
    if isinstance(column.type, sa.Float):
        return rng.choice((0.1, 1 / 3, 25.0, 1e-300, -0.0))
    if isinstance(column.type, sa.Integer):
        return rng.randrange(2**31 if not isinstance(column.type, sa.BigInteger) else 2**60)
    return f"{AWKWARD} {table.name} {n} {rng.random()}"


@pytest.fixture
def installation(client, settings, tmp_path) -> Path:
    """A stopped server's database: games of both kinds in progress, waiting and over, and rows in every table."""
    become_member(client)
    game, *people = two(client, pace={"kind": "live", "base": 600, "increment": 10})
    for _step in range(3):
        for player in people:
            state = look(player, game)
            if state["legal"]:
                take(player, state)
    new_game(client, "human", "open")
    over = new_game(client, "human", "human")
    assert client.post(f"/api/games/{over['id']}/resign", json={"seq": over["seq"]}).status_code == 200
    state = new_game(client, "human", "human", "human", game="paris")
    for _step in range(25):
        state = take(client, state).json()
    assert client.post(f"/api/games/{state['id']}/undo", json={"seq": state["seq"]}).status_code == 200
    stopped = tmp_path / "stopped" / "lutetia.db"
    stopped.parent.mkdir()
    with contextlib.closing(sqlite3.connect(settings.data / "lutetia.db")) as source:
        source.execute("VACUUM INTO ?", (str(stopped),))
    fill(stopped, random.Random(1889))
    return stopped


def content(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table with the types of its values, as SQLite itself shows them."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = {}
        for table in raw_rows.TABLES:
            columns = ", ".join(f'"{c.name}", typeof("{c.name}")' for c in table.c)
            found[table.name] = sorted(connection.execute(f"SELECT {columns} FROM {table.name}").fetchall(), key=repr)
        return found


def test_there_and_back_every_row_is_the_same(installation, place, tmp_path):
    before = content(installation)
    moved = transfer(at(installation), place)
    assert (moved.games, moved.events) == (len(before["game"]), len(before["event"]))
    assert moved.rows == sum(map(len, before.values()))
    back = tmp_path / "back" / "lutetia.db"
    assert transfer(place, at(back)) == moved
    assert content(back) == before == content(installation)
    with contextlib.closing(sqlite3.connect(back)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_database_of_the_first_version_is_moved_as_its_upgrade(place, tmp_path):
    old = tmp_path / "monday.db"
    old.write_bytes(gzip.decompress(OLD.read_bytes()))
    before = old.read_bytes()
    assert transfer(at(old), place)[:2] == (3, 118)
    assert old.read_bytes() == before, "the original is not touched"
    upgraded, back = tmp_path / "upgraded.db", tmp_path / "back.db"
    upgraded.write_bytes(before)
    engine = make_engine(at(upgraded))
    migrate(engine, backups=0)
    engine.dispose()
    transfer(place, at(back))
    assert content(back) == content(upgraded)


def test_the_games_go_on_where_they_were(client, settings, installation, place, tmp_path):
    """A player notices nothing: the same session, the same positions, and new entries of the audit log get ids."""
    transfer(at(installation), place)
    here = {game["id"]: look(client, game["id"]) for game in client.get("/api/me/games").json()["games"]}
    assert len(here) >= 3
    with served(place, tmp_path) as there:
        there.cookies = client.cookies
        for game, state in here.items():
            again = look(there, game)
            assert (again["seq"], again["state_hash"], again["view"]) == (
                state["seq"],
                state["state_hash"],
                state["view"],
            )
            if again["legal"]:
                assert take(there, again).status_code == 200
    engine = make_engine(place)
    with write_transaction(engine) as connection:
        last = connection.execute(sa.select(sa.func.max(schema.audit.c.id))).scalar()
        connection.execute(
            sa.insert(schema.audit).values(at=1, action="a", kind="game", subject="x", reason="", details={})
        )
        assert connection.execute(sa.select(sa.func.max(schema.audit.c.id))).scalar() == last + 1
    engine.dispose()


def test_a_server_starts_whatever_its_job_queue_was(installation, place, bare_place, tmp_path):
    """The tables of the queue do not move: given that TO has them already, or that only FROM had them, both work."""
    engine = make_engine(place)
    with engine.begin() as connection:
        shared_schema.prepare(connection)
    engine.dispose()
    for source, target in ((at(installation), place), (place, bare_place)):
        transfer(source, target)
        with served(target, tmp_path) as there:
            assert there.get("/readyz").status_code == 200


# ---- interrupted -------------------------------------------------------------------------------------------------


def killed(source: sa.URL, target: sa.URL, after: float) -> bool:
    """Run a transfer in another process and kill it some time after its first batch. Whether it was finished."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            raw_rows.BATCH_ROWS = 5
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            transfer(source, target, progress=lambda *_done: os.write(write, b"."))
            os._exit(0)
        except BaseException as error:
            os.write(write, repr(error).encode())
            os._exit(1)
    os.close(write)
    os.read(read, 1)
    time.sleep(after)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL), os.read(read, 100_000)
    os.close(read)
    return code == 0


@pytest.mark.parametrize(
    "back", [False, pytest.param(True, marks=pytest.mark.full)], ids=["to PostgreSQL", "to SQLite"]
)
def test_killed_again_and_again_it_goes_on_and_copies_nothing_twice(installation, place, tmp_path, sample, back):
    source = at(installation)
    if back:
        transfer(source, place)
        source = place
    rng, before = random.Random(24), content(installation)
    kills, wanted, n = 0, sample(3, 60), 0
    while kills < wanted:
        n += 1
        target = at(tmp_path / str(n) / "lutetia.db") if back else sa.make_url(databases.new_database())
        while kills < wanted and not killed(source, target, rng.random() * 0.2):
            kills += 1
        if (mark := mark_of(target)) is not None:
            with pytest.raises(StorageError, match="migrate-data"):
                Database(target.render_as_string(hide_password=False)).open()
            assert mark["source"] == snapshot.place(source)
            transfer(source, target)
        if not back:
            source_again, target = target, at(tmp_path / str(n) / "lutetia.db")
            transfer(source_again, target)
        assert content(tmp_path / str(n) / "lutetia.db") == before


def mark_of(url: sa.URL) -> transfer_mark.Mark | None:
    engine = make_engine(url)
    with engine.connect() as connection:
        found = transfer_mark.read(connection)
    engine.dispose()
    return found


# ---- refused -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage", ["hash", pytest.param("step", marks=pytest.mark.full), pytest.param("gap", marks=pytest.mark.full)]
)
def test_a_damaged_game_is_named(installation, place, damage, tmp_path):
    with contextlib.closing(sqlite3.connect(installation)) as connection:
        game, seq = connection.execute(
            "SELECT event.game, max(event.seq) FROM event JOIN game ON game.id = event.game "
            "WHERE kind = 'step' AND game.game = 'paris'"
        ).fetchone()
        change = {
            "hash": "UPDATE event SET state_hash = 'x' || substr(state_hash, 2) WHERE game = ? AND seq >= ?",
            "step": "UPDATE event SET step = 'no such step' WHERE game = ? AND seq = ?",
            "gap": "DELETE FROM event WHERE game = ? AND seq = ?",
        }[damage]
        connection.execute(change, (game, seq))
        connection.commit()
    with pytest.raises(TransferError, match=game):
        transfer(at(installation), place)
    with pytest.raises(StorageError, match="migrate-data"):
        served(place, tmp_path).__enter__()
    with contextlib.closing(sqlite3.connect(installation)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM game WHERE id = ?", (game,))
        connection.commit()
    with pytest.raises(TransferError, match="--restart"):
        transfer(at(installation), place)
    transfer(at(installation), place, restart=True)
    with served(place, tmp_path) as there:
        assert there.get("/readyz").status_code == 200


def test_rows_that_change_on_the_way_are_noticed(installation, place):
    """What was copied already is not what is there now: the table is named."""

    def change(_what: str, done: int, total: int) -> None:
        if done == total:
            engine = make_engine(place)
            with write_transaction(engine) as connection:
                connection.execute(sa.update(schema.rating).values(mu=schema.rating.c.mu + 1e-9))
            engine.dispose()

    with pytest.raises(TransferError, match="rating"):
        transfer(at(installation), place, progress=change)


def test_no_transfer_while_a_server_runs(installation, place, tmp_path, monkeypatch):
    with FolderLock(installation.parent), pytest.raises(StorageError, match=r"stop it first"):
        transfer(at(installation), place)
    transfer(at(installation), place)
    monkeypatch.undo()
    with served(place, tmp_path), pytest.raises(StorageError, match=r"a server is using postgresql.*stop it first"):
        transfer(place, at(tmp_path / "back.db"))
    assert not (tmp_path / "back.db").exists()


def test_the_target_must_be_empty_or_this_transfer_begun(installation, place, tmp_path):
    moved = transfer(at(installation), place)
    assert transfer(at(installation), place) == moved, "who did not see its end may repeat it"
    engine = make_engine(place)
    with write_transaction(engine) as connection:
        connection.execute(sa.insert(schema.person).values(id="late", name="Late", created=0))
    engine.dispose()
    for restart in (False, True):
        with pytest.raises(TransferError, match="not empty"):
            transfer(at(installation), place, restart=restart)
    with pytest.raises(TransferError, match="itself"):
        transfer(place, place)
    begun = tmp_path / "begun.db"
    engine = make_engine(at(begun))
    migrate(engine)
    with write_transaction(engine) as connection:
        transfer_mark.write(connection, {"source": "/elsewhere", "table": "house", "after": None})
    engine.dispose()
    with pytest.raises(TransferError, match="/elsewhere"):
        transfer(at(installation), at(begun))
    with pytest.raises(StorageError, match="interrupted"):
        transfer(at(begun), at(tmp_path / "other.db"))
    transfer(at(installation), at(begun), restart=True)
    assert content(begun) == content(installation)


def test_versions_that_do_not_fit_are_refused(installation, place, tmp_path):
    with contextlib.closing(sqlite3.connect(installation)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'of 2031'")
        connection.commit()
    with pytest.raises(StorageError, match="newer"):
        transfer(at(installation), place)
    engine = make_engine(place)
    with write_transaction(engine) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :old"), {"old": versions.known()[1]})
    engine.dispose()
    with pytest.raises(StorageError, match="earlier version"):
        transfer(place, at(tmp_path / "new.db"))


def test_the_lock_of_a_killed_transfer_is_waited_for(installation, place):
    """PostgreSQL notices a moment later that its holder is gone; a repeated transfer must not fail because of that."""
    held = threading.Event()

    def hold() -> None:
        with in_use.copying(place):
            held.set()
            time.sleep(0.5)

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    transfer(at(installation), place)
    holder.join()


def test_the_copy_is_of_one_moment(installation, place, tmp_path):
    """A server that writes meanwhile changes nothing of what a snapshot shows."""
    transfer(at(installation), place)
    engine = make_engine(place)
    with snapshot.reading(place) as connection:
        before = raw_rows.digest(raw_rows.stored_rows(connection, schema.person), schema.person)
        with write_transaction(engine) as writing:
            writing.execute(sa.insert(schema.person).values(id="late", name="Late", created=0))
        assert raw_rows.digest(raw_rows.stored_rows(connection, schema.person), schema.person) == before
    engine.dispose()


# ---- the command ---------------------------------------------------------------------------------------------------


def run(capsys, *words: object) -> tuple[int, str, str]:
    code = errors.run(command_line, ["migrate-data", *map(str, words)])
    return code, *capsys.readouterr()


def test_the_command(installation, bare_place, tmp_path, capsys):
    url = bare_place.render_as_string(hide_password=False)
    found = content(installation)
    code, out, err = run(capsys, installation.parent, url)
    assert (code, err) == (0, "")
    assert out == f"{len(found['game'])} games, {len(found['event'])} events, all verified\n"
    assert run(capsys, url, tmp_path / "copy.db")[0] == 0
    assert content(tmp_path / "copy.db") == found
    other = tmp_path / "other.db"
    other.write_bytes(gzip.decompress(OLD.read_bytes()))
    code, _out, err = run(capsys, other, url)
    assert code == 1
    assert "not empty" in err
    assert run(capsys, tmp_path / "nothing", url)[2].startswith("lutetia: there is no database")
    assert run(capsys, "mysql://x/y", url)[0] == 2
    away = "postgresql+psycopg://lutetia:secret@127.0.0.1:1/away"
    code, _out, err = run(capsys, installation, away)
    assert code == 1
    assert "cannot be reached" in err
    assert "secret" not in err
