"""docs/architecture.md is true: which files name a game, where things are, and the path of a step."""

from __future__ import annotations

import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import lutetia

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMES = re.compile("|".join(lutetia.games()), re.IGNORECASE)
GAME_FOLDERS = tuple(
    f"{parent}/{game}/"
    for parent in ("src/lutetia/games", "web/src/games", "tests/games", "web/tests/games")
    for game in lutetia.games()
)


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return listed.splitlines()


def of_a_game(path: str) -> bool:
    """Whether a file is in a game's own folder, in the package, the front end or the tests."""
    return path.startswith(GAME_FOLDERS)


def naming_files() -> list[str]:
    found = []
    for path in tracked():
        if not of_a_game(path):
            text = (ROOT / path).read_bytes().decode("utf-8", "replace")
            if NAMES.search(path) or NAMES.search(text):
                found.append(path)
    return found


def test_every_file_that_names_a_game_is_listed_with_its_reason():
    listed = {row[0].strip("`"): row[1] for row in rows("Files outside the games' folders that name a game")}
    found = naming_files()
    missing = [path for path in found if not any(fnmatch(path, pattern) for pattern in listed)]
    assert missing == []
    unused = [pattern for pattern in listed if not any(fnmatch(path, pattern) for path in found)]
    assert unused == []
    assert all(listed.values())


def test_shared_sources_are_listed_one_by_one():
    """A pattern must not hide a new source file that names a game."""
    patterns = [row[0].strip("`") for row in rows("Files outside the games' folders that name a game")]
    for new in ("src/lutetia/new.py", "src/lutetia/server/new.py", "web/src/new.ts", "web/src/lib/new.ts"):
        assert not any(fnmatch(new, pattern) for pattern in patterns), new


def test_every_place_exists():
    asked = rows("Where is …?")
    assert len(asked) >= 10
    for question, place in asked:
        assert (ROOT / place.strip("`")).is_file(), f"{question}: {place}"


def test_every_hop_exists():
    for row in rows("The path of one step"):
        for path in re.findall(r"`((?:src|web)/[\w./-]+)`", row[2]):
            assert (ROOT / path).is_file(), path
