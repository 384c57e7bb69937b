"""What browsers are told to forbid: headers on every answer, whoever gives it."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FOR_A_YEAR = "max-age=31536000; includeSubDomains"


class Forbidding:
    """Adds the headers. A door that has a policy of its own keeps it, but no answer of the API is ever stored."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        api = scope["path"].startswith("/api/")

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                given = [header for header in message.get("headers", ()) if not (api and header[0] == b"cache-control")]
                there = {name for name, _value in given}
                given += [header for header in self.headers if header[0] not in there]
                if scope["scheme"] in ("https", "wss"):  # by now as a proxy has said
                    given.append((b"strict-transport-security", FOR_A_YEAR.encode()))
                if api:
                    given.append((b"cache-control", b"no-store"))
                message["headers"] = given
            await send(message)

        await self.app(scope, receive, sending)
