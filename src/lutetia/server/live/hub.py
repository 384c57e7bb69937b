"""The hub: which connections follow which game. It announces each event to them.

A connection that waits for news and can send at once is pushed the new state. The task of any other one is woken and
then asks for the state itself, so messages cannot pile up for a slow client. Where several processes serve the same
games, each has a hub with its own connections, and `OtherProcesses` stands for the others.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.live.listener import Listener
from lutetia.server.live.other_processes import OtherProcesses
from lutetia.server.open_counts import OpenCounts

WATCHED_SECONDS = 30.0
"""Who asks for a game again and again by HTTP counts as connected for so long."""
MAX_POLLED = 10_000
DRAIN_SECONDS, DRAIN_PAUSE = 0.5, 0.02
"""Connections are ended one per millisecond, but all of them within half a second; a few after each pause."""


class Hub:
    """All connections by game, and those of people who follow all their games. It is `play`'s `Audience`."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, *, most: int | None = None) -> None:
        """`most`: so many connections one owner may have open; None: any number."""
        self.closed = False
        self.open = OpenCounts(most)
        """By owner, a member or an address of others: how many connections are open."""
        self.monotonic = monotonic
        self.all_sent: Callable[[str], None] = lambda game: None
        """Called when everybody who follows a game has been sent its latest state."""
        self.is_player: Callable[[str, str], bool] = lambda game, person: True
        """Whether a person plays in a game. Of others nobody asks when they were last there."""
        self.others: OtherProcesses | None = None
        """None: this process is alone."""
        self._by_person: dict[str, set[Listener]] = {}
        self._by_game: dict[str, set[Listener]] = {}
        self._followed_since: dict[str, float] = {}
        """By game: since when it has had connections without a break."""
        self._last_here: dict[str, dict[str, float]] = {}
        """By game that others still follow: when each player was last connected, or asked for something."""
        self._presence: dict[str, Json] = {}
        """By game: what was last announced about who is present."""
        self._polled: OrderedDict[str, float] = OrderedDict()
        """By game: when somebody last asked for its state, the last one last."""
        self._to_push: dict[str, tuple[list[Listener], bool]] = {}
        """By game: who is about to be pushed its news, and whether that is everybody who follows it."""

    def enter(self, owner: str) -> None:
        """Count a connection, until `leave`. Raises Refused if there are too many, but counts it all the same."""
        if not self.open.enter(owner):
            raise Refused(429, "many-connections", N_("Too many connections from your address; close some."))

    def leave(self, owner: str) -> None:
        """A connection has ended."""
        self.open.leave(owner)

    def add(self, listener: Listener) -> None:
        """From now on the listener gets news, until `remove`."""
        game = listener.game
        listener.open = not self.closed
        self._by_game.setdefault(game, set()).add(listener)
        self._followed_since.setdefault(game, self.monotonic())
        if self.others is not None:
            if len(self._by_game[game]) == 1:
                self.others.followed(game, True)
            self._notice(game, listener.person)

    def remove(self, listener: Listener) -> None:
        listeners = self._by_game.get(listener.game, set())
        listeners.discard(listener)
        if listener.person is not None:
            self.seen(listener.game, listener.person)
        if not listeners:
            self._by_game.pop(listener.game, None)
            self._followed_since.pop(listener.game, None)
            self._last_here.pop(listener.game, None)
            self._presence.pop(listener.game, None)
            if self.others is not None:
                self.others.followed(listener.game, False)
        if self.others is not None:
            self._notice(listener.game, listener.person)

    def _notice(self, game: str, person: str | None) -> None:
        """Let the other processes know of somebody."""
        if self.others is not None and person is not None:
            self.others.noticed(game, person)

    def seen(self, game: str, person: str) -> None:
        """A person has asked for something at a game: that is a sign of life, like a connection."""
        if game in self._by_game and self.is_player(game, person):
            self._last_here.setdefault(game, {})[person] = self.monotonic()
        self._notice(game, person)

    def polled(self, game: str) -> None:
        """Somebody has asked for the state of a game by HTTP."""
        self._polled[game] = self.monotonic()
        self._polled.move_to_end(game)
        if len(self._polled) > MAX_POLLED:
            self._polled.popitem(last=False)
        if self.others is not None:
            self.others.polled(game)

    def announce(self, game: str, seq: int) -> None:
        """An event has been committed. The news is sent when the caller has released the table."""
        if self.others is not None:
            self.others.tell(game, {"kind": "event", "seq": seq})
        self._announce_here(game)

    def caught_up(self, game: str, *, resend: bool) -> None:
        """The same for the connections of this process: the event was another one's, or something else has changed."""
        if resend:
            self.resend_here(game)
        else:
            self._announce_here(game)

    def _announce_here(self, game: str) -> None:
        listeners = self._by_game.get(game, ())
        waiting = [listener for listener in listeners if listener.can_push()]
        if waiting:
            if game not in self._to_push:  # otherwise the push to come sends this news, too
                asyncio.get_running_loop().call_soon(self._push, game)
            self._to_push[game] = waiting, len(waiting) == len(listeners)

    def _push(self, game: str) -> None:
        listeners, everybody = self._to_push.pop(game)
        sent = [listener.push_or_wake() for listener in listeners]
        if everybody and all(sent):
            self.all_sent(game)

    def resend(self, game: str) -> None:
        """The state has changed without an event, for example a name."""
        if self.others is not None:
            self.others.tell(game, {"kind": "resend"})
        self.resend_here(game)

    def resend_here(self, game: str) -> None:
        """The same for the connections of this process."""
        for listener in self._by_game.get(game, ()):
            listener.resend = True
            listener.wake()

    def send(self, game: str, message: Json, people: Iterable[str] | None = None) -> None:
        """Send a side message to everybody who follows a game, or to these people only."""
        chosen = None if people is None else set(people)
        if self.others is not None:
            self.others.tell(
                game, {"kind": "side", "message": message, "people": None if chosen is None else sorted(chosen)}
            )
        self.send_here(game, message, chosen)

    def send_here(self, game: str, message: Json, chosen: set[str] | None = None) -> None:
        """The same for the connections of this process."""
        for listener in self._by_game.get(game, ()):
            if chosen is None or listener.person in chosen:
                listener.send(message)

    def add_for_person(self, person: str, address: str = "") -> Listener:
        """A listener for all games of a person; end it with `remove_for_person`."""
        listener = Listener("", person, address=address)
        listener.open = not self.closed
        self._by_person.setdefault(person, set()).add(listener)
        return listener

    def remove_for_person(self, person: str, listener: Listener) -> None:
        listeners = self._by_person.get(person, set())
        listeners.discard(listener)
        if not listeners:
            self._by_person.pop(person, None)

    def turn_passed(self, people: Iterable[str]) -> None:
        """In a game of these people somebody else has to decide."""
        if self.others is not None:
            self.others.tell_of_people("turn", people := list(people))
        self.turn_passed_here(people)

    def turn_passed_here(self, people: Iterable[str]) -> None:
        """The same for the connections of this process."""
        if self._by_person:
            for person in people:
                for listener in self._by_person.get(person, ()):
                    listener.wake()

    def wake_person(self, person: str) -> None:
        """What a person may do has changed: let all their connections look."""
        if self.others is not None:
            self.others.tell_of_people("changed", [person])
        self.wake_person_here(person)

    def wake_person_here(self, person: str) -> None:
        """The same for the connections of this process."""
        for listeners in (*self._by_game.values(), *self._by_person.values()):
            for listener in listeners:
                if listener.person == person:
                    listener.wake()

    def wake_here(self, concerned: Callable[[Listener], bool]) -> None:
        """Let all connections of this process look that this concerns, spread over a short time."""
        loop, found = asyncio.get_running_loop(), [one for one in self._listeners() if concerned(one)]
        for number, listener in enumerate(found):
            loop.call_later(DRAIN_SECONDS * number / len(found), listener.wake)

    def fail(self, error: Refused) -> None:
        """End all connections to games, and say why: the log cannot be read, so they may be behind."""
        for listeners in self._by_game.values():
            for listener in listeners:
                listener.fail(error)

    def games(self) -> list[str]:
        """The games that somebody follows."""
        return list(self._by_game)

    def people(self) -> list[str]:
        """The people who follow all their games."""
        return list(self._by_person)

    def last_sent(self, game: str) -> int:
        """The seq of the oldest state that a connection to a game was sent last; -1 if one has none yet."""
        return min((listener.last_seq for listener in self._by_game.get(game, ())), default=-1)

    def is_followed(self, game: str) -> bool:
        return game in self._by_game

    def is_watched(self, game: str) -> bool:
        """Whether somebody follows a game, or has asked for it a moment ago."""
        if self.others is not None and self.others.is_watched(game, WATCHED_SECONDS):
            return True
        return game in self._by_game or self.monotonic() - self._polled.get(game, -WATCHED_SECONDS) < WATCHED_SECONDS

    def away(self, game: str, person: str) -> float:
        """For how many seconds others have followed a game without any sign of this person.

        0 if the person is connected, or nobody is.
        """
        if game not in self._followed_since or person in self.here(game):
            return 0.0
        last = self._last_here.get(game, {}).get(person, self._followed_since[game])
        if self.others is not None:
            last = max(last, self.others.last_sign(game, person))
        return self.monotonic() - last

    def is_present(self, game: str, person: str, within: float) -> bool:
        """Whether a person is connected to a game, or was, or has asked for something, in these last seconds."""
        if person in self.here(game):
            return True
        last = self._last_here.get(game, {}).get(person, float("-inf"))
        if self.others is not None:
            last = max(last, self.others.last_sign(game, person))
        return self.monotonic() - last < within

    async def look(self, game: str) -> None:
        """Ask the other processes who is connected to a game."""
        if self.others is not None:
            await self.others.look(game)

    def presence_changed(self, game: str, message: Json) -> bool:
        """Whether this message differs from the one last announced; it counts as announced from now on."""
        if game not in self._by_game or self._presence.get(game) == message:
            return False
        self._presence[game] = message
        return True

    def here(self, game: str) -> set[str]:
        """The people with an open connection to a game, in whichever process."""
        here = self.here_locally(game)
        return here if self.others is None else here | self.others.here(game)

    def here_locally(self, game: str) -> set[str]:
        """The people with an open connection to a game in this process."""
        return {listener.person for listener in self._by_game.get(game, ()) if listener.person}

    def connections(self) -> int:
        """How many there are in all."""
        return sum(map(len, self._by_game.values())) + sum(map(len, self._by_person.values()))

    async def drain(self) -> None:
        """Graceful shutdown: end all connections, spread over a short time, so that not all return at one moment."""
        self.closed = True
        listeners = self._listeners()
        rounds = max(1, round(min(DRAIN_SECONDS, len(listeners) / 1000) / DRAIN_PAUSE))
        for number in range(rounds):
            for listener in listeners[number::rounds]:
                listener.end()
            if number + 1 < rounds:
                await asyncio.sleep(DRAIN_PAUSE)

    def close(self) -> None:
        """End all connections at once. New ones end after their first message."""
        self.closed = True
        for listener in self._listeners():
            listener.end()

    def _listeners(self) -> list[Listener]:
        return [listener for some in (*self._by_game.values(), *self._by_person.values()) for listener in some]
