"""The request guard: checks every request before the framework sees it.

In this order: reverse proxy headers, language, host name (DNS rebinding), CSRF, blocks, session, rate limits, body.
"""

from __future__ import annotations

import re

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.core.i18n import N_, language
from lutetia.core.nesting import MOST_NESTED, too_deep
from lutetia.server.errors import RateLimited, Refused, StorageError
from lutetia.server.http.asgi import client_address, refuse, replay_body
from lutetia.server.http.languages import COOKIE as LANGUAGE_COOKIE
from lutetia.server.http.languages import languages, negotiate_language
from lutetia.server.http.middleware.access_log import PERSON_ID
from lutetia.server.http.middleware.csrf import Headers, OriginPolicy
from lutetia.server.http.middleware.request_limits import RequestLimits
from lutetia.server.ops.settings import Settings
from lutetia.server.people.accounts import no_guests
from lutetia.server.people.sessions import Person, cookie_name
from lutetia.server.rate_limit import without_port
from lutetia.server.services import Services

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
LARGEST_BODY = 256 * 1024
GAMES = "/api/games/"
OWN_ACCOUNT = re.compile(r"/api/(me|sign-in|sign-out)\b")
"""Where guests may go who have been here before guests were turned away."""
LARGER_BODIES = {"/api/records": 512 * 1024, "/api/studies": 512 * 1024}
"""More than is stored, because files can be indented. Whatever comes is parsed on the event loop, where steps wait."""


class Disconnected(Exception):
    """The client has closed the connection."""


class RequestGuard:
    """Refuses a request, or passes it on with the person who asks in `scope["person"]`."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.origins = OriginPolicy(settings)
        self.limits = RequestLimits(settings) if settings.limits else None
        self._services: Services | None = None
        """Those of the running server, once a request has come."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        # If a header occurs twice, the last one counts: that is the one a reverse proxy has added.
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if self.settings.behind_proxy:
            _apply_proxy_headers(scope, headers)
        cookies = cookie_parser(headers.get("cookie", ""))
        chosen = cookies.get(LANGUAGE_COOKIE, "")
        chosen = chosen if chosen and chosen in languages() else ""
        reset = language.set(chosen or negotiate_language(headers.get("accept-language", "")[:200]))
        try:
            scope["person"] = person = await self._check(scope, headers, cookies)
            if person is not None and person.language and not chosen:
                language.set(person.language)
            if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
                receive = await _read_body(scope, headers, receive)
        except RateLimited as limited:
            await refuse(scope, send, limited, (b"retry-after", str(limited.seconds).encode()))
        except Refused as refused:
            await refuse(scope, send, refused)
        except Disconnected:
            pass
        else:
            await self.app(scope, receive, send)
        finally:
            language.reset(reset)

    async def _check(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> Person | None:
        """The person who asks, if there is a session. Raises Refused."""
        host = _host(headers, self.settings)
        self.origins.check_host(host)
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changing:
            self.origins.check_csrf(scope, headers, host)
        path, address = scope["path"], client_address(scope)
        if not path.startswith("/api/"):
            scope[PERSON_ID] = None
            return None
        services: Services | None = getattr(scope["app"].state, "services", None)
        person = None
        if services is not None:
            if services is not self._services:
                self._services = services
                if self.limits is not None:
                    services.share_counts("request", self.limits.limiter)
            await services.people.check_address(address)
            person = await self._person(services, scope, cookies, address)
        scope[PERSON_ID] = person.id if person is not None else None
        if services is not None and person is not None:
            services.people.check_block(person)
        guest = person is not None and not person.member
        if guest and not self.settings.guests and changing and scope["type"] == "http" and not OWN_ACCOUNT.match(path):
            raise no_guests()
        if self.limits is not None and (counts := self.limits.count(path, address, person, changing)):
            await self.limits.count_exactly(counts)
        if services is not None and person is not None:
            services.jobs.owners.note(person.id, address, member=person.member)
            if path.startswith(GAMES):
                _note_player(services, path.removeprefix(GAMES).partition("/")[0], person, address)
        return person

    async def _person(self, services: Services, scope: Scope, cookies: dict[str, str], address: str) -> Person | None:
        """The person of the session cookie. Raises RateLimited if the address has sent too many worthless ones."""
        token = cookies.get(cookie_name(scope["scheme"]))
        if not token:
            return None
        limits = None if services.people.is_cached(token) else self.limits
        if limits is not None:
            limits.begin_lookup(address)
        try:
            found: Person | None = await services.people.person_for_token(token)
        except StorageError:  # a route that needs the person reports the error
            found = None
        if limits is not None and found is not None:
            limits.found_session(address)
        return found


def _note_player(services: Services, game: str, person: Person, address: str) -> None:
    """Somebody asks for something at a game."""
    services.hub.seen(game, person.id)
    if (table := services.tables.cache.peek(game)) is not None:
        services.note_player(table, person.id, address)


async def _read_body(scope: Scope, headers: Headers, receive: Receive) -> Receive:
    """Read the whole body, if it is JSON and not too large. Raises Refused, Disconnected."""
    most = LARGER_BODIES.get(scope["path"], LARGEST_BODY)
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > most:
        raise _too_large(most)
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        more = message.get("more_body", False)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/json":
        raise Refused(415, "not-json", N_("The request must be JSON: application/json."))
    if too_deep(bytes(body)):
        raise Refused(422, "too-deep", N_("The request is nested too deeply: at most {most} levels."), most=MOST_NESTED)
    return replay_body(bytes(body), receive)


def _too_large(most: int) -> Refused:
    return Refused(413, "too-large", N_("The request is too large: at most {most} bytes."), most=most)


def _host(headers: Headers, settings: Settings) -> str:
    """The host name of the request; "" if there is none, as in requests that do not come from browsers."""
    host = headers.get("host", "")
    if settings.behind_proxy:
        host = headers.get("x-forwarded-host", host).rpartition(",")[2].strip()
    return host.lower()


def _apply_proxy_headers(scope: Scope, headers: Headers) -> None:
    """Use the client address and the scheme that the nearest reverse proxy saw. It adds them last."""
    address = without_port(headers.get("x-forwarded-for", "").rpartition(",")[2].strip())
    if address:
        scope["client"] = (address, 0)
    scheme = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
    if scheme in ("http", "https"):
        scope["scheme"] = scheme if scope["type"] == "http" else {"http": "ws", "https": "wss"}[scheme]
