"""Bots that think on a person's device, where several processes share the games."""

from __future__ import annotations

import sqlalchemy as sa

from lutetia.server.jobs.worker import answer
from lutetia.server.store.engines import make_engine

from server.conftest import error, new_game
from server.jobs.shared_cluster import cluster, play_on, state, wait_for

QUEUED = sa.text("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM procrastinate_jobs_id_seq")
"""How many jobs there have been: of a job that is done nothing is kept."""


def test_whichever_process_is_asked_no_other_thinks(pair):
    """The requests of one page reach both processes in turn."""
    engine = make_engine(sa.make_url(pair.database))
    person = pair.guest()
    now = person.post(pair.a, "/games", game="lumiere", seats=["human", "level2"], options={"first": "orange"})
    path = f"/games/{now['id']}"
    assert person.ask(pair.a, "PUT", f"{path}/device-bots", json={"here": True}).status_code == 200
    with engine.connect() as connection:
        queued = connection.scalar(QUEUED)
    for number in range(12):
        here, there = (pair.a, pair.b) if number % 2 else (pair.b, pair.a)
        while now["legal"]:
            now = person.step(here, now).json()
        if now["status"] == "over":
            break
        asked = person.get(there, f"{path}/bot-question")
        assert asked["seq"] == now["seq"]
        step = answer({"id": 1, **asked})["result"]
        now = person.post(here, f"{path}/bot-steps", seq=asked["seq"], step=step)
        again = person.ask(there, "POST", f"{path}/bot-steps", json={"seq": asked["seq"], "step": step})
        assert (again.status_code, again.json()["seq"]) == (409, now["seq"])
    with engine.connect() as connection:
        assert connection.scalar(QUEUED) == queued
    engine.dispose()


def test_a_worker_thinks_when_the_device_is_late_or_has_stopped(tmp_path):
    with cluster(tmp_path) as servers:
        person, devices = servers.client, servers.client.app.state.services.device_bots
        games = [new_game(person, "human", "level1", options={"first": "orange"})["id"] for _game in range(2)]
        for game in games:
            assert person.put(f"/api/games/{game}/device-bots", json={"here": True}).status_code == 200
            play_on(person, game)
        assert servers.jobs() == 0
        servers.start_workers()
        stopped, late = games
        person.put(f"/api/games/{stopped}/device-bots", json={"here": False})
        wait_for(lambda: state(person, stopped)["legal"])
        assert not state(person, late)["legal"]
        devices.patience = 0.05  # the timekeeper looks every five seconds
        wait_for(lambda: state(person, late)["legal"])
        play_on(person, late)
        assert error(person.get(f"/api/games/{late}/bot-question")) == "not-here"
        wait_for(lambda: state(person, late)["legal"])
