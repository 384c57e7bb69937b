"""What is stored besides games: preferences, notes, shared positions, analyses, attempts at puzzles."""

from __future__ import annotations

import json

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.local.event_log import Shelf


class Documents:
    """JSON by key. Every method raises StorageError."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

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

    async def delete(self, key: str) -> None:
        """If there is none, nothing happens."""
        try:
            await self._shelf.delete(key)
        except OSError as error:
            raise StorageError(cause=type(error).__name__) from error
