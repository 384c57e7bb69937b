"""Games that began elsewhere: from a device to a server, with a friend, and back."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost
from lutetia.server.local.thinker import answer

from server.conftest import HERE, error, stranger

pytestmark = pytest.mark.one_process


@pytest.fixture
def client(settings):
    with TestClient(make_app(settings), base_url=HERE) as found:
        yield found


class Device:
    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.shelf = MemoryShelf()
        self.host = LocalHost(self.shelf, answer)

    def ask(self, method, address, body=None):
        text = None if body is None else json.dumps(body)
        reply = self.loop.run_until_complete(self.host.request(method, address, text, "en"))
        return reply.status, json.loads(reply.body)


@pytest.fixture
def device():
    found = Device()
    yield found
    found.loop.run_until_complete(found.host.close())
    found.loop.close()


def played(device, game, steps=6):
    """A game of two people on one device, after some steps."""
    _status, state = device.ask("POST", "/api/games", {"game": game, "seats": ["human", "human"]})
    for number in range(steps):
        body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{number}"}
        _status, state = device.ask("POST", f"/api/games/{state['id']}/steps", body)
    return state


def public(view):
    """What everybody sees of a game."""
    return lutetia.imagine(view, seed=1).view(None)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_friend_is_invited_into_a_game_of_a_device_and_it_comes_back(client, device, game):
    state = played(device, game)
    status, file = device.ask("GET", f"/api/games/{state['id']}/export")
    assert (status, file["format"]) == (200, "lutetia-game/1")
    body = {"content": file, "seats": ["human", "open"], "client_key": "once"}
    table = client.post("/api/games/continue", json=body).json()
    assert table["status"] == "waiting"
    assert table["about"]["begun"] == sum(len(turn["steps"]) for turn in state["view"]["turns"]) > 0
    assert client.post("/api/games/continue", json=body).json()["id"] == table["id"]
    friend = stranger(client)
    joined = friend.post(f"/api/games/{table['id']}/join").json()
    assert joined["status"] == "running"
    mine = client.get(f"/api/games/{table['id']}?text=1").json()
    assert mine["view"]["turns"] == public(state["view"])["turns"]
    assert mine["undo"]["how"] == "no"  # what was played before stays
    first, deciding = (client, mine) if mine["legal"] else (friend, joined)
    step = {"seq": deciding["seq"], "step": deciding["legal"][0], "client_key": "a"}
    after = first.post(f"/api/games/{table['id']}/steps", json=step)
    assert after.status_code == 200
    client.app.state.services.tables.cache.drop(table["id"])  # read again from the log
    again = first.get(f"/api/games/{table['id']}").json()
    assert again["view"] == after.json()["view"]
    view = client.get(f"/api/games/{table['id']}/record").json()
    status, back = device.ask("POST", "/api/games/continue", {"content": view, "seats": ["human", "human"]})
    assert status == 201, back
    now = client.get(f"/api/games/{table['id']}").json()
    seat = now["mine"][0]
    seen = device.ask("GET", f"/api/games/{back['id']}?seat={seat}")[1]
    assert seen["view"]["turns"] == now["view"]["turns"]
    assert seen["view"]["position"] == now["view"]["position"]


def test_what_the_host_has_read_in_the_file_is_dealt_anew(client, device):
    file = device.ask("GET", f"/api/games/{played(device, 'paris')['id']}/export")[1]
    table = client.post("/api/games/continue", json={"content": file, "seats": ["human", "level1"]}).json()
    row = client.app.state.services.tables.cache.peek(table["id"]).row
    assert row["setup"] != file["record"]["setup"]
    assert row["turns"] == file["record"]["turns"]


def test_a_device_keeps_a_file_as_it_is(device):
    state = played(device, "lumiere")
    file = device.ask("GET", f"/api/games/{state['id']}/export")[1]
    _status, again = device.ask("POST", "/api/games/continue", {"content": file, "seats": ["human", "human"]})
    assert again["id"] != state["id"]
    assert again["view"] == state["view"]
    assert device.ask("GET", f"/api/games/{again['id']}/export")[1]["record"] == file["record"]
    later = LocalHost(device.shelf, answer)
    reply = device.loop.run_until_complete(later.request("GET", f"/api/games/{again['id']}", None, "en"))
    assert json.loads(reply.body)["view"] == state["view"]


def test_a_game_is_brought_to_another_device_exactly_and_once(device):
    state = played(device, "lumiere")
    here = f"/api/games/{state['id']}"
    device.ask("POST", f"{here}/undo", {})
    file = device.ask("GET", f"{here}/export")[1]
    other = Device()
    status, brought = other.ask("POST", "/api/games/import", file)
    assert (status, brought["id"]) == (201, state["id"])
    now = device.ask("GET", f"{here}?text=1")[1]
    assert other.ask("GET", f"{here}?text=1")[1] | {"now": 0} == now | {"now": 0}
    assert other.ask("POST", f"{here}/redo", {})[1]["seq"] == now["seq"] + 1
    assert other.ask("POST", "/api/games/import", file)[1]["seq"] == now["seq"] + 1  # what was played there stays
    assert len(other.ask("GET", "/api/me/games")[1]["games"]) == 1
    for broken in ({}, {"format": "lutetia-game/1"}, file | {"log": {"summary": {}, "events": []}}):
        status, said = other.ask("POST", "/api/games/import", broken)
        assert (status, said["error"]["code"]) == (422, "record")
    events = [*file["log"]["events"][:-2], file["log"]["events"][-1]]
    assert other.ask("POST", "/api/games/import", file | {"log": file["log"] | {"events": events}})[0] == 422
    other.loop.run_until_complete(other.host.close())
    other.loop.close()


def over():
    game = lutetia.new("lumiere", seed=1)
    while not game.over:
        game.play(game.legal()[0])
    return game.record()


@pytest.mark.parametrize(
    ("content", "seats", "code"),
    [
        ({}, ["human", "open"], "record"),
        ({"format": "lutetia-game/1"}, ["human", "open"], "record"),
        ({"format": "lutetia-view/1", "view": {"viewer": 1}}, ["human", "open"], "view"),
        (over(), ["human", "open"], "over"),
        (lutetia.new("lumiere", seed=1).record(), ["human", "open", "open"], "seats"),
        (lutetia.new("lumiere", seed=1).record(), ["level1", "open"], "seats"),
    ],
)
def test_what_cannot_go_on_is_refused(client, content, seats, code):
    assert error(client.post("/api/games/continue", json={"content": content, "seats": seats})) == code
