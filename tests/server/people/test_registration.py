"""Who may register and who may play: open, by invitation, closed; with or without guests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.people import invitations
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, live, new_game, stranger
from server.people.helpers import become_guest, me, register, services, sign_in


@contextmanager
def serving(settings, times, **changes) -> Iterator[TestClient]:
    """A server with other settings, on the same data."""
    app = make_app(settings.model_copy(update=changes), now=times)
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        yield client


def invite(client, uses=1, days=7.0):
    running = services(client)
    with write_transaction(running.database.engine) as connection:
        return invitations.make(connection, running.now(), None, uses, days)[0]


def test_where_registration_is_closed_nobody_registers_but_members_sign_in(settings, times):
    with serving(settings, times) as client:
        assert register(client).status_code == 200
    with serving(settings, times, registration="closed") as client:
        assert client.get("/api/house").json()["registration"] == "closed"
        answer = register(client, "ada", invitation=invite(client))
        assert (answer.status_code, error(answer)) == (403, "registration-closed")
        assert sign_in(client).status_code == 200
        assert become_guest(stranger(client))["member"] is False


def test_where_registration_is_by_invitation_each_can_be_used_so_often(settings, times):
    with serving(settings, times, registration="invited") as client:
        answer = register(client)
        assert (answer.status_code, error(answer)) == (403, "invitation-wanted")
        token = invite(client, uses=2)
        guest = become_guest(client)
        assert register(client, "gustave", invitation=token).json()["person"]["id"] == guest["id"]
        taken = register(stranger(client), "gustave", invitation=token)
        assert error(taken) == "login-taken"
        assert client.get(f"/api/invitations/{token}").json()["left"] == 1, "a failed attempt uses nothing up"
        assert register(stranger(client), "ada", invitation=token).status_code == 200
        used = register(stranger(client), "emile", invitation=token)
        assert (used.status_code, error(used)) == (403, "invitation-used")
        assert error(client.get(f"/api/invitations/{token}")) == "invitation-used"
        assert error(register(stranger(client), "emile", invitation="made up")) == "no-invitation"


def test_an_invitation_expires(settings, times):
    with serving(settings, times, registration="invited") as client:
        token = invite(client, days=2)
        times.goes_on(days=2.01)
        for answer in (client.get(f"/api/invitations/{token}"), register(client, invitation=token)):
            assert (answer.status_code, error(answer)) == (403, "invitation-ended")


def test_where_guests_may_not_play_they_watch_and_sign_in(settings, times):
    with serving(settings, times) as client:
        guest = become_guest(client)
        game = new_game(client, "human", "open")["id"]
        cookie = client.cookies["lutetia"]
    with serving(settings, times, guests=False) as client:
        for newcomer in (
            client.post("/api/games", json={"game": "lumiere", "seats": ["human", "level1"]}),
            client.post("/api/friends/link"),
        ):
            assert (newcomer.status_code, error(newcomer)) == (403, "no-guests")
        assert me(client) is None
        assert client.get(f"/api/games/{game}").status_code == 200, "they watch"
        client.cookies["lutetia"] = cookie
        assert me(client)["id"] == guest["id"]
        assert error(client.post(f"/api/games/{game}/leave")) == "no-guests"
        with live(client, game) as socket:
            assert socket.receive_json()["seat"] is None, "as a spectator"
        assert register(client).json()["person"]["id"] == guest["id"]
        assert client.post(f"/api/games/{game}/leave").status_code == 200


@pytest.mark.parametrize("wrong", ["maybe", "Open"])
def test_a_wrong_setting_is_named(monkeypatch, wrong):
    from lutetia.server.ops.settings import Settings

    monkeypatch.setenv("LUTETIA_REGISTRATION", wrong)
    with pytest.raises(ValueError, match="LUTETIA_REGISTRATION"):
        Settings.read()
