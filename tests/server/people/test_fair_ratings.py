"""Fair ratings: only games that were really played count, again and again the same pairing counts less, and moderators
see suspicious series."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from lutetia.cli import admin, errors
from lutetia.server.http.app import make_app
from lutetia.server.ops import housekeeping
from lutetia.server.people import ratings
from lutetia.server.people.suspicion import suspicious_series
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, new_game, stranger
from server.people.helpers import become_guest, become_member, me, rows
from server.play.test_games import decider, look, take
from server.play.test_leaving import table_of


@pytest.fixture
def app(settings, times):
    return make_app(settings, now=times)


@pytest.fixture
def people(client):
    """Two members."""
    both = client, stranger(client)
    for one in both:
        become_member(one)
    return both


def rated_game(people, steps):
    """A rated game between two in which the second resigns after so many steps of each; its last state."""
    game = new_game(people[0], "human", "open", rated=True)["id"]
    people[1].post(f"/api/games/{game}/join")
    for _step in range(2 * steps):
        assert take(*decider(game, *people)).status_code == 200
    return people[1].post(f"/api/games/{game}/resign").json()


def points(client):
    found = client.get(f"/api/people/{me(client)['id']}").json()["ratings"]
    return found.get("lumiere", {"points": 1000})["points"]


def test_a_rated_game_that_was_hardly_played_is_aborted(people):
    """Two accounts used to raise a rating from 1000 to 1946 by 30 resignations without a step."""
    for steps in (0, 1):
        state = rated_game(people, steps)
        outcome = state["outcome"]
        assert (state["status"], outcome["by"], outcome["ranks"]) == ("over", "aborted", {})
        assert (outcome["rated"], outcome["steps"]) == ([], 5)
    assert [points(one) for one in people] == [1000, 1000]
    listed = people[0].get("/api/me/games", params={"over": True}).json()["games"]
    assert [game["outcome"]["by"] for game in listed] == ["aborted"] * 2
    assert people[0].post(f"/api/games/{state['id']}/rematch").status_code == 200
    counted = rated_game(people, 5)["outcome"]
    assert (counted["by"], counted["rated"]) == ("resign", ["orange", "blue"])
    assert points(people[0]) > 1000


def test_who_resigns_at_once_among_three_is_not_rated_and_the_others_play_for_it(client):
    game, seats = table_of(client, 3, rated=True)
    names = list(seats)
    seats[names[2]].post(f"/api/games/{game}/resign")
    state = look(client, game)
    assert state["status"] == "running"
    table = client.app.state.services.tables.cache.peek(game)
    for seat in names:
        assert table.own_steps(seat) == 0
    seats[names[1]].post(f"/api/games/{game}/resign")
    state = seats[names[0]].post(f"/api/games/{game}/resign").json()
    assert (state["status"], state["outcome"]["by"]) == ("over", "aborted")


def test_guests_are_not_rated(people):
    """A member used to gain 700 points in four seconds against a dozen guests, each a new opponent."""
    guest = stranger(people[0])
    wanted = {"game": "lumiere", "seats": ["human", "open"], "rated": True}
    for answer in (
        guest.post("/api/games", json=wanted),
        guest.post(f"/api/games/{new_game(people[0], 'human', 'open', rated=True)['id']}/join"),
    ):
        assert (answer.status_code, error(answer)) == (403, "members-only")
    assert guest.post("/api/games", json=wanted | {"rated": False}).status_code == 201


def test_games_between_the_same_people_count_less_and_less(people):
    won = []
    for _game in range(4):
        before = points(people[0])
        rated_game(people, 5)
        won.append(points(people[0]) - before)
    model = ratings._model()
    [[full], _loser] = model.rate([[model.rating()], [model.rating()]], ranks=[1.0, 2.0])
    assert won[0] == ratings.Rating(full.mu, full.sigma, 1).points - 1000, "the first counts in full"
    assert won[0] > 1.8 * won[3] > 0, "after three, the next counts about half"


def test_old_games_aborted_games_and_other_opponents_make_no_game_count_less(people, times):
    ids = [me(one)["id"] for one in people]
    stranger_id = become_guest(stranger(people[0]))["id"]
    database = people[0].app.state.services.database

    def met(*opponents):
        since = times() - ratings.MONTH
        return database.read_now(lambda c: ratings._times_met(c, "lumiere", ids[0], [ids[0], *opponents], since))

    rated_game(people, 0)
    assert met(ids[1]) == 0, "aborted"
    rated_game(people, 5)
    rated_game(people, 5)
    assert (met(ids[1]), met(stranger_id), met(stranger_id, ids[1])) == (2, 0, 2)
    times.goes_on(days=31)
    assert met(ids[1]) == 0


def test_suspicious_series_are_shown_with_their_reason(people, settings, times, capsys):
    """Many short rated games between the same two, all won by one: moderators see them, and not those of others."""
    honest = stranger(people[0]), stranger(people[0])
    for one in honest:
        become_member(one)
    rated_game(honest, 5)
    for _game in range(5):
        rated_game(people, 5)
    database = people[0].app.state.services.database
    found = database.read_now(lambda connection: suspicious_series(connection, times()))
    assert {series.people for series in found} == {tuple(sorted(me(one)["id"] for one in people))}
    for game in {game for series in found for game in series.latest}:
        assert stranger(people[0]).get(f"/api/games/{game}/at/1").status_code == 200, "a moderator can look at it"
    assert {len(series.latest) for series in found} == {5}
    name = me(people[0])["name"]
    assert [series.text for series in found] == [
        "5 of 5 rated games ended by resignation after a few moves",
        "5 of 5 rated games were played from the same network",
        f"{name} won 5 of 5 rated games; the opponent resigned in 5 of them",
    ]
    for _game in range(5):
        rated_game(people, 0)
    assert errors.run(admin.app, ["suspicious", "--json", "--days", "3650", "--data", str(settings.data)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [(series["games"], series["values"]["n"]) for series in shown] == [(10, 5), (10, 5), (10, 5)]
    assert shown[0]["text"] == "5 of 10 rated games were aborted"
    assert errors.run(admin.app, ["suspicious", "--days", "3650", "--data", str(settings.data)]) == 0
    assert "5 of 10 rated games were aborted" in capsys.readouterr().out
    times.goes_on(days=31)
    assert database.read_now(lambda connection: suspicious_series(connection, times())) == []


def new_member(client):
    other = stranger(client)
    become_member(other)
    return other


def test_who_wins_because_one_new_member_after_the_other_gives_up_is_shown(client, settings, times, capsys):
    """Thirty new accounts that gave up after five steps each made 2322 points of 1000, and nobody saw it."""
    winner, honest = stranger(client), stranger(client)
    for one in (winner, honest):
        become_member(one)
    for _game in range(5):
        rated_game((winner, new_member(client)), 5)
    rated_game((honest, new_member(client)), 5)
    database = client.app.state.services.database
    [found] = database.read_now(lambda connection: suspicious_series(connection, times()))
    assert (found.people, found.games) == ((me(winner)["id"],), 5)
    gave_up = "won 5 of 5 rated games because different people resigned after a few moves"
    assert found.text == f"{me(winner)['name']} {gave_up}"
    assert errors.run(admin.app, ["suspicious", "--days", "3650", "--data", str(settings.data)]) == 0
    assert gave_up in capsys.readouterr().out


def from_address(client, address):
    """A member at this address."""
    other = TestClient(client.app, base_url=HERE, client=(address, 50000), raise_server_exceptions=False)
    other.portal = client.portal
    become_member(other)
    return other


def test_rated_games_from_the_same_network_are_a_reason_without_storing_addresses(client, settings, times):
    """No addresses are stored, so moderators did not see that two accounts always played from one network."""
    same = from_address(client, "2001:db8:1:2::7"), from_address(client, "2001:db8:1:2:aa::8")
    apart = from_address(client, "203.0.113.7"), from_address(client, "203.0.113.8")
    for _game in range(5):
        rated_game(same, 5)
        rated_game(apart, 5)
    casual = new_game(same[0], "human", "open")["id"]
    same[1].post(f"/api/games/{casual}/join")
    [same[n].get(f"/api/games/{casual}") for n in (0, 1)]
    database = client.app.state.services.database
    found = database.read_now(lambda connection: suspicious_series(connection, times()))
    shown = {series.people for series in found if series.text == "5 of 5 rated games were played from the same network"}
    assert shown == {tuple(sorted(me(one)["id"] for one in same))}
    stored = rows(client, schema.same_network)
    assert len(stored) == 5
    whole = json.dumps([[dict(row) for row in rows(client, one)] for one in schema.metadata.sorted_tables], default=str)
    assert "2001:db8:1" not in whole
    assert "203.0.113" not in whole
    times.goes_on(days=91)
    with write_transaction(database.engine) as connection:
        assert housekeeping.remove_expired(connection, times())["same_networks"] == 5
    assert rows(client, schema.same_network) == []
