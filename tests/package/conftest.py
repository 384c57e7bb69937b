"""What the tests of packages share: a copy of the checkout, and environments to install it into."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NOT_COPIED = (".git", ".venv", "build", "*.so", "*.egg-info", ".*cache", "node_modules")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory) -> Path:
    """A copy of the checkout without anything built in it."""
    copy = tmp_path_factory.mktemp("checkout") / "lutetia"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    return copy


class Environment:
    """An empty virtual environment. pip works on it from outside; there is no compiler and no Node in it."""

    def __init__(self, python: str, folder: Path) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        self.bin, self.folder = folder / "venv" / "bin", folder
        (self.packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
        self.env = dict(os.environ) | {"PATH": "/nowhere", "HOME": str(folder), "NO_COLOR": "1"}
        for name in ("PYTHONPATH", "LUTETIA_PURE", "LUTETIA_CORE"):
            self.env.pop(name, None)

    def pip(self, *words: str, **settings: str) -> str:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(self.bin / "python")]
        return self._output([*pip, *words], self.env | {"HOME": str(Path.home())} | settings)

    def run(self, command: str, *words: str, fails: bool = False) -> str:
        """The output of one of its commands."""
        return self._output([str(self.bin / command), *words], self.env, fails)

    def _output(self, command: list[str], env: dict[str, str], fails: bool = False) -> str:
        done = subprocess.run(command, env=env, cwd=self.folder, capture_output=True, text=True, check=False)
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr
