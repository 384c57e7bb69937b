"""What each process of an installation costs PostgreSQL, played or not: `python benchmarks/processes.py`.

Real web processes that only serve, and a worker with more and more places, on real servers. First nobody plays:
PostgreSQL's processor time per process is the difference to the arrangement without it. Then people play bots, twice as
many as the worker has places, and the most connections are counted. The figures go into `measured.toml` by hand.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from real_servers import backends, family_cpu
from visitors import visit

import server as bench

WEBS = 4
PLACES = (2, 5, 17)
SETTLED = 8.0
"""Seconds after which a process that has just started has calmed down."""
OF_PROCESS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = ANY(%s)"


def named(database: str, name: str) -> str:
    """The URL by which PostgreSQL calls a process's connections so."""
    return f"{database}?application_name={name}"


@contextmanager
def working(folder: Path, database: str, nats: str, places: int) -> Iterator[int]:
    """A `lutetia worker` with so many places, one of them for quick work only; its process id."""
    env = os.environ | {"LUTETIA_DATABASE": named(database, "worker"), "LUTETIA_NATS": nats}
    env["LUTETIA_DATA"] = str(folder)
    command = [sys.executable, "-m", "lutetia", "worker", "--processes", str(places - 1)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        assert process.stdout.readline().startswith("ready")
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


class Counter(threading.Thread):
    """Looks ten times a second how many connections a process has, and keeps the most."""

    def __init__(self, postgres: Any, name: str, pid: int) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._postgres, self._names = postgres, [name, f"lutetia timekeeper {pid}"]
        self._enough = threading.Event()

    def __enter__(self) -> Counter:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._enough.set()
        self.join()

    def run(self) -> None:
        with self._postgres.connect() as connection:
            while not self._enough.wait(0.1):
                self.most = max(self.most, connection.execute(OF_PROCESS, (self._names,)).fetchone()[0])


def idle(postgres: Any, seconds: float) -> float:
    """PostgreSQL's processor time while nobody plays, as a share of a core."""
    time.sleep(SETTLED)
    began, used = time.monotonic(), family_cpu(postgres.process.pid)
    time.sleep(seconds)
    return (family_cpu(postgres.process.pid) - used) / (time.monotonic() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40.0, help="of each look at an idle installation")
    seconds = parser.parse_args().seconds
    with ExitStack() as stack:
        postgres = stack.enter_context(backends().postgres_server())
        nats = stack.enter_context(backends().nats_server()).url
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = postgres.new_database("lutetia")
        shares, webs = [], []
        for number in range(WEBS):
            data = folder / f"web{number}"
            data.mkdir()
            settings = {"database": named(database, f"web{number}"), "nats": nats, "work": False}
            webs.append(stack.enter_context(bench.serving(data, **settings)))
            if number in (0, WEBS - 1):
                shares.append(idle(postgres, seconds))
        each = (shares[1] - shares[0]) / (WEBS - 1)
        print(f"idle: PostgreSQL needs {shares[0]:.2%} of a core for one web process, {each:.2%} for each more")
        for places in PLACES:
            with working(folder / "worker", database, nats, places) as pid:
                with Counter(postgres, "worker", pid) as resting:
                    more = idle(postgres, seconds) - shares[1]
                with (
                    Counter(postgres, "worker", pid) as busy,
                    Counter(postgres, "web0", webs[0].process.pid) as web,
                ):
                    people = 2 * places
                    asyncio.run(visit(webs[0].url, 2 * people, people, "paris", "level4", 2, device=False))
            print(
                f"worker with {places} places: {more:.2%} of a core while idle; connections {resting.most}, at work "
                f"{busy.most}, the web process {web.most}",
                flush=True,
            )


if __name__ == "__main__":
    main()
