"""Players who leave: absent, gone or resigned; what the others may do, and coming back."""

from __future__ import annotations

import contextlib

import pytest

from lutetia.server.http.app import make_app
from lutetia.server.people import personal_data
from lutetia.server.play import deadlines, leaving
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, new_game, stranger
from server.people.helpers import become_member
from server.play.test_games import decider, look, take, two
from server.times import until

LIVE = {"kind": "live", "base": 600, "increment": 0}


@pytest.fixture
def app(settings, times, monkeypatch):
    monkeypatch.setattr(deadlines, "CHECK_EVERY", 0.01)
    monkeypatch.setattr(deadlines, "SWEEP_EVERY", 0.1)
    settings.away_seconds = 1
    return make_app(settings, now=times)


@contextlib.contextmanager
def there(client, game):
    """Somebody looks on over a socket."""
    with client.websocket_connect(f"{HERE}/api/games/{game}/live".replace("http", "ws")) as socket:
        socket.receive_json()
        yield socket


def table_of(client, players: int, **more):
    """A running game of Paris for so many people; its id and their clients, by seat."""
    people = [client, *(stranger(client) for _other in range(players - 1))]
    for person in people if more.get("rated") else ():
        become_member(person)
    state = new_game(client, "human", *["open"] * (players - 1), game="paris", **more)
    for other in people[1:]:
        other.post(f"/api/games/{state['id']}/join")
    return state["id"], {look(person, state["id"])["seat"]: person for person in people}


def test_the_others_choose_when_a_player_of_a_live_game_is_absent(client):
    """Given two at a live game, when who decides goes away for too long, then the other is asked; a step answers it."""
    game, *people = two(client, pace=LIVE)
    absent, state = decider(game, *people)
    other = next(person for person in people if person is not absent)
    with there(other, game):
        with there(absent, game):
            pass
        left = until(lambda: look(other, game)["asks"]["left"])
        assert left == {"seat": state["seat"], "why": "away", "wait": True}
        assert look(other, game)["clock"]["running"] == state["seat"], "an absent player's time runs on"
        back = absent.post(f"/api/games/{game}/back").json()
        assert (back["asks"]["left"], back["clock"]["running"]) == (None, state["seat"])


@pytest.mark.parametrize("why", ["away", "gone"])
def test_nobody_loses_a_game_by_claim_while_at_the_table(client, why):
    """A player who was back, but had not pressed "take my seat back" yet, could lose so."""
    game, *people = two(client, pace=LIVE)
    absent, state = decider(game, *people)
    other = next(person for person in people if person is not absent)
    with there(other, game):
        if why == "gone":
            absent.post(f"/api/games/{game}/leave")
        assert until(lambda: look(other, game)["asks"]["left"]) == {"seat": state["seat"], "why": why, "wait": True}
        with there(absent, game):
            for choice in ("claim", "bot"):
                refused = other.post(f"/api/games/{game}/choice", json={"choice": choice})
                assert (refused.status_code, error(refused)) == (409, "is-back")
        claimed = until(lambda: other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json().get("outcome"))
        assert claimed["by"] == "claim", "away again"


def said_to_be_back(line) -> str | None:
    """The seat that the next message about presence says is back."""
    while (message := line.receive_json())["type"] != "presence":
        assert message["type"] != "still-here", "nothing is said of it"
    return message["back"]


@pytest.mark.parametrize("why", ["away", "gone"])
def test_the_others_are_told_while_a_player_who_left_is_back(client, why):
    """A page offers to claim the game only when the server would let it."""
    game, *people = two(client, pace=LIVE)
    absent, state = decider(game, *people)
    other = next(person for person in people if person is not absent)
    with there(other, game) as line:
        assert said_to_be_back(line) is None, "nobody has left"
        if why == "gone":
            absent.post(f"/api/games/{game}/leave")
        until(lambda: look(other, game)["asks"]["left"])
        with there(absent, game):
            assert said_to_be_back(line) == state["seat"]
        while said_to_be_back(line):  # who was away and leaves again is not away at once
            assert why == "away"
        assert other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()["outcome"]["by"] == "claim"


def test_who_is_out_of_time_is_not_back_while_at_the_table(client, times):
    game, *people = two(client, pace=LIVE)
    late, _state = decider(game, *people)
    other = next(person for person in people if person is not late)
    times.goes_on(seconds=601)
    until(lambda: look(other, game)["asks"]["left"])
    with there(late, game), there(other, game) as line:
        assert said_to_be_back(line) is None
        assert other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()["outcome"]["by"] == "claim"


def test_a_player_who_never_connected_counts_as_absent(client):
    game, *people = two(client, pace=LIVE)
    absent, state = decider(game, *people)
    other = next(person for person in people if person is not absent)
    with there(other, game):
        assert until(lambda: look(other, game)["asks"]["left"]) == {"seat": state["seat"], "why": "away", "wait": True}
        assert take(absent, look(absent, game)).json()["asks"]["left"] is None


def test_nobody_is_absent_while_connected_or_without_a_clock(client, monkeypatch):
    game, *people = two(client, pace=LIVE)
    slow, *others = two(client)
    seconds = iter(range(10**6))
    monkeypatch.setattr(client.app.state.services.hub, "monotonic", lambda: float(next(seconds)))  # each look a second
    with there(people[0], game), there(people[1], game), there(others[0], slow):
        until(lambda: next(seconds) > 100)
        assert look(people[0], game)["asks"]["left"] is None
        assert look(others[0], slow)["asks"]["left"] is None


def test_leaving_before_the_start_frees_the_seat_and_passes_the_host_on(client, app):
    state = new_game(client, "human", "open", "open", game="paris")
    second, third = stranger(client), stranger(client)
    second.post(f"/api/games/{state['id']}/join")
    left = client.post(f"/api/games/{state['id']}/leave").json()
    assert [seat["kind"] for seat in left["seats"]] == ["open", "human", "open"]
    client.portal.call(app.state.services.tables.refresh, state["id"])  # as after a start
    assert look(second, state["id"])["host"], "the next is the host, and stays it"
    third.post(f"/api/games/{state['id']}/join")
    assert second.post(f"/api/games/{state['id']}/fill", json={"bot": "random"}).json()["status"] == "running"


def test_a_table_without_people_is_closed(client):
    state = new_game(client, "human", "open")
    assert client.post(f"/api/games/{state['id']}/leave").json()["outcome"]["by"] == "nobody"
    assert error(stranger(client).post(f"/api/games/{state['id']}/join")) == "no-seat"


def test_when_a_player_leaves_a_running_game_the_others_choose(client):
    game, *people = two(client)
    gone, state = decider(game, *people)
    other = next(person for person in people if person is not gone)
    assert error(other.post(f"/api/games/{game}/choice", json={"choice": "wait"})) == "nobody-left"
    left = gone.post(f"/api/games/{game}/leave").json()
    assert left["asks"]["left"] == {"seat": state["seat"], "why": "gone", "wait": True}
    assert error(stranger(client).post(f"/api/games/{game}/choice", json={"choice": "wait"})) in (
        "no-session",
        "not-yours",
    )
    waited = other.post(f"/api/games/{game}/choice", json={"choice": "wait"}).json()
    assert (waited["asks"]["left"], waited["status"]) == (None, "running")


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.full)])
def test_a_bot_replaces_who_resigns_among_several_and_ranks_last(client, players, monkeypatch):
    """Given three or four, when all but one resign one after the other, then bots play on to the end, and rank last."""
    monkeypatch.setattr(leaving, "STAND_IN", "random")  # a quick one
    game, people = table_of(client, players, pace=LIVE)
    *resigning, last = people
    for seat in resigning:
        state = people[seat].post(f"/api/games/{game}/resign").json()
        assert state["status"] == "running"
        assert next(s for s in state["seats"] if s["seat"] == seat)["bot"] == "random"
        assert seat not in state["clock"]["left"], "bots are not on the clock"
        assert error(people[seat].post(f"/api/games/{game}/back")) == "not-left", "resigned is resigned"
        assert error(people[seat].post(f"/api/games/{game}/resign")) == "not-yours"

    def going_on():
        state = look(people[last], game)
        if state["legal"]:
            take(people[last], state)
        return state if state["status"] == "over" else None

    over = until(going_on, 240)
    assert over["outcome"]["by"] == "play"
    ranks = over["outcome"]["ranks"]
    assert ranks[last] == 1
    assert all(ranks[seat] > 1 for seat in resigning)
    said = (
        people[last].get(f"/api/games/{game}?text=1").json()["text"],
        people[last].get(f"/api/games/{game}/told").json(),
    )
    assert not any("verdict" in text for text in said), "the points do not tell who won"


def test_when_the_last_person_resigns_the_game_is_over(client):
    game, people = table_of(client, 3)
    for person in people.values():
        state = person.post(f"/api/games/{game}/resign").json()
    assert (state["status"], state["outcome"]["by"]) == ("over", "resign")


def test_a_claim_among_three_ranks_the_late_player_last_and_a_bot_continues(client, times):
    game, people = table_of(client, 3, pace=LIVE)
    late, _state = decider(game, *people.values())
    times.goes_on(seconds=601)
    seat = until(lambda: look(late, game)["asks"]["left"])["seat"]
    other = next(person for person in people.values() if person is not late)
    state = other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()
    assert state["status"] == "running"
    claimed = next(s for s in state["seats"] if s["seat"] == seat)
    assert (claimed["resigned"], claimed["bot"], claimed["gave_up"]) == (True, "level3", "time")
    assert seat not in state["clock"]["left"]
    until(lambda: look(other, game)["clock"]["running"] not in (None, seat))  # the bot has moved
    assert look(other, game)["asks"]["left"] is None


def test_a_replaced_player_can_take_the_seat_back(client):
    game, people = table_of(client, 3)
    gone, state = decider(game, *people.values())
    other = next(person for person in people.values() if person is not gone)
    gone.post(f"/api/games/{game}/leave")
    other.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"})
    until(lambda: look(gone, game)["view"]["turns"], 30)
    back = gone.post(f"/api/games/{game}/back").json()
    assert [seat["bot"] for seat in back["seats"]] == [None] * 3
    assert next(e for e in back["events"] if e["kind"] == "back")["seat"] == state["seat"]


def test_an_undo_request_does_not_wait_for_a_replaced_player(host):
    """Given an undo of one's own step that waits for one answer, when a bot sits down there, then it is done.

    The next one is free, unless the bot has drawn a tile.
    """
    game, *people = two(host)
    client, state = decider(game, *people)
    other = next(person for person in people if person is not client)
    take(client, state)
    client.post(f"/api/games/{game}/undo")
    other.post(f"/api/games/{game}/leave")
    after = client.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"}).json()
    assert (after["asks"]["undo"], after["view"]["turns"]) == (None, [])
    assert [event["kind"] for event in after["events"]] == ["takeover", "undo"]
    take(client, look(client, game))
    until(lambda: look(client, game)["legal"], 30)
    state = look(client, game)
    drawn = any(event["step"].startswith("tile ") for event in state["events"][-2:])
    assert state["undo"]["how"] == ("no" if drawn else "free")
    assert client.post(f"/api/games/{game}/undo").status_code == (422 if drawn else 200)


def test_an_undo_request_still_waits_for_the_remaining_player(host):
    game, people = table_of(host, 3)
    client, state = decider(game, *people.values())
    gone, other = (person for person in people.values() if person is not client)
    ended = take(client, state).json()
    while ended["legal"]:
        ended = take(client, ended).json()
    assert client.post(f"/api/games/{game}/undo").json()["asks"]["undo"]["agreed"] == []
    gone.post(f"/api/games/{game}/leave")
    waits = other.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"}).json()
    assert waits["asks"]["undo"]["seat"] == state["seat"], "the other has not said anything yet"


@pytest.mark.parametrize("pace", [{"kind": "none"}, LIVE], ids=["none", "live"])
def test_when_a_player_deletes_the_account_the_others_choose(client, pace):
    game, *people = two(client, pace=pace)
    gone, state = decider(game, *people)
    other = next(person for person in people if person is not gone)
    waiting = new_game(gone, "human", "open")["id"]
    assert gone.delete("/api/me").status_code == 204
    assert until(lambda: look(other, game)["asks"]["left"]) == {"seat": state["seat"], "why": "gone", "wait": True}
    assert look(other, waiting)["status"] == "over"
    after = other.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"}).json()
    assert next(seat for seat in after["seats"] if seat["seat"] == state["seat"])["bot"] == "random"


def test_a_seat_without_a_person_is_noticed_on_its_turn(client, app):
    """A seat whose account was deleted, in a game without a clock: older servers left such seats."""
    game, *people = two(client)
    gone, state = decider(game, *people)
    other = next(person for person in people if person is not gone)
    person = gone.get("/api/me").json()["person"]["id"]
    with write_transaction(app.state.services.database.engine) as connection:
        personal_data.delete(connection, person, 0)
    client.portal.call(lambda: app.state.services.tables._refresh(app.state.services.tables.cache._alive[game]))
    with there(other, game):
        assert until(lambda: look(other, game)["asks"]["left"]) == {"seat": state["seat"], "why": "gone", "wait": True}
