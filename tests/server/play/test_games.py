"""Joining, playing, undoing, resigning and rematches, over HTTP."""

from __future__ import annotations

import random

import pytest

from server.conftest import new_game, stranger
from server.people.helpers import become_member
from server.times import until


def take(client, state, step=None, key=None):
    """A step, the first legal one unless said; returns the answer."""
    body = {"seq": state["seq"], "step": step or state["legal"][0], "client_key": key or f"k{random.random()}"}
    return client.post(f"/api/games/{state['id']}/steps", json=body)


def two(client, **more):
    """A running game of two people, and their clients."""
    other = stranger(client)
    if more.get("rated"):
        become_member(client), become_member(other)
    state = new_game(client, "human", "open", **more)
    assert state["status"] == "waiting"
    assert other.post(f"/api/games/{state['id']}/join").status_code == 200
    return state["id"], client, other


def look(client, game, **query):
    return client.get(f"/api/games/{game}", params=query).json()


def decider(game, *clients):
    """The client whose decision it is, and its state."""
    for client in clients:
        state = look(client, game)
        if state["legal"]:
            return client, state
    raise AssertionError("nobody decides")


def test_a_full_table_starts_at_once_and_another_waits_for_its_players(client):
    assert new_game(client, "human", "human")["status"] == "running"
    waiting = new_game(client, "human", "open")
    assert (waiting["status"], waiting["view"], waiting["legal"]) == ("waiting", None, [])
    assert client.post(f"/api/games/{waiting['id']}/start").json()["error"]["code"] == "open-seats"
    other = stranger(client)
    joined = other.post(f"/api/games/{waiting['id']}/join").json()
    assert (joined["status"], joined["seat"], joined["mine"]) == ("running", "blue", ["blue"])
    assert other.post(f"/api/games/{waiting['id']}/start").json()["status"] == "running"


def test_a_spectator_cannot_play(client):
    game, *_people = two(client)
    third = stranger(client)
    assert third.post(f"/api/games/{game}/join").json()["error"]["code"] == "no-seat"
    state = look(third, game)
    assert (state["seat"], state["mine"], state["legal"]) == (None, [], [])
    assert state["view"]["viewer"] is None
    assert take(third, state, "take L4").status_code == 403


def test_a_step_returns_the_new_state_and_the_others_see_it(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    after = take(client, state).json()
    assert after["seq"] == state["seq"] + 1
    assert after["events"][-1]["step"] == state["legal"][0]
    assert look(next(p for p in people if p is not client), game)["seq"] == after["seq"]


def test_an_illegal_step_says_which_rule_forbids_it(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    answer = take(client, state, "pass")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["rule"]) == ("illegal", "L22")
    assert look(client, game)["seq"] == state["seq"]


def test_a_step_from_an_outdated_position_returns_the_current_one(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    assert take(client, state).status_code == 200
    late = take(client, state)
    assert (late.status_code, late.json()["seq"]) == (409, state["seq"] + 1)


def test_a_repeated_request_applies_the_step_once_and_gets_the_same_response(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    first = take(client, state, key="once")
    other, fresh = decider(game, *people)
    take(other, fresh)
    again = take(client, state, key="once")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert look(client, game)["seq"] == fresh["seq"] + 1


def test_undo_against_bots_is_free_and_includes_their_steps(client):
    state = new_game(client, "human", "random", options={"first": "orange"})
    take(client, state)
    until(lambda: look(client, state["id"])["legal"], 60)  # the bot's process may have to start first
    after = look(client, state["id"])
    assert after["undo"] == {"how": "free", "steps": 2, "why": "", "redo": 0}
    back = client.post(f"/api/games/{state['id']}/undo").json()
    assert back["view"]["turns"] == []
    assert back["legal"] == state["legal"]
    assert back["seq"] > after["seq"]


def test_redo_repeats_the_own_step_and_the_bots_answers(client):
    state = new_game(client, "human", "random", options={"first": "orange"})
    path = f"/api/games/{state['id']}"
    assert client.post(f"{path}/redo").json()["error"]["code"] == "no-redo"
    take(client, state)
    until(lambda: look(client, state["id"])["legal"], 60)
    first = look(client, state["id"])
    take(client, first)
    until(lambda: len(look(client, state["id"])["legal"]) and look(client, state["id"])["seq"] >= first["seq"] + 2, 60)
    second = look(client, state["id"])
    assert client.post(f"{path}/undo").json()["view"] == first["view"]
    back = client.post(f"{path}/undo").json()
    assert (back["view"], back["undo"]["redo"]) == (state["view"], 2)
    again = client.post(f"{path}/redo").json()
    assert (again["view"], again["undo"]["redo"]) == (first["view"], 2), "one own step at a time"
    again = client.post(f"{path}/redo").json()
    assert (again["view"], again["undo"]["redo"]) == (second["view"], 0)


def test_another_step_discards_redo(client):
    state = new_game(client, "human", "human")
    take(client, state)
    back = client.post(f"/api/games/{state['id']}/undo").json()
    assert back["undo"]["redo"] == 1
    other = take(client, back, back["legal"][-1]).json()
    assert other["undo"]["redo"] == 0
    assert client.post(f"/api/games/{state['id']}/redo").json()["error"]["code"] == "no-redo"


def test_undo_between_people_needs_consent(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    other = next(p for p in people if p is not client)
    take(client, state)
    assert look(other, game)["undo"]["how"] == "no"
    asked = client.post(f"/api/games/{game}/undo").json()
    assert asked["asks"]["undo"]["seat"] == state["seat"]
    assert client.post(f"/api/games/{game}/undo", json={"agree": True}).status_code == 422
    done = other.post(f"/api/games/{game}/undo", json={"agree": True}).json()
    assert done["asks"]["undo"] is None
    assert done["view"]["turns"] == []
    take(client, look(client, game))
    client.post(f"/api/games/{game}/undo")
    refused = other.post(f"/api/games/{game}/undo", json={"agree": False}).json()
    assert (refused["asks"]["undo"], len(refused["view"]["turns"])) == (None, 1)


def test_undo_within_a_turn_is_free_until_something_is_revealed(host):
    game, *people = two(host, game="paris")
    client, state = decider(game, *people)
    drawn = take(client, state, next(s for s in state["legal"] if s.startswith("draw "))).json()
    assert drawn["undo"]["how"] == "ask"
    moved = take(client, drawn, next(s for s in drawn["legal"] if s.startswith("key "))).json()
    assert moved["undo"] == {"how": "free", "steps": 1, "why": "", "redo": 0}
    assert client.post(f"/api/games/{game}/undo").json()["legal"] == drawn["legal"]


def test_resigning_loses_and_the_loser_begins_the_rematch(host):
    game, client, other = two(host)
    over = client.post(f"/api/games/{game}/resign").json()
    assert over["status"] == "over"
    assert over["outcome"] == {"by": "resign", "seat": "orange", "ranks": {"orange": 2, "blue": 1}, "result": None}
    assert take(other, over, "take L4").json()["error"]["code"] == "over"
    following = client.post(f"/api/games/{game}/rematch").json()
    assert following["status"] == "waiting"
    assert stranger(host).post(f"/api/games/{following['id']}/join").status_code == 422, "the seat is kept"
    joined = other.post(f"/api/games/{game}/rematch").json()
    assert (joined["id"], joined["status"], joined["seat"]) == (following["id"], "running", "blue")
    assert joined["view"]["first"] == "orange"


def test_among_three_a_bot_replaces_who_resigns_and_comes_last(host):
    state = new_game(host, "human", "open", "open", game="paris")
    second, third = stranger(host), stranger(host)
    for client in (second, third):
        client.post(f"/api/games/{state['id']}/join")
    given_up = host.post(f"/api/games/{state['id']}/resign").json()
    assert given_up["status"] == "running"
    seat = given_up["seats"][0]
    assert (seat["resigned"], seat["bot"]) == (True, "level3")
    assert host.post(f"/api/games/{state['id']}/back").status_code == 422
    assert second.post(f"/api/games/{state['id']}/resign").json()["status"] == "running"
    over = third.post(f"/api/games/{state['id']}/resign").json()
    assert over["status"] == "over", "nobody is left to play for"


def test_at_one_device_each_seat_sees_its_own_view(client):
    state = new_game(client, "human", "human", options={"first": "orange"})
    assert state["seat"] == "orange"
    assert state["view"]["position"]["held"]["blue"] is None
    after = take(client, state).json()
    assert after["seat"] == "blue"
    assert after["view"]["position"]["held"]["orange"] is None
    assert look(client, state["id"], seat="orange")["view"]["position"]["held"]["orange"]


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ({"game": "chess"}, "there is no game chess"),
        ({"game": "lumiere", "options": {"first": "green"}}, "first"),
        ({"game": "lumiere", "seats": ["human", "open", "open"]}, "2 players"),
        ({"game": "lumiere", "seats": ["human", "level9"]}, "seats"),
        ({"game": "lumiere", "colour": "red"}, "colour"),
        ({"game": "lumiere", "rated": True, "seats": ["human", "level1"]}, "rated"),
        ({"game": "lumiere", "pace": {"kind": "live", "base": 1}}, "base"),
    ],
)
def test_an_invalid_new_game_is_refused_with_a_message(client, wanted, text):
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 422
    assert text in answer.json()["error"]["text"]


def test_whole_games_against_bots_end_with_a_record_that_replays(client):
    import lutetia

    for game, seats in (("lumiere", ("human", "random")), ("paris", ("human", "random", "random"))):
        state = new_game(client, *seats, game=game)
        rng = random.Random(7)
        while state["status"] != "over":
            if state["legal"]:
                state = take(client, state, rng.choice(state["legal"])).json()
            else:
                state = look(client, state["id"])
        record = client.get(f"/api/games/{state['id']}/record").json()
        assert lutetia.replay(record).result() == state["outcome"]["result"]


def test_looking_at_the_past_of_a_table_leaves_its_row_alone(host):
    game, client, other = two(host)
    assert client.post(f"/api/games/{game}/resign").json()["status"] == "over"
    assert other.post(f"/api/games/{game}/rematch").json()["status"] == "waiting"
    table = client.portal.call(client.app.state.services.tables.get, game)
    rematch, setup = table.events[-1], table.row["setup"]
    assert rematch.kind == "rematch"
    assert table.game.shared_record()["setup"] is setup, "it is kept once"
    table.apply(rematch._replace(seq=rematch.seq + 1, kind="wait"))
    past = table.as_of(rematch.seq)
    assert past.row == table.row
    assert past.row is not table.row
    assert table.row["setup"] is setup
