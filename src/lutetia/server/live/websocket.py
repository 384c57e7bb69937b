"""The WebSocket of a game: sends its feed and takes steps."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Annotated

import orjson
import structlog
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, ValidationError

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, error_body, error_fields, no_session
from lutetia.server.live.feed import Feeds
from lutetia.server.live.frames import FAST_SOCKET, FastWebSocket
from lutetia.server.live.listener import Listener
from lutetia.server.people.sessions import Person
from lutetia.server.play import steps
from lutetia.server.play.state import Parts
from lutetia.server.rate_limit import Pacer, Rate
from lutetia.strict_model import StrictModel

NORMAL_CLOSURE, SERVICE_RESTART, TRY_AGAIN_LATER, NOT_FOUND = 1000, 1012, 1013, 4404
"""Close codes. A client connects again after all of them but the last."""
UNAVAILABLE = 503
"""The status of an answer whose cause is logged."""
LONGEST_FRAME = 4_096
"""Characters."""
ClientKey = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]


log = structlog.get_logger("live")


class StepRequest(StrictModel):
    """A step. `seq` is that of the position in which it was chosen; sending a `client_key` again changes nothing."""

    seq: Annotated[int, Field(ge=0, le=2**31)]
    step: Annotated[str, Field(max_length=200)]
    client_key: ClientKey


async def serve_websocket(
    socket: WebSocket,
    feeds: Feeds,
    token: str | None,
    game: str,
    since: int,
    *,
    address: str,
    text: bool,
    pace: Rate,
    count_step: Callable[[], None],
) -> None:
    """Serve a WebSocket until it is closed. `token` is the session token of its cookie; `text`: send text, too.

    `address` is the client's. `count_step` is called for each accepted step; steps faster than `pace` wait.
    """
    try:
        await socket.accept()
    except OSError:  # the client has gone already
        return
    try:
        person = await feeds.sessions.of_cookie(token)
        await feeds.tables.get(game)
    except Refused as refused:
        if refused.status == UNAVAILABLE:
            log.error("connection refused", status=UNAVAILABLE, cause=refused.cause or refused.code)
        with contextlib.suppress(WebSocketDisconnect, OSError):  # the client may have gone meanwhile
            await socket.send_text(orjson.dumps({"type": "error", **refused.body()}).decode())
            await socket.close(TRY_AGAIN_LATER if isinstance(refused, StorageError) else NOT_FOUND)
        return
    listener = Listener(game, person.id if person else None, text=text, address=address)
    answering = asyncio.Lock()
    sending = asyncio.create_task(_send_feed(socket, feeds, listener, person, since, answering))
    sending.add_done_callback(_log_error)
    try:
        await _receive_steps(socket, feeds, listener, person, Pacer(pace), count_step, answering)
    finally:
        sending.cancel()
        await asyncio.wait({sending})


def _log_error(task: asyncio.Task[None]) -> None:
    """Log why a feed failed, unless the connection broke while a message was being sent."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
        log.error("unhandled exception", **error_fields(error))


async def _send_feed(
    socket: WebSocket,
    feeds: Feeds,
    listener: Listener,
    person: Person | None,
    since: int,
    answering: asyncio.Lock,
) -> None:
    """Send the feed, and close the socket when it ends; that also ends `_receive_steps`.

    A step that is being taken (`answering`) is answered first.
    """
    send, fast = _sender(socket), _fast(socket)
    if fast is not None:
        listener.push = lambda: fast.is_ready and feeds.push(listener, person, fast.write_parts)
    try:
        async for parts in feeds.feed(listener, person, since):
            await send(*parts)
            del parts  # see `Feeds.feed`
    finally:
        with contextlib.suppress(Exception):  # the connection may be broken
            async with answering:
                await socket.close(SERVICE_RESTART if feeds.hub.closed else NORMAL_CLOSURE)


async def _receive_steps(
    socket: WebSocket,
    feeds: Feeds,
    listener: Listener,
    person: Person | None,
    pacer: Pacer,
    count_step: Callable[[], None],
    answering: asyncio.Lock,
) -> None:
    """Take the steps that arrive. Any other message is answered with an error and changes nothing."""
    send = _sender(socket)
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        async with answering:
            try:
                status = await _reply(send, feeds, listener, person, text)
            except WebSocketDisconnect:  # nobody waits for the answer any more
                return
            if status == 200:
                count_step()
        await pacer.hit()


async def _reply(
    send: Callable[..., Awaitable[None]], feeds: Feeds, listener: Listener, person: Person | None, text: str
) -> int:
    """Answer a message; returns the status of the answer."""
    status, body, client_key = await _answer(feeds, listener, person, text)
    head = orjson.dumps({"type": "answer", "client_key": client_key, "status": status})
    await send(head[:-1], b',"body":', *body, b"}")
    return status


def _fast(socket: WebSocket) -> FastWebSocket | None:
    """The fast path of a socket, if it has one."""
    found: FastWebSocket | None = socket.scope.get(FAST_SOCKET)
    return found


def _sender(socket: WebSocket) -> Callable[..., Awaitable[None]]:
    """How to send on a socket: by the fast path, if it has one."""

    async def send(*parts: bytes) -> None:
        await socket.send_text(b"".join(parts).decode())

    fast = _fast(socket)
    return send if fast is None else fast.send_parts


async def _answer(feeds: Feeds, listener: Listener, person: Person | None, text: str) -> tuple[int, Parts, str | None]:
    """Status, body and client key of the answer to a message."""
    try:
        wanted = StepRequest.model_validate_json(text[: LONGEST_FRAME + 1])
    except ValidationError as error:
        first: Json = dict(error.errors()[0])
        where = ".".join(map(str, first["loc"])) or "message"
        return 422, (orjson.dumps(error_body("invalid", f"{where}: {first['msg']}")),), None
    try:
        if person is None:
            raise no_session()
        await feeds.sessions.check_access(person, listener.address)
        status, body = await steps.submit(
            feeds.tables,
            person,
            listener.game,
            seq=wanted.seq,
            step=wanted.step,
            client_key=wanted.client_key,
            recipient=listener,
            text=listener.text,
        )
    except Refused as refused:
        status, body = refused.status, (orjson.dumps(refused.body()),)
        if status == UNAVAILABLE:
            log.error("step not taken", status=status, cause=refused.cause or refused.code)
    return status, body, wanted.client_key
