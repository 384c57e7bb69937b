"""Moderators: reports, blocks, suspicious series, invitations and the audit log, over HTTP."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.people import blocks, moderation
from lutetia.server.people.sessions import CONFIRMED_FOR
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, live, new_game
from server.people.helpers import PASSWORD, become_guest, me, register, rows, services, sign_in
from server.times import until

RUDE = "you play like a lamp post"


@pytest.fixture
def client(settings, times):
    with TestClient(make_app(settings, now=times), base_url=HERE, raise_server_exceptions=False) as first:
        yield first


def make_moderator(client, login="gustave"):
    """Register, and get the role as from `lutetia admin moderator`."""
    person = register(client, login).json()["person"]["id"]
    running = services(client)
    with write_transaction(running.database.engine) as connection:
        moderation.set_moderator(connection, running.now(), person, True)
    running.people.forget(person)
    return client


@pytest.fixture
def moderator(client):
    return make_moderator(client)


@pytest.fixture
def table(another):
    """Two people at a private table: the one who is rude, the one who reports it, and the game."""
    rude, victim = another(), another()
    game = new_game(rude, "human", "open", private=True)["id"]
    assert victim.post(f"/api/games/{game}/join").status_code == 200
    return rude, victim, game


def said(person, game, text):
    return person.post(f"/api/games/{game}/chat", json={"text": text}).json()["id"]


def block(moderator, person, **more):
    wanted = {"days": 1, "reason": "rude at the table"} | more
    return moderator.post(f"/api/moderation/people/{me(person)['id']}/block", json=wanted)


def audit(moderator):
    found = moderator.get("/api/moderation/audit").json()
    return [(entry["action"], entry["by_name"], entry["name"], entry["reason"]) for entry in found]


def test_a_reported_message_is_shown_with_what_was_said_before_and_after(moderator, table, times):
    rude, victim, game = table
    messages = []
    for n in range(13):
        times.goes_on(seconds=1)
        messages.append(said(victim if n % 2 else rude, game, RUDE if n == 6 else f"line {n}"))
    body = {"text": "this is not all right"}
    assert victim.post(f"/api/games/{game}/chat/{messages[6]}/report", json=body).status_code == 204
    assert victim.post(f"/api/games/{game}/chat/{messages[6]}/report").status_code == 204, "twice counts once"
    [report] = moderator.get("/api/moderation/reports").json()
    assert (report["about"], report["reporter"]) == (me(rude)["id"], me(victim)["id"])
    assert (report["text"], report["game"], report["block"]) == ("this is not all right", None, None), "it is private"
    shown = [line["text"] for line in report["conversation"]]
    assert shown == [f"line {n}" if n != 6 else RUDE for n in range(1, 12)], "not the whole chat"
    assert [line["text"] for line in report["conversation"] if line["meant"]] == [RUDE]


@pytest.mark.parametrize("action", ["keep", "remove"])
def test_settling_a_report_keeps_or_removes_the_message(moderator, table, action):
    rude, victim, game = table
    message = said(rude, game, RUDE)
    victim.post(f"/api/games/{game}/chat/{message}/report")
    [report] = moderator.get("/api/moderation/reports").json()
    address = f"/api/moderation/reports/{report['id']}/settle"
    assert moderator.post(address, json={"action": action, "reason": "seen"}).status_code == 204
    assert moderator.get("/api/moderation/reports").json() == []
    again = moderator.post(address, json={"action": action})
    assert (again.status_code, error(again)) == (404, "no-report")
    [shown] = victim.get(f"/api/games/{game}/chat").json()["messages"]
    assert shown["text"] == (RUDE if action == "keep" else None)
    name = me(rude)["name"]
    assert audit(moderator)[0] == (f"{action}-message", me(moderator)["name"], name, "seen")


def test_a_person_can_be_reported(moderator, table):
    rude, victim, game = table
    person = me(rude)["id"]
    for text in ("stalls", "stalls every game"):
        sent = victim.post(f"/api/people/{person}/report", json={"text": text, "game": game})
        assert sent.status_code == 204
    [report] = moderator.get("/api/moderation/reports").json()
    assert (report["about"], report["text"], report["message"]) == (person, "stalls every game", None)
    public = new_game(victim, "human", "open", private=False)["id"]
    assert victim.post(f"/api/people/{person}/report", json={"text": "x", "game": public}).status_code == 204
    [report] = moderator.get("/api/moderation/reports").json()
    assert report["game"] == public
    assert moderator.get("/api/moderation/people", params={"search": person}).json()[0]["reports"] == 1
    own = victim.post(f"/api/people/{me(victim)['id']}/report", json={"text": "me"})
    assert (own.status_code, error(own)) == (422, "yourself")
    assert victim.post("/api/people/nobody/report", json={"text": "x"}).status_code == 404
    assert moderator.post(f"/api/moderation/reports/{report['id']}/settle", json={}).status_code == 204
    assert moderator.get("/api/moderation/reports").json() == []


def test_nobody_can_bury_the_reports_of_others(client, another):
    services(client).settings.waiting_reports = 2
    angry = another()
    become_guest(angry)
    people = [become_guest(another())["id"] for _person in range(3)]
    sent = [angry.post(f"/api/people/{person}/report", json={"text": "x"}) for person in people]
    assert [answer.status_code for answer in sent] == [204, 204, 429]
    assert error(sent[2]) == "many-reports"


def test_a_block_says_until_when_and_why_and_ends_by_itself(moderator, another, times):
    """Blocks had no end and no reason, and only the operator could set them."""
    member = another()
    register(member, "ada")
    assert block(moderator, member).status_code == 204
    answer = member.get("/api/me")
    assert (answer.status_code, error(answer)) == (403, "blocked")
    assert answer.json()["error"]["text"] == "You are blocked here until 2023-11-15 22:13 UTC: rude at the table"
    assert sign_in(another(), "ada").status_code == 403
    times.goes_on(days=1.01)
    assert member.get("/api/me").status_code == 200
    assert sign_in(another(), "ada").status_code == 200


def test_a_block_without_an_end_is_lifted_by_a_moderator(moderator, another):
    guest = another()
    person = become_guest(guest)
    assert block(moderator, guest, days=None).status_code == 204
    assert "rude at the table" in guest.get("/api/me").json()["error"]["text"]
    listed = moderator.get("/api/moderation/people", params={"blocked": True}).json()
    assert [(one["id"], one["block"]) for one in listed] == [
        (person["id"], {"until": None, "reason": "rude at the table"})
    ]
    assert moderator.delete(f"/api/moderation/people/{person['id']}/block").status_code == 204
    assert guest.get("/api/me").status_code == 200
    assert [entry[0] for entry in audit(moderator)[:2]] == ["unblock", "block"]


def test_open_connections_of_a_blocked_person_end_at_once(moderator, table):
    rude, _victim, game = table
    with live(rude, game) as socket:
        assert socket.receive_json()["type"] == "state"
        assert block(moderator, rude).status_code == 204
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] == "presence"
        assert message["error"]["code"] == "blocked"


def test_who_is_blocked_while_a_table_is_read_does_not_get_it(moderator, table, monkeypatch):
    """Given a connection that reads its table, when its person is blocked and taken from it, then it only ends."""
    rude, _victim, game = table
    running, person = services(moderator), me(rude)["id"]
    read = running.tables.get

    async def meanwhile(wanted):
        monkeypatch.setattr(running.tables, "get", read)
        await running.database.write(lambda c: moderation.block(c, running.now(), None, [person], None, "spam"))
        running.people.forget(person)
        await running.vacating.vacate()
        return await read(wanted)

    with live(rude, game) as socket:
        assert socket.receive_json()["type"] == "state"
        monkeypatch.setattr(running.tables.cache, "at_hand", lambda wanted: None)
        monkeypatch.setattr(running.tables, "get", meanwhile)
        moderator.portal.call(running.hub.wake_person, person)
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] == "presence"
        assert message["error"]["code"] == "blocked"


def waiting(person):
    return {game["id"] for game in person.get("/api/games").json()["games"]}


def test_a_blocked_person_leaves_all_tables(moderator, another, times):
    """Tables of blocked people stayed in the lobby, and players of their games waited for nothing."""
    rude, victim = another(), another()
    alone, full, shared = (new_game(rude, "human", *["open"] * n, game="paris", private=False)["id"] for n in (1, 1, 2))
    for game in (full, shared):
        assert victim.post(f"/api/games/{game}/join").status_code == 200
    assert waiting(victim) == {alone, shared}
    assert block(moderator, rude).status_code == 204
    assert waiting(victim) == {shared}, "those who sit there already keep their table"
    state = victim.get(f"/api/games/{shared}").json()
    assert (state["host"], [seat["person"] for seat in state["seats"]].count(None)) == (True, 2)
    gone = victim.get(f"/api/games/{alone}").json()
    assert (gone["status"], gone["outcome"]["by"]) == ("over", "nobody")
    assert victim.get(f"/api/games/{full}").json()["asks"]["left"]["why"] == "gone", "the other chooses"
    assert victim.post(f"/api/games/{full}/choice", json={"choice": "wait"}).status_code == 200
    times.goes_on(seconds=60)
    other = another()
    become_guest(other)
    assert block(moderator, other).status_code == 204
    assert victim.get(f"/api/games/{full}").json()["asks"]["left"] is None, "who wants to wait is not asked again"


def test_a_block_by_the_operator_empties_the_tables_too(moderator, another):
    """`lutetia admin` is another process: a running server notices what it has changed."""
    host, guest = another(), another()
    register(host, "ada")
    games = {new_game(host, *seats, private=False)["id"] for seats in (("human", "open"), ("open", "open"))}
    assert waiting(guest) == games
    running = services(moderator)
    with write_transaction(running.database.engine) as connection:
        moderation.block(connection, running.now(), None, [me(host)["id"]], None, "spam")
    until(lambda: waiting(guest) == set())


def test_a_block_needs_the_password_again_and_a_reason(moderator, another, times):
    guest = another()
    become_guest(guest)
    assert block(moderator, guest, reason="").status_code == 422
    assert block(moderator, guest, reason="  ").status_code == 422
    assert block(moderator, guest, days=0).status_code == 422
    times.goes_on(seconds=CONFIRMED_FOR / 1000 + 1)
    late = block(moderator, guest)
    assert (late.status_code, error(late)) == (403, "confirm")
    assert moderator.post("/api/me/confirm", json={"password": PASSWORD}).status_code == 204
    assert block(moderator, guest).status_code == 204


def test_moderators_cannot_block_each_other(moderator, another):
    other = make_moderator(another(), "ada")
    refused = block(moderator, other)
    assert (refused.status_code, error(refused)) == (403, "is-moderator")
    assert moderator.post("/api/moderation/people/nobody/block", json={"days": 1, "reason": "x"}).status_code == 404


def test_moderators_see_no_logins_and_no_secrets(moderator, another):
    member = another()
    register(member, "ada.lovelace", name="Countess")
    found = moderator.get("/api/moderation/people", params={"search": "countess"})
    assert [person["name"] for person in found.json()] == ["Countess"]
    assert "lovelace" not in found.text
    assert moderator.get("/api/moderation/people", params={"search": "lovelace"}).json() == []
    assert set(found.json()[0]) == {"id", "name", "member", "moderator", "created", "block", "reports"}


def test_the_role_is_lost_with_the_account_and_when_it_is_taken(moderator, another):
    assert me(moderator)["moderator"] is True
    other = make_moderator(another(), "ada")
    assert other.get("/api/moderation/reports").status_code == 200
    running = services(moderator)
    with write_transaction(running.database.engine) as connection:
        moderation.set_moderator(connection, running.now(), me(other)["id"], False)
    running.people.forget(me(other)["id"])
    refused = other.get("/api/moderation/reports")
    assert (refused.status_code, error(refused)) == (403, "no-moderator")
    assert moderator.delete("/api/me").status_code == 204
    assert all(row["role"] is None for row in rows(other, schema.person))


def test_an_ipv4_network_written_as_ipv6_is_blocked_as_what_it_is(client):
    """Clients are seen with their IPv4 address, so such a block applied to nobody."""
    running, now = services(client), services(client).now()
    with write_transaction(running.database.engine) as connection:
        stored = moderation.block_network(connection, now, "::ffff:203.0.113.0/120", None, "flood")
        networks = blocks.BlockedNetworks()
        networks.replace([*blocks.read_networks(connection), ("::ffff:198.51.100.7/128", None, "of an older version")])
        moderation.unblock_network(connection, now, "::ffff:203.0.113.0/120")
        assert blocks.read_networks(connection) == []
    assert stored == "203.0.113.0/24"
    seen = "203.0.113.9", "::ffff:203.0.113.9", "198.51.100.7", "198.51.100.8"
    assert [networks.find(address, now) is not None for address in seen] == [True, True, True, False]


def test_the_audit_log_has_pages_and_no_addresses(moderator, another):
    running = services(moderator)
    guest = another()
    become_guest(guest)
    with write_transaction(running.database.engine) as connection:
        moderation.block_network(connection, running.now(), "203.0.113.7", None, "flood")
        for _time in range(101):
            moderation.unblock(connection, running.now(), None, [me(guest)["id"]])
    pages = [moderator.get("/api/moderation/audit", params={"offset": offset}) for offset in (0, 100)]
    assert [len(page.json()) for page in pages] == [100, 2], "with the one who became a moderator"
    assert len({entry["id"] for page in pages for entry in page.json()}) == 102
    assert "203.0.113" not in pages[0].text + pages[1].text
    assert {entry["by"] for entry in pages[0].json()} == {None}, "the operator"


def test_an_invitation_of_a_moderator_is_listed_and_can_be_ended(moderator):
    made = moderator.post("/api/moderation/invitations", json={"uses": 3, "days": 2}).json()
    [listed] = moderator.get("/api/moderation/invitations").json()
    assert (listed["uses"], listed["used"], listed["name"]) == (3, 0, me(moderator)["name"])
    assert made["token"] not in json.dumps([listed, *(dict(row) for row in rows(moderator, schema.invitation))])
    assert moderator.get(f"/api/invitations/{made['token']}").json() == {"until": made["until"], "left": 3}
    assert moderator.delete(f"/api/moderation/invitations/{listed['public']}").status_code == 204
    assert moderator.get("/api/moderation/invitations").json() == []
    assert moderator.get(f"/api/invitations/{made['token']}").status_code == 404
    assert moderator.delete(f"/api/moderation/invitations/{listed['public']}").status_code == 404


def test_what_a_deleted_account_has_reported_is_removed(moderator, table):
    rude, victim, game = table
    victim.post(f"/api/people/{me(rude)['id']}/report", json={"text": "private words", "game": game})
    assert "private words" in victim.get("/api/me/export").text
    assert victim.delete("/api/me").status_code == 204
    [report] = moderator.get("/api/moderation/reports").json()
    assert (report["text"], report["reporter"]) == ("", None)
