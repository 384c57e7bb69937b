"""docs/hosting.md has the tables of settings that `scripts/settings_table.py` makes from the code."""

from __future__ import annotations

import sys
from pathlib import Path

from lutetia.server.ops.settings import Settings

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts"))

from settings_table import PAGE, written  # noqa: E402


def test_the_tables_are_those_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "run: python scripts/settings_table.py"
    for name in Settings.model_fields:
        assert page.count(f"\n| `LUTETIA_{name.upper()}` |") == 1


def test_every_setting_has_a_meaning() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
