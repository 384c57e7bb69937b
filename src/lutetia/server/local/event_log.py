"""The event log of local games, on a shelf that the browser provides: an object store in IndexedDB.

Each event is written in one transaction with the game's summary, so a game survives a crash at any moment. Two tabs may
share the shelf: who comes second with an event's number is refused, and reads the game again. So is who writes an event
of a game that another tab has removed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.play.interfaces import News, SequenceConflict
from lutetia.server.play.table import Event, Seat, Table


class Shelf(Protocol):
    """Keeps texts. Every method may raise OSError."""

    async def write(self, game: str, seq: int, summary: str, events: Sequence[str]) -> bool:
        """Store events, numbered from `seq` on, and replace the game's summary: all or nothing.

        False: there is an event with one of these numbers, or none with the number before them.
        """

    async def read(self, game: str) -> tuple[str, Sequence[str]] | None:
        """The summary of a game and all its events, in order; None if there is no such game."""

    async def summaries(self) -> Sequence[str]:
        """The summaries of all games."""

    async def remove(self, game: str) -> None:
        """Forget a game. If there is none, nothing happens."""

    async def get(self, key: str) -> str | None:
        """What is stored under a key, beside all games."""

    async def put(self, key: str, text: str) -> None:
        """Store it, or replace it."""

    async def delete(self, key: str) -> None:
        """Forget it. If there is none, nothing happens."""


class MemoryShelf:
    """A shelf that lasts as long as the process: for browsers that allow no storage, and for tests."""

    def __init__(self) -> None:
        self.games: dict[str, tuple[str, list[str]]] = {}
        self.documents: dict[str, str] = {}

    async def write(self, game: str, seq: int, summary: str, events: Sequence[str]) -> bool:
        stored = self.games[game][1] if game in self.games else []
        if seq != len(stored):
            return False
        self.games[game] = (summary, [*stored, *events])
        return True

    async def read(self, game: str) -> tuple[str, Sequence[str]] | None:
        return self.games.get(game)

    async def summaries(self) -> Sequence[str]:
        return [summary for summary, _events in self.games.values()]

    async def remove(self, game: str) -> None:
        self.games.pop(game, None)

    async def get(self, key: str) -> str | None:
        return self.documents.get(key)

    async def put(self, key: str, text: str) -> None:
        self.documents[key] = text

    async def delete(self, key: str) -> None:
        self.documents.pop(key, None)


class LocalEventLog:
    """The `EventLog` of local games."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._deadlines: dict[str, int] = {}
        """When time is up, by game, as last read or written here."""

    async def create(self, table: Table, event: Event) -> None:
        key = table.row.get("key")
        if key is not None and await self.created_with(key) is not None:
            raise SequenceConflict
        await self.append(table, event, with_seats=True)

    async def created_with(self, key: str) -> str | None:
        return next((game["row"]["id"] for game in await self.games() if game["row"].get("key") == key), None)

    async def game_name(self, game: str) -> str | None:
        found = await self._read(game)
        return None if found is None else str(found[0]["row"]["game"])

    async def append(self, table: Table, event: Event, *, with_seats: bool) -> bool:
        writing = asyncio.ensure_future(self._write(table, [event]))
        cancelled = False
        while not writing.done():
            try:
                await asyncio.wait({writing})
            except asyncio.CancelledError:
                cancelled = True
        if not writing.result():
            raise SequenceConflict
        return cancelled

    async def _write(self, table: Table, events: Sequence[Event]) -> bool:
        """Store a table's last events. False: see `Shelf.write`. Raises StorageError."""
        lines = [_written(event._asdict()) for event in events]
        try:
            stored = await self._shelf.write(table.id, events[0].seq, _written(_summary(table)), lines)
        except OSError as error:
            raise _not_stored(error) from error
        if stored:
            self._note_deadline(table.id, table.deadline)
        return stored

    async def read(self, game: str) -> tuple[Json, list[Seat], list[Event]] | None:
        found = await self._read(game)
        if found is None:
            return None
        summary, events = found
        seats = [Seat(**seat) for seat in summary["seats"]]
        return summary["row"], seats, [Event(**event) for event in events]

    async def read_since(self, game: str, seq: int) -> News | None:
        found = await self._read(game)
        if found is None:
            return None
        return _news(found[0], [Event(**event) for event in found[1][seq + 1 :]])

    async def latest(self, games: Sequence[str]) -> dict[str, News]:
        return {found["row"]["id"]: _news(found, []) for found in await self.games() if found["row"]["id"] in games}

    async def overdue(self, now: int) -> list[str]:
        """Asked four times a second: reading the shelf so often would keep a phone busy. `games` reads it, at the start
        and every few seconds for bots that wait; so what another tab writes is known a little later."""
        return [game for game, deadline in self._deadlines.items() if deadline <= now]

    async def waiting_for_bot(self) -> list[str]:
        return [game["row"]["id"] for game in await self.games() if game["bot_due"] and game["played"]]

    async def unstarted(self, member_before: int, guest_before: int) -> list[str]:
        waiting = (game for game in await self.games() if game["status"] == "waiting")
        return [game["row"]["id"] for game in waiting if game["changed"] < member_before]

    async def games(self) -> list[Json]:
        """The summaries of all games. Raises StorageError."""
        try:
            found = [json.loads(summary) for summary in await self._shelf.summaries()]
        except OSError as error:
            raise _not_stored(error) from error
        self._deadlines = {}
        for game in found:
            self._note_deadline(game["row"]["id"], game["row"]["deadline"])
        return found

    def _note_deadline(self, game: str, deadline: int | None) -> None:
        self._deadlines.pop(game, None)
        if deadline is not None:
            self._deadlines[game] = deadline

    async def remove(self, game: str) -> None:
        """Forget a game. Raises StorageError."""
        try:
            await self._shelf.remove(game)
        except OSError as error:
            raise _not_stored(error) from error
        self._note_deadline(game, None)

    async def log_of(self, game: str) -> Json:
        """Everything that is stored of a game, to be taken to another device. Raises StorageError, KeyError."""
        found = await self._read(game)
        if found is None:
            raise KeyError(game)
        return {"summary": found[0], "events": found[1]}

    async def restore(self, table: Table, events: list[Event]) -> None:
        """Store a game from another device with its whole log. Raises StorageError.

        An earlier state of the game is brought up to date: it may have gone on elsewhere. If it went another way here,
        it stays.
        """
        found = await self._read(table.id)
        here = [] if found is None else [Event(**event) for event in found[1]]
        more = events[len(here) :]
        if more and here == events[: len(here)]:
            await self._write(table, more)  # refused: another tab has brought the same

    async def _read(self, game: str) -> tuple[Json, list[Json]] | None:
        try:
            found = await self._shelf.read(game)
        except OSError as error:
            raise _not_stored(error) from error
        return None if found is None else (json.loads(found[0]), [json.loads(event) for event in found[1]])


def _summary(table: Table) -> Json:
    """What the log and the lists need to know about a game without replaying it."""
    return {
        "row": table.row | {"seq": table.seq, "deadline": table.deadline},
        "seats": [asdict(seat) for seat in table.seats.values()],
        "status": table.status,
        "outcome": table.outcome,
        "to_move": table.to_move,
        "bot_due": table.bot_due,
        "played": bool(table.playing()),
        "changed": table.at,
    }


def _news(summary: Json, events: list[Event]) -> News:
    names = {seat["seat"]: seat["name"] for seat in summary["seats"]}
    return News(summary["row"]["seq"], summary["row"]["deadline"], names, events)


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _not_stored(error: OSError) -> StorageError:
    return StorageError(cause=type(error).__name__)
