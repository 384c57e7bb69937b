"""Work that is too long for the event loop and too small for a worker process: one piece at a time, in a thread.

Threads share the interpreter with the games. More than one at a time would not be faster, only slow the games down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from lutetia.server.jobs.admission import step_aside
from lutetia.server.jobs.fair_queue import FairQueue, Lane, Owner, Usage, Work
from lutetia.server.jobs.owners import Requests

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class SideWork:
    """Runs such functions, fairly among those who ask."""

    def __init__(self, usage: Usage, requests: Requests, *, rest: float = 0.0) -> None:
        """`rest`: see `FairQueue`."""
        self.queue = FairQueue([(self, (Lane.QUICK,))], usage, rest=rest)
        self._requests = requests

    async def run(
        self,
        owner: Owner,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """The function's result. Raises Refused if the owner has too many requests waiting, and what it raises."""
        await step_aside()
        with self._requests.one(owner):
            async with self.queue.turn(Work("text", Lane.QUICK, [owner])):
                # A thread cannot be stopped: the place is free when it is done, even if nobody waits for it any more.
                running = asyncio.ensure_future(asyncio.to_thread(function, *arguments, **options))
                try:
                    return await asyncio.shield(running)
                except asyncio.CancelledError:
                    await asyncio.wait([running])
                    raise
