"""Upgrades: a database of an earlier version is copied before it is migrated; one of a newer version is refused."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lutetia.cli import app, errors
from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store import backup as copies
from lutetia.server.store import versions
from lutetia.server.store.database import Database

from server.conftest import HERE
from server.store.test_old_database import OLD
from server.store.test_private_files import mode

pytestmark = pytest.mark.sqlite


def put_old(folder: Path) -> bytes:
    """The database of version 0.1.0, in a server's folder."""
    content = gzip.decompress(OLD.read_bytes())
    for path in folder.glob("lutetia.db*"):
        path.unlink()
    (folder / "lutetia.db").write_bytes(content)
    return content


def opened(folder: Path, **more: int) -> None:
    database = Database(Settings(data=folder).database_url(), **more)
    database.open()
    database.close()


def version(file: Path) -> str | None:
    connection = sqlite3.connect(file)
    found = versions.of_file(connection)
    connection.close()
    return found


def test_a_database_is_copied_before_its_migration(tmp_path, settings):
    """An upgrade that went wrong could not be undone."""
    put_old(tmp_path)
    before = version(tmp_path / "lutetia.db")
    with TestClient(make_app(settings), base_url=HERE) as client:
        assert client.get("/readyz").status_code == 200
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("before-upgrade-20")
    assert (mode(copy), mode(copy.parent)) == (0o600, 0o700)
    assert version(copy) == before
    assert version(tmp_path / "lutetia.db") == versions.known()[0] != before
    assert copies.restore(copy, tmp_path / "elsewhere" / "lutetia.db")[0] == 3, "the copy can be restored"


def test_only_so_many_copies_are_kept(tmp_path):
    for _upgrade in range(4):
        put_old(tmp_path)
        opened(tmp_path, migration_backups=2)
    assert len(list((tmp_path / "backups").iterdir())) == 2
    put_old(tmp_path)
    opened(tmp_path, migration_backups=0)
    assert len(list((tmp_path / "backups").iterdir())) == 2, "0: no copy, and none is removed"


def test_a_database_of_this_version_is_not_copied(tmp_path):
    opened(tmp_path)
    opened(tmp_path)
    assert not (tmp_path / "backups").exists()


def test_without_a_copy_nothing_is_migrated(tmp_path):
    content = put_old(tmp_path)
    (tmp_path / "backups").touch()  # no folder can be made here
    with pytest.raises(StorageError, match="could not be copied"):
        opened(tmp_path)
    assert (tmp_path / "lutetia.db").read_bytes()[100:] == content[100:], "only the header says that it was opened"


def test_a_newer_database_is_refused_in_one_line(tmp_path, capfd):
    """A server that was downgraded printed alembic's traceback."""
    opened(tmp_path)
    connection = sqlite3.connect(tmp_path / "lutetia.db")
    connection.execute("UPDATE alembic_version SET version_num = 'of 2031'")
    connection.commit()
    connection.close()
    assert errors.run(app, ["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capfd.readouterr()
    file = tmp_path / "lutetia.db"
    assert said.err.splitlines() == [f"lutetia: {file} was created by a newer Lutetia; install that version first"]
    assert said.out == ""
