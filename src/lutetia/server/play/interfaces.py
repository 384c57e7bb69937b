"""What a table needs from outside: a player, an event log, an audience and somebody who asks bots.

The server implements these with its database, its hub and its worker processes. Another host, such as a browser, can
bring its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from lutetia.server.play.state import StateMessage
    from lutetia.server.play.table import Event, Seat, Table

Spawn = Callable[[Coroutine[Any, Any, Any]], None]
"""Starts a background task that ends with the server."""
Position = Callable[[], Awaitable[tuple[Json, list[str]] | None]]
"""Looks up what a bot has to decide: its view and the legal steps; None: nothing any more."""


class SequenceConflict(Exception):
    """Another process wrote an event with this seq or client key first."""


class News(NamedTuple):
    """What the log knows about a game, in one snapshot."""

    seq: int
    """Of the last event."""
    deadline: int | None
    names: dict[str, str | None]
    """By seat: the player's name."""
    events: list[Event]
    """Those that were asked for."""


class Player(Protocol):
    """A person who acts."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def member(self) -> bool:
        """Whether they have an account."""


class EventLog(Protocol):
    """Where the events of all games are stored. Every method may raise StorageError."""

    async def create(self, table: Table, event: Event) -> None:
        """Store a new game with its first event. Raises SequenceConflict if there is one with its key."""

    async def created_with(self, key: str) -> str | None:
        """The id of the game that was stored with this key, if there is one."""

    async def game_name(self, game: str) -> str | None:
        """Which game is played at a table, without reading its events; None if there is no such table."""

    async def append(self, table: Table, event: Event, *, with_seats: bool) -> bool:
        """Store the next event, and the seats if they have changed. Raises SequenceConflict.

        If the caller is cancelled in the meantime, the event is stored anyway and the result is True.
        """

    async def read(self, game: str) -> tuple[Json, list[Seat], list[Event]] | None:
        """A game's row, seats and events; None if there is no such game. Raises ValueError for damaged data."""

    async def read_since(self, game: str, seq: int) -> News | None:
        """What is new in a game after an event; None if there is no such game."""

    async def latest(self, games: Sequence[str]) -> dict[str, News]:
        """By game: what is known of it, without events."""

    async def overdue(self, now: int) -> list[str]:
        """Some of the games whose deadline has passed."""

    async def waiting_for_bot(self) -> list[str]:
        """Some of the games of people in which a bot has to decide."""

    async def unstarted(self, member_before: int, guest_before: int) -> list[str]:
        """Some of the tables that wait for players, where nothing has happened since; a guest's may have another time
        than a member's."""


class Audience(Protocol):
    """Who is connected to which game. Where several processes serve the same games, they all count."""

    def announce(self, game: str, seq: int) -> None:
        """Tell everybody connected to a game that this event was stored."""

    def resend(self, game: str) -> None:
        """Tell them that the state has changed without an event, for example a name."""

    def caught_up(self, game: str, *, resend: bool) -> None:
        """The same for those connected to this process: another one has stored the event, or changed the state."""

    def turn_passed(self, people: Iterable[str]) -> None:
        """In a game of these people somebody else has to decide."""

    def games(self) -> list[str]:
        """The games that somebody is connected to in this process."""

    async def look(self, game: str) -> None:
        """Ask the other processes who is connected to a game, before somebody is said to be absent.

        Raises StorageError.
        """

    def here(self, game: str) -> set[str]:
        """The people with an open connection to a game."""

    def is_watched(self, game: str) -> bool:
        """Whether somebody is connected to a game, or has asked for it a moment ago."""

    def away(self, game: str, person: str) -> float:
        """For how many seconds others have been connected to a game without any sign of this person.

        A request of any kind is a sign. 0 if the person is connected, or nobody is.
        """

    def is_present(self, game: str, person: str, within: float) -> bool:
        """Whether a person is connected to a game, or has given another sign in these last seconds."""


class Recipient(Protocol):
    """A connection on which a step arrived; the answer to the step is also its next state message."""

    last_seq: int
    text: bool
    """Whether its states carry text."""

    def record_sent(self, message: StateMessage) -> None: ...


@dataclass(frozen=True)
class BotChoice:
    """A bot's step. `fault` is a kind from `lutetia.bots.fault` if the bot failed and the step is random."""

    step: str
    fault: str | None = None


class Thinker(Protocol):
    """Asks a bot for its step."""

    async def choose(
        self, bot: str, position: Position, seed: int, *, game: str, people: Sequence[str], watched: bool
    ) -> BotChoice | None:
        """One of the legal steps of a position, which is looked up when it is the bot's turn to think.

        None: there is nothing to decide any more. `people` wait for it: it counts as their work. `watched`:
        people play, and somebody is there, not only going to come back.
        """
