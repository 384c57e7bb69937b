"""The feed of one connection: the state, again after each event, and other messages.

Every update is a whole state, so a client cannot drift apart: the next message makes up for one that was missed.
WebSockets and event streams send the same feed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import orjson

from lutetia.server.errors import Refused
from lutetia.server.live.hub import Hub
from lutetia.server.live.listener import Listener
from lutetia.server.people.sessions import Person, Sessions
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Spawn
from lutetia.server.play.leaving import seat_back
from lutetia.server.play.state import Parts, StateMessage, state_for, state_update
from lutetia.server.play.table import Table
from lutetia.server.rate_limit import network

KEEPALIVE = 20.0
"""Seconds without news after which a keep-alive message is sent, so that both ends notice a dead connection."""


IDLE_AFTER = 60.0
"""Seconds after which a table leaves the memory that nobody follows and nobody has asked for."""
RELEASED_AFTER = 10.0
"""Seconds after the last viewer of a game has left until its table leaves the memory. A page that is loaded again, or
finds its connection again, is back sooner."""


class Feeds:
    """Makes the feeds of all connections."""

    def __init__(self, hub: Hub, tables: TableService, sessions: Sessions, spawn: Spawn) -> None:
        self.hub = hub
        self.tables = tables
        self.sessions = sessions
        self._spawn = spawn
        self.opened: Callable[[Table, Listener], None] = lambda table, listener: None
        """Called with each new connection and its table. Bots that rest notice that somebody looks."""
        hub.all_sent = tables.forget_messages
        tables.look_again = self._announce_presence

    async def feed(self, listener: Listener, asker: Person | None, since: int) -> AsyncIterator[Parts]:
        """The current state, then one after each event; side messages; "still-here" after a long silence.

        All messages carry `seq` and `state_hash`; side messages have those of the last state. The feed ends with the
        session: a person who has signed out or is blocked gets nothing more. Between two messages nothing here holds
        on to the last one: they are large, and the next may be long in coming.
        """
        game, person, hub = listener.game, listener.person, self.hub
        owner = connection_owner(asker, listener.address)
        hub.add(listener)
        try:
            hub.enter(owner)
            table = await self.tables.get(game)
            self._announce_presence(table, listener)
            self.opened(table, listener)
            state = await self._whole_state(table, listener, since)
            listener.record_sent(state)
            yield state.parts
            del state
            if person is not None:  # nobody else will need the messages; those of spectators serve the next one
                self.tables.forget_messages(game)
            while listener.open:
                has_news = await listener.wait(KEEPALIVE)
                if listener.fault is not None:
                    raise listener.fault
                await self.sessions.check_access(asker, listener.address)
                if not has_news:
                    listener.side_messages.append({"type": "still-here"})
                while listener.side_messages:
                    known = {"seq": listener.last_seq, "state_hash": listener.last_hash}
                    yield (orjson.dumps({**listener.side_messages.popleft(), **known}),)
                table = self.tables.cache.at_hand(game) or await self.tables.get(game)
                if table.lock.free:
                    update = self._update(table, listener)
                else:
                    async with table.lock:  # until its commit, a step is visible to nobody
                        update = self._update(table, listener)
                if update is not None:
                    # Somebody may have been blocked while the table was waited for.
                    await self.sessions.check_access(asker, listener.address)
                    listener.record_sent(update)
                    yield update.parts
                    del update
        except Refused as refused:
            yield (orjson.dumps({"type": "error", **refused.body()}),)
        finally:
            listener.close()
            hub.leave(owner)
            hub.remove(listener)
            if not hub.is_followed(game):
                self.tables.unfollowed(game)
                if not hub.closed:
                    asyncio.get_running_loop().call_later(RELEASED_AFTER, self._release, game)
            if person is not None and not hub.closed and person not in hub.here(game):
                self._spawn(self.announce_presence(game))

    async def release_idle(self) -> None:
        """Release idle tables, as long as the server runs: also those that nobody has ever followed."""
        while True:
            await asyncio.sleep(RELEASED_AFTER)
            self.tables.cache.release_idle(IDLE_AFTER, self.hub.is_followed)

    def _release(self, game: str) -> None:
        if not self.hub.is_followed(game):
            self.tables.cache.release(game)

    async def _whole_state(self, table: Table, listener: Listener, since: int) -> StateMessage:
        """The state for a new connection."""
        async with table.lock:
            return self._state(table, listener, since)

    def _state(self, table: Table, listener: Listener, since: int) -> StateMessage:
        return state_for(table, listener.person, now=self.tables.now(), since=since, text=listener.text)

    def push(self, listener: Listener, asker: Person | None, write: Callable[..., None]) -> bool:
        """Send the state if that can be done without waiting for anything. False: the feed has to do it."""
        table = self.tables.cache.at_hand(listener.game)
        if table is None or not table.lock.free or listener.side_messages:
            return False
        if not self.sessions.surely_has_access(asker, listener.address):
            return False
        update = self._update(table, listener)
        if update is not None:
            write(*update.parts)
            listener.record_sent(update)  # not before: if writing fails, the feed sends it
            listener.wait_longer(KEEPALIVE)
        return True

    def _update(self, table: Table, listener: Listener) -> StateMessage | None:
        """The state for a connection that has an earlier one; None if that is still the current one."""
        if table.seq == listener.last_seq and not listener.resend:
            return None
        if listener.resend and listener.text:  # a name has changed, which may be anywhere in the text
            listener.resend = False
            return self._state(table, listener, listener.last_seq)
        listener.resend = False
        return state_update(table, listener.person, listener.last_seq, text=listener.text)

    def _announce_presence(self, table: Table, newcomer: Listener | None = None) -> None:
        """Tell everybody which seats are present, and who is back, if that has changed; else only the newcomer."""
        here = self.hub.here(table.id)
        seats = [seat.seat for seat in table.seats.values() if seat.person in here]
        message = {"type": "presence", "here": seats, "back": seat_back(self.tables, table)}
        if self.hub.presence_changed(table.id, message):
            self.hub.send_here(table.id, message)
        elif newcomer is not None and not any(one["type"] == "presence" for one in newcomer.side_messages):
            newcomer.send(message)

    async def announce_presence(self, game: str) -> None:
        """Tell everybody who follows a game which seats are present, and who is back, if that has changed."""
        with contextlib.suppress(Refused):
            if self.hub.is_followed(game):
                self._announce_presence(await self.tables.cache.get(game))


def connection_owner(asker: Person | None, address: str) -> str:
    """For whom a connection counts: for a member, or else for the address. Behind a proxy nothing else counts them."""
    return asker.id if asker is not None and asker.member else network(address)
