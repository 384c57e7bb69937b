"""A position that cannot be set up is refused with every fault and its rule; what is left out is filled in."""

from __future__ import annotations

import json
import random
import runpy
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lutetia
from lutetia import companion
from lutetia.core import schema as own
from lutetia.drawing.position import drawing_for
from lutetia.text.interface import text_for

from configurations import new, walk
from schemas import FOLDER, validator

L65 = json.loads((Path(__file__).parents[1] / "games" / "lumiere" / "l65.json").read_text(encoding="utf-8"))
EMPTY = {"paving": "." * 64, "buildings": {}, "pieces": {}, "reserve": {"orange": [], "blue": []}, "cards": {}}
SEAT = {"vp": 0, "earned": {}, "francs": 5, "tokens": {}, "unused": [], "ends": {}}
CITY = {"players": 2, "districts": {}, "seats": {"p1": SEAT, "p2": SEAT}}


def written(game: lutetia.Game) -> Any:
    return json.loads(json.dumps(companion.written(game)))


def at(name: str, steps: int) -> lutetia.Game:
    game = new(name, 2)
    for n, _step in enumerate(walk(game, random.Random(2))):
        if n == steps:
            break
    return game


def changed(document: dict, **paths: object) -> dict:
    """The document with other values; `a__b` is the key b of a."""
    new = deepcopy(document)
    for path, value in paths.items():
        *where, last = path.split("__")
        part = new
        for key in where:
            part = part.setdefault(key, {})
        part[last] = value
    return new


NIGHT = written(lutetia.replay(L65))
DAY = written(at("paris for two", 60))
EVENING = written(at("paris for two", 200))

FAULTS = {
    "built too early": (
        "lumiere",
        changed(NIGHT, paving="." * 4 + NIGHT["paving"][4:8] + "." * 4 + NIGHT["paving"][12:]),
        "L23",
    ),
    "over too early": ("lumiere", changed(EMPTY, play__over=True), "L23"),
    "too few tiles": ("lumiere", changed(EMPTY, play__tiles={"orange": [0], "blue": []}), "L11"),
    "the same tile twice": ("lumiere", changed(EMPTY, play__tiles={"orange": [0] * 8, "blue": list(range(8))}), "L11"),
    "no such tile": ("lumiere", changed(EMPTY, paving="oo......oo......" + "." * 48), "L2"),
    "too few postcards": ("lumiere", changed(NIGHT, play__postcards=["peintre"]), "L10"),
    "a postcard twice": ("lumiere", changed(EMPTY, play__postcards=["penseur"] * 8), "L10"),
    "a postcard not in play": ("lumiere", changed(NIGHT, cards__penseur="orange"), "L10"),
    "nothing to carry out": ("lumiere", changed(NIGHT, play__question={"card": "peintre"}), "L39"),
    "nothing to build": ("lumiere", changed(NIGHT, play__question={"card": "levitation", "build": "I3"}), "L40"),
    "not the seat's turn": ("lumiere", changed(NIGHT, play__seat="orange", play__over=False), "L32"),
    "not over": ("lumiere", changed(NIGHT, cards={}, pieces={}, play__over=True), "L33"),
    "scored, but faulty": ("lumiere", changed(NIGHT, reserve__blue=["L4"]), "L3"),
    "two stacks": ("paris", changed(DAY, play__stacks=DAY["play"]["stacks"][:2]), "P11"),
    "a tile in two stacks": ("paris", changed(DAY, play__returned=[["Chaillot", 1]] * 3), "P11"),
    "not drawn": ("paris", changed(DAY, play__buildings={}), "P20"),
    "a key on nothing": (
        "paris",
        changed(CITY, districts={"Chaillot": {"keys": {"3": ["p1"]}, "vp": None}}, play__buildings={}),
        "P40",
    ),
    "a wrong token": ("paris", changed(DAY, play__dealt__Chaillot__1="gold"), "P12"),
    "a wrong track": ("paris", changed(DAY, play__track=[2, 1, *range(3, 31)]), "P13"),
    "a token too few": ("paris", changed(CITY, play__buildings={}, play__beside={}), "P45"),
    "too many tokens": ("paris", changed(DAY, seats__p1__tokens={"wood": 6}), "P5"),
    "end-game tiles too early": ("paris", changed(DAY, seats__p1__ends={"vp1": 1}), "P70"),
    "too many end-game tiles": ("paris", changed(CITY, play__ends_used={"vp1": 3}), "P5"),
    "turns too early": ("paris", changed(DAY, play__turns_left=2), "P72"),
    "over too early in Paris": ("paris", changed(DAY, play__over=True), "P72"),
    "nothing to draw": ("paris", changed(CITY, play__phase="draw"), "P20"),
    "no such question": ("paris", changed(CITY, play__question={"ask": "pay", "goal": "Chaillot:8"}), "P22"),
    "a tile used and held": (
        "paris",
        changed(CITY, seats__p1=SEAT | {"unused": [7]}, play__seats={"p1": {"used": [7]}}),
        "P50",
    ),
    "too many owners": ("paris", changed(CITY, play__seats={"p1": {"used": [7]}, "p2": {"used": [7]}}), "P4"),
    "half of no tile": ("paris", changed(CITY, play__half=[19]), "P53"),
    "too few francs": (
        "paris",
        changed(CITY, seats__p1=SEAT | {"francs": 0}, play__half=[19], play__seats={"p1": {"used": [19]}}),
        "P53",
    ),
    "too many keys": (
        "paris",
        changed(
            CITY,
            players=4,
            seats=dict.fromkeys(("p1", "p2", "p3", "p4"), SEAT),
            play__seats={
                "p1": {
                    "banks": ["Chaillot", "Belleville", "Montmartre", "La-Villette", "Saint-Germain", "Batignolles"],
                    "arc": True,
                }
            },
            districts={"Chaillot": {"keys": {"1": ["p1"]}, "vp": None}},
        ),
        "P14",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_played_is_refused_with_its_rule(name):
    game, document, rule = FAULTS[name]
    with pytest.raises(lutetia.PositionError) as caught:
        lutetia.position(game, document)
    assert rule in [fault.rule for fault in caught.value.faults], str(caught.value)
    assert f"({rule})" in str(caught.value)
    assert "{" not in str(caught.value)


def test_every_fault_is_named():
    wrong = changed(EMPTY, play={"over": True, "tiles": {"orange": [1], "blue": []}, "postcards": ["peintre"]})
    with pytest.raises(ValueError, match="cannot be set up") as caught:
        lutetia.position("lumiere", wrong)
    assert [line[-4:-1] for line in str(caught.value).splitlines()[1:]] == ["L23", "L11", "L10", "L10"]
    shape = changed(EMPTY, paving="x", play={"seat": "green", "over": 1, "fog": 0}, reserve={"orange": []})
    with pytest.raises(ValueError, match="cannot be set up") as caught:
        lutetia.position("lumiere", shape)
    for word in ("paving", "reserve: blue", "play.seat: green", "play.over", "fog"):
        assert word in str(caught.value)
    with pytest.raises(ValueError, match=r"no building fig(.|\n)*no postcard fog"):
        lutetia.position("lumiere", changed(NIGHT, cards__fog="blue", buildings__fig={"owner": "blue", "spaces": []}))


@pytest.mark.parametrize("data", [None, [], "x", {}, {"players": 2}])
def test_other_data_is_refused(data):
    for game in ("lumiere", "paris"):
        with pytest.raises(lutetia.PositionError):
            lutetia.position(game, data)


def test_options_and_games_are_checked_as_for_a_new_game():
    with pytest.raises(ValueError, match="there is no game chess"):
        lutetia.position("chess", {})
    with pytest.raises(ValueError, match="unknown option"):
        lutetia.position("lumiere", EMPTY, options={"fog": True})


# ---- what is left out --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "document"), [("lumiere", EMPTY), ("lumiere", NIGHT), ("paris", CITY), ("paris", EVENING)]
)
def test_a_document_for_the_score_can_be_played_on(game, document):
    """The documents of the companion: no key `play`. The same document and seed give the same game."""
    bare = {key: part for key, part in document.items() if key != "play"}
    if document is EVENING:
        bare["seats"] = {seat: has | {"ends": {}} for seat, has in bare["seats"].items()}
    found = lutetia.position(game, bare, seed=3)
    assert found.record() == lutetia.position(game, bare, seed=3).record()
    assert lutetia.position(game, found.record()["position"]).record() == found.record(), "the record's is complete"
    assert found.over == (document is NIGHT)
    settled = companion.settle(game, bare)
    total = {seat: found.ruleset.scores(found.kernel)[seat]["total"] for seat in found.ruleset.seats}
    assert total == {s: p["total"] for s, p in settled.view["position"]["scores"].items()}


def test_points_of_unknown_origin_are_listed_apart():
    game = lutetia.position("paris", changed(CITY, seats__p1=SEAT | {"vp": 9, "earned": {"eights": 4, "bonus": 2}}))
    scores = game.view(None)["position"]["scores"]
    assert (scores["p1"]["track"], scores["p1"]["eights"], scores["p1"]["total"]) == (5, 4, 9)
    assert "track" not in scores["p2"]
    rows = text_for("paris").rows(game.score())
    assert [sum(row["points"][seat] for row in rows) for seat in ("p1", "p2")] == [9, 0]
    assert list(drawing_for(game).sources)[:2] == ["track", "eights"]
    validator("paris-position").validate(game.view(None)["position"])


def test_unknown_end_game_tiles_are_drawn():
    game = lutetia.position("paris", changed(CITY, seats__p2=SEAT | {"ends": {"unknown": 2, "vp2": 1}}))
    ends = game.record()["position"]["seats"]["p2"]["ends"]
    assert sum(ends.values()) == 3
    assert ends["vp2"] == 1
    assert game.view("p1")["start"]["seats"]["p2"]["ends"] == {"unknown": 3}
    assert game.view("p2")["start"]["seats"]["p2"]["ends"] == ends


def test_the_tiles_that_are_left_are_those_that_the_board_does_not_show():
    """Every tile that looks like one on the board, and no other, can be missing."""
    game = at("lumiere starter", 9)
    document = {key: part for key, part in written(game).items() if key != "play"}
    found = lutetia.position("lumiere", document)
    position = found.view(None)["position"]
    assert position["squares"] == game.view(None)["position"]["squares"]
    assert sum(map(len, position["unplaced"].values())) == len(position["squares"])


def test_postcards_of_the_document_are_in_play():
    game = at("lumiere further", 0)
    found = lutetia.position("lumiere", written(game))
    assert set(found.record()["setup"]["postcards"]) == set(game.record()["setup"]["postcards"])
    assert (
        lutetia.position(
            "lumiere", changed(NIGHT, cards={}, pieces={}, buildings={}, reserve={"orange": [], "blue": []}, play={})
        ).ruleset.options["postcards"]
        == "starter"
    )


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_what_is_drawn_does_not_follow_from_what_a_seat_may_know(game):
    """A seat that sets up the start of its own view gets other tiles than those of the game."""
    start = lutetia.position(game, EMPTY if game == "lumiere" else CITY | {"play": {"buildings": {}}}).view(None)
    real = lutetia.position(game, start["start"])
    seen = real.view(real.seat)["start"]
    assert seen == start["start"]
    assert lutetia.position(game, seen).record()["setup"] != real.record()["setup"]


def test_a_draw_that_contradicts_what_is_told_is_drawn_again():
    """In the advanced game tokens are dealt at random: as many may lie beside spaces as the seats do not hold."""
    game = at("paris advanced", 60)
    document = written(game)
    del document["play"]["dealt"]
    for seed in range(12):
        assert lutetia.position("paris", document, seed=seed, options=game.ruleset.options)


# ---- records and views -------------------------------------------------------------------------------------------


def test_a_record_whose_parts_do_not_fit_its_position_is_refused():
    record = lutetia.position("lumiere", EMPTY).record()
    for key, value in {"first": "blue", "setup": {}, "position": {}}.items():
        with pytest.raises(lutetia.RecordError):
            lutetia.replay(record | {key: value})
    city = lutetia.position("paris", CITY).record()
    with pytest.raises(lutetia.RecordError, match="players"):
        lutetia.replay(city | {"seats": ["p1", "p2", "p3"]})


def test_a_fault_in_a_complete_position_is_told_at_once(monkeypatch):
    """A record's position leaves nothing to be drawn, yet it was tried thirty times."""
    record = lutetia.position("paris", CITY).record()
    play_on, tried = companion.companion("paris").play_on, []

    def lay_out(*given):
        tried.append(given)
        return play_on.lay_out(*given)

    noted = replace(companion.companion("paris"), play_on=replace(play_on, lay_out=lay_out))
    monkeypatch.setattr(companion, "companion", lambda game: noted)
    record["position"]["play"]["half"] = [19]
    with pytest.raises(lutetia.RecordError, match="P53"):
        lutetia.replay(record)
    assert len(tried) == 1


def test_a_view_whose_start_is_not_a_position_is_refused():
    view = lutetia.position("paris", CITY).view("p1")
    for start in (None, {}, [], CITY):
        with pytest.raises(lutetia.RecordError):
            lutetia.imagine(view | {"start": start}, 1)


# ---- the schemas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", companion.names())
def test_the_schema_is_that_of_the_servers_model(game):
    text_of = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "setup_schemas.py"))["text_of"]
    found = companion.companion(game).play_on
    assert found.schema.parent == FOLDER
    assert found.schema.read_text("utf-8") == text_of(game), "run: python scripts/setup_schemas.py"


def test_names_are_safe_to_print():
    with pytest.raises(lutetia.PositionError, match="there is no postcard \ufffd\ufffd2J;"):
        lutetia.position("lumiere", changed(EMPTY, **{"cards__\n\x1b2J": "blue"}))


def test_a_line_end_after_a_name_is_refused():
    """In Python, unlike JSON Schema, `$` also matches before a line end."""
    name = next(iter(NIGHT["buildings"]))
    spaces = [f"{space}\n" for space in NIGHT["buildings"][name]["spaces"]]
    for wrong in (
        changed(NIGHT, paving=NIGHT["paving"] + "\n"),
        changed(NIGHT, **{f"buildings__{name}__spaces": spaces}),
    ):
        with pytest.raises(lutetia.PositionError, match="pattern"):
            lutetia.position("lumiere", wrong)


@pytest.mark.parametrize(("game", "document"), [("lumiere", NIGHT), ("paris", EVENING)])
def test_the_own_check_of_schemas_agrees_with_the_library(game, document):
    """On the document, and with each of its parts replaced or left out."""
    schema, library = companion.read_schema(FOLDER / f"{game}-setup.json"), validator(f"{game}-setup")
    assert own.faults(schema, document) == []
    assert library.is_valid(document)
    refused = 0
    paths = _paths(document)
    for path in random.Random(game).sample(paths, 25):
        for value in (None, True, -1, 31, 1000, "x" * 30, [], {}, {"x": 1}, [None] * 40, "gone"):
            twin = deepcopy(document)
            part = twin
            for key in path[:-1]:
                part = part[key]
            if value == "gone":
                del part[path[-1]]
            else:
                part[path[-1]] = value
            assert (own.faults(schema, twin) == []) == library.is_valid(twin), (path, value)
            refused += not library.is_valid(twin)
    assert refused > 50


def _paths(part: Any, path: tuple = ()) -> list[tuple]:
    """The places in a document; of a list only the first entry."""
    keys = part if isinstance(part, dict) else range(min(1, len(part))) if isinstance(part, list) else ()
    return [found for key in keys for found in [(*path, key), *_paths(part[key], (*path, key))]]
