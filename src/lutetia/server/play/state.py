"""The state message: a game as one viewer may see it. Every endpoint, WebSocket and event stream sends this shape.

It is an allow-list, built from what the viewer's seat may know. `state_hash` covers the view only, so the hash reveals
nothing that the view does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import lutetia
from lutetia.core.i18n import current_language
from lutetia.core.json_types import Json
from lutetia.core.viewcache import ViewCache
from lutetia.server import json_bytes
from lutetia.server.play import undo
from lutetia.server.play.canonical_json import canonical, sha256, short_hash
from lutetia.server.play.late_players import may_wait
from lutetia.server.play.names import characters
from lutetia.server.play.table import Event, Seat, Table
from lutetia.server.play.texts import WHOLE_TEXT, text_part

PUBLIC_DATA = ("why", "bot", "until", "outcome", "next", "steps")
"""The parts of an event's data that everybody may see."""

Parts = tuple[bytes, ...]
"""A message in parts, to be sent as one. Parts that several viewers get are shared."""


class StateMessage(NamedTuple):
    """A state ready to be sent, with the seq and hash that the receiver will know."""

    parts: Parts
    seq: int
    state_hash: str

    @property
    def body(self) -> bytes:
        return b"".join(self.parts)


def position_hash(game: lutetia.Game, cache: ViewCache | None = None) -> str:
    """The event log's hash of the whole position, hidden parts included.

    It covers the record's own text and every seat's total, so it stays the same as long as the rules do.
    """
    content = {
        "record": game.shared_record(cache),
        "seat": game.seat,
        "legal": game.legal(),
        "totals": {seat: game.kernel.points_of(s) for s, seat in enumerate(game.ruleset.seats)},
    }
    return sha256(canonical(content))


def view_json(table: Table, viewer: str | None) -> tuple[Json | None, bytes, str]:
    """The view of a seat (None: a spectator's), the same as JSON, and its hash."""
    derived = table.derived
    if viewer not in derived.views:
        view = table.game.view(viewer, derived.view_cache) if table.game is not None else None
        written = canonical(view)
        derived.views[viewer] = view, written, short_hash(written)
    return derived.views[viewer]


def state_for(
    table: Table,
    person: str | None,
    *,
    now: int,
    since: int | None = None,
    seat: str | None = None,
    text: bool = False,
) -> StateMessage:
    """The state for a person (None: a spectator), with the events after `since`.

    `seat` asks for the view of another seat of the same person. `now` is the time that the clocks show. `text`: with
    the whole text, in the current language.
    """
    mine = table.role(person).seats
    viewer = seat if seat in mine else table.viewer(mine)
    return _state(table, person, viewer, now, since, WHOLE_TEXT if text else None)


def state_update(table: Table, person: str | None, since: int, *, text: bool = False) -> StateMessage:
    """The state that connected viewers get after an event, computed once for all who see the same.

    `text`: with the text that is new since `since`, in the current language.
    """
    role = table.role(person)
    messages = table.derived.messages
    # Spectators get the same.
    key = (person if role.seats or role.host else None, since, current_language() if text else None)
    message: StateMessage | None = messages.get(key)
    if message is None:
        # A person with several seats sees a different log from each.
        text_since = None if not text else WHOLE_TEXT if len(role.seats) > 1 else since
        message = messages[key] = _state(table, person, table.viewer(role.seats), table.at, since, text_since)
    return message


def _state(
    table: Table, person: str | None, viewer: str | None, now: int, since: int | None, text_since: int | None
) -> StateMessage:
    view, written, view_hash = view_json(table, viewer)
    role, legal, seq = table.role(person), _legal(table, viewer), table.seq
    own: Json = {
        "type": "state",
        "id": table.id,
        "seq": seq,
        "state_hash": view_hash,
        "seat": viewer,
        "clock": table.clock.shown(now),
        "mine": role.seats,
        "host": role.host,
        "undo": undo.offer(table, person),
        "recap": max([table.acted.get(seat, -1) for seat in role.seats], default=-1),  # the person's own last step
        "legal": legal,
    }
    if text_since == WHOLE_TEXT:
        own["now"] = now
    events = b"[]" if since is None else _events_part(table, viewer, since)
    parts = (json_bytes.dumps(own)[:-1], b',"view":', written, b",", _public_part(table), b',"events":', events)
    if text_since is None:
        return StateMessage((*parts, b"}"), seq, view_hash)
    text = b"null" if view is None else text_part(table, viewer, view, legal, text_since)
    return StateMessage((*parts, b',"text":', text, b"}"), seq, view_hash)


def _public_part(table: Table) -> bytes:
    """The part of a state that is the same for everybody, without its braces."""
    derived = table.derived
    if derived.public_part is None:
        requests = table.requests
        left = requests.left and requests.left | {"wait": may_wait(table, requests.left)}
        asks = {"undo": requests.undo, "left": left, "pause": requests.pause}
        public = {"status": table.status, "asks": asks, "outcome": table.outcome}
        derived.public_part = b"".join((json_bytes.dumps(public)[1:-1], b",", _setting(table)))
    return derived.public_part


def _setting(table: Table) -> bytes:
    """The part of it that steps do not change."""
    derived = table.derived
    if derived.setting is None:
        about = {key: table.row[key] for key in ("game", "options", "pace", "private", "rated", "next")}
        about["begun"] = sum(len(turn["steps"]) for turn in table.row.get("turns") or ())  # elsewhere: see moving.py
        seats = seats_json(table.seats.values(), table.gave_up())
        derived.setting = json_bytes.dumps({"seats": seats, "about": about})[1:-1]
    return derived.setting


def _events_part(table: Table, viewer: str | None, since: int) -> bytes:
    """The events after a seq as JSON; where all see the same, they are made once for all."""
    ready = table.derived.events
    if since in ready:
        return ready[since]
    events = table.events[max(0, since + 1) :]
    found = json_bytes.dumps([_event(table, event, viewer) for event in events])
    if all(_visible_step(table, event, None) == event.step for event in events):
        ready[since] = found
    return found


def _event(table: Table, event: Event, viewer: str | None) -> Json:
    step = _visible_step(table, event, viewer)
    data = {key: event.data[key] for key in PUBLIC_DATA if key in event.data} if event.data else {}
    return {"seq": event.seq, "kind": event.kind, "seat": event.seat, "step": step, "at": event.at, "data": data}


def _visible_step(table: Table, event: Event, viewer: str | None) -> str | None:
    """The step of an event as far as the viewer may know it."""
    if event.step is None or event.kind != "step" or event.seat == viewer or table.game is None or table.game.over:
        return event.step
    return table.game.ruleset.redacted(event.step)


def _legal(table: Table, viewer: str | None) -> list[str]:
    if table.game is None or viewer is None or table.to_move != viewer:
        return []
    return [] if table.seats[viewer].by_bot or table.requests.pause else table.game.legal()


def seats_json(seats: Iterable[Seat], gave_up: Mapping[str, str] | None = None) -> list[Json]:
    """The seats of a game as every viewer sees them. `gave_up`: see `Table.gave_up`."""
    seats = list(seats)
    which = characters(seats)
    return [
        {
            "seat": seat.seat,
            "kind": seat.kind,
            "person": seat.person,
            "name": seat.alias or seat.name,
            "alias": seat.alias,
            "bot": seat.bot,
            "character": which.get(seat.seat, 0),
            "resigned": seat.resigned,
            "gave_up": (gave_up or {}).get(seat.seat),
            "reserved": seat.reserved is not None,
        }
        for seat in seats
    ]
