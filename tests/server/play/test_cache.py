"""Tables leave the memory when nobody needs them; the log has everything."""

from __future__ import annotations

import gc
import time

from lutetia.server.live import feed

from server.conftest import live, new_game
from server.people.helpers import services


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
