"""Write the tables of settings in docs/hosting.md from the code: `python scripts/settings_table.py`."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic.fields import FieldInfo

from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.ops.setting_faults import PREFIX
from lutetia.server.ops.settings import Settings
from lutetia.server.rate_limit import Rate

PAGE = Path(__file__).parent.parent / "docs" / "hosting.md"
COMPUTED = {"data": "your data folder", "database": "SQLite in that folder", "bot_processes": "cores less one"}
"""Defaults that depend on the machine, in words."""


def table(limits: bool) -> str:
    """The table of the limits, or of all other settings."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        if (name in LimitSettings.model_fields) == limits:
            rows.append(f"| `{PREFIX}{name.upper()}` | {_default(name, field)} | {_meaning(field)} |")
    return "\n".join(rows)


def _default(name: str, field: FieldInfo) -> str:
    value = field.default
    if name in COMPUTED:
        return COMPUTED[name]
    if value is None:
        return "none"
    if isinstance(value, Rate):
        return f"`{value.times}/{value.seconds:g}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{str(value).lower()}`"


def _meaning(field: FieldInfo) -> str:
    text = field.description or ""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def written(page: str) -> str:
    """The page with both tables as the code has them."""
    for limits, heading in ((False, "## Settings"), (True, "### Limits")):
        start = page.index(f"\n{heading}\n")
        old = re.compile(r"^\|.*\n(?:\|.*(?:\n|$))*", re.MULTILINE).search(page, start)
        assert old is not None
        page = page[: old.start()] + table(limits) + "\n" + page[old.end() :]
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
