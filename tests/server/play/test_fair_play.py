"""Fair play among strangers: what somebody could gain by leaving, undoing or giving up, and does not."""

from __future__ import annotations

import pytest

from lutetia.server.http.app import make_app
from lutetia.server.play import deadlines

from server.conftest import error, new_game, stranger
from server.play.test_games import decider, look, take, two
from server.play.test_leaving import table_of, there
from server.times import DAY, SECOND, until

BLITZ = {"kind": "live", "base": 60, "increment": 5}
DAILY = {"kind": "turns", "days": 3}


@pytest.fixture
def app(settings, times, monkeypatch):
    monkeypatch.setattr(deadlines, "CHECK_EVERY", 0.01)
    monkeypatch.setattr(deadlines, "SWEEP_EVERY", 0.1)
    return make_app(settings, now=times)


def clock(client, game):
    return look(client, game)["clock"]


def others(people, one):
    return next(person for person in people if person is not one)


def play(game, people, steps):
    """So many steps, by whoever decides."""
    for _step in range(steps):
        assert take(*decider(game, *people)).status_code == 200


# ---- clocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rated", [False, True])
def test_leaving_and_coming_back_gives_no_time(client, times, rated):
    """`leave` then `back` used to fill one's own clock up to a minute, as often as wanted."""
    game, *people = two(client, pace=BLITZ, rated=rated)
    slow, state = decider(game, *people)
    for round_ in range(1, 4):
        times.goes_on(seconds=15)
        assert slow.post(f"/api/games/{game}/leave").status_code == 200
        assert slow.post(f"/api/games/{game}/back").status_code == 200
        assert clock(slow, game) == {"left": clock(slow, game)["left"], "running": state["seat"]}
        assert clock(slow, game)["left"][state["seat"]] == (60 - 15 * round_) * SECOND


@pytest.mark.parametrize("rated", [False, True])
def test_leaving_stops_no_clock(client, times, rated):
    """`leave` used to stop the running clock, also the opponent's."""
    game, *people = two(client, pace=BLITZ, rated=rated)
    slow, state = decider(game, *people)
    for leaving in (others(people, slow), slow):
        leaving.post(f"/api/games/{game}/leave")
        before = clock(slow, game)
        times.goes_on(seconds=10)
        after = clock(slow, game)
        assert before["running"] == after["running"] == state["seat"]
        assert after["left"][state["seat"]] == before["left"][state["seat"]] - 10 * SECOND
        leaving.post(f"/api/games/{game}/back")
    times.goes_on(seconds=41)
    until(lambda: (look(slow, game)["asks"]["left"] or {}).get("why") == "time")
    assert error(slow.post(f"/api/games/{game}/back")) == "late", "time that is up stays up"
    assert clock(slow, game)["left"][state["seat"]] == 0


def test_waiting_for_an_opponent_fills_no_clock_of_ones_own(client, times):
    game, *people = two(client, pace=BLITZ)
    thinking, state = decider(game, *people)
    others(people, thinking).post(f"/api/games/{game}/leave")
    times.goes_on(seconds=50)
    thinking.post(f"/api/games/{game}/choice", json={"choice": "wait"})
    assert clock(thinking, game)["left"][state["seat"]] == 10 * SECOND


def test_when_another_resigns_the_deciding_players_time_runs_on(client, times):
    """A resignation among three used to give the deciding player all the time of the turn back."""
    game, people = table_of(client, 3, pace=BLITZ)
    thinking, state = decider(game, *people.values())
    times.goes_on(seconds=50)
    others(people.values(), thinking).post(f"/api/games/{game}/resign")
    assert clock(thinking, game)["left"][state["seat"]] == 10 * SECOND


def test_no_accomplice_gives_time_in_a_rated_game_of_three(client, times):
    game, people = table_of(client, 3, pace=BLITZ, rated=True)
    late, _state = decider(game, *people.values())
    times.goes_on(seconds=61)
    left = until(lambda: look(late, game)["asks"]["left"])
    assert left["wait"] is False, "the page does not offer it"
    accomplice = others(people.values(), late)
    assert error(accomplice.post(f"/api/games/{game}/choice", json={"choice": "wait"})) == "rated"


def test_an_undone_turn_earns_the_increment_once(client, times):
    game, *people = two(client, pace=BLITZ)
    mover, state = decider(game, *people)
    for _time in range(3):
        take(mover, look(mover, game), state["legal"][0])
        mover.post(f"/api/games/{game}/undo")
        others(people, mover).post(f"/api/games/{game}/undo", json={"agree": True})
    assert clock(mover, game)["left"][state["seat"]] == 65 * SECOND


def test_undo_gives_no_days_back(client, times):
    """By turns, both used to have all their days again after an undo that was agreed to."""
    game, *people = two(client, pace=DAILY)
    mover, state = decider(game, *people)
    other = others(people, mover)
    times.goes_on(days=2)
    take(mover, state)
    times.goes_on(days=1)
    mover.post(f"/api/games/{game}/undo")
    after = other.post(f"/api/games/{game}/undo", json={"agree": True}).json()
    left = dict(after["clock"]["left"])
    assert (left.pop(state["seat"]), *left.values()) == (1 * DAY, 2 * DAY)


def test_a_player_who_asks_by_http_is_not_away(client, settings, monkeypatch):
    """A rated player without a connection, whose client asks again and again, used to be declared away."""
    game, *people = two(client, pace={"kind": "live", "base": 900, "increment": 0}, rated=True)
    asking, state = decider(game, *people)
    other = others(people, asking)
    hub = client.app.state.services.hub
    now = [0.0]
    monkeypatch.setattr(hub, "monotonic", lambda: now[0])
    person = asking.get("/api/me").json()["person"]["id"]
    with there(other, game):
        for path in ("", "/told", "/record", "/prospects"):
            now[0] += settings.away_seconds - 1
            assert hub.away(game, person) == settings.away_seconds - 1
            asking.get(f"/api/games/{game}{path}")
            assert hub.away(game, person) == 0
        now[0] += settings.away_seconds + 1
        assert until(lambda: look(other, game)["asks"]["left"]) == {"seat": state["seat"], "why": "away", "wait": True}


# ---- undo ------------------------------------------------------------------------------------------------------------


def test_a_bot_that_took_over_does_not_agree_for_the_player_who_left(client):
    """After "let a bot take over" undo used to be free, so that one could erase the steps of who had left."""
    game, *people = two(client)
    play(game, people, 8)
    mover, state = decider(game, *people)
    gone = others(people, mover)
    gone.post(f"/api/games/{game}/leave")
    after = mover.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"}).json()
    assert (after["undo"]["how"], after["undo"]["steps"]) == ("no", 0)
    assert error(mover.post(f"/api/games/{game}/undo")) == "no-undo"
    assert look(mover, game)["view"]["turns"] == state["view"]["turns"]
    gone.post(f"/api/games/{game}/back")
    assert look(mover, game)["undo"]["how"] == "ask", "back again, they can be asked"


def test_nothing_is_peeked_at_by_undo_once_somebody_has_left(client):
    """Draw, look, take back, draw elsewhere: that is free against bots alone, not where others have taken part."""
    game, *people = two(client, game="paris")
    mover, _state = decider(game, *people)
    others(people, mover).post(f"/api/games/{game}/leave")
    mover.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"})
    state = look(mover, game)
    drawn = take(mover, state, next(step for step in state["legal"] if step.startswith("draw "))).json()
    assert drawn["undo"]["how"] == "no"
    assert "revealed" in mover.post(f"/api/games/{game}/undo").json()["error"]["text"]
    alone = new_game(client, "human", "random", game="paris")
    alone = until(lambda: (s := look(client, alone["id"])) and s["legal"] and s, 60)
    drawn = take(client, alone, next(step for step in alone["legal"] if step.startswith("draw "))).json()
    assert drawn["undo"]["how"] == "free", "against bots alone there is no limit"


# ---- exactly once ----------------------------------------------------------------------------------------------------


def test_an_undo_from_an_outdated_position_changes_nothing(client):
    state = new_game(client, "human", "human")
    for _step in range(3):
        state = take(client, look(client, state["id"])).json()
    path, body = f"/api/games/{state['id']}", {"seq": state["seq"]}
    assert client.post(f"{path}/undo", json=body).status_code == 200
    late = client.post(f"{path}/undo", json=body)
    assert (late.status_code, late.json()["seq"], late.json()["type"]) == (409, state["seq"] + 1, "state")
    assert client.post(f"{path}/redo", json=body).status_code == 409


def test_an_action_sent_twice_is_done_once_and_answered_the_same(client):
    state = new_game(client, "human", "human")
    for _step in range(4):
        state = take(client, look(client, state["id"])).json()
    path = f"/api/games/{state['id']}"
    body = {"seq": state["seq"], "client_key": "once"}
    first = client.post(f"{path}/undo", json=body)
    take(client, first.json())
    again = client.post(f"{path}/undo", json=body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert look(client, state["id"])["seq"] == first.json()["seq"] + 1
    redo = {"client_key": "again"}
    client.post(f"{path}/undo")
    assert client.post(f"{path}/redo", json=redo).json() == client.post(f"{path}/redo", json=redo).json()


def test_the_key_of_an_action_is_ones_own(client):
    """When the join that began a game is sent again, its answer is the same; another person's key is another."""
    waiting = new_game(client, "human", "open")
    other, third = stranger(client), stranger(client)
    body = {"client_key": "sit"}
    joined = other.post(f"/api/games/{waiting['id']}/join", json=body).json()
    assert joined["status"] == "running"
    take(*decider(waiting["id"], client, other))
    assert other.post(f"/api/games/{waiting['id']}/join", json=body).json() == joined
    assert error(third.post(f"/api/games/{waiting['id']}/join", json=body)) == "no-seat"


def test_a_game_is_created_once_for_a_key(client):
    """A client that lost the answer and sent the request again used to have two games."""
    client.post("/api/friends/link")
    wanted = {"game": "lumiere", "seats": ["human", "human"], "client_key": "k1"}
    first = client.post("/api/games", json=wanted)
    take(client, first.json())
    again = client.post("/api/games", json=wanted)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert client.post("/api/games", json=wanted | {"client_key": "k2"}).json()["id"] != first.json()["id"]
    other = stranger(client)
    assert other.post("/api/games", json=wanted).json()["id"] != first.json()["id"], "keys of two people are two keys"
