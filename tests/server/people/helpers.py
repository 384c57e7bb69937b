"""Helpers of the tests about people: become a guest, register, sign in, make friends, look into the database."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

PASSWORD = "le fer et la lumière"
PARIS = {"game": "paris", "seats": ["human", "open"]}


def become_guest(client):
    assert client.post("/api/friends/link").status_code == 200
    return me(client)


def me(client):
    answer = client.get("/api/me")
    assert answer.status_code == 200
    return answer.json()["person"]


def register(client, login="gustave", password=PASSWORD, **more):
    return client.post("/api/me/register", json={"login": login, "password": password, **more})


def become_member(client):
    """Register, unless the client is a member already; returns the account."""
    if not (person := me(client)) or not person["member"]:
        assert register(client, f"member-{secrets.token_hex(4)}").status_code == 200
    return me(client)


def sign_in(client, login="gustave", password=PASSWORD):
    return client.post("/api/sign-in", json={"login": login, "password": password})


def befriend(one, other):
    token = one.post("/api/friends/link").json()["token"]
    answer = other.post("/api/friends/accept", json={"token": token})
    assert answer.status_code == 200
    return answer.json()


def services(client):
    return client.app.state.services


def rows(client, table):
    return services(client).database.read_now(lambda c: c.execute(sa.select(table)).mappings().all())
