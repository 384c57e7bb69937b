"""The opening explorer over HTTP: every line can be walked, own games stand beside it, and faults are named."""

from __future__ import annotations

import pytest

from lutetia.openings.book import book_for
from lutetia.openings.lines import openings_for

from server.conftest import error, new_game
from server.http.test_statistics import play_out
from server.people.helpers import me
from server.play.test_games import look, two

GAMES = ("lumiere", "paris")


def overview(client, game):
    answer = client.get(f"/api/openings/{game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def line(client, game, name, **query):
    return client.get(f"/api/openings/{game}/line", params={"line": name, **query})


def mine(client, game, name, **query):
    answer = client.get(f"/api/me/openings/{game}", params={"line": name, **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
def test_an_overview_names_lines_and_tables(client, game):
    found = overview(client, game)
    assert [one["name"] for one in found["lines"]] == list(openings_for(game).lines)
    assert all(one["title"] and one["about"].endswith(".") for one in found["lines"])
    assert {table["players"]: table["games"] for table in found["tables"]} == {
        players: table.games for players, table in book_for(game).tables.items()
    }
    assert all(table["method"] for table in found["tables"])
    assert found["edition"]["name"] == game


@pytest.mark.parametrize("game", GAMES)
def test_every_line_can_be_walked_to_its_end(client, game):
    for one in overview(client, game)["lines"]:
        path, games = [], None
        while True:
            answer = line(client, game, one["name"], path=path)
            assert answer.status_code == 200, answer.text
            found = answer.json()
            assert [step["key"] for step in found["path"]] == path
            counts = [choice["games"] for choice in found["choices"]]
            assert counts == sorted(counts, reverse=True)
            assert games is None or sum(counts) <= games
            if not counts:
                break
            first = found["choices"][0]
            assert first["label"]
            assert first["picture"]
            assert 0 <= first["wins_low"] <= first["wins"] <= first["wins_high"] <= 1
            assert first["margin_low"] <= first["margin"] <= first["margin_high"]
            assert one["shared"] or first["role"] == 1
            path, games = [*path, first["key"]], first["games"]
        assert path, "there is a choice at the start"


def test_the_second_player_has_a_tree_of_their_own(client):
    first, second = (line(client, "lumiere", "buildings", role=role).json() for role in (1, 2))
    assert first["start"]["wins"] + second["start"]["wins"] == pytest.approx(1, abs=0.001)
    assert {choice["role"] for choice in second["choices"]} == {2}


def test_labels_are_in_the_language_of_the_reader(client):
    found = client.get("/api/openings/lumiere", headers={"accept-language": "de"}).json()
    assert found["lines"][2]["title"] == "Gebäude"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/api/openings/chess", "no-game"),
        ("/api/openings/chess/line?line=x", "no-game"),
        ("/api/openings/lumiere/line?line=x", "no-line"),
        ("/api/openings/lumiere/line?line=buildings&players=4", "no-table"),
        ("/api/openings/lumiere/line?line=buildings&role=3", "no-seat"),
        ("/api/openings/lumiere/line?line=paving&role=3", "no-seat"),
        ("/api/openings/lumiere/line?line=buildings&path=nothing", "no-path"),
        ("/api/me/openings/lumiere?line=x", "no-line"),
    ],
)
def test_what_there_is_not(client, address, code):
    answer = client.get(address)
    assert answer.status_code == 404
    assert error(answer) == code


def test_a_path_has_a_greatest_length(client):
    assert line(client, "lumiere", "buildings", path=["x"] * 13).status_code == 422


def test_own_games_stand_beside_the_strong_ones(host):
    game, one, other = two(host)
    assert mine(one, "lumiere", "buildings")["games"] == 0
    play_out(game, one, other)
    record = one.get(f"/api/games/{game}/record").json()
    seat = next(s["seat"] for s in look(one, game)["seats"] if s["person"] == me(one)["id"])
    role = 1 if record["first"] == seat else 2
    taken = [s for turn in record["turns"] if turn["seat"] == seat for s in turn["steps"] if s.startswith("take ")]
    start = mine(one, "lumiere", "buildings", role=role)
    assert start["games"] == 1
    assert start["latest"][0]["id"] == game
    assert list(start["choices"]) == taken[:1]
    after = mine(one, "lumiere", "buildings", role=role, path=taken[:1])
    assert (after["games"], list(after["choices"])) == (1, taken[1:2])
    elsewhere = mine(one, "lumiere", "buildings", role=role, path=["take nothing"])
    assert (elsewhere["games"], elsewhere["latest"]) == (0, [])
    assert mine(one, "lumiere", "buildings", role=3 - role)["games"] == 0
    assert [mine(one, "lumiere", "paving", role=either)["games"] for either in (1, 2)] == [1, 1], "it is of both"
    assert mine(other, "lumiere", "buildings", role=3 - role)["games"] == 1


def test_games_of_another_kind_of_table_are_not_compared(host):
    game, one, other = two(host, options={"two_tiles": True})
    play_out(game, one, other)
    assert [mine(one, "lumiere", "buildings", role=role)["games"] for role in (1, 2)] == [0, 0]


def test_nobody_has_no_games(another):
    assert mine(another(), "paris", "bonus") == {"games": 0, "choices": {}, "latest": []}


def test_an_unfinished_game_does_not_count(client):
    new_game(client, "human", "human")
    assert [mine(client, "lumiere", "buildings", role=role)["games"] for role in (1, 2)] == [0, 0]
