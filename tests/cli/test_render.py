"""`lutetia render`: pictures and pages of a record, and errors for invalid options."""

from __future__ import annotations

from pathlib import Path

import pytest

import lutetia
from lutetia import drawing
from lutetia.core import record as records

from .helpers import Run


def steps_of(path: Path) -> list[str]:
    return [step for turn in records.load(path)["turns"] for step in turn["steps"]]


def test_the_end_is_drawn_as_svg(run: Run, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    text = run("render", finished, "--out", out)
    assert (text.code, text.out) == (0, f"{out}: written\n")
    assert out.read_text("utf-8") == drawing.open_svg(lutetia.replay(records.load(finished)))


def test_a_position_as_a_seat_saw_it(run: Run, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    assert run("render", finished, "--at", 3, "--seat", "blue", "--out", out).code == 0
    game = lutetia.replay(finished, steps=0)
    for step in steps_of(finished)[:3]:
        game.play(step)
    assert out.read_text("utf-8") == game.svg("blue") != drawing.open_svg(game)


def test_pixels(run: Run, unfinished: Path, tmp_path: Path) -> None:
    out = tmp_path / "picture.PNG"
    assert run("render", unfinished, "--out", out, "--width", 300).code == 0
    drawn = drawing.open_svg(lutetia.replay(records.load(unfinished)))
    assert out.read_bytes() == drawing.picture(drawn, 300)


def test_a_page_that_plays_the_game(run: Run, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "replay.html"
    assert run("render", finished, "--out", out).code == 0
    assert out.read_text("utf-8") == drawing.replay_page(records.load(finished))


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (["--out", "picture.gif"], "--out: the file name must end in .svg, .png, .html, not picture.gif"),
        (["--out", "picture"], "not picture"),
        (["--out", "nowhere/picture.svg"], "nowhere/picture.svg: No such file or directory"),
        (["--at", "5000", "--out", "p.svg"], "--at: the record has"),
        (["--at", "-1", "--out", "p.svg"], "--at"),
        (["--seat", "green", "--out", "p.svg"], "there is no seat green; there are: orange, blue"),
        (["--at", "3", "--out", "p.html"], "--at works with .svg, .png, not with .html"),
        (["--seat", "blue", "--out", "p.html"], "--seat works with .svg, .png, not with .html"),
        (["--width", "300", "--out", "p.svg"], "--width works with .png, not with .svg"),
        (["--width", "0", "--out", "p.png"], "--width"),
        ([], "--out"),
    ],
)
def test_invalid_options_of_render_are_errors(
    run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: list[str], text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.rglob("*"))
    answer = run("render", finished, *wish)
    assert answer.code == 2
    assert text in answer.err
    assert set(tmp_path.rglob("*")) == before


def test_a_file_that_is_no_record(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    answer = run("render", broken, "--out", tmp_path / "p.svg")
    assert answer.code == 2
    assert str(broken) in answer.err
    assert not (tmp_path / "p.svg").exists()
