"""Between JavaScript and the local host: `scripts/engine/workers` calls this, in Pyodide."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from lutetia.server.local import library
from lutetia.server.local.audience import Connection
from lutetia.server.local.host import LocalHost, Reply, Site

LANGUAGES = Path(__file__).parent / "languages.json"
"""All languages of the pages, of which only the reader's is loaded. `scripts/engine` writes it."""


class BrowserShelf:
    """The `Shelf` over an object of JavaScript with the same methods."""

    def __init__(self, shelf: Any) -> None:
        self._shelf = shelf

    async def write(self, game: str, seq: int, summary: str, events: Sequence[str]) -> bool:
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        return bool(await _stored(self._shelf.write(game, seq, summary, to_js(events))))

    async def read(self, game: str) -> tuple[str, Sequence[str]] | None:
        found = await _stored(self._shelf.read(game))
        return None if found is None else tuple(found.to_py())

    async def summaries(self) -> Sequence[str]:
        return list((await _stored(self._shelf.summaries())).to_py())

    async def remove(self, game: str) -> None:
        await _stored(self._shelf.remove(game))

    async def get(self, key: str) -> str | None:
        found = await _stored(self._shelf.get(key))
        return None if found is None else str(found)

    async def put(self, key: str, text: str) -> None:
        await _stored(self._shelf.put(key, text))

    async def delete(self, key: str) -> None:
        await _stored(self._shelf.delete(key))


async def _stored(promise: Awaitable[Any]) -> Any:
    """Raises OSError for whatever IndexedDB throws: no room, no permission, a database that was deleted."""
    try:
        return await promise
    except Exception as error:  # pyodide.ffi.JsException
        raise OSError(str(error)) from error


class BrowserHost:
    """The local host, with arguments and results that cross to JavaScript as they are."""

    def __init__(
        self,
        shelf: Any,
        think: Callable[[str], Awaitable[str]],
        give_up: Callable[[str], object],
        build: str = "none",
    ) -> None:
        """`give_up` is told the questions of `think` whose answer nobody needs any more.

        `build` is the id of the build of the pages.
        """
        site = Site(build, json.loads(LANGUAGES.read_text("utf-8")))
        self._host = LocalHost(BrowserShelf(shelf), think, give_up=give_up, site=site)
        self._host.open()
        self._connections: dict[int, Connection] = {}
        self._answering: dict[int, asyncio.Future[Reply]] = {}

    async def request(self, number: int, method: str, address: str, body: object, language: str) -> str:
        """The status, a space and the body. Without a body it is JavaScript's undefined or null.

        `number` is the page's name for the request. One that is cancelled gets status 499, which nobody reads.
        """
        text = body if isinstance(body, str) else None
        answering = asyncio.ensure_future(self._host.request(method, address, text, language))
        self._answering[number] = answering
        try:
            status, said = await answering
        except asyncio.CancelledError:
            status, said = 499, "null"
        finally:
            del self._answering[number]
        return f"{status} {said}"

    def cancel(self, number: int) -> None:
        """Nobody waits for the answer to a request any more."""
        if number in self._answering:
            self._answering[number].cancel()

    async def connect(
        self, number: int, game: str, language: str, hear: Callable[[str], object], since: int, text: bool
    ) -> None:
        """`number` is the page's name for the connection."""
        self._connections[number] = await self._host.connect(game, language, hear, since, text=text)

    async def submit(self, number: int, message: str) -> str:
        return await self._host.submit(self._connections[number], message)

    def disconnect(self, number: int) -> None:
        self._host.disconnect(self._connections.pop(number))


forget_languages = library.forget_languages
"""`engine.mjs` calls it when the file of another language has come."""
