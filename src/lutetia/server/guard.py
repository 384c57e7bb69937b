"""The guard before all doors: who may ask from where, how often, and how much.

Programs that are no browsers send neither `Origin` nor `Sec-Fetch-Site`; nobody can make them ask against their user's
will, so they are let through.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.core.i18n import N_, language
from lutetia.core.record import LARGEST_FILE
from lutetia.server import log
from lutetia.server.accounts import Person, blocked
from lutetia.server.answering import handed_on, refuse
from lutetia.server.api.steps import ShortWay
from lutetia.server.browsers import Forbidding
from lutetia.server.errors import Refused, TooOften
from lutetia.server.languages import COOKIE as LANGUAGE
from lutetia.server.languages import languages, understood
from lutetia.server.sessions import cookie_name
from lutetia.server.settings import Settings
from lutetia.server.store.database import StoreTrouble
from lutetia.server.watch import WHO, Metrics, Watch, show_metrics
from lutetia.server.windows import Rate, Windows

Headers = dict[str, str]
"""Of several lines of one name the last: where a proxy adds lines of its own, they come last."""
SAFE = {"GET", "HEAD", "OPTIONS"}
LARGEST_BODY = 256 * 1024
LARGER_BODIES = {"/api/records": LARGEST_FILE}

ADDRESS = Rate(1_200, 60)
SESSION = Rate(600, 60)
NEWCOMERS = Rate(60, 600)
"""Guests that one address may become."""
BY_ADDRESS = (
    (re.compile(r"/api/(sign-in|me/register|me/password|me/confirm|me/factor.*)"), Rate(10, 600)),
    (re.compile(r"/api/games/[^/]+/(live|events)"), Rate(120, 60)),
)
BY_SESSION = (
    (re.compile(r"/api/games/[^/]+/steps"), Rate(60, 10)),
    (re.compile(r"/api/games/[^/]+/chat.*"), Rate(30, 60)),
    (re.compile(r"/api/(records|games/[^/]+/(hint|analysis)).*"), Rate(60, 60)),
)
"""Counted for each address of a door on its own: so a session has as many steps in each of its games."""


class Guarded(FastAPI):
    """An application with a guard before it, and before all layers of the framework: what the guard turns away, or what
    takes the short way, never gets so far."""

    before: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self.before(scope, receive, send)

    async def behind(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The framework itself."""
        await super().__call__(scope, receive, send)


def stand(app: Guarded, settings: Settings) -> None:
    """Put the guard before an application, and let it be watched."""
    log.configure(settings.log_level, settings.log_to)
    metrics = Metrics(lambda: app.state.house.hub.listeners() if hasattr(app.state, "house") else 0)
    show_metrics(app, settings, metrics)
    app.before = Forbidding(Watch(Guard(ShortWay(app.behind), settings), metrics))


class Gone(Exception):
    """Who asked has hung up."""


class Guard:
    """Pure ASGI, so that streams and sockets pass untouched."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.windows = Windows()
        self.origins = {origin.lower().rstrip("/") for origin in settings.origins}
        here = socket.gethostname().lower()
        own = {urlsplit(origin).hostname or "" for origin in self.origins}
        self.names = {"localhost", settings.host.lower(), here, f"{here}.local", *own} - {""}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if self.settings.behind_proxy:
            _as_the_proxy_says(scope, headers)
        cookies = cookie_parser(headers.get("cookie", ""))
        chosen = cookies.get(LANGUAGE, "")
        chosen = chosen if chosen and chosen in languages() else ""
        spoken = language.set(chosen or understood(headers.get("accept-language", "")[:200]))
        try:
            scope["person"] = person = await self._let_in(scope, headers, cookies)
            if person is not None and person.language and not chosen:
                language.set(person.language)
            if scope["type"] == "http" and scope["method"] not in SAFE:
                receive = await self._read(scope, headers, receive)
        except TooOften as no:
            await refuse(scope, send, no, (b"retry-after", str(no.seconds).encode()))
        except Refused as no:
            await refuse(scope, send, no)
        except Gone:
            pass
        else:
            await self.app(scope, receive, send)
        finally:
            language.reset(spoken)

    async def _let_in(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> Person | None:
        """Who asks, if that is known. Raises Refused."""
        host = _host(headers, self.settings)
        self._check_host(host)
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changing:
            self._check_origin(scope, headers, host)
        path, address = scope["path"], _address(scope)
        api = path.startswith("/api/")
        if api and self.settings.limits:
            self._count(ADDRESS, "address", address)
            for pattern, rate in BY_ADDRESS:
                if pattern.fullmatch(path):
                    self._count(rate, pattern.pattern, address)
        person = await _person(scope, cookies) if api else None
        scope[WHO] = person.id if person is not None else None  # for the log
        if person is not None and person.blocked:
            raise blocked()
        if api and self.settings.limits:
            self._count_person(path, address, person, changing)
        return person

    def _count_person(self, path: str, address: str, person: Person | None, changing: bool) -> None:
        if person is not None:
            self._count(SESSION, "session", person.session)
        elif changing:
            self._count(NEWCOMERS, "newcomers", address)
        if changing:
            for pattern, rate in BY_SESSION:
                if pattern.fullmatch(path):
                    self._count(rate, path[:100], person.session if person else address)

    def _count(self, rate: Rate, *key: str) -> None:
        seconds = self.windows.wait(rate, *key)
        if seconds:
            raise TooOften(seconds)

    def _check_host(self, host: str) -> None:
        """A name of our own, or a bare address: else a page of a stranger could point its own name at us."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            name = "?"
        if not host or name in self.names or name.endswith(".localhost") or _is_address(name):
            return
        reason = N_("This server does not know itself by this name; whoever runs it may allow it in LUTETIA_ORIGINS.")
        raise Refused(403, "no-such-host", reason)

    def _check_origin(self, scope: Scope, headers: Headers, host: str) -> None:
        """What changes something must come from a page of our own."""
        origin = headers.get("origin")
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        ours = origin is None or origin.lower() in self.origins or origin.lower() == f"{scheme}://{host}"
        if not ours or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise Refused(403, "cross-site", N_("This was asked by a page of another site, so it was not done."))

    async def _read(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """The whole body, if it is JSON and not too large, to be handed on. Raises Refused, Gone."""
        most = LARGER_BODIES.get(scope["path"], LARGEST_BODY)
        told = headers.get("content-length", "")
        if told.isdecimal() and int(told) > most:
            raise _too_large(most)
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            body += message.get("body", b"")
            if len(body) > most:
                raise _too_large(most)
            more = message.get("more_body", False)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != "application/json":
            raise Refused(415, "not-json", N_("What is sent here must be JSON: application/json."))
        return handed_on(bytes(body), receive)


def _too_large(most: int) -> Refused:
    return Refused(413, "too-large", N_("That is too large: at most {most} bytes."), most=most)


async def _person(scope: Scope, cookies: dict[str, str]) -> Person | None:
    house = getattr(scope["app"].state, "house", None)
    token = cookies.get(cookie_name(scope["scheme"]))
    if house is None or not token:
        return None
    try:
        found: Person | None = await house.people.behind(token)
    except StoreTrouble:  # the door says so, if it needs to know
        return None
    return found


def _host(headers: Headers, settings: Settings) -> str:
    """The name we were called by; "" where none was told: that is no browser."""
    host = headers.get("host", "")
    if settings.behind_proxy:
        host = headers.get("x-forwarded-host", host).rpartition(",")[2].strip()
    return host.lower()


def _as_the_proxy_says(scope: Scope, headers: Headers) -> None:
    """The address and scheme that the nearest proxy saw: it writes them last."""
    address = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    if address:
        scope["client"] = (address, 0)
    scheme = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
    if scheme in ("http", "https"):
        scope["scheme"] = scheme if scope["type"] == "http" else {"http": "ws", "https": "wss"}[scheme]


def _address(scope: Scope) -> str:
    """Where a request comes from."""
    return _household(str((scope.get("client") or ("", 0))[0]))


@lru_cache(maxsize=10_000)
def _household(host: str) -> str:
    """An address; of the many that one household has in IPv6, their common part."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


@lru_cache(maxsize=1_000)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
