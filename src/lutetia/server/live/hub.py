"""Who is listening to which game. A listener is only woken; it then asks for the state, so nothing can pile up.

Between processes a broker would carry the wake-ups: `wake` is the one place that sends them.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

from lutetia.server.play.state import Parts, Said

MOST_SIDE_MESSAGES = 32


class Listener:
    """One open connection to a game: a socket, or a stream of events."""

    def __init__(self, game: str, person: str | None) -> None:
        self.game = game
        self.person = person
        self.side: deque[dict[str, Any]] = deque(maxlen=MOST_SIDE_MESSAGES)
        """What is told beside the game itself: chat, presence. Old ones give way."""
        self.anew = False
        """Whether the state is to be told though no event has come: somebody is called otherwise now."""
        self.told, self.state_hash = -1, ""
        """Seq and hash of the state that it was told last."""
        self.open = True
        self._news = True
        self._waiting: asyncio.Future[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._until = 0.0

    def wake(self) -> None:
        self._news = True
        self._rouse()

    def hears(self, said: Said) -> Parts:
        """It is told this state."""
        self.told, self.state_hash = said.seq, said.state_hash
        return said.parts

    def tell(self, message: dict[str, Any]) -> None:
        """A word beside the game, to this one alone."""
        self.side.append(message)
        self.wake()

    async def woken(self, patience: float) -> bool:
        """Wait for news; False if none came in time."""
        if not self._news:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            self._until = loop.time() + patience
            if self._alarm is None:
                self._alarm = loop.call_at(self._until, self._ring, loop)
            try:
                await self._waiting
            finally:
                self._waiting = None
        news, self._news = self._news, False
        return news

    def _rouse(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        """One alarm serves many waits: where news came meanwhile it is set anew. It ends with who waits."""
        self._alarm = None
        if self._waiting is not None:
            if loop.time() < self._until:
                self._alarm = loop.call_at(self._until, self._ring, loop)
            else:
                self._rouse()


class Hub:
    """All listeners by game; and people who listen for whether any of their games awaits them."""

    def __init__(self) -> None:
        self.closed = False
        self._people: dict[str, set[Listener]] = {}
        self._games: dict[str, set[Listener]] = {}
        self._since: dict[str, float] = {}
        """Since when a game has had listeners without a break."""
        self._left: dict[str, dict[str, float]] = {}
        """When the people of a game that others still listen to were last there."""
        self._here: dict[str, list[str]] = {}
        """The seats that were last told to be here."""

    def listen(self, listener: Listener) -> None:
        """From now on it is woken, until `leave`."""
        listener.open = not self.closed
        self._games.setdefault(listener.game, set()).add(listener)
        self._since.setdefault(listener.game, time.monotonic())

    def leave(self, listener: Listener) -> None:
        listeners = self._games.get(listener.game, set())
        listeners.discard(listener)
        if listener.person is not None:
            self._left.setdefault(listener.game, {})[listener.person] = time.monotonic()
        if not listeners:
            self._games.pop(listener.game, None)
            self._since.pop(listener.game, None)
            self._left.pop(listener.game, None)
            self._here.pop(listener.game, None)

    def wake(self, game: str) -> None:
        """Something has been committed."""
        for listener in self._games.get(game, ()):
            listener.wake()

    def tell_anew(self, game: str) -> None:
        """Something has changed that is no event of the game, such as a name."""
        for listener in self._games.get(game, ()):
            listener.anew = True
            listener.wake()

    def tell(self, game: str, message: dict[str, Any], people: Iterable[str] | None = None) -> None:
        """A word beside the game, to all who listen or to these people alone."""
        chosen = None if people is None else set(people)
        for listener in self._games.get(game, ()):
            if chosen is None or listener.person in chosen:
                listener.tell(message)

    def listen_for(self, person: str) -> Listener:
        """A listener for all games of a person; give it back with `leave_for`."""
        listener = Listener("", person)
        listener.open = not self.closed
        self._people.setdefault(person, set()).add(listener)
        return listener

    def leave_for(self, person: str, listener: Listener) -> None:
        listeners = self._people.get(person, set())
        listeners.discard(listener)
        if not listeners:
            self._people.pop(person, None)

    def turn_passed(self, people: Iterable[str]) -> None:
        """In a game of these people somebody else is to decide."""
        if self._people:
            for person in people:
                for listener in self._people.get(person, ()):
                    listener.wake()

    def games(self) -> list[str]:
        """The games that somebody listens to."""
        return list(self._games)

    def away(self, game: str, person: str) -> float:
        """For how many seconds others have listened to a game without this person; 0: it is here, or nobody is."""
        if game not in self._since or person in self.here(game):
            return 0.0
        return time.monotonic() - self._left.get(game, {}).get(person, self._since[game])

    def changed(self, game: str, seats: list[str]) -> bool:
        """Whether other seats are here than were last told; from now on these have been."""
        if game not in self._games or self._here.get(game) == seats:
            return False
        self._here[game] = seats
        return True

    def here(self, game: str) -> set[str]:
        """The people with an open connection to a game."""
        return {listener.person for listener in self._games.get(game, ()) if listener.person}

    def listeners(self) -> int:
        """How many there are in all."""
        return sum(map(len, self._games.values())) + sum(map(len, self._people.values()))

    def close(self) -> None:
        """Let everybody go, and whoever comes from now on after one look."""
        self.closed = True
        for listeners in (*self._games.values(), *self._people.values()):
            for listener in listeners:
                listener.open = False
                listener.wake()
