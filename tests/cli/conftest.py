"""Fixtures of the command-line tests: an empty home folder, a function that runs a command, and records."""

from __future__ import annotations

from pathlib import Path

import pytest

from lutetia.cli import app, errors
from lutetia.core import record as records

from .helpers import CommandResult, Run, played
from empty_home import move_in
from late_games import late_game


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return move_in(tmp_path, monkeypatch)


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
def late(tmp_path: Path) -> Path:
    """A finished game that begins late, for commands that think about every step."""
    path = tmp_path / "late.json"
    records.dump(late_game()[0], path)
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    path = tmp_path / "unfinished.json"
    records.dump(played(5, 12).record(), path)
    return path
