"""`lutetia serve --processes N` on a real PostgreSQL: one port, children that die, restarts and the end."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx2 as httpx
import pytest

from lutetia.cli import supervisor
from lutetia.cli.errors import TRY_LATER
from lutetia.cli.supervisor import MOST_FAILURES

from server.backends import postgres_server

PATIENCE = 120.0
PROGRAM = (sys.executable, "-m", "lutetia")
INSTALLED = """#!{python}
import sys
with open({log!r}, "a") as log:
    log.write({version!r})
from lutetia.cli import main
main()
"""
"""What `bin/lutetia` of an environment is, and a note that it was started."""


def children(pid: int) -> list[int]:
    """The server processes of a parent."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def free_ports(number: int) -> int:
    """The first of so many free ports in a row, below those that the system gives to everybody else."""
    while True:
        first = random.SystemRandom().randrange(20_000, 30_000)
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for port in range(first, first + number):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
            return first


def until(true: Callable[[], object], patience: float = PATIENCE) -> None:
    limit = time.monotonic() + patience
    while not true():
        assert time.monotonic() < limit, "it never came true"
        time.sleep(0.02)


class Several:
    """A server of several processes, with its output."""

    def __init__(
        self, folder: Path, database: str, processes: int, program: Sequence[str] = PROGRAM, **environment: str
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.log = folder / "errors.log"
        command = [*program, "serve", "--port", "0", "--data", str(folder)]
        settings = {"LUTETIA_DATABASE": database, "LUTETIA_LIMITS": "false", "LUTETIA_BOT_PROCESSES": "1"}
        with self.log.open("w") as errors:
            self.parent = subprocess.Popen(
                [*command, "--processes", str(processes)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | settings | environment,
            )
        self.url = ""

    def wait(self) -> None:
        assert self.parent.stdout is not None
        line = self.parent.stdout.readline()
        assert line.startswith("ready http://"), self.log.read_text()[-2000:]
        self.url = line.split()[1]

    @property
    def pids(self) -> list[int]:
        return children(self.parent.pid)

    def is_up(self) -> bool:
        """Whether a new connection is served."""
        return httpx.get(f"{self.url}/healthz", timeout=PATIENCE).status_code == 200

    def logged(self, event: str) -> int:
        return self.log.read_text().count(f'"event":"{event}"')


@contextlib.contextmanager
def several(
    folder: Path, database: str, processes: int = 2, program: Sequence[str] = PROGRAM, **environment: str
) -> Iterator[Several]:
    server = Several(folder, database, processes, program, **environment)
    try:
        server.wait()
        yield server
    finally:
        if server.parent.poll() is None:
            server.parent.terminate()
        server.parent.wait(PATIENCE)
        assert server.parent.stdout is not None
        server.parent.stdout.close()


@pytest.mark.full
def test_one_port_survives_a_dead_process_and_a_rolling_restart(tmp_path, postgres):
    """Every request of a client that always connects anew is served, whatever happens to the processes."""
    first = free_ports(2)
    with several(tmp_path / "data", postgres.new_database("rolling"), LUTETIA_METRICS=f"127.0.0.1:{first}") as server:
        started = server.pids
        assert len(started) == 2
        made = httpx.post(f"{server.url}/api/games", json={"game": "lumiere", "seats": ["human", "human"]})
        assert made.status_code == 201
        addresses = [f"http://127.0.0.1:{first + number}/metrics" for number in (0, 1)]
        until(lambda: all('lutetia_server_processes{kind="web"} 2.0' in httpx.get(one).text for one in addresses))
        both = [httpx.get(one).text for one in addresses]
        assert all('lutetia_server_games{status="running"} 1.0' in text for text in both), "a total, from each"
        counted = [float(re.search(r"^process_start_time_seconds (.*)$", text, re.M)[1]) for text in both]
        assert counted[0] != counted[1], "and each process has its own figures"
        os.kill(started[0], signal.SIGKILL)
        assert all(server.is_up() for _connection in range(20)), "those of the dead process wait for the next one"
        until(lambda: server.logged("process started again") == 1)
        before = server.pids
        server.parent.send_signal(signal.SIGHUP)
        served = 0
        while server.logged("process replaced") < 2:
            assert server.is_up()
            served += 1
        assert served > 20
        assert len(server.pids) == 2
        assert not set(server.pids) & set(before)
        left = server.pids
        server.parent.terminate()
        assert server.parent.wait(PATIENCE) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in left)
    assert "Traceback" not in server.log.read_text()


@pytest.mark.full
def test_a_rolling_restart_starts_the_version_that_a_link_names(tmp_path, postgres):
    """As docs/hosting.md installs them: an environment for each version, and a link to the one in use."""
    started, link = tmp_path / "started", tmp_path / "lutetia-in-use"
    for version in ("old", "new"):
        script = tmp_path / version / "bin" / "lutetia"
        script.parent.mkdir(parents=True)
        script.write_text(INSTALLED.format(python=sys.executable, log=str(started), version=f"{version} "))
        script.chmod(0o755)
    link.symlink_to("old")
    database = postgres.new_database("versions")
    with several(tmp_path / "data", database, program=[str(link / "bin" / "lutetia")]) as server:
        link.unlink()
        link.symlink_to("new")
        server.parent.send_signal(signal.SIGHUP)
        until(lambda: server.logged("process replaced") == 2)
        assert started.read_text().split() == ["old"] * 3 + ["new"] * 2, "the parent, its processes, and the next ones"
        assert server.is_up()


@pytest.mark.full
def test_the_processes_end_with_their_parent(tmp_path, postgres):
    with several(tmp_path / "data", postgres.new_database("orphans")) as server:
        left = server.pids
        server.parent.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))


def test_a_draining_process_finishes_requests_and_is_not_ready(tmp_path, postgres):
    """Given a connection that is kept open, when the process is told to stop, then readiness says so at once, and the
    answer closes the connection."""
    with several(tmp_path / "data", postgres.new_database("drain")) as server:
        line = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)
        line.request("GET", "/readyz")
        assert line.getresponse().read()
        assert line.sock is not None
        server.parent.terminate()
        answers: list[tuple[int, bytes]] = []
        while line.sock is not None:  # closed by the answer that says so
            line.request("GET", "/readyz")
            answer = line.getresponse()
            answers.append((answer.status, answer.read()))
        assert answer.getheader("connection") == "close"
        told = [status for status, _said in answers]
        assert told == sorted(told), "first ready, then not any more"
        status, said = answers[-1]
        assert status == 503
        assert b"not-ready" in said


@pytest.mark.full
def test_processes_that_cannot_run_end_everything(tmp_path, postgres):
    """A database that does not exist is reported once. If all processes die again and again, the parent ends, too."""
    missing = Several(tmp_path / "missing", postgres.url("nowhere"), 2)
    assert missing.parent.wait(PATIENCE) == TRY_LATER, "it may be there later"
    said = missing.log.read_text()
    assert f"process 0 did not start (exit status {TRY_LATER})" in said
    assert 'database "nowhere" does not exist' in said
    with several(tmp_path / "data", postgres.new_database("dying")) as server:
        while server.parent.poll() is None:
            for pid in server.pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
        assert server.parent.returncode == 1, "systemd starts it again"
        assert "ends again and again right after its start (exit status -9)" in server.log.read_text()


@pytest.mark.full
def test_a_process_that_dies_while_the_database_is_away_comes_back_with_it(tmp_path):
    """Given that PostgreSQL is away for longer than a process may fail, then the others run on, and it comes back."""
    with (
        postgres_server() as database,
        several(tmp_path / "data", database.new_database("away")) as server,
    ):
        dead, other = server.pids
        database.kill()
        os.kill(dead, signal.SIGKILL)
        until(lambda: server.logged("process ended") > MOST_FAILURES, 300.0)
        assert server.parent.poll() is None
        assert other in server.pids
        database.start()
        until(lambda: server.logged("process started again") == 1)


CHILD = """
import pathlib, sys, time
if pathlib.Path(sys.argv[1]).exists():  # the database is away
    sys.exit(2)
print("ready http://here", flush=True)
time.sleep(60)
"""


def test_a_process_that_cannot_start_does_not_end_the_others(tmp_path, monkeypatch):
    """While the database is away a process that has died cannot start. The others keep their connections, and when the
    database is back, so is the process."""
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.2)
    away = tmp_path / "away"

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
            places = [supervisor.Place(0, one, None), supervisor.Place(1, two, None)]
            parent = supervisor.Supervisor([sys.executable, "-c", CHILD, str(away)], places, "http://here")
            running = asyncio.create_task(parent.run())
            async with asyncio.timeout(PATIENCE):
                while not all(place.child is not None and place.child.serves for place in places):
                    await asyncio.sleep(0.02)
                died, left = (place.child for place in places)
                away.touch()
                died.process.kill()
                while places[0].child is died or places[0].child.process.returncode is None:
                    await asyncio.sleep(0.02)
                await asyncio.sleep(0.1)
                assert not running.done()
                assert left.serves
                away.unlink()
                while not places[0].child.serves:
                    await asyncio.sleep(0.02)
                assert places[1].child is left
                os.kill(os.getpid(), signal.SIGTERM)
                await running

    asyncio.run(main())


def test_a_process_that_dies_during_a_restart_is_replaced_once(tmp_path, monkeypatch):
    """Given a start after a death that takes longer than a restart, then the process of the restart stays, alone."""
    monkeypatch.setattr(supervisor, "SHORT_LIFE", 0.0)
    began, restarted, spare = asyncio.Event(), asyncio.Event(), []
    usual = supervisor.Supervisor._start

    async def slow_at_first(self, place):
        if began.is_set() or place.child is None:
            return await usual(self, place)
        began.set()
        await restarted.wait()
        spare.append(await usual(self, place))
        return spare[0]

    monkeypatch.setattr(supervisor.Supervisor, "_start", slow_at_first)

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as one:
            place = supervisor.Place(0, one, None)
            parent = supervisor.Supervisor(
                [sys.executable, "-c", CHILD, str(tmp_path / "away")], [place], "http://here"
            )
            running = asyncio.create_task(parent.run())
            async with asyncio.timeout(PATIENCE):
                while place.child is None or not place.child.serves:
                    await asyncio.sleep(0.02)
                place.child.process.kill()
                await began.wait()
                await parent.restart()
                right = place.child
                restarted.set()
                while not spare:
                    await asyncio.sleep(0.02)
                await spare[0].process.wait()
                assert place.child is right
                assert right.serves
                os.kill(os.getpid(), signal.SIGTERM)
                await running

    asyncio.run(main())


def test_sqlite_is_refused(tmp_path):
    command = [sys.executable, "-m", "lutetia", "serve", "--processes", "2", "--data", str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LUTETIA_")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert done.returncode == 2
    assert "LUTETIA_DATABASE" in done.stderr
    assert done.stdout == ""
