"""How deeply JSON and parsed data are nested. Neither check recurses, so that no input can exhaust the stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

MOST_NESTED = 32
"""Levels of lists and tables in any JSON that is read. A record has six."""
_OPENING, _CLOSING = b"[{", b"]}"
_AS_LIST = bytes.maketrans(_OPENING + _CLOSING, b"[[]]")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in _OPENING + _CLOSING)


def too_deep(content: bytes, most: int = MOST_NESTED) -> bool:
    """Whether JSON in UTF-8 is nested more than `most` levels, found before it is parsed, in linear time.

    >>> too_deep(b'{"a": [1, "[[["]}', 2), too_deep(b"[[[]]]", 2)
    (False, True)
    """
    if content.count(b"[") + content.count(b"{") <= most:
        return False
    unescaped = content.replace(rb"\\", b"").replace(rb"\"", b"")
    outside_strings = b"".join(unescaped.split(b'"')[::2])
    brackets = outside_strings.translate(_AS_LIST, _NO_BRACKETS)
    if b"[" * (most + 1) in brackets:
        return True
    for _level in range(most):  # each round removes the innermost level everywhere
        fewer = brackets.replace(b"[]", b"")
        if len(fewer) == len(brackets):  # what is left was never closed
            return fewer.count(b"[") > most
        brackets = fewer
    return b"[" in brackets


def values(data: Mapping[str, Any]) -> Iterator[tuple[int, object]]:
    """Every key and value inside the data with its level; those of the data itself have level 1."""
    waiting: list[tuple[int, object]] = [(0, data)]
    while waiting:
        level, value = waiting.pop()
        if level:
            yield level, value
        if isinstance(value, Mapping):
            waiting += [(level + 1, inner) for pair in value.items() for inner in pair]
        elif isinstance(value, list | tuple):
            waiting += [(level + 1, inner) for inner in value]
