"""Housekeeping: expired rows are removed in portions; everything that somebody may still need stays."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from lutetia.server.http.app import make_app
from lutetia.server.ops import housekeeping
from lutetia.server.people import invitations, moderation
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import new_game
from server.people.helpers import become_guest, befriend, me, register, rows
from server.times import until


@pytest.fixture
def app(settings, times):
    return make_app(settings, now=times)


def tidy(client, times):
    services = client.app.state.services
    with write_transaction(services.database.engine) as connection:
        return housekeeping.remove_expired(connection, times())


def names(client):
    return {row["id"] for row in rows(client, schema.person)}


def test_only_unused_guests_are_removed(client, another, times):
    player, host, sharer, friend, member, one, student, writer, idle = (another() for _person in range(9))
    game = new_game(player, "human", "level1")["id"]
    new_game(host, "open", "open")
    sharer.post(f"/api/games/{game}/share", json={})
    befriend(friend, one)
    register(member)
    study = student.post("/api/studies", json={"name": "Mine", "deal": {"game": "lumiere"}}).json()["token"]
    assert writer.post(f"/api/studies/{study}/lines", json={"at": 0}).status_code == 200
    become_guest(idle)
    stay = {me(person)["id"] for person in (player, host, sharer, friend, member, one, student, writer)}
    gone = me(idle)["id"]
    assert not any(tidy(client, times).values()), "nothing is old yet"
    times.goes_on(days=31)
    gone_rows = {"sessions": 0, "devices": 0, "links": 2, "guests": 1, "networks": 0, "invitations": 0, "mails": 0}
    gone_rows["same_networks"] = 0
    assert tidy(client, times) == gone_rows
    assert names(client) == stay
    assert not [row for row in rows(client, schema.session) if row["person"] == gone]
    client.app.state.services.people._cache.clear()
    assert me(idle) is None
    assert me(player)["id"] in stay


def test_ended_blocks_of_networks_and_old_invitations_are_removed(client, times):
    with write_transaction(client.app.state.services.database.engine) as connection:
        moderation.block_network(connection, times(), "203.0.113.7", times() + 1, "for a moment")
        moderation.block_network(connection, times(), "203.0.113.8", None, "for ever")
        invitations.make(connection, times(), None, 1, 1)
    assert not any(tidy(client, times).values())
    times.goes_on(days=32)
    removed = tidy(client, times)
    assert (removed["networks"], removed["invitations"]) == (1, 1)
    assert [row["network"] for row in rows(client, schema.blocked_network)] == ["203.0.113.8/32"]
    assert len(rows(client, schema.audit)) == 3, "the audit log stays"


def test_a_guest_who_returns_is_kept(client, times):
    become_guest(client)
    for _month in range(3):
        times.goes_on(days=20)
        assert me(client) is not None
        client.app.state.services.people._cache.clear()
        assert me(client) is not None
        assert tidy(client, times)["guests"] == 0


def test_the_empty_row_of_a_deleted_account_is_removed_later(client, times):
    register(client)
    assert client.delete("/api/me").status_code == 204
    times.goes_on(days=31)
    assert tidy(client, times)["guests"] == 1
    assert rows(client, schema.person) == []


def test_expired_sessions_are_removed(client, another, times):
    register(client)
    new_game(guest := another(), "human", "open")
    times.goes_on(days=91)
    assert tidy(client, times)["sessions"] == 1, "the member's; the guest has nothing else"
    assert me(client) is None
    assert me(guest) is not None
    times.goes_on(days=366)
    assert tidy(client, times)["sessions"] == 1


def test_rows_are_removed_in_portions(client, another, times, monkeypatch):
    monkeypatch.setattr(housekeeping, "PORTION", 3)
    for _guest in range(5):
        become_guest(another())
    times.goes_on(days=31)
    assert [tidy(client, times)["guests"] for _round in range(3)] == [3, 2, 0]


def test_housekeeping_runs_periodically(settings, times, monkeypatch):
    from starlette.testclient import TestClient

    monkeypatch.setattr(housekeeping, "FIRST", 0.01)
    monkeypatch.setattr(housekeeping, "EVERY", 0.01)
    with TestClient(make_app(settings, now=times), base_url="http://localhost:1889") as client:
        become_guest(client)
        times.goes_on(days=31)
        until(lambda: not rows(client, schema.person))
        assert client.app.state.services.database.read_now(lambda c: c.execute(sa.select(1)).scalar()) == 1
