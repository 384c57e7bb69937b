"""The server's guarantees in figures: `python benchmarks/server.py [--write] [latency capacity soak start …]`.

A real `lutetia serve` on loopback with its database on the disk; the load comes from this process, so both
share the machine's cores with whatever else runs there. The processor time of the server alone is read from /proc. The
load is that of real pages: every viewer gets state and text after every step, in two languages at each table. The
constants below limit the counts, and --seconds the time. `--write` puts the table into docs/reliability.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import platform
import random
import re
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import uvloop
from doc_figures import put

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: python benchmarks/server.py --write -->", "<!-- end of figures -->"
GAMES, SOCKETS, CROWD = 1_000, 4_000, 10_000
STEPS_PER_S = 200
"""A thousand games with one step every five seconds each."""
STORED = 100_000
KINDS = (
    ("La Cité de la Lumière", "lumiere", 2, 800),
    ("Paris for two", "paris", 2, 100),
    ("Paris for four", "paris", 4, 100),
)
"""Players and number of games: enough to fill the time, and few enough to be played to the end."""
TABLES, WARM_UP = 200, 20
"""Tables whose memory is measured, and those before, after which the server itself takes no more."""
UNTIL_RELEASED = 15
"""Seconds after which the tables that nobody follows any more have left the memory."""
OPEN_TABLES, UNTIL_IDLE = 20_000, 90
"""Tables that are open at once, and the seconds after which those that nobody asks for have left the memory."""
MIXED = 800
"""Games of both kinds, so many that none ends before the time is up."""
LANGUAGES = ("en", "pl")
"""Half of the people at each table read the one, half the other."""
TRANSPORTS = ((True, "over sockets"), (False, "by HTTP"))
PROMISED = "≥ 1,000/s per core"
STATUS = re.compile(rb'"status":(\d+)')
SEQ = re.compile(rb'"seq":(\d+)')
TICKS = os.sysconf("SC_CLK_TCK")


# ---- the server ------------------------------------------------------------------------------------------------------


@dataclass
class Server:
    """A running `lutetia serve`."""

    process: subprocess.Popen[str]
    url: str
    started_in: float

    def cpu(self) -> float:
        """Seconds of processor time of the process, with its threads but without the bots."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Resident memory in megabytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1]) / 1024


@contextmanager
def serving(data: Path, **settings: object) -> Iterator[Server]:
    """A server with this data folder. Rate limits are off, because the whole load comes from one address."""
    wanted = {"limits": False, "games_per_person": 10**6, "bot_processes": 1, **settings}
    env = os.environ | {f"LUTETIA_{key.upper()}": str(value) for key, value in wanted.items()}
    command = [sys.executable, "-m", "lutetia", "serve", "--port", "0", "--data", str(data)]
    began = time.perf_counter()
    with (data / "server.log").open("w") as log:
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout
        message = process.stdout.readline()
        assert message.startswith("ready "), (message, (data / "server.log").read_text()[-2000:])
        yield Server(process, message.split()[1], time.perf_counter() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)  # thousands of connections are closed
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# ---- the load generator: as little work as possible ------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """A WebSocket that receives updates and sends one step at a time."""

    def __init__(self, path: str, cookie: str, heard: Callable[[bytes], None], headers: str = "") -> None:
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade"
            f"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        ).encode()
        self.heard = heard
        self.buffer = bytearray()
        self.answer: asyncio.Future[bytes] | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the socket was not opened"))

    async def ask(self, body: object) -> int:
        """Send a message; returns the status of its answer."""
        message = orjson.dumps(body)
        assert len(message) < 126
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(bytes((0x81, 0x80 | len(message), 0, 0, 0, 0)) + message)  # the mask is zero
        found = STATUS.search(await self.answer)
        assert found
        return int(found[1])

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:40]:
                self.open.set_exception(ConnectionError(bytes(buffer[:200])))
                return
            del buffer[: end + 4]
            self.open.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10]), 10
            if len(buffer) < start + size:
                return
            kind, message = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1 and self.answer and not self.answer.done() and message.startswith(b'{"type":"answer"'):
                self.answer.set_result(message)
                self.heard(message[message.index(b'"body":') + len('"body":') : -1])  # the sender gets no other update
            elif kind == 1:
                self.heard(message)
            elif kind == 9:  # a ping
                self.transport.write(bytes((0x8A, 0x80 | len(message), 0, 0, 0, 0)) + message)


class Line:
    """A kept-alive HTTP connection, one request at a time."""

    def __init__(self, url: str, headers: str = "") -> None:
        """`headers` are sent with every request, each with its line end."""
        self.where, self.headers = urlsplit(url), headers
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, bytes, str]:
        """Status, body, and the cookie that was set."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(self.where.hostname, self.where.port)
        sent = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(sent)}\r\nCookie: {cookie}\r\n"
        self.writer.write(f"{head}{self.headers}Content-Type: application/json\r\n\r\n".encode() + sent)
        got = await self.reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", got, re.IGNORECASE)
        message = await self.reader.readexactly(int(size[1]) if size else 0)
        given = re.search(rb"set-cookie: ([^;\r]+)", got, re.IGNORECASE)
        return int(got[9:12]), message, given[1].decode() if given else ""


@dataclass
class Played:
    """One game under load."""

    id: str
    people: list[str]
    sockets: dict[str, Socket] = field(default_factory=dict)
    seq: int = -1
    turn: tuple[str, list[str]] | None = None
    """The cookie of the player who decides, and the legal steps."""
    waited_for: int = 10**9
    sent: float = 0.0


@dataclass
class Load:
    """Games, their WebSockets, and the measurements."""

    url: str
    games: list[Played] = field(default_factory=list)
    sockets: list[Socket] = field(default_factory=list)
    due: asyncio.Queue[Played] = field(default_factory=asyncio.Queue)
    steps: list[float] = field(default_factory=list)
    fans: list[float] = field(default_factory=list)
    refused: int = 0

    def heard(self, game: Played, person: str) -> Callable[[bytes], None]:
        def hear(message: bytes) -> None:
            if not message.startswith(b'{"type":"state"'):
                return
            found = SEQ.search(message, 0, 120)
            assert found
            seq = int(found[1])
            if seq == game.waited_for:
                self.fans.append(time.perf_counter() - game.sent)
            if b'"legal":[]' not in message and seq > game.seq:
                game.seq, game.turn = seq, (person, orjson.loads(message)["legal"])
                self.due.put_nowait(game)

        return hear

    async def listen(self, game: Played, person: str) -> None:
        where = urlsplit(self.url)
        path = f"/api/games/{game.id}/live?since={10**6}&text=1"
        made = lambda: Socket(path, person, self.heard(game, person))  # noqa: E731
        _transport, socket = await asyncio.get_running_loop().create_connection(made, where.hostname, where.port)
        await socket.open
        self.sockets.append(socket)
        game.sockets[person] = socket

    async def step(self, line: Line | None, game: Played) -> None:
        """Take a random step in a game that waits for one, over HTTP or over the player's WebSocket."""
        assert game.turn
        person, legal = game.turn
        body = {"seq": game.seq, "step": random.choice(legal), "client_key": f"k{game.seq}"}
        game.waited_for, game.sent = game.seq + 1, time.perf_counter()
        if line is None:
            status = await game.sockets[person].ask(body)
        else:
            status, _body, _cookie = await line.ask("POST", f"/api/games/{game.id}/steps?text=1", body, person)
        self.steps.append(time.perf_counter() - game.sent)
        self.refused += status != 200

    def forget(self) -> None:
        self.steps, self.fans = [], []

    def close(self) -> None:
        for socket in self.sockets:
            socket.transport.close()


async def guests(line: Line, count: int) -> list[str]:
    """The cookies of so many new guests, who read different languages."""
    found: list[str] = []
    for _person in range(count):
        status, _body, cookie = await line.ask("POST", "/api/friends/link")
        if not cookie:
            status, _body, cookie = await line.ask(
                "POST", "/api/games", {"game": "lumiere", "seats": ["human", "open"]}
            )
        assert status in (200, 201), status
        assert cookie
        found.append(f"{cookie}; language={LANGUAGES[len(found) % len(LANGUAGES)]}")
    return found


async def seated_games(line: Line, games: int) -> AsyncIterator[Played]:
    """So many games, half Lumière and half Paris for four, with players in all seats."""
    people: list[str] = []
    for number in range(games):
        if number % 10 == 0:
            people = await guests(line, 4)
        paris = number % 2 == 1
        wanted = {"game": "paris" if paris else "lumiere", "seats": ["human", *["open"] * (3 if paris else 1)]}
        status, message, _cookie = await line.ask("POST", "/api/games", wanted, people[0])
        assert status == 201, message
        played = Played(orjson.loads(message)["id"], people[: 4 if paris else 2])
        for person in played.people[1:]:
            status, message, _cookie = await line.ask("POST", f"/api/games/{played.id}/join", None, person)
            assert status == 200, message
        yield played


@asynccontextmanager
async def at_tables(server: Server, games: int, sockets: int) -> AsyncIterator[Load]:
    """So many games, half Lumière and half Paris for four, with WebSockets for all players, then for spectators."""
    load = Load(server.url)
    load.games += [played async for played in seated_games(Line(server.url), games)]
    seats = [(game, person) for game in load.games for person in game.people]
    watching = [(load.games[i % games], "") for i in range(max(0, sockets - len(seats)))]
    wanted_sockets = [*seats, *watching]
    for begin in range(0, len(wanted_sockets), 50):
        await asyncio.gather(*(load.listen(game, person) for game, person in wanted_sockets[begin : begin + 50]))
    await asyncio.sleep(1)
    load.forget()
    try:
        yield load
    finally:
        load.close()


async def evenly(load: Load, rate: float, seconds: float) -> None:
    """So many steps per second at random moments, whether earlier ones have been answered or not."""
    lines = [Line(load.url) for _line in range(64)]
    free: asyncio.Queue[Line] = asyncio.Queue()
    for line in lines:
        free.put_nowait(line)

    async def one() -> None:
        game = await load.due.get()
        line = await free.get()
        await load.step(line, game)
        free.put_nowait(line)

    began, at, tasks = time.perf_counter(), 0.0, []
    while at < seconds:
        at += random.expovariate(rate)
        await asyncio.sleep(max(0, began + at - time.perf_counter()))
        tasks.append(asyncio.create_task(one()))
    await asyncio.wait(tasks, timeout=10)
    await asyncio.sleep(0.5)


async def flat_out(load: Load, at_once: int, seconds: float, *, sockets: bool) -> float:
    """Keep so many steps in flight, over WebSockets or HTTP, until the time is up or the games have ended.

    Returns the seconds it took.
    """
    began = last = time.perf_counter()

    async def one() -> None:
        nonlocal last
        line = None if sockets else Line(load.url)
        while time.perf_counter() < began + seconds:
            try:
                game = await asyncio.wait_for(load.due.get(), 1)
            except TimeoutError:
                return  # the game is over
            await load.step(line, game)
            last = time.perf_counter()

    await asyncio.gather(*(one() for _one in range(at_once)))
    await asyncio.sleep(0.5)
    return last - began


# ---- what is measured ------------------------------------------------------------------------------------------------

Row = tuple[str, str, str]


def percent(values: list[float], share: float) -> float:
    """A percentile of the values, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(len(values) * share / 100))]


def spread(values: list[float]) -> str:
    return f"p50 {percent(values, 50):.1f} ms, p99 {percent(values, 99):.1f} ms"


async def latency(seconds: float) -> list[Row]:
    """A thousand games with four WebSockets each, then ten thousand WebSockets."""
    rows: list[Row] = []
    with folder() as data, serving(data, tables_kept=2 * GAMES) as server:
        async with at_tables(server, GAMES, SOCKETS) as load:
            memory = server.memory()
            await evenly(load, STEPS_PER_S, seconds)  # warm-up: views grow during a game
            load.forget()
            used = server.cpu()
            await evenly(load, STEPS_PER_S, seconds)
            used = server.cpu() - used
            what = f"{GAMES:,} games, {len(load.sockets):,} sockets, {STEPS_PER_S} steps/s"
            assert load.refused == 0, load.refused
            rows.append((f"step, {what}", spread(load.steps), "p99 < 50 ms"))
            rows.append(("… until each listener has it", spread(load.fans), "p99 < 100 ms"))
            rows.append(("… processor time of the server", f"{used / seconds:.0%} of a core", ""))
            rows.append(("… memory of the server", f"{memory:,.0f} MB", ""))
            begin = len(load.sockets)
            for number in range(begin, CROWD, 50):
                more = [load.listen(load.games[i % GAMES], "") for i in range(number, min(CROWD, number + 50))]
                await asyncio.gather(*more)
            await asyncio.sleep(2)
            used = server.cpu()
            await asyncio.sleep(5)
            idle = (server.cpu() - used) / 5
            load.forget()
            used = server.cpu()
            await evenly(load, STEPS_PER_S, seconds)
            used = server.cpu() - used
            what = f"{len(load.sockets):,} sockets on one process"
            rows.append((what, f"idle {idle:.0%} of a core, {server.memory():,.0f} MB", "≥ 10,000"))
            rows.append((f"… at {STEPS_PER_S} steps/s, a step", spread(load.steps), ""))
            rows.append(("… until each listener has it", spread(load.fans), ""))
            rows.append(("… processor time of the server", f"{used / seconds:.0%} of a core", ""))
    return rows


async def capacity(seconds: float) -> list[Row]:
    """As many steps as one process can take in whole games, with every seat connected."""
    rows: list[Row] = []
    for sockets, transport in TRANSPORTS:
        with folder() as data, serving(data, tables_kept=2 * MIXED) as server:
            async with at_tables(server, MIXED, 4 * MIXED) as load:
                measured = await steps_per_second(server, load, seconds, sockets)
                rows.append((f"both games by halves, four sockets each, steps {transport}", measured, PROMISED))
    for name, game, players, games in KINDS:
        for sockets, transport in TRANSPORTS:
            with folder() as data, serving(data) as server:
                load, line = Load(server.url), Line(server.url)
                await open_tables(load, line, games, game, await guests(line, players))
                load.forget()
                measured = await steps_per_second(server, load, seconds, sockets)
                rows.append((f"{name}, every seat listening, steps {transport}", measured, PROMISED))
                load.close()
    return rows


async def steps_per_second(server: Server, load: Load, seconds: float, sockets: bool) -> str:
    """How many steps per second the server takes."""
    used = server.cpu()
    passed = await flat_out(load, 64, seconds, sockets=sockets)
    used = server.cpu() - used
    assert load.refused == 0, load.refused
    steps = len(load.steps)
    return f"{steps / used:,.0f} steps per second of processor time, {steps / passed:,.0f}/s beside the load"


async def soak(seconds: float) -> list[Row]:
    """Whole games one after the other with a small table cache: memory after a warm-up, and at the end."""
    with folder() as data, serving(data, tables_kept=100) as server:
        until, games, seen = time.perf_counter() + seconds, 0, []

        async def player() -> None:
            nonlocal games
            line = Line(server.url)
            while time.perf_counter() < until:
                [person] = await guests(line, 1)
                load = Load(server.url)
                wanted = {"game": random.choice(("lumiere", "lumiere", "paris")), "seats": ["human", "human"]}
                _status, message, _cookie = await line.ask("POST", "/api/games", wanted, person)
                played = Played(orjson.loads(message)["id"], [person])
                await load.listen(played, person)
                while time.perf_counter() < until:
                    try:
                        await load.step(line, await asyncio.wait_for(load.due.get(), 1))
                    except TimeoutError:
                        break  # the game is over
                load.close()
                games += 1

        async def watcher() -> None:
            while time.perf_counter() < until:
                seen.append(server.memory())
                await asyncio.sleep(seconds / 40)

        await asyncio.gather(watcher(), *(player() for _player in range(16)))
    warm, end = statistics.mean(seen[10:14]), statistics.mean(seen[-4:])
    what = f"memory over {seconds:.0f} s of whole games ({games:,} games, 100 tables kept)"
    return [(what, f"{warm:.0f} MB after a quarter, {end:.0f} MB at the end", "flat")]


async def memory(seconds: float) -> list[Row]:
    """What a table takes in memory in the middle of a game: with its players connected, and after they have left.

    When they leave, much of their memory stays with the process, ready for the next ones. So the same is done once
    more: what the process then takes in addition is what each further table takes that nobody follows.
    """
    rows: list[Row] = []
    name, game, players, _games = KINDS[-1]
    with folder() as data, serving(data, tables_kept=3 * TABLES) as server:
        load, line = Load(server.url), Line(server.url)
        people = await guests(line, players)
        await open_tables(load, line, WARM_UP, game, people)
        await flat_out(load, 16, seconds / 10, sockets=True)
        load.forget()
        empty = server.memory()
        await open_tables(load, line, TABLES, game, people)
        await flat_out(load, 64, seconds, sockets=True)
        per_game = len(load.steps) / TABLES
        what = f"memory of a table, {name} after about {per_game:.0f} steps"
        rows.append((f"{what}, all connected", f"{(server.memory() - empty) / TABLES * 1024:.0f} KB", ""))
        load.close()
        await asyncio.sleep(UNTIL_RELEASED)
        left = server.memory()
        rows.append(("… nobody connected", f"{(left - empty) / TABLES * 1024:.0f} KB", "≤ 60 KB"))
        again = Load(server.url)
        await open_tables(again, line, TABLES, game, people)
        await flat_out(again, 64, seconds, sockets=True)
        again.close()
        await asyncio.sleep(UNTIL_RELEASED)
        what = f"… each further one, after {len(again.steps) / TABLES:.0f} steps"
        rows.append((what, f"{(server.memory() - left) / TABLES * 1024:.0f} KB", "≤ 60 KB"))
    return rows


async def open_tables(load: Load, line: Line, games: int, game: str, people: list[str]) -> None:
    """So many games of these people, all connected."""
    wanted = {"game": game, "seats": ["human", *["open"] * (len(people) - 1)]}
    for _game in range(games):
        _status, message, _cookie = await line.ask("POST", "/api/games", wanted, people[0])
        played = Played(orjson.loads(message)["id"], people)
        for person in people[1:]:
            await line.ask("POST", f"/api/games/{played.id}/join", None, person)
        load.games.append(played)
        for person in people:
            await load.listen(played, person)


async def open_table_memory(seconds: float) -> list[Row]:
    """Very many open tables at which nobody is connected: half wait for players, half are games of Paris for four."""
    with folder() as data, serving(data, waiting_tables_guest=10**6) as server:
        empty, highest = server.memory(), 0.0
        numbers = iter(range(OPEN_TABLES))

        async def opener() -> None:
            nonlocal highest
            line = Line(server.url)
            [person] = await guests(line, 1)
            for number in numbers:
                seats = ["human"] * 4 if number % 2 else ["human", "open", "open", "open"]
                status, message, _cookie = await line.ask(
                    "POST", "/api/games", {"game": "paris", "seats": seats}, person
                )
                assert status == 201, message
                highest = max(highest, server.memory()) if number % 100 == 0 else highest

        await asyncio.gather(*(opener() for _opener in range(16)))
        full = server.memory()
        await asyncio.sleep(UNTIL_IDLE)
        what = f"{OPEN_TABLES:,} open tables of Paris for four, nobody connected"
        measured = f"{max(highest, full):,.0f} MB at most, {server.memory():,.0f} MB after {UNTIL_IDLE} s"
        return [(what, f"{measured} ({empty:,.0f} MB before)", "< 1,500 MB")]


async def start(seconds: float) -> list[Row]:
    """From the command to `ready`."""
    rows: list[Row] = []
    for games in (0, STORED):
        with folder() as data:
            with serving(data) as server:
                if games:
                    line = Line(server.url)
                    [person] = await guests(line, 1)
                    wanted = {"game": "lumiere", "seats": ["human", "human"], "pace": {"kind": "turns", "days": 3}}
                    _status, message, _cookie = await line.ask("POST", "/api/games", wanted, person)
                    state = orjson.loads(message)
                    for number in range(8):
                        body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{number}"}
                        _status, message, _cookie = await line.ask(
                            "POST", f"/api/games/{state['id']}/steps", body, person
                        )
                        state = orjson.loads(message)
            if games:
                multiply(data / "lutetia.db", state["id"], games)
            times = []
            for _again in range(3):
                with serving(data) as server:
                    times.append((server.started_in, server.cpu()))
            size = (data / "lutetia.db").stat().st_size / 1e6
            what = f"start until ready, {games:,} stored games"
            passed, used = map(statistics.median, zip(*times, strict=True))
            measured = f"{passed:.1f} s, of which {used:.1f} s of processor time ({size:,.0f} MB)"
            rows.append((what, measured, "< 5 s"))
    return rows


def multiply(database: Path, game: str, games: int) -> None:
    """Copy a stored game many times under new ids: nine of ten are finished, one is running with a deadline."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.create_function("ended", 2, lambda n, value: value if n % 10 == 0 else None)
        for table, column in (("game", "id"), ("seat", "game"), ("event", "game")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            chosen = []
            for name in names:
                if name == column:
                    chosen.append("'g' || n")
                elif name == "status":
                    chosen.append("CASE WHEN n % 10 = 0 THEN status ELSE 'over' END")
                elif name in ("deadline", "to_move") and table == "game":
                    chosen.append(f"ended(n, {name})")
                else:
                    chosen.append(f'"{name}"')
            quoted = ", ".join(f'"{name}"' for name in names)
            connection.execute(
                f"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {games}) "
                f"INSERT INTO {table} ({quoted}) SELECT {', '.join(chosen)} FROM many, {table} WHERE {column} = ?",
                (game,),
            )
        connection.commit()


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="lutetia-bench-") as name:
        yield Path(name)


PARTS = {
    "latency": latency,
    "capacity": capacity,
    "memory": memory,
    "tables": open_table_memory,
    "soak": soak,
    "start": start,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=[], help=f"of {', '.join(PARTS)}; all unless named")
    parser.add_argument(
        "--seconds", type=float, default=30, help="of each measurement; the soak takes four times so long"
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/reliability.md")
    arguments = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    gc.disable()  # garbage collection in the load generator must not count as latency of the server
    rows: list[Row] = []
    for name in arguments.parts or PARTS:
        seconds = arguments.seconds * (4 if name == "soak" else 1)
        found = uvloop.run(PARTS[name](seconds))
        rows += found
        print(*(" | ".join(row) for row in found), sep="\n", flush=True)
    text = "| what | measured | promised |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)
    busy = os.getloadavg()[0]
    where = (
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores shared by the server, the "
    )
    where += f"load and what else ran there (load average {busy:.1f} at the end)."
    print(text, where, sep="\n")
    if arguments.write:
        put(PAGE, BEGIN, END, f"{text}\n{where}")


if __name__ == "__main__":
    main()
