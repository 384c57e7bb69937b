"""The tables of docs/scale.md, computed from `measured.toml`: `python benchmarks/scale.py [--write]`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from doc_figures import put
from parameters import Parameters, load_of

from lutetia.bots.levels import LEVELS
from lutetia.server.store.database import CONNECTIONS

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
PLAYERS = (1_000, 10_000, 100_000, 1_000_000)
BUSY_HOURS = 4
"""An evening is like so many hours at its peak, in what it stores."""
WORKER_BUSY = 0.75
SOCKETS = 10_000
"""Of a web process, at most."""
PARTS = {
    "costs": ("<!-- costs: python benchmarks/scale.py --write -->", "<!-- end of the costs -->"),
    "load": ("<!-- load: python benchmarks/scale.py --write -->", "<!-- end of the load -->"),
    "bottlenecks": ("<!-- bottlenecks: python benchmarks/scale.py --write -->", "<!-- end of the bottlenecks -->"),
    "needs": ("<!-- needs: python benchmarks/scale.py --write -->", "<!-- end of the needs -->"),
}


def costs(given: Parameters) -> str:
    """Each measured number, with its source."""
    units = {
        "web_cpu_ms": ("processor time of a web process per step", "ms"),
        "viewer_cpu_ms": ("… and for each viewer of it", "ms"),
        "database_cpu_ms": ("processor time of PostgreSQL per step", "ms"),
        "wal_bytes": ("write-ahead log per step, without whole pages", "bytes"),
        "event_bytes": ("stored per event, with indexes", "bytes"),
        "game_bytes": ("stored per game besides", "bytes"),
        "rebuild_cpu_ms": ("reading and replaying one event", "ms"),
        "hint_cpu_us": ("NATS per message in or out", "µs"),
        "socket_kb": ("memory per WebSocket", "KB"),
        "table_kb": ("memory per table that is played", "KB"),
        "page_kb": ("script of a page, compressed", "KB"),
        "web_connections": ("connections to PostgreSQL of a web process", ""),
        "worker_connections": ("… of a `lutetia worker`", ""),
        "place_connections": ("… and for each of its places", ""),
        "web_idle_percent": ("PostgreSQL per web process while nobody plays", "% of a core"),
        "worker_idle_percent": ("… per `lutetia worker`", "% of a core"),
        "place_idle_percent": ("… and for each of its places", "% of a core"),
    }
    lines = ["| what | measured | source | date |", "|---|---|---|---|"]
    for name, (words, unit) in units.items():
        found = given.raw[name]
        value = f"{found['value']:,}{'' if unit.startswith('%') else ' '}{unit}"
        lines.append(f"| {words} | {value} | {found['source']} | {found['date']} |")
    for name, game in given.raw["games"].items():
        levels = ", ".join(f"{value:g}" for value in game["bot_cpu_ms"])
        lines.append(f"| {name}: events per game | {game['events']} | {game['source']} | {game['date']} |")
        lines.append(
            f"| {name}: sent per viewer and step | {game['viewer_bytes']:,} bytes | the same | {game['date']} |"
        )
        lines.append(f"| {name}: a bot's step, levels 1 to {len(LEVELS)} | {levels} ms | the same | {game['date']} |")
    return "\n".join(line.replace("  |", " |") for line in lines)


def loads(given: Parameters) -> str:
    """What so many players cause."""
    found = [load_of(players, given) for players in PLAYERS]
    rows: dict[str, list[str]] = {
        "steps per second": [number(load.steps) for load in found],
        "… of bots": [number(load.bot_steps) for load in found],
        "tables": [number(load.tables) for load in found],
        "web processes: cores": [number(load.web_cpu) for load in found],
        "PostgreSQL: cores for steps": [number(load.database_cpu) for load in found],
        "bots: cores": [number(load.bot_cpu) for load in found],
        f"… of level {LEVELS[-1].number}": [number(load.bot_cpus[-1]) for load in found],
        f"… of level {LEVELS[-2].number}": [number(load.bot_cpus[-2]) for load in found],
        "NATS: messages per second": [number(load.hints) for load in found],
        "write-ahead log": [f"{number(load.wal / 1e6)} MB/s" for load in found],
        "sent to players": [f"{number(load.sent * 8 / 1e6)} Mbit/s" for load in found],
        "stored in an evening": [f"{number(load.stored * 3600 * BUSY_HOURS / 1e9)} GB" for load in found],
    }
    return as_table("players at tables", rows)


@dataclass
class Installation:
    """The processes for so many players, and what PostgreSQL has to bear besides steps."""

    webs: int
    workers: int
    web_connections: int
    worker_connections: int
    idle_cpu: float

    @property
    def connections(self) -> int:
        return self.web_connections + self.worker_connections


def installation(players: int, given: Parameters) -> Installation:
    load = load_of(players, given)
    webs = max(1, ceil(load.web_cpu / given.assumed["utilisation"]), ceil(players / SOCKETS))
    workers = max(1, ceil(load.bot_cpu / WORKER_BUSY / given.assumed["worker_cores"]))
    of_web, of_worker = given.connections()
    return Installation(webs, workers, webs * of_web, workers * of_worker, given.idle_cpu(webs, workers))


def needs(given: Parameters) -> str:
    """What has to be there for so many players."""
    memory: list[str] = []
    for players in PLAYERS:
        tables = load_of(players, given).tables
        each = (players * given.value("socket_kb") + tables * given.value("table_kb")) / 1e3
        memory.append(f"{number(each / installation(players, given).webs)} MB")
    found = [installation(players, given) for players in PLAYERS]
    assumed = given.assumed
    rows = {
        f"web processes, {assumed['utilisation']:.0%} busy": [number(one.webs) for one in found],
        "… memory of each": memory,
        f"`lutetia worker`, {assumed['worker_cores']} cores each, {WORKER_BUSY:.0%} busy": [
            number(one.workers) for one in found
        ],
        "connections to PostgreSQL": [number(one.connections) for one in found],
        "PostgreSQL: cores without any step": [number(one.idle_cpu) for one in found],
        "NATS: cores": [f"{load_of(players, given).hints * given.hint_cpu:.2g}" for players in PLAYERS],
    }
    return as_table("players at tables", rows)


def bottlenecks(given: Parameters) -> str:
    """What stops it next, and what takes over."""
    thousand, ten, hundred, million = (load_of(players, given) for players in PLAYERS)
    slow = sum(hundred.bot_cpus[-2:]) / hundred.bot_cpu
    at_thousand, at_ten, at_hundred, at_million = (installation(players, given) for players in PLAYERS)
    rest = thousand.web_cpu + thousand.database_cpu + at_thousand.idle_cpu
    of_web, of_worker = given.connections()
    of_workers = at_hundred.worker_connections / at_hundred.connections
    evening = 3600 * BUSY_HOURS
    log = "hosting.md#the-log-grows-partitioning-and-retention"
    rows = [
        (
            PLAYERS[0],
            f"**bots**: {number(thousand.bot_cpu)} cores, and {number(rest)} for everything else",
            "`lutetia worker` on more machines",
            "works",
        ),
        (
            PLAYERS[0],
            f"**connections**: {number(at_thousand.connections)}, {of_web} of each web process and {of_worker} of each "
            "worker",
            "`max_connections` of PostgreSQL, which is 100 by default; with 10,000 players "
            f"{number(at_ten.connections)} are needed",
            "works",
        ),
        (
            PLAYERS[1],
            f"**web processes**: {number(ten.web_cpu)} cores",
            "`lutetia serve --processes N`, more machines behind one proxy",
            "works",
        ),
        (
            PLAYERS[1],
            f"**storage**: {number(ten.stored * evening / 1e9)} GB in an evening",
            f"[removing old games]({log}); object storage for their records",
            "removing works; object storage is not built",
        ),
        (
            PLAYERS[2],
            f"**bots**: {number(hundred.bot_cpu)} cores, {slow:.0%} of them for levels {LEVELS[-2].number} "
            f"and {LEVELS[-1].number}",
            "[browsers that think for themselves](engine.md#a-servers-bots-on-the-visitors-device); the server checks "
            "their steps as those of people",
            "works, with several processes too",
        ),
        (
            PLAYERS[2],
            f"**connections**: {number(at_hundred.connections)}, {of_workers:.0%} of them of workers",
            f"[pgbouncer](https://www.pgbouncer.org) for {CONNECTIONS} of each process. The timekeeper and the queue "
            "of jobs need direct ones, two for each place of a worker; places could share theirs",
            "works with PgBouncer 1.18, not tried at this size; sharing is not built",
        ),
        (
            PLAYERS[2],
            f"**bandwidth**: {number(hundred.sent * 8 / 1e9)} Gbit/s",
            "compressed WebSockets; a CDN for pages, so that only games reach the servers",
            "pages are static files; a CDN was not tried",
        ),
        (
            PLAYERS[2],
            f"**the log**: {number(hundred.steps * evening / 1e6)} million events in an evening",
            f"[16 parts]({log}) by the hash of the game; read replicas for replays and profiles",
            "parts are tried; replicas are not built",
        ),
        (
            PLAYERS[3],
            f"**the primary**: {number(million.database_cpu + at_million.idle_cpu)} cores, "
            f"{number(at_million.idle_cpu)} of them for processes that wait, {number(million.wal / 1e6)} MB/s of log",
            "[Citus](https://www.citusdata.com), distributed by `game`: no game refers to another. People and ratings "
            "stay in tables that every node has",
            "not tried",
        ),
        (
            PLAYERS[3],
            f"**web processes**: {number(at_million.webs)}",
            "more of the same, behind several proxies that send the players of one table to one process",
            "works; `deploy/nginx-several.conf` sends them so",
        ),
        (
            PLAYERS[3],
            f"**hints**: {number(million.hints)} messages per second",
            "a NATS cluster",
            "one server is tried",
        ),
    ]
    lines = ["| players | the next bottleneck | what takes over | today |", "|---:|---|---|---|"]
    return "\n".join([*lines, *(f"| {players:,} | {' | '.join(words)} |" for players, *words in rows)])


def as_table(head: str, rows: dict[str, list[str]]) -> str:
    heads = " | ".join(f"{players:,}" for players in PLAYERS)
    lines = [f"| {head} | {heads} |", "|---|" + "---:|" * len(PLAYERS)]
    return "\n".join([*lines, *(f"| {words} | {' | '.join(cells)} |" for words, cells in rows.items())])


def number(value: float) -> str:
    """Two digits that count."""
    if value >= 100:
        digits = len(str(int(value))) - 2
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.2g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables to docs/scale.md")
    arguments = parser.parse_args()
    for name, text in tables(Parameters()).items():
        print(text, end="\n\n")
        if arguments.write:
            put(PAGE, *PARTS[name], text)


def tables(given: Parameters) -> dict[str, str]:
    """Each part of the page."""
    found = {"costs": costs, "load": loads, "needs": needs, "bottlenecks": bottlenecks}
    return {name: made(given) for name, made in found.items()}


if __name__ == "__main__":
    main()
