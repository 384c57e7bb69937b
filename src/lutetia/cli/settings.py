"""The server's settings for a command: from the environment, overridden by options."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lutetia.server.ops.settings import Settings


def read_settings(**options: Any) -> Settings:
    """The settings; options that are None do not count. Warns about variables that mean nothing. Raises ValueError."""
    from lutetia.server.ops.settings import Settings

    warn_of_unknown_variables()
    return Settings.read(**options)


@cache
def warn_of_unknown_variables() -> None:
    """A line on stderr for every LUTETIA_… variable that is set and means nothing; once in a process."""
    from lutetia.server.ops.setting_faults import unknown_variables
    from lutetia.server.ops.settings import Settings

    for warning in unknown_variables(Settings.model_fields):
        print(f"lutetia: {warning}", file=sys.stderr)
