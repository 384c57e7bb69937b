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


def digest(text: bytes) -> str:
    """The hash of a message: 16 hex digits of SHA-256."""
    return hashlib.sha256(text).hexdigest()[:16]
