"""Nosegay on a real server: over HTTP and over WebSockets, with a bot, and clear answers where the game has no text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2 as httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from third_game.conftest import path_with

from server.processes import serving

PATIENCE = 60


@pytest.fixture(scope="module")
def url(site, tmp_path_factory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("server")
    with serving(data, LUTETIA_BOT_PROCESSES="1", PYTHONPATH=path_with(site)) as running:
        yield running.url


@pytest.fixture
def people(url) -> Iterator[list[httpx.Client]]:
    """Three players, each with their own session."""
    found = [httpx.Client(base_url=url, timeout=PATIENCE) for _person in range(3)]
    yield found
    for person in found:
        person.close()


def opened(person: httpx.Client, *seats: str, **more: Any) -> dict[str, Any]:
    answer = person.post("/api/games", json={"game": "nosegay", "seats": list(seats), **more})
    assert answer.status_code in (200, 201), answer.text
    state: dict[str, Any] = answer.json()
    return state


def look(person: httpx.Client, game: str) -> dict[str, Any]:
    state: dict[str, Any] = person.get(f"/api/games/{game}").json()
    return state


@contextmanager
def socket(person: httpx.Client, game: str) -> Iterator[ClientConnection]:
    address = str(person.base_url).rstrip("/").replace("http", "ws", 1)
    cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    with connect(f"{address}/api/games/{game}/live?since=-1", additional_headers={"Cookie": cookies}) as connection:
        yield connection


def until(connection: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(PATIENCE))
        if message["type"] == kind:
            return message


def test_the_server_offers_it_with_its_option(people):
    offered = {one["game"]: one for one in people[0].get("/api/house").json()["games"]}
    nosegay = offered["nosegay"]
    assert (nosegay["title"], nosegay["least"], nosegay["most"]) == ("Nosegay", 2, 3)
    strict = {"name": "strict", "label": "Tied players score nothing", "choices": [], "pick": None}
    assert nosegay["options"] == [strict]
    assert people[0].get("/api/editions/nosegay").text.startswith('name = "nosegay"')


def test_three_people_play_a_whole_game_over_http_and_nobody_sees_a_hidden_card(people):
    game = opened(people[0], "human", "open", "open", options={"strict": True})["id"]
    for person in people[1:]:
        assert person.post(f"/api/games/{game}/join").status_code == 200
    while (states := [look(person, game) for person in people])[0]["status"] == "running":
        me, state = next((at, state) for at, state in enumerate(states) if state["legal"])
        step = state["legal"][0]
        for at, other in enumerate(states):
            hand = other["view"]["position"]["seats"][other["mine"][0]]["hand"]
            assert None not in hand
            if at != me and step.startswith("hide"):
                assert step.removeprefix("hide ") not in json.dumps(other)
        body = {"seq": state["seq"], "step": step, "client_key": f"k{state['seq']}"}
        assert people[me].post(f"/api/games/{game}/preview", json={"step": step}).status_code == 200
        assert people[me].get(f"/api/games/{game}/told").json()["question"] == "Choose a move."
        assert people[me].post(f"/api/games/{game}/steps", json=body).status_code == 200
    record = people[0].get(f"/api/games/{game}/record").json()
    assert record["game"] == "nosegay"
    assert record["options"] == {"strict": True}
    assert set(record["result"]["scores"]) == {"p1", "p2", "p3"}


def test_a_game_against_a_bot_over_a_socket(people):
    me = people[0]
    game = opened(me, "human", "level1")["id"]
    with socket(me, game) as live:
        state = until(live, "state")
        while state["status"] == "running":
            if state["legal"]:
                step = {"seq": state["seq"], "step": state["legal"][-1], "client_key": f"s{state['seq']}"}
                live.send(json.dumps(step))
                answer = until(live, "answer")
                assert answer["status"] == 200
                state = answer["body"]
            else:  # the bot's turn
                news = until(live, "state")
                state = news if news["seq"] > state["seq"] else state
    assert state["status"] == "over"
    assert set(state["view"]["result"]["scores"]) == {"p1", "p2"}
    assert me.get(f"/api/games/{game}/told").json()["question"] == "The game is over."


def test_an_illegal_step_names_the_rule_and_a_hint_helps(people):
    me = people[0]
    state = opened(me, "human", "human")
    state = look(me, state["id"])
    body = {"seq": state["seq"], "step": "bee rose", "client_key": "bee"}
    refused = me.post(f"/api/games/{state['id']}/steps", json=body)
    assert refused.status_code in (409, 422)
    assert refused.json()["error"]["rule"] == "N5"
    hint = me.post(f"/api/games/{state['id']}/hint")
    assert hint.status_code == 200, hint.text
    assert hint.json()["step"] in state["legal"]


@pytest.mark.parametrize(
    ("path", "code", "text"),
    [
        ("/api/rules/nosegay/book", "no-rules", "There are no rules texts for this game."),
        ("/api/rules/nosegay/find?words=rose", "no-rules", "There are no rules texts for this game."),
        ("/api/tutorials/nosegay", "no-tutorial", "There is no tutorial for this game."),
        ("/api/tutorials/nosegay/at/3", "no-tutorial", "There is no tutorial for this game."),
        ("/api/companion/nosegay", "no-companion", "There is no companion for this game."),
        ("/api/rules/petunia/book", "no-game", "There is no such game."),
    ],
)
def test_missing_parts_of_the_game_are_reported(people, path, code, text):
    answer = people[0].get(path)
    assert answer.status_code == 404
    assert answer.json() == {"error": {"code": code, "rule": "", "text": text}}


def test_the_rules_in_short_are_empty(people):
    assert people[0].get("/api/rules/nosegay").json() == {"title": "Nosegay", "rules": [], "glossary": {}}
    assert people[0].get("/api/component-data").status_code == 200
