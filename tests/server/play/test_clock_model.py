"""Random actions, in every pace, against a model of the clock: nobody ever gets time that the rules do not give.

The model knows nothing of the server's clock. It reads the log of a game from its beginning and keeps each seat's time
as an arbiter would: a seat's time runs while it decides; a turn that is reached for the first time earns the increment,
or has its full days; an opponent who waits gives a late player another turn's time. Nothing else gives any. With the
last step of the game the clocks stop as they are.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import lutetia
from lutetia.server.errors import Refused
from lutetia.server.live.listener import Listener
from lutetia.server.ops.settings import Settings
from lutetia.server.play import leaving, seating, steps, undo_requests
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from configurations import FULL
from server.times import DAY, SECOND, Time

MINUTE = 60 * SECOND
PACES = (
    {"kind": "live", "base": 60, "increment": 5},
    {"kind": "live", "base": 30, "increment": 0},
    {"kind": "turns", "days": 3},
    {"kind": "none"},
)
people = strategies.integers(0, 2)
pick = strategies.integers(0, 10**6)


class Arbiter:
    """Each seat's time after the events of a log, in milliseconds."""

    def __init__(self, pace, rated, game, seats):
        self.pace, self.rated, self.game = pace, rated, game
        self.turn_time = 3 * DAY if pace["kind"] == "turns" else MINUTE
        full = pace.get("base", 0) * SECOND if pace["kind"] == "live" else 3 * DAY
        self.left = dict.fromkeys(seats, full)
        self.bots, self.out, self.paused, self.over = set(), set(), False, False
        self.reached, self.now = 0, None

    def finished(self):
        return len(self.game.record()["turns"]) - (not self.game.turn_begins)

    def waits_until(self, now):
        decides = self.game.seat
        if self.now is not None and not (self.paused or self.over or decides in self.bots):
            self.left[decides] = max(0, self.left[decides] - (now - self.now))
        self.now = now

    def hears(self, event):
        """One line of the log."""
        kind, seat, data = event.kind, event.seat, event.data or {}
        if kind in ("create", "join"):
            return
        self.waits_until(event.at)
        if kind == "step":
            self.game.play(event.step)
            if self.finished() > self.reached and not self.game.over:
                self.reached = self.finished()
                if self.pace["kind"] == "live" and seat not in self.bots:
                    self.left[seat] += self.pace["increment"] * SECOND
                elif self.pace["kind"] == "turns" and self.game.seat:
                    self.left[self.game.seat] = self.turn_time
        elif kind == "undo":
            for _step in range(int(event.step)):
                self.game.undo()
        elif kind == "wait" and (not self.rated or len(self.left) - len(self.bots) == 2):
            self.left[data["for"]] = max(self.left[data["for"]], self.turn_time)
        elif kind == "takeover" or "bot" in data:
            self.bots.add(seat)
        elif kind == "back":
            self.bots.discard(seat)
        if kind in ("pause", "go-on"):
            self.paused = kind == "pause"
        self.over = self.over or "outcome" in data or self.game.over
        self.out |= {seat} if kind in ("resign", "claim") and not self.over else set()


class Machine(RuleBasedStateMachine):
    services: Services
    runner: asyncio.Runner
    times: Time

    @initialize(
        pace=strategies.sampled_from(PACES), rated=strategies.booleans(), three=strategies.booleans(), seed=pick
    )
    def sit_down(self, pace, rated, three, seed):
        self.pace, self.rated = pace, rated
        self.services.tables.deal = lambda game, **more: lutetia.new(game, seed=seed, **more)
        self.people = [SimpleNamespace(id=f"p{n}", name=f"Person {n}", member=True) for n in range(3 if three else 2)]
        wanted = {
            "game": "paris" if three else "lumiere", "options": {}, "edition": None, "names": [], "pace": pace,
            "seats": ["human", *["open"] * (len(self.people) - 1)], "private": True, "rated": rated,
        }  # fmt: skip
        self.id = self.runner.run(seating.create(self.services.tables, self.people[0], wanted)).id
        for person in self.people[1:]:
            self.act(seating.join, person, None)
        self.table = self.runner.run(self.services.tables.get(self.id))
        self.listener = Listener(self.id, self.people[0].id)
        self.services.hub.add(self.listener)

    async def _act(self, deed, *args):
        table = await self.services.tables.get(self.id)
        async with table.lock:
            await deed(self.services.tables, table, *args)

    def act(self, deed, *args):
        try:
            self.runner.run(self._act(deed, *args))
        except (Refused, steps.Stale):
            return False
        return True

    def person(self, number):
        return self.people[number % len(self.people)]

    def shown(self):
        return (self.table.clock.shown(self.times()) or {"left": {}})["left"]

    def alone(self, deed, person, *args):
        """Somebody does something alone: their time does not grow. Nobody else's shrinks or grows."""
        before, known = self.shown(), set(self.table.stand_ins)
        self.act(deed, person, *args)
        after = self.shown()
        if self.table.outcome:  # who resigned was the last one: nobody's time counts any more
            return
        assert all(after[seat] == time for seat, time in before.items() if seat in after), (deed, before, after)
        back = after.keys() - before.keys()
        assert back <= known, "only who takes a seat back is on the clock again"

    # ---- playing -----------------------------------------------------------------------------------------------------

    @rule(pick=pick, again=strategies.integers(1, 6))
    def play(self, pick, again):
        for _step in range(again):
            seat = self.table.to_move
            if seat is None or self.table.requests.pause:
                return
            legal = self.table.game.legal()
            self.act(steps.take, seat, legal[pick % len(legal)])

    @rule(seconds=strategies.sampled_from((0, 1, 9, 31, 59, 70)), days=strategies.sampled_from((0, 0, 0, 1, 2, 4)))
    def time_passes(self, seconds, days):
        """Then the server looks whose time is up, and who is away."""
        self.times.goes_on(seconds=seconds, days=days if self.pace["kind"] != "live" else 0)
        self.runner.run(leaving.time_is_up(self.services.tables, self.id))
        self.runner.run(leaving.look_for_absent(self.services.tables, self.id))

    # ---- what somebody does alone ------------------------------------------------------------------------------------

    @rule(person=people)
    def leave(self, person):
        self.alone(leaving.leave, self.person(person))

    @rule(person=people)
    def back(self, person):
        self.alone(leaving.back, self.person(person))

    @rule(person=people)
    def leave_and_come_back(self, person):
        self.leave(person)
        self.back(person)

    @rule(person=people)
    def undo(self, person):
        self.alone(undo_requests.undo_or_ask, self.person(person))

    @rule(person=people, days=strategies.integers(1, 7))
    def pause(self, person, days):
        self.alone(leaving.pause, self.person(person), days)
        assert all(pauses <= leaving.MAX_PAUSES for pauses in self.table.requests.pauses.values())

    @rule(person=people)
    def go_on(self, person):
        self.alone(leaving.resume, self.person(person))

    @rule(person=people)
    def resign(self, person):
        if len(self.people) > 2:
            self.alone(leaving.resign, self.person(person))

    @rule(person=people)
    def ask(self, person):
        """Somebody looks, as a client without a connection does: that is a sign of life."""
        self.services.hub.seen(self.id, self.person(person).id)
        assert self.services.hub.away(self.id, self.person(person).id) == 0

    @rule()
    def restart(self):
        """The table is built again from its log."""
        before = self.shown(), self.table.clock.deadline(), self.table.by_person
        self.services.tables.cache.drop(self.id)
        self.table = self.runner.run(self.services.tables.get(self.id))
        assert (self.shown(), self.table.clock.deadline(), self.table.by_person) == before

    # ---- what needs others -------------------------------------------------------------------------------------------

    @rule(person=people, agree=strategies.booleans())
    def answer(self, person, agree):
        self.alone(undo_requests.answer, self.person(person), agree)

    @rule(person=people)
    def redo(self, person):
        self.act(undo_requests.redo, self.person(person))

    @rule(person=people, choice=strategies.sampled_from(("wait", "wait", "bot", "claim")))
    def choose(self, person, choice):
        """The others may give time to who has left, never to themselves."""
        person, before = self.person(person), self.shown()
        own = self.table.seats_of(person.id)
        self.act(leaving.choose, person, choice, None)
        after = self.shown()
        assert all(after[seat] <= before[seat] for seat in own if seat in after)

    # ---- whatever happened -------------------------------------------------------------------------------------------

    @invariant()
    def the_arbiter_agrees(self):
        if not hasattr(self, "table") or self.table.game is None:
            return
        record = self.table.game.record()
        game = lutetia.replay(record, steps=0)
        arbiter = Arbiter(self.pace, self.rated, game, list(self.table.seats))
        for event in self.table.events:
            arbiter.hears(event)
        arbiter.waits_until(self.times())
        if self.pace["kind"] == "none":
            assert self.table.clock.shown(self.times()) is None
            return
        shown = self.shown()
        assert shown.keys() == arbiter.left.keys() - arbiter.bots - arbiter.out
        idle = shown.keys() - {self.table.to_move}
        for seat in shown:
            fresh = self.pace["kind"] == "turns" and seat in idle  # between turns the next turn's days are shown
            assert shown[seat] == arbiter.left[seat] or (fresh and shown[seat] == 3 * DAY), (seat, shown, arbiter.left)

    def teardown(self):
        if hasattr(self, "listener"):
            self.services.hub.remove(self.listener)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    times = Time()
    services = Services(Settings(data=tmp_path, limits=False, bot_processes=1, log_level="error"), now=times)
    monkeypatch.setattr(services.hub, "monotonic", lambda: times() / SECOND)
    services.database.open()
    services.tables.after_commit = lambda table: None  # the machine plays for the bots
    with write_transaction(services.database.engine) as connection:
        rows = [{"id": f"p{n}", "name": f"Person {n}", "settings": {}, "created": 0} for n in range(3)]
        connection.execute(sa.insert(schema.person), rows)
    with asyncio.Runner() as runner:
        yield type("Here", (Machine,), {"services": services, "runner": runner, "times": times})
    services.database.close()


def test_no_action_gives_time_that_the_rules_do_not_give(machine, sample):
    """Leaving, returning, pausing, undoing and reconnecting in any order; live, by turns and without a clock."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sample(40, 1_000), stateful_step_count=50 if FULL else 30, deadline=None,
            derandomize=not FULL, database=None, suppress_health_check=list(HealthCheck), report_multiple_bugs=False,
            phases=(Phase.generate,),
        ),
    )  # fmt: skip
