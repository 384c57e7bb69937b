"""`lutetia backup --every day --keep 14`: copies named by the time, the oldest removed, failures tried again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lutetia.cli import backup as command
from lutetia.cli.errors import CommandError
from lutetia.server.store import backup as copies
from lutetia.server.store import scheduled
from lutetia.server.store.database import Database

pytestmark = pytest.mark.sqlite


@pytest.fixture
def data(tmp_path) -> Path:
    """The data folder of a stopped server."""
    database = Database(f"sqlite:///{tmp_path / 'data' / 'lutetia.db'}")
    database.open()
    database.close()
    return tmp_path / "data"


class Clock:
    """The time as `lutetia backup` sees it. Sleeping moves it, and ends the command after a while."""

    def __init__(self, monkeypatch, **lasts: float) -> None:
        self.now = datetime(2026, 11, 17, tzinfo=UTC)
        self.end = self.now + timedelta(**lasts)
        monkeypatch.setattr(scheduled, "_now", lambda: self.now)
        monkeypatch.setattr(command, "_stoppable", lambda: nullcontext(self.stopped_within))

    def stopped_within(self, seconds: float) -> bool:
        self.now += timedelta(seconds=seconds)
        return self.now >= self.end


def days(folder: Path) -> list[str]:
    return [path.name.removeprefix("lutetia-")[:10] for path in scheduled.copies(folder)]


def test_one_copy_a_day_and_only_the_newest_are_kept(data, monkeypatch):
    """Operators had to write their own scheduler and their own clean-up."""
    monkeypatch.setattr(command, "LOOK_AGAIN", 3_600.0)
    Clock(monkeypatch, days=4.5)
    (data / "backups").mkdir()
    (data / "backups" / "lutetia-of-my-own.db").touch()
    command.backup(None, data, command.Interval.DAY, 3)
    assert days(data / "backups") == ["2026-11-19", "2026-11-20", "2026-11-21"]
    assert (data / "backups" / "lutetia-of-my-own.db").exists(), "what is not ours stays"
    assert all(copies.check(file) == 0 for file in scheduled.copies(data / "backups"))


def test_a_restart_makes_no_further_copy(data, tmp_path, monkeypatch):
    clock = Clock(monkeypatch, hours=5)
    for _start in range(3):
        command.backup(tmp_path / "copies", data, command.Interval.DAY, 14)
        clock.end = clock.now + timedelta(hours=5)
    assert days(tmp_path / "copies") == ["2026-11-17"]


def test_a_failed_copy_is_reported_and_tried_again(data, tmp_path, monkeypatch, capsys):
    clock = Clock(monkeypatch, hours=1)
    database = data / "lutetia.db"
    whole = database.read_bytes()
    database.write_bytes(b"rubbish" * 1000)

    def repaired(seconds: float) -> bool:
        if seconds:
            database.write_bytes(whole)
        return clock.stopped_within(seconds)

    monkeypatch.setattr(command, "_stoppable", lambda: nullcontext(repaired))
    command.backup(tmp_path / "copies", data, command.Interval.HOUR, 14)
    said = capsys.readouterr()
    assert said.err.startswith(f"lutetia: {database} ")
    assert said.err.count("\n") == 1
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["lutetia-2026-11-17T00-10-00.000000Z.db"]


def test_one_copy_of_a_series_for_a_timer(data, capsys):
    """As `lutetia-backup.timer` calls it."""
    for _night in range(3):
        command.backup(None, data, None, 2)
    assert len(scheduled.copies(data / "backups")) == 2
    assert capsys.readouterr().out.count("0 games kept in ") == 3
    assert scheduled.last_backup(data) > 0
    with pytest.raises(CommandError, match="--keep"):
        command.backup(None, data)


def test_a_signal_in_a_destructor_ends_the_service_too():
    """Python drops what is raised there, and the service went on."""
    code = """
import os, signal, sys
from lutetia.cli.backup import _stoppable

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)

with _stoppable() as stopped_within:
    Last()
    sys.exit(0 if stopped_within(30) and stopped_within(0) else 1)
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=25, env=os.environ).returncode == 0


def test_the_service_ends_when_it_is_told_to(data, tmp_path):
    """`systemctl stop` sends SIGTERM."""
    words = ["backup", str(tmp_path / "copies"), "--data", str(data), "--every", "day"]
    process = subprocess.Popen(
        [sys.executable, "-m", "lutetia", *words], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert "0 games kept in" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    process.stdout.close()
