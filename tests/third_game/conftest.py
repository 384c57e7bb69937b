"""Nosegay as a user has it: installed with pip into a folder of its own, and seen only by processes that get its path.

The tests in `installed` need the game in their own process. They are collected only where it is installed, and
test_installed.py runs them so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lutetia

import empty_home

HERE = Path(__file__).parent
PROJECT = HERE / "nosegay"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out `installed` unless the game is installed. (A `collect_ignore` here would hide that of tests/.)"""
    return True if collection_path == HERE / "installed" and "nosegay" not in lutetia.games() else None


def path_with(site: Path) -> str:
    """The PYTHONPATH of a process that sees the game."""
    return os.pathsep.join([str(site), str(empty_home.SOURCE)])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed game. pip builds it from a copy, without the network."""
    project = tmp_path_factory.mktemp("project") / "nosegay"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(project)], check=True, timeout=120)
    return target


@pytest.fixture
def environment(site: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a process that sees the game: English, without colour, with a home of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in empty_home.UNSET}
    return kept | empty_home.variables(tmp_path) | {"PYTHONPATH": path_with(site)}
