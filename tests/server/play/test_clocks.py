"""Clocks: Fischer clocks, days per turn, pauses, running out of time, and a machine clock that jumps."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server import services
from lutetia.server.http.app import make_app
from lutetia.server.play import deadlines
from lutetia.server.play.clock import Clock, ServerClock
from lutetia.server.play.leaving import LONGEST_PAUSE, MAX_PAUSES
from lutetia.server.store import schema

from server import databases
from server.conftest import HERE, error, new_game
from server.play.test_games import decider, look, take, two
from server.times import DAY, SECOND, Time, until

BLITZ = {"kind": "live", "base": 60, "increment": 5}
DAILY = {"kind": "turns", "days": 3}


# ---- the arithmetic --------------------------------------------------------------------------------------------------


def test_fischer_time_runs_while_one_decides_and_a_finished_turn_adds_the_increment():
    clock = Clock.new(BLITZ, ["orange", "blue"])
    clock.turn("orange", 0)
    assert clock.deadline() == 60 * SECOND
    clock.turn("blue", 10 * SECOND)
    assert clock.left["orange"] == 55 * SECOND
    assert clock.deadline() == 70 * SECOND
    assert clock.shown(25 * SECOND) == {"left": {"orange": 55_000, "blue": 45_000}, "running": "blue"}
    clock.turn("orange", 25 * SECOND)
    assert clock.left == {"orange": 55_000, "blue": 50_000}
    clock.turn(None, 26 * SECOND)
    assert (clock.deadline(), clock.shown(99 * SECOND)["running"]) == (None, None)


def test_time_never_goes_below_zero_and_a_late_turn_gets_its_increment():
    clock = Clock.new(BLITZ, ["orange", "blue"])
    clock.turn("orange", 0)
    assert clock.shown(61 * SECOND)["left"]["orange"] == 0
    clock.turn("blue", 90 * SECOND)
    assert clock.left["orange"] == 5 * SECOND


def test_an_undone_turn_adds_no_increment():
    clock = Clock.new(BLITZ, ["orange", "blue"])
    clock.turn("orange", 0)
    clock.turn("blue", 10 * SECOND)
    clock.turn("orange", 12 * SECOND, done=clock.done - 1)
    assert clock.left == {"orange": 55_000, "blue": 58_000}
    clock.turn("blue", 20 * SECOND)
    assert clock.left == {"orange": 47_000, "blue": 58_000}, "played again, the turn earns nothing"


def test_in_a_correspondence_game_every_turn_has_the_same_days():
    clock = Clock.new(DAILY, ["orange", "blue"])
    clock.turn("orange", 0)
    clock.turn("blue", 2 * DAY)
    assert clock.deadline() == 5 * DAY
    clock.turn("orange", 3 * DAY)
    assert clock.deadline() == 6 * DAY


def test_without_a_clock_there_is_nothing_to_show():
    clock = Clock.new({"kind": "none"}, ["orange", "blue"])
    clock.turn("orange", 0)
    clock.stop(5)
    clock.resume(6)
    clock.refill("orange", 6)
    clock.free("orange", 6, keep=True)
    clock.give_back("orange")
    assert (clock.deadline(), clock.shown(7)) == (None, None)


def test_the_clock_loses_and_gains_no_millisecond():
    """Given any course of turns, halts and restarts, then what is left is what was given less what has passed."""
    for seed in range(200):
        rng = random.Random(seed)
        now, running, given, most = 0, 0, 0, 1
        clock = Clock.new({"kind": "live", "base": 10_000, "increment": 5}, ["a", "b", "c"])
        clock.turn("a", now)
        for _event in range(40):
            passed = rng.randrange(3_000)
            now += passed
            running += passed if clock.since is not None else 0
            match rng.choice(["turn", "turn", "take back", "stop", "go on", "restart"]):
                case "turn":
                    clock.turn(rng.choice("abc"), now)
                    given += 5 * SECOND if clock.done > most else 0
                    most = max(most, clock.done)
                case "take back":
                    clock.turn(rng.choice("abc"), now, done=max(0, clock.done - rng.randrange(1, 4)))
                case "stop":
                    clock.stop(now)
                case "go on":
                    clock.resume(now)
                case "restart":
                    kept, deadline = clock.stored(), clock.deadline()
                    down = rng.randrange(10**9)
                    clock = Clock.restore(clock.pace, kept, None if deadline is None else deadline + down)
                    now += down
            assert sum(clock.shown(now)["left"].values()) == 3 * 10_000 * SECOND + given - running


# ---- the server's clock ----------------------------------------------------------------------------------------------


def test_changing_the_system_clock_does_not_change_the_servers_time():
    wall, steady = Time(1_000), Time(0)
    clock = ServerClock(wall=wall, monotonic=steady)
    seen = [clock()]
    for jump in (-500_000, 3, 10**9):
        wall.now += jump
        steady.now += 2
        seen.append(clock())
    assert seen == [1_000_000, 1_002_000, 1_004_000, 1_006_000]


def test_a_restarted_server_never_goes_back_in_time():
    assert ServerClock(not_before=5_000_000, wall=lambda: 1_000, monotonic=lambda: 0)() == 5_000_000
    assert ServerClock(not_before=5, wall=lambda: 1_000, monotonic=lambda: 0)() == 1_000_000


def test_a_clock_that_follows_another_never_goes_back():
    steady = Time(0)
    clock = ServerClock(wall=Time(9_000), monotonic=steady)
    clock.follow(1_000_000, at=-1)  # it was wrong by hours, and nobody had looked at it yet
    assert clock() == 1_001_000
    clock.follow(1_000_200, at=0)
    assert clock() == 1_001_000, "it waits until the other one has caught up"
    steady.now += 2
    assert clock() == 1_002_200
    clock.follow(1_005_000, at=2)
    assert clock() == 1_005_000


@pytest.mark.sqlite
@pytest.mark.parametrize("jump", [-400 * 86_400, -60, 0, 3_600, 4_000 * 86_400])
def test_changing_the_system_clock_while_the_server_is_down_costs_no_time(settings, monkeypatch, jump):
    """Given a live game with 50 s left, when the client opens again under another date, then 50 s are left."""
    wall, steady = Time(1_700_000_000), Time(100)
    monkeypatch.setattr(services, "ServerClock", lambda not_before: ServerClock(not_before, wall, steady))
    with TestClient(make_app(settings), base_url=HERE) as first:
        game = new_game(first, "human", "human", pace=BLITZ)
        steady.now += 10
        before = look(first, game["id"])
        assert before["clock"]["left"][before["seat"]] == 50 * SECOND
    wall.now += jump
    steady.now = 7  # the machine was started again, too
    with TestClient(make_app(settings), base_url=HERE, cookies=first.cookies) as again:
        after = look(again, game["id"])
        assert after["clock"] == before["clock"]
        steady.now += 20
        after = look(again, game["id"])
        assert after["clock"]["left"][after["seat"]] == 30 * SECOND
        assert take(again, after).status_code == 200
        events = look(again, game["id"])["events"]
        assert [event["at"] for event in events] == sorted(event["at"] for event in events)


# ---- over HTTP -------------------------------------------------------------------------------------------------------


@pytest.fixture
def app(settings, times, monkeypatch):
    monkeypatch.setattr(deadlines, "CHECK_EVERY", 0.01)
    return make_app(settings, now=times)


def late(client, times, pace=BLITZ, **more):
    """A game in which who decides has run out of time; the id, who is late, and the other."""
    game, *people = two(client, pace=pace, **more)
    slow, state = decider(game, *people)
    times.goes_on(**({"seconds": 61} if pace["kind"] == "live" else {"days": 3.01}))
    until(lambda: look(slow, game)["asks"]["left"])
    return game, slow, next(person for person in people if person is not slow), state["seat"]


def test_messages_carry_the_milliseconds_that_remain(host, times):
    game, *people = two(host, pace=BLITZ)
    client, state = decider(game, *people)
    seat, other = state["seat"], {"orange": "blue", "blue": "orange"}[state["seat"]]
    assert state["clock"] == {"left": {"orange": 60_000, "blue": 60_000}, "running": seat}
    with host.websocket_connect(f"{HERE}/api/games/{game}/live".replace("http", "ws")) as socket:
        assert socket.receive_json()["clock"] == state["clock"]
        times.goes_on(seconds=12.345)
        assert look(client, game)["clock"]["left"][seat] == 47_655
        answer = take(client, state).json()
        message = until(lambda: next((m for m in [socket.receive_json()] if m["type"] == "state"), None))
    assert answer["clock"] == message["clock"] == {"left": {seat: 52_655, other: 60_000}, "running": other}


def test_only_the_end_of_a_turn_adds_an_increment(host, times):
    game, *people = two(host, game="paris", pace=BLITZ)
    client, state = decider(game, *people)
    state = take(client, state, next(step for step in state["legal"] if step.startswith("draw "))).json()
    for round_ in range(1, 4):
        times.goes_on(seconds=1)
        step = next(step for step in state["legal"] if step.startswith("key "))
        stepped = take(client, state, step).json()
        assert stepped["seat"] == state["seat"]
        state = client.post(f"/api/games/{game}/undo").json()
        assert state["clock"]["left"][state["seat"]] == (60 - round_) * SECOND


def test_a_turn_undone_by_consent_adds_no_increment(host, times):
    game, *people = two(host, pace=BLITZ)
    client, state = decider(game, *people)
    other = next(person for person in people if person is not client)
    times.goes_on(seconds=10)
    take(client, state)
    times.goes_on(seconds=2)
    client.post(f"/api/games/{game}/undo")
    undone = other.post(f"/api/games/{game}/undo", json={"agree": True}).json()
    left = undone["clock"]["left"]
    assert (left.pop(state["seat"]), *left.values()) == (55 * SECOND, 58 * SECOND)
    assert undone["clock"]["running"] == state["seat"]


def test_undo_gives_no_new_days(client, times):
    state = new_game(client, "human", "random", pace=DAILY, options={"first": "orange"})
    take(client, state)
    state = until(lambda: (s := look(client, state["id"])) and s["legal"] and s)
    times.goes_on(days=2)
    undone = client.post(f"/api/games/{state['id']}/undo").json()
    assert undone["clock"]["left"] == {"orange": 1 * DAY}


def test_bots_are_not_on_the_clock(client, times):
    state = new_game(client, "human", "level1", pace=BLITZ, options={"first": "orange"})
    assert state["clock"] == {"left": {"orange": 60_000}, "running": "orange"}
    take(client, state)
    state = until(lambda: (s := look(client, state["id"])) and s["legal"] and s)
    assert state["clock"] == {"left": {"orange": 65_000}, "running": "orange"}


def test_when_time_is_up_the_others_choose_and_a_late_step_still_counts(client, times):
    game, slow, other, seat = late(client, times)
    state = look(slow, game)
    assert state["asks"]["left"] == {"seat": seat, "why": "time", "wait": True}
    assert (state["events"][-1]["kind"], state["events"][-1]["seat"]) == ("left", seat)
    assert state["clock"]["running"] is None
    assert state["clock"]["left"][seat] == 0
    assert error(slow.post(f"/api/games/{game}/choice", json={"choice": "claim"})) == "not-yours"
    after = take(slow, state).json()
    assert (after["asks"]["left"], after["clock"]["left"][seat]) == (None, 5 * SECOND)
    assert error(other.post(f"/api/games/{game}/choice", json={"choice": "claim"})) == "nobody-left"


def test_choosing_to_wait_gives_the_late_player_a_minute(client, times):
    game, _slow, other, seat = late(client, times)
    state = other.post(f"/api/games/{game}/choice", json={"choice": "wait"}).json()
    assert state["asks"]["left"] is None
    assert state["clock"]["left"][seat] == 60 * SECOND
    assert state["clock"]["running"] == seat
    times.goes_on(seconds=61)
    assert until(lambda: look(other, game)["asks"]["left"])["why"] == "time"


def test_claiming_wins_the_game(client, times):
    game, slow, other, seat = late(client, times)
    state = other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()
    assert (state["status"], state["outcome"]["by"], state["outcome"]["ranks"][seat]) == ("over", "claim", 2)
    assert state["outcome"]["why"] == "time", "who lost on time is told so, not that they stayed away"
    assert take(slow, state, "pass").json()["error"]["code"] == "over"


def test_a_bot_takes_over_without_a_clock_and_the_owner_takes_the_seat_back(client, times):
    game, slow, other, seat = late(client, times)
    state = other.post(f"/api/games/{game}/choice", json={"choice": "bot", "bot": "random"}).json()
    assert seat not in state["clock"]["left"]
    state = until(lambda: (s := look(other, game)) and s["legal"] and s)
    assert state["events"][-1]["seat"] == seat, "the bot has moved"
    assert error(take(slow, state)) == "not-your-turn"
    back = slow.post(f"/api/games/{game}/back").json()
    assert back["clock"]["left"][seat] == 0, "as when the bot took over"
    assert [s["bot"] for s in back["seats"]] == [None, None]
    take(other, look(other, game))
    assert until(lambda: look(slow, game)["asks"]["left"]) == {"seat": seat, "why": "time", "wait": True}
    assert take(slow, look(slow, game)).status_code == 200, "late, but not too late"
    assert error(slow.post(f"/api/games/{game}/back")) == "not-left"


def test_no_bot_takes_over_in_a_rated_game(client, times):
    game, _slow, other, _seat = late(client, times, rated=True)
    assert error(other.post(f"/api/games/{game}/choice", json={"choice": "bot"})) == "rated"
    assert other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()["status"] == "over"


def test_a_correspondence_turn_ends_after_its_days(client, times):
    game, *people = two(client, pace=DAILY)
    first, state = decider(game, *people)
    times.goes_on(days=2)
    take(first, state)
    _second, state = decider(game, *people)
    assert state["clock"]["left"][state["seat"]] == 3 * DAY
    times.goes_on(days=2.9)
    assert look(first, game)["asks"]["left"] is None
    times.goes_on(days=0.2)
    assert until(lambda: look(first, game)["asks"]["left"]) == {"seat": state["seat"], "why": "time", "wait": True}


def test_a_pause_stops_the_clock_and_ends_by_itself(host, times):
    game, *people = two(host, pace=DAILY)
    client, state = decider(game, *people)
    other = next(person for person in people if person is not client)
    times.goes_on(days=1)
    paused = other.post(f"/api/games/{game}/pause", json={"days": 5}).json()
    assert paused["asks"]["pause"]["until"] == times.now + 5 * DAY
    assert paused["clock"]["running"] is None
    assert look(client, game)["legal"] == []
    assert error(take(client, paused, state["legal"][0])) == "paused"
    assert error(client.post(f"/api/games/{game}/go-on")) == "no-pause"
    times.goes_on(days=4.9)
    assert look(client, game)["asks"]["pause"]
    times.goes_on(days=0.2)
    state = until(lambda: (s := look(client, game)) and s["legal"] and s)
    assert (state["asks"], state["clock"]["running"]) == ({"undo": None, "left": None, "pause": None}, state["seat"])
    assert state["clock"]["left"][state["seat"]] == 2 * DAY


def test_pauses_have_their_limits(host, times):
    game, client, other = two(host, pace=DAILY)
    assert error(client.post(f"/api/games/{game}/pause", json={"days": LONGEST_PAUSE + 1})) == "invalid"
    for _pause in range(MAX_PAUSES):
        assert client.post(f"/api/games/{game}/pause").status_code == 200
        assert error(other.post(f"/api/games/{game}/pause")) == "paused"
        assert client.post(f"/api/games/{game}/go-on").json()["asks"]["pause"] is None
    assert error(client.post(f"/api/games/{game}/pause")) == "no-pause"
    assert other.post(f"/api/games/{game}/pause").status_code == 200, "the other has pauses of its own"
    live, someone, _other = two(host, pace=BLITZ)
    assert error(someone.post(f"/api/games/{live}/pause")) == "no-pause"


def test_without_a_clock_a_game_left_alone_for_days_can_be_claimed(client, times):
    game, *people = two(client)
    slow, _state = decider(game, *people)
    other = next(person for person in people if person is not slow)
    times.goes_on(days=2.9)
    assert error(other.post(f"/api/games/{game}/choice", json={"choice": "claim"})) == "nobody-left"
    times.goes_on(days=0.2)
    assert error(slow.post(f"/api/games/{game}/choice", json={"choice": "claim"})) == "not-yours"
    assert other.post(f"/api/games/{game}/choice", json={"choice": "claim"}).json()["status"] == "over"


def test_one_game_that_cannot_be_rebuilt_does_not_stop_the_others_clocks(client, times, settings):
    broken, *_people = two(client, pace=BLITZ)
    game, *people = two(client, pace=BLITZ)
    with databases.opened(settings.data) as database:
        changed = sa.update(schema.event).where(schema.event.c.game == broken, schema.event.c.seq == 1)
        database.execute(changed.values(step="take Z9", kind="step"))
    client.app.state.services.tables.cache._alive.pop(broken)
    client.app.state.services.tables.cache._recent.pop(broken)
    times.goes_on(seconds=61)
    until(lambda: look(people[0], game)["asks"]["left"])
    assert error(client.get(f"/api/games/{broken}")) == "damaged"
    assert take(*decider(game, *people)).status_code == 200
