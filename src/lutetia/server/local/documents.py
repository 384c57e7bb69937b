"""What is stored besides games: preferences, notes, shared positions, analyses, attempts at puzzles.

Shared positions and analyses may belong to a game. Then they are deleted with it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.local.event_log import Shelf


class Documents:
    """JSON by key. Every method raises StorageError."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._changing = asyncio.Lock()

    async def get(self, key: str) -> Json | None:
        try:
            found = await self._shelf.get(key)
        except OSError as error:
            raise StorageError(cause=type(error).__name__) from error
        return None if found is None else json.loads(found)

    async def put(self, key: str, document: Json) -> None:
        """Replace what was there."""
        try:
            await self._shelf.put(key, json.dumps(document, ensure_ascii=False, separators=(",", ":")))
        except OSError as error:
            raise StorageError(cause=type(error).__name__) from error

    async def change(self, key: str, change: Callable[[Json | None], Json | None]) -> Json | None:
        """Replace a document by what `change` makes of it, and return that. None: there is nothing to store.

        One change comes after the other, so that none is lost. What `change` raises is passed on.
        """
        async with self._changing:
            changed = change(await self.get(key))
            if changed is not None:
                await self.put(key, changed)
            return changed

    async def attach(self, key: str, game: str) -> None:
        """Let a document belong to a game."""
        await self.change(_of(game), lambda known: {"keys": sorted({key, *(known or {"keys": ()})["keys"]})})

    async def delete_of(self, game: str) -> None:
        """Forget all documents of a game."""
        known = await self.get(_of(game)) or {"keys": ()}
        for key in (*known["keys"], _of(game)):
            await self.delete(key)

    async def delete(self, key: str) -> None:
        """If there is none, nothing happens."""
        try:
            await self._shelf.delete(key)
        except OSError as error:
            raise StorageError(cause=type(error).__name__) from error


def _of(game: str) -> str:
    """The key of the list of a game's documents."""
    return f"of:{game}"
