"""People: guests, friends, ratings, languages; what is stored about them, and that it can be deleted."""

from __future__ import annotations

import asyncio
import json

import pytest
import sqlalchemy as sa

from lutetia.core.i18n import language
from lutetia.server.http.languages import languages, negotiate_language
from lutetia.server.people import passwords, ratings
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import error
from server.people.helpers import PARIS, PASSWORD, become_guest, befriend, me, register, rows, services, sign_in

# Who I am


def test_a_visitor_without_a_session_is_nobody(client):
    answer = client.get("/api/me")
    assert answer.json() == {"person": None, "language": "en", "languages": languages()}
    assert "set-cookie" not in answer.headers


def test_a_guest_is_known_by_a_cookie_and_only_its_hash_is_stored(client):
    answer = client.post("/api/friends/link")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    person = me(client)
    assert person["member"] is False
    assert person["login"] is None
    assert person["name"].split()[-1].isdecimal()
    token = client.cookies["lutetia"]
    assert token not in json.dumps([dict(row) for row in rows(client, schema.session)])


def test_name_language_and_settings_change_independently(client):
    become_guest(client)
    assert client.patch("/api/me", json={"name": "  Zoë  "}).json()["person"]["name"] == "Zoë"
    after = client.patch("/api/me", json={"language": "cs", "settings": {"sound": True, "speed": 2}}).json()
    assert after["person"]["name"] == "Zoë"
    assert after["language"] == "cs"
    after = client.patch("/api/me", json={"settings": {"sound": None}}).json()["person"]
    assert after["settings"] == {"speed": 2}
    assert client.patch("/api/me", json={}).json()["person"] == after
    assert client.patch("/api/me", json={"language": None}).json()["person"]["language"] is None


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "a\x00b", "a\u202eb", "x" * 41, 7, None])
def test_names_are_short_and_visible(client, name):
    become_guest(client)
    answer = client.patch("/api/me", json={"name": name})
    assert answer.status_code == 422
    error(answer)


@pytest.mark.parametrize(
    "changes",
    [
        {"language": "tlh"},
        {"settings": {"x": 1.5}},
        {"settings": {"x": "y" * 201}},
        {"settings": {"A B": 1}},
        {"admin": True},
        {"settings": {f"s{i}": 1 for i in range(51)}},
    ],
)
def test_invalid_changes_of_a_profile_are_refused(client, changes):
    before = become_guest(client)
    assert client.patch("/api/me", json=changes).status_code == 422
    assert me(client) == before


def test_visitors_without_a_session_can_change_nothing(client):
    asked = [
        client.patch("/api/me", json={"name": "x"}),
        client.delete("/api/me"),
        client.post("/api/me/password", json={"old": "a", "new": PASSWORD}),
        client.get("/api/me/sessions"),
        client.delete("/api/me/sessions"),
        client.delete("/api/me/sessions/abc"),
        client.get("/api/me/export"),
        client.get("/api/friends"),
        client.delete("/api/friends/abc"),
    ]
    assert [answer.status_code for answer in asked] == [401] * len(asked)
    assert {error(answer) for answer in asked} == {"no-session"}


# Friends


def test_a_friend_link_makes_two_people_friends(client, another):
    other = another()
    friend = befriend(client, other)
    assert friend["id"] == me(client)["id"]
    assert [one["id"] for one in client.get("/api/friends").json()] == [me(other)["id"]]
    assert befriend(client, other)["id"] == friend["id"], "once more changes nothing"
    assert client.get(f"/api/people/{me(other)['id']}").json()["friend"] is True
    assert other.delete(f"/api/friends/{friend['id']}").status_code == 204
    assert client.get("/api/friends").json() == other.get("/api/friends").json() == []


def test_friend_links_expire(client, another):
    first = client.post("/api/friends/link").json()["token"]
    second = client.post("/api/friends/link").json()["token"]
    other = another()
    answer = other.post("/api/friends/accept", json={"token": first})
    assert (answer.status_code, error(answer)) == (404, "no-link")
    assert me(other) is None, "a bad link makes nobody a guest"
    with write_transaction(services(client).database.engine) as connection:
        connection.execute(sa.update(schema.friend_link).values(at=0))
    assert other.post("/api/friends/accept", json={"token": second}).status_code == 404
    own = client.post("/api/friends/link").json()["token"]
    answer = client.post("/api/friends/accept", json={"token": own})
    assert (answer.status_code, error(answer)) == (409, "own-link")


# Ratings and profiles


def test_ratings_follow_the_ranks(client, another):
    ids = [become_guest(one)["id"] for one in (client, another(), another())]

    def play(connection):
        for _game in range(5):
            ratings.rate(connection, "paris", {ids[0]: 1, ids[1]: 2, ids[2]: 2, "gone": 4})
        ratings.rate(connection, "lumiere", {ids[0]: 1})

    with write_transaction(services(client).database.engine) as connection:
        play(connection)
    shown = [client.get(f"/api/people/{one}").json()["ratings"] for one in ids]
    assert all(list(one) == ["paris"] for one in shown)
    points = [one["paris"]["points"] for one in shown]
    assert points[0] > points[1] == points[2] > 0
    assert shown[0]["paris"]["games"] == 5
    assert me(client)["ratings"] == shown[0]
    assert ratings.Rating(25.0, 25 / 3, 0).points == 1000


def test_a_public_profile_shows_only_public_data(client, another):
    register(client)
    client.post("/api/games", json=PARIS)
    person = me(client)
    answer = another().get(f"/api/people/{person['id']}")
    assert answer.json() == {
        "id": person["id"],
        "name": person["name"],
        "member": True,
        "friend": False,
        "ratings": {},
        "games": {"finished": 0, "running": 0},
    }
    assert client.get("/api/people/nobody").status_code == 404


# Taking along and going


def test_the_export_contains_all_own_data_and_no_secret(client, another):
    register(client, name="Gustave")
    befriend(client, another())
    game = client.post("/api/games", json=PARIS).json()["id"]
    client.put(f"/api/games/{game}/note", json={"note": "mine"})
    client.post(f"/api/games/{game}/chat", json={"preset": "hello"})
    answer = client.get("/api/me/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    kept = answer.json()
    assert kept["person"]["login"] == "gustave"
    assert [seat["note"] for seat in kept["seats"]] == ["mine"]
    assert [row["id"] for row in kept["hosted"]] == [game]
    assert [row["preset"] for row in kept["chat"]] == ["hello"]
    assert len(kept["friends"]) == len(kept["sessions"]) == 1
    [person] = [row for row in rows(client, schema.person) if row["login"]]
    for secret in (
        *(row["id"] for row in rows(client, schema.session)),
        person["password"],
        "argon2",
        client.cookies["lutetia"],
    ):
        assert secret not in answer.text


def test_a_deleted_account_leaves_only_games_of_others(client, another):
    register(client, name="Gustave")
    other = another()
    befriend(client, other)
    game = client.post("/api/games", json=PARIS).json()["id"]
    other.post(f"/api/games/{game}/join", json={})
    client.put(f"/api/games/{game}/note", json={"note": "secret plan"})
    client.post(f"/api/games/{game}/chat", json={"text": "confidential"})
    gone = me(client)["id"]

    assert client.delete("/api/me").status_code == 204
    assert me(client) is None
    assert sign_in(another()).status_code == 401
    assert client.get(f"/api/people/{gone}").status_code == 404
    assert other.get("/api/friends").json() == []
    state = other.get(f"/api/games/{game}")
    assert state.status_code == 200
    assert "Gustave" not in state.text
    assert gone not in state.text
    everything = json.dumps(
        [[dict(row) for row in rows(client, table)] for table in schema.metadata.sorted_tables], default=str
    )
    for word in ("Gustave", "gustave", "secret plan", "confidential"):
        assert word not in everything
    assert register(another()).status_code == 200, "the login is free again"


# Languages


def test_the_best_language_of_accept_language_is_chosen():
    assert negotiate_language("") == "en"
    assert negotiate_language("sv, tlh") == "en"
    assert negotiate_language("fr, tlh") == "fr"
    assert negotiate_language("tlh, pl;q=0.9, en;q=0.8") == "pl"
    assert (negotiate_language("pt-BR"), negotiate_language("pt-PT")) == ("pt-BR", "pt")
    assert negotiate_language("en;q=0.1, cs-CZ;q=x, cs;q=0.9") == "cs"
    assert language.get() is None


def test_the_accounts_language_goes_before_the_browsers(client, monkeypatch):
    change = {"language": "pl"}
    assert client.get("/api/me", headers={"accept-language": "cs"}).json()["language"] == "cs"
    become_guest(client)
    client.patch("/api/me", json=change)
    assert client.get("/api/me", headers={"accept-language": "cs"}).json()["language"] == "pl"


def test_passwords_are_stored_with_argon2(monkeypatch):
    from pwdlib import PasswordHash

    monkeypatch.setattr(passwords, "_hasher", PasswordHash.recommended)
    kept = passwords.hash_now(PASSWORD)
    assert kept.startswith("$argon2id$")
    assert asyncio.run(passwords.matches(PASSWORD, kept))
    assert not asyncio.run(passwords.matches(PASSWORD + " ", kept))
