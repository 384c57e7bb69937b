"""The charts of the benchmark pages are drawn from the tables beside them, and from nothing else."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import doc_figures  # noqa: E402
import draw  # noqa: E402


@pytest.mark.parametrize("name", draw.DRAWN)
def test_a_chart_shows_the_figures_of_its_page(name):
    kept = (ROOT / "docs" / "figures" / name).read_text("utf-8")
    assert draw.DRAWN[name]().drawn() == kept, "python benchmarks/draw.py draws it anew"
    assert any(f"](figures/{name})" in each.read_text("utf-8") for each in (ROOT / "docs").glob("*.md"))


def test_nothing_is_left_over():
    assert {path.name for path in (ROOT / "docs" / "figures").iterdir()} == set(draw.DRAWN)


def test_every_row_of_the_ladder_is_drawn(tmp_path, monkeypatch):
    """And a figure that changes moves its dot."""
    words = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (rows,) = doc_figures.tables(ROOT / "docs" / "bots.md", "<!-- ladder:", "<!-- end of the ladder -->")
    dots = re.findall(r'<circle class="dot" cx="([\d.]+)%"', draw.ladder().drawn())
    assert [round(float(dot)) for dot in dots] == [int(row[3].rstrip("%")) for row in rows]
    first = "| " + " | ".join(rows[0]) + " |"
    assert first in words
    (tmp_path / "bots.md").write_text(words.replace(first, first.replace(rows[0][3], "13%")), "utf-8")
    monkeypatch.setattr(draw, "DOCS", tmp_path)
    assert re.findall(r'<circle class="dot" cx="([\d.]+)%"', draw.ladder().drawn()) == ["13.00", *dots[1:]]
