"""The server looks for rubbish in circles by its own clock, and leaves Python's collector as it found it."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
import uvicorn

from lutetia.server.serving import HALF_A_MINUTE, HALF_A_SECOND, HOUR, MUCH, Serving


class Ring:
    """Something that points at itself, so that only the collector can take it away."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def server():
    found = Serving(uvicorn.Config(lambda scope, receive, send: None))
    found.config.load()
    gc.disable()
    yield found
    gc.enable()


def tick(server: Serving, times: int) -> None:
    async def on() -> None:
        for number in range(times):
            await server.on_tick(number)

    asyncio.run(on())


def ticks_until_gone(server: Serving, rings: int = 1, most: int = HOUR) -> int:
    """After how many ticks the last of some rings was found."""
    last = [weakref.ref(Ring()) for _ring in range(rings)][-1]
    for number in range(1, most):
        tick(server, 1)
        if last() is None:
            return number
    return most


def test_where_little_is_found_the_next_look_is_further_away(server):
    waits = [ticks_until_gone(server) for _look in range(9)]
    assert waits == [5, 10, 20, 40, 80, 160, HALF_A_MINUTE, HALF_A_MINUTE, HALF_A_MINUTE]


def test_where_much_is_found_the_next_look_is_nearer(server):
    while ticks_until_gone(server) < HALF_A_MINUTE:
        pass
    waits = [ticks_until_gone(server, MUCH) for _look in range(8)]
    assert waits == [300, 150, 75, 37, 18, 9, HALF_A_SECOND, HALF_A_SECOND]


def test_what_is_old_is_looked_through_once_an_hour(server):
    ring = Ring()
    old = weakref.ref(ring)
    gc.collect()  # it has outlived two looks: an ordinary tick does not come by here any more
    del ring
    tick(server, HOUR - 1)
    assert old() is not None
    tick(server, 1)
    assert old() is None
