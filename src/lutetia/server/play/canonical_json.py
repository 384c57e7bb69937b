"""Canonical JSON: sorted keys, no spaces. Messages are sent and hashed in this form."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

CHUNK = 2047
"""hashlib releases the GIL for 2,048 bytes or more."""


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def json_fragment(part: Any) -> orjson.Fragment:
    """A part that many views share, serialised once; orjson copies it into each message as it is."""
    return orjson.Fragment(canonical(part))


def sha256(text: bytes) -> str:
    """SHA-256 in hex, computed in small chunks so that `hashlib` keeps the GIL.

    Releasing it for such a short time would only wake other threads, several times per step.
    """
    hashed, view = hashlib.sha256(), memoryview(text)
    for start in range(0, len(text), CHUNK):
        hashed.update(view[start : start + CHUNK])
    return hashed.hexdigest()


def short_hash(text: bytes) -> str:
    """The hash of a view: the first 16 hex digits of SHA-256."""
    return sha256(text)[:16]
