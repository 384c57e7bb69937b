"""An attacker's afternoon: `python benchmarks/attack.py [--seconds 30] [--rounds 2] [--write]`.

Two hundred honest players, half of them against bots and half against each other, on a real `lutetia serve` behind a
pretended proxy, with the usual limits. Then the same while one malicious client with ten addresses does the worst that
is allowed: games with the strongest bots, which it watches and plays on at once so that they always think, hints,
analyses, files, hypothetical positions, tables in the lobby, wrong passwords, half-open connections. It obeys every
refusal, because a flood of refused requests is the proxy's business. Each run has a new server; runs with and without
the attacker alternate. The attacker's own process has the lowest priority: in reality it would not run on the server's
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import orjson
import uvloop
from doc_figures import put

import lutetia
from lutetia.bots import bot
from lutetia.server.ops.limit_settings import LimitSettings
from lutetia.server.rate_limit import Pacer, Rate

from server import Line, Socket, folder, percent, serving

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
BEGIN, END = "<!-- attack: python benchmarks/attack.py --write -->", "<!-- end of attack -->"
HONEST = 200
LEVELS = ("level1", "level2", "level3", "level4")
STRONG = 4
"""Of the honest players against bots, so many have the strongest bot."""
PAUSE = (5.0, 15.0)
"""Seconds that an honest player thinks."""
ADDRESSES, ACCOUNTS, GUESTS = 10, 2, 6
"""The attacker's addresses, and of each address the members and the guests."""
WATCHED = 2
"""Games against the strongest bots that each of them has open at once."""
SILENT = 50
"""Connections of each address that never send a whole request."""
BEFORE = 20.0
"""Seconds that players and attacker have before the measurement begins."""
WAITING = {"game": "paris", "seats": ["human", "open"], "private": False}
PASSWORD = "le fer et la lumière"
SETTINGS = {
    "limits": True,
    "behind_proxy": True,
    "games_per_person": 200,
    "bot_processes": max(1, (os.cpu_count() or 2) - 3),
}
"""Of the server: what it has if nothing is set, behind a proxy, on a machine with two cores less. Those are for the
players and the attacker, who would not use the server's in reality."""
LIMITS = LimitSettings()
STEP, QUICK, SLOW = "step", "bot, levels 1 to 4", "bot, level 5"
TARGET = 2.0

Times = dict[str, list[float]]


def from_address(address: str) -> str:
    return f"X-Forwarded-For: {address}\r\nX-Forwarded-Proto: http\r\n"


# ---- honest players --------------------------------------------------------------------------------------------------


class Player:
    """Somebody who plays one game after the other over a WebSocket."""

    def __init__(self, url: str, address: str, times: Times, pause: tuple[float, float] = PAUSE) -> None:
        self.url, self.address, self.times, self.pause = url, address, times, pause
        self.headers = from_address(address)
        self.line = Line(url, self.headers)
        self.cookie = ""
        self.state: dict[str, object] = {}
        self.news = asyncio.Event()

    async def post(self, path: str, body: object) -> dict[str, object]:
        status, message, cookie = await self.line.ask("POST", path, body, self.cookie)
        self.cookie = cookie or self.cookie
        assert status in (200, 201), message
        found: dict[str, object] = orjson.loads(message)
        return found

    async def sit(self, game: str) -> Socket:
        """Connect to a game."""
        where = urlsplit(self.url)
        path = f"/api/games/{game}/live?since=-1&text=1"
        made = lambda: Socket(path, self.cookie, self.hear, self.headers)  # noqa: E731
        _transport, socket = await asyncio.get_running_loop().create_connection(made, where.hostname, where.port)
        await socket.open
        return socket

    def hear(self, message: bytes) -> None:
        if message.startswith(b'{"type":"state"'):
            self.state = orjson.loads(message)
            self.news.set()

    async def until_due(self) -> bool:
        """Wait until this player has to decide; False: the game is over."""
        while not self.state.get("legal"):
            if self.state.get("status") == "over":
                return False
            self.news.clear()
            await self.news.wait()
        return True

    async def play(self, game: str, kind: str | None) -> None:
        """Play a game to its end. `kind`: what an answer of the bot counts as; None: there is no bot."""
        self.state = {}
        socket = await self.sit(game)
        for number in itertools.count():
            if not await self.until_due():
                break
            await asyncio.sleep(random.uniform(*self.pause))
            body = {
                "seq": self.state["seq"],
                "step": random.choice(self.state["legal"]),
                "client_key": f"{self.address}.{number}",
            }
            sent = time.perf_counter()
            assert await socket.ask(body) == 200
            answered = time.perf_counter()
            self.times[STEP].append(answered - sent)
            if kind is not None and not self.state["legal"] and await self.until_due():
                self.times[kind].append(time.perf_counter() - answered)
        socket.transport.close()


async def against_bot(player: Player, level: str) -> None:
    for number in itertools.count():
        wanted = {"game": ("lumiere", "paris")[number % 2], "seats": ["human", level]}
        game = await player.post("/api/games", wanted)
        await player.play(str(game["id"]), SLOW if level == "level5" else QUICK)


async def each_other(one: Player, other: Player) -> None:
    for number in itertools.count():
        wanted = {"game": ("lumiere", "paris")[number % 2], "seats": ["human", "open"]}
        game = (await one.post("/api/games", wanted))["id"]
        await other.post(f"/api/games/{game}/join", {})
        await asyncio.gather(one.play(str(game), None), other.play(str(game), None))


async def honest_times(url: str, before: float, seconds: float) -> Times:
    """What the honest players measure: how long steps and bots' answers take, in seconds."""
    times: Times = defaultdict(list)
    players = [Player(url, f"10.1.{number // 250}.{number % 250 + 1}", times) for number in range(HONEST)]
    levels = ["level5"] * STRONG + [LEVELS[n % len(LEVELS)] for n in range(HONEST // 2 - STRONG)]
    with_bots, others = players[: HONEST // 2], players[HONEST // 2 :]
    tasks = [asyncio.create_task(against_bot(*pair)) for pair in zip(with_bots, levels, strict=True)]
    tasks += [asyncio.create_task(each_other(*pair)) for pair in zip(others[::2], others[1::2], strict=True)]
    await asyncio.sleep(before)
    times.clear()
    done, _running = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return dict(times)


# ---- the attacker ----------------------------------------------------------------------------------------------------


class Villain:
    """One of the attacker's people."""

    def __init__(self, url: str, address: str, login: str | None) -> None:
        self.url, self.address, self.login = url, address, login
        self.headers = from_address(address)
        self.cookie = ""
        rate, people = (LIMITS.limit_person, 1) if login else (LIMITS.limit_address, GUESTS)
        self.pacer = Pacer(Rate(1, people * rate.seconds / rate.times))
        """As many requests as a member, or the guests of an address together, are allowed in the long run."""

    async def ask(self, line: Line, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        """Ask, and wait if that was too much."""
        await self.pacer.hit()
        status, message, cookie = await line.ask(method, path, body, self.cookie)
        self.cookie = cookie or self.cookie
        if status == 429:
            await asyncio.sleep(1)
        content = orjson.loads(message) if message[:1] == b"{" else {}
        return status, content

    async def attack(self, record: object) -> None:
        """Everything at once."""
        line = Line(self.url, self.headers)
        if self.login:
            await self.ask(line, "POST", "/api/me/register", {"login": self.login, "password": PASSWORD})
        _status, shared = await self.ask(line, "POST", "/api/records", record)
        token = shared.get("token")
        ways: list[Callable[[Line], Awaitable[object]]] = [
            *([lambda line: self.watched_bots(line)] * WATCHED),
            lambda line: self.strong_bots(line),
            lambda line: self.hints(line),
            lambda line: self.ask(line, "POST", "/api/what-if/told", {"token": token}),
            lambda line: self.ask(line, "POST", "/api/what-if/told", {"record": record}),
            lambda line: self.ask(line, "GET", f"/api/shared/{token}/replay.html"),
            lambda line: self.ask(line, "POST", f"/api/shared/{token}/analysis", {}),
            lambda line: self.ask(line, "POST", "/api/records", record),
            lambda line: self.ask(line, "POST", "/api/games", WAITING),
            lambda line: self.ask(line, "POST", "/api/sign-in", {"login": "ada", "password": PASSWORD}),
            lambda line: self.ask(line, "GET", "/api/games?limit=100"),
        ]
        await asyncio.gather(*(self.again_and_again(way) for way in ways))

    async def again_and_again(self, way: Callable[[Line], Awaitable[object]]) -> None:
        while True:
            line = Line(self.url, self.headers)
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError, KeyError, AssertionError):
                while True:
                    await way(line)
            await asyncio.sleep(0.2)

    async def watched_bots(self, line: Line) -> None:
        """A game against three of the strongest bots, watched, in which they always think."""
        seats = ["human"] + ["level5"] * 3
        status, state = await self.ask(line, "POST", "/api/games", {"game": "paris", "seats": seats})
        if status != 201:
            await asyncio.sleep(1)
            return
        player = Player(self.url, self.address, defaultdict(list), pause=(0.0, 0.0))
        player.cookie = self.cookie
        await player.play(str(state["id"]), None)

    async def strong_bots(self, line: Line) -> None:
        """A game in which three of the strongest bots begin; for members also one of bots only."""
        seats = ["level5"] * 3 + ["human"]
        status, _state = await self.ask(line, "POST", "/api/games", {"game": "paris", "seats": seats})
        if self.login:
            await self.ask(line, "POST", "/api/games", {"game": "paris", "seats": ["level5"] * 4})
        if status != 201:
            await asyncio.sleep(1)

    async def hints(self, line: Line) -> None:
        """Hints in a game against oneself, one after the other."""
        _status, state = await self.ask(line, "POST", "/api/games", {"game": "paris", "seats": ["human", "human"]})
        for _hint in range(30):
            await self.ask(line, "POST", f"/api/games/{state['id']}/hint", {})


async def attack(url: str) -> None:
    """Attack until the process is ended."""
    os.nice(19)
    record = whole_record()
    people = [
        Villain(url, f"203.0.113.{address + 1}", f"villain{address}x{number}" if number < ACCOUNTS else None)
        for address in range(ADDRESSES)
        for number in range(ACCOUNTS + GUESTS)
    ]
    await asyncio.gather(*(half_open(url, SILENT * ADDRESSES), *(person.attack(record) for person in people)))


async def half_open(url: str, count: int) -> None:
    """Connections that begin a request and never end it; those that are closed are opened again."""
    where = urlsplit(url)

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(where.hostname, where.port)
                writer.write(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                await reader.read()
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _one in range(count)))


def whole_record() -> object:
    """A game of Paris for four that quick bots have played to its end."""
    game, players = lutetia.new("paris", players=4, seed=1889), {}
    while not game.over:
        player = players.setdefault(game.seat, bot("random", len(players)))
        game.play(player.choose(game.view(game.seat), game.legal()))
    return game.record()


# ---- both ------------------------------------------------------------------------------------------------------------


def measure(seconds: float, *, attacked: bool) -> tuple[Times, float]:
    """One run with a new server: what the players measure, and the server's processor time as a share of a core."""
    with folder() as data, serving(data, **SETTINGS) as server:
        villain = None
        if attacked:
            villain = subprocess.Popen([sys.executable, __file__, "--attack", server.url])
        try:
            began = time.perf_counter(), server.cpu()
            times = uvloop.run(honest_times(server.url, BEFORE, seconds))
            return times, (server.cpu() - began[1]) / (time.perf_counter() - began[0])
        finally:
            if villain is not None:
                villain.kill()
                villain.wait()


def table(quiet_runs: list[tuple[Times, float]], attacked_runs: list[tuple[Times, float]]) -> str:
    quiet, attacked = ([times for times, _cpu in runs] for runs in (quiet_runs, attacked_runs))
    lines = ["| | without the attacker | with | p99, ratio |", "|---|---|---|---|"]
    for kind in (STEP, QUICK, SLOW):
        calm, busy = ([value for run in runs for value in run.get(kind, ())] for runs in (quiet, attacked))
        if not calm or not busy:
            lines.append(f"| {kind} | {len(calm)} answers | {len(busy)} answers | |")
            continue
        ratio = percent(busy, 99) / percent(calm, 99)
        counts = f"{kind} ({len(calm):,} and {len(busy):,})"
        cells = [f"p50 {percent(found, 50):,.1f} ms, p99 {percent(found, 99):,.1f} ms" for found in (calm, busy)]
        lines.append(f"| {counts} | {' | '.join(cells)} | {ratio:.1f} |")
    shares = [f"{statistics.mean(cpu for _times, cpu in runs):.0%} of a core" for runs in (quiet_runs, attacked_runs)]
    lines.append(f"| processor time of the server process | {' | '.join(shares)} | |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="of each run")
    parser.add_argument("--rounds", type=int, default=2, help="runs without and with the attacker")
    parser.add_argument("--write", action="store_true", help="put the table into docs/reliability.md")
    parser.add_argument("--attack", metavar="URL", help="only attack this server, until the process is ended")
    arguments = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if arguments.attack:
        uvloop.run(attack(arguments.attack))
        return
    gc.disable()
    quiet: list[tuple[Times, float]] = []
    attacked: list[tuple[Times, float]] = []
    load: list[float] = []
    for _round in range(arguments.rounds):
        for runs, with_attacker in ((quiet, False), (attacked, True)):
            load.append(os.getloadavg()[0])
            runs.append(measure(arguments.seconds, attacked=with_attacker))
            print(table(quiet, attacked) if attacked else "…", flush=True)
    where = (
        f"Python {platform.python_version()}, {os.cpu_count()} cores shared by the server, its bots, the players, the "
    )
    where += f"attacker and what else ran there (load average before the runs {statistics.mean(load):.1f})."
    text = f"{table(quiet, attacked)}\n\n{where}"
    print(where)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
