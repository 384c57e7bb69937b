"""The fast path for steps gives the same answers as the normal path, and only valid steps take it."""

from __future__ import annotations

import json
import re

import pytest

from lutetia.server.errors import StorageError
from lutetia.server.http import fast_path
from lutetia.server.http.routes import steps
from lutetia.server.play import steps as play_steps

from server.conftest import error, new_game

SOUND = {"seq": 1, "step": "", "client_key": "k"}


@pytest.fixture
def both_ways(client, monkeypatch):
    """Send a step by the fast path and by the normal one; returns the response, which must be the same."""

    def ask(body, game, asker=client):
        answers = []
        content = body if isinstance(body, bytes) else json.dumps(body)
        for path in (fast_path.STEPS, re.compile("nowhere")):
            with monkeypatch.context() as patch:
                patch.setattr(fast_path, "STEPS", path)
                headers = {"content-type": "application/json"}
                answers.append(asker.post(f"/api/games/{game}/steps", content=content, headers=headers))
        short, ordinary = answers
        assert short.status_code == ordinary.status_code
        assert short.headers == ordinary.headers
        assert short.content == ordinary.content
        return short

    return ask


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_an_accepted_and_a_late_step_get_the_same_responses(client, both_ways, game):
    state = new_game(client, "human", "human", game=game)
    taken = {"seq": state["seq"], "step": state["legal"][0], "client_key": "k"}
    answer = both_ways(taken, state["id"])
    assert answer.status_code == 200
    assert answer.json()["seq"] == state["seq"] + 1
    late = both_ways(taken | {"client_key": "another"}, state["id"])
    assert late.status_code == 409
    assert late.json()["seq"] == state["seq"] + 1


def test_refused_steps_get_the_same_responses(client, another, both_ways):
    state = new_game(client, "human", "human")
    here, wanted = state["id"], SOUND | {"seq": state["seq"], "step": state["legal"][0]}
    illegal = both_ways(wanted | {"step": "pass"}, here)
    assert (illegal.status_code, error(illegal)) == (422, "illegal")
    watching = another()
    assert error(both_ways(wanted, here, watching)) == "no-session"
    new_game(watching, "human", "human")
    assert error(both_ways(wanted, here, watching)) == "not-yours"
    assert error(both_ways(wanted, "nowhere")) == "no-game"
    assert error(both_ways(wanted, "no.name")) == "invalid"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b"\xff",
        SOUND | {"seq": -1},
        SOUND | {"seq": "1"},
        SOUND | {"more": 1},
        SOUND | {"client_key": ""},
    ],
)
def test_other_requests_take_the_normal_path(client, both_ways, body):
    state = new_game(client, "human", "human")
    assert error(both_ways(body, state["id"])) == "invalid"


def test_database_errors_get_the_same_responses(client, both_ways, monkeypatch):
    state = new_game(client, "human", "human")

    async def fails(*_anything):
        raise StorageError

    monkeypatch.setattr(play_steps, "take_as", fails)
    answer = both_ways(SOUND, state["id"])
    assert (answer.status_code, error(answer)) == (503, "store")


def test_a_valid_step_bypasses_the_framework(client, monkeypatch):
    state = new_game(client, "human", "human")

    def not_here(*_anything, **_more):
        raise AssertionError("this is the ordinary way")

    monkeypatch.setattr(steps, "json_response", not_here)
    wanted = {"seq": state["seq"], "step": state["legal"][0], "client_key": "k"}
    assert client.post(f"/api/games/{state['id']}/steps", json=wanted).status_code == 200
