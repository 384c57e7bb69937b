"""Servers that start in a moment: a process that has imported everything forks each of them.

They are real processes that run what `lutetia serve` runs, with pipes and sockets of their own. Only the imports are
saved, which are nearly all of a start; so a thousand kills take minutes.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from configurations import ON_CLUSTER, ON_POSTGRES
from server import databases
from server.cluster.suites import Installation

QUIET = {"LUTETIA_LIMITS": "false", "LUTETIA_LOG_LEVEL": "error", "LUTETIA_BOT_PROCESSES": "1"}


class Forks:
    """Starts servers in a data folder, one at a time, and kills them."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.url = ""
        self.pid = 0
        data.mkdir(parents=True, exist_ok=True)
        self._errors = (data / "errors.log").open("a")
        database = {"LUTETIA_DATABASE": databases.of_folder(data)} if ON_POSTGRES else {}
        self._mother = subprocess.Popen(
            [sys.executable, "-m", "server.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=os.environ | QUIET | database | environment | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )

    def fork(self) -> None:
        """Begin to start a server; it is not ready yet."""
        assert self._mother.stdin is not None
        self._mother.stdin.write(json.dumps({"data": str(self.data)}) + "\n")
        self._mother.stdin.flush()
        pid, port = self._said("forked")
        self.pid, self.url = int(pid), f"http://127.0.0.1:{port}"

    def ready(self) -> None:
        """Wait until the server that was begun can be played on."""
        while self._said("ready") != [str(self.pid)]:  # another's, killed in the very moment
            pass

    def _said(self, what: str) -> list[str]:
        assert self._mother.stdout is not None
        while line := self._mother.stdout.readline():
            if line.split()[0] == what:
                return line.split()[1:]
        raise RuntimeError(self.complaints()[-2000:])

    def start(self) -> str:
        """Both; returns the address."""
        self.fork()
        self.ready()
        return self.url

    def kill(self, how: int = signal.SIGKILL) -> None:
        """kill -9, and wait until it is gone."""
        os.kill(self.pid, how)
        deadline = time.monotonic() + 20
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < deadline:
                os.kill(self.pid, 0)
                time.sleep(0.001)
            raise TimeoutError(f"{self.pid} does not end")
        self.pid = 0

    def complaints(self) -> str:
        """What the servers have written on the error output."""
        return (self.data / "errors.log").read_text()

    def close(self) -> None:
        if self.pid:
            self.kill()
        self._mother.communicate()
        self._errors.close()


@contextlib.contextmanager
def forking(data: Path, **environment: str) -> Iterator[Forks | Installation]:
    """Servers in a data folder; on a cluster each of them is a whole installation."""
    forks = Installation(data, **environment) if ON_CLUSTER else Forks(data, **environment)
    try:
        yield forks
    finally:
        forks.close()


def mother() -> None:
    """Import everything once, then fork a server for every line that comes in."""
    import alembic.command  # noqa: F401
    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop
    import uvicorn.protocols.http.httptools_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import lutetia
    from lutetia.cli.serve import listen, run
    from lutetia.server.http.app import make_app  # noqa: F401
    from lutetia.server.ops.settings import Settings

    for game in ("lumiere", "paris"):
        lutetia.new(game, seed=0).legal()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is killed is gone, and leaves no zombie
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        wanted = json.loads(line)
        listening = listen("127.0.0.1", 0)
        child = os.fork()
        if child:
            print("forked", child, listening.getsockname()[1], flush=True)
            listening.close()
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        try:
            settings = Settings.read(data=Path(wanted["data"]))
            run(listening, settings, lambda _url: print("ready", os.getpid(), flush=True))
        except BaseException as error:
            print(f"ended by {error!r}", file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)


if __name__ == "__main__":
    mother()
