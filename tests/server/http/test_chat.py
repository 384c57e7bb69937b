"""Chat: phrases for everybody, free text among friends, private notes."""

from __future__ import annotations

import pytest

from lutetia.server.http.routes.chat import PRESETS

from server.conftest import error, live, new_game


@pytest.fixture
def table(client, another):
    """A game of two, and the second person."""
    other = another()
    game = new_game(client, "human", "open", private=False)["id"]
    assert other.post(f"/api/games/{game}/join", json={}).status_code == 200
    return f"/api/games/{game}", other


def befriend(one, other):
    token = one.post("/api/friends/link").json()["token"]
    assert other.post("/api/friends/accept", json={"token": token}).status_code == 200


def messages(client, game):
    return [m["text"] or m["preset"] for m in client.get(f"{game}/chat").json()["messages"]]


def test_strangers_can_send_phrases_only(client, table):
    game, other = table
    chat = client.get(f"{game}/chat").json()
    assert chat["messages"] == []
    assert chat["free"] is False
    assert set(chat["presets"]) == set(PRESETS)
    answer = client.post(f"{game}/chat", json={"preset": "hello"})
    assert answer.status_code == 200
    assert messages(other, game) == ["hello"]
    answer = client.post(f"{game}/chat", json={"text": "hello you"})
    assert (answer.status_code, error(answer)) == (403, "not-friends")
    assert messages(other, game) == ["hello"]


def test_a_message_that_is_sent_twice_is_said_once(client, table):
    """The answer to a request can get lost: sending it again with the same key says nothing twice."""
    game, other = table
    said = {"preset": "hello", "client_key": "once"}
    answers = [client.post(f"{game}/chat", json=said).json() for _time in range(2)]
    assert answers[0] == answers[1]
    assert other.post(f"{game}/chat", json=said).status_code == 200  # the key is the person's own
    assert messages(other, game) == ["hello", "hello"]


def test_friends_can_write_free_text_and_it_stays_text(client, table):
    game, other = table
    befriend(client, other)
    words = "<script>alert('é')</script> {name}"
    assert client.post(f"{game}/chat", json={"text": f"  {words} "}).json()["text"] == words
    assert other.post(f"{game}/chat", json={"text": "merci"}).status_code == 200
    assert messages(client, game) == messages(other, game) == [words, "merci"]


def test_people_at_a_private_table_can_write_free_text(client, another):
    other = another()
    game = new_game(client, "human", "open", private=True)["id"]
    assert other.post(f"/api/games/{game}/join", json={}).status_code == 200
    assert other.get(f"/api/games/{game}/chat").json()["free"] is True
    assert other.post(f"/api/games/{game}/chat", json={"text": "merci"}).status_code == 200
    assert messages(client, f"/api/games/{game}") == ["merci"]


def test_one_stranger_at_the_table_limits_everybody_to_phrases(client, another):
    second, third = another(), another()
    game = new_game(client, "human", "open", "open", game="paris", private=False)["id"]
    for one in (second, third):
        one.post(f"/api/games/{game}/join", json={})
    befriend(client, second)
    assert client.get(f"/api/games/{game}/chat").json()["free"] is False
    befriend(client, third)
    assert client.get(f"/api/games/{game}/chat").json()["free"] is True
    assert second.get(f"/api/games/{game}/chat").json()["free"] is False


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"preset": "hello", "text": "hello"},
        {"preset": "insult"},
        {"text": ""},
        {"text": "two\nlines"},
        {"text": "\x1b[2J"},
        {"text": "x" * 501},
        {"text": 7},
        {"words": "hello"},
    ],
)
def test_invalid_messages_are_refused(client, table, words):
    game, other = table
    befriend(client, other)
    answer = client.post(f"{game}/chat", json=words)
    assert answer.status_code == 422
    error(answer)
    assert messages(other, game) == []


def test_only_the_people_at_the_table_can_chat(client, table, another):
    game, _other = table
    watcher = another()
    message = client.post(f"{game}/chat", json={"preset": "hello"}).json()["id"]
    assert watcher.get(f"{game}/chat").status_code == 401
    watcher.post("/api/friends/link")
    asked = [
        watcher.get(f"{game}/chat"),
        watcher.post(f"{game}/chat", json={"preset": "hello"}),
        watcher.post(f"{game}/chat/{message}/report"),
        watcher.get(f"{game}/note"),
        watcher.put(f"{game}/note", json={"note": "x"}),
    ]
    assert [(answer.status_code, error(answer)) for answer in asked] == [(403, "not-yours")] * 5
    assert client.get("/api/games/nothing/chat").status_code == 404


def test_a_message_reaches_the_table_at_once_and_nobody_else(client, table, another):
    game, other = table
    id_ = game.rpartition("/")[2]
    with live(other, id_) as socket, live(another(), id_) as watching:
        assert socket.receive_json()["type"] == watching.receive_json()["type"] == "state"
        client.post(f"{game}/chat", json={"preset": "thinking"})
        news = socket.receive_json()
        while news["type"] != "chat":
            news = socket.receive_json()
        assert news["preset"] == "thinking"
        client.post(f"{game}/resign")
        heard = [watching.receive_json()]
        while heard[-1]["type"] != "state":
            heard.append(watching.receive_json())
        assert "chat" not in {message["type"] for message in heard}


def test_a_message_is_reported_once_by_each(client, table):
    game, other = table
    message = client.post(f"{game}/chat", json={"preset": "hello"}).json()["id"]
    assert [other.post(f"{game}/chat/{message}/report").status_code for _again in range(2)] == [204, 204]
    assert other.post(f"{game}/chat/nothing/report").status_code == 404
    elsewhere = new_game(other, "human", "human")["id"]
    assert other.post(f"/api/games/{elsewhere}/chat/{message}/report").status_code == 404


def test_notes_are_private(client, table):
    game, other = table
    assert client.get(f"{game}/note").json() == {"note": ""}
    note = "take the lamp\n\tthen wait"
    assert client.put(f"{game}/note", json={"note": note}).json() == {"note": note}
    assert client.get(f"{game}/note").json() == {"note": note}
    assert other.get(f"{game}/note").json() == {"note": ""}
    assert note not in other.get(game).text
    for bad in ("x" * 2001, "\x00", 3):
        assert client.put(f"{game}/note", json={"note": bad}).status_code == 422
