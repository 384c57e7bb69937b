"""Saying no before any door is reached, to a request as to a socket, in the one shape of every error."""

from __future__ import annotations

import json

from starlette.types import Scope, Send

from lutetia.server.errors import Refused


async def refuse(scope: Scope, send: Send, no: Refused, *headers: tuple[bytes, bytes]) -> None:
    """Answer with a refusal. A socket is never opened; where the server can, it is told why."""
    body = json.dumps(no.body(), ensure_ascii=False).encode()
    kind = scope["type"]
    if kind == "websocket" and "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008, "reason": no.code})
        return
    kind = "http" if kind == "http" else "websocket.http"
    length = (b"content-length", str(len(body)).encode())
    head = [(b"content-type", b"application/json"), length, *headers]
    await send({"type": f"{kind}.response.start", "status": no.status, "headers": head})
    await send({"type": f"{kind}.response.body", "body": body})
