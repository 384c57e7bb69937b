"""Read and write the benchmark figures in docs/: they are between two marker comments of a page."""

from __future__ import annotations

import re
from pathlib import Path


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Replace the text between the two markers."""
    old = page.read_text("utf-8")
    page.write_text(f"{old[: old.index(begin) + len(begin)]}\n{text}\n{old[old.index(end) :]}", "utf-8")


def tables(page: Path, begin: str, end: str) -> list[list[list[str]]]:
    """Parse the tables between the markers: the cells of every row below the heading."""
    text = page.read_text("utf-8")
    begins = text.index(begin)
    blocks = re.findall(r"(?:^\|.*\n)+", text[begins : text.index(end, begins)], re.MULTILINE)
    return [[[word.strip() for word in row[1:-1].split("|")] for row in block.splitlines()[2:]] for block in blocks]
