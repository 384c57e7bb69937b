"""What things cost, in counts and processor time: `python benchmarks/costs.py [steps bots nats]`.

`steps`: a real `lutetia serve` on a real PostgreSQL plays whole games of each kind, with every seat listening over a
WebSocket. Printed are bytes of write-ahead log, commits and processor time per step, bytes sent per viewer and step,
and the size of the stored log per event and game. `bots`: processor time of each level per step. `nats`: of a real NATS
server per hint. The figures go into `measured.toml` by hand, with the date.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import uvloop
from real_servers import backends, family_cpu

import lutetia
from lutetia.bots import bot
from lutetia.bots.levels import LEVELS

import server as bench

KINDS = (("lumiere", 2), ("paris", 2), ("paris", 4))
SIZES = """
    SELECT g.game, count(*), sum(pg_column_size(e.*)), count(DISTINCT e.game)
    FROM event e JOIN game g ON g.id = e.game GROUP BY 1 ORDER BY 1
"""


class CountingSocket(bench.Socket):
    """A viewer that counts what it is sent."""

    bytes_received = 0

    def data_received(self, data: bytes) -> None:
        CountingSocket.bytes_received += len(data)
        super().data_received(data)


@contextmanager
def postgres() -> Iterator[Any]:
    """Where nobody pulls the plug, a commit need not reach the disk; the counts are the same."""
    with backends().postgres_server("fsync=off", "checkpoint_timeout=1h", "max_wal_size=8GB") as running:
        yield running


def counters(connection: psycopg.Connection) -> tuple[int, int]:
    """Bytes of write-ahead log, and commits."""
    time.sleep(1.2)  # sessions report their commits once a second
    row = connection.execute(
        "SELECT pg_current_wal_insert_lsn() - '0/0', xact_commit FROM pg_stat_database WHERE datname = 'lutetia'"
    ).fetchone()
    assert row
    return int(row[0]), row[1]


async def play(server: bench.Server, game: str, seats: int, games: int, seconds: float) -> tuple[int, int]:
    """Whole games, with every seat listening. Returns how many steps were taken, and how many viewers each has."""
    line = bench.Line(server.url)
    load = bench.Load(server.url)
    for _game in range(games):
        people = await bench.guests(line, seats)
        wanted = {"game": game, "seats": ["human", *["open"] * (seats - 1)]}
        status, message, _cookie = await line.ask("POST", "/api/games", wanted, people[0])
        assert status == 201, message
        played = bench.Played(bench.orjson.loads(message)["id"], people)
        for person in people[1:]:
            await line.ask("POST", f"/api/games/{played.id}/join", None, person)
        load.games.append(played)
        for person in people:
            await load.listen(played, person)
    await asyncio.sleep(0.5)
    CountingSocket.bytes_received = 0
    await bench.flat_out(load, 8, seconds, sockets=True)
    load.close()
    assert load.refused == 0, load.refused
    return len(load.steps), seats


async def measure(games: int, seconds: float) -> None:
    bench.Socket = CountingSocket  # type: ignore[misc]
    with postgres() as database, tempfile.TemporaryDirectory() as folder:
        url = database.new_database("lutetia")
        with bench.serving(Path(folder), database=url) as server, database.connect() as connection:
            for game, seats in KINDS:
                connection.execute("CHECKPOINT")
                before, own, theirs = counters(connection), server.cpu(), family_cpu(database.process.pid)
                steps, viewers = await play(server, game, seats, games, seconds)
                own, theirs = server.cpu() - own, family_cpu(database.process.pid) - theirs
                wal, commits = (new - old for new, old in zip(counters(connection), before, strict=True))
                print(f"[{game}.{seats}]  # {steps} steps of {games} games, with opening them and their guests")
                print(f"wal_bytes = {wal / steps:.0f}")
                print(f"commits = {commits / steps:.2f}")
                print(f"web_cpu_ms = {1000 * own / steps:.2f}")
                print(f"postgres_cpu_ms = {1000 * theirs / steps:.2f}")
                print(f"bytes_per_viewer = {CountingSocket.bytes_received / steps / viewers:.0f}\n", flush=True)
            connection.execute("VACUUM ANALYZE")
            for game, events, size, stored in connection.execute(SIZES):
                print(f"# {game}: {events / stored:.0f} events per game, {size / events:.0f} bytes each")
            total = "SELECT pg_relation_size('event'), pg_indexes_size('event'), count(*) FROM event"
            heap, indexes, rows = connection.execute(total).fetchone() or (0, 0, 1)
            print(f"# event: {heap / rows:.0f} bytes of table and {indexes / rows:.0f} of indexes per row")
            total = "SELECT pg_total_relation_size('game') + pg_total_relation_size('seat'), count(*) FROM game"
            size, rows = connection.execute(total).fetchone() or (0, 1)
            print(f"# game and seat: {size / rows:.0f} bytes per game")


def bots(decisions: int) -> None:
    """Processor time of each level per step, at positions spread evenly over a whole game of level 3."""
    for game, seats in (("lumiere", 2), ("paris", 4)):
        played, player = lutetia.new(game, seed=1889, players=seats), bot("level3", 1889)
        positions = []
        while (seat := played.seat) is not None:
            positions.append((played.view(seat), played.legal()))
            played.play(player.choose(*positions[-1]))
        chosen = [positions[number * len(positions) // decisions] for number in range(decisions)]
        for level in LEVELS:
            player = bot(level.bot, level.number)
            player.choose(*chosen[0])  # the first time it reads its network
            began = time.process_time()
            for view, legal in chosen:
                player.choose(view, legal)
            used = time.process_time() - began
            print(f"# {game}, {level.bot}: {1000 * used / decisions:.1f} ms per step ({decisions} of {len(positions)})")


async def hints(messages: int, subscribers: int) -> None:
    """Processor time of a NATS server per hint that it passes on."""
    import nats

    with backends().nats_server() as running:
        heard = 0

        async def hear(_message: object) -> None:
            nonlocal heard
            heard += 1

        listening = [await nats.connect(running.url) for _one in range(subscribers)]
        for one in listening:
            await one.subscribe("game.*", cb=hear)
            await one.flush()
        sender = await nats.connect(running.url)
        before = family_cpu(running.process.pid)
        for number in range(messages):
            await sender.publish(f"game.{number % 1000:012d}", b'{"kind": "event", "seq": 123}')
            if number % 500 == 0:
                await sender.flush()
        await sender.flush()
        while heard < messages * subscribers:
            await asyncio.sleep(0.1)
        used = family_cpu(running.process.pid) - before
        print(
            f"# NATS: {1e6 * used / messages / (1 + subscribers):.1f} µs per message in or out, {subscribers} listeners"
        )
        for one in (sender, *listening):
            await one.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("what", nargs="*", choices=["steps", "bots", "nats"], default=["steps", "bots", "nats"])
    options.add_argument("--games", type=int, default=12, help="games of each kind")
    options.add_argument("--seconds", type=float, default=60.0, help="at most so long for each kind")
    chosen = options.parse_args()
    if "steps" in chosen.what:
        uvloop.run(measure(chosen.games, chosen.seconds))
    if "bots" in chosen.what:
        bots(40)
    if "nats" in chosen.what:
        uvloop.run(hints(30_000, 3))
