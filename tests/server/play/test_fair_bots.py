"""Bots are shared fairly: nobody can keep the bots of others busy, and bots rest where nobody waits for them."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from lutetia.cli import app as commands
from lutetia.server.http.app import make_app
from lutetia.server.live.hub import WATCHED_SECONDS
from lutetia.server.store import job_table

from server.conftest import HERE, error, live, new_game
from server.people.helpers import me, register, services
from server.times import until

BOTS = {"game": "paris", "seats": ["level3", "level3"]}


@pytest.fixture
def seconds(client) -> list[float]:
    """The time by which the server sees who is watching; only the test changes it."""
    now = [time.monotonic()]
    services(client).hub.monotonic = lambda: now[0]
    return now


def seq(client, game: str) -> int:
    """What the server has of a game, without asking for it as a viewer would."""
    table = services(client).tables.cache.peek(game)
    return table.seq if table else -1


def waiting(client) -> int:
    """How many pieces of work wait."""
    if services(client).shared_work is None:
        return len(list(services(client).jobs.pool.queue.waiting()))
    report = services(client).database.read_now(job_table.report)
    return sum(counts["waiting"] for counts in report["work"].values())


def idle(client) -> bool:
    return not services(client).bots._thinking


def test_another_persons_bot_answers_while_a_guest_has_many_strong_bots_waiting(client, another):
    """Forty games of strong bots, opened by one guest in a second, kept a beginner's bot waiting for 22 seconds."""
    greedy, modest = another(), another()
    for _game in range(12):
        new_game(greedy, "human", "level6", options={"first": "blue"})
    until(lambda: waiting(client) >= 10)
    game = new_game(modest, "human", "level1", options={"first": "blue"})["id"]
    until(lambda: modest.get(f"/api/games/{game}").json()["legal"])
    assert waiting(client) >= 8, "the strong bots still wait"


def test_guests_cannot_let_bots_play_among_themselves(client, another):
    """A guest could open any number of tables at which only bots play."""
    answer = client.post("/api/games", json=BOTS)
    assert (answer.status_code, error(answer)) == (403, "members-only")
    table = new_game(client, "open", "open", game="paris")["id"]
    answer = client.post(f"/api/games/{table}/fill", json={"bot": "random"})
    assert (answer.status_code, error(answer)) == (403, "members-only")
    assert client.post(f"/api/games/{table}/join").status_code == 200, "with a seat of one's own, bots may sit down"
    assert client.post(f"/api/games/{table}/fill", json={"bot": "random"}).status_code == 200


def test_a_member_has_only_so_many_tables_of_bots(settings):
    settings.bot_tables = 2
    with TestClient(make_app(settings), base_url=HERE) as client:
        register(client)
        for _table in range(2):
            assert client.post("/api/games", json=BOTS | {"seats": ["level5", "level5"]}).status_code == 201
        answer = client.post("/api/games", json=BOTS)
        assert (answer.status_code, error(answer)) == (422, "many-bot-tables")
        table = new_game(client, "open", "open")["id"]
        answer = client.post(f"/api/games/{table}/fill", json={"bot": "random"})
        assert (answer.status_code, error(answer)) == (422, "many-bot-tables")
        assert new_game(client, "human", "level1")["status"] == "running", "others are not limited by it"


def test_bots_among_themselves_rest_while_nobody_watches(client, seconds):
    """Tables of bots that nobody watched took the workers' time until they were played to the end."""
    register(client)
    game = client.post("/api/games", json=BOTS).json()["id"]
    until(lambda: seq(client, game) > 3)
    seconds[0] += WATCHED_SECONDS + 1
    until(lambda: idle(client))
    rested = seq(client, game)
    assert client.get(f"/api/games/{game}").json()["seq"] >= rested
    until(lambda: seq(client, game) > rested)
    seconds[0] += WATCHED_SECONDS + 1
    until(lambda: idle(client))
    rested = seq(client, game)
    with live(client, game):
        until(lambda: seq(client, game) > rested)


def test_bots_among_themselves_rest_after_a_restart(settings):
    """They went on after every start of the server."""
    with TestClient(make_app(settings), base_url=HERE) as client:
        register(client)
        cookies = dict(client.cookies)
        game = client.post("/api/games", json=BOTS | {"seats": ["level4", "level4"]}).json()["id"]
    with TestClient(make_app(settings), base_url=HERE, cookies=cookies) as client:
        events = services(client).events
        assert client.portal.call(events.waiting_for_bot) == []
        client.portal.call(services(client).deadlines._look_for_bots)
        assert idle(client)
        before = client.get(f"/api/games/{game}").json()["seq"]
        until(lambda: seq(client, game) > before)


@pytest.mark.sqlite  # with PostgreSQL: test_shared_jobs.py
def test_who_waits_is_told_how_many_come_first(client, another):
    """Nothing said that a bot was waiting and not thinking."""
    greedy = another()
    games = [new_game(greedy, "human", "level6", options={"first": "blue"})["id"] for _game in range(7)]
    jobs, game = services(client).jobs, games[-1]
    until(lambda: len(list(jobs.pool.queue.waiting())) >= 5)
    with ExitStack() as looking:
        *_others, socket = [looking.enter_context(live(greedy, one)) for one in games]
        until(lambda: any(work.game == game for work in jobs.pool.queue.waiting()))
        usage, now = jobs.pool.queue.usage, time.monotonic()
        usage.monotonic = lambda: now + 5  # as if they had waited for five seconds
        client.portal.call(jobs.tell_waiting)
        while (message := socket.receive_json())["type"] != "queue":
            assert message["type"] in ("state", "presence")
        assert message["before"] >= 3
        assert message["seq"] >= 0


@pytest.mark.sqlite  # with PostgreSQL: test_shared_jobs.py
def test_operators_see_the_queue(client, settings, another):
    """No metric and no command showed the queue of the bots."""
    greedy = another()
    for _game in range(4):
        new_game(greedy, "human", "level6", options={"first": "blue"})
    until(lambda: len(list(services(client).jobs.pool.queue.waiting())) >= 2)
    services(client).settings.public_docs = True
    metrics = client.get("/metrics").text
    assert 'lutetia_work_running{kind="strong-bot"} 1.0' in metrics
    assert 'lutetia_work_waiting{kind="strong-bot"}' in metrics
    assert 'lutetia_work_wait_seconds_count{kind="strong-bot"}' in metrics

    def shown() -> dict[str, object]:
        result = CliRunner().invoke(commands, ["admin", "queue", "--json", "--data", str(settings.data)])
        assert result.exit_code == 0, result.output
        return json.loads(result.output)

    report = until(lambda: (found := shown())["people"] and found)
    assert report["work"]["strong-bot"]["running"] == 1
    assert report["people"][0]["person"] == me(greedy)["id"]
    text = CliRunner().invoke(commands, ["admin", "queue", "--data", str(settings.data)]).output
    assert "strong-bot" in text
    assert me(greedy)["id"] in text
