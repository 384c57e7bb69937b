"""The parameters in `measured.toml`, and the load that follows from them for a number of players."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lutetia.bots.levels import LEVELS

FILE = Path(__file__).parent / "measured.toml"


@dataclass(frozen=True)
class TableKind:
    """Tables of one kind: who sits at them, and what their steps cost."""

    game: str
    people: int
    bots: int
    share: float
    """Of all people."""
    events: int
    viewer_bytes: int
    bot_cpu: tuple[float, ...]
    """Seconds per step, by level."""


class Parameters:
    """Costs are in seconds and bytes."""

    def __init__(self, file: Path = FILE) -> None:
        read = tomllib.loads(file.read_text("utf-8"))
        self.raw: dict[str, Any] = read
        self.assumed: dict[str, Any] = read["assumed"]
        self.web_cpu = read["web_cpu_ms"]["value"] / 1000
        self.viewer_cpu = read["viewer_cpu_ms"]["value"] / 1000
        self.database_cpu = read["database_cpu_ms"]["value"] / 1000
        self.rebuild_cpu = read["rebuild_cpu_ms"]["value"] / 1000
        self.hint_cpu = read["hint_cpu_us"]["value"] / 1e6
        self.levels: tuple[float, ...] = tuple(read["assumed"]["bot_levels"])
        """The share of each level of bots."""
        assert len(self.levels) == len(LEVELS), "bot_levels"
        self.kinds = tuple(self._kind(table) for table in read["tables"])

    def _kind(self, table: dict[str, Any]) -> TableKind:
        game = self.raw["games"][table["game"]]
        cpu = tuple(milliseconds / 1000 for milliseconds in game["bot_cpu_ms"])
        assert len(cpu) == len(LEVELS), table["game"]
        return TableKind(**table, events=game["events"], viewer_bytes=game["viewer_bytes"], bot_cpu=cpu)

    def value(self, name: str) -> float:
        return float(self.raw[name]["value"])

    def bot_cpu(self, kind: TableKind, level: int) -> float:
        """Processor time of a bot's step: thinking, and reading the game as it is half-way."""
        return kind.bot_cpu[level] + self.rebuild_cpu * kind.events / 2

    def idle_cpu(self, webs: int, workers: int) -> float:
        """Cores of PostgreSQL that so many processes use while nobody plays."""
        worker = self.value("worker_idle_percent") + self.assumed["worker_places"] * self.value("place_idle_percent")
        return (webs * self.value("web_idle_percent") + workers * worker) / 100

    def connections(self) -> tuple[int, int]:
        """To PostgreSQL: those of a web process, and those of a worker."""
        places = self.assumed["worker_places"]
        worker = self.value("worker_connections") + places * self.value("place_connections")
        return round(self.value("web_connections")), round(worker)


@dataclass
class Load:
    """What so many players at tables cause per second."""

    steps: float = 0.0
    bot_steps: float = 0.0
    tables: float = 0.0
    games: float = 0.0
    """That end."""
    web_cpu: float = 0.0
    database_cpu: float = 0.0
    bot_cpus: list[float] = field(default_factory=lambda: [0.0] * len(LEVELS))
    """Processor time of the bots of each level."""
    hints: float = 0.0
    """Messages in and out."""
    sent: float = 0.0
    """Bytes to viewers."""
    wal: float = 0.0
    stored: float = 0.0

    @property
    def bot_cpu(self) -> float:
        return sum(self.bot_cpus)


def load_of(players: float, given: Parameters) -> Load:
    """The load of so many players at tables. At one table all bots have the same level."""
    load, assumed = Load(), given.assumed
    for kind in given.kinds:
        for level, share in enumerate(given.levels):
            tables = players * kind.share / kind.people * share
            bots_per_step = kind.bots / kind.people
            cycle = assumed["think_seconds"] + bots_per_step * given.bot_cpu(kind, level)
            person_steps = tables / cycle
            bot_steps = person_steps * bots_per_step
            steps = person_steps + bot_steps
            viewers = kind.people + assumed["spectators"]
            followers = person_steps * (viewers - 1) + bot_steps * viewers  # each viewer's page is at another process
            load.tables += tables
            load.steps += steps
            load.bot_steps += bot_steps
            load.games += steps / kind.events
            load.web_cpu += person_steps * given.web_cpu + followers * given.web_cpu * assumed["follow"]
            load.web_cpu += steps * viewers * given.viewer_cpu
            load.database_cpu += steps * given.database_cpu
            load.database_cpu += (followers + bot_steps) * given.database_cpu * assumed["follow"]
            load.bot_cpus[level] += bot_steps * given.bot_cpu(kind, level)
            load.hints += steps + followers
            load.sent += steps * viewers * kind.viewer_bytes
            load.stored += steps * given.value("event_bytes") + steps / kind.events * given.value("game_bytes")
    pages = load.tables * assumed["pages_per_game"] * 8192 / (60 * assumed["checkpoint_minutes"])
    load.wal = load.steps * given.value("wal_bytes") + pages
    return load
