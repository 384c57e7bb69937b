"""What goes out: one shape for every door, built for whoever asks from what its seat may know. An allow-list.

`state_hash` covers the recipient's own view and nothing else, so it tells nothing more than the view does.
"""

from __future__ import annotations

from typing import NamedTuple

import orjson

import lutetia
from lutetia.core.viewcache import ViewCache
from lutetia.server import undo
from lutetia.server.canonical import canonical, digest, sha256
from lutetia.server.table import Event, Json, Seat, Table

PUBLIC_DATA = ("why", "bot", "until", "outcome", "next", "steps")
"""The parts of an event's data that everybody may see."""


def position_hash(game: lutetia.Game, known: ViewCache | None = None) -> str:
    """The log's hash of the whole position: all that was dealt and done, and what the rules make of it.

    It is made of the record's own words and of every seat's total, so it stays the same as long as the rules do.
    `known`: see `Game.view`.
    """
    made_of = {
        "record": game.shared_record(known),
        "seat": game.seat,
        "legal": game.legal(),
        "totals": {seat: game.kernel.points_of(s) for s, seat in enumerate(game.ruleset.seats)},
    }
    return sha256(canonical(made_of))


def seen(table: Table, seat: str | None) -> tuple[bytes, str]:
    """The view of a seat (None: a spectator's) as JSON, and its hash."""
    key = ("seen", seat)
    if key not in table.cache:
        view = canonical(table.game.view(seat, table.cache["known"]) if table.game is not None else None)
        table.cache[key] = view, digest(view)
    ready: tuple[bytes, str] = table.cache[key]
    return ready


Parts = tuple[bytes, ...]
"""A message, to be sent in one."""


class Said(NamedTuple):
    """A state as it is sent, in parts that others are sent too, and what who hears it remembers of it."""

    parts: Parts
    seq: int
    state_hash: str

    @property
    def text(self) -> bytes:
        return b"".join(self.parts)


def state(table: Table, person: str | None, *, now: int, since: int | None = None, seat: str | None = None) -> Said:
    """The game for a person (None: a spectator), with the events after `since`.

    `seat` asks for another of one's own seats. `now` is when: of an answer to a step, the moment of the step.
    """
    mine = table.seats_of(person)
    return _state(table, person, mine, seat if seat in mine else table.eyes(mine), now, since)


def message(table: Table, person: str | None, since: int) -> Said:
    """The same for listeners, worked out once for all who see the same."""
    mine = table.seats_of(person)
    eyes = table.eyes(mine)
    key = ("message", eyes, tuple(mine), since, person == table.row["host"])
    if key not in table.cache:
        table.cache[key] = _state(table, person, mine, eyes, table.at, since)
    ready: Said = table.cache[key]
    return ready


def _state(table: Table, person: str | None, mine: list[str], eyes: str | None, now: int, since: int | None) -> Said:
    view, hashed = seen(table, eyes)
    head: Json = {"type": "state", "id": table.id, "seq": table.seq, "state_hash": hashed, "seat": eyes}
    rest: Json = {
        "legal": _legal(table, eyes),
        "clock": table.clock.shown(now),
        "mine": mine,
        "host": table.row["host"] is not None and table.row["host"] == person,
        "undo": undo.offered(table, person, mine),
        "recap": max((table.acted.get(seat, -1) for seat in mine), default=-1),  # what came after it, one has missed
        "events": [] if since is None else shown_events(table, eyes, since),
    }
    parts = orjson.dumps(head)[:-1], b',"view":', view, b",", _for_all(table), b",", orjson.dumps(rest)[1:]
    return Said(parts, table.seq, hashed)


def _for_all(table: Table) -> bytes:
    """The part of a state that is the same for everybody, without its braces."""
    if "for_all" not in table.cache:
        shown = {
            "status": table.status,
            "seats": [_seat(seat) for seat in table.seats.values()],
            "about": {key: table.row[key] for key in ("game", "options", "pace", "private", "rated", "next")},
            "asks": {"undo": table.asks.undo, "left": table.asks.left, "pause": table.asks.pause},
            "outcome": table.outcome,
        }
        table.cache["for_all"] = orjson.dumps(shown)[1:-1]
    ready: bytes = table.cache["for_all"]
    return ready


def shown_events(table: Table, eyes: str | None, since: int) -> list[Json]:
    """The events after a seq, with what the viewer may not know left out."""
    return [_event(table, event, eyes) for event in table.events[max(0, since + 1) :]]


def _event(table: Table, event: Event, eyes: str | None) -> Json:
    step = event.step
    if step is not None and event.kind == "step" and event.seat != eyes and table.game is not None:
        step = step if table.game.over else table.game.ruleset.redacted(step)
    data = {key: event.data[key] for key in PUBLIC_DATA if key in event.data} if event.data else {}
    return {"seq": event.seq, "kind": event.kind, "seat": event.seat, "step": step, "at": event.at, "data": data}


def _legal(table: Table, eyes: str | None) -> list[str]:
    if table.game is None or eyes is None or table.to_move != eyes or table.seats[eyes].by_bot or table.asks.pause:
        return []
    return table.game.legal()


def _seat(seat: Seat) -> Json:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "person": seat.person,
        "name": seat.name,
        "bot": seat.bot,
        "resigned": seat.resigned,
        "reserved": seat.reserved is not None,
    }
