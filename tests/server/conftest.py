"""Fixtures of the server tests: a server with its own folder and database, and clients with their own cookies."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient, WebSocketTestSession

from lutetia.core import kernel
from lutetia.server.ops.settings import Settings

from configurations import ON_CLUSTER, ON_POSTGRES
from server import databases
from server.backends import PostgresServer
from server.cluster import suites
from server.processes import Process, serving
from server.times import Time

UNCOMPILED = ("test_games", "test_corpus", "test_machine")
__all__ = ["Process", "error", "new_game", "serving", "stranger"]
if str(kernel.__file__).endswith(".py"):
    # The server itself is not compiled. On the uncompiled core it is enough to play games and to rebuild stored ones.
    here = Path(__file__).parent
    skipped = [path for path in here.rglob("test_*.py") if path.stem not in UNCOMPILED]
    collect_ignore_glob = [str(path.relative_to(here)) for path in skipped]
if ON_POSTGRES:
    databases.use_postgres()
if ON_CLUSTER:
    suites.use_cluster()
HERE = "http://localhost:1889"
LIVE = "ws://localhost:1889"


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch) -> Iterator[None]:
    """argon2 with little work, for servers in this process."""
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher

    from lutetia.server.people import passwords

    quick = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    passwords._dummy_hash.cache_clear()
    monkeypatch.setattr(passwords, "_hasher", lambda: quick)
    yield
    passwords._dummy_hash.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> PostgresServer:
    """A PostgreSQL server for all tests of this process; each makes databases of its own."""
    return databases.server()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory) -> Path:
    """A database as a new server makes it. Copying it takes a server's start less than running the migrations."""
    from lutetia.server.store.database import Database

    file = tmp_path_factory.mktemp("empty") / "lutetia.db"
    database = Database(f"sqlite:///{file}")
    database.open()
    database.close()
    return file


@pytest.fixture
def settings(tmp_path, empty_database) -> Settings:
    shutil.copy(empty_database, tmp_path)
    return Settings(data=tmp_path, limits=False, bot_processes=1, log_level="error")


@pytest.fixture
def authority(tmp_path, monkeypatch) -> ssl.SSLContext:
    """A certificate for localhost, that servers started here trust."""
    made, key = tmp_path / "localhost.pem", tmp_path / "localhost.key"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj /CN=localhost"
    more = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(made)]
    subprocess.run([*command.split(), *more], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    return context


@pytest.fixture
def times() -> Time:
    """A clock that only the test moves; pass it to `make_app` as `now`."""
    return Time()


@pytest.fixture
def app(settings) -> FastAPI:
    from lutetia.server.http.app import make_app

    return make_app(settings)


@pytest.fixture
def client(app) -> Iterator[TestClient]:
    """A client of a server that runs as long as the test."""
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as first:
        yield first


@pytest.fixture
def host(client) -> TestClient:
    """The same client, in tests with several players: it opens the table."""
    return client


@pytest.fixture
def another(client) -> Callable[[], TestClient]:
    """A function that makes another client of the same server."""
    return lambda: stranger(client)


def stranger(client: TestClient) -> TestClient:
    """Another client of the same server, without a cookie yet."""
    other = TestClient(client.app, base_url=HERE, raise_server_exceptions=False)
    other.portal = client.portal  # one loop for all
    return other


@contextmanager
def live(client: TestClient, game: str, **headers: str) -> Iterator[WebSocketTestSession]:
    """A WebSocket to a game. The test client cancels the server's side at the end; that error is ignored."""
    with suppress(CancelledError), client.websocket_connect(f"{LIVE}/api/games/{game}/live", headers=headers) as socket:
        yield socket


def new_game(client: TestClient, *seats: str, game: str = "lumiere", **more: Any) -> dict[str, Any]:
    """Open a game; returns its state."""
    answer = client.post("/api/games", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def error(answer: Any) -> str:
    """The code of a refusal, which must have the one shape that all have."""
    body = answer.json()
    assert set(body) == {"error"}, body
    assert set(body["error"]) == {"code", "rule", "text"}
    assert body["error"]["text"]
    return body["error"]["code"]
