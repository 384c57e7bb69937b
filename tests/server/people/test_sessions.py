"""Sessions: cookies, how long they are valid, ending them, and what the log says about signing in."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.people.sessions import CONFIRMED_FOR, SEEN_EVERY, UNSEEN, YEAR
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, new_game
from server.people.helpers import PASSWORD, become_guest, me, register, rows, services, sign_in

# The first session


@pytest.mark.parametrize(("before", "taken"), [(True, 2), (False, 3)])
def test_who_gets_a_session_before_the_first_change_sits_down_once(client, another, before, taken):
    """The answer to the change is lost, and the cookie in it: it is sent again with what was there before."""
    table = new_game(client, "human", "open", "open", game="paris")["id"]
    newcomer = another()
    if before:
        newcomer.post("/api/me/guest")
    cookies = dict(newcomer.cookies)
    for _attempt in range(2):
        newcomer.cookies.clear()
        newcomer.cookies.update(cookies)
        answer = newcomer.post(f"/api/games/{table}/join", json={"client_key": "first"}).json()
    assert sum(seat["kind"] == "human" for seat in answer["seats"]) == taken


def test_a_session_is_got_once_and_kept(client):
    got = client.post("/api/me/guest")
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(got.headers["set-cookie"].split("; "))
    again = client.post("/api/me/guest")
    assert again.json()["person"]["id"] == got.json()["person"]["id"] == me(client)["id"]
    assert "set-cookie" not in again.headers
    register(client)
    assert client.post("/api/me/guest").json()["person"]["member"] is True, "a member stays one"
    assert len(rows(client, schema.person)) == 1


def test_a_session_is_the_servers_choice_and_only_for_our_own_pages(client, another):
    """Otherwise somebody could give others a session that they know, and see what they do with it."""
    client.cookies.set("lutetia", chosen := "x" * 43)
    given = client.post("/api/me/guest").headers["set-cookie"]
    assert given.startswith("lutetia=")
    assert chosen not in given
    stranger = another()
    stranger.cookies.set("lutetia", chosen)
    assert me(stranger) is None
    assert error(another().post("/api/me/guest", headers={"sec-fetch-site": "cross-site"})) == "cross-site"
    assert error(another().post("/api/me/guest", headers={"origin": "https://example.org"})) == "cross-site"
    assert another().get("/api/me/guest").status_code == 405
    assert len(rows(client, schema.person)) == 1


# Sessions


def test_sessions_are_listed_and_ended(client, another):
    register(client)
    phone, tablet = another(), another()
    sign_in(phone)
    sign_in(tablet)
    listed = client.get("/api/me/sessions").json()
    assert len(listed) == 3
    assert sum(session["this"] for session in listed) == 1
    assert all("id" not in session for session in listed)
    [mine] = [s["public"] for s in phone.get("/api/me/sessions").json() if s["this"]]
    assert client.delete(f"/api/me/sessions/{mine}").status_code == 204
    assert me(phone) is None
    assert client.delete(f"/api/me/sessions/{mine}").status_code == 404
    assert client.delete("/api/me/sessions").status_code == 204
    assert me(tablet) is None
    assert me(client) is not None


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox · Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0", "Edge · Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/129.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Chromium", "Chrome"),
        ("x" * 99, "x" * 60),
        ("", ""),
    ],
)
def test_sessions_name_the_browser_and_the_system(client, agent, name):
    register(client)
    client.headers["user-agent"] = agent
    assert sign_in(client).status_code == 200
    assert [one["browser"] for one in client.get("/api/me/sessions").json() if one["this"]] == [name]


def test_only_the_owner_can_end_a_session(client, another):
    become_guest(client)
    other = another()
    become_guest(other)
    [session] = other.get("/api/me/sessions").json()
    assert client.delete(f"/api/me/sessions/{session['public']}").status_code == 404
    assert me(other) is not None


def test_a_token_is_useless_after_signing_out(client, another):
    register(client)
    token = client.cookies["lutetia"]
    gone = client.post("/api/sign-out")
    assert (gone.status_code, gone.headers["clear-site-data"]) == (204, '"cache"')
    assert "lutetia" not in client.cookies
    client.cookies.set("lutetia", token)
    assert me(client) is None
    assert client.post("/api/sign-out").status_code == 204


def test_a_session_unused_for_a_year_expires(client):
    become_guest(client)
    people = services(client).people
    old = services(client).now() - YEAR - 1
    with write_transaction(services(client).database.engine) as connection:
        connection.execute(sa.update(schema.session).values(seen=old))
    people._cache.clear()
    assert me(client) is None


def test_a_members_session_expires_when_unused_and_after_a_year(client, another):
    register(client)
    new_game(other := another(), "human", "open")
    season, year = services(client).now() - UNSEEN - 1, services(client).now() - YEAR - 1
    for values, member in (({"seen": season}, False), ({"created": year}, False), ({}, True)):
        now = {"seen": services(client).now(), "created": services(client).now()} | values
        with write_transaction(services(client).database.engine) as connection:
            connection.execute(sa.update(schema.session).values(**now))
        services(client).people._cache.clear()
        assert (me(client) is not None) is member
        services(client).people._cache.clear()
        assert me(other) is not None, "a guest has nothing but the cookie"


def test_over_tls_the_cookie_has_the_host_prefix(client):
    there = {"base_url": "https://localhost:1889", "raise_server_exceptions": False}
    secure = TestClient(client.app, **there)
    secure.portal = client.portal
    cookie = secure.post("/api/friends/link").headers["set-cookie"]
    assert cookie.startswith("__Host-lutetia=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(cookie.split("; "))
    assert me(secure) is not None
    thrown = TestClient(client.app, cookies={"lutetia": secure.cookies["__Host-lutetia"]}, **there)
    thrown.portal = client.portal
    assert me(thrown) is None, "a cookie without the promise may come from a neighbour"


def test_irreversible_actions_need_the_password_again(client, another):
    register(client)
    sign_in(other := another())
    long_ago = services(client).now() - CONFIRMED_FOR - 1
    with write_transaction(services(client).database.engine) as connection:
        connection.execute(sa.update(schema.session).values(confirmed=long_ago))
    public = next(one["public"] for one in client.get("/api/me/sessions").json() if not one["this"])
    for path in ("/api/me", "/api/me/sessions", f"/api/me/sessions/{public}"):
        answer = client.delete(path)
        assert (answer.status_code, error(answer)) == (403, "confirm")
    assert error(client.post("/api/me/confirm", json={"password": "wrong"})) == "no-match"
    before = client.cookies["lutetia"]
    assert client.post("/api/me/confirm", json={"password": PASSWORD}).status_code == 204
    assert client.cookies["lutetia"] != before
    assert client.delete("/api/me/sessions").status_code == 204
    assert me(other) is None
    assert client.delete("/api/me").status_code == 204
    become_guest(other)
    assert error(other.post("/api/me/confirm", json={"password": PASSWORD})) == "no-password"
    assert other.delete("/api/me").status_code == 204, "a guest has no password to tell"


def test_sign_ins_are_logged_without_names_and_passwords(settings, capfd):
    settings.log_level = "info"
    with TestClient(make_app(settings), base_url=HERE) as client:
        register(client)
        person = me(client)["id"]
        sign_in(client, password="wrong-secret")
        sign_in(client)
        client.post("/api/me/password", json={"old": "wrong-secret", "new": "quite another horse"})
        client.post("/api/sign-out")
        client.delete("/api/me/sessions")
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    events = [line["event"] for line in lines if line["event"] != "request"]
    assert events == ["registered", "sign-in refused", "signed in", "password refused", "sessions ended"]
    assert {line["person"] for line in lines if line["event"] in events} == {person}
    refused = [line for line in lines if line.get("status") in (401, 403)]
    assert [(line["route"], line["status"]) for line in refused] == [
        ("/api/sign-in", 401),
        ("/api/me/password", 403),
        ("/api/me/sessions", 401),
    ]
    assert all(line["address"] == "testclient" and line["request"] and line["timestamp"] for line in refused)
    for secret in ("gustave", PASSWORD, "wrong-secret", "another horse"):
        assert secret not in written


def test_the_last_use_of_a_session_is_stored_now_and_then(client):
    become_guest(client)
    then = services(client).now() - SEEN_EVERY - 1
    with write_transaction(services(client).database.engine) as connection:
        connection.execute(sa.update(schema.session).values(seen=then))
    services(client).people._cache.clear()
    assert me(client) is not None
    [session] = rows(client, schema.session)
    assert session["seen"] > then + SEEN_EVERY


def test_too_many_sessions_push_out_the_oldest(client, monkeypatch):
    from lutetia.server.people import sessions

    monkeypatch.setattr(sessions, "MAX_SESSIONS", 3)
    register(client)
    for _again in range(5):
        client.cookies.clear()
        sign_in(client)
    assert len(client.get("/api/me/sessions").json()) == 3
    assert me(client) is not None


def test_sessions_are_cached_up_to_a_limit(client, another, monkeypatch):
    from lutetia.server.people import sessions

    monkeypatch.setattr(sessions, "CACHE_SIZE", 2)
    people = services(client).people
    for _again in range(4):
        become_guest(another())
    assert len(people._cache) <= 2
    become_guest(client)
    me(client)
    monkeypatch.setattr(people, "_look_up", None)  # asked again, it would fail
    assert me(client) is not None
