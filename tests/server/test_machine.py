"""Random actions in any order over the real API: responses and views agree with a simple model.

The model is the facade's game, who sits where, and what is asked between people. Bots never answer here, so that
nothing happens by itself; a table that waits for one simply waits.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from itertools import takewhile

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from starlette.testclient import TestClient

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.play.state import position_hash
from lutetia.server.store import schema

from configurations import FULL, ON_CLUSTER
from server.cluster.mother import SILENT_BOTS
from server.conftest import HERE, LIVE, stranger

people = strategies.integers(0, 3)
"""As many as seats, and one more who only watches."""


class Model:
    """A table as one would keep it on paper."""

    def __init__(self, seats):
        self.seats = seats
        self.owner = dict.fromkeys(seats)
        self.bots, self.resigned = set(), set()
        self.game, self.status = None, "waiting"
        self.left = self.asked = self.following = None
        self.agreed = set()
        self.steps, self.undone = [], []
        self.keys = {}

    def of(self, person):
        return next((seat for seat in self.seats if self.owner[seat] == person), None)

    def playing(self, person):
        seat = self.of(person)
        return seat if seat not in self.bots else None

    def to_move(self):
        return self.game.seat if self.status == "running" else None

    def take(self, step):
        if self.left == self.game.seat:
            self.left = None
        self.undone = self.undone[1:] if self.undone[:1] == [(self.game.seat, step)] else []
        self.steps.append((self.game.seat, step))
        self.game.play(step)
        self.asked = None
        if self.game.over:
            self.end()

    def take_back(self, count):
        for _step in range(count):
            self.game.undo()
        self.undone = self.steps[-count:] + self.undone
        del self.steps[-count:]
        self.asked = None

    def undo(self, person):
        """free, ask or no; and how many."""
        seat = self.playing(person)
        mine = [i for i, (who, _step) in enumerate(self.steps) if who == seat]
        if self.status != "running" or seat is None or not mine:
            return "no", 0
        count = len(self.steps) - mine[-1]
        inside = count == 1 and self.game.seat == seat and not self.game.turn_begins
        if inside and not self.game.ruleset.reveals(self.steps[-1][1]):
            return "free", 1
        if not self.may_take_back(seat, count):
            return "no", 0
        if self.bots >= set(self.seats) - {seat}:
            return "free", count
        return ("no", 0) if self.asked else ("ask", count)

    def may_take_back(self, seat, count):
        """No step of somebody who has left; and none that has shown something, if they may come back."""
        last = self.steps[-count:]
        if any(taker in self.bots for taker, _step in last):  # bots take no steps here: these are people's
            return False
        alone = self.bots >= set(self.seats) - {seat}
        returning = self.bots if alone else self.bots - self.resigned
        return not returning or not any(self.game.ruleset.reveals(step) for _taker, step in last)

    def redo(self, person):
        """The steps that would be taken again."""
        seat = self.playing(person)
        if self.status != "running" or seat is None or self.game.seat != seat or not self.undone:
            return []
        own, *later = self.undone
        return [own, *takewhile(lambda taken: taken[0] in self.bots, later)] if own[0] == seat else []

    def still_asked(self):
        """Who has not said yet whether the undo is fine; bots agree."""
        return {self.owner[seat] for seat in self.seats if seat not in self.bots} - {self.asked[0]} - self.agreed

    def give_up(self, seat):
        self.resigned.add(seat)
        self.asked = self.left = None
        if len(self.seats) == 2 or not [s for s in self.seats if self.owner[s] is not None and s not in self.resigned]:
            self.end()
        else:
            self.bots.add(seat)

    def end(self):
        self.status = "over"
        self.left = self.asked = None


class Deals(list[lutetia.Game]):
    """All games that were dealt to one machine; the same again for the same seed, or Hypothesis could not try again."""

    def __call__(self, *game, **more):
        self.append(lutetia.new(*game, **more, seed=self.seed + len(self)))
        return self[-1]

    def begin(self, seed):
        self.clear()
        self.seed = seed


class Machine(RuleBasedStateMachine):
    client: TestClient
    dealt: Deals

    @initialize(paris=strategies.booleans(), seed=strategies.integers(0, 999))
    def open_a_game(self, paris, seed):
        self.dealt.begin(seed)
        self.people = [stranger(self.client) for _person in range(4)]
        for person in self.people:
            assert person.post("/api/friends/link").status_code == 200
        self.lines = ExitStack()
        self.number = 0
        self.seat_down("paris" if paris else "lumiere", 3 if paris else 2)

    def deal(self, id_):
        """The game that has just begun. On a cluster other processes have dealt it: it is what the log says."""
        dealt = self.dealt or [self.client.portal.call(self.client.app.state.services.tables.get, id_).game]
        return dealt[-1].copy()

    def seat_down(self, game, seats):
        wanted = {"game": game, "seats": ["human", *["open"] * (seats - 1)]}
        state = self.people[0].post("/api/games", json=wanted).json()
        self.model = Model([seat["seat"] for seat in state["seats"]])
        self.model.owner[self.model.seats[0]] = 0
        self.listen(state["id"])

    def listen(self, id_):
        """Everybody connects to a game, each with a WebSocket."""
        self.lines.close()
        self.id, self.heard = id_, {}
        self.lines.enter_context(suppress(CancelledError))
        self.sockets = [
            self.lines.enter_context(person.websocket_connect(f"{LIVE}/api/games/{id_}/live")) for person in self.people
        ]

    def ask(self, person, action, body=None):
        sent = {} if body is None else {"json": body}
        return self.people[person].post(f"/api/games/{self.id}/{action}", **sent)

    def look(self, person):
        return self.people[person].get(f"/api/games/{self.id}").json()

    def expect(self, answer, allowed, otherwise=(403, 422)):
        """200 if the model allows it; else a refusal in words."""
        if allowed:
            assert answer.status_code == 200, answer.text
        else:
            assert answer.status_code in otherwise, answer.text
            assert answer.json()["error"]["text"]

    # ---- sitting down ------------------------------------------------------------------------------------------------

    @rule(person=people)
    def join(self, person):
        model = self.model
        free = [seat for seat in model.seats if model.owner[seat] is None]
        sits = model.of(person) is not None
        self.expect(self.ask(person, "join"), sits or (model.status == "waiting" and free))
        if not sits and model.status == "waiting" and free:
            model.owner[free[0]] = person
            if len(free) == 1:
                model.status, model.game = "running", self.deal(self.id)

    # ---- steps -------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.model.status == "running")
    @rule(pick=strategies.integers(0, 10**6), by_socket=strategies.booleans(), twice=strategies.booleans())
    def step(self, pick, by_socket, twice):
        """The one who decides takes a legal step; sent again it is answered the same."""
        model = self.model
        seat = model.to_move()
        person, legal = model.owner[seat], model.game.legal()
        self.number += 1
        state = self.look(person)
        sent = {"seq": state["seq"], "step": legal[pick % len(legal)], "client_key": f"k{self.number}"}
        send = self.on_the_socket if by_socket else self.by_post
        status, body = send(person, sent)
        if seat in model.bots:
            assert status == 422
            return
        assert (status, body["seq"]) == (200, state["seq"] + 1), body
        model.take(sent["step"])
        model.keys[sent["client_key"]] = (person, sent, body)
        if twice:
            assert self.by_post(person, sent) == self.on_the_socket(person, sent) == (200, body)

    @precondition(lambda self: self.model.game is not None)
    @rule(person=people, pick=strategies.integers(0, 10**6), late=strategies.booleans())
    def no_step(self, person, pick, late):
        """Steps from old positions, of others, against the rules: nothing happens."""
        model = self.model
        self.number += 1
        words = model.game.ruleset.step_texts
        legal = model.game.legal() if model.status == "running" else []
        state = self.look(person)
        step = words[pick % len(words)]
        decides = model.playing(person) is not None and model.playing(person) == model.to_move()
        if decides and step in legal and not late:
            return
        sent = {"seq": state["seq"] - late, "step": step, "client_key": f"k{self.number}"}
        status, body = self.by_post(person, sent)
        if model.of(person) is None:
            assert status == 403
        elif late and model.status == "running":
            assert (status, body["seq"], body["view"]) == (409, state["seq"], state["view"])
        else:
            assert (status, set(body)) == (422, {"error"})

    @precondition(lambda self: self.model.keys)
    @rule(pick=strategies.integers(0, 10**6), thief=people)
    def repeat(self, pick, thief):
        """A key of long ago: the answer of long ago, and for its owner alone."""
        person, sent, body = list(self.model.keys.values())[pick % len(self.model.keys)]
        assert self.by_post(person, sent) == (200, body)
        if thief != person:
            assert self.by_post(thief, sent)[0] == 403

    def by_post(self, person, sent):
        answer = self.ask(person, "steps", sent)
        return answer.status_code, answer.json()

    def on_the_socket(self, person, sent):
        self.sockets[person].send_json(sent)
        while (message := self.sockets[person].receive_json())["type"] != "answer":
            if message["type"] == "state":
                self.heard[person] = message
        assert message["client_key"] == sent["client_key"]
        if message["status"] == 200 and message["body"]["seq"] == sent["seq"] + 1 > self.heard[person]["seq"]:
            self.heard[person] = message["body"]  # to who asks, the answer is the news
        return message["status"], message["body"]

    # ---- taking back -------------------------------------------------------------------------------------------------

    @rule(person=people)
    def undo(self, person):
        how, count = self.model.undo(person)
        self.expect(self.ask(person, "undo"), how != "no")
        if how == "free":
            self.model.take_back(count)
        elif how == "ask":
            self.model.asked, self.model.agreed = (person, count), set()

    @rule(person=people)
    def redo(self, person):
        steps = self.model.redo(person)
        self.expect(self.ask(person, "redo"), bool(steps))
        for _seat, step in steps:
            self.model.take(step)

    @rule(person=people, agree=strategies.booleans())
    def answer_the_undo(self, person, agree):
        model = self.model
        sits = model.playing(person) is not None
        allowed = sits and model.asked and (not agree or model.asked[0] != person)
        self.expect(self.ask(person, "undo", {"agree": agree}), allowed)
        if not allowed:
            return
        if not agree:
            model.asked = None
            return
        model.agreed.add(person)
        if not model.still_asked():
            model.take_back(model.asked[1])

    # ---- leaving -----------------------------------------------------------------------------------------------------

    @rule(person=people)
    def resign(self, person):
        seat = self.model.of(person)
        allowed = self.model.status == "running" and seat is not None and seat not in self.model.resigned
        self.expect(self.ask(person, "resign"), allowed)
        if allowed:
            self.model.give_up(seat)

    @precondition(lambda self: self.model.status != "waiting")
    @rule(person=people)
    def leave(self, person):
        allowed = self.model.status == "running" and self.model.playing(person) is not None
        self.expect(self.ask(person, "leave"), allowed)
        if allowed and self.model.left is None:
            self.model.left = self.model.of(person)

    @rule(person=people, choice=strategies.sampled_from(("wait", "bot", "claim")))
    def choose(self, person, choice):
        model = self.model
        allowed = model.left is not None and model.playing(person) not in (None, model.left)
        self.expect(self.ask(person, "choice", {"choice": choice}), allowed)
        if allowed:
            left, model.left = model.left, None
            if choice == "bot":
                model.bots.add(left)
                if model.asked and not self.may_still_take_back():
                    model.asked = None
                elif model.asked and not model.still_asked():
                    model.take_back(model.asked[1])
            elif choice == "claim":
                model.give_up(left)

    def may_still_take_back(self):
        asking, count = self.model.asked
        seat = self.model.of(asking)
        return seat not in self.model.bots and self.model.may_take_back(seat, count)

    @rule(person=people)
    def back(self, person):
        model = self.model
        seat = model.of(person)
        taken = seat in model.bots - model.resigned
        allowed = model.status == "running" and seat is not None and (taken or model.left == seat)
        self.expect(self.ask(person, "back"), allowed)
        if allowed:
            model.bots.discard(seat)
            model.left = None

    @precondition(lambda self: self.model.game is not None)
    @rule(person=people)
    def play_again(self, person):
        """The next game; whoever asks first waits there for the others."""
        model = self.model
        allowed = model.status == "over" and model.of(person) is not None
        answer = self.ask(person, "rematch")
        self.expect(answer, allowed)
        if not allowed:
            return
        following = Model(model.seats)
        following.owner[model.of(person)] = person
        for other, seat in ((model.owner[seat], seat) for seat in model.seats):
            if other != person:
                joined = self.ask(other, "rematch").json()
                assert joined["id"] == answer.json()["id"]
                following.owner[seat] = other
        following.status, following.game = "running", self.deal(answer.json()["id"])
        self.model = following
        self.listen(answer.json()["id"])

    # ---- whatever happened -------------------------------------------------------------------------------------------

    @rule()
    def reload(self):
        """The table gives way to others, and is rebuilt from its log: it is what it was."""
        before = self.look(0)
        self.client.app.state.services.tables.cache._recent.pop(self.id, None)
        assert self.look(0) == before

    @invariant()
    def everybody_sees_what_the_model_says(self):
        model = self.model
        for person in range(4):
            state = self.look(person)
            seat = model.of(person)
            assert (state["status"], state["seat"]) == (model.status, seat)
            assert state["view"] == (model.game and json.loads(json.dumps(model.game.view(seat))))
            decides = model.to_move() is not None and model.to_move() == model.playing(person)
            assert state["legal"] == (model.game.legal() if decides else [])
            assert state["undo"]["how"] == model.undo(person)[0]
            assert state["undo"]["redo"] == len(model.redo(person))
            assert (state["asks"]["left"] or {}).get("seat") == model.left
            shown = {s["seat"]: (s["bot"] is not None, s["resigned"]) for s in state["seats"]}
            assert shown == {s: (s in model.bots, s in model.resigned) for s in model.seats}
            while self.heard.get(person, {"seq": -1})["seq"] < state["seq"]:
                message = self.sockets[person].receive_json()
                if message["type"] == "state":
                    self.heard[person] = message
            shared = {key: value for key, value in self.heard[person].items() if key not in ("events", "clock")}
            assert shared == {key: state[key] for key in shared}, "who listens sees what GET says"

    @invariant()
    def the_log_holds_the_same_position(self):
        if self.model.game is not None:
            services = self.client.app.state.services
            table = self.client.portal.call(services.tables.get, self.id)
            hashes = sa.select(schema.event.c.state_hash).where(schema.event.c.game == self.id)
            with services.database.engine.connect() as connection:
                logged = connection.scalar(hashes.order_by(schema.event.c.seq.desc()).limit(1))
            assert logged == position_hash(self.model.game) == position_hash(table.game)

    def teardown(self):
        if hasattr(self, "lines"):
            self.lines.close()


@pytest.fixture
def machine(tmp_path):
    dealt = Deals()

    async def never(*_question, **_more):
        await asyncio.Event().wait()

    settings = Settings(data=tmp_path, limits=False, bot_processes=1, log_level="error")
    app = make_app(settings, **({"environment": {SILENT_BOTS: "1"}} if ON_CLUSTER else {"deal": dealt}))
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        client.app.state.services.jobs.choose = never
        yield type("Here", (Machine,), {"client": client, "dealt": dealt})


def test_random_actions_agree_with_the_model(machine, sample):
    """Hypothesis looks for an order in which the server and the model disagree."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sample(6, 400), stateful_step_count=40 if FULL else 25, deadline=None,
            derandomize=not FULL, database=None, suppress_health_check=list(HealthCheck), report_multiple_bugs=False,
        ),
    )  # fmt: skip
