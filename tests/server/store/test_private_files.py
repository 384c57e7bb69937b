"""Only the user that runs the server can read its files."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.store import backup as copies
from lutetia.server.store.private_files import protect

from server.conftest import HERE, new_game

pytestmark = pytest.mark.sqlite


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_umask():
    """New files can be read and written by everybody, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_server_makes_private_files_in_a_private_folder(tmp_path, open_umask):
    """Other users of the machine could read the database: it was 0644 in a folder with 0755."""
    settings = Settings(data=tmp_path / "data", limits=False, bot_processes=1, log_level="error")
    with TestClient(make_app(settings), base_url=HERE) as client:
        new_game(client, "human", "human")
        files = {path.name: mode(path) for path in settings.data.iterdir()}
    assert mode(settings.data) == 0o700
    assert files == dict.fromkeys(("lutetia.db", "lutetia.db-wal", "lutetia.db-shm", "lutetia.lock"), 0o600)
    copies.backup(settings.data / "lutetia.db", tmp_path / "copies" / "copy.db")
    assert (mode(tmp_path / "copies"), mode(tmp_path / "copies" / "copy.db")) == (0o700, 0o600)


def test_files_that_others_could_read_are_corrected_at_the_start(tmp_path, settings, empty_database):
    """Other users of the machine could read what an earlier version has written."""
    backups = tmp_path / "backups"
    backups.mkdir()
    shutil.copy(empty_database, backups / "lutetia-monday.db")
    theirs = tmp_path / "notes.txt"
    for path in (theirs, tmp_path / "lutetia.lock", tmp_path / "lutetia.db.before-restore"):
        path.touch()
    for path in tmp_path.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    tmp_path.chmod(0o755)
    with TestClient(make_app(settings), base_url=HERE):
        found = {path.name: mode(path) for path in tmp_path.rglob("*")}
    assert mode(tmp_path) == 0o700
    assert found.pop("notes.txt") == 0o644, "what is not ours stays"
    assert found.pop("backups") == 0o700
    assert set(found.values()) == {0o600}
    assert {"lutetia.db", "lutetia.db-wal", "lutetia.db-shm", "lutetia-monday.db"} <= set(found)


def test_a_folder_shared_by_all_users_stays_shared(tmp_path):
    tmp_path.chmod(0o1777)
    protect(tmp_path)
    assert mode(tmp_path) == 0o1777
