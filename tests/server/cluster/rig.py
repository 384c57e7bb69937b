"""A whole installation, all of it real: PostgreSQL, NATS, web processes behind a load balancer, and workers.

Each part can be killed and started again at any time. With `forked`, processes are forks of one that has imported
everything (`mother.py`); without, they are commands of their own, which may run in a network of their own.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from server.backends import QUICK as QUICK_POSTGRES
from server.backends import NatsServer, PostgresServer, nats_server, postgres_server
from server.cluster.balancer import Balancer, balancing
from server.cluster.mother import NAMESPACE, Mother
from server.cluster.network import Namespace

THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
QUIET = {"LUTETIA_LIMITS": "false", "LUTETIA_LOG_LEVEL": "warning", "LUTETIA_BOT_PROCESSES": "1"}
PATIENCE = 180.0
"""Seconds after which a process that is not ready counts as broken. The machine may be busy."""


class Child:
    """`lutetia serve` or `lutetia worker`, which can be killed and started again."""

    def __init__(
        self,
        name: str,
        folder: Path,
        arguments: Sequence[str],
        environment: dict[str, str],
        *,
        mother: Mother | None = None,
        prefix: Sequence[str] = (),
        program: Sequence[str] = ("-m", "lutetia"),
    ) -> None:
        """`prefix` is a command that runs the command, `program` what Python runs."""
        self.name, self.folder = name, folder
        self.arguments, self.prefix, self.program = list(arguments), list(prefix), list(program)
        self.environment = os.environ | QUIET | environment
        self.url = ""
        self.pid = 0
        self.starts = 0
        self._mother = mother
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def _output(self) -> Path:
        return self.folder / f"{self.name}.{self.starts}.out"

    @property
    def errors(self) -> Path:
        """What it has written on the error output, in all its lives."""
        return self.folder / f"{self.name}.err"

    @property
    def alive(self) -> bool:
        if self._process is not None:
            return self._process.poll() is None
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def begin(self) -> None:
        """Start it; it is not ready yet."""
        self.starts += 1
        self._output.write_bytes(b"")
        if self._mother is not None:
            self.pid = self._mother.fork(self.arguments, self.environment, self._output, self.errors)
            return
        command = [*self.prefix, sys.executable, *self.program, *self.arguments]
        with self._output.open("ab") as output, self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=self.environment
            )
        self.pid = self._process.pid

    def wait(self) -> str:
        """Wait until it is ready; returns a web process's address."""
        until = time.monotonic() + PATIENCE
        while not (found := re.search(r"^ready (\S+).*$", self._output.read_text(), re.MULTILINE)):
            assert self.alive, f"{self.name} has ended: {self.errors.read_text()[-3000:]}"
            assert time.monotonic() < until, f"{self.name} is not ready: {self.errors.read_text()[-3000:]}"
            time.sleep(0.01)
        self.url = found[1]
        return self.url

    def start(self) -> str:
        self.begin()
        return self.wait()

    def kill(self) -> None:
        """kill -9"""
        self.end(signal.SIGKILL)

    def stop(self, how: int = signal.SIGINT) -> int:
        """Ask it to end; returns its exit code (0 if it was forked)."""
        return self.end(how)

    def end(self, how: int) -> int:
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
        if self._process is not None:
            return self._process.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while self.alive:
            assert time.monotonic() < until, f"{self.name} does not end"
            time.sleep(0.001)
        return 0


class Rig:
    """Web processes `webs`, `workers`, `postgres`, `nats`, and `url`, the balancer's address."""

    def __init__(
        self,
        folder: Path,
        postgres: PostgresServer,
        nats: NatsServer | None,
        balancer: Balancer,
        *,
        database: str,
        mother: Mother | None = None,
        webs: int = 3,
        workers: int = 2,
        program: Sequence[str] = ("-m", "lutetia"),
        spaces: Sequence[Namespace] = (),
        **environment: str,
    ) -> None:
        """`spaces`: a network for each web process, then for each worker. If there are workers, only they work."""
        self.folder, self.postgres, self.nats, self.balancer = folder, postgres, nats, balancer
        self.database = database
        self.environment = {"LUTETIA_DATABASE": database, "LUTETIA_WORK": str(not workers).lower(), **environment}
        if nats is not None:
            self.environment["LUTETIA_NATS"] = nats.url.replace(EVERYWHERE, THIS_MACHINE)
        self._mother, self._program = mother, program
        of = [*spaces, *[None] * (webs + workers)]
        self.webs = [self.child(f"web{n + 1}", "serve", "--port", "0", space=of[n]) for n in range(webs)]
        self.workers = [self.child(f"worker{n + 1}", "worker", space=of[webs + n]) for n in range(workers)]

    def child(self, name: str, *arguments: str, space: Namespace | None = None, **environment: str) -> Child:
        """A process of this installation, not started yet; `space` is a network of its own."""
        if space is not None:
            there = (self.database, self.environment.get("LUTETIA_NATS", ""))
            database, nats = (url.replace(THIS_MACHINE, space.back_host) for url in there)
            environment |= {NAMESPACE: space.name, "LUTETIA_DATABASE": database, "LUTETIA_NATS": nats}
            environment["LUTETIA_HOST"] = space.front
        data = self.folder / name
        data.mkdir(parents=True, exist_ok=True)
        return Child(
            name,
            self.folder,
            arguments,
            self.environment | {"LUTETIA_DATA": str(data)} | environment,
            mother=self._mother,
            program=self._program,
        )

    @property
    def url(self) -> str:
        return self.balancer.url

    @property
    def children(self) -> list[Child]:
        return [*self.webs, *self.workers]

    def start(self) -> None:
        for child in self.children:
            child.begin()
        for child in self.children:
            child.wait()
        self.publish()

    def publish(self) -> None:
        """Tell the balancer where the web processes are."""
        found = [re.fullmatch(r"http://([^:]+):(\d+)", web.url) for web in self.webs]
        self.balancer.targets = [(match[1], int(match[2])) for match in found if match]
        self.balancer.ready.update(self.balancer.targets)

    def restart(self, child: Child) -> None:
        """Start a process again that was killed."""
        child.start()
        self.publish()

    def stop(self) -> None:
        """End all processes: kindly, then not."""
        for child in self.children:
            if child.alive:
                with suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGTERM)
        for child in self.children:
            with suppress(AssertionError, subprocess.TimeoutExpired):
                child.end(signal.SIGTERM)
                continue
            child.kill()

    def complaints(self) -> str:
        """What all processes have written on the error output."""
        return "".join(
            f"--- {child.name}\n{child.errors.read_text()}" for child in self.children if child.errors.exists()
        )

    def errors(self) -> list[str]:
        """Errors of the program itself among the complaints."""
        return re.findall(r"^Traceback[\s\S]{0,3000}|^.*unhandled exception.*$", self.complaints(), re.MULTILINE)


@contextmanager
def running(
    *options: str,
    webs: int = 3,
    workers: int = 2,
    nats: bool = True,
    forked: bool = True,
    program: Sequence[str] = ("-m", "lutetia"),
    spaces: Sequence[Namespace] = (),
    prepare: Callable[[Rig], None] = lambda rig: None,
    **environment: str,
) -> Iterator[Rig]:
    """A whole installation for a while; `options` are PostgreSQL's (`*DURABLE`).

    With `spaces`, each process runs in a network of its own, and PostgreSQL and NATS listen there, too. `prepare` is
    called before the processes start.
    """
    folder = Path(tempfile.mkdtemp(prefix="lutetia-rig-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        balancer = stack.enter_context(balancing())
        mother = None
        if forked:
            mother = Mother()
            stack.callback(mother.close)
        everywhere = ["listen_addresses=*"] if spaces else []
        postgres = stack.enter_context(postgres_server(*(options or QUICK_POSTGRES), *everywhere))
        if spaces:
            with (postgres.folder / "data" / "pg_hba.conf").open("a") as access, postgres.connect("postgres") as reload:
                access.write("host all all 10.0.0.0/8 trust\n")
                access.flush()
                reload.execute("SELECT pg_reload_conf()")
        bus = stack.enter_context(nats_server(EVERYWHERE if spaces else THIS_MACHINE)) if nats else None
        database = postgres.new_database("lutetia")
        made = Rig(
            folder,
            postgres,
            bus,
            balancer,
            database=database,
            mother=mother,
            webs=webs,
            workers=workers,
            program=program,
            spaces=spaces,
            **environment,
        )
        stack.callback(made.stop)
        prepare(made)
        made.start()
        yield made
