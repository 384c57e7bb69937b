"""Accounts: registering, signing in, passwords, and what a guest takes along."""

from __future__ import annotations

import asyncio
import json

import pytest

from lutetia.server.people import passwords
from lutetia.server.store import schema

from server.conftest import error
from server.people.helpers import PARIS, PASSWORD, become_guest, befriend, me, register, rows, sign_in

# Accounts


def test_a_guest_who_registers_keeps_the_games(client, another):
    guest = become_guest(client)
    game = client.post("/api/games", json=PARIS).json()["id"]
    before = client.cookies["lutetia"]
    answer = register(client, name="Gustave")
    assert answer.status_code == 200
    person = me(client)
    assert (person["id"], person["name"], person["member"], person["login"]) == (
        guest["id"],
        "Gustave",
        True,
        "gustave",
    )
    assert client.cookies["lutetia"] != before, "a cookie from before is worth nothing"
    state = client.get(f"/api/games/{game}").json()
    assert state["seats"][0]["name"] == "Gustave"
    thief = another()
    thief.cookies.set("lutetia", before)
    assert me(thief) is None


def test_a_visitor_can_register_without_being_a_guest_first(client):
    assert register(client).status_code == 200
    assert me(client)["member"] is True


def test_a_login_cannot_be_taken_twice_whatever_its_case(client, another):
    register(client)
    answer = register(another(), login="GUSTAVE")
    assert (answer.status_code, error(answer)) == (409, "login-taken")
    assert (register(client, login="other").status_code, me(client)["login"]) == (409, "gustave")


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("gu", PASSWORD),
        ("gustave eiffel", PASSWORD),
        ("gustave\n", PASSWORD),
        ("gustave", "short"),
        ("gustave", "x" * 129),
        ("gustave", "aaaaaaaaaaaa"),
        ("gustave", "gustave1889"),
        ("gustave", "password123"),
        ("gustave", "Liverpool1"),
        ("gustave", "lutetia-1889!"),
        ("gustave", "Cité de la Lumière 2026"),
        ("gustave", "147258369"),
    ],
)
def test_bad_logins_and_weak_passwords_are_refused(client, login, password):
    answer = register(client, login=login, password=password)
    assert answer.status_code == 422
    error(answer)
    assert rows(client, schema.person) == []


def test_a_failed_sign_in_does_not_say_what_was_wrong(client, another):
    register(client)
    stranger = another()
    answers = [sign_in(stranger, password="wrong"), sign_in(stranger, login="nobody"), sign_in(stranger, login="")]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert sign_in(stranger, login="Gustave").status_code == 200
    assert me(stranger)["id"] == me(client)["id"]


def test_an_unknown_login_costs_the_same_work(client, monkeypatch):
    asked = []
    monkeypatch.setattr(passwords, "_compare", lambda password, kept: asked.append(kept) or False)
    sign_in(client, login="nobody")
    assert asked == [None]


def test_the_password_is_hashed_even_if_nobody_has_the_login(monkeypatch):
    compared = []

    class Spy:
        def hash(self, password):
            return f"hash of {password}"

        def verify(self, password, kept):
            compared.append(kept)
            return True

    passwords._dummy_hash.cache_clear()
    monkeypatch.setattr(passwords, "_hasher", lambda: Spy())
    assert asyncio.run(passwords.matches("x", None)) is False
    assert asyncio.run(passwords.matches("x", "something")) is True
    assert compared == ["hash of nobody's password", "something"]


def test_a_guest_who_signs_in_keeps_games_friends_and_messages(client, another):
    register(client)
    guest, friend = another(), another()
    befriend(guest, friend)
    game = guest.post("/api/games", json=PARIS).json()["id"]
    assert friend.post(f"/api/games/{game}/join", json={}).status_code == 200
    assert guest.put(f"/api/games/{game}/note", json={"note": "watch the keys"}).status_code == 200
    assert guest.post(f"/api/games/{game}/chat", json={"text": "bonjour"}).status_code == 200
    old = me(guest)["id"]

    assert sign_in(guest).status_code == 200
    member = me(client)
    assert me(guest) == member
    seats = guest.get(f"/api/games/{game}").json()["seats"]
    assert member["id"] in [seat["person"] for seat in seats]
    assert client.get(f"/api/games/{game}/note").json() == {"note": "watch the keys"}
    assert [m["person"] for m in friend.get(f"/api/games/{game}/chat").json()["messages"]] == [member["id"]]
    assert [one["id"] for one in friend.get("/api/friends").json()] == [member["id"]]
    assert client.get(f"/api/people/{old}").status_code == 404
    assert old not in json.dumps([dict(row) for row in rows(client, schema.person)])


def test_signing_in_to_another_account_transfers_nothing(client, another):
    register(client)
    other = another()
    register(other, login="charles")
    game = other.post("/api/games", json=PARIS).json()["id"]
    assert sign_in(other).status_code == 200
    assert me(client)["id"] not in [s["person"] for s in client.get(f"/api/games/{game}").json()["seats"]]


def test_changing_the_password_ends_every_other_session(client, another):
    register(client)
    elsewhere = another()
    sign_in(elsewhere)
    answer = client.post("/api/me/password", json={"old": "wrong", "new": "other words than before"})
    assert (answer.status_code, error(answer)) == (403, "no-match")
    assert client.post("/api/me/password", json={"old": PASSWORD, "new": "other words"}).status_code == 204
    assert me(client)["login"] == "gustave"
    assert me(elsewhere) is None
    assert sign_in(elsewhere).status_code == 401
    assert sign_in(elsewhere, password="other words").status_code == 200


def test_a_guest_has_no_password(client):
    become_guest(client)
    answer = client.post("/api/me/password", json={"old": "", "new": "other words"})
    assert (answer.status_code, error(answer)) == (409, "no-password")
