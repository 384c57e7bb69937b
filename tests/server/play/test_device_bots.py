"""Bots that think on the device of the only person at a table."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.jobs.worker import answer

from server.conftest import HERE, error, new_game, stranger
from server.times import until

pytestmark = pytest.mark.one_process  # `cluster/test_shared_device_bots.py` is about several


@pytest.fixture
def client(settings):
    with TestClient(make_app(settings), base_url=HERE) as found:
        yield found


def think_here(client, game, here=True):
    return client.put(f"/api/games/{game}/device-bots", json={"here": here})


def state_of(client, game):
    return client.get(f"/api/games/{game}").json()


def step_of(client, state):
    """The person takes their first legal step."""
    body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{state['seq']}"}
    return client.post(f"/api/games/{state['id']}/steps", json=body).json()


def decided(client, game):
    """The state in which the person has to decide, or the game is over."""
    return until(lambda: (now := state_of(client, game)) and (now["legal"] or now["status"] == "over") and now)


def thought(client, game):
    """What the engine answers to the server's question, and the question."""
    asked = client.get(f"/api/games/{game}/bot-question").json()
    return answer({"id": 1, **asked})["result"], asked


def test_a_game_that_is_over_is_forgotten(client):
    id = new_game(client, "human", "level1")["id"]
    think_here(client, id)
    known = client.app.state.services.device_bots
    assert id in known
    assert client.post(f"/api/games/{id}/resign", json={}).json()["status"] == "over"
    assert id not in known


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_bot_takes_the_same_steps_there_as_on_the_server(client, monkeypatch, game):
    """Two games with the same deal, seed and steps of the person; in one the bot thinks on the device."""
    deal = client.app.state.services.tables.deal
    monkeypatch.setattr(client.app.state.services.tables, "deal", lambda name, **more: deal(name, seed=3, **more))
    for module in ("bots", "device_bots"):
        monkeypatch.setattr(f"lutetia.server.play.{module}.seed_of", lambda game, seat: 7)
    taken: dict[bool, list[str]] = {}
    thoughts = 0
    for here in (True, False):
        id = new_game(client, "human", "level2", game=game)["id"]
        think_here(client, id, here=here)
        state = state_of(client, id)
        while len(taken.setdefault(here, [])) < 12 and state["status"] == "running":
            if state["legal"]:
                state = step_of(client, state)
                taken[here].append(state["events"][-1]["step"])
            elif here:
                step, asked = thought(client, id)
                said = client.post(f"/api/games/{id}/bot-steps", json={"seq": asked["seq"], "step": step})
                assert said.status_code == 200 or not thoughts  # a queue may have been asked before the device
                thoughts += said.status_code == 200
                state = said.json()
            else:
                state = decided(client, id)
        taken[here] = [event["step"] for event in state_of(client, id)["events"] if event["kind"] == "step"]
    shorter = min(map(len, taken.values()))
    assert shorter >= 12
    assert thoughts >= 3
    assert taken[True][:shorter] == taken[False][:shorter]


def due(client, game="lumiere"):
    """A table whose bot has to decide on this device: after a step of the person, because the bot that begins may
    have been asked on the server before."""
    id = new_game(client, "human", "level1", game=game)["id"]
    state = decided(client, id)
    think_here(client, id)
    while state["legal"]:
        step_of(client, state)
        state = state_of(client, id)
    return state


def test_a_step_is_checked_as_always(client):
    state = due(client)
    here = f"/api/games/{state['id']}/bot-steps"
    assert error(client.post(here, json={"seq": state["seq"], "step": "sing"})) == "illegal"
    step, asked = thought(client, state["id"])
    late = client.post(here, json={"seq": state["seq"] - 1, "step": step})
    assert (late.status_code, late.json()["seq"]) == (409, state["seq"])
    assert client.post(here, json={"seq": asked["seq"], "step": step}).status_code == 200
    assert client.post(here, json={"seq": asked["seq"], "step": step}).status_code == 409


def test_without_a_step_in_time_the_server_thinks(client):
    client.app.state.services.device_bots.patience = 0.05
    id = due(client)["id"]
    while decided(client, id)["status"] == "running":
        if error(client.get(f"/api/games/{id}/bot-question")) == "not-here":
            break
        step_of(client, state_of(client, id))
    assert state_of(client, id)["status"] == "running"


def test_the_server_thinks_again_when_the_page_says_so(client):
    state = due(client)
    assert think_here(client, state["id"], here=False).json()["here"] is False
    assert decided(client, state["id"])["seq"] > state["seq"]


def test_nobody_else_gets_the_question(client):
    state = due(client)
    other = stranger(client)
    new_game(other, "human", "open")
    here = f"/api/games/{state['id']}"
    assert error(other.put(f"{here}/device-bots", json={"here": True})) == "not-yours"
    assert error(other.get(f"{here}/bot-question")) == "not-yours"
    assert error(other.post(f"{here}/bot-steps", json={"seq": state["seq"], "step": "x"})) == "not-yours"


def test_with_other_people_bots_think_on_the_server(client):
    table = new_game(client, "human", "open", "level1", game="paris")
    assert error(think_here(client, table["id"])) == "not-alone"
    friend = stranger(client)
    friend.post(f"/api/games/{table['id']}/join")
    assert error(think_here(client, table["id"])) == "not-alone"
    assert error(client.get(f"/api/games/{table['id']}/bot-question")) == "not-alone"


def test_what_the_bot_knows_is_in_the_question_only(client):
    state = due(client)
    asked = client.get(f"/api/games/{state['id']}/bot-question").json()
    assert asked["view"]["viewer"] == asked["seat"]
    now = client.get(f"/api/games/{state['id']}?text=1").text
    assert json.loads(now)["view"]["viewer"] == state["mine"][0]
    assert json.dumps(asked["view"], separators=(",", ":")) not in now
    assert stranger(client).get(f"/api/games/{state['id']}").json()["view"]["viewer"] is None
