"""Fixtures of the command-line tests: an empty home folder, a function that runs a command, and records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lutetia
from lutetia.cli import app, errors
from lutetia.core import record as records

from .helpers import CommandResult, Run, played

SOURCE = Path(lutetia.__file__).parent.parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without games, in English, without colour."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LUTETIA_LANG", "FORCE_COLOR", "COLORFGBG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTHONUTF8", "1")
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, as `main` does."""

    def run_command(*arguments: object) -> CommandResult:
        code = errors.run(app, [str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return CommandResult(code, captured.out, captured.err)

    return run_command


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    path = tmp_path / "finished.json"
    records.dump(played(5).record(), path)
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    path = tmp_path / "unfinished.json"
    records.dump(played(5, 12).record(), path)
    return path
