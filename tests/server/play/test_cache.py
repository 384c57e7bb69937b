"""Tables leave the memory when nobody needs them; the log has everything."""

from __future__ import annotations

import gc
import time
import tracemalloc

from lutetia.server.live import feed

from server.conftest import live, new_game
from server.people.helpers import services
from server.times import until

MOST = 60_000
"""Bytes that a table may take at which nobody is connected, Paris for four."""


def test_a_table_that_nobody_has_ever_followed_leaves_the_memory(client):
    """Tables that were only created or asked for by HTTP stayed, up to the capacity of the cache."""
    idle, followed = (new_game(client, "human", "human")["id"] for _table in range(2))
    cache, now = services(client).tables.cache, time.monotonic()
    with live(client, followed) as socket:
        assert socket.receive_json()["type"] == "state"
        cache.release_idle(feed.IDLE_AFTER, services(client).hub.is_followed)
        assert cache.peek(idle)
        cache.monotonic = lambda: now + feed.IDLE_AFTER + 60
        cache.release_idle(feed.IDLE_AFTER, services(client).hub.is_followed)
        gc.collect()
        assert cache.peek(idle) is None
        assert cache.peek(followed)
    assert client.get(f"/api/games/{idle}").json()["status"] == "running", "it is loaded again"


def test_a_table_that_nobody_follows_any_more_takes_little_memory(client):
    """A fresh table of Paris for four took 313 KB, and kept it."""

    def opened(tables: int) -> list[str]:
        """So many tables that had a viewer for a moment."""
        games = [new_game(client, *["human"] * 4, game="paris")["id"] for _table in range(tables)]
        for game in games:
            with live(client, game) as socket:
                assert socket.receive_json()["type"] == "state"
        until(lambda: not services(client).hub.games())
        gc.collect()
        return games

    opened(2)  # the server itself takes no more after these
    tracemalloc.start()
    try:
        games = opened(5)
        held, _most = tracemalloc.get_traced_memory()
        cache = services(client).tables.cache
        assert all(cache.peek(game) for game in games), "they are in memory"
    finally:
        tracemalloc.stop()
    assert held / len(games) < MOST
