"""A table in memory is brought to where the log is: it equals one that is read from the log."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

from lutetia.server.errors import Refused, StorageError
from lutetia.server.http.app import make_app
from lutetia.server.live.listener import Listener
from lutetia.server.ops.settings import Settings
from lutetia.server.play.cache import TableCache
from lutetia.server.play.rebuild import read_table
from lutetia.server.play.state import position_hash, state_for, state_update
from lutetia.server.store.database import Database
from lutetia.server.store.event_log import DatabaseEventLog

from server.backends import nats_server
from server.conftest import HERE, new_game, stranger
from server.databases import new_database
from server.times import Time, calm, until

LATER = 4_000_000_000_000
LEAVES = 10
"""In this round of every sequence the first player leaves."""


class Reader:
    """Another process that has tables in memory."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.events = DatabaseEventLog(self.database, lambda *game: None)
        self.reloads = 0

    @asynccontextmanager
    async def cache(self):
        self.database.open()
        cache = TableCache(self.events, 100)
        usual = cache.reload

        async def counted(table):
            self.reloads += 1
            await usual(table)

        cache.reload = counted
        try:
            yield cache
        finally:
            self.database.close()


@pytest.fixture
def writer(tmp_path):
    """A server, and the clock of its games."""
    times = Time()
    settings = Settings(data=tmp_path, database=new_database(), limits=False, bot_processes=1, log_level="error")
    with TestClient(make_app(settings, now=times), base_url=HERE, raise_server_exceptions=False) as client:
        client.times, client.database = times, settings.database
        yield client


@pytest.fixture
def beside(writer, tmp_path):
    """The same person at another server on the same database."""
    settings = Settings(data=tmp_path, database=writer.database, limits=False, bot_processes=1, log_level="error")
    writer.post("/api/friends/link")
    with TestClient(make_app(settings, now=writer.times), base_url=HERE, cookies=writer.cookies) as client:
        yield client


def test_a_step_that_another_process_takes_meanwhile_is_answered_the_same(writer, beside, monkeypatch):
    """Given a process that is behind the log, when the same request is first elsewhere after it caught up."""
    state = new_game(writer, "human", "human")
    path = f"/api/games/{state['id']}"
    beside.get(path)
    state = writer.post(f"{path}/steps", json={"seq": 1, "step": state["legal"][0], "client_key": "first"}).json()
    wanted = {"seq": 2, "step": state["legal"][0], "client_key": "second"}
    tables, answers = beside.app.state.services.tables, []
    usual = tables.catch_up

    async def then_another_is_first(table):
        behind = await usual(table)
        monkeypatch.setattr(tables, "catch_up", usual)
        answers.append(writer.post(f"{path}/steps", json=wanted))
        return behind

    monkeypatch.setattr(tables, "catch_up", then_another_is_first)
    again = beside.post(f"{path}/steps", json=wanted)
    assert (again.status_code, again.content) == (200, answers[0].content)


def test_a_game_whose_process_dies_before_the_start_begins_with_the_same_request(writer, beside, monkeypatch):
    """The table is stored first, and then the start."""
    tables, wanted = writer.app.state.services.tables, {"game": "lumiere", "seats": ["human"] * 2, "client_key": "new"}

    async def fail(*_args: Any, **_more: Any) -> None:
        raise StorageError

    with monkeypatch.context() as while_it_lasts:
        while_it_lasts.setattr(tables, "commit", fail)
        assert writer.post("/api/games", json=wanted).status_code == 503
    answer = beside.post("/api/games", json=wanted)
    assert (answer.status_code, answer.json()["status"], answer.json()["seq"]) == (201, "running", 1)
    assert writer.post("/api/games", json=wanted).content == answer.content
    assert len(writer.get("/api/me/games").json()["games"]) == 1


def facts(table):
    """Everything that a table consists of, with what each viewer sees of it."""
    kept = ("id", "events", "clocks", "steps", "undone", "by_person", "stand_ins", "last", "acted", "keys", "status")
    found = {name: getattr(table, name) for name in (*kept, "outcome", "requests", "clock", "seats", "deadline")}
    found["next"], found["host"] = table.row["next"], table.row["host"]
    viewers = (None, *table.people())
    found["hash"] = position_hash(table.game) if table.game else None
    found["states"] = [state_for(table, viewer, now=LATER, since=-1, text=True).body for viewer in viewers]
    found["updates"] = [state_update(table, viewer, max(-1, table.seq - 3), text=True).body for viewer in viewers]
    return found


def something_else(rng, people, game):
    """Do anything but a step; it may be refused."""
    person, path, body = rng.choice(
        [
            *((person, "undo", {}) for person in people),
            *((person, "undo", {"agree": True}) for person in people),
            (rng.choice(people), "undo", {"agree": False}),
            (rng.choice(people), "redo", {}),
            (rng.choice(people), "pause", {"days": 1}),
            *((person, "go-on", {}) for person in people),
            (rng.choice(people), "leave", {}),
            (rng.choice(people), "choice", {"choice": "bot", "bot": "random"}),
            (rng.choice(people), "choice", {"choice": "wait"}),
            (rng.choice(people), "back", {}),
        ]
    )
    return person.post(f"/api/games/{game}/{path}", json=body)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 8))])
def test_a_table_that_catches_up_equals_one_that_is_read(writer, seed):
    """Given a table in memory, when all kinds of things happen to it elsewhere, then it follows, in place."""
    rng = random.Random(seed)
    people = [writer, stranger(writer), stranger(writer)]
    kind = rng.choice([{"kind": "turns", "days": 2}, {"kind": "live", "base": 600, "increment": 5}])
    game = new_game(people[0], "human", "open", "open", game="paris", pace=kind)["id"]
    done = []

    async def follow():
        reader = Reader(writer.database)
        async with reader.cache() as cache:
            table = await cache.get(game)
            for n in range(60):
                for _event in range(1 if n < 2 or n == LEAVES else rng.choice((0, 1, 1, 2, 5))):
                    await asyncio.to_thread(act, n)
                while True:  # a bot that has taken over plays meanwhile
                    before = table.seq
                    async with table.lock:
                        behind = await cache.catch_up(table)
                    assert behind == (table.seq > before)
                    fresh = await read_table(reader.events, game)
                    if fresh.seq == table.seq:
                        break
                assert facts(table) == facts(fresh)
                assert cache.peek(game) is table, "in place"
        return reader.reloads, {event.kind for event in table.events}

    def act(n):
        writer.times.goes_on(seconds=rng.random() * 30)
        if n < 2:
            done.append(people[n + 1].post(f"/api/games/{game}/join").status_code)
        elif n == LEAVES:  # by chance alone, one sequence in sixteen would be without it
            done.append(people[0].post(f"/api/games/{game}/leave").status_code)
        elif rng.random() < 0.6:
            for person in people:
                state = person.get(f"/api/games/{game}").json()
                if state["legal"]:
                    body = {"seq": state["seq"], "step": rng.choice(state["legal"]), "client_key": f"k{rng.random()}"}
                    done.append(person.post(f"/api/games/{game}/steps", json=body).status_code)
                    break
        else:
            done.append(something_else(rng, people, game).status_code)

    reloads, kinds = asyncio.run(follow())
    assert 200 in done
    assert {"step", "start", "left"} <= kinds
    assert len(kinds) >= 6, kinds
    assert 0 < reloads < len(done) // 2, "steps are applied to the table as it is"


def test_a_changed_name_and_a_moved_deadline_are_noticed(writer):
    game = new_game(writer, "human", "human", pace={"kind": "live", "base": 600, "increment": 5})["id"]

    async def follow():
        reader = Reader(writer.database)
        async with reader.cache() as cache:
            table = await cache.get(game)

            async def is_behind():
                async with table.lock:
                    return await cache.catch_up(table)

            assert not await is_behind()
            assert (await asyncio.to_thread(writer.patch, "/api/me", json={"name": "Apolline"})).status_code == 200
            assert await is_behind()
            assert "Apolline" in [seat.name for seat in table.seats.values()]
            before = table.deadline
            with reader.database.engine.begin() as connection:
                connection.exec_driver_sql("UPDATE game SET deadline = deadline + 5000")
            assert await is_behind()
            assert table.deadline == before + 5000
            assert not await is_behind()
            with reader.database.engine.begin() as connection:
                connection.exec_driver_sql("DELETE FROM game")
            with pytest.raises(Refused) as refused:
                await is_behind()
            assert refused.value.status == 404

    asyncio.run(follow())


def test_connections_get_news_although_their_table_is_not_in_memory(writer, tmp_path):
    """Given a process that keeps one table in memory, and a connection to another, when a step is taken elsewhere, in a
    process that cannot reach the bus, then the connection gets it."""
    game = new_game(writer, "human", "human")["id"]
    second = new_game(writer, "human", "human")["id"]
    kept: dict[str, Any] = {"data": tmp_path, "database": writer.database, "tables_kept": 1, "limits": False}
    with (
        nats_server() as nats,
        TestClient(make_app(Settings(nats=nats.url, bot_processes=1, **kept)), base_url=HERE) as reader,
    ):
        bus = reader.app.state.services.bus
        until(lambda: bus.connected)
        news = reader.app.state.services.feeds.feed(Listener(game, None), None, -1)

        def heard():
            return json.loads(b"".join(reader.portal.call(news.__anext__)))

        before = heard()
        assert heard()["type"] == "presence"
        for when in ("before", "after"):
            state = writer.get(f"/api/games/{game}").json()
            if when == "before":
                reader.get(f"/api/games/{second}")  # the other table leaves the memory
            body = {"seq": state["seq"], "step": state["legal"][0], "client_key": when}
            assert writer.post(f"/api/games/{game}/steps", json=body).status_code == 200
            if when == "after":
                reader.get(f"/api/games/{second}")
                reader.get(f"/api/games/{game}")  # and is read again by somebody else
            began = calm()
            after = heard()
            assert after["type"] == "state", after
            assert after["seq"] == before["seq"] + 1
            assert calm() - began < 5, "the look for events found it, not the next poll of everything"
            before = after
        reader.portal.call(news.aclose)
