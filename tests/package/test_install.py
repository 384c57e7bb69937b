"""The package installs with and without a C compiler, says which core it got, and plays the same games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
import json, random, lutetia
game, rng = lutetia.new("lumiere", seed=5, options={"postcards": "random"}), random.Random(5)
while not game.over:
    game.play(rng.choice(game.legal()))
print(json.dumps(game.record()))
"""


@pytest.fixture(scope="module", params=["a compiler", "no compiler", "a broken compiler"])
def installed(request, tmp_path_factory):
    """(what was at hand, a folder with the installed wheel, the wheel)."""
    folder = tmp_path_factory.mktemp("install")
    source = folder / "source"
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "*.so", "*.egg-info", ".*cache")
    shutil.copytree(ROOT, source, ignore=left_out)
    env = dict(os.environ) | {"PATH": "/nowhere" if request.param == "no compiler" else os.environ["PATH"]}
    if request.param == "a broken compiler":
        env["CC"] = "/bin/false"
    env.pop("LUTETIA_PURE", None)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)]
    done = subprocess.run(build, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return request.param, folder / "site", wheel


def run(site, *arguments):
    env = dict(os.environ) | {"PYTHONPATH": str(site), "NO_COLOR": "1"}
    env.pop("LUTETIA_PURE", None)
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=env, cwd=site)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_says_which_core_it_got(installed):
    at_hand, site, _wheel = installed
    core = "(compiled core)" if at_hand == "a compiler" else "(uncompiled core)"
    assert run(site, "-m", "lutetia", "--version").strip().endswith(core)


def test_the_wheel_is_for_every_python_from_3_11_and_holds_its_data(installed):
    _at_hand, site, wheel = installed
    assert "cp311-abi3" in wheel.name
    for part in (
        "editions/lumiere.toml",
        "schemas/lumiere-position.json",
        "locale/lutetia.pot",
        "py.typed",
        "rules/pl/paris.md",
    ):
        assert (site / "lutetia" / part).exists(), part


def test_it_plays_the_same_game(installed):
    _at_hand, site, _wheel = installed
    here = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert run(site, "-c", PROGRAM) == here
