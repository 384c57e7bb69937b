"""`lutetia admin` while the server runs."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa

from lutetia.cli import admin, errors
from lutetia.server.people.accounts import GIVEN_FOR
from lutetia.server.store import schema
from lutetia.server.store.database import write_transaction

from server.conftest import error, new_game

PASSWORD = "le fer et la lumière"


@pytest.fixture
def run(settings, capsys):
    """Run a command on the server's data; returns its exit code and its output."""

    def command(*words):
        capsys.readouterr()
        code = errors.run(admin.app, [*words, "--data", str(settings.data)])
        output = capsys.readouterr()
        return code, output.out + output.err

    return command


def register(client, login="gustave"):
    answer = client.post("/api/me/register", json={"login": login, "password": PASSWORD, "name": f"{login.title()} E."})
    assert answer.status_code == 200
    return answer.json()["person"]["id"]


def sign_in(client, password, **more):
    return client.post("/api/sign-in", json={"login": "gustave", "password": password, **more}).status_code


def soon(look):
    """A running server notices within seconds."""
    until = time.monotonic() + 6
    while time.monotonic() < until:
        if look():
            return True
        time.sleep(0.1)
    return False


def test_the_operator_can_set_a_new_password(client, another, run):
    register(client)
    code, output = run("reset-password", "Gustave")
    assert code == 0
    password = output.strip()
    assert len(password) == 19
    assert sign_in(another(), PASSWORD) == 401
    given = another().post("/api/sign-in", json={"login": "gustave", "password": password})
    assert (given.status_code, error(given)) == (403, "choose-password")
    assert sign_in(another(), password, new=password) == 403
    assert sign_in(another(), password, new="password") == 422
    assert sign_in(another(), password, new=PASSWORD) == 200
    assert (sign_in(another(), password), sign_in(another(), PASSWORD)) == (401, 200)
    assert soon(lambda: client.get("/api/me").json()["person"] is None), "its sessions have ended"


def test_a_password_set_by_the_operator_expires_after_some_days(client, another, run):
    person = register(client)
    password = run("reset-password", "gustave")[1].strip()
    services = client.app.state.services
    with write_transaction(services.database.engine) as connection:
        given = sa.update(schema.person).where(schema.person.c.id == person)
        connection.execute(given.values(given=services.now() - GIVEN_FOR - 1))
    late = another().post("/api/sign-in", json={"login": "gustave", "password": password, "new": PASSWORD})
    assert (late.status_code, error(late)) == (403, "given-ended")


def test_the_operator_can_end_the_sessions_of_one_or_all_members(client, another, run):
    register(client)
    other, guest = another(), another()
    register(other, "ada")
    new_game(guest, "human", "open")
    everybody = (client, other, guest)

    def known():
        return [person.get("/api/me").json()["person"] is not None for person in everybody]

    assert run("end-sessions", "gustave") == (0, "1 session has ended\n")
    assert soon(lambda: known() == [False, True, True])
    assert sign_in(client, PASSWORD) == 200
    assert run("end-sessions", "--everybody") == (0, "2 sessions have ended\n")
    assert soon(lambda: known() == [False, False, True]), "a guest has nothing else"
    assert run("end-sessions")[0] != 0
    assert run("end-sessions", guest.get("/api/me").json()["person"]["id"])[0] != 0


def test_a_blocked_member_cannot_sign_in(client, another, run):
    person = register(client)
    assert run("block", person)[0] == 0
    assert soon(lambda: client.get("/api/me").status_code == 403)
    assert error(client.post("/api/friends/link")) == "blocked"
    assert sign_in(another(), PASSWORD) == 403
    assert sign_in(another(), "wrong") == 401
    assert "blocked" in run("people")[1]
    assert run("unblock", "gustave")[0] == 0
    assert soon(lambda: client.get("/api/me").status_code == 200)


def test_reported_messages_are_listed_settled_and_removed(client, another, run):
    other = another()
    game = new_game(client, "human", "open")["id"]
    other.post(f"/api/games/{game}/join", json={})
    token = client.post("/api/friends/link").json()["token"]
    other.post("/api/friends/accept", json={"token": token})
    first, second = (client.post(f"/api/games/{game}/chat", json={"text": f"rude {i}"}).json()["id"] for i in "ab")
    assert len(run("reports")[1].splitlines()) == 1
    for message in (first, second):
        other.post(f"/api/games/{game}/chat/{message}/report")
    listed = run("reports")[1]
    assert "rude a" in listed
    assert second in listed
    assert run("settle", first)[0] == 0
    assert run("remove-chat", second)[0] == 0
    assert len(run("reports")[1].splitlines()) == 1
    messages = other.get(f"/api/games/{game}/chat").json()["messages"]
    assert [(m["text"], m["removed"]) for m in messages] == [("rude a", False), (None, True)]


def test_a_game_is_removed_with_everything(client, run):
    game = new_game(client, "human", "human")["id"]
    client.post(f"/api/games/{game}/chat", json={"preset": "hello"})
    assert run("remove-game", game)[0] == 0
    assert client.post(f"/api/games/{game}/resign").status_code == 404, "what runs notices when it would write"
    assert client.get(f"/api/games/{game}").status_code == 404
    assert run("remove-game", game) == (2, f"lutetia: there is no game {game}\n")


def test_messages_about_a_game_just_removed_are_refused(client, run):
    """The server still knows the table; the database does not any more."""
    game = new_game(client, "human", "open")["id"]
    assert run("remove-game", game)[0] == 0
    answer = client.post(f"/api/games/{game}/chat", json={"preset": "hello"})
    assert (answer.status_code, error(answer)) == (409, "overtaken")


def test_people_are_found(client, another, run):
    register(client)
    another().post("/api/friends/link")
    assert len(run("people")[1].splitlines()) == 3
    found = run("people", "--search", "USTAV")[1].splitlines()
    assert len(found) == 2
    assert "Gustave E." in found[1]
    assert len(run("people", "--search", "%")[1].splitlines()) == 1


def test_unknown_names_get_a_message(client, run, tmp_path, capsys):
    assert run("block", "nobody")[0] == 2
    assert run("remove-chat", "nothing")[0] == 2
    client.post("/api/friends/link")
    guest = client.get("/api/me").json()["person"]["id"]
    code, output = run("reset-password", guest)
    assert (code, "guest" in output) == (2, True)
    capsys.readouterr()
    assert errors.run(admin.app, ["people", "--data", str(tmp_path / "elsewhere")]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "elsewhere").exists()
