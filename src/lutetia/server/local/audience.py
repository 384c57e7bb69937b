"""Who is connected to local games: the tables that are open in this browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lutetia.core.i18n import speaking
from lutetia.server import json_bytes
from lutetia.server.errors import Refused
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Spawn
from lutetia.server.play.state import StateMessage, state_for, state_update
from lutetia.server.play.table import Table


@dataclass(eq=False)
class Connection:
    """A table that is open on a page; a `Recipient` of answers."""

    game: str
    person: str
    language: str
    text: bool
    hear: Callable[[str], object]
    """Gets each message."""
    last_seq: int = -1
    last_hash: str = ""
    resend: bool = False

    def record_sent(self, message: StateMessage) -> None:
        self.last_seq, self.last_hash = message.seq, message.state_hash


class LocalAudience:
    """The `Audience` of local games. One person plays, on one device or several seats of it, and is never away."""

    tables: TableService
    """Set once they exist: each needs the other."""

    def __init__(self, spawn: Spawn) -> None:
        self._spawn = spawn
        self._connections: dict[str, list[Connection]] = {}

    async def connect(self, connection: Connection, since: int) -> None:
        """Send the state, and from now on every change of it. Raises Refused."""
        table = await self.tables.get(connection.game)
        self._connections.setdefault(connection.game, []).append(connection)
        seats = [seat.seat for seat in table.seats.values() if seat.person == connection.person]
        async with table.lock:
            with speaking(connection.language):
                now = self.tables.now()
                state = state_for(table, connection.person, now=now, since=since, text=connection.text)
            self._send(connection, state)
        known = {"seq": connection.last_seq, "state_hash": connection.last_hash}
        presence = {"type": "presence", "here": seats, "back": None, **known}
        connection.hear(json_bytes.dumps(presence).decode())

    def disconnect(self, connection: Connection) -> None:
        """Send nothing more."""
        here = self._connections.get(connection.game, [])
        if connection in here:
            here.remove(connection)
        if not here:
            self._connections.pop(connection.game, None)
            self.tables.unfollowed(connection.game)

    def announce(self, game: str, seq: int) -> None:
        if game in self._connections:
            self._spawn(self._update(game))

    def resend(self, game: str) -> None:
        self.caught_up(game, resend=True)

    def caught_up(self, game: str, *, resend: bool) -> None:
        for connection in self._connections.get(game, ()):
            connection.resend |= resend
        self.announce(game, -1)

    def turn_passed(self, people: Iterable[str]) -> None:
        """Nobody waits elsewhere."""

    def games(self) -> list[str]:
        return list(self._connections)

    async def look(self, game: str) -> None:
        """There are no other processes."""

    def here(self, game: str) -> set[str]:
        return {connection.person for connection in self._connections.get(game, ())}

    def is_watched(self, game: str) -> bool:
        return game in self._connections

    def away(self, game: str, person: str) -> float:
        return 0.0

    def is_present(self, game: str, person: str, within: float) -> bool:
        return person in self.here(game)

    async def _update(self, game: str) -> None:
        """Send the state to whoever has an earlier one."""
        try:
            table = await self.tables.get(game)
            async with table.lock:  # until its commit, a step is visible to nobody
                for connection in list(self._connections.get(game, ())):
                    if connection.last_seq != table.seq or connection.resend:
                        self._send(connection, self._state(table, connection))
        except Refused as refused:
            for connection in list(self._connections.get(game, ())):
                connection.hear(json_bytes.dumps({"type": "error", **refused.body()}).decode())

    def _state(self, table: Table, connection: Connection) -> StateMessage:
        with speaking(connection.language):
            if connection.resend:
                connection.resend = False
                now = self.tables.now()
                return state_for(table, connection.person, now=now, since=connection.last_seq, text=connection.text)
            return state_update(table, connection.person, connection.last_seq, text=connection.text)

    def _send(self, connection: Connection, state: StateMessage) -> None:
        connection.record_sent(state)
        connection.hear(state.body.decode())
