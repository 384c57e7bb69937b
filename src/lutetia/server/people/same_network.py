"""Notices rated games that two people play from the same network, for moderators.

The networks of players are kept in memory only, as long as the server runs. What is stored is that two people played a
game from the same one, not from which. Several processes tell each other, by the message bus, of what they see.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from typing import Any, NamedTuple

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.rate_limit import network
from lutetia.server.store import schema
from lutetia.server.store.database import Database

MAX_GAMES = 20_000
"""Rated games whose players' networks are remembered. Those that were quiet longest are forgotten first."""
MAX_NETWORKS = 8
"""Of one player in one game."""
KEPT = 90 * 86_400_000
"""Milliseconds after which it is forgotten that two people played from the same network."""


class _Game(NamedTuple):
    """The networks of each person in a game, and the pairs of people that are stored already."""

    networks: dict[str, set[str]]
    noted: set[tuple[str, str]]


class SameNetwork:
    """Compares where the players of rated games come from."""

    def __init__(
        self, database: Database, now: Callable[[], int], spawn: Callable[[Coroutine[Any, Any, Any]], None]
    ) -> None:
        self._database, self._now, self._spawn = database, now, spawn
        self._games: OrderedDict[str, _Game] = OrderedDict()
        self.tell: Callable[[Json], None] = lambda seen: None
        """Called with what other processes have to know: the arguments of `seen_elsewhere`."""

    def seen(self, id_: str, players: Collection[str], person: str, address: str) -> None:
        """Somebody is at the table of a rated game with these players."""
        if self._note(id_, players, person, network(address)):
            self.tell({"id_": id_, "players": [*players], "person": person, "place": network(address)})

    def seen_elsewhere(self, id_: str, players: list[str], person: str, place: str) -> None:
        """Another process has seen somebody, in this network."""
        self._note(id_, players, person, place)

    def _note(self, id_: str, players: Collection[str], person: str, place: str) -> bool:
        """Whether this is new."""
        if person not in players:
            return False
        game = self._games.setdefault(id_, _Game({}, set()))
        mine = game.networks.setdefault(person, set())
        if place in mine:
            return False
        if len(mine) < MAX_NETWORKS:
            mine.add(place)
        self._games.move_to_end(id_)
        if len(self._games) > MAX_GAMES:
            self._games.popitem(last=False)
        for other, places in game.networks.items():
            pair = min(person, other), max(person, other)
            if other != person and place in places and other in players and pair not in game.noted:
                game.noted.add(pair)
                self._spawn(self._store(id_, *pair))
        return True

    async def _store(self, game: str, person: str, other: str) -> None:
        row = {"game": game, "person": person, "other": other, "at": self._now()}
        table = schema.same_network

        def add(connection: sa.Connection) -> None:
            this = (table.c.game == game) & (table.c.person == person) & (table.c.other == other)
            if connection.execute(sa.select(table.c.at).where(this)).first() is None:
                connection.execute(sa.insert(table).values(**row))

        with contextlib.suppress(StorageError):  # a hint for moderators; no game fails because of it
            await self._database.write(add)


def games_from_same_network(connection: sa.Connection) -> set[tuple[str, str, str]]:
    """Rated games that two people, in the order of their ids, played from the same network."""
    row = schema.same_network.c
    found = connection.execute(sa.select(row.game, row.person, row.other))
    return {(one.game, one.person, one.other) for one in found}
