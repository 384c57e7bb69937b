"""Backup of a running server, restore of a stopped one; nothing is half-done, whatever fails."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.cli import backup as command
from lutetia.cli.errors import CommandError
from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store import backup as copies
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.store.engines import write_transaction
from lutetia.server.store.lock import FolderLock

from server.conftest import HERE, new_game
from server.play.test_games import look, take

pytestmark = pytest.mark.sqlite


@pytest.fixture
def stored(tmp_path) -> Path:
    """A stopped server's database with a few people in it."""
    path = tmp_path / "data" / "lutetia.db"
    database = Database(f"sqlite:///{path}")
    database.open()
    with write_transaction(database.engine) as connection:
        for n in range(5):
            connection.execute(sa.insert(schema.person).values(id=f"p{n}", name=f"Person {n}", created=0))
    database.close()
    return path


def people(file: Path) -> int:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT count(*) FROM person").fetchone()[0]


def test_a_restored_game_continues_where_the_backup_was_made(client, settings, tmp_path):
    state = new_game(client, "human", "human")
    for _step in range(4):
        state = take(client, state).json()
    copy = tmp_path / "copy.db"
    assert copies.backup(settings.data / "lutetia.db", copy) == 1
    kept = look(client, state["id"])
    state = take(client, state).json()  # the server has gone on
    elsewhere = tmp_path / "elsewhere"
    assert copies.restore(copy, elsewhere / "lutetia.db") == (1, None)
    with TestClient(make_app(Settings(data=elsewhere, limits=False, bot_processes=1)), base_url=HERE) as restored:
        restored.cookies = client.cookies
        again = look(restored, state["id"])
        assert (again["seq"], again["state_hash"]) == (kept["seq"], kept["state_hash"])
        assert take(restored, again).status_code == 200


def test_a_backup_during_writes_is_consistent(stored, tmp_path):
    """Transfers between accounts go on all the time; in the copy nothing has got lost on the way."""
    setup = sqlite3.connect(stored)
    setup.execute("CREATE TABLE purse (id INTEGER PRIMARY KEY, coins INTEGER, ballast BLOB)")
    setup.executemany("INSERT INTO purse VALUES (?, 100, zeroblob(4000))", [(n,) for n in range(2_000)])
    setup.commit()
    setup.close()
    stop = threading.Event()
    begun = threading.Event()

    def trade() -> None:
        rng = random.Random(1)
        with sqlite3.connect(stored, timeout=60) as connection:
            while not stop.is_set():
                give, take = rng.sample(range(2_000), 2)
                connection.execute("UPDATE purse SET coins = coins - 1 WHERE id = ?", (give,))
                connection.execute("UPDATE purse SET coins = coins + 1 WHERE id = ?", (take,))
                connection.commit()
                begun.set()

    trader = threading.Thread(target=trade)
    trader.start()
    try:
        assert begun.wait(60)
        progress: list[tuple[int, int]] = []
        copies.PAGES, pages = 50, copies.PAGES
        try:
            copies.backup(stored, tmp_path / "copy.db", lambda done, all_: progress.append((done, all_)))
        finally:
            copies.PAGES = pages
    finally:
        stop.set()
        trader.join()
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT sum(coins) FROM purse").fetchone() == (200_000,)
    assert progress == sorted(progress), "the copy never began anew"
    assert progress[-1][0] == progress[-1][1]


def test_restore_keeps_the_replaced_database(stored, tmp_path):
    copy = tmp_path / "copy.db"
    copies.backup(stored, copy)
    for times in (1, 2):
        with sqlite3.connect(stored) as connection:
            connection.execute("DELETE FROM person WHERE id = 'p0'")
        _games, kept = copies.restore(copy, stored)
        assert people(stored) == 5
        assert kept is not None
        assert kept.name == "lutetia.db.before-restore" + ("" if times == 1 else "-2")
        assert people(kept) == 4
    assert sorted(path.name for path in stored.parent.iterdir() if path.name.endswith(".part")) == []


def test_the_journal_of_a_killed_server_is_not_applied_to_the_restored_database(stored, tmp_path):
    """The old journal goes with the old database."""
    copy = tmp_path / "copy.db"
    copies.backup(stored, copy)
    code = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode=WAL');"
        "c.execute(\"INSERT INTO person (id, name, created) VALUES ('late', 'Late', 0)\"); c.commit(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(stored)]).returncode == 9
    assert stored.with_name("lutetia.db-wal").stat().st_size > 0
    _games, kept = copies.restore(copy, stored)
    assert people(stored) == 5
    assert people(kept) == 6


def test_restore_refuses_while_a_server_runs(client, settings, tmp_path, stored):
    copy = tmp_path / "copy.db"
    copies.backup(stored, copy)
    with FolderLock(stored.parent), pytest.raises(StorageError):
        copies.restore(copy, stored)
    copies.restore(copy, stored)


def test_a_lock_ends_with_its_process(tmp_path):
    code = (
        "import os, sys; from pathlib import Path; from lutetia.server.store.lock import FolderLock;"
        "FolderLock(Path(sys.argv[1])).acquire(); print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ
    )
    assert holder.stdout.readline() == b"held\n"
    lock = FolderLock(tmp_path)
    with pytest.raises(StorageError):
        lock.acquire()
    holder.kill()
    holder.communicate()
    lock.acquire()
    lock.release()
    lock.release()


@pytest.mark.parametrize("fault", ["none", "garbage", "cut", "stranger", "newer", "flipped"])
def test_a_damaged_backup_is_refused_and_changes_nothing(stored, tmp_path, fault):
    bad = tmp_path / "bad.db"
    if fault == "garbage":
        bad.write_bytes(b"not a database" * 1000)
    elif fault in ("cut", "flipped"):
        copies.backup(stored, bad)
        content = bytearray(bad.read_bytes())
        if fault == "cut":
            del content[len(content) // 2 :]
        else:
            content[4096 * 2 : 4096 * 6] = bytes(4096 * 4)
        bad.write_bytes(content)
    elif fault == "stranger":
        sqlite3.connect(bad).executescript("CREATE TABLE game (id)").close()
    elif fault == "newer":
        copies.backup(stored, bad)
        with sqlite3.connect(bad) as connection:
            connection.execute("UPDATE alembic_version SET version_num = 'of 2031'")
    before = stored.read_bytes()
    with pytest.raises(copies.BackupError, match=r"bad\.db"):
        copies.restore(bad, stored)
    assert stored.read_bytes() == before
    assert not list(stored.parent.glob("*.part"))


def test_a_failed_backup_keeps_the_previous_one(stored, tmp_path):
    copy = tmp_path / "copy.db"
    copies.backup(stored, copy)
    before = copy.read_bytes()
    stored.write_bytes(b"rubbish" * 1000)
    with pytest.raises(copies.BackupError):
        copies.backup(stored, copy)
    assert copy.read_bytes() == before
    with pytest.raises(copies.BackupError):
        copies.backup(tmp_path / "none.db", copy)
    with pytest.raises(copies.BackupError):
        copies.backup(copy, copy)


def test_the_commands(stored, tmp_path, capsys):
    copy = tmp_path / "copy.db"
    command.backup(copy, stored.parent)
    assert capsys.readouterr().out == f"0 games kept in {copy}\n"
    with FolderLock(stored.parent), pytest.raises(CommandError, match="server"):
        command.restore(copy, stored.parent)
    command.restore(copy, stored.parent)
    output = capsys.readouterr().out
    assert "0 games restored" in output
    assert "before-restore" in output
