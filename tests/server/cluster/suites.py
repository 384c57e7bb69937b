"""The other tests of the server on a cluster: with LUTETIA_TEST_CLUSTER=1 their servers are whole installations.

A server process (`processes.py`, `forks.py`) then means three web processes behind a load balancer and two workers, on
PostgreSQL and NATS. An application in this process (`make_app`) passes every request and every WebSocket on to such an
installation, each on a connection of its own, so that consecutive requests reach different processes. Its own services
run beside them on the same database, for tests that look behind the API.

A test that replaces the clock or the dealer of a server needs it in its own process. Then there are three complete
servers in this process, which share nothing but PostgreSQL and NATS (`several.py`). If it can do so in other processes,
by variables (`mother.py`, `repeatable.py`), these are an option of `make_app`: `environment`.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import signal
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import h11
import nats.nuid  # noqa: F401 it keeps functions of `secrets`, which a test may replace later
import orjson
import websockets
from starlette.types import Receive, Scope, Send

from server import databases
from server.backends import NatsServer
from server.cluster.balancer import Balancer
from server.cluster.mother import QUICK_PASSWORDS, Mother
from server.cluster.rig import Rig
from server.cluster.several import SeveralApplications

WEBS, WORKERS = 3, 2
PROGRAM = ("-m", "lutetia")
OWN = {"data", "database", "nats", "host", "port"}
"""Settings that each process has from its installation."""


@cache
def _mother() -> Mother:
    made = Mother()
    atexit.register(made.close)
    return made


@cache
def _nats() -> NatsServer:
    server = NatsServer()
    server.start()
    atexit.register(server.kill)
    return server


class Installation(Rig):
    """A cluster in place of a server with this data folder. It looks like `Process` and `Forks`."""

    def __init__(self, data: Path, program: tuple[str, ...] = PROGRAM, **environment: str) -> None:
        """`environment` are the server's settings. Another `program` runs as a command, not as a fork."""
        self.data = data
        port = Balancer()
        port.start()
        environment.pop("LUTETIA_DATABASE", None)
        super().__init__(
            data / "cluster",
            databases.server(),
            _nats(),
            port,
            database=databases.of_folder(data),
            mother=_mother() if program == PROGRAM else None,
            webs=WEBS,
            workers=WORKERS,
            program=program,
            **{QUICK_PASSWORDS: "1"} | environment,
        )

    @property
    def pid(self) -> int:
        """The first web process's."""
        return self.webs[0].pid

    @property
    def running(self) -> bool:
        return any(child.alive for child in self.children)

    def fork(self) -> None:
        """Begin to start; it is not ready yet."""
        for child in self.children:
            child.begin()

    def ready(self) -> None:
        """Wait until it can be played on."""
        for child in self.children:
            child.wait()
        self.publish()

    def start(self, port: int = 0) -> str:  # type: ignore[override]
        """Start; returns the address, which stays the same."""
        self.fork()
        self.ready()
        return self.url

    def kill(self) -> None:
        """kill -9 of all processes."""
        self.balancer.targets = []
        for child in self.children:
            child.kill()

    def stop(self, how: int = signal.SIGTERM) -> int:  # type: ignore[override]
        self.balancer.targets = []
        super().stop()
        return 0

    def close(self) -> None:
        self.stop()
        self.balancer.stop()


def environment_of(settings: Any) -> dict[str, str]:
    """Settings as environment variables."""
    values = {"behind_proxy": True} | settings.model_dump(mode="json", include=settings.model_fields_set - OWN)
    as_text = {
        name: value if isinstance(value, str) else orjson.dumps(value).decode() for name, value in values.items()
    }
    return {f"LUTETIA_{name.upper()}": text for name, text in as_text.items() if values[name] is not None}


# ---- an application that passes everything on ------------------------------------------------------------------------


class ClusterApplication:
    """Looks like the application it is made from."""

    def __init__(self, inner: Any, settings: Any, environment: dict[str, str]) -> None:
        """`environment`: variables for its processes, besides the settings."""
        self._inner, self._settings = inner, settings
        self._installation: Installation | None = None
        usual = inner.router.lifespan_context

        @contextlib.asynccontextmanager
        async def lifespan(app: Any) -> AsyncIterator[Any]:
            async with usual(app) as state:
                everything = environment_of(settings) | environment
                made = await asyncio.to_thread(Installation, settings.data, **everything)
                try:
                    await asyncio.to_thread(made.start)
                    self._installation = made
                    yield state
                finally:
                    await asyncio.to_thread(made.close)

        inner.router.lifespan_context = lifespan

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        assert self._installation is not None, "the installation is not started"
        if not self._settings.behind_proxy:
            scope = _proxied(scope)
        host, port = self._installation.url.removeprefix("http://").split(":")
        if scope["type"] == "http":
            await _pass_request(scope, receive, send, host, int(port))
        else:
            await _pass_websocket(scope, receive, send, host, int(port))


def _proxied(scope: Scope) -> Scope:
    """A request as a reverse proxy passes it on: with the address and the scheme that it came with."""
    headers = [(name, value) for name, value in scope["headers"] if not name.startswith(b"x-forwarded-")]
    address = scope["client"][0]
    if address[0].isdecimal():  # the usual one of a test client is a name
        headers.append((b"x-forwarded-for", address.encode()))
    headers.append((b"x-forwarded-proto", b"https" if scope["scheme"] in ("https", "wss") else b"http"))
    return scope | {"headers": headers}


def _target(scope: Scope) -> bytes:
    path = scope.get("raw_path") or scope["path"].encode()
    return bytes(path.split(b"?")[0] + (b"?" + scope["query_string"] if scope["query_string"] else b""))


async def _pass_request(scope: Scope, receive: Receive, send: Send, host: str, port: int) -> None:
    """One request over a connection of its own. The response is passed on as it arrives, because some never end."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    drop = {b"connection", b"transfer-encoding", b"content-length"}
    headers = [(name, value) for name, value in scope["headers"] if name.lower() not in drop]
    length = [(b"content-length", str(len(body)).encode())] if body or scope["method"] not in ("GET", "HEAD") else []
    line = h11.Connection(h11.CLIENT)
    reader, writer = await asyncio.open_connection(host, port)
    gone = asyncio.create_task(_until_gone(receive))
    try:
        request = h11.Request(
            method=scope["method"], target=_target(scope), headers=[*headers, *length, (b"connection", b"close")]
        )
        writer.write((line.send(request) or b"") + (line.send(h11.Data(body)) if body else b"" or b""))
        writer.write(line.send(h11.EndOfMessage()) or b"")
        while True:
            event = line.next_event()
            if event is h11.NEED_DATA:
                reading = asyncio.ensure_future(reader.read(65_536))
                await asyncio.wait((reading, gone), return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    return
                line.receive_data(reading.result())
            elif isinstance(event, h11.Response):
                kept = [
                    (name, value) for name, value in event.headers if name not in (b"connection", b"transfer-encoding")
                ]
                await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
            elif isinstance(event, h11.EndOfMessage):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
    finally:
        gone.cancel()
        writer.transport.abort()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _pass_websocket(scope: Scope, receive: Receive, send: Send, host: str, port: int) -> None:
    await receive()
    names = dict(scope["headers"])
    own = (
        b"host",
        b"upgrade",
        b"connection",
        b"sec-websocket-key",
        b"sec-websocket-version",
        b"sec-websocket-extensions",
    )
    more = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"] if name not in own]
    address = f"ws://{names.get(b'host', b'localhost').decode()}{_target(scope).decode()}"
    try:
        there = await websockets.connect(
            address, host=host, port=port, additional_headers=more, compression=None, proxy=None, max_size=None
        )
    except websockets.InvalidStatus as refused:
        start = {"type": "websocket.http.response.start", "status": refused.response.status_code}
        await send(
            start | {"headers": [(k.lower().encode(), v.encode()) for k, v in refused.response.headers.raw_items()]}
        )
        await send({"type": "websocket.http.response.body", "body": refused.response.body or b""})
        return
    await send({"type": "websocket.accept"})

    async def forth() -> None:
        while (message := await receive())["type"] == "websocket.receive":
            await there.send(message["text"] if message.get("text") is not None else message["bytes"])

    async def back() -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                text = await there.recv()
                await send({"type": "websocket.send", "text": text} if isinstance(text, str) else
                           {"type": "websocket.send", "bytes": text})  # fmt: skip
        await send({"type": "websocket.close", "code": there.close_code or 1005, "reason": there.close_reason or ""})

    ways = [asyncio.ensure_future(forth()), asyncio.ensure_future(back())]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await there.close()


def use_cluster() -> None:
    """From now on `make_app` makes applications that pass everything on to a cluster."""
    from lutetia.server.http import app

    usual = app.make_app

    def make_app(settings: Any, environment: dict[str, str] | None = None, **options: Any) -> Any:
        if settings.database is None:
            return usual(settings, **options)
        if options and environment is None:
            connected = settings.model_copy(update={"nats": _nats().url})
            return SeveralApplications([usual(connected, **options) for _server in range(WEBS)])
        return ClusterApplication(usual(settings, **options), settings, environment or {})

    app.make_app = make_app
