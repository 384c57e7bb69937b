"""Requests that the framework answers: only a few at once, and fairly among those who ask.

Otherwise the event loop would go round through hundreds of one visitor's requests between two steps of a game. Steps
and WebSockets do not pass here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar

from lutetia.server.jobs.fair_queue import FairQueue, Lane, Owner, Usage, Work

AT_ONCE = 2
_place: ContextVar[AsyncExitStack | None] = ContextVar("place", default=None)
"""The place of the current request."""


class Admission:
    """Admits requests."""

    def __init__(self, usage: Usage, *, rest: float = 0.0) -> None:
        """`rest`: see `FairQueue`."""
        self.queue = FairQueue([(object(), (Lane.QUICK,)) for _place in range(AT_ONCE)], usage, rest=rest)

    @asynccontextmanager
    async def one(self, owner: Owner) -> AsyncIterator[None]:
        """Wait until the request may be answered. Raises Refused if the server stops."""
        async with AsyncExitStack() as place:
            await place.enter_async_context(self.queue.turn(Work("request", Lane.QUICK, [owner])))
            reset = _place.set(place)
            try:
                yield
            finally:
                _place.reset(reset)


async def step_aside() -> None:
    """The current request is going to wait for something else: let another one in meanwhile."""
    if (place := _place.get()) is not None:
        await place.aclose()
