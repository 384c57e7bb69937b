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
CONTINUED_GAME = {
    "content": Field(dict, required=True),
    "seats": Field(list, most=4, least=2, required=True),
    "names": Field(list, [], most=4),
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
SHARE = {"step": Field(int, most=1_000_000)}
NOTE = {"note": Field(str, most=2_000, required=True)}
PREFERENCES = {"name": Field(str, "", most=200), "language": Field(str, most=20), "settings": Field(dict, {})}
WHAT_IF = {
    "game": Field(str, most=100),
    "token": Field(str, most=100),
    "record": Field(dict),
    "view": Field(dict),
    "at": Field(int, most=1_000_000),
    "steps": Field(list, [], most=500),
    "seat": Field(str, most=20),
    "perspective": Field(str, "seat", most=20),
}
LONGEST_NAME = 40


def checked(body: object, fields: dict[str, Field]) -> Json:
    """What was sent, with defaults for what was not. Raises Refused that names the key and what is allowed."""
    if not isinstance(body, dict):
        raise invalid("body", "an object is needed")
    unknown = sorted(set(body) - set(fields))
    if unknown:
        raise invalid(str(unknown[0]), f"there is no such key; there are: {', '.join(fields)}")
    return {name: _value(name, body.get(name), field) for name, field in fields.items()}


def _value(name: str, value: Any, field: Field) -> Any:
    if value is None:
        if field.required:
            raise invalid(name, "this is missing")
        return field.default
    kind: type = type(value)
    if kind is not field.kind:
        raise invalid(name, f"{field.kind.__name__} is needed, not {type(value).__name__}")
    size: int = value if field.kind is int else len(value) if field.kind in (str, list) else field.least
    if not field.least <= size <= field.most:
        raise invalid(name, f"from {field.least} to {field.most} is allowed, not {size}")
    if name == "client_key" and not KEY.fullmatch(value):
        raise invalid(name, "only visible ASCII characters are allowed")
    return value


def check_texts(name: str, parts: object, most: int) -> None:
    """Raises Refused unless it is a list of texts, none longer than this."""
    if not isinstance(parts, list) or not all(isinstance(part, str) and len(part) <= most for part in parts):
        raise invalid(name, f"a list of texts with at most {most} characters is needed")


def own_name(name: object) -> str | None:
    """What somebody at this device is called; None: nothing. Raises Refused."""
    if not isinstance(name, str):
        raise Refused(422, "invalid", N_("{why}"), why="names: texts are needed")
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        raise Refused(422, "long-text", N_("That is too long: at most {most} characters."), most=LONGEST_NAME)
    if not name.isprintable():
        raise Refused(422, "unprintable", N_("Only visible characters are allowed."))
    return name or None


def invalid(name: str, why: str) -> Refused:
    return Refused(422, "invalid", N_("{why}"), why=f"{name}: {why}")
