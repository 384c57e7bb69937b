"""The commands with games of Paris: score, replay, check, selfplay, edition."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cli.helpers import Run
from lutetia.core import record as records
from lutetia.core.game import Game
from lutetia.games import manifest
from lutetia.games.paris.terminal import sheet
from lutetia.games.paris.text.steps import district as district_name

from games.paris.playing import never, played


@pytest.fixture(scope="module")
def whole() -> Game:
    return played(4, never, players=3)


@pytest.fixture
def finished_paris(tmp_path: Path, whole: Game) -> Path:
    path = tmp_path / "paris.json"
    records.dump(whole.record(), path)
    return path


# ---- commands ----------------------------------------------------------------------------------------------------


def test_score_explains_sources_districts_and_turns(run: Run, finished_paris: Path, whole: Game) -> None:
    output = run("score", finished_paris)
    assert output.code == 0
    result, score = whole.result(), whole.score()
    assert result is not None
    for seat, vp in result["vp"].items():
        assert re.search(rf"total .*\b{vp}\b", output.out), seat
    for district in result["districts"]:
        assert district_name(district) in output.out
    tiles = {n for page in score["seats"].values() for n, points in page["bonus"]["tiles"].items() if points}
    for number in tiles:
        assert f"tile {number} " in output.out
    assert "Turn by turn" in output.out
    assert re.search(r"\+\d+ \(value 8 \+2", output.out)
    assert json.loads(run("score", finished_paris, "--json").out) == score


def test_tie_breaks_are_explained() -> None:
    console = Console(file=StringIO(), width=100)
    rows = [
        {"seat": "p1", "sum": 12, "highest": 8, "place": 1, "by": "highest", "points": 20},
        {"seat": "p2", "sum": 12, "highest": 5, "place": 2, "by": "highest", "points": 10},
        {"seat": "p3", "sum": 3, "highest": 3, "place": 3, "by": "half", "points": 0},
    ]
    console.print(sheet.districts({"Chaillot": rows}, {"Chaillot": [20, 10, 5]}))
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert "1. ● p1: 12, highest property 8 → +20 VP" in output
    assert "less than half" in output
    for by, words in (("vp", "wins with 9"), ("francs", "more francs"), ("property", "property"), ("shared", "share")):
        winner = {"seats": ["p1"] if by != "shared" else ["p1", "p2"], "by": by}
        assert words in sheet.signed_verdict(
            {"winner": winner, "seats": {"p1": {}, "p2": {}}}, {"vp": {"p1": 9, "p2": 9}}
        )


def test_replay_check_and_selfplay(run: Run, finished_paris: Path, whole: Game, tmp_path: Path) -> None:
    turns = len(whole.record()["turns"])
    output = run("replay", finished_paris)
    assert "game over" in output.out
    assert f"{turns}. " in output.out
    steps = sum(len(turn["steps"]) for turn in whole.record()["turns"][:3])
    early = run("replay", finished_paris, "--at", steps).out
    assert "turn 4" in early
    assert re.search(r"3\. [●■▲] p\d draws", early)
    checked = run("check", finished_paris).out
    assert f": ok, paris, {turns} turns, " in checked
    out = tmp_path / "games"
    output = run("selfplay", "paris", "--players", 4, "--games", 2, "--seed", 7, "--out", out)
    assert output.code == 0
    assert "◆ p4" in output.out
    assert run("check", *sorted(out.iterdir())).code == 0


def test_edition_show_and_check(run: Run) -> None:
    assert run("edition", "check", "--game", "paris").out == "ok\n"
    output = run("edition", "show", "--game", "paris")
    assert output.code == 0
    for words in ("Saint-Germain", "Eiffel Tower", "20·10·5", "bank 7 F", "reconstructed", "theatre"):
        assert words in output.out

    assert (
        "Eiffel Tower" in run("edition", "show", manifest("paris").edition_file).out
    )  # the file says which game it is for
