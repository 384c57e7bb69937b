"""Requests of the pages, and answers: the HTTP status and a body."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from lutetia.core.i18n import N_
from lutetia.games import names
from lutetia.server import json_bytes
from lutetia.server.errors import Refused
from lutetia.server.local.device import Device

Answer = tuple[int, bytes]


class Asked(NamedTuple):
    """A request: the variable parts of its path, its body and its query."""

    path: tuple[str, ...]
    body: object
    query: dict[str, list[str]]

    @property
    def game(self) -> str:
        """The first variable part: the id of a table, or of whatever the route is about."""
        return self.path[0]

    @property
    def game_name(self) -> str:
        """The same where it is the name of a game. Raises Refused if there is no such game."""
        if self.path[0] not in names():
            raise Refused(404, "no-game", N_("There is no such game."))
        return self.path[0]

    def word(self, name: str, default: str | None = None) -> str | None:
        return self.query.get(name, [default])[-1]

    def flag(self, name: str) -> bool:
        return self.word(name, "") in ("1", "true")

    @property
    def text(self) -> bool:
        return self.flag("text")

    @property
    def instead(self) -> bool:
        """Whether the device answers in the place of a server that cannot be reached, and that knows nothing of it."""
        return self.flag("instead")

    def number(self, name: str, default: int | None) -> int | None:
        """Raises Refused."""
        given = self.word(name)
        if given is None:
            return default
        if not re.fullmatch(r"-?\d{1,10}", given):
            raise Refused(422, "invalid", N_("{why}"), why=f"{name}: a number is needed, not {given}")
        return int(given)


class Route(NamedTuple):
    """Who answers which requests."""

    method: str
    path: re.Pattern[str]
    answer: Callable[[Device, Asked], Awaitable[Answer]]


def route(method: str, path: str, answer: Callable[[Device, Asked], Awaitable[Answer]]) -> Route:
    """`path` has names in braces: `{n}` is a number, everything else a word."""
    pattern = re.sub(r"\{(\w+)\}", lambda name: r"(\d{1,7})" if name[1] == "n" else r"([0-9A-Za-z_-]{1,64})", path)
    return Route(method, re.compile(pattern), answer)


def parsed(address: str) -> tuple[str, dict[str, list[str]]]:
    """The path and the query of an address."""
    parts = urlsplit(address)
    return parts.path, parse_qs(parts.query)


def ok(body: object, status: int = 200) -> Answer:
    return status, json_bytes.dumps(body)
