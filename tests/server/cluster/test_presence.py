"""Who is connected, through any process: nobody is absent because a process has died."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from lutetia.server.cluster import presence as presences
from lutetia.server.cluster.presence import Presence
from lutetia.server.live.hub import Hub
from lutetia.server.live.listener import Listener
from lutetia.server.store.database import Database

from server.backends import nats_server
from server.cluster.pair import Pair, decider, running, two_people
from server.databases import new_database


class Others:
    """Of the other processes, only their presence."""

    def __init__(self, presence: Presence) -> None:
        self.presence = presence
        self.noticed, self.here, self.last_sign = presence.noticed, presence.here, presence.last_sign
        self.is_watched, self.look = presence.is_watched, presence.look

    def followed(self, game: str, yes: bool) -> None:
        self.presence.noticed(game, presences.ANYBODY)
        if yes:
            self.presence.read_soon(game)

    def polled(self, game: str) -> None:
        self.presence.noticed(game, presences.ANYBODY)


@asynccontextmanager
async def process(url: str, name: str):
    """A process with its connections; yields its hub, and a function that ends it without a word."""
    database = Database(url)
    database.open()
    hub = Hub()
    presence = Presence(database, hub, name, "here")
    hub.others = Others(presence)
    task = asyncio.create_task(presence.run())
    try:
        yield hub, task.cancel
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        database.close()


async def sees(hub: Hub, game: str, *people: str, seconds: float = 60.0) -> None:
    """Wait until exactly these are at a game, by what a process reads of it."""
    until = time.monotonic() + seconds
    while hub.here(game) != set(people):
        assert time.monotonic() < until, (hub.here(game), people)
        await asyncio.sleep(0.05)
        await hub.look(game)


def test_a_connection_at_one_process_counts_at_the_other(monkeypatch):
    # Many beats within the time after which a process counts as dead: a busy machine may be late with some.
    monkeypatch.setattr(presences, "ALIVE_SECONDS", 3.0)
    monkeypatch.setattr(presences, "BEAT_SECONDS", 0.2)

    async def play() -> None:
        url = new_database()
        async with process(url, "a") as (a, _end), process(url, "b") as (b, end_b):
            ann, bob = Listener("g", "ann"), Listener("g", "bob")
            a.add(ann)
            b.add(bob)
            await sees(a, "g", "ann", "bob")
            await sees(b, "g", "ann", "bob")
            assert a.away("g", "bob") == 0.0
            assert a.is_watched("g")
            assert not a.is_watched("h")

            left = time.monotonic()
            b.remove(bob)
            await sees(a, "g", "ann")
            assert a.away("g", "bob") < time.monotonic() - left + 0.5, "last seen just now"
            assert a.is_present("g", "bob", 30.0)
            assert not a.is_present("g", "eve", 30.0)

            b.add(bob := Listener("g", "bob"))
            await sees(a, "g", "ann", "bob")
            end_b()  # its process dies
            died = time.monotonic()
            await sees(a, "g", "ann")
            assert time.monotonic() - died > 0.5, "for a while nobody can know"
            assert a.away("g", "bob") < time.monotonic() - died + 2.0, "seen until its last beat"

    asyncio.run(play())


def test_rows_of_a_process_that_has_left_are_read_once():
    """Such rows stay for a day. They must not let every process read all its games again every second."""

    async def play() -> None:
        url = new_database()
        async with process(url, "a") as (a, _end_a):
            a.add(Listener("g", "ann"))
            async with asyncio.timeout(60):
                while ("g", "ann") not in a.others.presence._written:
                    await asyncio.sleep(0.02)
            await a.others.presence.leave()
        async with process(url, "b") as (b, _end_b):
            b.add(Listener("g", "bob"))
            await sees(b, "g", "bob")
            await asyncio.sleep(0.5)
            reads: list[str] = []
            b.others.presence.changed = reads.append
            await asyncio.sleep(2.5)
            assert reads == []
            assert b.is_present("g", "ann", 30.0), "and still say when somebody was seen"

    asyncio.run(play())


def test_after_a_crash_of_the_database_all_is_written_again():
    async def play() -> None:
        url = new_database()
        async with process(url, "a") as (a, _end_a), process(url, "b") as (b, _end_b):
            a.add(Listener("g", "ann"))
            b.add(Listener("g", "bob"))
            await sees(a, "g", "ann", "bob")
            database = Database(url)
            with database.engine.begin() as connection:
                connection.exec_driver_sql("TRUNCATE process, presence")
            database.close()
            await a.look("g")
            assert a.here("g") == {"ann"}
            assert a.away("g", "bob") < 2.0
            await sees(a, "g", "ann", "bob")

    asyncio.run(play())


def test_who_asks_by_http_alone_gives_signs_of_life(monkeypatch):
    monkeypatch.setattr(presences, "SIGN_SECONDS", 0.3)

    async def play() -> None:
        url = new_database()
        async with process(url, "a") as (a, _end_a), process(url, "b") as (b, _end_b):
            a.add(Listener("g", "ann"))
            for _second in range(3):
                await asyncio.sleep(0.4)
                b.seen("g", "bob")
                b.polled("h")
            async with asyncio.timeout(60):
                while not a.away("g", "bob") + 0.5 < a.away("g", "eve"):
                    await asyncio.sleep(0.05)
                    await a.look("g")
                while not a.is_watched("h"):
                    await asyncio.sleep(0.05)
                    await a.look("h")
            assert a.here("g") == {"ann"}

    asyncio.run(play())


@pytest.mark.full
def test_players_of_a_killed_server_are_not_absent(tmp_path):
    """Given a live game whose players are at two servers, when one is killed and its player comes back to the other,
    then nobody says that they left; who really leaves is missed."""
    live = {"kind": "live", "base": 600, "increment": 5}
    with nats_server() as nats, running(Pair(tmp_path, nats, LUTETIA_AWAY_SECONDS="2")) as pair:
        game, host, other = two_people(pair, pace=live)
        mover, state = decider(pair.a, game, host, other)
        waiting = other if mover is host else host
        with waiting.live(pair.a, game) as watching:
            with mover.live(pair.b, game):
                time.sleep(9)  # longer than an absence may be, and two looks for absent players
                pair.b.kill()
            with mover.live(pair.a, game):
                time.sleep(9)
                now = waiting.get(pair.a, f"/games/{game}")
                assert (now["seq"], now["asks"]["left"]) == (state["seq"], None)
                refused = waiting.ask(pair.a, "POST", f"/games/{game}/choice", json={"choice": "claim"})
                assert refused.status_code == 422
            left, _seconds = watching.until(lambda m: m["type"] == "state" and m["asks"]["left"])
            assert left["asks"]["left"]["why"] == "away"
