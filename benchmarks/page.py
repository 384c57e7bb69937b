"""Where a benchmark's figures stand: between two marks of a page of docs/."""

from __future__ import annotations

from pathlib import Path


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between the marks."""
    old = page.read_text()
    page.write_text(f"{old[: old.index(begin) + len(begin)]}\n{text}\n{old[old.index(end) :]}")
