"""docs/hosting.md lists every setting of the server with its default."""

from __future__ import annotations

import re
from pathlib import Path

from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.ops.settings import Settings
from lutetia.server.rate_limit import Rate

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
LISTED = dict(re.findall(r"^\| `LUTETIA_(\w+)` \| ([^|]+) \|", HOSTING, re.MULTILINE))


def written(default: object) -> str:
    if isinstance(default, Rate):
        return f"`{default.times}/{default.seconds:g}`"
    return f"`{default:g}`" if isinstance(default, float) else f"`{str(default).lower()}`"


def test_every_setting_is_listed() -> None:
    assert {name.upper() for name in Settings.model_fields} == set(LISTED)


def test_the_limits_have_the_listed_defaults() -> None:
    for name, field in LimitSettings.model_fields.items():
        assert LISTED[name.upper()] == written(field.default), name
