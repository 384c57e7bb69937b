"""Kill parts of a running installation while people play, and measure how long it takes until all see the same again.

A web process, a worker or NATS is killed, and the others have to go on at once: the time counts from the kill, and the
part is started again only afterwards. PostgreSQL cannot be done without: the time counts from the moment at which it
accepts connections again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import psycopg

from server.cluster.network import Network
from server.cluster.players import Crew
from server.cluster.rig import Rig
from server.times import calm

WITHIN = 2.0
"""Seconds within which all clients see the same again."""
PATIENCE = 10.0
"""Seconds after which PostgreSQL's errors are errors of the test."""
HANGS = 60.0
"""Seconds after which clients count as never equal again."""
BOTS_WITHIN = 5.0
"""Seconds for which a game waits for a worker at most."""
KINDS = ("web", "worker", "nats", "postgres", "web", "worker")
"""What is killed, each at least once, and how often."""


@dataclass
class Report:
    """What a run has shown."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds until all clients saw the same, by what was done."""
    bots: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds until no game waited for a bot any more."""
    seconds: float = 0.0
    changes: int = 0

    @property
    def faults(self) -> int:
        return sum(map(len, self.took.values()))

    def __str__(self) -> str:
        rows = [
            f"{what}: {len(times)}, all see the same after {sorted(times)[len(times) // 2]:.2f} s (median), "
            f"{max(times):.2f} s at most; no game waits for a bot after {max(self.bots[what]):.2f} s at most"
            for what, times in sorted(self.took.items())
        ]
        rows.append(f"{self.faults} faults in {self.seconds:.0f} s; {self.changes:,} acknowledged steps and undos")
        return "\n".join(rows)


async def convergence(rig: Rig, crew: Crew, since: float) -> tuple[float, float]:
    """Let nobody act, and wait until all open clients see the end of the log, and no game waits for a bot.

    Returns the seconds of both since a moment, which was read from `calm()`.
    """
    equal, until = None, time.monotonic() + HANGS
    crew.may_act.clear()
    try:
        while True:
            crew.raise_errors()
            ends, waiting = await asyncio.to_thread(_log_ends, rig)
            passed = calm() - since
            behind = [tab for tab in crew.open_tabs if tab.asked or tab.state["seq"] < ends.get(tab.game, -1)]
            if equal is None and not behind:
                equal = passed
            if equal is not None and not waiting:
                return equal, passed
            assert time.monotonic() < until, (
                f"not converged {passed:.1f} s after",
                [(t.name, t.asked, t.state["seq"]) for t in behind],
            )
            await asyncio.sleep(0.01)
    finally:
        crew.may_act.set()


def _log_ends(rig: Rig) -> tuple[dict[str, int], list[str]]:
    """The last event of each game, and the games that wait for a bot.

    A PostgreSQL that has just been started may end its first connections again.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with rig.postgres.connect() as connection:
                rows = connection.execute("SELECT id, seq, bot_due FROM game").fetchall()
            break
        except psycopg.Error:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
    return {game: seq for game, seq, _bot in rows}, [game for game, _seq, bot in rows if bot]


async def progress(crew: Crew, changes: int, patience: float = 120.0) -> None:
    """Wait until so many more changes have been acknowledged: by answers, not by time, because machines are busy."""
    wanted, until = crew.history.acknowledged + changes, time.monotonic() + patience
    while crew.history.acknowledged < wanted:
        crew.raise_errors()
        assert time.monotonic() < until, f"nothing goes on: {crew.history.acknowledged} of {wanted} changes"
        await asyncio.sleep(0.005)


async def kill(rig: Rig, crew: Crew, kind: str, rng: random.Random, report: Report) -> Callable[[], None]:
    """One kill, and what follows from it. Returns what starts the part again."""
    start_again: Callable[[], None] = lambda: None  # noqa: E731
    if kind in ("web", "worker"):
        victim = rng.choice(rig.webs if kind == "web" else rig.workers)
        await asyncio.to_thread(victim.kill)
        since = calm()
        start_again = lambda: rig.restart(victim)  # noqa: E731
    elif kind == "nats":
        assert rig.nats is not None
        await asyncio.to_thread(rig.nats.kill)
        since = calm()
        start_again = rig.nats.start
    else:
        await asyncio.to_thread(rig.postgres.kill)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await asyncio.to_thread(rig.postgres.start)
        since = calm()
    equal, bots = await convergence(rig, crew, since)
    report.took[kind].append(equal)
    report.bots[kind].append(bots)
    return start_again


async def kills(rig: Rig, crew: Crew, number: int, seed: int) -> Report:
    """So many kills, with play in between."""
    rng, report, began = random.Random(seed), Report(), time.monotonic()
    kinds = [KINDS[n % len(KINDS)] for n in range(number)]
    rng.shuffle(kinds)
    async with crew:
        await progress(crew, 20)
        for kind in kinds:
            start_again = await kill(rig, crew, kind, rng, report)
            await asyncio.gather(asyncio.to_thread(start_again), progress(crew, rng.randrange(1, 12)))
            if report.faults % 100 == 0:
                print(f"{report.faults} of {number} kills", flush=True)
        await progress(crew, 10)
        await convergence(rig, crew, calm())
    report.seconds, report.changes = time.monotonic() - began, crew.history.acknowledged
    return report


# ---- the network -----------------------------------------------------------------------------------------------------

NETWORK_FAULTS = ("cut off", "cut from NATS", "loss", "delay", "worker cut off", "cut off")
"""What happens to the network, each at least once, and how often."""


async def network_fault(rig: Rig, net: Network, crew: Crew, kind: str, rng: random.Random, report: Report) -> None:
    """Something is wrong with links to PostgreSQL and NATS for a while; the time counts from their recovery.

    Without a worker the others have to go on at once: then the time counts from its loss, as after a kill.
    """
    assert rig.nats is not None
    webs, workers = net.spaces[: len(rig.webs)], net.spaces[len(rig.webs) :]
    seconds = rng.uniform(0.3, 5.0)
    if kind == "cut off":
        bad, faults = [rng.choice(webs)], {"down": True}
    elif kind == "worker cut off":
        bad, faults = [rng.choice(workers)], {"down": True}
    elif kind == "cut from NATS":
        bad, faults = rng.sample(webs, rng.randint(1, len(webs))), {"down": True, "ports": [rig.nats.port]}
    elif kind == "loss":
        bad, faults = [*webs, *workers], {"loss": rng.uniform(0.02, 0.15)}
    else:
        bad, faults = [*webs, *workers], {"delay": rng.uniform(0.0, 0.05), "jitter": rng.uniform(0.0, 0.05)}
    for space in bad:
        net.set(space, **faults)
    since, alone = calm(), kind == "worker cut off"
    if alone:
        equal, bots = await convergence(rig, crew, since)
    await asyncio.sleep(seconds)
    for space in bad:
        net.set(space)
    if not alone:
        equal, bots = await convergence(rig, crew, calm())
    report.took[kind].append(equal)
    report.bots[kind].append(bots)


async def network_faults(rig: Rig, net: Network, crew: Crew, number: int, seed: int) -> Report:
    """So many faults of the network, with play in between."""
    rng, report, began = random.Random(seed), Report(), time.monotonic()
    kinds = [NETWORK_FAULTS[n % len(NETWORK_FAULTS)] for n in range(number)]
    rng.shuffle(kinds)
    async with crew:
        await progress(crew, 20)
        for kind in kinds:
            await progress(crew, rng.randrange(1, 12))
            await network_fault(rig, net, crew, kind, rng, report)
        await progress(crew, 10)
        await convergence(rig, crew, calm())
    report.seconds, report.changes = time.monotonic() - began, crew.history.acknowledged
    return report
