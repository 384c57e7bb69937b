"""Between JavaScript and the local host: `scripts/engine/workers` calls this, in Pyodide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lutetia.core import catalogue
from lutetia.server.local.audience import Connection
from lutetia.server.local.host import LocalHost


class BrowserShelf:
    """The `Shelf` over an object of JavaScript with the same methods."""

    def __init__(self, shelf: Any) -> None:
        self._shelf = shelf

    async def write(self, game: str, seq: int, summary: str, event: str) -> bool:
        return bool(await _stored(self._shelf.write(game, seq, summary, event)))

    async def read(self, game: str) -> tuple[str, Sequence[str]] | None:
        found = await _stored(self._shelf.read(game))
        return None if found is None else tuple(found.to_py())

    async def summaries(self) -> Sequence[str]:
        return list((await _stored(self._shelf.summaries())).to_py())

    async def remove(self, game: str) -> None:
        await _stored(self._shelf.remove(game))


async def _stored(promise: Awaitable[Any]) -> Any:
    """Raises OSError for whatever IndexedDB throws: no room, no permission, a database that was deleted."""
    try:
        return await promise
    except Exception as error:  # pyodide.ffi.JsException
        raise OSError(str(error)) from error


class BrowserHost:
    """The local host, with arguments and results that cross to JavaScript as they are."""

    def __init__(self, shelf: Any, think: Callable[[str], Awaitable[str]]) -> None:
        self._host = LocalHost(BrowserShelf(shelf), think)
        self._host.open()
        self._connections: dict[int, Connection] = {}

    async def request(self, method: str, address: str, body: str | None, language: str) -> str:
        """The status, a space and the body."""
        status, said = await self._host.request(method, address, body, language)
        return f"{status} {said}"

    async def connect(
        self, number: int, game: str, language: str, hear: Callable[[str], object], since: int, text: bool
    ) -> None:
        """`number` is the page's name for the connection."""
        self._connections[number] = await self._host.connect(game, language, hear, since, text=text)

    async def submit(self, number: int, message: str) -> str:
        return await self._host.submit(self._connections[number], message)

    def disconnect(self, number: int) -> None:
        self._host.disconnect(self._connections.pop(number))


def forget_languages() -> None:
    """The file of another language has come."""
    for cached in (catalogue.languages, catalogue.catalogue, catalogue.for_pages, catalogue.is_complete):
        cached.cache_clear()
