"""`lutetia admin` while the server runs."""

from __future__ import annotations

import io
import json
import time

import pytest
import sqlalchemy as sa

from lutetia.cli import admin, errors
from lutetia.server.errors import StorageError
from lutetia.server.people import sessions
from lutetia.server.people.accounts import GIVEN_FOR
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from configurations import ON_CLUSTER, ON_POSTGRES
from server.conftest import error, live, new_game, stranger

PASSWORD = "le fer et la lumière"
EVERYWHERE = 2.5 if ON_CLUSTER else 0.0
"""Seconds after which every process knows what one knows of the command: each looks for itself."""


@pytest.fixture(autouse=True)
def attentive_server(monkeypatch):
    """The server looks for changes by the command every 50 ms instead of every other second."""
    monkeypatch.setattr(sessions, "POLL_EVERY", 0.05)


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
            time.sleep(EVERYWHERE)
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
    known = (404, "no-game") if ON_POSTGRES else (409, "overtaken")  # shared tables are looked up each time
    assert (answer.status_code, error(answer)) == known


def test_people_are_found(client, another, run):
    register(client)
    another().post("/api/friends/link")
    assert len(run("people")[1].splitlines()) == 3
    found = run("people", "--search", "USTAV")[1].splitlines()
    assert len(found) == 2
    assert "Gustave E." in found[1]
    assert len(run("people", "--search", "%")[1].splitlines()) == 1


def test_a_block_can_end_and_have_a_reason(client, run):
    """Blocks had no end, and nobody was told why."""
    register(client)
    assert run("block", "gustave", "--days", "2", "--reason", "three days of spam")[0] == 0
    assert soon(lambda: client.get("/api/me").status_code == 403)
    assert "UTC: three days of spam" in client.get("/api/me").json()["error"]["text"]
    assert "three days of spam" in run("blocked")[1]
    assert run("block", "gustave", "--days", "-1")[0] == 2


def at(client, address):
    """Another client of the same server, with this address."""
    other = stranger(client)
    other._transport.client = (address, 50000)
    return other


def test_a_blocked_network_is_refused_also_on_open_connections(client, run):
    """Only accounts could be blocked, so whoever was blocked came back as a new guest."""
    bad, neighbour, good = (at(client, f"203.0.113.{n}") for n in (7, 8, 200))
    game = new_game(bad, "human", "open")["id"]
    with live(bad, game) as socket:
        assert socket.receive_json()["type"] == "state"
        assert run("block-address", "203.0.113.7/25", "--days", "1", "--reason", "flood") == (0, "203.0.113.0/25\n")
        assert soon(lambda: good.get("/api/me").status_code == bad.get("/api/me").status_code - 203)
        assert good.post(f"/api/games/{game}/join").status_code == 200
        while (message := socket.receive_json())["type"] != "error":
            assert message["type"] == "presence" or ON_CLUSTER  # each process notices by itself, within two seconds
        assert "UTC: flood" in message["error"]["text"]
    answer = neighbour.post("/api/games", json={"game": "lumiere", "seats": ["human", "open"]})
    assert (answer.status_code, error(answer)) == (403, "blocked")
    assert "203.0.113.0/25" in run("blocked")[1]
    assert run("unblock-address", "203.0.113.0/25")[0] == 0
    assert soon(lambda: bad.get("/api/me").status_code == 200)
    assert run("unblock-address", "203.0.113.0/25") == (2, "lutetia: 203.0.113.0/25 is not blocked\n")
    assert "neither an address nor a network" in run("block-address", "everybody")[1]
    assert "too large" in run("block-address", "0.0.0.0/0")[1]


@pytest.mark.one_process
def test_a_blocked_network_is_not_overlooked_if_the_database_fails_once(client, run, monkeypatch):
    read, failures = sessions.read_networks, [StorageError()]

    def fails_once(connection):
        if failures:
            raise failures.pop()
        return read(connection)

    assert client.get("/api/me").status_code == 200
    monkeypatch.setattr(sessions, "read_networks", fails_once)
    assert run("block-address", "203.0.113.7")[0] == 0
    assert soon(lambda: at(client, "203.0.113.7").get("/api/me").status_code == 403)
    assert not failures


def test_all_games_of_a_person_are_removed_at_once(client, another, run):
    """`remove-game` took one id, when one guest had opened hundreds of tables."""
    mine = [new_game(client, "human", "open")["id"] for _game in range(3)]
    running = new_game(client, "human", "human")["id"]
    other = new_game(another(), "human", "open")["id"]
    person = client.get("/api/me").json()["person"]["id"]
    chosen = ("remove-game", "--of", person, "--status", "waiting")
    code, output = run(*chosen, "--dry-run")
    assert (code, all(game in output for game in mine), "remove 3 games?" in output) == (0, True, True)
    assert running not in output
    assert run(*chosen)[0] == 2, "nobody is there to answer"
    assert all(client.get(f"/api/games/{game}").status_code == 200 for game in mine)
    assert run(*chosen, "--yes", "--reason", "flood")[0] == 0
    left = client.app.state.services.database.read_now(lambda c: c.execute(sa.select(schema.game.c.id)).scalars().all())
    assert set(left) == {running, other}
    assert run("remove-game", "--of", person, "--status", "finished")[0] == 2
    assert run("remove-game")[0] == 2


@pytest.mark.parametrize(("answer", "left"), [("n", 2), ("y", 0)])
def test_the_operator_is_asked_before_several_things_are_removed(client, run, monkeypatch, answer, left):
    for _game in range(2):
        new_game(client, "human", "open")
    terminal = io.StringIO(f"{answer}\n")
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", terminal)
    code, output = run("remove-game", "--of", client.get("/api/me").json()["person"]["id"])
    assert (code, "remove 2 games? [y/N]" in output) == (0, True)
    count = sa.select(sa.func.count()).select_from(schema.game)
    assert client.app.state.services.database.read_now(lambda c: c.execute(count).scalar()) == left


def test_several_people_and_messages_are_handled_at_once(client, another, run):
    people = [client, another(), another()]
    for number, person in enumerate(people):
        register(person, f"spam{number}")
    ids = [person.get("/api/me").json()["person"]["id"] for person in people]
    assert run("block", "--search", "spam", "--yes")[0] == 0
    assert soon(lambda: all(person.get("/api/me").status_code == 403 for person in people))
    assert run("unblock", *ids, "--yes")[0] == 0
    assert soon(lambda: all(person.get("/api/me").status_code == 200 for person in people))
    game = new_game(client, "human", "open", private=True)["id"]
    for text in ("one", "two"):
        client.post(f"/api/games/{game}/chat", json={"text": text})
    assert "remove 2 messages?" in run("remove-chat", "--of", ids[0], "--dry-run")[1]
    assert run("remove-chat", "--of", ids[0], "--yes")[0] == 0
    assert all(message["removed"] for message in client.get(f"/api/games/{game}/chat").json()["messages"])
    for person in people[1:]:
        person.post(f"/api/people/{ids[0]}/report", json={"text": "spams"})
    assert run("reports")[1].count("spams") == 2
    assert run("settle", "--of", ids[0])[0] == 0
    assert "spams" not in run("reports")[1]


def test_every_action_is_in_the_audit_log_without_secrets(client, another, run):
    """`lutetia admin` left no trace."""
    person = register(client)
    game = new_game(another(), "human", "open")["id"]
    password = run("reset-password", "gustave")[1].strip()
    done = [
        ("end-sessions", "gustave"),
        ("block", "gustave", "--reason", "rude"),
        ("unblock", "gustave"),
        ("moderator", "gustave"),
        ("moderator", "gustave", "--remove"),
        ("block-address", "198.51.100.7"),
        ("unblock-address", "198.51.100.7"),
        ("remove-game", game),
        ("invite",),
    ]
    printed = [run(*words) for words in done]
    assert [code for code, _output in printed] == [0] * len(done)
    token = printed[-1][1].strip().rpartition("/")[2]
    code, output = run("audit", "--json")
    assert code == 0
    entries = json.loads(output)
    assert [entry["action"] for entry in reversed(entries)] == [
        "reset-password", "end-sessions", "block", "unblock", "make-moderator", "remove-moderator",
        "block-network", "unblock-network", "remove-game", "invite",
    ]  # fmt: skip
    assert all(entry["by"] is None and entry["at"] > 0 for entry in entries)
    assert entries[-3]["reason"] == "rude"
    assert password not in output
    assert token not in output
    assert len(json.loads(run("audit", "--json", "--of", person)[1])) == 6
    assert "make-moderator" in run("audit")[1]


def test_invitations_are_made_listed_and_ended(client, run, monkeypatch):
    monkeypatch.setenv("LUTETIA_ORIGINS", '["https://games.example.org"]')
    code, output = run("invite", "--uses", "5", "--days", "2")
    assert (code, output.startswith("https://games.example.org/invitation/")) == (0, True)
    token = output.strip().rpartition("/")[2]
    assert client.get(f"/api/invitations/{token}").json()["left"] == 5
    listed = run("invitations")[1].splitlines()
    assert "0/5" in listed[1]
    assert run("end-invitation", listed[1].split()[0])[0] == 0
    assert client.get(f"/api/invitations/{token}").status_code == 404
    assert run("end-invitation", "nothing")[0] == 2


def test_only_members_can_be_moderators(client, run):
    client.post("/api/friends/link")
    assert run("moderator", client.get("/api/me").json()["person"]["id"])[0] == 2
    register(client)
    assert run("moderator", "gustave")[0] == 0
    assert soon(lambda: client.get("/api/moderation/reports").status_code == 200)
    assert "moderator" in run("people")[1]


def test_unknown_names_get_a_message(client, run):
    assert run("block", "nobody")[0] == 2
    assert run("remove-chat", "nothing")[0] == 2
    client.post("/api/friends/link")
    guest = client.get("/api/me").json()["person"]["id"]
    code, output = run("reset-password", guest)
    assert (code, "guest" in output) == (2, True)


@pytest.mark.sqlite
def test_a_folder_without_a_database_gets_a_message(tmp_path, capsys):
    assert errors.run(admin.app, ["people", "--data", str(tmp_path / "elsewhere")]) == 2
    assert "there is no server database" in capsys.readouterr().err
    assert not (tmp_path / "elsewhere").exists()


def test_what_lists_also_prints_json(client, run):
    person = register(client)
    code, out = run("people", "--json")
    assert code == 0
    (found,) = [one for one in json.loads(out) if one["id"] == person]
    assert found == found | {"login": "gustave", "name": "Gustave E.", "blocked": False, "moderator": False}
    assert type(found["created"]) is int
    run("block", "gustave", "--reason", "why not")
    run("block-address", "203.0.113.0/24")
    blocked = json.loads(run("blocked", "--json")[1])
    assert [one["id"] for one in blocked["people"]] == [person]
    assert blocked["networks"] == [{"network": "203.0.113.0/24", "until": None, "reason": ""}]
    run("invite", "--uses", "3")
    (invitation,) = json.loads(run("invitations", "--json")[1])
    assert (invitation["uses"], invitation["used"]) == (3, 0)
    assert list(invitation) == ["id", "made", "until", "uses", "used", "by"]
    assert json.loads(run("reports", "--json")[1]) == []
