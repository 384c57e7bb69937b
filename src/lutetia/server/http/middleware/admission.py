"""Admits requests to the framework, a few at once and fairly; see `jobs/admission.py`."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.server.errors import Refused
from lutetia.server.http.asgi import refuse
from lutetia.server.http.dependencies import work_owner
from lutetia.server.jobs.admission import step_aside

PASSWORDS = re.compile(r"/api/(sign-in|me/(register|password|confirm|factor.*))")
"""They wait until a password is checked, which has limits of its own."""


class RequestAdmission:
    """Runs between the fast path and the framework."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        services = getattr(scope["app"].state, "services", None)
        path = scope.get("path", "")
        if services is None or scope["type"] != "http" or not path.startswith("/api/") or PASSWORDS.fullmatch(path):
            await self.app(scope, receive, send)
            return
        answering = services.jobs.admission.one(work_owner(scope, scope.get("person")))
        try:
            await answering.__aenter__()
        except Refused as refused:
            await refuse(scope, send, refused)
            return

        async def send_aside(message: Message) -> None:
            await step_aside()  # sending lasts as long as the client likes, and nobody may keep a place so
            await send(message)

        try:
            await self.app(scope, receive, send_aside)
        finally:
            await answering.__aexit__(None, None, None)
