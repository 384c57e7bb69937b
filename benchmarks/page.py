"""Where a benchmark's figures stand: between two marks of a page of docs/."""

from __future__ import annotations

import re
from pathlib import Path


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between the marks."""
    old = page.read_text("utf-8")
    page.write_text(f"{old[: old.index(begin) + len(begin)]}\n{text}\n{old[old.index(end) :]}", "utf-8")


def tables(page: Path, begin: str, end: str) -> list[list[list[str]]]:
    """The tables between the marks: the words of every row below the heading."""
    text = page.read_text("utf-8")
    begins = text.index(begin)
    blocks = re.findall(r"(?:^\|.*\n)+", text[begins : text.index(end, begins)], re.MULTILINE)
    return [[[word.strip() for word in row[1:-1].split("|")] for row in block.splitlines()[2:]] for block in blocks]
