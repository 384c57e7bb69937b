"""Mails with a link: to confirm an address, to choose a new password.

The link is made when the mail is sent, so its secret is stored nowhere. A mail that is sent again has a new link, and
the earlier one ends. Where several processes share the work, the mails are jobs of theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sqlalchemy.exc import IntegrityError

from lutetia.core.i18n import language
from lutetia.core.json_types import Json
from lutetia.server.ops import mailer
from lutetia.server.ops.mailer import Mailer, NotDelivered
from lutetia.server.people import mail_links
from lutetia.server.store.database import Database

PAGES: dict[mail_links.Kind, str] = {"confirm": "mail", "reset": "reset"}


class LinkMails:
    """The mails of one server."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        sender: Mailer,
        origin: str,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        """`origin`: the address in the links, as configured: never from a request, which anybody can forge."""
        self._database = database
        self._now = now
        self._sender = sender
        self._origin = origin.rstrip("/")
        self._spawn = spawn
        self.hand_in: Callable[[Json], Awaitable[None]] = self._send_from_here
        """Takes a mail, as `send` gets it. Nobody waits until it is sent."""

    async def post(self, kind: mail_links.Kind, person: str, address: str, login: str, tag: str) -> None:
        """Send a link to a person's address in the language with this tag. Raises StorageError."""
        await self.hand_in({"mail": kind, "person": person, "address": address, "login": login, "language": tag})

    async def send(self, mail: Json) -> None:
        """Make the link and send it now. Raises NotDelivered, StorageError."""
        kind, person, address = mail["mail"], mail["person"], mail["address"]
        try:
            token = await self._database.write(lambda c: mail_links.make_link(c, self._now(), kind, person, address))
        except IntegrityError:  # the person is gone
            return
        language.set(mail["language"])  # of this task
        link = f"{self._origin}/{PAGES[kind]}/{token}"
        text = mail_links.confirm_text(link) if kind == "confirm" else mail_links.reset_text(link, mail["login"])
        await self._sender.deliver(address, *text)

    async def _send_from_here(self, mail: Json) -> None:
        self._spawn(self._send_patiently(mail))

    async def _send_patiently(self, mail: Json) -> None:
        for pause in (*mailer.RETRY_AFTER, None):
            try:
                await self.send(mail)
            except NotDelivered:
                if pause is not None:
                    await asyncio.sleep(pause)
            else:
                return
