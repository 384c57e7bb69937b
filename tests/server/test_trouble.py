"""Failures: a full disk, a locked or damaged database, bots that crash or hang. Users get a clear message, games stay
as they were, and afterwards everything works again, if possible without a restart."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server import services
from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.jobs import pool
from lutetia.server.play import deadlines
from lutetia.server.store import engines, schema

from server import databases
from server.conftest import HERE, error, new_game, serving
from server.ledger import games, sound
from server.play.test_games import decider, look, take, two
from server.times import until


@contextlib.contextmanager
def impatient(monkeypatch, *pragmas: str) -> Iterator[None]:
    """Connections of servers begun here are told these, too."""
    prepare = engines._prepare

    def further(connection, record) -> None:
        prepare(connection, record)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    monkeypatch.setattr(engines, "_prepare", further)
    yield


def unharmed(client, state: dict) -> None:
    """A game is as it was."""
    now = look(client, state["id"])
    assert {key: now[key] for key in ("seq", "state_hash", "legal")} == {
        key: state[key] for key in ("seq", "state_hash", "legal")
    }


def in_words(answer, words: str) -> None:
    """The one shape of an error that is the store's, with words that say which."""
    assert (answer.status_code, error(answer)) == (503, "store")
    assert words in answer.json()["error"]["text"]


# ---- a full disk -----------------------------------------------------------------------------------------------------


class Disk(NamedTuple):
    """A server on a small disk, and how to fill and empty that."""

    client: Any
    fill: Callable[[], None]
    empty: Callable[[], None]


@contextlib.contextmanager
def small_disk(folder: Path, settings) -> Iterator[Disk]:
    """A real one. The log of errors is on it, too."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], check=True)
    ballast = folder / "ballast"

    def fill() -> None:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    try:
        with (
            serving(folder, LUTETIA_LEAST_FREE_MB="0") as process,
            httpx.Client(base_url=process.url, timeout=60) as client,
        ):
            yield Disk(client, fill, ballast.unlink)
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@contextlib.contextmanager
def small_quota(folder: Path, settings) -> Iterator[Disk]:
    """SQLite's own limit, which gives SQLite's own error, whoever runs the test."""
    with TestClient(app := make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        store = app.state.services.database
        engine = store.engine

        def limit(pages: int) -> None:
            engine.dispose()
            store._bulk.close()  # it keeps its connection
            sa.event.listen(engine, "connect", lambda c, _record: c.execute(f"PRAGMA max_page_count={pages}"))

        def fill() -> None:
            limit(1)  # no more than there are; and what is free among them is used
            other = sqlite3.connect(folder / "lutetia.db", isolation_level=None)
            other.execute("create table ballast (content)")
            other.execute(f"pragma max_page_count = {other.execute('pragma page_count').fetchone()[0]}")
            for size in (100_000, 1_000, 10):
                with contextlib.suppress(sqlite3.OperationalError):
                    while True:
                        other.execute("insert into ballast values (zeroblob(?))", (size,))
            other.close()

        yield Disk(client, fill, lambda: limit(1_000_000))


@pytest.mark.sqlite
@pytest.mark.parametrize("small", [small_disk, small_quota] if os.geteuid() == 0 else [small_quota])
def test_a_full_disk_refuses_steps_until_there_is_room(tmp_path, settings, small):
    """Given a game on a disk that fills, then a step is refused in words and the game is as it was; and when there is
    room again, then the same step is taken."""
    with small(tmp_path, settings) as disk:
        state = new_game(disk.client, "human", "human")
        disk.fill()
        for n in range(100):  # the last room in what is written already may do for some
            if (answer := take(disk.client, state, key=f"{n}")).status_code != 200:
                break
            state = answer.json()
        in_words(answer, "The disk is full")
        unharmed(disk.client, state)
        in_words(disk.client.get("/readyz"), "The disk is full")
        disk.empty()
        done = until(lambda: (again := take(disk.client, state, key=f"{n}")).status_code == 200 and again, 10)
        assert done.json()["seq"] == state["seq"] + 1
        assert take(disk.client, done.json()).status_code == 200
        until(lambda: disk.client.get("/readyz").status_code == 200, 10)
        sound(tmp_path)


# ---- a locked database -----------------------------------------------------------------------------------------------

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.rollback()
"""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process holds the database's write lock."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout.readline() == "held\n"
    try:
        yield
    finally:
        other.communicate("\n")


@pytest.mark.sqlite
def test_a_locked_database_refuses_steps_until_it_is_free(settings, monkeypatch):
    """Given a lock held longer than our patience, then steps are refused in words, looks are answered, and afterwards
    the same step is taken."""
    with impatient(monkeypatch, "busy_timeout = 200"):
        app = make_app(settings)
        with TestClient(app, base_url=HERE, raise_server_exceptions=False) as host:
            game, *people = two(host, pace={"kind": "live", "base": 60, "increment": 0})
            client, state = decider(game, *people)
            with locked(settings.data / "lutetia.db"):
                for _try in range(3):
                    in_words(take(client, state, key="once"), "busy")
                unharmed(client, state)
                in_words(host.get("/readyz"), "busy")
            assert take(client, state, key="once").status_code == 200
            assert take(client, state, key="once").status_code == 200, "once more is the same"
    sound(settings.data)


@pytest.mark.sqlite
def test_a_short_lock_only_delays_a_step(host, settings):
    game, *people = two(host)
    client, state = decider(game, *people)
    connection = sqlite3.connect(settings.data / "lutetia.db", isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    threading.Timer(0.3, connection.rollback).start()
    assert take(client, state).status_code == 200
    assert time.monotonic() - began > 0.25
    connection.close()


@pytest.mark.one_process
def test_an_account_is_not_deleted_while_its_games_cannot_be_left(client, app, monkeypatch):
    """Otherwise the others would wait for a player who no longer exists."""
    game, mine, _theirs = two(client)

    async def fail(*_args: Any, **_more: Any) -> None:
        raise StorageError

    with monkeypatch.context() as while_it_lasts:
        while_it_lasts.setattr(app.state.services.tables, "commit", fail)
        in_words(mine.delete("/api/me"), "is not responding")
    assert look(mine, game)["mine"]
    assert mine.delete("/api/me").status_code == 204


def test_a_transaction_that_reads_first_waits_for_other_writers(client, app, settings):
    """As `lutetia admin` and the server do beside each other: neither fails because of the other."""
    own, other = app.state.services.database, engines.make_engine(sa.make_url(settings.database_url()))
    with ThreadPoolExecutor(1) as beside, engines.write_transaction(other) as connection:
        assert connection.execute(sa.select(schema.person.c.id)).all() == []
        begun = beside.submit(client.portal.call, own.write, lambda c: note(c, "server"))
        time.sleep(0.2)
        note(connection, "admin")
    begun.result(20)
    other.dispose()
    keys = sa.select(schema.server_state.c.key)
    assert {"server", "admin"} <= set(own.read_now(lambda c: c.execute(keys).scalars().all()))


def note(connection, key):
    connection.execute(sa.insert(schema.server_state).values(key=key, value=True))


# ---- a damaged database ----------------------------------------------------------------------------------------------


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", ["head", "middle", pytest.param("not a database", marks=pytest.mark.full)])
def test_a_database_damaged_before_the_start_is_reported_on_the_terminal(tmp_path, settings, damage):
    path = tmp_path / "lutetia.db"
    if damage == "not a database":
        path.write_bytes(b"Dear diary, " * 1000)
    else:
        with TestClient(make_app(settings), base_url=HERE) as client:
            new_game(client, "human", "human")
        content = bytearray(path.read_bytes())
        first = 100 if damage == "head" else 4096
        content[first:] = os.urandom(len(content) - first)
        path.write_bytes(content)
    command = [sys.executable, "-m", "lutetia", "serve", "--port", "0", "--data", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode not in (0, None)
    assert "The database is damaged" in ended.stderr
    assert "restore" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "ready" not in ended.stdout


@pytest.mark.sqlite
def test_a_database_damaged_while_the_server_runs(client, app, settings):
    """Given a game in memory and one that is not, when the file is overwritten, then what cannot be kept or found is
    said in words; and when the file is put back, then both go on as they were."""
    one, two_ = new_game(client, "human", "human"), new_game(client, "human", "human", game="paris")
    path = settings.data / "lutetia.db"
    with sqlite3.connect(path) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    connection.close()
    whole = path.read_bytes()
    cache = app.state.services.tables.cache
    cache._recent.pop(two_["id"])
    app.state.services.database.engine.dispose()  # what SQLite itself remembers would hide it for a while
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(len(whole) - 4096))
    try:
        with ThreadPoolExecutor(4) as tabs:  # who waits for the first must not take what it could not keep for true
            answers = list(tabs.map(lambda _tab: take(client, one, key="once"), range(4)))
        assert [(answer.status_code, error(answer)) for answer in answers] == [(503, "store")] * 4
        answer = client.get(f"/api/games/{two_['id']}")
        assert (answer.status_code, error(answer)) == (503, "store")
        in_words(client.get("/readyz"), "The database is damaged")
    finally:
        app.state.services.database.engine.dispose()
        for rest in ("lutetia.db-wal", "lutetia.db-shm"):
            (settings.data / rest).unlink(missing_ok=True)
        path.write_bytes(whole)
    for state in (one, two_):
        until(lambda state=state: client.get(f"/api/games/{state['id']}").status_code == 200, 5)
        unharmed(client, state)
        assert take(client, state, key="once").status_code == 200
    sound(settings.data)


@pytest.mark.one_process
@pytest.mark.parametrize(
    "damage",
    [
        "update event set step = 'take Z9' where game = :game and kind = 'step'",
        pytest.param("update event set data = '{' where game = :game and seq = 1", marks=pytest.mark.sqlite),
        "update event set state_hash = 'x' where game = :game and kind = 'step'",
        "update game set setup = '{}' where id = :game",
        "delete from event where game = :game and kind = 'step'",
        "delete from event where game = :game and seq = 0",
    ],
)
def test_one_damaged_game_is_reported_and_the_others_continue(client, app, settings, damage):
    broken, other = new_game(client, "human", "human"), new_game(client, "human", "human")
    take(client, broken)
    with databases.opened(settings.data) as connection:
        connection.execute(sa.text(damage), {"game": broken["id"]})
    client.portal.call(app.state.services.tables.refresh, broken["id"])
    until(lambda: client.get(f"/api/games/{broken['id']}").status_code == 503, 5)
    answer = client.get(f"/api/games/{broken['id']}")
    assert error(answer) == "damaged"
    assert "kept" in answer.json()["error"]["text"]
    assert take(client, broken).status_code == 503
    assert take(client, other).status_code == 200


# ---- bots ------------------------------------------------------------------------------------------------------------

BAD_WORKER = """
import os, time
from lutetia.server.jobs import worker

class Bad:
    def __init__(self, name):
        self.name = name

    def choose(self, view, legal, clock=None):
        if self.name == "level1":
            os._exit(3)
        time.sleep(600)

real = worker.bot
worker.bot = lambda name, seed=0: Bad(name) if name in ("level1", "level2") else real(name, seed)
worker.main()
"""


@pytest.mark.one_process
@pytest.mark.parametrize(("bot", "fault"), [("level1", "dead"), ("level2", "late")])
def test_a_bot_that_crashes_or_hangs_stops_no_game(settings, tmp_path, monkeypatch, bot, fault):
    """Given a game with a bot that dies or hangs at every step, and another game, then the other is not kept waiting,
    and for the bot a legal step is taken, with the reason in the log."""
    worker = tmp_path / "bad.py"
    worker.write_text(BAD_WORKER)
    monkeypatch.setattr(pool, "START_SECONDS", 10.0 if fault == "dead" else 0.2)
    monkeypatch.setattr(services, "JobQueue", partial(services.JobQueue, command=(sys.executable, str(worker))))
    settings.bot_seconds = 0.5
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        other = new_game(client, "human", "human")
        state = new_game(client, "human", bot, options={"first": "orange"})
        taken = take(client, state).json()
        for _step in range(5):
            other = take(client, other).json()
        assert look(client, state["id"])["seq"] <= taken["seq"] + 1
        after = until(lambda: (s := look(client, state["id"])) and s["legal"] and s, 30)
        assert after["seq"] == taken["seq"] + 1
        assert take(client, after).status_code == 200
        until(lambda: look(client, state["id"])["legal"], 30)
    events = games(settings.data)[state["id"]][2]
    assert [event.data["fault"] for event in events if event.kind == "step" and event.seat == "blue"] == [fault] * 2
    sound(settings.data)


@pytest.mark.sqlite
def test_bots_continue_after_a_lock_of_the_database(settings, monkeypatch):
    """Given a bot's step that could not be written, when the lock is gone, then the bot is asked again by itself."""
    monkeypatch.setattr(deadlines, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(deadlines, "SWEEP_EVERY", 0.1)
    with (
        impatient(monkeypatch, "busy_timeout = 100"),
        TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client,
    ):
        state = new_game(client, "human", "random", options={"first": "orange"})
        until(lambda: take(client, state, key="once").status_code == 200)
        until(lambda: look(client, state["id"])["legal"])
        state = look(client, state["id"])
        with locked(settings.data / "lutetia.db"):
            in_words(take(client, state, key="twice"), "busy")
        assert take(client, state, key="twice").status_code == 200
        until(lambda: look(client, state["id"])["legal"])
    sound(settings.data)
