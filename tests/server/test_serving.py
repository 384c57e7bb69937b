"""The server looks for rubbish in circles by its own clock, and leaves Python's collector as it found it."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
import uvicorn

from lutetia.server.serving import HALF_A_MINUTE, HOUR, MANY, Serving


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


def test_what_is_new_is_looked_through_after_half_a_minute(server):
    for _look in range(2):
        new = weakref.ref(Ring())
        tick(server, HALF_A_MINUTE - 1)
        assert new() is not None
        tick(server, 1)
        assert new() is None


def test_or_as_soon_as_it_is_much(server):
    tick(server, HALF_A_MINUTE)
    new = weakref.ref(Ring())
    lists = [[] for _list in range(MANY)]
    tick(server, 1)
    assert new() is None
    assert len(lists) == MANY


def test_what_is_old_is_looked_through_once_an_hour(server):
    ring = Ring()
    old = weakref.ref(ring)
    gc.collect()  # it has outlived two looks: an ordinary tick does not come by here any more
    del ring
    tick(server, HOUR - 1)
    assert old() is not None
    tick(server, 1)
    assert old() is None
