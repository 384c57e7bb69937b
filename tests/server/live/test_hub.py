"""After an event, a connection that waits is sent its news at once; otherwise its task is woken."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from lutetia.server.live.hub import Hub, Listener


async def waiting(listener: Listener) -> asyncio.Task[bool]:
    """The task of a connection that waits for news."""
    assert await listener.wait(5), "a new connection has news: the first state"
    task = asyncio.create_task(listener.wait(5))
    await asyncio.sleep(0)
    return task


def test_news_are_pushed_without_waking_the_task():
    async def main():
        hub, listener, pushed = Hub(), Listener("g", None), []
        listener.push = lambda: bool(pushed.append(1)) or True
        hub.add(listener)
        task = await waiting(listener)
        hub.wake("g")
        assert not pushed, "not before the caller has released the table"
        await asyncio.sleep(0.01)
        assert pushed == [1]
        assert not task.done()
        listener.send({"type": "chat"})
        assert await task

    asyncio.run(main())


@pytest.mark.parametrize("push", [lambda: False, lambda: 1 / 0], ids=["it would have to wait", "it fails"])
def test_a_task_is_woken_if_nothing_was_pushed(push):
    async def main():
        hub, listener = Hub(), Listener("g", None)
        listener.push = push
        hub.add(listener)
        task = await waiting(listener)
        hub.wake("g")
        assert await task

    asyncio.run(main())


def test_a_connection_that_is_busy_has_its_news_next():
    async def main():
        hub, listener = Hub(), Listener("g", None)
        listener.push = lambda: True
        hub.add(listener)
        assert await listener.wait(5)
        hub.wake("g")
        assert await listener.wait(5)

    asyncio.run(main())


def test_an_ended_connection_is_free_at_once_without_garbage_collection():
    async def main():
        listener = Listener("g", None)
        listener.push = lambda: bool(listener)
        task = await waiting(listener)
        listener.send({"type": "chat"})
        await task
        listener.close()
        return weakref.ref(listener)

    gc.disable()
    try:
        assert asyncio.run(main())() is None
    finally:
        gc.enable()
