"""The fast path for WebSocket frames sends the same bytes, waits for slow readers, and ends with the connection."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from lutetia.server.live import frames


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 300_000])
def test_a_frame_has_the_same_bytes_as_the_librarys(length):
    text = b"x" * length
    assert frames._frame_header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def served(app: Callable[..., Awaitable[None]], visit: Callable[[str], Awaitable[Any]]) -> Any:
    """What a visitor of this app sees, which speaks by the short way."""

    async def main() -> Any:
        config = uvicorn.Config(
            app, port=0, ws=frames.FastWebSocket, ws_per_message_deflate=False, lifespan="off", log_config=None
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            port = server.servers[0].sockets[0].getsockname()[1]
            return await asyncio.wait_for(visit(f"ws://127.0.0.1:{port}/"), 20)
        finally:
            server.should_exit = True
            await serving

    return asyncio.run(main())


def test_messages_sent_in_parts_keep_their_order():
    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        say = scope[frames.FAST_SOCKET].send_parts
        await say(b'{"a":', b"1", b"}")
        await send({"type": "websocket.send", "text": "between"})
        await say("é".encode() * 50_000)
        await send({"type": "websocket.close", "code": 1000})
        with pytest.raises(WebSocketDisconnect):
            await say(b"too late")

    async def visit(url):
        async with connect(url, max_size=None) as socket:
            return [message async for message in socket]

    assert served(app, visit) == ['{"a":1}', "between", "é" * 50_000]


def test_nothing_overtakes_a_message_that_waits_for_the_buffer():
    ready = []

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        fast = scope[frames.FAST_SOCKET]
        fast.pause_writing()
        waiting = [asyncio.create_task(fast.send_parts(b"%d" % number)) for number in range(2)]
        await asyncio.sleep(0)
        fast.resume_writing()
        ready.append(fast.is_ready)
        await fast.send_parts(b"2")
        await asyncio.gather(*waiting)
        ready.append(fast.is_ready)
        await send({"type": "websocket.close", "code": 1000})

    async def visit(url):
        async with connect(url) as socket:
            return [message async for message in socket]

    assert served(app, visit) == ["0", "1", "2"]
    assert ready == [False, True]


@pytest.mark.parametrize("missing", [{}, {"conn": SimpleNamespace()}], ids=["the protocol", "its parser"])
def test_a_connection_ends_normally_where_uvicorn_is_built_differently(monkeypatch, missing):
    ended = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "connection_lost", lambda _self, error: ended.append(error))
    socket = object.__new__(frames.FastWebSocket)
    vars(socket).update(missing)
    socket.connection_lost(None)
    assert ended == [None]


def test_sending_waits_for_a_slow_reader_and_notices_a_closed_connection():
    """Given a client that reads nothing, the buffer stays small; when it disconnects, the sender learns it."""
    sent, codes = [], []

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await scope[frames.FAST_SOCKET].send_parts(b"x" * 100_000)
                sent.append(1)
                await asyncio.sleep(0)
        except WebSocketDisconnect as error:
            codes.append(error.code)

    async def visit(url):
        async with connect(url, max_queue=1) as socket:
            before = -1
            while len(sent) != before:
                before = len(sent)
                await asyncio.sleep(0.3)
            socket.transport.abort()
        while not codes:
            await asyncio.sleep(0.01)
        return before

    assert 0 < served(app, visit) < 1_000
    assert codes == [1006]


def test_an_ended_connection_leaves_no_garbage():
    """The garbage collector runs once an hour for old objects, so nothing may stay in a reference cycle."""
    ended = []

    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        ended.append(weakref.ref(scope[frames.FAST_SOCKET]))
        await receive()

    async def visit(url):
        async with connect(url):
            pass
        while ended[0]() is not None:
            await asyncio.sleep(0.01)

    gc.disable()
    try:
        served(app, visit)
    finally:
        gc.enable()
