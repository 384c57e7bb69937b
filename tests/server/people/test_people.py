"""People: guests, accounts, sessions, friends, ratings; what is stored about them, and that it can be deleted."""

from __future__ import annotations

import asyncio
import json

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.core.i18n import language
from lutetia.server.http.app import make_app
from lutetia.server.http.languages import languages, negotiate_language
from lutetia.server.people import passwords, ratings
from lutetia.server.people.sessions import CONFIRMED_FOR, SEEN_EVERY, UNSEEN, YEAR
from lutetia.server.store import schema

from server.conftest import HERE, error, new_game

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
    with services(client).database.engine.begin() as connection:
        connection.execute(sa.update(schema.session).values(seen=old))
    people._cache.clear()
    assert me(client) is None


def test_a_members_session_expires_when_unused_and_after_a_year(client, another):
    register(client)
    new_game(other := another(), "human", "open")
    season, year = services(client).now() - UNSEEN - 1, services(client).now() - YEAR - 1
    for values, member in (({"seen": season}, False), ({"created": year}, False), ({}, True)):
        now = {"seen": services(client).now(), "created": services(client).now()} | values
        with services(client).database.engine.begin() as connection:
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
    with services(client).database.engine.begin() as connection:
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
    with services(client).database.engine.begin() as connection:
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
    with services(client).database.engine.begin() as connection:
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

    with services(client).database.engine.begin() as connection:
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
    assert negotiate_language("sv, de") == "en"
    assert negotiate_language("fr, de") == "fr"  # also an experiment is better than a language one did not ask for
    assert negotiate_language("de, pl;q=0.9, en;q=0.8") == "pl"
    assert negotiate_language("pt-BR") == "pt"
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
