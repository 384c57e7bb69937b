"""Checks a game that comes from another device as a file. Nothing in it is taken on trust but what can be replayed."""

from __future__ import annotations

import re
from typing import Any

from lutetia.core.errors import shown
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play.rebuild import rebuild
from lutetia.server.play.state import state_for
from lutetia.server.play.table import Event, Seat, Table

Kinds = dict[str, tuple[type, ...]]
"""By key: the types that its value may have. All keys are needed, and there are no others."""
NONE = type(None)
ROW: Kinds = {
    "id": (str,),
    "game": (str,),
    "rules": (int,),
    "edition": (int, str, dict),
    "options": (dict,),
    "first": (str, NONE),
    "setup": (dict, list, NONE),
    "pace": (dict,),
    "private": (bool,),
    "rated": (bool,),
    "host": (str, NONE),
    "before": (str, NONE),
    "next": (str, NONE),
    "created": (int,),
    "deadline": (int, NONE),
    "key": (str, NONE),
    "language": (str,),
    "turns": (list, NONE),
    "seq": (int,),
}
SEAT: Kinds = {
    "seat": (str,),
    "kind": (str,),
    "person": (str, NONE),
    "name": (str, NONE),
    "bot": (str, NONE),
    "resigned": (bool,),
    "reserved": (str, NONE),
    "alias": (str, NONE),
}
EVENT: Kinds = {
    "seq": (int,),
    "kind": (str,),
    "seat": (str, NONE),
    "step": (str, NONE),
    "data": (dict, NONE),
    "client_key": (str, NONE),
    "at": (int,),
    "state_hash": (str,),
}


def table_of(log: Json, prefix: str) -> tuple[Table, list[Event]]:
    """The table of what `LocalEventLog.log_of` gave, and its events. Raises Refused that says what is wrong.

    `prefix`: so its id must begin.
    """
    summary = log.get("summary")
    if not isinstance(summary, dict):
        raise _damaged("summary is missing")
    row = _checked("row", summary.get("row"), ROW)
    if not re.fullmatch(re.escape(prefix) + "[0-9a-z]{1,60}", row["id"]):
        raise _damaged(f"row.id must be {prefix} and then letters and digits, not {shown(row['id'])}")
    seats = [Seat(**seat) for seat in _each("seats", summary.get("seats"), SEAT)]
    events = [Event(**event) for event in _each("events", log.get("events"), EVENT)]
    if [event.seq for event in events] != list(range(len(events))):
        raise _damaged("events must be numbered from 0 on")
    try:
        table = rebuild(dict(row), seats, events)
        state_for(table, None, now=table.at, since=-1)  # the pages can show it
    except Exception:  # whatever went wrong, no device has exported this
        raise _damaged("its events do not lead to its position") from None
    return table, events


def _each(name: str, given: object, kinds: Kinds) -> list[Json]:
    if not isinstance(given, list) or not given:
        raise _damaged(f"{name} is missing")
    return [_checked(f"{name}[{number}]", one, kinds) for number, one in enumerate(given)]


def _checked(name: str, given: Any, kinds: Kinds) -> Json:
    """Raises Refused unless it has exactly these keys, with values of these types."""
    if not isinstance(given, dict):
        raise _damaged(f"{name} is missing")
    for key in kinds.keys() - given.keys():
        raise _damaged(f"{name}.{key} is missing")
    for key in given.keys() - kinds.keys():
        raise _damaged(f"{name} has an unknown key: {shown(key)}")
    for key, allowed in kinds.items():
        if type(given[key]) not in allowed:
            known = " or ".join("null" if kind is NONE else kind.__name__ for kind in allowed)
            raise _damaged(f"{name}.{key} must be {known}, not {type(given[key]).__name__}")
    found: Json = given
    return found


def _damaged(why: str) -> Refused:
    return Refused(422, "record", N_("This exported game is damaged: {why}"), why=why)
