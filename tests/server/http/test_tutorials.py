"""Tutorials: every lesson is valid, short and made of real positions; every postcard and bonus tile has an example."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia import tutorial as tutorials
from lutetia.core.catalogue import catalogue, languages
from lutetia.core.i18n import language
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.paris.rules.bonus import EFFECTS
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.tasks import tutorials as tasks
from lutetia.text import rulebook as rules

from server.conftest import HERE, error

GAMES = ("lumiere", "paris")
WORDS_A_MINUTE = 200
SECONDS_A_STEP = 4  # to find a marked step and make it
MINUTES = 3


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One server for all tests: these routes change nothing."""
    settings = Settings(data=tmp_path_factory.mktemp("server"), limits=False, bot_processes=1, log_level="error")
    with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
        yield client


def test_every_game_has_a_tutorial():
    assert tutorials.names() == lutetia.games()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tag", [tag for tag in languages() if catalogue(tag).complete])
def test_a_lesson_takes_less_than_three_minutes(game, tag):
    token = language.set(tag)
    try:
        moments = tasks.lesson(game)["moments"]
    finally:
        language.reset(token)
    said = " ".join(f"{one['title']} {one['text']} {one['does']}" for one in moments).split()
    words = sum(any(map(str.isalnum, word)) for word in said)  # in French, ":" stands alone
    steps = sum(one["step"] is not None for one in moments)
    assert words / WORDS_A_MINUTE + steps * SECONDS_A_STEP / 60 < MINUTES
    assert not [one["text"] for one in moments if "{" in one["text"]]


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_makes_the_steps_of_the_record(client, game):
    course = client.get(f"/api/tutorials/{game}").json()
    record = tutorials.recorded(game)["record"]
    assert lutetia.replay(record).over
    assert course["moments"][0]["at"] == 0
    assert course["moments"][-1]["at"] == len(tutorials.steps(game))
    assert [one["at"] for one in course["moments"]] == sorted(one["at"] for one in course["moments"])
    for one in course["moments"]:
        scene = client.get(f"/api/tutorials/{game}/at/{one['at']}").json()
        assert scene["view"]["viewer"] == course["seat"]
        assert set(one["rules"]) <= set(rules.known_ids(game))
        if one["step"]:
            assert scene["view"]["seat"] == course["seat"]
            assert one["step"] in scene["legal"]
            assert one["step"] == tutorials.steps(game)[one["at"]]
            assert one["does"] == next(s["does"] for s in scene["told"]["steps"] if s["step"] == one["step"])
            assert one["step"].startswith(one["also"])
            change = client.post(f"/api/tutorials/{game}/at/{one['at']}/preview", json={"step": one["step"]})
            assert course["seat"] in change.json()["change"]
    assert "You win" in course["moments"][-1]["text"]


@pytest.mark.parametrize(("game", "parts"), [("lumiere", CARDS), ("paris", tuple(map(str, EFFECTS)))])
def test_every_part_is_shown_before_and_after(client, game, parts):
    course = client.get(f"/api/tutorials/{game}").json()
    assert {one["name"] for one in course["parts"]} == set(parts)
    for one in course["parts"]:
        assert set(one["rules"]) <= set(rules.known_ids(game))
        example = client.get(f"/api/tutorials/{game}/parts/{one['name']}").json()
        before, after = (example[name]["view"]["position"] for name in ("before", "after"))
        assert before != after
        if game == "lumiere":
            card = next(card for card in after["postcards"] if card["name"] == one["name"])
            assert (card["owner"], card["state"]) == (example["seat"], "used")
            assert [change["what"] for change in example["changes"]] == ["points"]
        elif one["name"] == "27":
            assert example["after"]["view"]["over"]
            assert "27" in after["seats"][example["seat"]]["unused"]
        else:
            assert one["name"] in before["seats"][example["seat"]]["unused"]
            assert one["name"] not in after["seats"][example["seat"]]["unused"]


def test_there_is_a_tip_for_every_kind_of_question(client):
    kinds = {
        "lumiere": {"paving", "building", "card"},
        "paris": {"draw", "action", "done", "track", "section", "vp", "pay"},
    }
    for game, known in kinds.items():
        assert set(client.get(f"/api/tutorials/{game}").json()["tips"]) == known


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/tutorials/chess", "no-game"),
        ("GET", "/api/tutorials/chess/at/0", "no-game"),
        ("GET", "/api/tutorials/lumiere/at/9999", "no-step"),
        ("GET", "/api/tutorials/lumiere/parts/nothing", "no-part"),
        ("GET", "/api/tutorials/chess/parts/6", "no-game"),
        ("POST", "/api/tutorials/paris/at/9999/preview", "no-step"),
    ],
)
def test_unknown_games_and_lessons_are_not_found(client, method, path, code):
    answer = client.request(method, path, **({"json": {"step": "pass"}} if method == "POST" else {}))
    assert answer.status_code == 404
    assert error(answer) == code


def test_an_illegal_step_is_refused_with_its_rule(client):
    answer = client.post("/api/tutorials/lumiere/at/0/preview", json={"step": "pass"})
    assert answer.status_code == 200
    assert answer.json()["forbidden"]["rule"] == "L22"
    assert error(client.post("/api/tutorials/lumiere/at/0/preview", json={"stride": "pass"})) == "invalid"
    assert error(client.get("/api/tutorials/lumiere/at/-1")) == "invalid"
