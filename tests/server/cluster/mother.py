"""Commands of `lutetia` that start in a moment: a process that has imported everything forks each of them.

They are real processes that run the real command line, with files, sockets and settings of their own. Only the imports
are saved, which are nearly all of a start; so a thousand kills take minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from server.cluster import planted, repeatable

NAMESPACE = "NETWORK_NAMESPACE"
"""The variable that puts a forked process into a network of its own."""
CLONE_NEWNET = 0x40000000
QUICK_PASSWORDS = "QUICK_PASSWORDS"
"""The variable that makes a forked process hash passwords with little work."""
SILENT_BOTS = "SILENT_BOTS"
"""The variable that makes a forked process's bots never answer."""


def enter(space: str) -> None:
    """Move this process into a network namespace."""
    with Path(f"/run/netns/{space}").open() as there:
        result = ctypes.CDLL(None, use_errno=True).setns(there.fileno(), CLONE_NEWNET)
    if result != 0:
        raise OSError(ctypes.get_errno(), f"cannot enter {space}")


def hash_quickly() -> None:
    """argon2 with little work, as in tests with a server in their own process."""
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher

    from lutetia.server.people import passwords

    quick = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    passwords._hasher = lambda: quick  # type: ignore[assignment]


def silence_bots() -> None:
    """A bot that is asked thinks for ever."""
    from lutetia.server.jobs.queue import JobQueue

    async def never(*_question: object, **_more: object) -> None:
        await asyncio.Event().wait()

    JobQueue.choose = never  # type: ignore[assignment, method-assign]


class Mother:
    """The process that forks the others."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server.cluster.mother"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._one = threading.Lock()

    def fork(self, arguments: list[str], environment: dict[str, str], output: Path, errors: Path) -> int:
        """Start `lutetia ARGUMENTS`; returns its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {"arguments": arguments, "environment": environment, "output": str(output), "errors": str(errors)}
        with self._one:
            self._process.stdin.write(json.dumps(wanted) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        """End, and with it all that were forked."""
        self._process.communicate(timeout=30)


def run() -> None:
    """Import everything once, then fork a process for every line that comes in."""
    import alembic.command  # noqa: F401
    import nats  # noqa: F401
    import psycopg  # noqa: F401
    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop
    import uvicorn.protocols.http.httptools_impl
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import lutetia
    from lutetia.cli import main
    from lutetia.server.http.app import make_app  # noqa: F401
    from lutetia.server.jobs import pool

    pool.QUICK_NICENESS = pool.LONG_NICENESS = 0  # other tests beside this one would leave them nothing
    for game in ("lumiere", "paris"):
        lutetia.new(game, seed=0).legal()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is killed is gone, and leaves no zombie
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    forked: list[int] = []
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child:
            forked.append(child)
            print(child, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for file, number in ((wanted["output"], 1), (wanted["errors"], 2)):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)
        os.environ.clear()
        os.environ.update(wanted["environment"])
        sys.argv = ["lutetia", *wanted["arguments"]]
        if space := os.environ.get(NAMESPACE):
            enter(space)
        if os.environ.get(QUICK_PASSWORDS):
            hash_quickly()
        if os.environ.get(SILENT_BOTS):
            silence_bots()
        if folder := os.environ.get(repeatable.VARIABLE):
            repeatable.repeat(Path(folder))
        if fault := os.environ.get(planted.VARIABLE):
            planted.plant(fault)
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        except BaseException as error:
            print(f"ended by {error!r}", file=sys.stderr, flush=True)
            code = 1
        os._exit(code)
    for child in forked:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    run()
