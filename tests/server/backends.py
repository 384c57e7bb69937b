"""Real PostgreSQL and NATS servers for tests. `./test` installs them; if one is missing, tests fail."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

DURABLE = ("fsync=on", "synchronous_commit=on")
QUICK = ("fsync=off",)
"""Where no test pulls the plug of the machine, a commit need not reach the disk. It survives kill -9 all the same."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str) -> str:
    """The path of a program: in the folder $LUTETIA_PROGRAMS, if that is set, or where Debian keeps PostgreSQL's.

    Fails if it is missing.
    """
    if folder := os.environ.get("LUTETIA_PROGRAMS"):
        assert (Path(folder) / name).exists(), f"{folder} has no {name}"
        return str(Path(folder) / name)
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(newest[-1]) if newest else shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert found, f"{name} is missing: apt-get install postgresql nats-server"
    return found


def other_user() -> pwd.struct_passwd:
    """PostgreSQL refuses to run as root, so then it runs as `postgres`, or if there is no such user, as `nobody`."""
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _as_other_user() -> list[str]:
    user = other_user()
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"] if os.getuid() == 0 else []


class PostgresServer:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, folder: Path, *options: str, host: str = "127.0.0.1") -> None:
        self.folder, self.options, self.host = folder, options or QUICK, host
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        """Make an empty cluster of databases."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.getuid() == 0:
            os.chown(self.folder, other_user().pw_uid, other_user().pw_gid)
        settings = ["-A", "trust", "-U", "lutetia", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        self.run("initdb", "-D", str(self.folder / "data"), *settings)

    def run(self, name: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as its user."""
        command = [*_as_other_user(), program(name), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [f"port={self.port}", f"listen_addresses={self.host}", "unix_socket_directories=", *self.options]
        settings += ["max_connections=200", "shared_buffers=64MB", "log_min_messages=fatal"]
        command = [program("postgres"), "-D", str(self.folder / "data")]
        command += [part for setting in settings for part in ("-c", setting)]
        self.process = subprocess.Popen(
            [*_as_other_user(), *command], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 30
        while True:
            with suppress(psycopg.OperationalError):
                self.connect("postgres").close()
                return
            assert self.process.poll() is None, "PostgreSQL has ended"
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.05)

    def connect(self, database: str = "lutetia") -> psycopg.Connection:
        """A connection that commits each statement."""
        return psycopg.connect(self.dsn(database), autocommit=True, connect_timeout=2)

    def dsn(self, database: str = "lutetia") -> str:
        return f"host={self.host} port={self.port} user=lutetia dbname={database}"

    def url(self, database: str = "lutetia") -> str:
        """For LUTETIA_DATABASE."""
        return f"postgresql+psycopg://lutetia@{self.host}:{self.port}/{database}"

    def new_database(self, name: str, template: str = "template0") -> str:
        """Make a database; returns its URL."""
        with self.connect("postgres") as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return self.url(name)

    def kill(self) -> None:
        """kill -9: the postmaster and all its children at once, as if the machine had stopped."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)  # now it cannot have more children
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (str(self.process.pid), *children):
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self.process.wait(30)
        until = time.monotonic() + 30
        while any(Path(f"/proc/{pid}").exists() for pid in children):  # they still hold the shared memory
            assert time.monotonic() < until, "PostgreSQL's processes do not end"
            time.sleep(0.005)

    def stop(self) -> None:
        """Stop at once, without waiting for clients."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


class NatsServer:
    """A NATS server."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host, self.port = host, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """For LUTETIA_NATS."""
        return f"nats://{self.host}:{self.port}"

    def start(self, *options: str) -> None:
        """Start, and wait until it answers."""
        command = [program("nats-server"), "-a", self.host, "-p", str(self.port), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 10
        while True:
            with suppress(OSError), socket.create_connection((self.host, self.port), 1):
                return
            assert self.process.poll() is None, "NATS has ended"
            assert time.monotonic() < until, "NATS does not answer"
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9"""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    stop = kill


@contextmanager
def postgres_server(*options: str) -> Iterator[PostgresServer]:
    """A PostgreSQL server for a while."""
    folder = Path(tempfile.mkdtemp(prefix="lutetia-postgres-"))
    folder.chmod(0o755)
    server = PostgresServer(folder, *options)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def nats_server(host: str = "127.0.0.1") -> Iterator[NatsServer]:
    """A NATS server for a while."""
    server = NatsServer(host)
    server.start()
    try:
        yield server
    finally:
        server.kill()
