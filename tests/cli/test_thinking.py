"""While a bot thinks, a terminal says so; without a compiled core, it says once that this is slow."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .helpers import Run
from .terminal import PROMPT, Start, Terminal, terminals

SLOW = """
import json, time
while True:
    question = json.loads(input())
    if question["type"] == "choose":
        time.sleep(1.6)
        print(json.dumps({"id": question["id"], "step": question["legal"][0]}), flush=True)
"""


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    yield from terminals(home, Terminal)


@pytest.fixture
def slow(tmp_path: Path) -> str:
    program = tmp_path / "slow.py"
    program.write_text(SLOW)
    return f"cmd:{sys.executable} {program}"


def test_a_terminal_says_who_is_thinking_and_for_how_long(start: Start, slow: str) -> None:
    table = start("play", "lumiere", "--seed", 1, "--first", "orange", "--against", slow)
    table.until()
    table.child.send("take C6\n")
    table.child.expect(PROMPT)
    lines = re.findall(r"\r\x1b\[2K(Blue is thinking … \d s)?", str(table.child.before))
    assert lines[:2] == ["Blue is thinking … 0 s", "Blue is thinking … 1 s"]
    assert lines[-1] == "", "the line is erased at the end"


def test_without_a_terminal_nothing_is_said(run: Run, slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nquit\n"))
    done = run("play", "lumiere", "--seed", 1, "--first", "orange", "--against", slow)
    assert "thinking" not in done.out + done.err


def test_an_uncompiled_core_is_mentioned_once(start: Start) -> None:
    table = start("play", "lumiere", "--seed", 1, "--first", "orange", "--against", "level1", LUTETIA_PURE="1")
    shown = " ".join(table.until().split())
    assert "The core is not compiled, so bots think slowly. To compile it: " in shown
    assert "not compiled" not in table.type("take C6")
