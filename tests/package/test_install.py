"""What is released: a source distribution and, built from it with and without a C compiler, a wheel that just works."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import lutetia

from .conftest import ROOT, Environment

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
FULL = bool(os.environ.get("LUTETIA_FULL"))
TOLD = {"capture_output": True, "text": True, "check": False}
PROGRAM = """
import json, random, lutetia
game, rng = lutetia.new("lumiere", seed=5, options={"postcards": "random"}), random.Random(5)
while not game.over:
    game.play(rng.choice(game.legal()))
print(json.dumps(game.record()))
"""
DRAWN = """
import hashlib
from lutetia import drawing
print(hashlib.sha256(game.svg().encode()).hexdigest())
try:
    drawing.picture(game.svg())
except drawing.NoPixels as error:
    print(error)
"""


DATA = (
    "games/lumiere/rules/edition.toml",
    "schemas/lumiere-position.json",
    "schemas/record.json",
    "locale/lutetia.pot",
    "py.typed",
    "games/paris/rules/texts/en.md",
    "games/paris/rules/rulings.toml",
    "locale/pl/LC_MESSAGES/lutetia.po",
    "text/data/en.md",
    "games/lumiere/rules/positions",
    "games/lumiere/drawing.svg",
    "drawing/replay.html",
    "drawing/fonts/SourceSans3-Regular.ttf",
    "drawing/fonts/source-sans-3-OFL.txt",
    "games/paris/bots/weights.json",
    "games/lumiere/bots/network.bin",
    "bots/inference.h",
    "server/store/migrations",
    "web/static/index.html",
    "web/static/assets",
)


@pytest.fixture(scope="module")
def source(checkout, tmp_path_factory):
    """The source distribution, unpacked, as `python -m build` makes it from a checkout."""
    folder = tmp_path_factory.mktemp("source")
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(checkout)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder)  # our own archive; filters came only with Python 3.11.4
    (unpacked,) = folder.glob("lutetia-*/")
    return unpacked


def test_the_source_has_the_files_for_operators(source, checkout):
    """Who installs with pip has no other place to take them from."""
    assert {path.name for path in (source / "deploy").iterdir()} == {
        path.name for path in (checkout / "deploy").iterdir()
    }


@pytest.fixture(scope="module", params=["no compiler", *(["a compiler", "a broken compiler"] if FULL else [])])
def installed(request, source, tmp_path_factory):
    """(what was at hand, a folder with the installed wheel, the wheel)."""
    folder = tmp_path_factory.mktemp("install")
    shutil.copytree(source, folder / "source")
    env = dict(os.environ) | {"PATH": "/nowhere" if request.param == "no compiler" else os.environ["PATH"]}
    if request.param == "a broken compiler":
        breaks = folder / "cc"  # in the middle of its work
        breaks.write_text('#!/bin/sh\ncase "$*" in *core/kernel*) exit 1;; esac\nexec cc "$@"\n')
        breaks.chmod(0o755)
        env["CC"] = str(breaks)
    env["CFLAGS"] = "-O0"  # nobody asks here how fast it is, and optimising takes most of a minute
    env.pop("LUTETIA_PURE", None)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(folder / "source")], capture_output=True, text=True, check=False, env=env)
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


def test_the_installed_command_names_its_core(installed):
    at_hand, site, _wheel = installed
    core = "(compiled core)" if at_hand == "a compiler" else "(uncompiled core)"
    assert run(site, "-m", "lutetia", "--version").strip().endswith(core)


def test_the_wheel_says_where_it_runs_and_holds_its_data(installed):
    """Compiled, on every Python from 3.11 of this platform; otherwise everywhere."""
    at_hand, site, wheel = installed
    assert ("cp311-abi3" if at_hand == "a compiler" else "py3-none-any") in wheel.name
    for part in DATA:
        assert (site / "lutetia" / part).exists(), part


def test_the_wheel_holds_nothing_else(installed):
    at_hand, _site, wheel = installed
    with zipfile.ZipFile(wheel) as archive:
        sizes = {file.filename: file.file_size for file in archive.infolist()}
    assert {name.split("/")[0] for name in sizes} == {"lutetia", f"lutetia-{lutetia.__version__}.dist-info"}
    strange = re.compile(r"node_modules|(^|/)tests?/|\.c$|\.pyc$|\.map$|\.ipynb$")
    assert [name for name in sizes if strange.search(name)] == []
    assert any(name.endswith(".so") for name in sizes) == (at_hand == "a compiler")
    assert sum(sizes.values()) < 40_000_000


def test_the_source_holds_what_it_is_built_from_and_no_more(source):
    for part in ("pyproject.toml", "setup.py", "LICENSE", "README.md", "CHANGELOG.md", "src/lutetia/core/kernel.pxd"):
        assert (source / part).exists(), part
    for part in DATA:
        assert (source / "src" / "lutetia" / part).exists(), part
    assert not [name for name in ("tests", "web", "node_modules", "docs", "build") if (source / name).exists()]
    assert not list(source.rglob("*.so"))


def test_the_metadata_are_correct(installed):
    """The version, the licence and the extras in the wheel's metadata."""
    _at_hand, site, _wheel = installed
    metadata = message_from_string((site / f"lutetia-{lutetia.__version__}.dist-info" / "METADATA").read_text("utf-8"))
    assert metadata["Version"] == lutetia.__version__
    assert metadata["License-Expression"] == "MIT"
    assert "version" not in PROJECT  # it stands in one place
    assert set(metadata.get_all("Provides-Extra")) == set(EXTRAS)
    heading = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heading[1] == lutetia.__version__


@cache
def pythons():
    """Every Python from 3.11 on that is at hand, this one first."""
    found = {".".join(map(str, sys.version_info[:2])): sys.executable}
    for minor in range(11, 20):
        named = [shutil.which(f"python3.{minor}"), f"/usr/bin/python3.{minor}"]
        for path in [*named, *sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"), reverse=True)]:
            if path and Path(path).exists() and subprocess.run([path, "-c", ""], **TOLD).returncode == 0:
                found.setdefault(f"3.{minor}", str(path))  # a name may stand for a Python that is not there (pyenv)
    return list(found.values())


@pytest.mark.parametrize("python", pythons())
def test_games_and_drawings_need_no_other_package(installed, python):
    """No further package, not even Cython, whichever Python: the same game is dealt, played and drawn; pixels say what
    they need."""
    _at_hand, site, _wheel = installed
    env = {"PYTHONPATH": str(site), "PATH": "/nowhere", "LANG": "C.UTF-8"}
    program = PROGRAM + DRAWN
    done = subprocess.run([python, "-S", "-c", program], capture_output=True, text=True, check=False, env=env, cwd=site)
    assert done.returncode == 0, done.stderr
    record, drawn, message = done.stdout.splitlines()
    game = lutetia.replay(json.loads(record))
    assert hashlib.sha256(game.svg().encode()).hexdigest() == drawn
    assert "pip install 'lutetia[pictures]'" in message


def test_it_is_installed_into_an_empty_environment(installed, tmp_path):
    """By pip, without compiler and Node; its command runs, and it can be taken out again."""
    at_hand, _site, wheel = installed
    empty = Environment(sys.executable, tmp_path)
    empty.pip("install", "--no-index", "--no-deps", str(wheel))
    beside = [str(Path(typer.__file__).parent.parent)]  # the packages it needs, as they are here
    (empty.packages / "beside.pth").write_text("\n".join(beside), encoding="utf-8")
    core = "compiled" if at_hand == "a compiler" else "uncompiled"
    assert empty.run("lutetia", "--version") == f"lutetia {lutetia.__version__} ({core} core)\n"
    empty.pip("uninstall", "-y", "lutetia")
    assert not (empty.packages / "lutetia").exists()


def needed(requirements: list[str]) -> set[str]:
    """The packages that pip would install here for these requirements, with all that those need."""
    found: dict[str, set[str]] = {}
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if wanted.extras | {""} <= found.get(name, set()):
            continue
        found.setdefault(name, set()).update(wanted.extras | {""})
        for each in map(Requirement, distribution(name).requires or ()):
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in found[name]):
                waiting.append(each)
    return set(found)


def test_the_library_needs_few_packages():
    """At most twelve with Lutetia itself. The full run installs them and weighs them."""
    packages = needed(PROJECT["dependencies"])
    assert {"typer", "rich", "pygments"} <= packages
    assert len(packages) + 1 <= 12, sorted(packages)


@pytest.mark.full
@pytest.mark.parametrize("installed", ["a compiler"], indirect=True)
@pytest.mark.parametrize("python", pythons() if FULL else pythons()[:1])
def test_pip_brings_what_it_needs(installed, source, python, tmp_path):
    """From the wheel and from the source, with everything they name fetched by pip; pixels come with their extra."""
    _at_hand, _site, wheel = installed
    empty = Environment(python, tmp_path)
    before = {path.name for path in empty.packages.iterdir()}
    empty.pip("install", "--no-compile", str(wheel))
    added = [path for path in empty.packages.iterdir() if path.name not in before]
    assert len([path for path in added if path.suffix == ".dist-info"]) <= 12
    files = [file for path in added for file in (path.rglob("*") if path.is_dir() else [path])]
    assert sum(file.stat().st_size for file in files if file.is_file()) <= 60_000_000
    assert empty.run("lutetia", "--version").endswith("(compiled core)\n")
    assert "pip install 'lutetia[arena]'" in empty.run("lutetia", "arena", "lumiere", "random", fails=True)
    empty.run("lutetia", "selfplay", "paris", "--bots", "greedy", "--games", "1", "--seed", "7", "--out", ".")
    draws = ("render", "paris-7.json", "--at", "20", "--out", "midway.png")
    assert "pip install 'lutetia[pictures]'" in empty.run("lutetia", *draws, fails=True)
    assert "pip install 'lutetia[rl]'" in empty.run("python", "-c", "import lutetia.envs.vector", fails=True)
    empty.pip("install", "--no-compile", f"{wheel}[pictures]")
    empty.run("lutetia", *draws)
    drawn, record = (tmp_path / "midway.png").read_bytes(), (tmp_path / "paris-7.json").read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert "pip install 'lutetia[server]'" in empty.run("lutetia", "openapi", fails=True)
    (packed,) = source.parent.glob("*.tar.gz")
    empty.pip("install", "--no-compile", "--no-deps", "--force-reinstall", str(packed))
    assert empty.run("lutetia", "--version").endswith("(uncompiled core)\n")
    empty.run("lutetia", "selfplay", "paris", "--bots", "greedy", "--games", "1", "--seed", "7", "--out", ".")
    empty.run("lutetia", *draws)
    assert (tmp_path / "midway.png").read_bytes() == drawn
    assert (tmp_path / "paris-7.json").read_bytes() == record
    assert "No broken requirements" in empty.pip("check")


BROUGHT = {  # by extra: a program that uses what it brings
    "server": "import sys; from lutetia.cli import main; sys.argv[1:] = ['openapi']; main()",
    "arena": """
import sys
from lutetia.cli import main
sys.argv[1:] = ["arena", "lumiere", "random", "--pairs", "1"]
main()
""",
    "online": "import aiosmtplib",
    "train": """
import torch
from lutetia.train.model import Network
from lutetia.train.recipe import SMALL
from lutetia.train.subject import subject_for
subject = subject_for("lumiere", SMALL)
Network(subject.blueprint)(torch.zeros(4, subject.blueprint.inputs, dtype=torch.uint8))
""",
    "pictures": "from lutetia import drawing, new; assert drawing.array(new('paris').svg(), width=200).shape[1] == 200",
    "rl": """
import gymnasium, pyspiel
import lutetia.envs.openspiel
from lutetia.envs import pettingzoo, vector
for game in ("lumiere", "paris"):
    env = pettingzoo.env(game)
    env.reset(seed=7)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    pyspiel.load_game(f"lutetia_{game}").new_initial_state().apply_action(7)
    many = vector.VectorEnv(game, 8, seed=7)
    many.step(many.sample())
gymnasium.make("lutetia.envs.gymnasium:lutetia/Paris-v1", opponent="greedy").reset(seed=7)
""",
    "notebook": "import ipykernel, matplotlib, numpy, lutetia; print(numpy.bitwise_count(7))",
    "postgres": "import nats, procrastinate, psycopg; psycopg.pq.version()",
    "tracing": "import opentelemetry.sdk.trace, opentelemetry.exporter.otlp.proto.http.trace_exporter",
    "cluster": "import ray; from lutetia.arena import runner",
    "engine": "import Cython, brotli, ziglang",
    "docs": "import mkdocs, material, mkdocstrings, mkdocstrings_handlers.python, nbclient, ipykernel",
    "bench": "import jax, pgx, pyspiel; from pettingzoo.classic import connect_four_v3, go_v5, tictactoe_v3",
    "dev": """
import subprocess, sys
tests = ["tests/core/test_facade.py", "tests/docs/test_figures.py", "-q", "-p", "no:cacheprovider"]
sys.exit(subprocess.run([sys.executable, "-m", "pytest", *tests], cwd=ROOT).returncode)
""",
}


def test_every_extra_is_tried():
    assert set(BROUGHT) == set(EXTRAS)
    named = re.findall(r"`lutetia\[(\w+)\]`", (ROOT / "docs" / "how-to" / "release.md").read_text("utf-8"))
    assert sorted(named) == sorted(EXTRAS)


if FULL:  # some twenty environments, each with all it needs from the network

    @pytest.mark.parametrize("installed", ["a compiler"], indirect=True)
    @pytest.mark.parametrize("python", pythons())
    @pytest.mark.parametrize("extra", BROUGHT)
    def test_pip_brings_what_an_extra_needs(installed, extra, python, tmp_path):
        """Each extra alone, in an empty environment of its own."""
        _at_hand, _site, wheel = installed
        empty = Environment(python, tmp_path)
        empty.pip("install", "--no-compile", f"{wheel}[{extra}]")
        empty.run("python", "-c", f"ROOT = {str(ROOT)!r}\n{BROUGHT[extra]}")
        assert "No broken requirements" in empty.pip("check")


def test_it_plays_the_same_game(installed):
    _at_hand, site, _wheel = installed
    here = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert run(site, "-c", PROGRAM) == here
