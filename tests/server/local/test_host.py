"""A local table says exactly what a server says, for the same deal, ids and steps; and it keeps its games."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost, LocalPlayer
from lutetia.server.local.thinker import answer
from lutetia.server.play import seating

from server.conftest import HERE
from server.times import until

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def think(question: str) -> str:
    return await answer(question)


def local(shelf=None, **more) -> LocalHost:
    return LocalHost(shelf or MemoryShelf(), think, **more)


async def ask(host: LocalHost, method: str, address: str, body=None, language: str = "en"):
    status, said = await host.request(method, address, None if body is None else json.dumps(body), language)
    return status, json.loads(said)


async def decided(host: LocalHost, game: str):
    """The state once the bots have taken their steps."""
    while True:
        _status, state = await ask(host, "GET", f"/api/games/{game}?text=1")
        if state["status"] == "over" or state["legal"]:
            return state
        await asyncio.sleep(0.001)


class Both:
    """A server and a local host with the same deal, the same ids and the same time. Both must give the same answers."""

    def __init__(self, loop, client, host):
        self.loop, self.client, self.host = loop, client, host

    def ask(self, method, address, body=None):
        theirs = self.client.request(method, address, json=body)
        ours = self.loop.run_until_complete(self.host.request(method, address, body and json.dumps(body), "en"))
        assert (ours.status, json.loads(ours.body)) == (theirs.status_code, theirs.json())
        return theirs.json()

    def decided(self, game):
        ours = self.loop.run_until_complete(decided(self.host, game))
        until(lambda: self.client.get(f"/api/games/{game}").json()["seq"] >= ours["seq"])
        assert self.ask("GET", f"/api/games/{game}?text=1") == ours
        return ours


@pytest.mark.one_process
@pytest.mark.parametrize(("game", "most"), [("lumiere", 100), ("paris", 12)])
def test_a_local_game_says_what_a_server_says(settings, times, monkeypatch, game, most):
    def deal(name, **more):
        return lutetia.new(name, seed=5, **more)

    monkeypatch.setattr(seating, "new_id", lambda length=12: f"{game}5")
    monkeypatch.setattr("lutetia.server.local.device.PREFIX", "")  # otherwise only the ids would differ
    loop = asyncio.new_event_loop()
    with TestClient(make_app(settings, deal=deal, now=times), base_url=HERE) as client:
        me = client.post("/api/games", json={"game": game, "seats": ["human", "level2"]}).json()["seats"][0]
        host = local(player=LocalPlayer(me["person"], me["name"]), now=times, deal=deal)
        body = json.dumps({"game": game, "seats": ["human", "level2"]})
        assert loop.run_until_complete(host.request("POST", "/api/games", body, "en")).status == 201
        both, rng, here = Both(loop, client, host), random.Random(5), f"/api/games/{game}5"
        state = both.decided(f"{game}5")
        for number in range(most):
            if state["status"] == "over":
                break
            step = rng.choice(state["legal"])
            both.ask("POST", f"{here}/preview", {"step": step, "seq": state["seq"]})
            both.ask("POST", f"{here}/steps", {"seq": state["seq"], "step": "sing", "client_key": f"n{number}"})
            body = {"seq": state["seq"], "step": step, "client_key": f"k{number}"}
            before, state = state["seq"], both.ask("POST", f"{here}/steps?text=1", body)
            state = both.decided(f"{game}5")
            if number % 5 == 2 and state["status"] == "running":
                both.ask("POST", f"{here}/undo?text=1", {"seq": before})  # it has moved on: 409 with the state
                both.ask("POST", f"{here}/undo?text=1", {"seq": state["seq"]})
                state = both.decided(f"{game}5")
                both.ask("GET", f"{here}/prospects?seq={state['seq']}")
                both.ask("POST", f"{here}/redo", {"seq": state["seq"]})
                state = both.decided(f"{game}5")
        if state["status"] == "running":
            both.ask("POST", f"{here}/resign", {"seq": state["seq"]})
        assert both.ask("GET", f"{here}?text=1")["status"] == "over"
    loop.run_until_complete(host.close())
    loop.close()


async def test_hot_seat_on_one_device_and_a_reload_in_the_middle():
    shelf = MemoryShelf()
    host = local(shelf)
    wanted = {"game": "lumiere", "seats": ["human", "human"], "names": ["Ada", "Zoë"]}
    status, state = await ask(host, "POST", "/api/games", wanted)
    assert status == 201
    assert state["mine"] == ["orange", "blue"]
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Zoë"]
    here = f"/api/games/{state['id']}"
    for number in range(6):
        body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{number}"}
        status, state = await ask(host, "POST", f"{here}/steps", body)
        assert status == 200
    await host.close()
    _status, again = await ask(local(shelf), "GET", here)
    assert again["view"] == state["view"]
    assert again["legal"] == state["legal"]


async def test_two_tabs_with_one_game_do_not_overwrite_each_other():
    shelf = MemoryShelf()
    one, two = local(shelf), local(shelf)
    _status, state = await ask(one, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here = f"/api/games/{state['id']}"
    await ask(two, "GET", here)
    body = {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
    assert (await ask(one, "POST", f"{here}/steps", body))[0] == 200
    other = {"seq": state["seq"], "step": state["legal"][1], "client_key": "b"}
    status, now = await ask(two, "POST", f"{here}/steps", other)
    assert status == 409
    assert now["events"][-1]["step"] == state["legal"][0]


async def test_a_game_that_another_tab_has_removed_is_gone_whatever_happens_to_it_here():
    shelf = MemoryShelf()
    one, two = local(shelf), local(shelf)
    _status, state = await ask(one, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here, body = f"/api/games/{state['id']}", {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
    await ask(two, "GET", here)
    assert (await ask(one, "DELETE", here))[0] == 200
    assert (await ask(two, "POST", f"{here}/steps", body))[0] == 404
    assert (await ask(two, "DELETE", here))[0] == 404
    assert (await ask(two, "GET", "/api/me/games"))[1]["games"] == []


async def test_a_game_that_cannot_be_restored_can_be_removed():
    shelf = MemoryShelf()
    _status, state = await ask(local(shelf), "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    summary, events = shelf.games[state["id"]]
    shelf.games[state["id"]] = (summary, events[1:])
    host, here = local(shelf), f"/api/games/{state['id']}"
    assert (await ask(host, "GET", here))[1]["error"]["code"] == "damaged"
    assert (await ask(host, "DELETE", here))[0] == 200
    assert (await ask(host, "GET", "/api/me/games"))[1]["games"] == []


async def test_the_watch_over_bots_survives_a_game_that_it_cannot_read(monkeypatch):
    monkeypatch.setattr("lutetia.server.play.deadlines.SWEEP_EVERY", 0.001)
    shelf = MemoryShelf()
    shelf.games["bad"] = ("{}", [])
    wanted = {"game": "lumiere", "seats": ["level1", "human"], "options": {"first": "orange"}}
    closed = local(shelf)
    status, state = await ask(closed, "POST", "/api/games", wanted)
    assert status == 201, state
    await closed.close()  # before the bot has decided
    host = local(shelf)
    host.open()
    await asyncio.sleep(0.02)
    del shelf.games["bad"]
    async with asyncio.timeout(10):
        while len((await shelf.read(state["id"]))[1]) == state["seq"] + 1:
            await asyncio.sleep(0.01)
    await host.close()


class FullShelf(MemoryShelf):
    """A disk without room, or with room for so many events."""

    full = False
    room = 1_000

    async def write(self, game, seq, summary, events):
        if self.full or seq + len(events) > self.room:
            raise OSError("no room")
        return await super().write(game, seq, summary, events)


async def test_a_step_that_cannot_be_stored_is_not_taken():
    shelf = FullShelf()
    host = local(shelf)
    _status, state = await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here, body = f"/api/games/{state['id']}", {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
    shelf.full = True
    status, said = await ask(host, "POST", f"{here}/steps", body)
    assert (status, said["error"]["code"]) == (503, "store")
    assert (await ask(host, "GET", here))[1]["seq"] == state["seq"]
    shelf.full = False
    assert (await ask(host, "POST", f"{here}/steps", body))[0] == 200


async def test_the_clock_ends_a_turn_and_the_store_is_not_read_for_every_check(monkeypatch):
    class CountedShelf(MemoryShelf):
        read_all = 0

        async def summaries(self):
            self.read_all += 1
            return await super().summaries()

    monkeypatch.setattr("lutetia.server.play.deadlines.CHECK_EVERY", 0.001)
    shelf, now = CountedShelf(), [1_000_000]
    host = local(shelf, now=lambda: now[0])
    pace = {"kind": "live", "base": 60, "increment": 0}
    wanted = {"game": "lumiere", "seats": ["human", "human"], "pace": pace}
    status, state = await ask(host, "POST", "/api/games", wanted)
    assert status == 201, state
    here = f"/api/games/{state['id']}"
    host.open()
    await asyncio.sleep(0.1)
    assert (await ask(host, "GET", here))[1]["asks"]["left"] is None
    assert shelf.read_all == 1  # the look for waiting bots
    now[0] += 61_000
    async with asyncio.timeout(10):
        while not (await ask(host, "GET", here))[1]["asks"]["left"]:
            await asyncio.sleep(0.01)
    assert shelf.read_all == 1
    await host.close()


async def test_a_game_is_brought_whole_or_not_at_all_and_one_that_went_on_elsewhere_is_brought_up_to_date():
    home = local()
    _status, state = await ask(home, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here = f"/api/games/{state['id']}"

    async def step(host, number=0):
        _status, now = await ask(host, "GET", here)
        body = {"seq": now["seq"], "step": now["legal"][number], "client_key": f"k{now['seq']}"}
        return (await ask(host, "POST", f"{here}/steps", body))[1]

    for _number in range(3):
        await step(home)
    _status, file = await ask(home, "GET", f"{here}/export")
    shelf = FullShelf()
    shelf.room = len(file["log"]["events"]) - 1
    away = local(shelf)
    status, said = await ask(away, "POST", "/api/games/import", file)
    assert (status, said["error"]["code"]) == (503, "store")
    assert shelf.games == {}
    shelf.room = 1_000
    assert (await ask(away, "POST", "/api/games/import", file))[0] == 201
    assert (await ask(away, "GET", here))[1]["view"] == (await ask(home, "GET", here))[1]["view"]
    await step(away)
    _status, later = await ask(away, "GET", f"{here}/export")
    assert (await ask(home, "POST", "/api/games/import", later))[1]["seq"] == (await ask(away, "GET", here))[1]["seq"]
    await step(home, 0)
    other = await step(away, 1)  # now the two go different ways
    _status, stayed = await ask(home, "GET", here)
    _status, file = await ask(away, "GET", f"{here}/export")
    assert (await ask(home, "POST", "/api/games/import", file))[1]["view"] == stayed["view"] != other["view"]


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("summary",), None, "summary is missing"),
        (("summary", "row", "private"), ..., "row.private is missing"),
        (("summary", "row", "colour"), "red", "row has an unknown key: colour"),
        (("summary", "row", "id"), "a b/c", "row.id must be local- and then letters and digits, not a b/c"),
        (("summary", "row", "language"), 5, "row.language must be str, not int"),
        (("summary", "row", "pace"), {}, "its events do not lead to its position"),
        (("summary", "seats"), [], "seats is missing"),
        (("summary", "seats", 0, "name"), ["Ada"], "seats[0].name must be str or null, not list"),
        (("events", 1, "at"), "noon", "events[1].at must be int, not str"),
        (("events", 1, "seq"), 7, "events must be numbered from 0 on"),
        (("events", 1, "state_hash"), "other", "its events do not lead to its position"),
    ],
)
async def test_a_damaged_file_is_refused_with_what_is_wrong_and_nothing_is_stored(place, value, said):
    home, shelf = local(), MemoryShelf()
    _status, state = await ask(home, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    _status, file = await ask(home, "GET", f"/api/games/{state['id']}/export")
    part = file["log"]
    for name in place[:-1]:
        part = part[name]
    part[place[-1]] = value
    if value is ...:
        del part[place[-1]]
    status, answered = await ask(local(shelf), "POST", "/api/games/import", file)
    assert (status, answered["error"]["code"]) == (422, "record")
    assert said in answered["error"]["text"]
    assert shelf.games == {}


async def test_what_a_file_says_about_its_game_is_worked_out_again():
    home, away = local(), local()
    _status, state = await ask(home, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    _status, file = await ask(home, "GET", f"/api/games/{state['id']}/export")
    summary = file["log"]["summary"]
    file["log"]["summary"] = {"row": summary["row"], "seats": summary["seats"], "status": "over"}
    assert (await ask(away, "POST", "/api/games/import", file))[0] == 201
    assert (await ask(away, "GET", "/api/me/games"))[1] == (await ask(home, "GET", "/api/me/games"))[1]


async def test_a_bot_whose_worker_fails_does_not_stop_the_game():
    async def fail(question: str) -> str:
        raise RuntimeError("the worker has crashed")

    host = LocalHost(MemoryShelf(), fail)
    _status, state = await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["level1", "human"]})
    state = await decided(host, state["id"])
    assert state["legal"]
    status, said = await ask(host, "POST", f"/api/games/{state['id']}/hint", {"seq": state["seq"], "client_key": "h"})
    assert (status, said["error"]["code"]) == (503, "no-hint")
    await host.close()


async def test_a_bot_stops_thinking_when_a_turn_is_taken_back():
    endless, given_up = [], []

    async def think(question: str) -> str:
        if endless or not played:
            return await answer(question)
        endless.append(question)
        return await asyncio.Event().wait()

    async def step():
        nonlocal played
        state, played = await decided(host, game), True
        while state["legal"]:
            body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{state['seq']}"}
            _status, state = await ask(host, "POST", f"/api/games/{game}/steps", body)
        return state

    host, played = LocalHost(MemoryShelf(), think, give_up=given_up.append), False
    game = (await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "level1"]}))[1]["id"]
    async with asyncio.timeout(10):
        state = await step()
        while not endless:
            await asyncio.sleep(0.001)
        assert given_up == []
        assert (await ask(host, "POST", f"/api/games/{game}/undo", {"seq": state["seq"]}))[0] == 200
        await step()
        assert (await decided(host, game))["legal"]
    assert given_up == endless
    await host.close()


async def test_the_same_request_twice_creates_one_game():
    host = local()
    wanted = {"game": "lumiere", "seats": ["human", "level1"], "client_key": "once"}
    first, second = await ask(host, "POST", "/api/games", wanted), await ask(host, "POST", "/api/games", wanted)
    assert first[1]["id"] == second[1]["id"]
    assert len((await ask(host, "GET", "/api/me/games"))[1]["games"]) == 1
    await host.close()


async def test_a_connection_hears_every_change_and_answers_steps():
    host, heard = local(), []
    _status, state = await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    connection = await host.connect(state["id"], "pl", lambda text: heard.append(json.loads(text)))
    assert [message["type"] for message in heard] == ["state", "presence"]
    assert heard[0]["text"]["language"] == "pl"
    body = {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
    said = json.loads(await host.submit(connection, json.dumps(body)))
    assert (said["type"], said["status"], said["client_key"]) == ("answer", 200, "a")
    await ask(host, "POST", f"/api/games/{state['id']}/undo", {})
    await asyncio.sleep(0.01)
    assert [message["seq"] for message in heard if message["type"] == "state"] == [1, 3]
    host.disconnect(connection)
    await ask(host, "POST", f"/api/games/{state['id']}/redo", {})
    await asyncio.sleep(0.01)
    assert heard[-1]["seq"] == 3
    await host.close()


async def test_a_hint_is_given_and_a_game_can_be_removed():
    host = local()
    _status, state = await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here = f"/api/games/{state['id']}"
    status, hint = await ask(host, "POST", f"{here}/hint", {"seq": state["seq"]})
    assert status == 200
    assert hint["step"] in state["legal"]
    assert hint["text"]
    assert (await ask(host, "DELETE", here))[0] == 200
    assert (await ask(host, "GET", here))[0] == 404


@pytest.mark.parametrize(
    ("method", "address", "body", "status", "said"),
    [
        ("POST", "/api/games", {"game": "whist"}, 422, "whist"),
        ("POST", "/api/games", {"game": "lumiere", "seats": "human"}, 422, "seats: list is needed, not str"),
        ("POST", "/api/games", {"game": "lumiere", "colour": 1}, 422, "colour: there is no such key; there are: game"),
        ("POST", "/api/games", {"game": "lumiere", "names": ["x" * 41]}, 422, "at most 40 characters"),
        ("POST", "/api/games", {"game": "lumiere", "rated": True}, 403, "not rated"),
        ("POST", "/api/games", [], 422, "body: an object is needed"),
        ("GET", "/api/games/none", None, 404, "no game"),
        ("GET", "/anything", None, 404, "nothing at this address"),
        ("GET", "/api/friends", None, 501, "needs a server"),
        ("POST", "/api/sign-in", {}, 501, "needs a server"),
        ("POST", "/api/games/none/steps", {"seq": 1, "step": "x"}, 422, "client_key: this is missing"),
        ("POST", "/api/games/none/steps", {"seq": -1, "step": "x", "client_key": "a"}, 422, "seq: from 0"),
        ("POST", "/api/games/none/steps", {"seq": True, "step": "x", "client_key": "a"}, 422, "int is needed"),
    ],
)
async def test_bad_requests_are_refused_with_what_is_allowed(method, address, body, status, said):
    found, answered = await ask(local(), method, address, body)
    assert found == status
    assert said in answered["error"]["text"]


async def test_what_is_no_json_is_refused():
    assert (await local().request("POST", "/api/games", "{", "en")).status == 422
