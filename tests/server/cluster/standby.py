"""A streaming standby of a PostgreSQL server, and the failover to it."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.backends import PostgresServer, other_user

NAME = "standby"


class Standby(PostgresServer):
    """A server that follows another one and can take its place."""

    def __init__(self, folder: Path, primary: PostgresServer, *options: str) -> None:
        super().__init__(folder, *options)
        self._primary = primary

    def create(self) -> None:
        """Copy the primary while it runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.getuid() == 0:
            os.chown(self.folder, other_user().pw_uid, other_user().pw_gid)
        source = f"host={self._primary.host} port={self._primary.port} user=lutetia application_name={NAME}"
        copy = ["-D", str(self.folder / "data"), "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync"]
        self.run("pg_basebackup", *copy)

    def wait_until_streaming(self, *, synchronous: bool) -> None:
        """With `synchronous`, the primary from now on acknowledges nothing that the standby does not have."""
        with self._primary.connect("postgres") as connection:
            if synchronous:
                connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'".encode())
                connection.execute("SELECT pg_reload_conf()")
            wanted = "sync" if synchronous else "async"
            until = time.monotonic() + 30
            while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall() != [(wanted,)]:
                assert time.monotonic() < until, "the standby does not follow"
                time.sleep(0.02)

    def stop_following(self) -> None:
        """Receive nothing more from the primary."""
        with self.connect("postgres") as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SELECT count(*) FROM pg_stat_wal_receiver").fetchone() != (0,):
                time.sleep(0.01)

    def promote(self) -> float:
        """Take the primary's place; returns the seconds until it accepts writes."""
        began = time.monotonic()
        with self.connect("postgres") as connection:
            if connection.execute("SELECT pg_is_in_recovery()").fetchone() == (True,):
                connection.execute("SELECT pg_promote(true, 30)")
            while connection.execute("SELECT pg_is_in_recovery()").fetchone() != (False,):
                time.sleep(0.01)
        return time.monotonic() - began


def both(primary: PostgresServer, standby: PostgresServer, database: str = "lutetia") -> str:
    """The URL for LUTETIA_DATABASE that names both servers and uses the one that accepts writes."""
    hosts = "&".join(f"host={server.host}:{server.port}" for server in (primary, standby))
    return f"postgresql+psycopg://lutetia@/{database}?{hosts}&target_session_attrs=read-write"


@contextmanager
def standby_of(primary: PostgresServer, *options: str, synchronous: bool) -> Iterator[Standby]:
    """A standby for a while."""
    folder = Path(tempfile.mkdtemp(prefix="lutetia-standby-"))
    folder.chmod(0o755)
    made = Standby(folder, primary, *options)
    try:
        made.create()
        made.start()
        made.wait_until_streaming(synchronous=synchronous)
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
