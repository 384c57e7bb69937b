"""The companion for the box: a position set up by hand scores as in a game; an impossible one is explained."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia import companion
from lutetia.bots import bot
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings

from configurations import FULL
from server.conftest import HERE, error

L65 = json.loads((Path(__file__).parents[2] / "games" / "lumiere" / "l65.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One server for all tests: these routes change nothing."""
    settings = Settings(data=tmp_path_factory.mktemp("server"), limits=False, bot_processes=1, log_level="error")
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        yield client


def played(game: str, seed: int, **more) -> lutetia.Game:
    found = lutetia.new(game, seed=seed, **more)
    players = {seat: bot("greedy", seed) for seat in found.ruleset.seats}
    while not found.over:
        found.play(players[found.seat].choose(found.view(found.seat), found.legal()))
    return found


@pytest.fixture(scope="module")
def night() -> dict:
    """The rulebooks' worked example (L65)."""
    return companion.written(lutetia.replay(L65))


@pytest.fixture(scope="module")
def day() -> dict:
    return companion.written(played("paris", 3, players=3))


# ---- the count ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6 if FULL else 2))
@pytest.mark.parametrize("postcards", ["starter", "random"])
def test_a_position_of_lumiere_scores_as_in_the_game(seed, postcards):
    game = played("lumiere", seed, options={"postcards": postcards})
    settled = companion.settle("lumiere", companion.written(game))
    assert [str(fault) for fault in [*settled.faults, *settled.notes]] == []
    assert settled.sheet == game.score()
    assert settled.result == game.result()
    drawn, real = settled.view["position"], game.view(None)["position"]
    for part in ("paving", "buildings", "pieces", "lamps", "reserve", "scores", "groups", "tie"):
        assert drawn[part] == real[part], part


@pytest.mark.parametrize(
    ("seed", "players"),
    [(1, 2), (3, 4), pytest.param(2, 3, marks=pytest.mark.full), pytest.param(4, 2, marks=pytest.mark.full)],
)
def test_a_position_of_paris_scores_as_in_the_game(seed, players):
    game = played("paris", seed, players=players)
    settled = companion.settle("paris", companion.written(game))
    assert [str(fault) for fault in settled.faults] == []
    assert settled.result == game.result()
    real = game.score()
    assert settled.sheet["districts"] == real["districts"]
    for seat, page in real["seats"].items():
        for source in ("eights", "sections", "bonus", "end_tiles", "francs", "districts"):
            assert settled.sheet["seats"][seat][source]["points"] == page[source]["points"], (seat, source)
        assert settled.sheet["seats"][seat]["track"]["points"] == 0
    for district, part in game.view(None)["position"]["districts"].items():
        assert settled.view["position"]["districts"][district]["vp_tile"] == part["vp_tile"]


def test_an_unfinished_position_of_paris_is_scored_as_if_the_game_ended_now():
    game = lutetia.new("paris", seed=5)
    player = bot("greedy", 5)
    for _step in range(120):
        game.play(player.choose(game.view(game.seat), game.legal()))
    settled = companion.settle("paris", companion.written(game))
    assert {s: p["total"] for s, p in settled.sheet["seats"].items()} == {
        s: p["total"] for s, p in game.score()["seats"].items()
    }


def test_the_open_half_of_a_tile_counts_as_sold():
    """P53: the end of the turn sells it at its best price, so the sheet must not lose it."""
    chance = Random(1)
    for seed in range(30):
        game = lutetia.new("paris", seed=seed)
        while not game.over:
            legal = game.legal()
            wanted = [step for step in legal if step.endswith((" 19", " 21", " bonus19", " bonus21"))]
            game.play(chance.choice(wanted or legal))
            seat = game.seat
            if seat and game.view(seat)["position"]["seats"][seat]["half"]:
                sheet = companion.settle("paris", companion.written(game)).sheet["seats"]
                assert {s: page["tie"]["francs"] for s, page in sheet.items()} == {
                    s: page["tie"]["francs"] for s, page in game.score()["seats"].items()
                }
                return
    raise AssertionError("no tile was ever half used")


# ---- the routes --------------------------------------------------------------------------------------------------


def test_the_score_sheet_lists_every_source_and_the_winner(client, night):
    reply = client.post("/api/companion/lumiere", json=night).json()
    assert reply["faults"] == []
    rows = {row["name"]: row for row in reply["sheet"]["rows"]}
    assert {name: row["points"] for name, row in rows.items()} == {
        "lit": {"orange": 33, "blue": 43},
        "group": {"orange": 15, "blue": 13},
        "unbuilt": {"orange": 0, "blue": -3},
        "postcards": {"orange": 0, "blue": 4},
    }
    assert reply["sheet"]["total"] == {"orange": 48, "blue": 57}
    assert reply["sheet"]["verdict"] == "Blue wins, 57 to 48."
    assert "no penalty thanks to Sacré-Cœur" in rows["unbuilt"]["parts"]["orange"][0]


def test_a_tie_is_explained_in_words(client, night):
    bare = night | {"buildings": {}, "pieces": {}, "cards": {}, "reserve": {"orange": [], "blue": []}}
    assert client.post("/api/companion/lumiere", json=bare).json()["sheet"]["verdict"].startswith("A draw")
    seats = {
        s: {"vp": 10, "earned": {}, "francs": f, "tokens": {}, "unused": [], "ends": {}}
        for s, f in (("p1", 3), ("p2", 4))
    }
    reply = client.post("/api/companion/paris", json={"players": 2, "districts": {}, "seats": seats}).json()
    assert "Blue wins the tie at 10 VP with more francs" in reply["sheet"]["verdict"]
    assert reply["sheet"]["rows"][0]["name"] == "track"


def test_a_record_is_turned_into_a_position(client, night):
    found = client.post("/api/companion/record", json=L65).json()
    assert found == {"game": "lumiere", "position": {key: part for key, part in night.items() if key != "play"}}
    assert error(client.post("/api/companion/record", json={"format": "nothing"})) == "record"


def test_the_score_depends_on_what_lies_on_the_table_alone(client, night, day):
    """Not on what is needed to play on, nor on what a form has left behind."""
    for game, whole in (("lumiere", night), ("paris", day)):
        bare = {key: part for key, part in whole.items() if key != "play"}
        wanted = client.post(f"/api/companion/{game}", json=bare).json()
        assert wanted["faults"] == []
        for play in (whole["play"], {}, {"over": True, "first": whole["play"]["first"]}):
            assert client.post(f"/api/companion/{game}", json=bare | {"play": play}).json() == wanted
    left = {name: part | {"keys": {"L16": []} | part["keys"]} for name, part in day["districts"].items()}
    assert client.post("/api/companion/paris", json=day | {"districts": left}).json() == wanted


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_the_companion_describes_the_components(client, game):
    found = client.get(f"/api/companion/{game}").json()
    assert found["box"]["seats"]
    assert error(client.get("/api/companion/chess")) == "no-game"


# ---- what cannot be ----------------------------------------------------------------------------------------------


def changed(position: dict, path: str, value: object) -> dict:
    new = deepcopy(position)
    *where, last = path.split("/")
    part = new
    for name in where:
        part = part[name]
    part[last] = value
    return new


NIGHT_FAULTS = {
    "on another": ("pieces/painter/spaces", ["d7"], "L6", "are both on d7"),
    "too small": ("buildings/I3/spaces", ["b7", "c7"], "L3", "I3 covers 3 spaces, not 2."),
    "in pieces": ("buildings/I3/spaces", ["b7", "c7", "h8"], "L3", "are not connected"),
    "off colour": ("pieces/painter/spaces", ["a1"], "L44", ""),
    "no metropolitain": ("buildings/I3/spaces", ["a7", "b7", "c7"], "L41", "Only Metropolitain"),
    "no chartier": ("buildings/garden/spaces", ["c2", "c3"], "L45", "Only Chartier"),
    "twice": ("reserve/blue", ["V5", "L4"], "L3", "There is only one L4."),
    "too many cards": ("cards/sacre-coeur", "blue", "L4", "Blue has used 5 postcards"),
    "other's card": ("cards/peintre", "orange", "L31", "Le Peintre"),
    "annex alone": ("pieces/annex/of", "garden", "L46", "annex"),
}


@pytest.mark.parametrize("name", NIGHT_FAULTS)
def test_an_impossible_position_of_lumiere_is_refused_with_its_rule(client, night, name):
    path, value, rule, words = NIGHT_FAULTS[name]
    if name == "off colour":
        value = [next(s for n, s in enumerate(SPACES) if night["paving"][n] == "o" and s not in taken(night))]
    reply = client.post("/api/companion/lumiere", json=changed(night, path, value)).json()
    assert reply["sheet"] is None
    assert [fault for fault in reply["faults"] if fault["rule"] == rule and words in fault["text"]], reply["faults"]
    assert reply["view"]["position"]["paving"]  # it is drawn all the same


SPACES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]


def taken(night: dict) -> set[str]:
    return {s for part in ("buildings", "pieces") for one in night[part].values() for s in one["spaces"]}


def test_the_paving_must_be_complete_and_use_each_tile_once(client, night):
    part = client.post("/api/companion/lumiere", json=night | {"paving": "." + night["paving"][1:]}).json()
    assert part["faults"][0] == {"rule": "L1", "text": "Square A1 is only partly paved."}
    lamps = client.post(
        "/api/companion/lumiere", json=night | {"paving": "*" * 64, "buildings": {}, "pieces": {}}
    ).json()
    reply = [fault["text"] for fault in lamps["faults"]]
    assert "64 spaces are marked “street lamp”; the tiles have 8." in reply


def test_a_building_of_another_shape_is_scored_with_a_note(client, night):
    bent = changed(night, "buildings/I3/spaces", ["b7", "c7", "c8"])
    found = client.post("/api/companion/lumiere", json=bent).json()
    assert [one["text"] for one in found["notes"]] == [
        "I3 has another shape in our data; it is counted as you placed it."
    ]


DAY_FAULTS = {
    "too many keys": ("districts/Chaillot/keys/1", ["p1"] * 8, "P52", "bonus tile 9"),
    "all share": ("districts/Chaillot/keys", {"1": ["p1", "p2", "p3"], "2": ["p1", "p2"]}, "P52", "bonus tile 16"),
    "too few keys for prizes": ("districts/Chaillot", {"keys": {}, "vp": 10}, "P49", ""),
    "tokens": ("seats/p1/tokens", {"wood": 7}, "P5", "There are 7 tokens of wood; the game has 6."),
    "end tiles": ("seats/p1/ends", {"vp2": 2}, "P5", "the game has 1"),
    "bonus twice": ("seats/p1/unused", [6, 6], "P50", "twice"),
    "points do not add up": ("seats/p1/earned", {"eights": 900}, "P46", "add up to 900"),
}


@pytest.mark.parametrize("name", DAY_FAULTS)
def test_an_impossible_position_of_paris_is_refused_with_its_rule(client, day, name):
    path, value, rule, words = DAY_FAULTS[name]
    wrong = changed(day, path, value)
    if name == "too few keys for prizes":
        wrong["districts"] = {d: {"keys": {}, "vp": None} for d in wrong["districts"]} | {"Chaillot": value}
    reply = client.post("/api/companion/paris", json=wrong).json()
    assert reply["sheet"] is None
    assert [fault for fault in reply["faults"] if fault["rule"] == rule and words in fault["text"]], reply["faults"]


def test_a_landmark_or_vp_tile_in_two_districts_is_refused(client, day):
    twice = {"Chaillot": {"keys": {"L12": ["p1"]}, "vp": 20}, "Montmartre": {"keys": {"L12": ["p2"]}, "vp": 20}}
    wrong = day | {"districts": twice}
    texts = [fault["text"] for fault in client.post("/api/companion/paris", json=wrong).json()["faults"]]
    assert "Panthéon is in 2 districts." in texts
    assert "VP tile 20 is in 2 districts." in texts


@pytest.mark.parametrize(
    ("game", "path", "value"),
    [
        ("lumiere", "paving", "o" * 63),
        ("lumiere", "paving", "x" * 64),
        ("lumiere", "buildings/X9", {"owner": "orange", "spaces": ["a1"]}),
        ("lumiere", "pieces/cat", {"owner": "orange", "spaces": ["a1"]}),
        ("lumiere", "cards/joker", "orange"),
        ("lumiere", "reserve/blue", ["Z1"]),
        ("lumiere", "buildings/I3/spaces", ["z9"]),
        ("lumiere", "buildings/I3/owner", "green"),
        ("paris", "players", 5),
        ("paris", "districts/Bronx", {"keys": {}, "vp": None}),
        ("paris", "districts/Chaillot/keys/7", ["p1"]),
        ("paris", "districts/Chaillot/keys/1", ["p9"]),
        ("paris", "districts/Chaillot/vp", 99),
        ("paris", "seats/p1/francs", -1),
        ("paris", "seats/p1/tokens", {"lead": 1}),
        ("paris", "seats/p1/unused", [31]),
        ("paris", "seats/p1/ends", {"cake": 1}),
        ("paris", "seats/p1/earned", {"luck": 1}),
        ("paris", "seats", {}),
    ],
)
def test_malformed_positions_are_refused_with_a_message(client, night, day, game, path, value):
    answer = client.post(f"/api/companion/{game}", json=changed({"lumiere": night, "paris": day}[game], path, value))
    assert answer.status_code == 422
    assert error(answer) in ("invalid", "position")
