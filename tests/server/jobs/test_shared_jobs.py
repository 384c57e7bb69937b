"""Bots, analyses and mail as jobs of several worker processes, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time

import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from lutetia.cli import app as commands
from lutetia.cli.errors import TRY_LATER
from lutetia.server.jobs import job_worker
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.shared_queue import FAILURES, SharedQueue
from lutetia.server.live.hub import Hub
from lutetia.server.store import postgres
from lutetia.server.store.database import Database

from server import databases
from server.backends import postgres_server
from server.conftest import live, new_game
from server.databases import new_database
from server.jobs.shared_cluster import Cluster, WorkerProcess, cluster, play_on, state, step, wait_for
from server.people.helpers import register
from server.people.test_mail import mail_server, text_of
from server.times import calm

NOWHERE = "postgresql+psycopg://lutetia@127.0.0.1:1/none"
BOT_FIRST = {"options": {"first": "blue"}}
NOTE_BEGUN = """
CREATE TABLE begun (number serial, game text);
CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO begun (game) VALUES (NEW.args->'work'->>'game'); RETURN NULL; END $$;
CREATE TRIGGER note_begun AFTER UPDATE OF status ON procrastinate_jobs
    FOR EACH ROW WHEN (NEW.status = 'doing') EXECUTE FUNCTION note_begun();
"""
"""The games whose jobs workers have begun, in that order: of a job that is done nothing is kept."""


@pytest.fixture
def servers(tmp_path):
    with cluster(tmp_path) as made:
        yield made


def finish(servers: Cluster, client, game: str) -> dict:
    """Play a game to its end."""
    while (seen := state(client, game))["status"] != "over":
        if seen["legal"]:
            step(client, game)
        else:
            time.sleep(0.01)
    return seen


@pytest.mark.full
def test_two_workers_play_whole_games(servers):
    """No step is taken twice and none is left out: the log has each seq once, and every game ends."""
    servers.start_workers("--processes", "1", number=2)
    people = [servers.client, servers.another()]
    games = [new_game(person, "human", "level1", **BOT_FIRST)["id"] for person in people]
    for person, game in zip(people, games, strict=True):
        last = finish(servers, person, game)
        seqs = [row[0] for row in servers.sql("SELECT seq FROM event WHERE game = %s ORDER BY seq", game)]
        assert seqs == list(range(last["seq"] + 1))
    wait_for(lambda: servers.jobs() + servers.jobs("doing") == 0)
    for worker in servers.workers:
        assert worker.stop() == 0


def test_a_game_waits_at_most_five_seconds_for_a_dead_worker(servers):
    (slow,) = servers.start_workers(slow=True)
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.jobs("doing") == 1)
    servers.start_workers()
    slow.kill()
    waited = wait_for(lambda: state(servers.client, game)["legal"])
    assert waited < 5.0
    assert servers.sql("SELECT count(*) FROM event WHERE game = %s AND data::text LIKE '%%fault%%'", game) == [(0,)]


def faults(servers: Cluster, game: str) -> list[str]:
    """Of the bots' steps, in order."""
    wanted = "SELECT data->>'fault' FROM event WHERE game = %s AND data::jsonb ? 'fault' ORDER BY seq"
    return [row[0] for row in servers.sql(wanted, game)]


def test_a_worker_ends_the_thinking_of_a_bot_that_is_late(servers):
    servers.start_workers(slow=True, LUTETIA_BOT_SECONDS="0.5")
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: faults(servers, game))
    assert faults(servers, game)[0] == "late"


def test_a_game_goes_on_although_its_bot_job_fails_again_and_again(servers):
    """Nobody asked the bot again but the sweep, for ever and with the same result."""
    servers.start_workers(slow=True, BROKEN="yes")
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.sql("SELECT max(attempts) FROM procrastinate_jobs") == [(1,)])
    wait_for(lambda: faults(servers, game))
    assert faults(servers, game)[0] == "error"


def test_an_undo_interrupts_the_bot_that_thinks(servers):
    game = new_game(servers.client, "human", "level1", options={"first": "orange"})["id"]
    servers.start_workers(slow=True)
    play_on(servers.client, game)
    wait_for(lambda: servers.jobs("doing") == 1)
    assert servers.client.post(f"/api/games/{game}/undo").status_code == 200
    assert state(servers.client, game)["legal"], "the person decides again"
    assert wait_for(lambda: servers.jobs("doing") + servers.jobs() == 0) < 1.0


@pytest.mark.full
def test_a_worker_that_is_stopped_gives_its_job_back_at_once(servers):
    (slow,) = servers.start_workers(slow=True)
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.jobs("doing") == 1)
    began = calm()
    slow.process.send_signal(signal.SIGTERM)
    wait_for(lambda: servers.jobs("todo") == 1)
    assert slow.process.wait(60) == 0
    assert calm() - began < 5.0
    servers.start_workers()
    wait_for(lambda: state(servers.client, game)["legal"])


@pytest.mark.full
def test_workers_go_on_after_postgresql_has_crashed(tmp_path):
    with postgres_server() as postgres, cluster(tmp_path, url=postgres.new_database("crashed")) as servers:
        (worker,) = servers.start_workers()
        game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
        wait_for(lambda: state(servers.client, game)["legal"])
        postgres.kill()
        time.sleep(2)
        postgres.start()
        wait_for(lambda: servers.client.get(f"/api/games/{game}").status_code == 200)
        finish(servers, servers.client, game)
        assert worker.process.poll() is None
        assert worker.stop() == 0


def test_a_job_that_a_living_worker_does_not_know_of_is_done_all_the_same(servers):
    """If the connection breaks while a worker fetches a job, the job counts as begun, and nobody does it."""
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.jobs() == 1)
    servers.start_workers("--queues", "background")
    wait_for(lambda: servers.sql("SELECT FROM procrastinate_workers"))
    servers.sql(
        "UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT min(id) FROM procrastinate_workers) "
        "RETURNING id"
    )
    servers.start_workers("--queues", "quick")
    wait_for(lambda: state(servers.client, game)["legal"])


@pytest.mark.full
def test_several_workers_start_at_once_on_an_empty_database(tmp_path):
    with postgres_server() as postgres:
        url = postgres.new_database("empty")
        workers = [WorkerProcess(url) for _number in range(3)]
        for worker in workers:
            worker.wait()
        assert [worker.stop() for worker in workers] == [0, 0, 0]


@pytest.mark.full
def test_a_strong_bot_of_somebody_who_looks_comes_before_those_that_nobody_looks_at(servers):
    waits = new_game(servers.client, "human", "level5", **BOT_FIRST)["id"]
    wait_for(lambda: servers.jobs() == 1)
    servers.sql("UPDATE fair_share SET idle_since = idle_since - 60 RETURNING owner")  # nothing of theirs waited before
    queues = "SELECT queue_name FROM procrastinate_jobs WHERE args->'work'->>'game' = %s"
    with live(servers.client, waits) as socket:
        wait_for(lambda: servers.sql(queues, waits) == [("long",)])
        while (message := socket.receive_json())["type"] != "queue":
            pass
        assert message["before"] == 0
        other = new_game(servers.client, "human", "level5", **BOT_FIRST)["id"]
        with live(servers.client, other):
            wait_for(lambda: servers.sql(queues, other) == [("background",)])
            assert servers.sql(queues, waits) == [("long",)], "one game of each person goes first"


@pytest.mark.parametrize("many", [30, pytest.param(200, marks=pytest.mark.full)])
def test_somebody_with_many_waiting_games_does_not_delay_another(servers, many):
    """One person's bots wait; another's is begun right after the first of them.

    Which is done first is another question: two places take jobs, and either may be slower than the other.
    """
    greedy, modest = servers.another(), servers.another()
    for _game in range(many):
        new_game(greedy, "human", "level1", **BOT_FIRST)
    wait_for(lambda: servers.jobs() == many)
    game = new_game(modest, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.jobs() == many + 1)
    with psycopg.connect(servers.url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(NOTE_BEGUN)
    servers.start_workers("--processes", "2")
    wait_for(lambda: state(modest, game)["legal"])
    begun = [row[0] for row in servers.sql("SELECT game FROM begun ORDER BY number")]
    assert begun.index(game) <= 1, "only the first of the others may be before it"


@pytest.mark.full
def test_a_worker_sends_mail(tmp_path):
    """The link is made when the mail is sent, so that no secret waits in the queue."""
    with mail_server() as (post, port):
        mail = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "Lutetia <lutetia@example.org>"}
        with cluster(tmp_path, origins=["https://games.example.org"], **mail) as servers:
            register(servers.client, "ada")
            answer = servers.client.put("/api/me/mail", json={"address": "ada@example.org"})
            assert answer.status_code == 204, answer.text
            [(waiting,)] = servers.sql("SELECT args FROM procrastinate_jobs WHERE task_name = 'mail'")
            assert waiting["work"]["address"] == "ada@example.org"
            assert servers.sql("SELECT count(*) FROM mail_link") == [(0,)], "nothing secret waits"
            environment = {f"LUTETIA_{name.upper()}": value for name, value in mail.items()}
            servers.start_workers("--queues", "quick", LUTETIA_ORIGINS="https://games.example.org", **environment)
            token = text_of(post.next()).partition("https://games.example.org/mail/")[2].split()[0]
            assert servers.client.post("/api/mail/confirm", json={"token": token}).status_code == 204
            wait_for(lambda: servers.jobs() + servers.jobs("doing") == 0)


def test_the_library_does_not_log_what_is_in_a_job():
    """It would name the address of a mail."""
    assert not logging.getLogger(job_worker.Worker.__module__).isEnabledFor(logging.ERROR)


def test_operators_see_the_queue(servers):
    new_game(servers.client, "human", "level1", **BOT_FIRST)
    wait_for(lambda: servers.jobs() == 1)
    shown = CliRunner().invoke(commands, ["admin", "queue", "--json"], env={"LUTETIA_DATABASE": servers.url})
    assert shown.exit_code == 0, shown.exception
    report = json.loads(shown.output)
    assert report["work"] == {"bot": {"waiting": 1, "running": 0}}
    assert report["workers"] == 0
    assert report["people"][0]["waiting"] == 1
    metrics = servers.client.portal.call(servers.client.app.state.metrics.exposition).decode()
    assert 'lutetia_server_jobs{queue="quick",status="waiting"} 1.0' in metrics
    assert "lutetia_server_workers 0.0" in metrics


def test_the_queue_waits_neither_for_ever_nor_for_a_dead_connection(monkeypatch):
    """PostgreSQL hangs, with its connections open: what was asked fails after a while. And a connection that it has
    closed is not used again."""
    monkeypatch.setattr(postgres.AsyncConnection, "patience", 0.5)

    async def main() -> None:
        database = Database(new_database())
        database.open()
        queue = SharedQueue(database, lambda: 0, Owners(), Hub())
        await queue.open()
        began = calm()
        with pytest.raises(FAILURES):
            async with queue.connection() as connection:
                await connection.execute("SELECT pg_sleep(5)")
        assert calm() - began < 3
        assert not await queue.is_asked("g")
        heard: list[str] = []

        async def note(*, channel: str, payload: str) -> None:
            heard.append(channel)

        listening = asyncio.create_task(queue.connector.listen_notify(note, ["there"]))
        await asyncio.sleep(1.5)  # longer than anybody waits for an answer
        async with queue.connection() as connection:
            await connection.execute("NOTIFY there")
        async with asyncio.timeout(60):
            while not heard:
                await asyncio.sleep(0.02)
        assert heard == ["there"]
        listening.cancel()
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
        with database.engine.begin() as connection:
            connection.exec_driver_sql(others + "pg_backend_pid()")
        await asyncio.sleep(0.1)
        assert not await queue.is_asked("g")
        await queue.close()
        database.close()

    asyncio.run(main())


@pytest.mark.full
def test_people_are_told_that_no_worker_is_running(servers):
    game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
    wait_for(lambda: servers.client.get("/api/me/queue").json() == [{"kind": "bot", "before": 0}])
    assert servers.client.get("/readyz").json()["workers"] == 0
    servers.start_workers()
    wait_for(lambda: state(servers.client, game)["legal"])
    wait_for(lambda: servers.client.get("/readyz").json()["workers"] > 0)
    wait_for(lambda: servers.client.get("/api/me/queue").json() == [])


@pytest.mark.full
def test_an_analysis_goes_on_after_its_worker_has_died(servers):
    """What was found before is kept, and every step is judged once."""
    (first,) = servers.start_workers("--processes", "1")
    game = new_game(servers.client, "human", "random", **BOT_FIRST)["id"]
    finish(servers, servers.client, game)
    job = servers.client.post(f"/api/games/{game}/analysis").json()["job"]

    def analysis() -> dict:
        return servers.client.get(f"/api/jobs/{job}").json()

    wait_for(lambda: analysis()["done"] >= 2)
    first.kill()
    before = analysis()["done"]
    servers.start_workers("--processes", "1")
    assert analysis()["done"] >= before, "what was found is kept"
    wait_for(lambda: analysis()["status"] == "done", 600)
    found = analysis()
    assert found["done"] == found["total"] > before
    assert found["result"]["complete"]


@pytest.mark.parametrize(
    ("arguments", "database", "status", "why"),
    [
        ([], "", 2, "a worker needs the PostgreSQL database of its server"),
        pytest.param(["--queues", "slow"], NOWHERE, 2, "there is no queue 'slow'", marks=pytest.mark.full),
        pytest.param([], NOWHERE, TRY_LATER, "cannot be reached: Connection refused", marks=pytest.mark.full),
    ],
)
def test_a_worker_says_what_is_wrong(arguments, database, status, why):
    done = subprocess.run(
        [sys.executable, "-m", "lutetia", "worker", *arguments],
        env=os.environ | {"LUTETIA_DATABASE": database},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_locks_and_jobs_do_not_go_through_a_pooler(tmp_path):
    """They need sessions of their own. The other role shows which URL a connection was made with."""
    url = databases.new_database()
    with databases.server().connect("postgres") as admin:
        admin.execute("DO $$ BEGIN CREATE ROLE direct SUPERUSER LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    direct = make_url(url).set(username="direct").render_as_string(hide_password=False)
    with cluster(tmp_path, url=url, database_direct=direct) as servers:
        sessions = "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND usename = %s"

        def of(role: str) -> list[str]:
            return [row[0] for row in servers.sql(sessions, role)]

        wait_for(lambda: any("timekeeper" in name for name in of("direct")))
        assert len(of("direct")) >= 2, "the timekeeper and the queue"
        assert not any("timekeeper" in name for name in of("lutetia"))
        game = new_game(servers.client, "human", "level1", **BOT_FIRST)["id"]
        servers.start_workers(LUTETIA_DATABASE_DIRECT=direct)
        wait_for(lambda: state(servers.client, game)["legal"])
