"""JSON as bytes: with orjson, or in a browser, where it cannot be installed, with the standard library."""

from __future__ import annotations

try:
    from orjson import OPT_PASSTHROUGH_SUBCLASS, OPT_SORT_KEYS, Fragment, dumps, loads
except ModuleNotFoundError:
    from lutetia.server.plain_json import (  # type: ignore[assignment]
        OPT_PASSTHROUGH_SUBCLASS,
        OPT_SORT_KEYS,
        Fragment,
        dumps,
        loads,
    )

__all__ = ["OPT_PASSTHROUGH_SUBCLASS", "OPT_SORT_KEYS", "Fragment", "dumps", "loads"]
