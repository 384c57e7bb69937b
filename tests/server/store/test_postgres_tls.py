"""PostgreSQL on another machine: every connection is encrypted, and its certificate is checked."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store.database import Database

from server.backends import PostgresServer, nats_server, other_user, postgres_server
from server.conftest import HERE, new_game

pytestmark = pytest.mark.full


def certificate(folder: Path, name: str) -> Path:
    """A self-signed certificate for this machine, with its key beside it; returns its path."""
    made = folder / f"{name}.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj /CN=postgres"
    more = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(made.with_suffix(".key")), "-out", str(made)]
    subprocess.run([*command.split(), *more], check=True, capture_output=True)
    return made


@pytest.fixture
def encrypted(tmp_path) -> Iterator[tuple[PostgresServer, Path]]:
    """A server that refuses connections without TLS, and its certificate."""
    with postgres_server() as server:
        server.stop()
        made, data = certificate(tmp_path, "server"), server.folder / "data"
        for source in (made, made.with_suffix(".key")):
            there = Path(shutil.copy(source, data))
            there.chmod(0o600)
            if os.getuid() == 0:
                os.chown(there, other_user().pw_uid, other_user().pw_gid)
        with (data / "postgresql.conf").open("a") as options:
            options.write("\nssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n")
        (data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n")
        server.start()
        yield server, made


@pytest.mark.parametrize("mode", ["verify-ca", "verify-full"])
def test_all_connections_of_a_server_are_encrypted(encrypted, tmp_path, mode):
    """Also those of the job queue and of the timekeeper's lock."""
    server, trusted = encrypted
    url = f"{server.new_database('games')}?sslmode={mode}&sslrootcert={trusted}"
    with nats_server() as nats:
        settings = Settings(data=tmp_path, database=url, nats=nats.url, bot_processes=1, log_level="error")
        with TestClient(make_app(settings), base_url=HERE) as client:
            assert new_game(client, "human", "human")["legal"]
            with server.connect("postgres") as own:
                rows = own.execute(
                    "SELECT application_name, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
                    "WHERE datname = 'games'"
                ).fetchall()
    assert len(rows) >= 3
    assert all(secure for _name, secure in rows), rows
    assert any(name.startswith("lutetia timekeeper") for name, _secure in rows)


def test_a_server_with_another_certificate_is_refused(encrypted, tmp_path):
    server, _trusted = encrypted
    other = certificate(tmp_path, "other")
    database = Database(f"{server.new_database('games')}?sslmode=verify-ca&sslrootcert={other}")
    with pytest.raises(StorageError) as refused:
        database.open()
    assert "certificate verify failed" in str(refused.value)
