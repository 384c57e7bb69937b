"""Steps per second and processor time with one and several processes: `python benchmarks/cluster.py [--write]`.

SQLite in one process, and PostgreSQL and NATS with one or more, one after the other in every round, so that the ratios
come from the same hour. The load is that of `benchmarks/server.py`: whole games of both kinds, four sockets at each
table, state and text to every viewer in two languages, steps over WebSockets. Several processes are measured twice:
with the sockets of a table together at one process, where a proxy that hashes by game puts them, as in
deploy/nginx-several.conf, and apart, so that nearly every step has to reach another process. The load comes from
processes of its own.

PostgreSQL and NATS are those of Debian, or the programs in the folder `$LUTETIA_PROGRAMS`; they need not be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import multiprocessing
import os
import platform
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import uvloop
from doc_figures import put
from real_servers import TICKS, backends, cpu, family_cpu

from server import Line, Load, Played, Server, Socket, percent, seated_games, serving, urlsplit

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
BEGIN, END = "<!-- cluster: python benchmarks/cluster.py --write -->", "<!-- end of cluster -->"
AT_ONCE = 64
"""Steps in flight per web process."""
TABLES = 400
"""Games per web process, so many that none ends before the time is up."""
SOCKETS, SOCKET_GAMES = 10_000, 1_000


# ---- the installation ------------------------------------------------------------------------------------------------


@dataclass
class Installation:
    """Running web processes, and what they use."""

    webs: list[Server]
    postgres: int | None = None
    """The process id of PostgreSQL's postmaster."""
    nats: int | None = None

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time of the web processes together, of PostgreSQL and of NATS."""
        found = {"web": sum(web.cpu() for web in self.webs)}
        found["postgres"] = family_cpu(self.postgres) if self.postgres else 0.0
        found["nats"] = cpu(self.nats)[0] if self.nats else 0.0
        return found


@contextmanager
def installed(processes: int, tables: int, *, shared: bool) -> Iterator[Installation]:
    """SQLite in one process, or PostgreSQL and NATS with so many. Every commit is on the disk when it returns."""
    folder = Path(tempfile.mkdtemp(prefix="lutetia-bench-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        settings: dict[str, object] = {"tables_kept": 2 * tables}
        postgres = nats = None
        if shared:
            servers = backends()
            postgres = stack.enter_context(servers.postgres_server(*servers.DURABLE, "shared_buffers=256MB"))
            nats = stack.enter_context(servers.nats_server())
            settings |= {"database": postgres.new_database("lutetia"), "nats": nats.url}
        webs = []
        for number in range(processes):
            data = folder / f"web{number}"
            data.mkdir()
            webs.append(stack.enter_context(serving(data, **settings)))
        yield Installation(webs, postgres and postgres.process.pid, nats and nats.process.pid)


# ---- the load --------------------------------------------------------------------------------------------------------


@dataclass
class Spread(Load):
    """A load on several processes. `apart`: the sockets of a table are spread over them."""

    urls: list[str] = field(default_factory=list)
    apart: bool = False
    turn: Iterator[int] = field(default_factory=itertools.count)

    async def listen(self, game: Played, person: str) -> None:
        number = next(self.turn) if self.apart else len(self.games)
        where = urlsplit(self.urls[number % len(self.urls)])
        path = f"/api/games/{game.id}/live?since={10**6}&text=1"
        made = lambda: Socket(path, person, self.heard(game, person))  # noqa: E731
        _transport, socket = await asyncio.get_running_loop().create_connection(made, where.hostname, where.port)
        await socket.open
        self.sockets.append(socket)
        game.sockets[person or f"spectator {len(game.sockets)}"] = socket


async def _open_tables(load: Spread, games: int, sockets: int) -> None:
    """So many games, half with two seats and half with four, with so many sockets at each."""
    async for played in seated_games(Line(load.urls[0]), games):
        load.games.append(played)
        viewers = [*played.people, *[""] * (sockets - len(played.people))]
        await asyncio.gather(*(load.listen(played, person) for person in viewers))


async def _play(load: Spread, at_once: int, seconds: float) -> float:
    """Keep so many steps in flight until the time is up; returns the seconds it took."""
    began = last = time.perf_counter()

    async def one() -> None:
        nonlocal last
        while time.perf_counter() < began + seconds:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    game = await load.due.get()
                await load.step(None, game)
                last = time.perf_counter()

    await asyncio.gather(*(one() for _one in range(at_once)))
    return last - began


def _generate(
    line: Connection, urls: list[str], apart: bool, games: int, sockets: int, at_once: int, seconds: float
) -> None:
    """A process of the load: says when it is ready, plays when it is told to, and sends what it has measured."""
    gc.disable()
    _raise_file_limit()

    async def main() -> None:
        load = Spread(urls[0], urls=urls, apart=apart)
        await _open_tables(load, games, sockets)
        await asyncio.sleep(1)
        line.send("ready")
        if await asyncio.to_thread(line.recv) == "play":
            load.forget()
            used = time.process_time()
            passed = await _play(load, at_once, seconds)
            used = time.process_time() - used
            line.send((len(load.steps), passed, load.refused, load.steps[::7], load.fans[::29], used))
            await asyncio.to_thread(line.recv)
        load.close()

    uvloop.run(main())


@contextmanager
def generators(
    count: int, urls: list[str], apart: bool, games: int, sockets: int, at_once: int, seconds: float
) -> Iterator[list[Connection]]:
    """Processes that make the load, ready to begin."""
    context = multiprocessing.get_context("spawn")
    lines, processes = [], []
    for number in range(count):
        here, there = context.Pipe()
        turned = urls[number % len(urls) :] + urls[: number % len(urls)]
        share = (there, turned, apart, games // count, sockets, max(1, at_once // count), seconds)
        processes.append(context.Process(target=_generate, args=share, daemon=True))
        processes[-1].start()
        lines.append(here)
    try:
        for line in lines:
            assert line.recv() == "ready"
        yield lines
        for line in lines:
            line.send("end")
        for process in processes:
            process.join(60)
    finally:
        for process in processes:
            process.kill()


# ---- what is measured ------------------------------------------------------------------------------------------------


@dataclass
class Measured:
    """One measurement of one arrangement."""

    steps_per_s: float
    web: float
    """Milliseconds of processor time per step; the others, too."""
    postgres: float
    nats: float
    step_p50: float
    step_p99: float
    fan_p99: float
    servers: float
    """Cores that were busy: for web processes, PostgreSQL and NATS; for the load; and of the machine, with others."""
    load: float
    machine: float


class Arrangement(NamedTuple):
    """What is measured."""

    shared: bool
    processes: int
    apart: bool

    def __str__(self) -> str:
        database = "PostgreSQL" if self.shared else "SQLite"
        if self.processes == 1:
            return f"{database}, 1 process"
        return f"{database}, {self.processes} processes, tables {'apart' if self.apart else 'together'}"


def measure(arrangement: Arrangement, seconds: float, load_processes: int) -> Measured:
    """Steps per second and processor time per step, as fast as it goes."""
    shared, processes, apart = arrangement
    tables = TABLES * processes
    with ExitStack() as stack:
        made = stack.enter_context(installed(processes, tables, shared=shared))
        urls = [web.url for web in made.webs]
        lines = stack.enter_context(generators(load_processes, urls, apart, tables, 4, AT_ONCE * processes, seconds))
        before, busy, began = made.cpu(), _machine_cpu(), time.perf_counter()
        for line in lines:
            line.send("play")
        found = [line.recv() for line in lines]
        passed, busy = time.perf_counter() - began, _machine_cpu() - busy
        used = {name: value - before[name] for name, value in made.cpu().items()}
    steps = sum(one[0] for one in found)
    assert sum(one[2] for one in found) == 0, "steps were refused"
    took, fans = [x for one in found for x in one[3]], [x for one in found for x in one[4]]
    per_step = {name: 1000 * value / steps for name, value in used.items()}
    return Measured(
        steps / max(one[1] for one in found), **per_step, step_p50=percent(took, 50), step_p99=percent(took, 99),
        fan_p99=percent(fans, 99), servers=sum(used.values()) / passed, load=sum(one[5] for one in found) / passed,
        machine=busy / passed,
    )  # fmt: skip


def _machine_cpu() -> float:
    """Seconds in which cores of this machine were not idle."""
    line = Path("/proc/stat").read_text().partition("\n")[0]
    user, nice, system, _idle, _disk, *interrupts = map(int, line.split()[1:8])
    return (user + nice + system + sum(interrupts)) / TICKS


def capacity(arrangements: list[Arrangement], rounds: int, seconds: float, load_processes: int) -> str:
    """All arrangements in every round; medians, and ratios to the first of the same round."""
    found: dict[Arrangement, list[Measured]] = {arrangement: [] for arrangement in arrangements}
    for number in range(rounds):
        for arrangement in arrangements if number % 2 == 0 else arrangements[::-1]:
            measured = measure(arrangement, seconds, load_processes)
            found[arrangement].append(measured)
            print(arrangement, measured, flush=True)
    rows = [
        "| | steps/s | ratio | processor time per step: web | PostgreSQL | NATS | step | until each listener has it "
        "| cores busy: servers, load, others |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for arrangement, runs in found.items():
        middle = {name: statistics.median(getattr(run, name) for run in runs) for name in Measured.__annotations__}
        pairs = zip(runs, found[arrangements[0]], strict=True)
        ratio = statistics.median(run.steps_per_s / first.steps_per_s for run, first in pairs)
        apart = [f"{middle[name]:.2f} ms" if arrangement.shared else "" for name in ("postgres", "nats")]
        rows.append(
            f"| {arrangement} | {middle['steps_per_s']:,.0f} | {ratio:.2f} | {middle['web']:.2f} ms | "
            f"{' | '.join(apart)} | p50 {middle['step_p50']:.0f} ms, p99 {middle['step_p99']:.0f} ms | "
            f"p99 {middle['fan_p99']:.0f} ms | {middle['servers']:.1f}, {middle['load']:.1f}, "
            f"{max(0.0, middle['machine'] - middle['servers'] - middle['load']):.1f} |"
        )
    return "\n".join(rows)


def sockets(seconds: float, load_processes: int) -> str:
    """Very many sockets on one process with PostgreSQL and NATS: memory, and processor time while nothing happens."""
    with (
        installed(1, SOCKET_GAMES, shared=True) as made,
        generators(load_processes, [made.webs[0].url], False, SOCKET_GAMES, SOCKETS // SOCKET_GAMES, 1, 0),
    ):
        time.sleep(2)
        before = made.cpu()
        time.sleep(seconds)
        used = {name: (value - before[name]) / seconds for name, value in made.cpu().items()}
        memory = made.webs[0].memory()
    return (
        f"{SOCKETS:,} sockets at {SOCKET_GAMES:,} tables on one process with PostgreSQL: {memory:,.0f} MB; while "
        f"nothing happens {used['web']:.0%} of a core, PostgreSQL {used['postgres']:.0%}, NATS {used['nats']:.0%}."
    )


def _raise_file_limit() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3], help="with PostgreSQL (1 2 3)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15, help="of each measurement")
    parser.add_argument(
        "--load", type=int, default=max(1, (os.cpu_count() or 2) // 3), help="processes that make the load"
    )
    parser.add_argument("--no-sockets", action="store_true", help="without the measurement of very many sockets")
    parser.add_argument("--write", action="store_true", help="put the table into docs/reliability.md")
    arguments = parser.parse_args()
    _raise_file_limit()
    arrangements = [Arrangement(False, 1, False)]
    for processes in arguments.processes:
        arrangements += [
            Arrangement(True, processes, apart) for apart in ((False, True) if processes > 1 else (False,))
        ]
    text = capacity(arrangements, arguments.rounds, arguments.seconds, arguments.load)
    if not arguments.no_sockets:
        text += "\n\n" + sockets(arguments.seconds, arguments.load)
    rounds = "One round" if arguments.rounds == 1 else f"Medians of {arguments.rounds} rounds"
    text += (
        f"\n\n{rounds} of {arguments.seconds:.0f} s; Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores; processes for the load: {arguments.load} "
        f"(load average {os.getloadavg()[0]:.1f} at the end)."
    )
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    sys.exit(main())
