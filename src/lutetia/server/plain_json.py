"""What we use of orjson, with the standard library alone: for browsers, which cannot load orjson. The bytes are equal.

Slower, but there one person plays and nobody else waits. Take it from `json_bytes`, which chooses.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from json import loads
from json.encoder import encode_basestring as quoted
from typing import Any

__all__ = ["OPT_PASSTHROUGH_SUBCLASS", "OPT_SORT_KEYS", "Fragment", "dumps", "loads"]

OPT_SORT_KEYS = 1
OPT_PASSTHROUGH_SUBCLASS = 2
CONSTANTS = {None: "null", True: "true", False: "false"}


class Fragment:
    """JSON that is copied as it is."""

    __slots__ = ("contents",)

    def __init__(self, contents: bytes | str) -> None:
        self.contents = contents if isinstance(contents, str) else contents.decode()


def dumps(value: Any, default: Callable[[Any], Any] | None = None, option: int = 0) -> bytes:
    """Compact JSON in UTF-8. Raises TypeError for what JSON has no form of.

    `default` gives another value for such a thing; with OPT_PASSTHROUGH_SUBCLASS also for subclasses of str, int, list
    and dict.
    """
    parts: list[str] = []
    _write(value, default, option, parts.append)
    return "".join(parts).encode()


def _write(value: Any, default: Callable[[Any], Any] | None, option: int, add: Callable[[str], None]) -> None:
    kind = type(value)
    if kind is str:
        add(quoted(value))
    elif value is None or kind is bool:
        add(CONSTANTS[value])
    elif kind is int:
        add(repr(value))
    elif kind is float:
        add(_number(value))
    elif kind is Fragment:
        add(value.contents)
    elif kind is dict:
        _write_dict(value, default, option, add)
    elif kind is list or kind is tuple:
        _write_list(value, default, option, add)
    elif not option & OPT_PASSTHROUGH_SUBCLASS and (base := _base(value)) is not None:
        _write(base(value), default, option, add)
    elif default is not None:
        _write(default(value), default, option, add)
    else:
        raise TypeError(f"Type is not JSON serializable: {kind.__name__}")


def _write_dict(
    value: dict[str, Any], default: Callable[[Any], Any] | None, option: int, add: Callable[[str], None]
) -> None:
    before = "{"
    # By UTF-8, as orjson sorts: the order of code points is the same.
    for key in sorted(value) if option & OPT_SORT_KEYS else value:
        if not isinstance(key, str):
            raise TypeError("Dict key must be str")
        add(f"{before}{quoted(key)}:")
        _write(value[key], default, option, add)
        before = ","
    add("}" if value else "{}")


def _write_list(
    value: list[Any], default: Callable[[Any], Any] | None, option: int, add: Callable[[str], None]
) -> None:
    before = "["
    for item in value:
        add(before)
        _write(item, default, option, add)
        before = ","
    add("]" if value else "[]")


def _base(value: Any) -> type | None:
    """Which type's form a subclass takes."""
    return next((base for base in (str, int, dict, list) if isinstance(value, base)), None)


def _number(value: float) -> str:
    """As orjson writes it: no infinities, exponents without leading zeros, and none at all down to 0.00001."""
    if not math.isfinite(value):
        return "null"
    mantissa, e, exponent = repr(value).partition("e")
    if not e:
        return mantissa
    if exponent == "-05":
        sign, digits = "-" * (value < 0), mantissa.lstrip("-").replace(".", "")
        return f"{sign}0.0000{digits}"
    return f"{mantissa}e{exponent[0]}{exponent[1:].lstrip('0')}"
