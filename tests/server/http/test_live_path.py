"""The fast path for WebSockets sends, logs and counts the same as the normal path; the address of a page takes it."""

from __future__ import annotations

import json
import re
from concurrent.futures import CancelledError
from contextlib import suppress

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from lutetia.server.http import fast_path
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings

from server.conftest import HERE, LIVE, new_game
from server.times import until

ROUTE = "/api/games/{id}/live"
PAGES = "since=-1&text=1"
"""The query of a page that opens a game."""


@pytest.fixture
def client(tmp_path):
    app = make_app(Settings(data=tmp_path, limits=False, bot_processes=1, log_level="info"))
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as first:
        yield first


@pytest.fixture
def both_ways(client, monkeypatch, capfd):
    """What a WebSocket receives, what is logged and counted: by the fast path and by the normal one, the same."""

    def visit(game, query, *steps):
        found, before = [], counts(client)
        capfd.readouterr()
        with suppress(CancelledError), client.websocket_connect(f"{LIVE}/api/games/{game}/live?{query}") as socket:
            try:
                found.append(socket.receive_json())
                found.append(socket.receive_json())
                for step in steps:
                    socket.send_json(step)
                    found.append(socket.receive_json())
            except WebSocketDisconnect as closed:
                found.append(closed.code)
            socket.close()
            until(lambda: counts(client) > before)
        lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if ROUTE in line]
        logged = [{key: line[key] for key in ("event", "method", "route", "status", "person")} for line in lines]
        for message in found:
            if isinstance(message, dict):
                message.pop("now", None)  # the time of the response
        return found, logged, counts(client) - before

    def ask(game, query, *steps):
        fast = visit(game, query, *steps)
        with monkeypatch.context() as patch:
            patch.setattr(fast_path, "LIVE", re.compile("nowhere"))
            assert visit(game, query, *steps) == fast
        return fast

    return ask


def counts(client):
    """How many WebSockets of this route the metrics have counted."""
    labels = re.escape(f'route="{ROUTE}",status="101"')
    written = client.portal.call(client.app.state.metrics.exposition).decode()
    line = re.search(rf'lutetia_requests_total{{method="\w+",{labels}}} (\d+)', written)
    return int(line[1]) if line else 0


@pytest.mark.parametrize("game", ["lumiere", "paris"])
@pytest.mark.parametrize("query", [PAGES, "since=-1", "since=0&text=1", "since=99&text=1"])
def test_a_websocket_is_served_the_same_by_both_paths(client, both_ways, game, query):
    state = new_game(client, "human", "human", game=game)
    illegal = {"seq": state["seq"], "step": "pass", "client_key": "k"}
    (first, presence, refused), logged, counted = both_ways(state["id"], query, illegal)
    assert (first["type"], presence["type"], refused["status"]) == ("state", "presence", 422)
    assert ("text" in first) == ("text=1" in query)
    assert [(line["route"], line["status"]) for line in logged] == [(ROUTE, 101)]
    assert counted == 1


def test_an_unknown_game_is_refused_the_same_by_both_paths(client, both_ways):
    new_game(client, "human", "human")
    (refused, code), logged, counted = both_ways("nowhere", PAGES)
    assert (refused["error"]["code"], code) == ("no-game", 4404)
    assert (len(logged), counted) == (1, 1)


def test_the_address_of_a_page_bypasses_the_framework(client, monkeypatch):
    state = new_game(client, "human", "human")

    async def not_here(*_anything):
        raise AssertionError("this is the normal path")

    monkeypatch.setattr(FastAPI, "__call__", not_here)
    with suppress(CancelledError), client.websocket_connect(f"{LIVE}/api/games/{state['id']}/live?{PAGES}") as socket:
        assert socket.receive_json()["seq"] == state["seq"]
