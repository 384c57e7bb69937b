"""The other processes that serve the same games, as a hub sees them."""

from __future__ import annotations

from typing import Protocol

from lutetia.core.json_types import Json


class OtherProcesses(Protocol):
    """What a hub tells the other processes, and knows of the connections there."""

    def tell(self, game: str, message: Json) -> None:
        """Something has happened at a game. The kinds of messages are in `cluster/follower.py`."""

    def tell_of_people(self, kind: str, people: list[str]) -> None:
        """Something concerns all connections of these people."""

    def followed(self, game: str, yes: bool) -> None:
        """A game has its first connection in this process, or has none any more."""

    def noticed(self, game: str, person: str) -> None:
        """Somebody has connected here, given a sign of life, or has ended a connection."""

    def polled(self, game: str) -> None:
        """Somebody has asked for the state of a game by HTTP."""

    def here(self, game: str) -> set[str]:
        """The people connected to a game there."""

    def last_sign(self, game: str, person: str) -> float:
        """When a person was last connected there, or asked for something, by the monotonic clock."""

    def is_watched(self, game: str, within: float) -> bool:
        """Whether somebody follows a game there, or has asked for it in these last seconds."""

    async def look(self, game: str) -> None:
        """Read again who is connected to a game. Raises StorageError."""
