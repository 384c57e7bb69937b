"""What players are called: names on one device, characters of bots, mixed levels."""

from __future__ import annotations

import pytest

from lutetia.bots.levels import LEVELS
from lutetia.games import BUILT_IN, manifest
from lutetia.server.play.names import characters, player_names
from lutetia.server.play.table import Seat, Table

from server.conftest import error, new_game, stranger


def table_of(*seats: Seat, game: str = "paris") -> Table:
    return Table({"id": "t", "game": game, "pace": {"kind": "none"}, "created": 0}, list(seats))


def test_every_level_has_a_character_for_every_seat_and_no_name_twice():
    most = max(manifest(game).players[1] for game in BUILT_IN)
    assert all(len(level.characters) >= most for level in LEVELS)
    names = [one.name for level in LEVELS for one in level.characters]
    assert len(set(names)) == len(names)


def test_bots_of_one_level_are_different_characters():
    table = table_of(
        Seat("p1", "human", "ana", "Ana"),
        Seat("p2", "bot", bot="level3"),
        Seat("p3", "bot", bot="level5"),
        Seat("p4", "bot", bot="level3"),
    )
    assert characters(table.seats.values()) == {"p2": 0, "p3": 0, "p4": 1}
    expected = {"p1": "Ana", "p2": "Monsieur Armand", "p3": "Ingénieur Lenoir", "p4": "Madame Delphine"}
    assert player_names(table) == expected


def test_a_replacement_bot_does_not_change_other_names():
    ana = Seat("p1", "human", "ana", "Ana")
    table = table_of(ana, Seat("p2", "bot", bot="level3"), Seat("p3", "human", "jiri", "Jiří"))
    before = player_names(table)
    ana.bot = "level3"
    assert player_names(table) == before
    ana.person = ana.name = None  # the account was deleted
    assert player_names(table) == before | {"p1": "Madame Delphine"}


def test_equal_names_get_the_colour_and_people_at_one_device_need_names():
    alike = table_of(Seat("orange", "human", "a", "Ana"), Seat("blue", "human", "b", "Ana"), game="lumiere")
    assert player_names(alike) == {"orange": "Ana (orange)", "blue": "Ana (blue)"}
    device = table_of(
        Seat("orange", "human", "a", "Ana"), Seat("blue", "human", "a", "Ana", alias="Jiří"), game="lumiere"
    )
    assert player_names(device) == {"blue": "Jiří"}


def test_people_at_one_device_keep_their_names_in_a_rematch(client):
    state = new_game(client, "human", "human", "level2", game="paris", names=["Ana", "  Jiří  "])
    assert [seat["alias"] for seat in state["seats"]] == ["Ana", "Jiří", None]
    assert [seat["name"] for seat in state["seats"]] == ["Ana", "Jiří", None]
    for _player in range(2):
        client.post(f"/api/games/{state['id']}/resign")
    again = client.post(f"/api/games/{state['id']}/rematch").json()
    assert [seat["alias"] for seat in again["seats"]] == ["Ana", "Jiří", None]
    listed = client.get("/api/me/games").json()["games"][0]
    assert [seat["name"] for seat in listed["seats"]] == ["Ana", "Jiří", None]


@pytest.mark.parametrize(
    ("seats", "names", "code"),
    [
        (["human", "level1"], ["", "Armand"], "invalid"),
        (["human", "open"], ["Ana", "Jiří"], "invalid"),
        (["human", "human"], ["a", "b", "c"], "invalid"),
        (["human", "human"], ["x" * 41], "long-text"),
        (["human", "human"], ["a\nb"], "unprintable"),
    ],
)
def test_names_that_do_not_fit_the_seats_are_refused(client, seats, names, code):
    answer = client.post("/api/games", json={"game": "lumiere", "seats": seats, "names": names})
    assert (answer.status_code, error(answer)) == (422, code)


def test_deleting_an_account_deletes_the_names_at_its_device(client):
    other = stranger(client)
    state = new_game(client, "human", "human", "open", game="paris", names=["Ana", "Jiří"])
    other.post(f"/api/games/{state['id']}/join")
    client.post("/api/me/register", json={"login": "gustave", "password": "a tower of iron"})
    assert client.delete("/api/me").status_code == 204
    seats = other.get(f"/api/games/{state['id']}").json()["seats"]
    assert [seat["alias"] for seat in seats] == [None] * 3


def test_bots_of_different_levels_sit_down_one_by_one(client):
    state = new_game(client, "human", "open", "open", "open", game="paris")
    fill = f"/api/games/{state['id']}/fill"
    assert client.post(fill, json={"bot": "level1", "seat": "p3"}).json()["status"] == "waiting"
    assert error(client.post(fill, json={"bot": "level1", "seat": "p3"})) == "no-seat"
    begun = client.post(fill, json={"bot": "level2"}).json()
    assert begun["status"] == "running"
    assert [(seat["bot"], seat["character"]) for seat in begun["seats"][1:]] == [
        ("level2", 0),
        ("level1", 0),
        ("level2", 1),
    ]


def test_own_postcards_are_offered_and_played_with(client):
    [option] = [
        option
        for game in client.get("/api/house").json()["games"]
        for option in game["options"]
        if option["pick"] is not None
    ]
    items = [item["value"] for item in option["pick"]["items"]]
    own = items[-option["pick"]["count"] :]
    state = new_game(client, "human", "level1", options={option["name"]: own})
    assert {card["name"] for card in state["view"]["position"]["postcards"]} == set(own)
    wrong = client.post(
        "/api/games", json={"game": "lumiere", "seats": ["human", "level1"], "options": {"postcards": own[1:]}}
    )
    assert error(wrong) == "invalid"
