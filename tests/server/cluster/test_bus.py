"""The message bus on a real NATS server: messages between processes, and a server that goes away."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from structlog.testing import capture_logs

from lutetia.server.cluster.bus import RECONNECT_SECONDS, Bus

from server.backends import NatsServer, nats_server


async def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until a condition holds; fails after so many seconds."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def settled(*buses: Bus) -> None:
    """Wait until NATS has got all that these have sent, and then until each has got what was sent to it."""
    for _round in range(2):
        await asyncio.sleep(0)  # what was asked for begins
        for bus in buses:
            assert await bus.confirm(30)


async def two(server: NatsServer) -> tuple[Bus, Bus]:
    """Two connected processes of one server."""
    both = Bus(server.url, "test"), Bus(server.url, "test")
    for one in both:
        one.open()
    await until(lambda: all(one.connected for one in both))
    return both


def test_a_message_reaches_the_others_and_not_oneself() -> None:
    async def main() -> None:
        with nats_server() as server:
            here, there = await two(server)
            other = Bus(server.url, "another")
            got: list[tuple[str, object]] = []
            ready: list[bool] = []
            here.subscribe("game.1", lambda message: got.append(("here", message)))
            there.subscribe("game.1", lambda message: got.append(("there", message)))
            other.subscribe("game.1", lambda message: got.append(("other", message)))
            other.when_connected.append(lambda: ready.append(True))
            other.open()
            await until(lambda: bool(ready))
            await settled(here, there, other)
            here.publish("game.1", {"seq": 3})
            await until(lambda: bool(got))
            await settled(here, there, other)
            assert got == [("there", {"seq": 3})]
            there.unsubscribe("game.1")
            await settled(there)
            here.publish("game.1", {"seq": 4})
            await settled(here, there, other)
            assert len(got) == 1
            for bus in (here, there, other):
                await bus.close()

    asyncio.run(main())


def test_a_handler_that_fails_gets_the_next_message() -> None:
    async def main() -> None:
        with nats_server() as server:
            here, there = await two(server)
            got: list[int] = []
            there.subscribe("game.1", lambda message: got.append(10 // message["seq"]))
            await settled(there)
            here.publish("game.1", {"seq": 0})
            here.publish("game.1", {"seq": 5})
            await until(lambda: got == [2])
            await here.close()
            await there.close()

    asyncio.run(main())


def is_stopped(process: int) -> bool:
    """Whether no thread of a process runs any more."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return all((task / "stat").read_text().rpartition(")")[2].split()[0] == "T" for task in tasks)


def test_a_confirmation_that_comes_late_harms_nothing() -> None:
    """Given a server that hangs for a moment, then nobody waits for it, and messages arrive afterwards.

    An answer that nobody waited for any more ended the client's reading: it was deaf until it noticed that, seconds
    later, and lost what was sent to it meanwhile."""

    async def main() -> None:
        with nats_server() as server, capture_logs() as logs:
            here, there = await two(server)
            got: list[object] = []
            here.subscribe("game.1", got.append)
            await settled(here, there)
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
            while not is_stopped(server.process.pid):  # until then a thread of it may still answer
                await asyncio.sleep(0.001)
            assert not await here.confirm(0.05)
            server.process.send_signal(signal.SIGCONT)
            assert await there.confirm(30)
            for seq in range(3):
                there.publish("game.1", {"seq": seq})
                await settled(there, here)
            assert got == [{"seq": 0}, {"seq": 1}, {"seq": 2}]
            assert "message bus lost" not in [line["event"] for line in logs]
            await here.close()
            await there.close()

    asyncio.run(main())


def test_it_comes_back_after_the_server_was_away() -> None:
    """Also if the server is not there at first. Nothing blocks meanwhile, and the subscriptions are kept."""

    async def main() -> None:
        server = NatsServer()
        here, there = Bus(server.url, "test"), Bus(server.url, "test")
        connections: list[str] = []
        got: list[object] = []
        there.when_connected.append(lambda: connections.append("again"))
        here.open()
        there.open()
        there.subscribe("game.1", got.append)
        here.publish("game.1", {"seq": 1})
        for nth in (1, 2):
            server.start()
            await until(lambda nth=nth: here.connected and there.connected and len(connections) == nth)
            server.kill()
            await until(lambda: not here.connected and not there.connected)
            here.publish("game.1", {"seq": 2})
        there.subscribe("game.2", got.append)
        server.start()
        await until(lambda: here.connected and there.connected and len(connections) == 3)
        await settled(here, there)
        here.publish("game.1", {"seq": 3})
        await until(lambda: bool(got))
        assert got == [{"seq": 3}]
        here.publish("game.2", {"seq": 4})
        await until(lambda: len(got) == 2)
        assert got[-1] == {"seq": 4}, "what was subscribed to while the server was away"
        await here.close()
        await there.close()
        server.kill()

    asyncio.run(main())


def test_it_comes_back_after_the_server_has_refused_it() -> None:
    """The client gives up when its password is refused. The operator may have put that right since."""

    async def main() -> None:
        with nats_server() as server, capture_logs() as logs:
            here, there = await two(server)
            got: list[object] = []
            there.subscribe("game.1", got.append)
            server.kill()
            server.start("--user", "lutetia", "--pass", "secret")

            def refused() -> int:
                return sum(line["event"] == "message bus cannot be reached" for line in logs)

            await until(lambda: refused() == 2 and not here.connected and not there.connected)
            await asyncio.sleep(2 * RECONNECT_SECONDS)
            assert refused() == 2, "once for each, however often it is tried"
            server.kill()
            back: list[str] = []
            for bus in (here, there):
                bus.when_connected.append(lambda: back.append("again"))
            server.start()
            await until(lambda: len(back) == 2)
            await settled(here, there)
            here.publish("game.1", {"seq": 1})
            await until(lambda: bool(got))
            assert got == [{"seq": 1}]
            await here.close()
            await there.close()

    asyncio.run(main())
