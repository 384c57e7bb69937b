"""The server looks for rubbish in circles by its own clock, and leaves Python's collector as it found it."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
import uvicorn

from lutetia.server.serving import HALF_A_SECOND, HOUR, Serving


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


def test_what_is_new_is_looked_through_twice_a_second(server):
    new = weakref.ref(Ring())
    asyncio.run(server.on_tick(HALF_A_SECOND))
    assert new() is not None
    asyncio.run(server.on_tick(2 * HALF_A_SECOND - 1))
    assert new() is None


def test_what_is_old_is_looked_through_once_an_hour(server):
    ring = Ring()
    old = weakref.ref(ring)
    gc.collect()  # it has outlived two looks: an ordinary tick does not come by here any more
    del ring
    asyncio.run(server.on_tick(HALF_A_SECOND - 1))
    assert old() is not None
    asyncio.run(server.on_tick(HOUR - 1))
    assert old() is None
