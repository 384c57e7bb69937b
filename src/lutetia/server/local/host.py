"""Answers the pages' requests in the browser: the same paths, bodies and messages as those of a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from lutetia.core.i18n import N_, speaking
from lutetia.server import json_bytes
from lutetia.server.errors import Refused, error_body, error_fields, internal_error
from lutetia.server.local import inputs, learning, pages, puzzles, records, tables
from lutetia.server.local.audience import Connection
from lutetia.server.local.device import Device, LocalPlayer, Site
from lutetia.server.local.requests import Answer, Asked, parsed
from lutetia.server.loggers import get_logger
from lutetia.server.play import steps

ROUTES = [*tables.ROUTES, *records.ROUTES, *pages.ROUTES, *learning.ROUTES, *puzzles.ROUTES]
log = get_logger("local")

__all__ = ["LocalHost", "LocalPlayer", "Reply", "Site"]


class Reply(NamedTuple):
    """An answer: the HTTP status and the body, as JSON."""

    status: int
    body: str


class LocalHost(Device):
    """A server for one person."""

    async def request(self, method: str, address: str, body: str | None, language: str) -> Reply:
        """Answer a request. Never raises: an error is an answer, too."""
        with speaking(language):
            try:
                status, said = await self._answer(method, address, body)
            except Refused as refused:
                status, said = refused.status, json_bytes.dumps(refused.body())
            except Exception as error:
                log.error("unhandled exception", **error_fields(error))
                fault = internal_error()
                status, said = fault.status, json_bytes.dumps(fault.body())
        return Reply(status, said.decode())

    async def _answer(self, method: str, address: str, body: str | None) -> Answer:
        path, query = parsed(address)
        try:
            wanted = {} if body is None else json.loads(body)
        except ValueError:
            raise Refused(422, "invalid", N_("{why}"), why="body: this is not JSON") from None
        await self.meet()
        for route in ROUTES:
            if route.method == method and (found := route.path.fullmatch(path)):
                return await route.answer(self, Asked(found.groups(), wanted, query))
        if path.startswith("/api/"):
            raise Refused(501, "needs-server", N_("This needs a server: it is not possible on this device alone."))
        raise Refused(404, "no-file", N_("There is nothing at this address."))

    async def connect(
        self, game: str, language: str, hear: Callable[[str], object], since: int = -1, *, text: bool = True
    ) -> Connection:
        """Send the state of a game, and again after each change, until `disconnect`. Raises Refused."""
        connection = Connection(game, self.player.id, language, text, hear)
        await self.audience.connect(connection, since)
        self.bots.notice(await self.tables.get(game))
        return connection

    def disconnect(self, connection: Connection) -> None:
        self.audience.disconnect(connection)

    async def submit(self, connection: Connection, message: str) -> str:
        """A step that came over a connection: the answer, which is also its next state."""
        with speaking(connection.language):
            key = None
            try:
                wanted = inputs.checked(json.loads(message), inputs.STEP)
                key = wanted["client_key"]
                status, body = await steps.submit(
                    self.tables, self.player, connection.game, **wanted, recipient=connection, text=connection.text
                )
            except ValueError:
                status, body = 422, (json_bytes.dumps(error_body("invalid", "message: this is not JSON")),)
            except Refused as refused:
                status, body = refused.status, (json_bytes.dumps(refused.body()),)
        head = json_bytes.dumps({"type": "answer", "client_key": key, "status": status})
        return b"".join((head[:-1], b',"body":', *body, b"}")).decode()
