"""What the pages may send, checked without pydantic: exactly these keys, of exactly these types."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused

LARGEST = 2**31
KEY = re.compile(r"[\x21-\x7e]{1,64}")


class Field(NamedTuple):
    """A key that may be sent. A text or list may have so many characters or parts, a number be so large."""

    kind: type
    default: Any = None
    most: int = LARGEST
    least: int = 0
    required: bool = False


SEQ = {"seq": Field(int), "client_key": Field(str, most=64, least=1)}
STEP = {"seq": Field(int, required=True), "step": Field(str, most=200, required=True)}
STEP |= {"client_key": Field(str, most=64, least=1, required=True)}
NEW_GAME = {
    "game": Field(str, most=40, required=True),
    "options": Field(dict, {}),
    "edition": Field(dict),
    "seats": Field(list, ["human", "open"], most=4, least=2),
    "names": Field(list, [], most=4),
    "pace": Field(dict, {"kind": "none"}),
    "private": Field(bool, True),
    "rated": Field(bool, False),
    "client_key": Field(str, most=64, least=1),
}
ACTIONS = {
    "undo": SEQ | {"agree": Field(bool)},
    "redo": SEQ,
    "resign": SEQ,
    "rematch": SEQ,
    "leave": SEQ,
    "back": SEQ,
    "start": SEQ,
    "fill": SEQ | {"bot": Field(str, "level3", most=40), "seat": Field(str, most=10)},
    "join": SEQ | {"seat": Field(str, most=10)},
    "hint": SEQ,
}
PREVIEW = {"seq": Field(int), "step": Field(str, most=200, required=True)}


def checked(body: object, fields: dict[str, Field]) -> Json:
    """What was sent, with defaults for what was not. Raises Refused that names the key and what is allowed."""
    if not isinstance(body, dict):
        raise _invalid("body", "an object is needed")
    unknown = sorted(set(body) - set(fields))
    if unknown:
        raise _invalid(str(unknown[0]), f"there is no such key; there are: {', '.join(fields)}")
    return {name: _value(name, body.get(name), field) for name, field in fields.items()}


def _value(name: str, value: Any, field: Field) -> Any:
    if value is None:
        if field.required:
            raise _invalid(name, "this is missing")
        return field.default
    kind: type = type(value)
    if kind is not field.kind:
        raise _invalid(name, f"{field.kind.__name__} is needed, not {type(value).__name__}")
    size: int = value if field.kind is int else len(value) if field.kind in (str, list) else field.least
    if not field.least <= size <= field.most:
        raise _invalid(name, f"from {field.least} to {field.most} is allowed, not {size}")
    if name == "client_key" and not KEY.fullmatch(value):
        raise _invalid(name, "only visible ASCII characters are allowed")
    return value


def _invalid(name: str, why: str) -> Refused:
    return Refused(422, "invalid", N_("{why}"), why=f"{name}: {why}")
