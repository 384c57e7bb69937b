"""Records, shares, past and hypothetical positions, hints, over HTTP. A running game hides what it must."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import lutetia

from server.conftest import error, new_game, stranger
from server.play.test_games import decider, look, take, two


def finished(game: str = "lumiere", seed: int = 4, **more: Any) -> dict[str, Any]:
    """The record of a game played at random."""
    g = lutetia.new(game, seed=seed, **more)
    rng = random.Random(seed)
    while not g.over:
        g.play(rng.choice(g.legal()))
    return g.record()


def ended(host) -> str:
    """A game of two people that was given up after a few steps."""
    game, one, other = two(host)
    for _step in range(5):
        client, state = decider(game, one, other)
        assert take(client, state).status_code == 200
    client, _state = decider(game, one, other)
    assert client.post(f"/api/games/{game}/resign").status_code == 200
    assert look(one, game)["status"] == "over"
    return game


def brought(client, record: dict[str, Any]) -> str:
    answer = client.post("/api/records", json=record)
    assert answer.status_code == 201, answer.text
    return answer.json()["token"]


# ---- export ------------------------------------------------------------------------------------------------------


def test_before_the_start_there_is_no_record(client):
    waiting = new_game(client, "human", "open")["id"]
    for path in ("record", "at/0"):
        assert error(client.get(f"/api/games/{waiting}/{path}")) == "not-begun"
    assert client.get("/api/games/none/record").status_code == 404


def test_the_record_of_a_running_game_hides_what_the_asker_may_not_know(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    assert take(client, state, "take L4").status_code == 200
    for person in (one, other, stranger(host)):
        got = person.get(f"/api/games/{game}/record").json()
        seen = look(person, game)
        assert got["format"] == "lutetia-view/1"
        assert got["content"] == "view"
        assert got["view"] == seen["view"]
        assert "setup" not in got["view"]


def test_an_ended_game_is_a_record_that_replays(client):
    game = ended(client)
    answer = stranger(client).get(f"/api/games/{game}/record", params={"download": 1})
    assert answer.headers["content-disposition"] == f'attachment; filename="lumiere-{game}.json"'
    record = answer.json()
    assert record["format"] == "lutetia-record/1"
    assert lutetia.replay(record).record() == record
    assert sum(len(turn["steps"]) for turn in record["turns"]) == 5


# ---- import ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_an_uploaded_record_is_downloaded_unchanged(client, game):
    record = finished(game)
    shared = stranger(client).get(f"/api/shared/{brought(client, record)}").json()
    assert shared["kind"] == "record"
    assert shared["content"] == record
    assert shared["step"] == sum(len(turn["steps"]) for turn in record["turns"])


def test_a_wrong_record_is_refused_with_a_message(client):
    record = finished()
    record["turns"][2]["steps"][0] = "take Z9"
    answer = client.post("/api/records", json=record)
    assert answer.status_code == 422
    assert answer.json()["error"]["text"].startswith("turn 3, step 1: ")
    record = finished()
    seat = record["turns"][0]["seat"]
    rival = {"orange": "blue", "blue": "orange"}[seat]
    record["turns"][0]["seat"] = rival
    assert "turn 1" in client.post("/api/records", json=record).json()["error"]["text"]
    step = "build L4 a1 b1 c1 a2"
    record = lutetia.new("lumiere", seed=4).record()
    record["turns"] = [{"seat": record["first"], "steps": [step]}]
    assert client.post("/api/records", json=record).json()["error"]["rule"]


@pytest.mark.parametrize(
    "body", [{}, {"format": "lutetia-record/1"}, {"turns": None}, finished() | {"more": 1}, finished() | {"setup": {}}]
)
def test_what_is_no_record_is_refused(client, body):
    assert client.post("/api/records", json=body).status_code == 422


def test_a_body_that_is_not_json_or_too_large_is_refused(client):
    kind = {"content-type": "application/json"}
    for body in ("[]", "7", "{", '{"format":' + "[" * 100_000, '{"format": NaN}', "[" * 900 + "]" * 900):
        assert client.post("/api/records", content=body, headers=kind).status_code == 422, body[:20]
    nested: Any = finished()
    nested["setup"] = {"tiles": [[]]}
    for _depth in range(300):
        nested["setup"] = [nested["setup"]]
    assert client.post("/api/records", json=nested).status_code == 422
    assert client.post("/api/records", content=b" " * 600_000, headers=kind).status_code == 413, "steps would wait"


# ---- share links -------------------------------------------------------------------------------------------------


def test_sharing_a_running_game_shares_the_own_view_of_that_moment(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    shared = client.post(f"/api/games/{game}/share", json={}).json()
    assert take(client, state, "take L4").status_code == 200
    got = stranger(host).get(f"/api/shared/{shared['token']}").json()
    assert (got["kind"], got["step"]) == ("view", 0)
    assert got["content"] == state["view"]
    at = stranger(host).get(f"/api/shared/{shared['token']}/at/0").json()
    assert at["view"] == state["view"]
    assert at["legal"] == []
    file = stranger(host).get(f"/api/shared/{shared['token']}/record", params={"download": True})
    assert (file.json()["format"], file.json()["view"]) == ("lutetia-view/1", state["view"])
    assert file.headers["content-disposition"] == f'attachment; filename="lumiere-{shared["token"]}.view.json"'
    assert error(host.get("/api/shared/nothing/record")) == "no-share"
    assert error(host.get(f"/api/shared/{shared['token']}/at/1")) == "no-step"
    assert error(host.get(f"/api/shared/{shared['token']}/replay.html")) == "running"
    assert error(host.post(f"/api/shared/{shared['token']}/analysis")) == "running"


def test_a_share_of_an_ended_game_points_to_a_position(client):
    game = ended(client)
    shared = client.post(f"/api/games/{game}/share", json={"step": 3}).json()
    got = client.get(f"/api/shared/{shared['token']}").json()
    assert (got["kind"], got["step"]) == ("record", 3)
    assert got["content"] == client.get(f"/api/games/{game}/record").json()
    assert error(client.post(f"/api/games/{game}/share", json={"step": 99})) == "no-step"
    assert error(client.get("/api/shared/none")) == "no-share"


# ---- the past ----------------------------------------------------------------------------------------------------


def test_every_position_of_a_shared_record_can_be_seen_as_every_viewer(client):
    record = finished("paris", players=3, options={"screens": "closed"})
    token = brought(client, record)
    steps = [step for turn in record["turns"] for step in turn["steps"]]
    game = lutetia.replay(record, steps=0)
    for n in range(0, len(steps) + 1, 40):
        for seat in (None, "p1", "p3"):
            query = {"seat": seat} if seat else {}
            got = client.get(f"/api/shared/{token}/at/{n}", params=query).json()
            assert got["view"] == game.view(seat)
            assert (got["legal"], got["step"], got["steps"]) == (game.legal(), n, len(steps))
        for step in steps[n : n + 40]:
            game.play(step)
    assert error(client.get(f"/api/shared/{token}/at/{len(steps) + 1}")) == "no-step"
    assert error(client.get(f"/api/shared/{token}/at/0", params={"seat": "p4"})) == "no-seat"


def test_in_a_running_game_past_positions_are_shown_in_the_own_view_only(client):
    game, one, other = two(client)
    first, state = decider(game, one, other)
    second = other if first is one else one
    before = {person: look(person, game)["view"] for person in (one, other)}
    assert take(first, state).status_code == 200
    for person in (one, other):
        got = person.get(f"/api/games/{game}/at/0").json()
        assert got["view"] == before[person]
        assert bool(got["legal"]) is (person is first), "legal steps go to who decides"
        assert got["steps"] == 1
    answer = second.get(f"/api/games/{game}/at/0", params={"seat": state["seat"]})
    assert (answer.status_code, error(answer)) == (403, "not-yours")
    assert second.get(f"/api/games/{game}/at/0", params={"seat": "p9"}).status_code == 422
    assert stranger(client).get(f"/api/games/{game}/at/0").json()["view"]["viewer"] is None


def test_a_past_position_brings_its_texts_if_they_are_wanted(host):
    game, one, other = two(host)
    first, state = decider(game, one, other)
    assert take(first, state).status_code == 200

    def same(who, at, **asked):
        answer = who.get(f"/api/games/{game}/at/{at}", params=asked | {"text": True}).json()
        told = answer.pop("told")
        assert answer == who.get(f"/api/games/{game}/at/{at}", params=asked).json()
        assert told == who.get(f"/api/games/{game}/told", params=asked | {"at": at}).json()
        return [step["step"] for step in told["steps"]]

    for person in (one, other):
        assert same(person, 0) == (state["legal"] if person is first else [])
    same(stranger(host), 1)
    names = [seat["name"] for seat in look(one, game)["seats"]]
    client, _state = decider(game, one, other)
    assert client.post(f"/api/games/{game}/resign").status_code == 200
    for asked in ({}, {"seat": "orange"}, {"seat": "blue"}, {"open": True}):
        same(stranger(host), 1, **asked)
    shared = one.post(f"/api/games/{game}/share", json={}).json()["token"]
    told = one.get(f"/api/shared/{shared}/at/1", params={"text": True}).text
    assert not [name for name in names if name in told], "a share stores no names"


def test_a_shared_view_brings_its_texts(host):
    game, one, other = two(host)
    first, state = decider(game, one, other)
    shared = first.post(f"/api/games/{game}/share", json={}).json()["token"]
    told = stranger(host).get(f"/api/shared/{shared}/at/0", params={"text": True}).json()["told"]
    assert (told["viewer"], told["log"], told["steps"]) == (state["seat"], [], [])


def test_a_finished_game_can_be_seen_as_every_viewer(client):
    game = ended(client)
    for seat in ("orange", "blue"):
        got = stranger(client).get(f"/api/games/{game}/at/2", params={"seat": seat}).json()
        assert got["view"]["viewer"] == seat
        assert (got["step"], got["steps"]) == (2, 5)


def test_all_hands_lie_open_when_the_game_is_over_and_not_before(client):
    record = finished("paris", players=3, options={"screens": "closed"})
    token = brought(client, record)
    game = lutetia.replay(record, steps=100)
    answer = client.get(f"/api/shared/{token}/at/100", params={"open": True, "text": True}).json()
    got, told = answer["view"], answer["told"]
    assert got == game.open_view()
    for seat in got["seats"]:
        assert got["position"]["seats"][seat] == game.view(seat)["position"]["seats"][seat]
    assert [line["step"] for line in told["log"]] == [step for turn in got["turns"] for step in turn["steps"]]
    running, one, _other = two(client)
    for path in ("at/0", "told"):
        answer = one.get(f"/api/games/{running}/{path}", params={"open": True})
        assert (answer.status_code, error(answer)) == (403, "running")


# ---- what if -----------------------------------------------------------------------------------------------------


def test_what_if_in_a_finished_game_uses_the_real_position(client):
    record = finished()
    game = lutetia.replay(record, steps=0)
    for step in [step for turn in record["turns"] for step in turn["steps"]][:10]:
        game.play(step)
    other = next(step for step in game.legal() if step != record["turns"][10]["steps"][0])
    game.play(other)
    for basis in ({"record": record}, {"token": brought(client, record)}):
        got = client.post("/api/what-if", json=basis | {"at": 10, "steps": [other], "seat": "blue"}).json()
        assert got["view"] == game.view("blue")
        assert (got["legal"], got["step"], got["imagined"]) == (game.legal(), 11, False)
        assert got["score"] == game.view("blue")["position"]["scores"]


def test_what_if_in_a_running_game_uses_a_position_sampled_from_the_own_view(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    step = state["legal"][0]
    got = client.post("/api/what-if", json={"game": game, "steps": [step]}).json()
    assert got["imagined"]
    assert got["view"]["viewer"] == state["seat"]
    assert got["view"]["turns"][-1]["steps"] == [step]
    assert look(client, game)["view"] == state["view"], "the game itself has not moved"
    same = stranger(host).post("/api/what-if", json={"view": state["view"], "steps": [step]}).json()
    assert same == got, "it follows from the view and from nothing else"


def test_what_if_is_seen_by_whoever_decides_and_says_what_a_step_would_bring(client):
    record = finished()
    basis = {"record": record, "at": 30, "seat": "orange"}
    game = lutetia.replay(record, steps=30)
    shown = [
        client.post("/api/what-if", json=basis | {"perspective": perspective}).json()["view"]
        for perspective in ("seat", "decider", "open")
    ]
    assert shown == [game.view("orange"), game.view(game.seat), game.open_view()]
    told = client.post("/api/what-if?text=1", json=basis | {"perspective": "decider"}).json()["told"]
    assert [one["step"] for one in told["steps"]] == game.legal()
    step = game.legal()[0]
    preview = client.post("/api/what-if/preview", json=basis | {"step": step}).json()
    assert preview["change"] == game.preview(step)
    assert client.post("/api/what-if/preview", json=basis | {"step": "no"}).json()["forbidden"]
    prospects = client.post("/api/what-if/prospects", json=basis).json()
    assert (prospects["seat"], prospects["prospects"]) == (game.seat, game.prospects())
    assert client.post("/api/what-if/hint", json=basis).json()["step"] in game.legal()
    over = client.post("/api/what-if/hint", json={"record": record})
    assert (over.status_code, error(over)) == (409, "over")


def test_what_if_gives_no_hints_in_a_running_game(client):
    game, one, other = two(client)
    decides, state = decider(game, one, other)
    for basis in ({"game": game}, {"view": state["view"]}):
        answer = decides.post("/api/what-if/hint", json=basis)
        assert (answer.status_code, error(answer)) == (403, "running")


def test_what_if_explains_errors(client):
    record = finished()
    answer = client.post("/api/what-if", json={"record": record, "at": 0, "steps": ["pass"]})
    assert (answer.status_code, error(answer)) == (422, "illegal")
    assert answer.json()["error"]["rule"]
    assert error(client.post("/api/what-if", json={"steps": []})) == "what-of"
    assert error(client.post("/api/what-if", json={"record": record, "token": "x"})) == "what-of"
    assert error(client.post("/api/what-if", json={"view": {"game": "lumiere"}})) == "view"
    view = lutetia.new("lumiere", seed=1).view("blue")
    for change in ({"position": {}}, {"turns": [{}]}, {"viewer": 7}, {"position": {"paving": 3}}, {"seats": [1]}):
        assert client.post("/api/what-if", json={"view": view | change}).status_code == 422, change
    assert error(client.post("/api/what-if", json={"token": "none"})) == "no-share"
    assert error(client.post("/api/what-if", json={"record": record, "seat": "p1"})) == "no-seat"


# ---- analysis and files ------------------------------------------------------------------------------------------


def test_an_analysis_runs_in_the_background(client):
    game = ended(client)
    assert client.get(f"/api/games/{game}/analysis").json() == {"job": None}  # looking for one begins nothing
    job = client.post(f"/api/games/{game}/analysis")
    assert job.status_code == 202
    again = stranger(client).post(f"/api/games/{game}/analysis")
    assert again.json() == job.json() == stranger(client).get(f"/api/games/{game}/analysis").json()
    until = time.monotonic() + 60
    while (state := client.get(f"/api/jobs/{job.json()['job']}").json())["status"] in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert (state["status"], state["done"]) == ("done", state["total"])
    assert [position["at"] for position in state["result"]["positions"]] == list(range(6))
    assert state["result"]["complete"] is True
    assert error(client.get("/api/jobs/none")) == "no-job"


def test_a_running_game_has_no_analysis_and_no_replay_file(client):
    game, *_people = two(client)
    assert client.post(f"/api/games/{game}/analysis").status_code == 409
    assert client.get(f"/api/games/{game}/analysis").status_code == 409
    assert client.get(f"/api/games/{game}/replay.html").status_code == 409


def test_a_replay_file_is_always_a_download(client):
    game = ended(client)
    for address in (f"/api/games/{game}/replay.html", f"/api/shared/{brought(client, finished('paris'))}/replay.html"):
        answer = client.get(address)
        assert answer.status_code == 200, answer.text[:200]
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["content-disposition"].startswith("attachment; ")
        assert answer.text.startswith("<!doctype html>")


def test_a_replay_file_names_the_players(client):
    state = new_game(client, "human", "level1")
    client.post(f"/api/games/{state['id']}/resign")
    page = client.get(f"/api/games/{state['id']}/replay.html").text
    assert "Petit Louis" in page
    assert look(client, state["id"])["seats"][0]["name"] in page


# ---- hints -------------------------------------------------------------------------------------------------------


def test_a_hint_goes_to_the_deciding_player_and_is_announced(host):
    game, one, other = two(host)
    client, state = decider(game, one, other)
    waiting = other if client is one else one
    assert error(waiting.post(f"/api/games/{game}/hint")) == "not-your-turn"
    assert error(stranger(host).post(f"/api/games/{game}/hint")) == "no-session"
    hint = client.post(f"/api/games/{game}/hint").json()
    assert hint["step"] in state["legal"]
    assert hint["text"]
    heard = look(waiting, game, since=state["seq"])["events"]
    assert [(event["kind"], event["seat"]) for event in heard] == [("hint", state["seat"])]


def test_a_hint_that_is_asked_for_twice_is_announced_once(host):
    """The answer to a request can get lost: asking again with the same key is not a second hint."""
    game, one, other = two(host)
    client, state = decider(game, one, other)
    asked = {"seq": state["seq"], "client_key": "once"}
    hints = [client.post(f"/api/games/{game}/hint", json=asked).json() for _time in range(2)]
    assert hints[0] == hints[1]
    assert [event["kind"] for event in look(client, game, since=state["seq"])["events"]] == ["hint"]
    late = client.post(f"/api/games/{game}/hint", json=asked | {"client_key": "another"})
    assert (late.status_code, error(late)) == (409, "moved-on")
    assert take(client, look(client, game), hints[0]["step"]).status_code == 200
    assert client.post(f"/api/games/{game}/hint", json=asked).json() == hints[0], "also when the game has moved on"


def test_the_others_are_told_of_hints_once_a_turn(host):
    """Each request without a key was another event, although the hint was the same."""
    game, *people = two(host)
    client, state = decider(game, *people)
    begun = state["seq"]

    def told():
        return [event["seat"] for event in look(host, game, since=begun)["events"] if event["kind"] == "hint"]

    for _time in range(4):
        assert client.post(f"/api/games/{game}/hint").status_code == 200
    assert told() == [state["seat"]]
    while (now := look(client, game))["legal"]:
        take(client, now)
    other, _state = decider(game, *people)
    while (now := look(other, game))["legal"]:
        take(other, now)
    assert client.post(f"/api/games/{game}/hint").status_code == 200
    assert told() == [state["seat"]] * 2, "in the next turn again"


def test_a_hint_is_computed_once_per_position(host):
    """Asking for it again made a worker think again, up to twenty milliseconds each time."""
    game, one, other = two(host)
    client, _state = decider(game, one, other)
    jobs = host.app.state.services.jobs
    computed, suggest = [], jobs.suggest

    async def noted(*arguments):
        computed.append(arguments)
        return await suggest(*arguments)

    jobs.suggest = noted
    hints = [client.post(f"/api/games/{game}/hint", json={"client_key": f"{n % 2}"}).json() for n in range(4)]
    assert hints == [hints[0]] * 4
    assert len(computed) == 1


def test_rated_games_have_no_hints(host):
    game, one, other = two(host, rated=True)
    client, _state = decider(game, one, other)
    answer = client.post(f"/api/games/{game}/hint")
    assert (answer.status_code, error(answer)) == (403, "rated")


def test_a_preview_is_what_the_step_would_change(client):
    state = new_game(client, "human", "human")
    answer = client.post(f"/api/games/{state['id']}/preview", json={"step": state["legal"][0]})
    game = lutetia.imagine(state["view"], 0)
    step = state["legal"][0]
    assert answer.json() == {"change": game.preview(step), "outlook": game.outlook(step), "forbidden": None}
    wrong = client.post(f"/api/games/{state['id']}/preview", json={"step": "build L4 a1 b1 c1 a2"})
    assert wrong.status_code == 200
    assert wrong.json()["change"] == {}
    assert wrong.json()["forbidden"]["rule"]


def test_a_preview_that_comes_too_late_is_no_error(host):
    """A page asks while the game goes on. With the `seq` of its state it gets an answer that says so."""
    game, one, other = two(host)
    client, state = decider(game, one, other)
    waiting = other if client is one else one
    path, step = f"/api/games/{game}", {"step": state["legal"][0]}
    assert client.post(f"{path}/preview", json=step | {"seq": state["seq"]}).json()["forbidden"] is None
    assert client.get(f"{path}/prospects", params={"seq": state["seq"]}).json()["prospects"]
    for asker, seq in ((client, state["seq"] - 1), (waiting, state["seq"])):
        late = asker.post(f"{path}/preview", json=step | {"seq": seq})
        assert (late.status_code, late.json()["change"], late.json()["forbidden"]["rule"]) == (200, {}, "")
        assert late.json()["forbidden"]["text"]
        ahead = asker.get(f"{path}/prospects", params={"seq": seq})
        assert (ahead.status_code, ahead.json()["prospects"], ahead.json()["moved_on"]) == (200, {}, True)
    assert error(waiting.post(f"{path}/preview", json=step)) == "not-your-turn"
    assert error(stranger(host).post(f"{path}/preview", json=step | {"seq": 0})) == "no-session"


def test_a_deeply_nested_record_is_refused_before_it_is_parsed(client):
    deep = b'{"turns":' * 900 + b"1" + b"}" * 900
    answer = client.post("/api/records", content=deep, headers={"content-type": "application/json"})
    assert (answer.status_code, error(answer)) == (422, "too-deep")
