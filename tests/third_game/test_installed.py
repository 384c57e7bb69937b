"""Runs the tests in `installed` in a process that sees the game, with the core that this run tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lutetia.core import kernel

COMPILED = not str(kernel.__file__).endswith(".py")
FOLDER = Path(__file__).with_name("installed")
ONCE = ("test_drawing.py", "test_text.py")  # they use the core only through its public interface


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("test_*.py")))
def test_with_the_game_installed(file, environment):
    if not COMPILED and file in ONCE:
        return
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error"]
    ran = subprocess.run(
        [*command, "-o", "addopts=", str(FOLDER / file)], env=environment, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
    assert "skipped" not in ran.stdout
