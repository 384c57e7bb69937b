"""An evening with 100,000 players, simulated: `python benchmarks/evening.py [--write]`.

A discrete-event simulation (simpy) with the parameters in `measured.toml`. People come and go over the evening; at the
tables they think, send steps to web processes, and bots answer through workers. A step needs the web process, a commit
of the primary in which other steps of the same process share, and hints to the processes of the other viewers.

Not every step of six hours is simulated: that would be 400 million. How many people are there follows from arrivals and
visits, for every minute. Then a window of some seconds is simulated every ten minutes, with a slice of everything: so
many people, web processes, workers, and a primary of one core that is as fast as its share of all cores. Queues settle
within a second, so a window shows what the minutes around it would. The same seed gives the same evening.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import simpy
from parameters import Parameters, TableKind
from queues import Station

from lutetia.bots.levels import LEVELS
from lutetia.server.jobs.queue import QUICK_BOTS

PLAYERS = 100_000
WEB, WORKERS, CORES = 72, 2_400, 32
"""Web processes of the installation, cores of its workers, and cores of the primary."""
BEGIN, END, EVERY = 18 * 60, 24 * 60, 10
"""Minutes of the day."""
FAILURE = 21 * 60
SLICE, WINDOW = 12, 12.0
"""One of so many parts is simulated, for so many seconds that count."""
WARM_UP = 15.0
"""Longer than a turn at a table with the strongest bots."""
FAILURE_SLICE, BEFORE, AFTER = 6, 5.0, 25.0
SLOW = tuple(level.number for level in LEVELS if level.bot not in QUICK_BOTS)
"""Levels that think for longer."""
Event = Iterator[simpy.Event]


# ---- people over the evening -----------------------------------------------------------------------------------------


def people(given: Parameters, peak: int = PLAYERS) -> dict[int, float]:
    """How many players there are in each minute: arrivals are a bell around 20:00, visits have a lognormal length."""
    mean, sigma = given.assumed["visit_minutes"], given.assumed["visit_sigma"]
    middle = math.log(mean) - sigma**2 / 2
    stays = [
        0.5 * math.erfc((math.log(after) - middle) / sigma / math.sqrt(2)) if after else 1.0 for after in range(480)
    ]
    arrivals = {minute: math.exp(-(((minute - 20 * 60) / 90) ** 2) / 2) for minute in range(BEGIN - 240, END + 1)}
    present = {
        minute: sum(arrivals.get(minute - after, 0.0) * stays[after] for after in range(480))
        for minute in range(BEGIN, END + 1)
    }
    most = max(present.values())
    return {minute: peak * number / most for minute, number in present.items()}


# ---- the installation ------------------------------------------------------------------------------------------------


class WebProcess:
    """One core for all its requests, and a writer that commits what has arrived while the last commit ran."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.station = Station(world.env)
        self.dead = False
        self._waiting: list[simpy.Event] = []
        self._busy = False

    def commit(self) -> simpy.Event:
        """An event that comes when a step is on the disk."""
        done = self.world.env.event()
        self._waiting.append(done)
        if not self._busy:
            self._busy = True
            self.world.env.process(self._write())
        return done

    def _write(self) -> Event:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            yield self.world.primary.serve(len(batch) * self.world.given.database_cpu)
            yield self.world.env.timeout(self.world.assumed["commit_ms"] / 1000)
            for done in batch:
                done.succeed()
        self._busy = False


@dataclass
class Place:
    """A person at a table, and the web process of their page."""

    web: WebProcess
    back: simpy.Event | None = None
    """Comes when the page is connected again."""


@dataclass
class Seen:
    """What was measured: when it ended, and how long it took."""

    steps: list[tuple[float, float]] = field(default_factory=list)
    updates: list[tuple[float, float]] = field(default_factory=list)
    bots: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: {0: [], **{n: [] for n in SLOW}})
    """By level; 0 stands for all that answer quickly."""


class World:
    """A slice of the installation, with its tables."""

    def __init__(
        self, given: Parameters, players: float, part: int, seed: int, *, webs: int = WEB, workers: int = WORKERS
    ) -> None:
        """`part`: one of so many parts of everything."""
        self.given, self.assumed = given, given.assumed
        self.rng = random.Random(seed)
        self.env = simpy.Environment()
        self.primary = Station(self.env, speed=CORES / part)
        self.workers = Station(self.env, workers // part)
        self.webs = [WebProcess(self) for _process in range(webs // part)]
        self.bus = True
        self.seen = Seen()
        self.places: list[tuple[TableKind, Place]] = []
        sigma = self.assumed["think_sigma"]
        self._think = math.log(self.assumed["think_seconds"]) - sigma**2 / 2, sigma
        for kind in given.kinds:
            for _table in range(round(players * kind.share / kind.people / part)):
                self.env.process(self._table(kind))

    def run(self, seconds: float) -> None:
        self.env.run(until=self.env.now + seconds)

    def forget(self) -> None:
        """Begin to count."""
        self.seen = Seen()
        for station in (self.primary, self.workers, *(web.station for web in self.webs)):
            station.forget()

    def cost(self, mean: float) -> float:
        """Work with this mean: half is fixed, half is exponential."""
        return mean * (0.5 + 0.5 * self.rng.expovariate(1))

    def some_web(self) -> WebProcess:
        return self.rng.choice([web for web in self.webs if not web.dead])

    # ---- a table -------------------------------------------------------------------------------------------------

    def _table(self, kind: TableKind) -> Event:
        places = [Place(self.rng.choice(self.webs)) for _person in range(kind.people)]
        self.places += [(kind, place) for place in places]
        level = self.rng.choices(range(len(LEVELS)), self.given.levels)[0]
        yield self.env.timeout(self.rng.random() * self.assumed["think_seconds"])
        while True:
            for place in places:
                yield self.env.timeout(self.rng.lognormvariate(*self._think))
                yield from self._step(place, places)
                for _bot in range(kind.bots // kind.people):
                    yield from self._bot(kind, level, places)

    def _step(self, place: Place, places: list[Place]) -> Event:
        """A person's step, sent again with the same key if its process dies."""
        sent = self.env.now
        while True:
            if place.back is not None:
                yield place.back
            web = place.web
            viewers = sum(other.web is web for other in places)
            yield web.station.serve(self.cost(self.given.web_cpu + viewers * self.given.viewer_cpu))
            yield web.commit()
            if not web.dead:
                break
        self.seen.steps.append((self.env.now, self.env.now - sent))
        self._tell(places, web, sent)

    def _bot(self, kind: TableKind, level: int, places: list[Place]) -> Event:
        """A bot's step: a job of a worker, which reads the game, thinks, and commits."""
        begun = self.env.now
        yield self.workers.serve(self.cost(self.given.bot_cpu(kind, level)))
        yield self.primary.serve(self.given.database_cpu * (1 + self.assumed["follow"]))
        yield self.env.timeout(self.assumed["commit_ms"] / 1000)
        number = LEVELS[level].number
        self.seen.bots[number if number in SLOW else 0].append((self.env.now, self.env.now - begun))
        self._tell(places, None, begun)

    def _tell(self, places: list[Place], web: WebProcess | None, sent: float) -> None:
        """Every other process with a viewer hears of a step."""
        for other in dict.fromkeys(place.web for place in places if place.web is not web):  # a set has no order
            viewers = sum(place.web is other for place in places)
            self.env.process(self._follow(other, viewers, sent if web is not None else None))

    def _follow(self, web: WebProcess, viewers: int, sent: float | None) -> Event:
        if self.bus:
            yield self.env.timeout(self.assumed["hint_ms"] / 1000)
        else:
            yield self.env.timeout(self.rng.random() * self.assumed["poll_seconds"])
        share = self.assumed["follow"]
        yield self.primary.serve(self.given.database_cpu * share)
        yield web.station.serve(self.cost(self.given.web_cpu * share + viewers * self.given.viewer_cpu))
        if sent is not None and not web.dead:
            self.seen.updates.append((self.env.now, self.env.now - sent))

    # ---- what can fail ---------------------------------------------------------------------------------------------

    def kill_web(self) -> None:
        """A web process dies; its pages connect elsewhere, where their tables must be read from the log."""
        victim = self.webs[0]
        victim.dead = True
        for kind, place in self.places:
            if place.web is victim:
                place.back = self.env.event()
                self.env.process(self._reconnect(kind, place))

    def _reconnect(self, kind: TableKind, place: Place) -> Event:
        yield self.env.timeout(self.rng.uniform(*self.assumed["reconnect_seconds"]))
        web = self.some_web()
        yield self.primary.serve(self.given.database_cpu)
        yield web.station.serve(self.cost(self.given.rebuild_cpu * kind.events / 2 + self.given.viewer_cpu))
        place.web, back = web, place.back
        place.back = None
        assert back is not None
        back.succeed()

    def kill_primary(self) -> None:
        """The standby takes over; until then nothing is committed and nothing is read."""
        self.primary.stop(self.assumed["failover_seconds"])

    def kill_bus(self) -> None:
        """NATS is away for ten seconds. The processes ask the log instead."""
        self.bus = False
        self.env.process(self._bus_returns())

    def _bus_returns(self) -> Event:
        yield self.env.timeout(10)
        self.bus = True


# ---- what is simulated -----------------------------------------------------------------------------------------------


def percentile(values: list[float], share: float) -> float:
    """In milliseconds; 0 if there is none."""
    return 1000 * sorted(values)[min(len(values) - 1, int(len(values) * share / 100))] if values else 0.0


def window(given: Parameters, players: float, seed: int, **size: int) -> dict[str, float]:
    """Some seconds with so many players."""
    world = World(given, players, SLICE, seed, **size)
    world.run(WARM_UP)
    world.forget()
    world.run(WINDOW)
    seen = world.seen
    times = {"steps": seen.steps, "updates": seen.updates}
    times |= {f"bots{number}": answers for number, answers in seen.bots.items()}
    taken = {name: [took for _at, took in found] for name, found in times.items()}
    all_steps = len(seen.steps) + sum(map(len, seen.bots.values()))
    return {
        "players": players,
        "steps": SLICE * all_steps / WINDOW,
        **{f"{name}_p50": percentile(values, 50) for name, values in taken.items()},
        **{f"{name}_p99": percentile(values, 99) for name, values in taken.items()},
        "web": statistics.mean(web.station.utilisation() for web in world.webs),
        "workers": world.workers.utilisation(),
        "primary": world.primary.utilisation(),
        "web_queue": statistics.mean(web.station.queue() for web in world.webs),
        "worker_queue": SLICE * world.workers.queue(),
    }


def evening(given: Parameters, seed: int = 1889) -> dict[int, dict[str, float]]:
    """The whole evening, by the minute of the day."""
    present = people(given)
    return {minute: window(given, present[minute], seed + minute) for minute in range(BEGIN, END + 1, EVERY)}


def sizes(given: Parameters, seed: int = 1889) -> dict[str, dict[int, dict[str, float]]]:
    """The peak with fewer web processes, and with fewer workers."""
    return {
        "webs": {number: window(given, PLAYERS, seed, webs=number) for number in (72, 48, 36, 24)},
        "workers": {number: window(given, PLAYERS, seed, workers=number) for number in (2_400, 2_160, 1_980, 1_860)},
    }


FAILURES: dict[str, tuple[str, Callable[[World], None]]] = {
    "web": ("a machine with one twelfth of the web processes dies", World.kill_web),
    "primary": ("the primary dies, the standby takes over after 5 s", World.kill_primary),
    "nats": ("NATS is away for 10 s", World.kill_bus),
}


def failure(given: Parameters, what: Callable[[World], None], seed: int = 1889) -> dict[int, dict[str, float]]:
    """The seconds around a failure at 21:00, second by second; the failure is at 0."""
    world = World(given, people(given)[FAILURE], FAILURE_SLICE, seed)
    world.run(WARM_UP)
    world.forget()
    begun = world.env.now + BEFORE
    world.run(BEFORE)
    what(world)
    world.run(AFTER)
    found: dict[int, dict[str, float]] = {}
    for second in range(-int(BEFORE), int(AFTER)):
        inside = {
            name: [took for at, took in getattr(world.seen, name) if second <= at - begun < second + 1]
            for name in ("steps", "updates")
        }
        found[second] = {
            "steps": FAILURE_SLICE * len(inside["steps"]),
            **{f"{name}_p99": percentile(values, 99) for name, values in inside.items()},
            **{f"{name}_most": 1000 * max(values, default=0.0) for name, values in inside.items()},
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the table and the plots to docs/scale.md")
    arguments = parser.parse_args()
    given = Parameters()
    hours = evening(given)
    failures: dict[str, Any] = {name: failure(given, what) for name, (_words, what) in FAILURES.items()}
    from evening_plots import table, write

    smaller = sizes(given)
    print(table(hours, smaller, failures))
    if arguments.write:
        write(hours, smaller, failures)


if __name__ == "__main__":
    main()
