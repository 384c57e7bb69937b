"""A server on PostgreSQL, as people and operators see it when the database is in trouble."""

from __future__ import annotations

from contextlib import ExitStack

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops import health
from lutetia.server.ops.settings import Settings
from lutetia.server.store.postgres_rows import PostgresRows

from server import databases
from server.backends import postgres_server
from server.conftest import HERE, error, live, new_game
from server.play.test_games import look


@pytest.fixture
def options(tmp_path, monkeypatch):
    monkeypatch.setattr(health, "VALID", 0.0)
    monkeypatch.setattr(health, "RECENT", 0.0)
    return {"data": tmp_path, "limits": False, "bot_processes": 1, "log_level": "error", "public_docs": True}


def step_of(state, key: str) -> dict[str, object]:
    return {"seq": state["seq"], "step": state["legal"][0], "client_key": key}


def test_a_step_whose_answer_was_lost_is_stored_once(options, monkeypatch):
    """The connection broke after the commit. Nothing is acknowledged; the same request again finds its result."""
    settings = Settings(**options, database=databases.new_database())
    usual = PostgresRows.commit

    def lost(self: PostgresRows, rows: object) -> None:
        usual(self, rows)
        raise DBAPIError.instance(None, None, psycopg.OperationalError("server closed the connection"), psycopg.Error)

    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        state = new_game(client, "human", "human")
        path, body = f"/api/games/{state['id']}/steps", step_of(state, "one")
        with monkeypatch.context() as while_it_lasts:
            while_it_lasts.setattr(PostgresRows, "commit", lost)
            answer = client.post(path, json=body)
        assert (answer.status_code, error(answer)) == (503, "store")
        assert "may not be saved" in answer.json()["error"]["text"], "nobody knows, so nothing else would be true"
        again = client.post(path, json=body)
        assert again.status_code == 200, again.text
        assert look(client, state["id"])["seq"] == again.json()["seq"] == state["seq"] + 1


def test_people_are_told_that_the_database_is_away(options):
    """Given a server whose PostgreSQL is killed, then steps, pages and /readyz say so. All works when it is back."""
    with postgres_server() as postgres:
        settings = Settings(**options, database=postgres.new_database("lutetia"))
        with (
            TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client,
            ExitStack() as stack,
        ):
            state = new_game(client, "human", "human")
            path, body = f"/api/games/{state['id']}/steps", step_of(state, "one")
            assert client.get("/readyz").status_code == 200
            metrics = client.get("/metrics").text
            assert "lutetia_database_bytes" in metrics
            assert "lutetia_disk_free_bytes" not in metrics, "that disk is another machine's"
            watched = stack.enter_context(live(client, state["id"]))
            watched.receive_json()
            postgres.kill()
            for answer in (client.post(path, json=body), client.get("/readyz"), client.get("/api/games")):
                assert (answer.status_code, error(answer)) == (503, "store")
                assert "The database cannot be reached" in answer.json()["error"]["text"]
            metrics = client.get("/metrics").text
            assert "lutetia_ready 0.0" in metrics
            assert 'lutetia_database_faults_total{kind="away"}' in metrics
            while (told := watched.receive_json())["type"] != "error":  # somebody who only looks is told, too
                assert told["type"] == "presence"
            assert told["error"]["code"] == "store"
            postgres.start()
            assert client.get("/readyz").status_code == 200
            again = client.post(path, json=body)
            assert (again.status_code, again.json()["seq"]) == (200, state["seq"] + 1)


def test_what_cannot_be_stored_is_refused(options):
    settings = Settings(**options, database=databases.new_database())
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        state = new_game(client, "human", "human")
        asked = [
            client.post("/api/sign-in", json={"login": "a\0b", "password": "a\0b"}),
            client.get("/api/people/%00"),
            client.post(f"/api/games/{state['id']}/steps", json=step_of(state, "a\0b")),
        ]
        assert [answer.status_code for answer in asked] == [422, 422, 422], [answer.text for answer in asked]
        assert look(client, state["id"])["seq"] == state["seq"]
        assert client.get("/readyz").status_code == 200
