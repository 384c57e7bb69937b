"""Several complete servers in one process, as one application: each request reaches the next of them.

For tests that replace the clock, the dealer or other parts of a server, which they could not do in other processes.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from starlette.types import Receive, Scope, Send

PLAIN = (int, float, str, bytes, tuple, list, dict, set, frozenset, type(None))


class Parts:
    """The same part of all servers: what is set is set in all, what is called is that of the first."""

    def __init__(self, parts: list[Any]) -> None:
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        found = [getattr(part, name) for part in self._parts]
        return found[0] if callable(found[0]) or isinstance(found[0], PLAIN) else Parts(found)

    def __setattr__(self, name: str, value: Any) -> None:
        for part in self._parts:
            setattr(part, name, value)


class SeveralApplications:
    """Looks like one of the applications it is made from."""

    def __init__(self, servers: list[Any]) -> None:
        self._servers = servers
        self._turn = itertools.count()
        self.state = Parts([server.state for server in servers])
        usual = [server.router.lifespan_context for server in servers]

        @asynccontextmanager
        async def lifespan(_app: Any) -> AsyncIterator[Any]:
            async with AsyncExitStack() as stack:
                for server, begin in zip(servers, usual, strict=True):
                    state = await stack.enter_async_context(begin(server))
                yield state

        servers[0].router.lifespan_context = lifespan

    def __getattr__(self, name: str) -> Any:
        return getattr(self._servers[0], name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        server = self._servers[0 if scope["type"] == "lifespan" else next(self._turn) % len(self._servers)]
        await server(scope, receive, send)
