"""Statistics of players: what counts, what others may see, and that a game is replayed once."""

from __future__ import annotations

import random

import pytest

from server.conftest import error, new_game, stranger
from server.people.helpers import me, services
from server.play.test_games import decider, look, take, two


def play_out(game, one, other, seed=1):
    """Take random steps to the end of a game of two people."""
    rng = random.Random(seed)
    while look(one, game)["status"] == "running":
        client, state = decider(game, one, other)
        assert take(client, state, rng.choice(state["legal"])).status_code == 200


def statistics(asker, person):
    answer = asker.get(f"/api/people/{person}/statistics")
    assert answer.status_code == 200, answer.text
    return answer.json()


def own(client):
    return statistics(client, me(client)["id"])


@pytest.fixture
def finished(host):
    """A public game that was played to its end, and its two players."""
    game, one, other = two(host, private=False)
    play_out(game, one, other)
    return game, one, other


def test_both_players_have_the_game_with_opposite_results(finished):
    game, one, other = finished
    mine, theirs = own(one), own(other)
    assert mine["own"]
    assert not mine["more"]
    [here], [there] = mine["games"], theirs["games"]
    assert here["id"] == there["id"] == game
    assert {here["role"], there["role"]} == {1, 2}
    assert here["margin"] == -there["margin"]
    assert here["share"] + there["share"] == 1
    record = one.get(f"/api/games/{game}/record").json()
    assert here["turns"] == len(record["turns"])
    seat = next(s["seat"] for s in look(one, game)["seats"] if s["person"] == me(one)["id"])
    assert here["points"] == record["result"]["scores"][seat]
    assert (here["role"] == 1) == (record["first"] == seat)
    assert sum(here["points"].values()) == 2 * here["points"]["total"]
    [rival] = here["opponents"]
    assert (rival["person"], rival["name"], rival["bot"]) == (me(other)["id"], me(other)["name"], None)
    assert (rival["rank"] < here["rank"]) == (there["share"] > here["share"])
    assert [source["name"] for source in mine["sources"]["lumiere"]][-1] == "total"


def test_others_see_public_games_only(finished, host):
    _game, one, other = finished
    hidden, again, _other = two(one, private=True)
    again.post(f"/api/games/{hidden}/resign")
    assert len(own(one)["games"]) == 2
    for asker in (other, stranger(host)):
        seen = statistics(asker, me(one)["id"])
        assert not seen["own"]
        assert [game["id"] for game in seen["games"]] == [finished[0]]


def test_a_person_can_hide_them(finished, host):
    _game, one, _other = finished
    assert one.patch("/api/me", json={"settings": {"statistics_hidden": True}}).status_code == 200
    seen = statistics(stranger(host), me(one)["id"])
    assert seen["hidden"]
    assert (seen["games"], seen["sources"]) == ([], {})
    assert len(own(one)["games"]) == 1, "the person sees them"
    assert one.patch("/api/me", json={"settings": {"statistics_hidden": False}}).status_code == 200
    assert len(statistics(stranger(host), me(one)["id"])["games"]) == 1


def test_a_game_that_was_given_up_has_a_result_but_no_points(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    take(client, state)
    one.post(f"/api/games/{game}/resign")
    [lost], [won] = own(one)["games"], own(other)["games"]
    assert (lost["rank"], lost["share"], lost["by"]) == (2, 0, "resign")
    assert won["share"] == 1
    assert (won["points"], won["margin"], won["turns"]) == ({}, None, 1)


def test_steps_that_were_taken_back_do_not_count(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    asker = other if client is one else one
    assert take(client, state, "take L4").status_code == 200
    client.post(f"/api/games/{game}/undo")
    asker.post(f"/api/games/{game}/undo", json={"agree": True})
    play_out(game, one, other)
    [counted] = own(one)["games"]
    assert counted["turns"] == len(one.get(f"/api/games/{game}/record").json()["turns"])
    assert counted["points"]["total"] == look(one, game)["view"]["result"]["scores"][_seat(one, game)]["total"]


def _seat(client, game):
    return next(s["seat"] for s in look(client, game)["seats"] if s["person"] == me(client)["id"])


def test_games_alone_with_oneself_and_without_a_result_are_left_out(client):
    both = new_game(client, "human", "human")["id"]
    client.post(f"/api/games/{both}/resign")
    waiting = new_game(client, "human", "open")["id"]
    client.post(f"/api/games/{waiting}/leave")
    assert own(client)["games"] == []


def test_a_bot_is_called_by_its_character(client):
    game = new_game(client, "human", "level1")["id"]
    client.post(f"/api/games/{game}/resign")
    [rival] = own(client)["games"][0]["opponents"]
    assert (rival["name"], rival["bot"], rival["person"]) == ("Petit Louis", "level1", None)


def test_who_has_gone_is_nobody(finished, host):
    _game, one, other = finished
    gone = me(other)["id"]
    assert other.delete("/api/me").status_code == 204
    [rival] = own(one)["games"][0]["opponents"]
    assert (rival["name"], rival["person"]) == (None, None)
    assert error(stranger(host).get(f"/api/people/{gone}/statistics")) == "no-person"
    assert error(stranger(host).get("/api/people/nobody/statistics")) == "no-person"


def test_a_game_is_replayed_once(finished, monkeypatch):
    _game, one, other = finished
    before = own(one)

    async def never(*_anything):
        raise AssertionError("it was replayed again")

    monkeypatch.setattr(services(one).jobs, "compute", never)
    assert own(one) == before
    assert len(own(other)["games"]) == 1


def test_only_so_many_digests_are_kept(finished, monkeypatch):
    game, one, other = finished
    monkeypatch.setattr("lutetia.server.jobs.game_digests.KEPT", 1)
    again, _one, _other = two(one)
    one.post(f"/api/games/{again}/resign")
    assert {played["id"] for played in own(one)["games"]} == {game, again}
    assert len(services(one).digests._kept) == 1
    assert [played["turns"] > 0 for played in own(other)["games"]] == [True], "what was dropped is computed again"


def test_only_the_newest_games_are_listed(finished, monkeypatch):
    game, one, _other = finished
    monkeypatch.setattr("lutetia.server.store.finished_games.finished_games.__kwdefaults__", {"game": None, "most": 1})
    monkeypatch.setattr("lutetia.server.http.routes.statistics.MOST", 1)
    again, _one, _other = two(one)
    one.post(f"/api/games/{again}/resign")
    found = own(one)
    assert [played["id"] for played in found["games"]] == [again] != [game]
    assert found["more"]
    empty = new_game(one, "human", "open")["id"]
    one.post(f"/api/games/{empty}/leave")
    assert own(one) == found, "a game without a result takes no place"
