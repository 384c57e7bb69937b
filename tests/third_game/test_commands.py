"""Nosegay on the command line: played in a terminal, and with every command that takes a game or a record."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from schemas import validator

LUTETIA = [sys.executable, "-m", "lutetia"]
PROMPT = r"[\r\n](?:\x1b\[\?2004h)?> "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")

Run = Callable[..., str]


@pytest.fixture
def run(environment, tmp_path) -> Run:
    """What a command prints; it must succeed."""

    def called(*arguments: object) -> str:
        command = [*LUTETIA, *map(str, arguments)]
        ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr
        return ran.stdout

    return called


@pytest.fixture
def record(run, tmp_path) -> Path:
    """A finished game of three."""
    run("selfplay", "nosegay", "--games", 1, "--seed", 3, "--players", 3, "--strict", "--out", tmp_path / "records")
    return tmp_path / "records" / "nosegay-3.json"


def test_records(run, record, tmp_path):
    written = json.loads(record.read_text())
    assert written["options"] == {"strict": True}
    validator("record").validate(written)
    assert f"{record}: ok, nosegay, 18 turns" in run("check", record)
    shown = run("replay", record, "--at", 4)
    assert all(name in shown for name in ("Nosegay", "Player 1", "Player 3", "shown", "hidden"))
    sheet = run("score", record)
    assert all(name in sheet for name in ("Score", "Player 2", "shown", "hidden", "total"))
    assert set(json.loads(run("score", record, "--json"))) == {"p1", "p2", "p3"}
    for name in ("game.svg", "game.png", "game.html"):
        assert "written" in run("render", record, "--out", name)
        assert (tmp_path / name).stat().st_size > 1000


def test_editions(run):
    shown = run("edition", "show", "--game", "nosegay")
    assert "iris  lily  poppy  rose" in shown
    assert "cards each" in shown
    assert run("edition", "check", "--game", "nosegay") == "ok\n"


def test_bots_play_each_other(run):
    assert "Player 2" in run("selfplay", "nosegay", "--games", 2, "--seed", 1, "--bots", "greedy,level2")


def test_the_arena(run, tmp_path):
    report = tmp_path / "report.html"
    said = run("arena", "nosegay", "level2", "random", "--pairs", 2, "--seed", 1, "--jobs", 1, "--html", report)
    assert "level2" in said
    assert "Nosegay" in report.read_text()


def test_a_game_is_played_in_the_terminal(environment, tmp_path):
    child = pexpect.spawn(
        LUTETIA[0], [*LUTETIA[1:], "play", "nosegay", "--seed", "4", "--against", "greedy"],
        encoding="utf-8", env=environment | {"TERM": "xterm-256color"}, dimensions=(40, 110), timeout=30,
    )  # fmt: skip

    def until(pattern: str = PROMPT) -> str:
        child.expect(pattern)
        return ESCAPES.sub("", str(child.before))

    def enter(text: str, pattern: str = PROMPT) -> str:
        child.send(text + "\n")
        return until(pattern)

    screen = until()
    assert "Nosegay" in screen
    assert "Choose a move." in screen
    assert "Hint: " in enter("hint")
    assert "There are no rules texts for this game." in enter("rules")
    assert "total" in enter("score")
    assert "press Tab to complete" in enter("help")
    assert "the bee moves only after you have shown a 1 (N5)" in enter("bee rose")
    enter("1")
    assert "Player 1" in enter("log")
    assert "Choose a move." in enter("undo")
    for _step in range(20):
        child.send("1\n")
        if child.expect([PROMPT, "Rematch"]) == 1:
            break
    last = ESCAPES.sub("", str(child.before))
    assert "wins (" in last or "share the win (" in last
    child.send("\n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    kept = list((tmp_path / "state").rglob("*.json"))
    assert any(json.loads(path.read_text()).get("game") == "nosegay" for path in kept)
