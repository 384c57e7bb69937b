"""Canonical JSON: sorted keys, no spaces. Messages are sent and hashed in this form."""

from __future__ import annotations

import hashlib
from operator import attrgetter
from typing import Any

from lutetia.server import json_bytes

CHUNK = 2047
"""hashlib releases the GIL for 2,048 bytes or more."""


class JsonDict(dict[str, Any]):
    """A part that many views share, with its JSON, which orjson copies into each message as it is."""

    __slots__ = ("json",)
    json: json_bytes.Fragment


class JsonList(list[Any]):
    """The same for a list."""

    __slots__ = ("json",)
    json: json_bytes.Fragment


class JsonText:
    """A list that only grows and that nobody reads on the way, as JSON."""

    __slots__ = ("json", "text")

    def __init__(self, text: bytes) -> None:
        self.text, self.json = text, json_bytes.Fragment(text)


_OPTIONS = json_bytes.OPT_SORT_KEYS | json_bytes.OPT_PASSTHROUGH_SUBCLASS
_ready_made = attrgetter("json")
"""The JSON of the classes above. orjson asks for it because of OPT_PASSTHROUGH_SUBCLASS."""


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces."""
    return json_bytes.dumps(value, _ready_made, _OPTIONS)


def json_part(part: Any) -> Any:
    """The `Encode` of the server: a part stays readable and is serialised once."""
    if not isinstance(part, (dict, list)):
        return part
    ready: JsonDict | JsonList = JsonDict(part) if isinstance(part, dict) else JsonList(part)
    ready.json = json_fragment(part)
    return ready


def json_fragment(part: Any) -> json_bytes.Fragment:
    """The same for parts that nobody reads on the way."""
    return json_bytes.Fragment(right_sized(canonical(part)))


def json_fragment_in_order(part: Any) -> json_bytes.Fragment:
    """The same with the keys in the order they have."""
    return json_bytes.Fragment(right_sized(json_bytes.dumps(part)))


def extended_json(known: JsonText | None, parts: list[Any]) -> JsonText:
    """The `Extend` of the server."""
    added = canonical(parts)
    return JsonText(right_sized(added) if known is None else b"%b,%b" % (known.text[:-1], added[1:]))


def right_sized(text: bytes) -> bytes:
    """A copy without spare room, for bytes that are kept: orjson's results keep their buffer, 4 KB or more."""
    return bytes(memoryview(text))


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
