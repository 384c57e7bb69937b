"""Follow what other processes write: hints from the message bus, and a look into the database from time to time.

Subjects and messages of the bus:
- `game.<id>`, for the processes in which somebody follows the game: `{"kind": "event", "seq"}`, `{"kind": "resend"}`
  (a name has changed), `{"kind": "side", "message", "people"}` (such as chat), `{"kind": "presence"}`.
- `people`, for all processes: `{"kind": "turn", "people"}` (in a game of theirs somebody else decides) and
  `{"kind": "changed", "people"}` (what they may do).
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import sqlalchemy as sa
import structlog

from lutetia.core.json_types import Json
from lutetia.server.cluster.bus import Bus
from lutetia.server.cluster.endless import Duty
from lutetia.server.cluster.outbox import Outbox
from lutetia.server.cluster.presence import ANYBODY, Presence
from lutetia.server.errors import Refused, StorageError
from lutetia.server.live.chat import messages_since
from lutetia.server.live.feed import Feeds
from lutetia.server.live.hub import Hub
from lutetia.server.outage_log import OutageLog
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import EventLog, News, Spawn
from lutetia.server.play.rebuild import is_current
from lutetia.server.store import schema
from lutetia.server.store.among import among
from lutetia.server.store.database import Database

POLL_SECONDS = 1.0
"""Between two looks into the database: for new events and for messages of processes that have lost the bus always, and
for everything else while this one has lost it."""
RETRY_SECONDS = 0.2
"""The same while the database does not answer."""
SLOW_POLL_SECONDS = 10.0
"""The same for everything else with a bus, whose messages may get lost."""
TOLD_AFTER = 2.0
"""Seconds after which pages are told that the log cannot be read: they may show an old position."""
OVERLAP = 5_000
"""Milliseconds by which a look overlaps the last one: what is being written becomes visible a little later."""
MAX_CHAT = 10_000
AT_ONCE = 256
"""So many tables are brought up to date at the same time."""
PEOPLE = "people"
log = structlog.get_logger("follower")


class Follower:
    """This process among the others. It is the hub's `OtherProcesses`."""

    def __init__(
        self,
        database: Database,
        events: EventLog,
        tables: TableService,
        feeds: Feeds,
        presence: Presence,
        bus: Bus | None,
        spawn: Spawn,
    ) -> None:
        self._database, self._events, self._tables, self._feeds = database, events, tables, feeds
        self._hub: Hub = feeds.hub
        self._presence, self._bus, self._spawn = presence, bus, spawn
        self._outbox = None if bus is None else Outbox(database, bus, presence.process)
        self.people_changed: Callable[[list[str]], None] = lambda people: None
        """Called with people about whom another process has changed something."""
        self._catching_up: set[str] = set()
        self._again: set[str] = set()
        """Games that have changed again while they were brought up to date."""
        self._chat: OrderedDict[str, None] = OrderedDict()
        """Messages that the connections here have got."""
        self._polled_at: int | None = None
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._poke = asyncio.Event()
        presence.wrote = lambda game: self.tell(game, {"kind": "presence"})
        presence.changed = self._presence_changed
        if bus is not None:
            bus.subscribe(PEOPLE, self._receive_about_people)
            bus.when_connected.append(self._poke.set)

    # What the hub says and asks

    def tell(self, game: str, message: Json) -> None:
        if message["kind"] == "side":
            self._is_new_chat(message["message"])
        if self._outbox is not None:
            self._outbox.publish(f"game.{game}", message)

    def tell_of_people(self, kind: str, people: list[str]) -> None:
        if self._outbox is not None and people:
            self._outbox.publish(PEOPLE, {"kind": kind, "people": people})

    def followed(self, game: str, yes: bool) -> None:
        self._presence.noticed(game, ANYBODY)
        if yes:
            self._presence.read_soon(game)
        if self._bus is not None:
            if yes:
                self._bus.subscribe(f"game.{game}", partial(self._receive, game))
            else:
                self._bus.unsubscribe(f"game.{game}")

    def noticed(self, game: str, person: str) -> None:
        self._presence.noticed(game, person)

    def polled(self, game: str) -> None:
        self._presence.noticed(game, ANYBODY)

    def here(self, game: str) -> set[str]:
        return self._presence.here(game)

    def last_sign(self, game: str, person: str) -> float:
        return self._presence.last_sign(game, person)

    def is_watched(self, game: str, within: float) -> bool:
        return self._presence.is_watched(game, within)

    async def look(self, game: str) -> None:
        await self._presence.look(game)

    # Messages of other processes

    def _receive(self, game: str, message: Json) -> None:
        match message["kind"]:
            case "event":
                table = self._tables.cache.peek(game)
                if table is None or table.seq < message["seq"]:
                    self._catch_up_soon(game)
                elif self._hub.last_sent(game) < message["seq"]:
                    self._hub.caught_up(game, resend=False)
            case "resend":
                self._catch_up_soon(game)
            case "side":
                if self._is_new_chat(message["message"]):
                    people = message["people"]
                    self._hub.send_here(game, message["message"], None if people is None else set(people))
            case "presence":
                self._presence.read_soon(game)

    def _receive_late(self, subject: str, message: Json) -> None:
        """A message that came by the database."""
        if subject == PEOPLE:
            self._receive_about_people(message)
        elif self._hub.is_followed(game := subject.removeprefix("game.")):
            self._receive(game, message)

    def _receive_about_people(self, message: Json) -> None:
        if message["kind"] == "turn":
            self._hub.turn_passed_here(message["people"])
        elif message["kind"] == "changed":
            self.people_changed(message["people"])
            for person in message["people"]:
                self._hub.wake_person_here(person)

    def _presence_changed(self, game: str) -> None:
        if self._hub.is_followed(game):
            self._spawn(self._feeds.announce_presence(game))

    def _catch_up_soon(self, game: str) -> None:
        if game in self._catching_up:
            self._again.add(game)
        elif self._hub.is_followed(game):
            self._catching_up.add(game)
            self._spawn(self._catch_up(game))

    async def _catch_up(self, game: str) -> None:
        """Bring the table to where the log is, and tell the connections what is new."""
        try:
            async with self._slots:
                while True:
                    self._again.discard(game)
                    table = await self._tables.get(game)
                    if self._hub.last_sent(game) < table.seq:  # it was not in memory, and so not behind
                        self._hub.caught_up(game, resend=False)
                    if game not in self._again:
                        break
        except Refused:
            pass  # the next look into the database tries again
        finally:
            self._catching_up.discard(game)
            self._again.discard(game)

    # A look into the database

    def duties(self) -> list[Duty]:
        """What goes on as long as the server runs."""
        return [self._run, *([] if self._outbox is None else [self._outbox.run])]

    async def _run(self) -> None:
        """Look whether something was missed."""
        next_poll = 0.0
        failing_since: float | None = None
        told = False
        outage = OutageLog(log, "other processes not followed", "other processes followed again")
        while True:
            now = time.monotonic()
            connected = self._bus is not None and self._bus.connected
            try:
                if now >= next_poll or not connected or self._poke.is_set():
                    self._poke.clear()
                    await self.poll()
                    next_poll = now + SLOW_POLL_SECONDS
                else:
                    await self._look_for_events()
                if connected and self._outbox is not None:
                    await self._outbox.read(self._receive_late)
                failing_since, told = None, False
                outage.works()
            except StorageError as error:
                next_poll = now
                outage.failed(cause=error.cause)
                if failing_since is None:
                    failing_since = now
                elif not told and now - failing_since >= TOLD_AFTER:
                    told = True
                    self._hub.fail(error)
            try:
                async with asyncio.timeout(POLL_SECONDS if failing_since is None else RETRY_SECONDS):
                    await self._poke.wait()
            except TimeoutError:
                pass

    async def poll(self) -> None:
        """Everything that messages may have failed to tell. Raises StorageError."""
        began = self._tables.now()
        since = (self._polled_at or began) - OVERLAP
        games = self._hub.games()
        latest = await self._events.latest(games) if games else {}
        for game, news in latest.items():
            if self._is_behind(game, news):
                self._catch_up_soon(game)
        self._presence.read_soon(*games)
        for game, message in (
            await self._database.read(lambda c: messages_since(c, games, since), snapshot=False) if games else ()
        ):
            table = self._tables.cache.peek(game)
            if table is not None and self._is_new_chat(side := message.side_message()):
                self._hub.send_here(game, side, set(table.people()))
        if people := self._hub.people():
            self._hub.turn_passed_here(
                await self._database.read(lambda c: _with_news(c, people, since), snapshot=False)
            )
        self._polled_at = began

    async def _look_for_events(self) -> None:
        """Catch up with the games that have newer events than their connections. Raises StorageError."""
        known = {game: self._hub.last_sent(game) for game in self._hub.games()}
        for game in await self._database.read(lambda c: _newer(c, known), snapshot=False) if known else ():
            self._catch_up_soon(game)

    def _is_behind(self, game: str, news: News) -> bool:
        table = self._tables.cache.peek(game)
        return table is None or not is_current(table, news) or self._hub.last_sent(game) < news.seq

    def _is_new_chat(self, message: Json) -> bool:
        """Whether the connections here have not got this message yet; they have it from now on."""
        if message["type"] != "chat":
            return True
        if message["id"] in self._chat:
            return False
        self._chat[message["id"]] = None
        if len(self._chat) > MAX_CHAT:
            self._chat.popitem(last=False)
        return True


def _with_news(connection: sa.Connection, people: list[str], since: int) -> list[str]:
    """Those of these people in whose games something has happened."""
    game, seat = schema.game.c, schema.seat.c
    wanted = sa.select(seat.person).distinct().join_from(schema.seat, schema.game)
    return list(connection.execute(wanted.where(among(seat.person, people), game.changed >= since)).scalars())


def _newer(connection: sa.Connection, known: dict[str, int]) -> list[str]:
    """Those of these games that have an event after the known one."""
    given = {"games": list(known), "seqs": list(known.values())}
    return list(connection.execute(_NEWER, given).scalars())


_NEWER = sa.text(
    "SELECT game.id FROM unnest(CAST(:games AS text[]), CAST(:seqs AS integer[])) AS known (id, seq) "
    "JOIN game ON game.id = known.id WHERE game.seq > known.seq"
)
"""One short statement for thousands of games; it returns few of them."""
