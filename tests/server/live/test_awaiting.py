"""The games in which I have to decide: announced at once on every page, and notices per game."""

from __future__ import annotations

import json

import pytest

from lutetia.server.http.routes import awaiting
from lutetia.server.live import feed

from server.conftest import error, new_game, stranger
from server.play.test_games import decider, look, take, two


def awaits(client):
    return [game["id"] for game in client.get("/api/me/awaiting").json()["games"]]


@pytest.fixture
def news(host):
    """Open the stream of a user's awaiting games; returns a function that reads the next message."""
    opened = []

    def open_for(client):
        server = host.app.state.services
        (cookie,) = client.cookies.values()
        updates = awaiting._updates(server, host.portal.call(server.people.of_cookie, cookie), "127.0.0.1")
        opened.append(updates)
        return lambda: json.loads(host.portal.call(updates.__anext__))

    yield open_for
    for updates in opened:
        host.portal.call(updates.aclose)


def test_a_visitor_without_games_is_awaited_nowhere(client):
    assert awaits(client) == []
    assert error(client.get("/api/me/awaiting/events")) == "no-session"


def test_a_game_is_listed_for_the_deciding_player_only(host):
    game, *people = two(host)
    client, state = decider(game, *people)
    other = next(person for person in people if person is not client)
    assert (awaits(client), awaits(other), awaits(stranger(host))) == ([game], [], [])
    after = take(client, state, "take L4").json()
    while after["legal"]:
        after = take(client, after).json()
    assert (awaits(client), awaits(other)) == ([], [game])
    listed = other.get("/api/me/games").json()["games"]
    assert [one["id"] for one in listed if one["awaiting"]] == awaits(other)


def test_the_list_is_sent_whenever_it_changes(host, news):
    game, *people = two(host)
    client, state = decider(game, *people)
    other = next(person for person in people if person is not client)
    mine, theirs = news(client), news(other)
    assert [one["id"] for one in mine()["games"]] == [game]
    assert theirs() == {"type": "awaiting", "games": []}
    after = take(client, state, "take L4").json()
    while after["legal"]:
        after = take(client, after).json()
    assert mine() == {"type": "awaiting", "games": []}
    assert theirs()["games"] == other.get("/api/me/awaiting").json()["games"]
    assert other.post(f"/api/games/{game}/resign").status_code == 200
    assert theirs() == {"type": "awaiting", "games": []}


def test_an_idle_stream_gets_keep_alives_and_ends_with_its_session(client, news, monkeypatch):
    monkeypatch.setattr(feed, "KEEPALIVE", 0.01)
    new_game(client, "human", "open")
    mine = news(client)
    assert [mine()["type"] for _word in range(3)] == ["awaiting", "still-here", "still-here"]
    client.post("/api/sign-out")
    with pytest.raises(StopAsyncIteration):
        mine()
    assert client.app.state.services.hub._by_person == {}


def test_notices_can_be_turned_off_per_game(host, news):
    game, *people = two(host)
    client, _state = decider(game, *people)
    mine = news(client)
    assert [one["notices"] for one in mine()["games"]] == [True]
    assert client.put(f"/api/games/{game}/notices", json={"notices": False}).json() == {"notices": False}
    assert client.get(f"/api/games/{game}/notices").json() == {"notices": False}
    assert [one["notices"] for one in mine()["games"]] == [False]
    other = next(person for person in people if person is not client)
    assert other.get(f"/api/games/{game}/notices").json() == {"notices": True}
    watcher = stranger(host)
    watcher.post("/api/friends/link")
    assert error(watcher.put(f"/api/games/{game}/notices", json={"notices": False})) == "not-yours"


def test_a_seat_played_by_a_bot_does_not_await_its_owner(host):
    game, *people = two(host)
    client, _state = decider(game, *people)
    other = next(person for person in people if person is not client)
    client.post(f"/api/games/{game}/leave")
    other.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"})
    assert awaits(client) == []
    assert look(client, game)["status"] == "running"
