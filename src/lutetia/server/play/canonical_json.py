"""JSON as it is hashed and sent: sorted keys, no spaces; and parts of it that are kept ready."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def pressed(part: Any) -> orjson.Fragment:
    """A part of views as it will be in every message: written once, and nothing of it is looked at again."""
    return orjson.Fragment(canonical(part))


def sha256(text: bytes) -> str:
    """SHA-256 in hex, fed in pieces so small that `hashlib` keeps Python's lock. It would give it away for a moment
    and take it right back; but each time another thread is woken for nothing, several times for every step."""
    fed, view = hashlib.sha256(), memoryview(text)
    for at in range(0, len(text), PIECE):
        fed.update(view[at : at + PIECE])
    return fed.hexdigest()


PIECE = 2047


def digest(text: bytes) -> str:
    """The hash of a message: 16 hex digits of SHA-256."""
    return sha256(text)[:16]
