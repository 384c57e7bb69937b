"""People who avoid each other never meet at a table that waits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from server.conftest import error, new_game, stranger
from server.people.helpers import become_guest, befriend, me, register, sign_in


@pytest.fixture
def people(client):
    """Three guests: two who know each other, and a third."""
    found = [client, stranger(client), stranger(client)]
    for one in found:
        become_guest(one)
    return found


def lobby(person):
    return {game["id"] for game in person.get("/api/games").json()["games"]}


def avoid(person, other):
    return person.put(f"/api/me/avoided/{me(other)['id']}")


def test_neither_sees_or_joins_the_others_tables(people):
    ana, ben, third = people
    tables = {new_game(one, "human", "open", private=False)["id"]: one for one in people}
    assert lobby(ana) == lobby(ben) == set(tables)
    assert avoid(ana, ben).status_code == 204
    assert avoid(ana, ben).status_code == 204, "twice is the same as once"
    of = {id(one): game for game, one in tables.items()}
    assert lobby(ana) == set(tables) - {of[id(ben)]}
    assert lobby(ben) == set(tables) - {of[id(ana)]}, "it holds in both directions"
    assert lobby(third) == set(tables)
    for one, other in ((ana, ben), (ben, ana)):
        refused = one.post(f"/api/games/{of[id(other)]}/join")
        assert (refused.status_code, error(refused)) == (403, "avoided")
    assert third.delete(f"/api/me/avoided/{me(ben)['id']}").status_code == 204
    assert of[id(ben)] not in lobby(ana), "only who avoids can end it"
    assert [one["name"] for one in ana.get("/api/me/avoided").json()] == [me(ben)["name"]]
    assert ben.get("/api/me/avoided").json() == [], "the other is not told"
    assert ana.delete(f"/api/me/avoided/{me(ben)['id']}").status_code == 204
    assert of[id(ben)] in lobby(ana)
    assert ben.post(f"/api/games/{of[id(ana)]}/join").status_code == 200


def test_a_table_at_which_the_other_sits_is_hidden_and_closed_too(people):
    ana, ben, host = people
    game = new_game(host, "human", "open", "open", game="paris", private=False)["id"]
    assert ben.post(f"/api/games/{game}/join").status_code == 200
    assert avoid(ana, ben).status_code == 204
    assert game not in lobby(ana)
    assert error(ana.post(f"/api/games/{game}/join")) == "avoided"


def test_two_who_join_at_the_same_moment_do_not_meet(people):
    ana, ben, host = people
    assert avoid(ana, ben).status_code == 204
    for _again in range(5):
        game = new_game(host, "human", "open", "open", game="paris")["id"]
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda one, game=game: one.post(f"/api/games/{game}/join"), (ana, ben)))
        assert sorted(answer.status_code for answer in answers) == [200, 403]


def test_nor_do_they_meet_in_the_next_game(people):
    ana, ben, host = people
    third = stranger(ana)
    assert avoid(ana, ben).status_code == 204
    game = new_game(host, "human", "open", "open", game="paris")["id"]
    for one in (ana, third):
        one.post(f"/api/games/{game}/join")
    for one in (ana, third, host):
        one.post(f"/api/games/{game}/resign")
    following = third.post(f"/api/games/{game}/rematch").json()["id"]
    host.post(f"/api/games/{game}/rematch")
    host.post(f"/api/games/{following}/leave")
    assert ben.post(f"/api/games/{following}/join").status_code == 200, "on the seat that is free again"
    assert error(ana.post(f"/api/games/{game}/rematch")) == "avoided"


def test_a_game_that_runs_goes_on_and_has_no_rematch(people):
    ana, ben, _third = people
    game = new_game(ana, "human", "open")["id"]
    ben.post(f"/api/games/{game}/join")
    assert avoid(ben, ana).status_code == 204
    assert ana.post(f"/api/games/{game}/resign").json()["status"] == "over"
    for one in (ana, ben):
        assert error(one.post(f"/api/games/{game}/rematch")) == "avoided"


def test_a_friendship_ends_and_is_not_made_again(people):
    ana, ben, _third = people
    befriend(ana, ben)
    assert avoid(ana, ben).status_code == 204
    assert ana.get("/api/friends").json() == ben.get("/api/friends").json() == []
    token = ana.post("/api/friends/link").json()["token"]
    assert error(ben.post("/api/friends/accept", json={"token": token})) == "avoided"


def test_it_is_exported_kept_by_signing_in_and_gone_with_the_account(people):
    ana, ben, _third = people
    register(ana, "ana")
    elsewhere = stranger(ana)
    become_guest(elsewhere)
    assert avoid(elsewhere, ben).status_code == 204
    assert sign_in(elsewhere, "ana").status_code == 200
    assert [one["id"] for one in ana.get("/api/me/export").json()["avoided"]] == [me(ben)["id"]]
    yourself = avoid(ana, ana)
    assert (yourself.status_code, error(yourself)) == (422, "yourself")
    assert ana.put("/api/me/avoided/nobody").status_code == 404
    assert ben.delete("/api/me").status_code == 204
    assert ana.get("/api/me/avoided").json() == []
