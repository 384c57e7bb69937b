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
PARTS = {
    "costs": ("<!-- costs: python benchmarks/scale.py --write -->", "<!-- end of the costs -->"),
    "load": ("<!-- load: python benchmarks/scale.py --write -->", "<!-- end of the load -->"),
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
        workers = max(1, ceil(load.bot_cpu / 0.75))
        web.append(number(processes))
        worker.append(number(workers))
        connections.append(number(given.value("connections") * (processes + workers)))
        nats.append(f"{load.hints * given.hint_cpu:.2g}")
        each = (players * given.value("socket_kb") + load.tables * given.value("table_kb")) / processes / 1e3
        memory.append(f"{number(each)} MB")
    rows = {
        f"web processes, {used:.0%} busy": web,
        "… memory of each": memory,
        "workers, one core each, 75% busy": worker,
        "connections to PostgreSQL": connections,
        "NATS: cores": nats,
    }
    return as_table("players at tables", rows)


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
    return {"costs": costs(given), "load": loads(given), "needs": needs(given)}


if __name__ == "__main__":
    main()
