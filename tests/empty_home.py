"""The environment of a person who has just arrived: an empty home folder, English texts, no colour."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lutetia

SOURCE = Path(lutetia.__file__).parent.parent
UNSET = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LUTETIA_LANG", "FORCE_COLOR", "COLORFGBG", "COLUMNS", "LINES")


def variables(home: Path) -> dict[str, str]:
    """What to set so that child processes find Lutetia and use this home."""
    return {
        "PYTHONPATH": os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")]),
        "PYTHONUTF8": "1",
        "LANG": "en_GB.UTF-8",
        "NO_COLOR": "1",
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
    }


def move_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use this home until the end of the test."""
    for name in UNSET:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables(home).items():
        monkeypatch.setenv(name, value)
    return home
