"""The engine as `scripts/engine build` makes it, and Node to run Python in it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from lutetia.server.http import engine_files, static_pages
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
WORK = ROOT / "build" / "engine"


def build(*words: str) -> str:
    """Build the engine; what it prints."""
    command = [sys.executable, str(ROOT / "scripts" / "engine"), "build", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def engine() -> Path:
    """A folder with the engine of these sources. Only what changed is built again.

    The first process of a test run builds it, and the others use it: building replaces the folder.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    out, run = WORK / "tested", os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    with (WORK / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if not run or lock.read() != run:
            build("--fast", "--out", str(out))
            lock.truncate(0)
            lock.write(run)
    return out


def in_engine(engine: Path, program: str, *words: str, plain: bool = False, library: bool = False) -> str:
    """What a program of this folder prints in the engine. `plain`: as on a device without vectors."""
    pyodide = ROOT / "web" / "node_modules" / "pyodide"
    command = ["node", str(HERE / "node.mjs"), str(engine), str(pyodide), str(HERE / program), *words]
    env = os.environ | ({"PLAIN": "1"} if plain else {}) | ({"LIBRARY": "1"} if library else {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def natively(program: str, *words: str) -> str:
    """What it prints with this Python and the compiled core."""
    done = subprocess.run([sys.executable, str(HERE / program), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


class ServerThread(uvicorn.Server):
    """A server in this process."""

    def install_signal_handlers(self) -> None:
        """The tests keep theirs."""


class Site:
    """A server that has the engine, and can be stopped."""

    def __init__(self, data: Path) -> None:
        app = make_app(Settings(data=data, limits=False, bot_processes=1, log_level="error"))
        self._server = ServerThread(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.05)
        self.url = f"http://localhost:{self._server.servers[0].sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture
def stoppable(engine, tmp_path, monkeypatch) -> Iterator[Site]:
    monkeypatch.setattr(engine_files, "ENGINE", engine)
    cached = (engine_files.index, static_pages.translated)
    for one in cached:
        one.cache_clear()
    found = Site(tmp_path)
    yield found
    found.stop()
    for one in cached:
        one.cache_clear()


@pytest.fixture
def site(stoppable) -> str:
    """The address of a server that has the engine."""
    return stoppable.url
