"""Restarts under load: no traceback, and nobody loses a step or a second."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.ops import heartbeat
from lutetia.server.store import schema

from server import databases
from server.conftest import HERE, new_game, serving, stranger
from server.ledger import Ledger, sound
from server.play.test_games import look, take
from server.test_kills import TABLES, Party
from server.times import DAY, SECOND, Time

LIVE = {"kind": "live", "base": 60, "increment": 5}
DAILY = {"kind": "turns", "days": 3}


@pytest.mark.parametrize("how", [pytest.param(signal.SIGINT, marks=pytest.mark.full), signal.SIGTERM])
def test_a_graceful_shutdown_under_load_loses_nothing(tmp_path, how):
    """Given people in the middle of steps, and streams that never end, when told to stop and started again,
    then it exits with 0 and without a traceback, was ready in time, and everybody plays on."""
    ledger = Ledger()
    parties = [Party(number, ledger, random.Random(number)) for number in range(len(TABLES))]

    async def stopped(process, stream) -> int:
        playing = asyncio.gather(*(party.play(process.url) for party in parties))
        streaming = asyncio.create_task(read_to_its_end(process.url, stream)) if stream else None
        enough = ledger.acknowledged + 30
        while ledger.acknowledged < enough:
            await asyncio.sleep(0.005)
        code = await asyncio.to_thread(process.stop, how)
        await playing
        if streaming:
            assert await streaming, "the stream was ended, and did not break"
        return code

    with serving(tmp_path) as process:
        assert seconds_of(process.pid) < 5.0
        assert asyncio.run(stopped(process, None)) == 0
        process.start()
        assert asyncio.run(stopped(process, parties[0].id)) == 0
    assert "Traceback" not in process.complaints()
    sound(tmp_path)
    assert ledger.held_against(tmp_path) >= 60


async def read_to_its_end(url: str, game: str) -> bool:
    """Listen to a game's server-sent events until the server ends them."""
    async with (
        httpx.AsyncClient(base_url=url, timeout=60) as client,
        client.stream("GET", f"/api/games/{game}/events") as listening,
    ):
        async for line in listening.aiter_lines():
            assert line == "" or line.startswith(("data: ", ": ", "retry: "))
    return True


def seconds_of(pid: int) -> float:
    """What a process has worked so far: on a machine that does nothing else, the time until it was ready."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("pace", [LIVE, DAILY])
def test_downtime_does_not_count_against_any_clock(settings, pace, monkeypatch):
    monkeypatch.setattr(heartbeat, "GRACE", 60_000)  # a machine that hesitates meanwhile makes up for that, too
    times = Time()
    with TestClient(make_app(settings, now=times), base_url=HERE) as first:
        game = new_game(first, "human", "human", pace=pace)
        times.goes_on(seconds=10)
        before = look(first, game["id"])["clock"]
    times.goes_on(days=30)
    with TestClient(make_app(settings, now=times), base_url=HERE, cookies=first.cookies) as again:
        after = look(again, game["id"])
        assert after["clock"] == before
        assert after["asks"]["left"] is None
        assert take(again, after).status_code == 200


def test_after_a_crash_a_clock_gains_at_most_a_second(settings):
    """Given a last sign of life from 0.8 s before the crash, then nobody has less time than at the crash, and nobody
    more than those 0.8 s."""
    times = Time()
    with TestClient(make_app(settings, now=times), base_url=HERE) as first:
        game = new_game(first, "human", "human", pace=LIVE)
        times.goes_on(seconds=10)
        seat = look(first, game["id"])["seat"]
    with databases.opened(settings.data) as database:
        database.execute(
            sa.update(schema.server_state).where(schema.server_state.c.key == "alive"), {"value": times.now - 800}
        )
    times.goes_on(seconds=3_600)
    with TestClient(make_app(settings, now=times), base_url=HERE, cookies=first.cookies) as again:
        assert look(again, game["id"])["clock"]["left"][seat] == 50.8 * SECOND


def test_downtime_does_not_shorten_a_pause(settings):
    times = Time()
    with TestClient(make_app(settings, now=times), base_url=HERE) as first:
        game = new_game(first, "human", "human", pace=DAILY)
        first.post(f"/api/games/{game['id']}/pause", json={"days": 2})
    times.goes_on(days=5)
    with TestClient(make_app(settings, now=times), base_url=HERE, cookies=first.cookies) as again:
        state = look(again, game["id"])
        assert state["asks"]["pause"]["until"] == times.now + 2 * DAY
        assert again.post(f"/api/games/{game['id']}/go-on").json()["clock"]["running"] == state["seat"]


def test_a_table_rebuilt_from_the_log_is_unchanged(client, app, sample):
    """Given people who do at random all that one can do at a table, then after each action everybody sees the same
    before and after the client has forgotten the game and read it from its log."""
    doings = ("undo", "resign", "leave", "back", "pause", "go-on", "rematch")
    for number in range(sample(4, 100)):
        rng = random.Random(number)
        game, players = rng.choice([("lumiere", 2), ("paris", 2), ("paris", 3), ("paris", 4)])
        people = [client, *(stranger(client) for _other in range(players - 1))]
        pace = rng.choice([{"kind": "none"}, LIVE, DAILY])
        id_ = new_game(client, "human", *["open"] * (players - 1), game=game, pace=pace)["id"]
        for other in people[1:]:
            other.post(f"/api/games/{id_}/join")
        for _action in range(30):
            person = rng.choice(people)
            state = look(person, id_)
            if state["legal"] and rng.random() < 0.9:
                answer = take(person, state, rng.choice(state["legal"]))
            elif rng.random() < 0.25:
                answer = person.post(f"/api/games/{id_}/choice", json={"choice": rng.choice(["wait", "bot", "claim"])})
            elif rng.random() < 0.3:
                answer = person.post(f"/api/games/{id_}/undo", json={"agree": rng.random() < 0.7})
            else:
                answer = person.post(f"/api/games/{id_}/{rng.choice(doings)}")
            assert answer.status_code in (200, 403, 409, 422), answer.text
            states = []
            while len({state["seq"] for state in states}) != 1:  # unless a bot has moved meanwhile
                before = [still(look(someone, id_)) for someone in people]
                client.portal.call(app.state.services.tables.refresh, id_)
                after = [still(look(someone, id_)) for someone in people]
                states = before + after
            for was, now in zip(before, after, strict=True):
                assert [key for key in was if was[key] != now[key]] == [], (number, answer.request.url, answer.text)


def test_open_questions_end_with_the_game(settings):
    """Given a seat that was left, when the other's step ends the game, then nothing is asked any more; nor is it after
    a restart."""

    def deal(game, **more) -> lutetia.Game:
        return lutetia.new(game, seed=1889, **more)

    played = deal("lumiere", players=2)
    with TestClient(app := make_app(settings, deal=deal), base_url=HERE) as client:
        other = stranger(client)
        state = new_game(client, "human", "open")
        state = other.post(f"/api/games/{state['id']}/join").json()
        people = {"orange": client, "blue": other}
        while not played.over:
            step, seat = played.legal()[0], played.seat
            played.play(step)
            if played.over:
                people[{"orange": "blue", "blue": "orange"}[seat]].post(f"/api/games/{state['id']}/leave")
                state = look(client, state["id"])
                assert state["asks"]["left"]
            state = take(people[seat], state, step).json()
        assert state["status"] == "over"
        assert look(client, state["id"])["asks"] == {"undo": None, "left": None, "pause": None}
        before = look(client, state["id"])
        client.portal.call(app.state.services.tables.refresh, state["id"])
        assert look(client, state["id"]) == before


def still(state: dict) -> dict:
    """A state without the time that has passed meanwhile."""
    clock = state["clock"] and {"left": sorted(state["clock"]["left"]), "running": state["clock"]["running"]}
    return state | {"clock": clock}
