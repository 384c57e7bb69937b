"""The colours of night and day: for a page as variables, for a picture filled in (few viewers know variables)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

MOODS = {
    "day": {
        "ground": "#f5ecd7", "panel": "#fdf7e8", "ink": "#2b2622", "faint": "#75684f", "line": "#d8c79c",
        "gold": "#8f5f00", "more": "#14665a", "less": "#a32d22",
    },
    "night": {
        "ground": "#0b0e2a", "panel": "#12163a", "ink": "#f3e9d2", "faint": "#9b9fc4", "line": "#2d3470",
        "gold": "#f2c14e", "more": "#9ad29a", "less": "#ff9d9d",
    },
}  # fmt: skip
SHEET = Path(__file__).with_name("picture.css")


def variables(mood: str) -> str:
    """The mood's colours as a rule of CSS."""
    scheme = "dark" if mood == "night" else "light"
    colours = "".join(f"--{name}: {colour}; " for name, colour in MOODS[mood].items())
    return f":root {{ {colours}color-scheme: {scheme}; }}\n"


@lru_cache(maxsize=4)
def sheet(mood: str | None = None) -> str:
    """The rules of a drawing; of a mood: with its colours in the place of the variables."""
    rules = SHEET.read_text("utf-8")
    if mood is None:
        return rules
    return re.sub(r"var\(--([a-z]+)\)", lambda found: MOODS[mood][found[1]], rules)
