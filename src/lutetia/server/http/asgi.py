"""Requests and responses at the level of ASGI: for the middleware, and for the fast path around the framework."""

from __future__ import annotations

import orjson
from starlette.types import Message, Receive, Scope, Send

from lutetia.server.errors import Refused

Header = tuple[bytes, bytes]
CAUSE = "lutetia.cause"
"""The key in a request's scope under which an error leaves its cause for the access log."""


async def respond(send: Send, status: int, body: bytes, *headers: Header, kind: str = "http") -> None:
    """Send a complete JSON response."""
    head = [(b"content-length", str(len(body)).encode()), (b"content-type", b"application/json"), *headers]
    await send({"type": f"{kind}.response.start", "status": status, "headers": head})
    await send({"type": f"{kind}.response.body", "body": body})


async def refuse(scope: Scope, send: Send, refused: Refused, *headers: Header) -> None:
    """Send an error. A WebSocket is not accepted; if the server supports it, the error is the handshake's response."""
    scope[CAUSE] = refused.cause or refused.code
    kind = scope["type"]
    if kind == "websocket" and "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008, "reason": refused.code})
        return
    kind = "http" if kind == "http" else "websocket.http"
    await respond(send, refused.status, orjson.dumps(refused.body()), *headers, kind=kind)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` for the next layer that delivers a body which has been read already."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def client_address(scope: Scope) -> str:
    """The IP address of the client, as the server or the reverse proxy saw it."""
    return str((scope.get("client") or ("", 0))[0])
