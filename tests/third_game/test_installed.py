"""Runs the tests in `installed` in a process that sees the game, with the core that this run tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lutetia.core import kernel

COMPILED = not str(kernel.__file__).endswith(".py")
FOLDER = Path(__file__).with_name("installed")
ONCE = ("test_drawing.py", "test_text.py")  # they use the core only through its public interface


def test_with_the_game_installed(environment):
    files = [str(path) for path in sorted(FOLDER.glob("test_*.py")) if COMPILED or path.name not in ONCE]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error"]
    # PettingZoo warns of this when it imports its own classic games, where those are installed.
    command += ["-W", "ignore:The old environment creation:DeprecationWarning"]
    ran = subprocess.run(
        [*command, "-o", "addopts=", *files], env=environment, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
    assert "skipped" not in ran.stdout
