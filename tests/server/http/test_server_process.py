"""Garbage collection runs by the server's own clock, unused memory goes back, and idle connections stay open."""

from __future__ import annotations

import asyncio
import gc
import http.client
import itertools
import time
import weakref
from types import SimpleNamespace

import pytest
import uvicorn

from lutetia.server.http import server as serving
from lutetia.server.http.server import (
    GC_SHARE,
    HOUR,
    MANY_OBJECTS,
    TICKS_PER_SECOND,
    TWO_SECONDS,
    Server,
)

from server import processes


class Ring:
    """Something that points at itself, so that only the collector can take it away."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def server():
    found = Server(uvicorn.Config(lambda scope, receive, send: None, log_config=None))
    found.config.load()
    gc.disable()
    yield found
    gc.enable()


def tick(server: Server, times: int) -> None:
    async def on() -> None:
        for number in range(times):
            await server.on_tick(number)

    asyncio.run(on())


def ticks_until_gone(server: Server) -> int:
    """After how many ticks something new that nobody needs is found."""
    new = weakref.ref(Ring())
    for number in range(1, HOUR):
        tick(server, 1)
        if new() is None:
            return number
    return HOUR


def test_young_objects_are_collected_at_every_tick(server, monkeypatch):
    monkeypatch.setattr(serving.time, "perf_counter", lambda: 0.0)  # collecting may be slow on a busy machine
    assert [ticks_until_gone(server) for _look in range(3)] == [1] * 3


def test_after_a_slow_collection_the_next_one_waits_longer(server, monkeypatch):
    readings = itertools.chain([0.0, 0.1, 0.0, 0.2], itertools.repeat(0.0))
    monkeypatch.setattr(serving.time, "perf_counter", lambda: next(readings))
    waits = [ticks_until_gone(server) for _look in range(4)]
    assert waits == [1, 0.1 * GC_SHARE * TICKS_PER_SECOND, 0.2 * GC_SHARE * TICKS_PER_SECOND, 1]


def test_many_new_objects_are_collected_at_once(server, monkeypatch):
    readings = itertools.chain([0.0, 0.1], itertools.repeat(0.0))
    monkeypatch.setattr(serving.time, "perf_counter", lambda: next(readings))
    tick(server, 1)  # that took long
    new = weakref.ref(Ring())
    lists = [[] for _list in range(2 * MANY_OBJECTS)]
    tick(server, 1)
    assert new() is None
    assert len(lists) == 2 * MANY_OBJECTS


def test_old_objects_are_collected_once_an_hour(server):
    ring = Ring()
    old = weakref.ref(ring)
    gc.collect()  # it has outlived two looks: an ordinary tick does not come by here any more
    del ring
    tick(server, HOUR - 1)
    assert old() is not None
    tick(server, 1)
    assert old() is None


def test_memory_goes_back_after_many_connections_have_ended(server, monkeypatch):
    """At least a hundred, and a quarter of the most there were since the last time."""
    trimmed = []
    monkeypatch.setattr(serving, "_malloc_trim", trimmed.append)

    def trims(connections: int) -> int:
        server.hub = SimpleNamespace(connections=lambda: connections)
        before = len(trimmed)
        tick(server, TWO_SECONDS)
        return len(trimmed) - before

    assert [(n, trims(n)) for n in (1000, 751, 750, 750, 563, 900, 675)] == [
        (1000, 0), (751, 0), (750, 1), (750, 0), (563, 0), (900, 0), (675, 1)
    ]  # fmt: skip
    assert [(n, trims(n)) for n in (0, 200, 101, 100, 99, 0)] == [(0, 1), (200, 0), (101, 0), (100, 1), (99, 0), (0, 1)]
    assert set(trimmed) == {0}


def test_an_idle_connection_is_kept_open_for_a_while(tmp_path):
    """uvicorn's default closes after five seconds: a step sent at that moment would get lost behind a proxy."""
    with processes.serving(tmp_path) as process:
        line = http.client.HTTPConnection(process.url.removeprefix("http://"), timeout=60)
        line.request("GET", "/healthz")
        assert line.getresponse().read()
        socket = line.sock
        time.sleep(6)
        line.request("GET", "/healthz")
        assert line.getresponse().status == 200
        assert line.sock is socket  # http.client calls anew, and says nothing, where the other side has hung up
        line.close()
