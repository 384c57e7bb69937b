"""Workers as processes of their own, and a web process in this one, on a real PostgreSQL database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings

from server import databases
from server.conftest import HERE, stranger
from server.times import calm

SLOW = Path(__file__).parent / "slow_worker.py"


class WorkerProcess:
    """`lutetia worker`."""

    def __init__(self, url: str, *arguments: str, slow: bool = False, **environment: str) -> None:
        """`slow`: its bots never answer."""
        program = [str(SLOW)] if slow else ["-m", "lutetia"]
        settings = {"LUTETIA_DATABASE": url, "LUTETIA_LOG_LEVEL": "warning"} | environment
        command = [sys.executable, *program, "worker", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | settings)

    def wait(self) -> str:
        """Wait until it takes jobs; returns the line that says so."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("ready"), line
        return line

    def kill(self) -> None:
        """kill -9"""
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(10)


class Cluster:
    """A web process that does not work itself, and any number of workers."""

    def __init__(self, folder: Path, url: str | None = None, **settings: Any) -> None:
        """`url`: of another database than a new one."""
        self.url = url or databases.new_database()
        self.settings = Settings(
            data=folder, database=self.url, limits=False, bot_processes=1, log_level="error", work=False, **settings
        )
        self.workers: list[WorkerProcess] = []
        self.client: TestClient

    def start_workers(
        self, *arguments: str, number: int = 1, slow: bool = False, **environment: str
    ) -> list[WorkerProcess]:
        """Start workers and wait until they are ready."""
        started = [WorkerProcess(self.url, *arguments, slow=slow, **environment) for _number in range(number)]
        self.workers += started
        for worker in started:
            worker.wait()
        return started

    def another(self) -> TestClient:
        """Another person."""
        return stranger(self.client)

    def sql(self, query: str, *values: Any) -> list[Any]:
        """What the database answers."""
        with psycopg.connect(self.url.replace("+psycopg", ""), autocommit=True) as connection:
            return connection.execute(query.encode(), values or None).fetchall()

    def jobs(self, status: str = "todo") -> int:
        """How many jobs there are."""
        return int(self.sql("SELECT count(*) FROM procrastinate_jobs WHERE status::text = %s", status)[0][0])


@contextmanager
def cluster(folder: Path, **settings: Any) -> Iterator[Cluster]:
    """A cluster for a while."""
    made = Cluster(folder, **settings)
    try:
        with TestClient(make_app(made.settings), base_url=HERE, raise_server_exceptions=False) as made.client:
            yield made
    finally:
        for worker in made.workers:
            if worker.process.poll() is None:
                worker.kill()


def wait_for(happened: Callable[[], Any], seconds: float = 60.0) -> float:
    """Wait until something has happened; returns after how many calm seconds. Fails if it does not happen in time."""
    began, calmly = time.monotonic(), calm()
    while not happened():
        assert time.monotonic() - began < seconds, "it did not happen in time"
        time.sleep(0.02)
    return calm() - calmly


def state(client: TestClient, game: str) -> dict[str, Any]:
    """A game as a person sees it."""
    answer = client.get(f"/api/games/{game}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def step(client: TestClient, game: str) -> None:
    """Take the first legal step."""
    seen = state(client, game)
    body = {"seq": seen["seq"], "step": seen["legal"][0], "client_key": f"{game}-{seen['seq']}"}
    answer = client.post(f"/api/games/{game}/steps", json=body)
    assert answer.status_code == 200, answer.text


def play_on(client: TestClient, game: str) -> dict[str, Any]:
    """Take steps until it is a bot's turn, or the game is over."""
    while (seen := state(client, game))["legal"]:
        step(client, game)
    return seen
