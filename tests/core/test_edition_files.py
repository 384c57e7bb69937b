"""Editions read from files, for both games: records contain accepted ones whole; refused ones have a message."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

import lutetia
from lutetia import EditionError
from lutetia.core.edition import LARGEST
from lutetia.games import manifest

from configurations import EDITIONS
from edition_data import faults

SECOND = {"lumiere": EDITIONS / "second.toml", "paris": EDITIONS / "second-paris.toml"}
games = pytest.mark.parametrize("game", SECOND)


@games
def test_the_bundled_file_given_by_its_path_is_the_bundled_edition(game: str) -> None:
    g = lutetia.new(game, edition=manifest(game).edition_file, seed=1)
    assert g.record() == lutetia.new(game, seed=1).record()
    assert g.record()["edition"] == 1


@games
def test_another_edition_is_written_whole_and_replayed(game: str) -> None:
    path = SECOND[game]
    record = lutetia.new(game, edition=path, seed=1).record()
    assert record["edition"] == tomllib.loads(path.read_text(encoding="utf-8"))
    assert lutetia.replay(json.loads(json.dumps(record))).record() == record
    assert lutetia.new(game, edition=str(path), seed=1).record() == record


@games
def test_an_edition_is_read_once_so_that_it_can_come_from_a_pipe(game: str) -> None:
    reading, writing = os.pipe()
    os.write(writing, SECOND[game].read_bytes())
    os.close(writing)
    g = lutetia.new(game, edition=f"/dev/fd/{reading}", seed=1)
    os.close(reading)
    assert g.record() == lutetia.new(game, edition=SECOND[game], seed=1).record()


@games
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name = paris", "it is not TOML: "),
        ("{", "it is not TOML: "),
        ("a = " + "[" * 50_000, "it is nested too deeply: at most 12 levels"),
        ("a." * 900 + "b = 1", "it is nested too deeply: at most 12 levels"),
        ("[" + ".".join(["a"] * 900) + "]", "it is nested too deeply: at most 12 levels"),
        ("a = 1" + "1" * 5_000, "it is not TOML: "),
        (f"[a]\nstatus = '{'x' * 401}'", "the text xxx"),
        ("\n".join(f"a{at} = '{'x' * 400}'" for at in range(100)), "the data are too large: at most 30000 "),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"#" * (LARGEST + 1), f"the file is larger than {LARGEST} bytes"),
    ],
    ids=["words", "json", "lists", "keys", "heading", "digits", "long text", "long texts", "binary", "huge"],
)
def test_a_file_that_is_no_edition_is_refused(game: str, tmp_path: Path, content: str | bytes, message: str) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    found = faults(game, file)
    assert len(found) == 1
    assert found[0].startswith(message)


@games
def test_parsed_data_have_the_same_bounds_as_files(game: str) -> None:
    deep: dict[str, object] = {}
    for _level in range(900):
        deep = {"a": deep}
    assert faults(game, deep) == ("it is nested too deeply: at most 12 levels",)
    assert faults(game, {"status": "x" * 230_000})[0].startswith("the data are too large")


@games
def test_an_empty_file_has_the_faults_of_empty_data(game: str, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.touch()
    assert faults(game, file) == faults(game, {})


@games
def test_a_missing_file_or_a_directory_is_refused(game: str, tmp_path: Path) -> None:
    assert faults(game, tmp_path / "none.toml") == ("it cannot be read: No such file or directory",)
    assert faults(game, tmp_path) == ("it cannot be read: Is a directory",)


@games
def test_the_error_names_the_file(game: str, tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"^edition none\.toml cannot be used:\n"):
        lutetia.new(game, edition=tmp_path / "none.toml")


@pytest.mark.parametrize(("game", "other"), [("lumiere", "paris"), ("paris", "lumiere")])
def test_the_edition_of_another_game_is_one_fault(game: str, other: str) -> None:
    assert faults(game, manifest(other).edition_file) == (f"name: this is an edition of another game, {other}",)
