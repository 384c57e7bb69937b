"""After an event, a connection that waits is sent its news at once; otherwise its task is woken."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from lutetia.server.live.hub import DRAIN_PAUSE, DRAIN_SECONDS, Hub
from lutetia.server.live.listener import Listener


async def waiting(listener: Listener) -> asyncio.Task[bool]:
    """The task of a connection that waits for news."""
    assert await listener.wait(60), "a new connection has news: the first state"
    task = asyncio.create_task(listener.wait(5))
    await asyncio.sleep(0)
    return task


def test_news_is_pushed_without_waking_the_task():
    async def main():
        hub, listener, pushed = Hub(), Listener("g", None), []
        listener.push = lambda: bool(pushed.append(1)) or True
        hub.add(listener)
        task = await waiting(listener)
        hub.announce("g", 1)
        assert not pushed, "not before the caller has released the table"
        await asyncio.sleep(0)
        assert pushed == [1]
        assert not task.done()
        listener.send({"type": "chat"})
        assert await task

    asyncio.run(main())


def test_news_that_is_announced_twice_is_pushed_once():
    """A process that catches up with the log announces what it has read, and then looks whether anybody is behind."""

    async def main():
        hub, listeners, pushed = Hub(), [Listener("g", None), Listener("g", None)], []
        for number, listener in enumerate(listeners):
            listener.push = lambda number=number: bool(pushed.append(number)) or True
            hub.add(listener)
        tasks = [await waiting(listener) for listener in listeners]
        for seq in (1, 2):
            pushed.clear()
            hub.announce("g", seq)
            hub.caught_up("g", resend=False)
            await asyncio.sleep(0)
            assert sorted(pushed) == [0, 1]
        for task in tasks:
            task.cancel()

    asyncio.run(main())


@pytest.mark.parametrize("push", [lambda: False, lambda: 1 / 0], ids=["it would have to wait", "it fails"])
def test_a_task_is_woken_if_nothing_was_pushed(push):
    async def main():
        hub, listener = Hub(), Listener("g", None)
        listener.push = push
        hub.add(listener)
        task = await waiting(listener)
        hub.announce("g", 1)
        assert await task

    asyncio.run(main())


@pytest.mark.parametrize("busy", [False, True])
def test_the_messages_of_a_position_are_dropped_when_everybody_has_them(busy):
    async def main():
        hub, listeners, dropped = Hub(), [Listener("g", None), Listener("g", None)], []
        hub.all_sent = dropped.append
        for listener in listeners:
            listener.push = lambda: True
            hub.add(listener)
        tasks = [await waiting(listener) for listener in listeners[busy:]]
        hub.announce("g", 1)
        await asyncio.sleep(0)
        assert dropped == ([] if busy else ["g"])
        for task in tasks:
            task.cancel()

    asyncio.run(main())


def test_a_connection_that_is_busy_has_its_news_next():
    async def main():
        hub, listener = Hub(), Listener("g", None)
        listener.push = lambda: True
        hub.add(listener)
        assert await listener.wait(60)
        hub.announce("g", 1)
        assert await listener.wait(60)

    asyncio.run(main())


@pytest.mark.parametrize(("push", "told"), [(lambda: True, ["g"]), (lambda: False, [])], ids=["sent", "one is slow"])
def test_the_hub_says_when_everybody_has_been_sent_the_news(push, told):
    async def main():
        hub, sent = Hub(), []
        hub.all_sent = sent.append
        listeners = [Listener("g", None), Listener("g", None)]
        listeners[0].push, listeners[1].push = lambda: True, push
        for listener in listeners:
            hub.add(listener)
        tasks = [await waiting(listener) for listener in listeners]
        hub.announce("g", 1)
        await asyncio.sleep(0)
        assert sent == told
        for task in tasks:
            task.cancel()

    asyncio.run(main())


def test_an_ended_connection_is_free_at_once_without_garbage_collection():
    async def ended():
        listener = Listener("g", None)
        listener.push = lambda: bool(listener)
        task = await waiting(listener)
        listener.send({"type": "chat"})
        await task
        listener.close()
        return weakref.ref(listener)

    async def main():
        assert (await ended())() is None, "while the loop runs, which would keep a timer"

    gc.disable()
    try:
        asyncio.run(main())
    finally:
        gc.enable()


def test_only_players_are_remembered_after_they_have_gone():
    """Everybody who had ever looked on stayed in memory as long as somebody followed the game."""
    hub, follower = Hub(), Listener("g", None)
    hub.is_player = lambda game, person: person == "player"
    hub.add(follower)
    for person in ("player", *(f"spectator {n}" for n in range(50))):
        listener = Listener("g", person)
        hub.add(listener)
        hub.seen("g", person)
        hub.remove(listener)
    assert list(hub._last_here["g"]) == ["player"]
    assert hub.is_present("g", "player", 60)


@pytest.mark.parametrize(("connections", "rounds"), [(3, 1), (200, 10), (5_000, 25)])
def test_connections_end_spread_over_a_short_time(monkeypatch, connections, rounds):
    """They all come back, to another process or the next one: thousands not in one moment, a few without delay."""
    pauses: list[float] = []
    ended: list[int] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    hub = Hub()
    listeners = [Listener(f"game {number}", None) for number in range(connections)]
    for listener in listeners:
        hub.add(listener)
        listener.wake = lambda: ended.append(len(pauses))
    asyncio.run(hub.drain())
    assert hub.closed
    assert not any(listener.open for listener in listeners)
    assert pauses == [DRAIN_PAUSE] * (rounds - 1)
    assert sum(pauses) <= DRAIN_SECONDS
    assert {ended.count(number) for number in range(rounds)} == {connections // rounds}
