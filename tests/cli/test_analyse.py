"""`lutetia analyse` on a terminal: curves, accuracy, and what was given away."""

from __future__ import annotations

from pathlib import Path

import pytest

from .helpers import Run
from configurations import COMPILED


@pytest.mark.skipif(not COMPILED, reason="thousands of simulations")
def test_it_says_who_stood_how_and_what_would_have_been_better(run: Run, late: Path) -> None:
    done = run("analyse", late)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Chances of winning"
    assert {line.split()[-2] for line in lines[1:3]} == {"0", "100"}, "the curves end at the result"
    assert any(line.startswith("Accuracy") and line.count("%") == 2 for line in lines)
    assert any(line.strip().startswith("Phase II, building") for line in lines)
    played = [n for n, line in enumerate(lines) if line.strip().startswith("played: ")]
    assert played, "random bots give much away"
    for n in played:
        assert " ?" in lines[n - 1]
        assert lines[n + 1].strip().startswith("best: ")
        assert lines[n + 2].strip(), "and why"
    assert any(line.strip().startswith("lost: ") for line in lines), "points by source"


def test_a_file_that_is_no_record_is_refused(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    done = run("analyse", broken)
    assert done.code == 2
    assert "broken.json" in done.err
