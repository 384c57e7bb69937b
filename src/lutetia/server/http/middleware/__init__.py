"""The middleware, outermost first: security headers, access log and metrics, request guard, fast path, admission.

It is pure ASGI and runs before all layers of the framework. So a request that is refused, or that takes the fast path,
never reaches the framework; and streams and WebSockets pass through unchanged.
"""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.server.http.fast_path import FastPath
from lutetia.server.http.middleware.access_log import AccessLog
from lutetia.server.http.middleware.admission import RequestAdmission
from lutetia.server.http.middleware.request_guard import RequestGuard
from lutetia.server.http.middleware.security_headers import SecurityHeaders
from lutetia.server.ops.metrics import Metrics
from lutetia.server.ops.settings import Settings


class Application(FastAPI):
    """FastAPI behind our middleware."""

    entry: ASGIApp
    """The outermost middleware."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self.entry(scope, receive, send)

    async def framework(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application without the middleware."""
        await super().__call__(scope, receive, send)


def install_middleware(app: Application, settings: Settings, metrics: Metrics) -> None:
    """Put the middleware in front of an application."""
    guarded = RequestGuard(FastPath(RequestAdmission(app.framework)), settings)
    app.entry = SecurityHeaders(AccessLog(guarded, metrics))
