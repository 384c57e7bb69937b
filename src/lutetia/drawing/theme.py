"""The colours of the themes: as variables for a page, filled in for a picture (few viewers support variables)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

THEMES = {
    "day": {
        "ground": "#f5ecd7", "panel": "#fdf7e8", "ink": "#2b2622", "faint": "#75684f", "line": "#d8c79c",
        "gold": "#8f5f00", "more": "#14665a", "less": "#a32d22",
    },
    "night": {
        "ground": "#0b0e2a", "panel": "#12163a", "ink": "#f3e9d2", "faint": "#9b9fc4", "line": "#2d3470",
        "gold": "#f2c14e", "more": "#9ad29a", "less": "#ff9d9d",
    },
}  # fmt: skip
STYLESHEET = Path(__file__).with_name("picture.css")


def variables(theme: str) -> str:
    """The theme's colours as CSS variables."""
    scheme = "dark" if theme == "night" else "light"
    colours = "".join(f"--{name}: {colour}; " for name, colour in THEMES[theme].items())
    return f":root {{ {colours}color-scheme: {scheme}; }}\n"


@lru_cache(maxsize=4)
def stylesheet(theme: str | None = None) -> str:
    """The CSS rules of a drawing. With a theme, its colours replace the variables."""
    rules = STYLESHEET.read_text("utf-8")
    if theme is None:
        return rules
    return re.sub(r"var\(--([a-z]+)\)", lambda found: THEMES[theme][found[1]], rules)
