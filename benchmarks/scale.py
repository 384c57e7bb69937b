"""The tables of docs/scale.md, computed from `measured.toml`: `python benchmarks/scale.py [--write]`."""

from __future__ import annotations

import argparse
from math import ceil
from pathlib import Path

from doc_figures import put
from parameters import Load, Parameters, load_of

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
PLAYERS = (1_000, 10_000, 100_000, 1_000_000)
BUSY_HOURS = 4
"""An evening is like so many hours at its peak, in what it stores."""
WORKER_BUSY = 0.75
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
        "connections": ("connections to PostgreSQL per process", ""),
    }
    lines = ["| what | measured | source | date |", "|---|---|---|---|"]
    for name, (words, unit) in units.items():
        found = given.raw[name]
        lines.append(f"| {words} | {found['value']:,} {unit} | {found['source']} | {found['date']} |")
    for name, game in given.raw["games"].items():
        levels = ", ".join(f"{value:g}" for value in game["bot_cpu_ms"])
        lines.append(f"| {name}: events per game | {game['events']} | {game['source']} | {game['date']} |")
        lines.append(
            f"| {name}: sent per viewer and step | {game['viewer_bytes']:,} bytes | the same | {game['date']} |"
        )
        lines.append(f"| {name}: a bot's step, levels 1 to 5 | {levels} ms | the same | {game['date']} |")
    return "\n".join(line.replace("  |", " |") for line in lines)


def loads(given: Parameters) -> str:
    """What so many players cause."""
    found = [load_of(players, given) for players in PLAYERS]
    rows: dict[str, list[str]] = {
        "steps per second": [number(load.steps) for load in found],
        "… of bots": [number(load.bot_steps) for load in found],
        "tables": [number(load.tables) for load in found],
        "web processes: cores": [number(load.web_cpu) for load in found],
        "PostgreSQL: cores": [number(load.database_cpu) for load in found],
        "bots: cores": [number(load.bot_cpu) for load in found],
        "… without level 5": [number(load.bot_cpu - load.strongest) for load in found],
        "NATS: messages per second": [number(load.hints) for load in found],
        "write-ahead log": [f"{number(load.wal / 1e6)} MB/s" for load in found],
        "sent to players": [f"{number(load.sent * 8 / 1e6)} Mbit/s" for load in found],
        "stored in an evening": [f"{number(load.stored * 3600 * BUSY_HOURS / 1e9)} GB" for load in found],
    }
    return as_table("players at tables", rows)


def needs(given: Parameters) -> str:
    """What has to be there for so many players."""
    used = given.assumed["utilisation"]
    web, worker, connections, nats = [], [], [], []
    memory: list[str] = []
    for players in PLAYERS:
        load: Load = load_of(players, given)
        processes = max(1, ceil(load.web_cpu / used), ceil(players / 10_000))
        workers = workers_for(load, given)
        web.append(number(processes))
        worker.append(number(workers))
        connections.append(number(given.value("connections") * (processes + workers)))
        nats.append(f"{load.hints * given.hint_cpu:.2g}")
        each = (players * given.value("socket_kb") + load.tables * given.value("table_kb")) / processes / 1e3
        memory.append(f"{number(each)} MB")
    rows = {
        f"web processes, {used:.0%} busy": web,
        "… memory of each": memory,
        f"`lutetia worker`, {given.assumed['worker_cores']} cores each, {WORKER_BUSY:.0%} busy": worker,
        "connections to PostgreSQL": connections,
        "NATS: cores": nats,
    }
    return as_table("players at tables", rows)


def workers_for(load: Load, given: Parameters) -> int:
    """How many machines for bots there must be."""
    return max(1, ceil(load.bot_cpu / WORKER_BUSY / given.assumed["worker_cores"]))


def bottlenecks(given: Parameters) -> str:
    """What stops it next, and what takes over."""
    used = given.assumed["utilisation"]
    thousand, ten, hundred, million = (load_of(players, given) for players in PLAYERS)
    rest = thousand.web_cpu + thousand.database_cpu
    strongest = hundred.strongest / hundred.bot_cpu
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
            f"**bots**: {number(hundred.bot_cpu)} cores, {strongest:.0%} of them for level 5",
            "[browsers that think for themselves](engine.md#a-servers-bots-on-the-visitors-device); the server checks "
            "their steps as those of people",
            "works, with several processes too",
        ),
        (
            PLAYERS[2],
            f"**connections**: {given.value('connections'):.0f} for each of "
            f"{number(ceil(hundred.web_cpu / used) + workers_for(hundred, given))} processes",
            "[pgbouncer](https://www.pgbouncer.org); the locks of the timekeeper and of backups need a direct line",
            "works with PgBouncer 1.18; not tried at this size",
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
            f"**the primary**: {number(million.database_cpu)} cores, {number(million.wal / 1e6)} MB/s of log",
            "[Citus](https://www.citusdata.com), distributed by `game`: no game refers to another. People and ratings "
            "stay in tables that every node has",
            "not tried",
        ),
        (
            PLAYERS[3],
            f"**web processes**: {number(ceil(million.web_cpu / used))}",
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
