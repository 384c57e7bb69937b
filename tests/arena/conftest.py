"""Fixtures of the arena tests: an empty home folder, and small bots as programs."""

from __future__ import annotations

import os
import select
import sys
import textwrap
from pathlib import Path

import pytest

from cli.conftest import run

from empty_home import move_in

__all__ = ["run"]

FIRST_LEGAL = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            print(json.dumps({"id": message["id"], "step": message["legal"][0]}), flush=True)
"""


def ends(pid: int, seconds: float = 60) -> bool:
    """Whether the process of this id has ended, or does within so many seconds."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], seconds)[0])
    finally:
        os.close(process)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return move_in(tmp_path, monkeypatch)


@pytest.fixture
def script(tmp_path: Path):
    """script(text): the name of a bot that is this Python program."""

    def write(text: str = FIRST_LEGAL, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return f"cmd:{sys.executable} {path}"

    return write


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A very short start limit for programs, so that one that hangs does not delay the tests."""
    from lutetia.bots import external

    monkeypatch.setattr(external, "STARTUP_SECONDS", 0.5)
