"""Programs that die, hang or talk nonsense end neither `play` nor `selfplay`, and leave no traceback of ours."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.core import record as records

from .helpers import Run
from .terminal import Start, Terminal, terminals

PROGRAMS = {
    "dies": (
        "import sys; print('loading', file=sys.stderr); raise RuntimeError('no weights')",
        "dies.py exited, or could not be started (exit status 1: RuntimeError: no weights)",
    ),
    "nonsense": (
        "while True:\n input()\n print('bonjour', flush=True)",
        "nonsense.py sent something that is not an answer (bonjour)",
    ),
    "cheats": (
        "import json\nwhile True:\n q = json.loads(input())\n if q['type'] == 'choose':\n"
        "  print(json.dumps({'id': q['id'], 'step': 'win'}), flush=True)",
        "cheats.py answered with a step that is not legal (win)",
    ),
}


def program(folder: Path, name: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(PROGRAMS[name][0])
    return f"cmd:{sys.executable} {path}"


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    yield from terminals(home, Terminal)


@pytest.mark.parametrize("name", PROGRAMS)
def test_without_a_terminal_a_stand_in_plays_on(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nquit\n"))
    done = run("play", "lumiere", "--seed", 1, "--first", "orange", "--against", program(tmp_path, name))
    assert done.code == 0
    assert done.err.startswith("lutetia: cmd:" + PROGRAMS[name][1])
    assert "greedy takes over" in done.err
    assert "lutetia/" not in done.err, "no traceback of ours"
    assert len(records.load(home / "state" / "lutetia" / "lumiere.json")["turns"]) == 2


def test_a_program_that_hangs_is_named_with_what_it_said_last(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lutetia.bots.external.DEFAULT_MS", 500)
    monkeypatch.setattr("lutetia.bots.external.STARTUP_SECONDS", 0.5)
    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nquit\n"))
    (tmp_path / "hangs.sh").write_text("echo 'thinking hard' >&2\nsleep 60\n")
    done = run("play", "lumiere", "--seed", 1, "--first", "orange", "--against", f"cmd:sh {tmp_path}/hangs.sh")
    assert done.code == 0
    assert done.err == "lutetia: cmd:hangs.sh did not answer in time; greedy takes over\n  thinking hard\n"


def test_selfplay_counts_what_went_wrong(run: Run, tmp_path: Path) -> None:
    bots = f"{program(tmp_path, 'dies')},random"
    done = run("selfplay", "lumiere", "--games", 1, "--seed", 3, "--bots", bots)
    assert done.code == 0
    lost = re.search(
        r"cmd:dies\.py lost (\d+) moves: .*exited, or could not be started \(3\)", done.out.replace("\n", " ")
    )
    assert lost
    assert re.search(rf"orange .*│ +{lost[1]} │", done.out)
    assert "exit status 1: RuntimeError: no weights" in done.out
    figures = json.loads(run("selfplay", "lumiere", "--games", 1, "--seed", 3, "--bots", bots, "--json").out)
    assert figures["seats"]["orange"]["faults"] == int(lost[1]) == len(figures["games"][0]["faults"])
    assert figures["seats"]["blue"]["faults"] == 0
    assert "no weights" in figures["games"][0]["faults"][0]["said"]


def test_on_a_terminal_the_player_decides(start: Start, tmp_path: Path) -> None:
    table = start("play", "lumiere", "--seed", 1, "--first", "orange", "--against", program(tmp_path, "nonsense"))
    table.until()
    asked = table.type("take C6", r"q: leave ")
    assert "nonsense.py sent something that is not an answer (bonjour)" in asked
    assert len(table.steps) == 1
    assert "bonjour" in table.type("", r"q: leave ")  # asked again
    table.type("7", r"q: leave ")  # there is no such level
    shown = table.type("1")  # level 1 plays on
    assert re.search(r"Orange takes C6\. Blue ", shown)
    assert len(table.steps) == 2
    table.type("take I3")
    assert len(table.steps) == 4  # and goes on doing so
    table.child.send("quit\n")
    assert "Traceback" not in table.ended()


def test_the_player_may_leave_a_game_with_a_faulty_bot(start: Start, tmp_path: Path) -> None:
    table = start("play", "lumiere", "--seed", 1, "--first", "orange", "--against", program(tmp_path, "dies"))
    table.until()
    table.type("take C6", r"q: leave ")
    table.child.send("q\n")
    assert "The game is saved" in table.ended()


def test_a_bot_that_made_no_move_is_not_compared(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = run("arena", "lumiere", "random", program(tmp_path, "nonsense"), "--pairs", 1, "--jobs", 1)
    assert done.code == 0
    assert "cannot be compared: cmd:nonsense.py never made a move" in " ".join(done.out.split())
    assert "bootstrap" not in done.out
    assert "\n    bonjour\n" in done.out
    assert re.search(r"\n cmd:nonsense\.py +2 +– +– +–", done.out), "the name is on one line, with nothing claimed"
    assert re.search(r"\n random +2 +– +– +–", done.out), "nor of its only rival"
    assert "…" not in done.out


def test_few_pairs_have_no_interval(run: Run) -> None:
    figures = json.loads(run("arena", "lumiere", "random", "greedy", "--pairs", 2, "--jobs", 1, "--json").out)
    (claim,) = figures["claims"]
    assert (claim["pairs"], claim["low"], claim["high"]) == (2, None, None)
    done = run("arena", "lumiere", "random", "greedy", "--pairs", 1, "--jobs", 1)
    assert "1 pair is too few for an interval" in " ".join(done.out.split())
