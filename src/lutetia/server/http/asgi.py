"""Requests and answers outside the framework: for who stands before it, and for the short way past it."""

from __future__ import annotations

import orjson
from starlette.types import Message, Receive, Scope, Send

from lutetia.server.errors import Refused

Header = tuple[bytes, bytes]


async def respond(send: Send, status: int, body: bytes, *headers: Header, kind: str = "http") -> None:
    """A whole answer in JSON."""
    head = [(b"content-length", str(len(body)).encode()), (b"content-type", b"application/json"), *headers]
    await send({"type": f"{kind}.response.start", "status": status, "headers": head})
    await send({"type": f"{kind}.response.body", "body": body})


async def refuse(scope: Scope, send: Send, no: Refused, *headers: Header) -> None:
    """Say no, in the one shape of every error. A socket is never opened; where the server can, it is told why."""
    kind = scope["type"]
    if kind == "websocket" and "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008, "reason": no.code})
        return
    kind = "http" if kind == "http" else "websocket.http"
    await respond(send, no.status, orjson.dumps(no.body()), *headers, kind=kind)


def handed_on(body: bytes, receive: Receive) -> Receive:
    """How whoever comes next receives a body that has been read."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return whole.pop() if whole else await receive()

    return again
