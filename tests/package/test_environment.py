"""What ./play and ./test install and compile: each thing once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from .conftest import ROOT

NOTED = """
. scripts/environment.sh
install_and_compile() { echo "$1" >>asked; }  # what would be installed and compiled
offer_compiler() { :; }
"""


def test_play_after_test_compiles_nothing_again(tmp_path):
    """The stamps of an environment: ./test makes what ./play needs; a change of the core is compiled once for both."""
    for name in ("pyproject.toml", "setup.py", "scripts", "src"):
        there = ROOT / name
        if there.is_dir():
            shutil.copytree(there, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "static", "__pycache__"))
        else:
            shutil.copy(there, tmp_path / name)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)

    def asked(*extras: str) -> list[str]:
        (tmp_path / "asked").write_text("")
        calls = "".join(f"environment {extra}\n" for extra in extras)
        done = subprocess.run(
            ["bash", "-euc", NOTED + calls], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return (tmp_path / "asked").read_text().split()

    assert asked("dev", "server", "dev") == ["dev"]
    assert asked("server") == []
    with (tmp_path / "src" / "lutetia" / "core" / "kernel.py").open("a") as kernel:
        kernel.write("# a change\n")
    assert asked("dev", "server") == ["dev"]
