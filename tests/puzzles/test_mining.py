"""The search for puzzles, `scripts/puzzles.py`: reproducible, continued after an interruption, and it only adds."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from lutetia import puzzles

from configurations import COMPILED

SCRIPTS = Path(__file__).parents[2] / "scripts"
FOUND = Path("build/puzzles/lumiere.jsonl")
pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted, a search takes minutes")


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python with the scripts, in a folder of its own; an error of the script fails the test."""
    environment = os.environ | {"PYTHONPATH": str(SCRIPTS)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )


def searched(folder: Path, games: int = 2) -> list[str]:
    """The lines that a search of so many games leaves in a folder."""
    folder.mkdir(exist_ok=True)
    python(folder, str(SCRIPTS / "puzzles.py"), "lumiere", "--games", str(games))
    return (folder / FOUND).read_text("utf-8").splitlines(keepends=True)


@pytest.fixture(scope="module")
def mined(tmp_path_factory) -> Path:
    """A folder in which two games have been searched."""
    folder = tmp_path_factory.mktemp("mined")
    searched(folder)
    return folder


def test_a_game_has_the_same_puzzles_every_time(mined, tmp_path):
    lines = (mined / FOUND).read_text("utf-8").splitlines(keepends=True)
    assert searched(tmp_path) == lines
    found = [one for line in lines for one in json.loads(line)["found"]]
    assert found
    assert all(one["found"]["value"] > one["found"]["second"] for one in found)


def test_a_search_that_was_cut_off_goes_on(mined, tmp_path):
    first, second = (mined / FOUND).read_text("utf-8").splitlines(keepends=True)
    file = tmp_path / FOUND
    file.parent.mkdir(parents=True)
    file.write_text(first + second[:30])
    assert searched(tmp_path) == [first, second]
    assert searched(tmp_path) == [first, second], "nothing is left to search"
    file.write_text(first[:30] + second)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        searched(tmp_path)
    assert refused.value.stderr.endswith("line 1: this is not a JSON object; remove the line and run again\n")


@pytest.mark.parametrize("room", [-5, 1, 100])
def test_what_is_found_is_added_to_the_puzzles_of_the_game(mined, tmp_path, room):
    """`room`: how many more puzzles are wanted than there are."""
    before = json.loads((puzzles.folder("lumiere") / "puzzles.json").read_text("utf-8"))
    shutil.copytree(puzzles.folder("lumiere"), tmp_path / "lumiere")
    shutil.copytree(mined / "build", tmp_path / "build")
    program = (
        "import sys, pathlib, puzzles, lutetia.puzzles;"
        "lutetia.puzzles.folder = pathlib.Path;"  # the copies, by the name of the game
        "puzzles.write('lumiere', int(sys.argv[1]))"
    )
    lines = (mined / FOUND).read_text("utf-8").splitlines()
    found = {puzzles.id_of(one["record"]) for line in lines for one in json.loads(line)["found"]}
    new = found - {one["id"] for one in before}
    assert len(new) > 1
    python(tmp_path, "-c", program, str(len(before) + room))
    after = json.loads((tmp_path / "lumiere" / "puzzles.json").read_text("utf-8"))
    assert [one for one in after if one["id"] not in new] == before
    assert len(after) - len(before) == min(max(room, 0), len(new))
    records = gzip.decompress((tmp_path / "lumiere" / "records.jsonl.gz").read_bytes()).splitlines()
    assert [puzzles.id_of(json.loads(record)) for record in records] == [one["id"] for one in after]


def test_whoever_solves_more_makes_a_puzzle_easier(tmp_path):
    program = (
        "import json, puzzles; bots = [900, 1100, 1300, 1500, 1700, 1900];"
        "print(json.dumps([puzzles._fitted([(bot, n >= at) for n, bot in enumerate(bots)]) for at in range(7)]))"
    )
    ratings = json.loads(python(tmp_path, "-c", program).stdout)
    assert all(easier < harder for easier, harder in pairwise(ratings))
    assert 400 <= ratings[0] < 900
    assert 1900 < ratings[-1] <= 2800
