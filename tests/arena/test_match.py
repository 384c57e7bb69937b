"""Pairs: one deal, every bot in every seat, and nothing but views for the bots."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

import lutetia
from lutetia.arena import match
from lutetia.arena.aggregate import Aggregate
from lutetia.arena.match import Plan, play, play_pair, seatings, seed_for
from lutetia.bots.random_bot import RandomBot


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_sits_in_every_seat_once(players):
    bots = ("a", "b", "c", "d")[:players]
    for pair in range(6):
        games = seatings(bots, pair)
        assert len(games) == players
        for seat in range(players):
            assert sorted(game[seat] for game in games) == sorted(bots)


@pytest.mark.parametrize(("players", "orders"), [(2, 1), (3, 2), (4, 6)])
def test_pairs_take_the_orders_round_the_table_in_turn(players, orders):
    """Who plays after whom matters with three or more."""
    bots = ("a", "b", "c", "d")[:players]
    followers = {tuple(sorted(rotated(seatings(bots, pair)[0]))) for pair in range(orders)}
    assert len(followers) == orders
    assert seatings(bots, 0) == seatings(bots, orders)


def rotated(game):
    return {(bot, game[(i + 1) % len(game)]) for i, bot in enumerate(game)}


def test_a_bot_may_hold_several_seats():
    games = seatings(("a", "b", "b", "b"), 0)
    assert sorted(game.index("a") for game in games) == [0, 1, 2, 3]
    assert seatings(("a", "a"), 0) == [("a", "a")]
    for pair in range(3):
        for seat in range(4):
            count = Counter(game[seat] for game in seatings(("a", "a", "b", "b"), pair))
            assert count["a"] == count["b"]


def test_line_ups_by_number_of_bots_and_players():
    assert Plan("lumiere", ("a", "b")).line_ups == [("a", "b")]
    assert Plan("lumiere", ("a", "b", "c")).line_ups == [("a", "b"), ("a", "c"), ("b", "c")]
    assert Plan("lumiere", ("a",)).line_ups == [("a", "a")]
    assert Plan("paris", ("a", "b"), players=4).line_ups == [("a", "b", "b", "b")]
    assert Plan("paris", ("a", "a", "b", "b"), players=4).line_ups == [("a", "a", "b", "b")]
    assert len(Plan("paris", ("a", "b", "c", "d"), players=3).line_ups) == 4


def test_a_pair_has_one_deal_and_swapped_seats():
    plan = Plan("lumiere", ("random", "level1"), seed=4)
    one, two = played(plan, pair=0)
    assert one["record"]["setup"] == two["record"]["setup"]
    assert one["record"]["first"] == two["record"]["first"]
    assert one["seats"] == {"orange": "random", "blue": "level1"}
    assert two["seats"] == {"orange": "level1", "blue": "random"}
    assert played(plan, pair=1)[0]["record"]["setup"] != one["record"]["setup"]


def played(plan, pair):
    """A pair, with RandomBot for every bot that is not there yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "bot", lambda name, seed=0: RandomBot(seed))
        return play_pair(plan, 0, pair)


def test_records_replay_and_seeds_decide():
    plan = Plan("lumiere", ("random",), seed=9)
    first, again = play_pair(plan, 0, 3), play_pair(plan, 0, 3)
    assert [game["record"] for game in first] == [game["record"] for game in again]
    for game in first:
        assert lutetia.replay(game["record"]).result() == game["record"]["result"]
    other = play_pair(Plan("lumiere", ("random",), seed=10), 0, 3)
    assert other[0]["record"] != first[0]["record"]


def test_streams_are_far_apart_and_the_same_everywhere():
    assert seed_for(0, "deal", 0) == 153108911941050527
    assert len({seed_for(seed, "deal", pair) for seed in range(30) for pair in range(30)}) == 900


def test_bots_cannot_change_the_view_or_the_legal_steps(monkeypatch):
    asked = []

    class Curious:
        def __init__(self, seed):
            self.chance = RandomBot(seed)

        def choose(self, view, legal, clock):
            step = self.chance.choose(view, legal, clock)
            asked.append((view["viewer"], view["seat"], clock))
            assert view["position"]["held"][{"orange": "blue", "blue": "orange"}[view["viewer"]]] in (None, [])
            view.clear()
            legal.clear()
            return step

    monkeypatch.setattr(match, "bot", lambda name, seed=0: Curious(seed))
    game = play("lumiere", ("random", "stranger"), deal=1, seeds=(1, 2))
    assert game.faults == []
    assert {(viewer, seat) for viewer, seat, _clock in asked} == {("orange", "orange"), ("blue", "blue")}
    assert {clock is None for viewer, _seat, clock in asked if viewer == "orange"} == {True}
    assert next(clock for viewer, _seat, clock in asked if viewer == "blue") == {"ms": 10_000}


def test_a_plan_is_checked_before_anything_is_played():
    assert Plan("lumiere", ("random",)).checked().options["postcards"] == "starter"
    for wrong, why in (
        (Plan("chess", ("random",)), "lumiere"),
        (Plan("lumiere", ("random",), players=3), "2 players"),
        (Plan("lumiere", ("nobody",)), "random"),
        (Plan("lumiere", ()), "at least one bot"),
        (Plan("lumiere", ("random",), limit=0), "above 0"),
        (Plan("lumiere", ("cmd:",)), "needs a program"),
        (Plan("lumiere", ("cmd:/no/such/program",)), "cannot be run"),
        (Plan("lumiere", ("cmd:'unclosed",)), "quotation"),
        (Plan("lumiere", ("random",), options={"colour": "red"}), "colour"),
    ):
        with pytest.raises(ValueError, match=why):
            wrong.checked()


class Race:
    """A game for any number: each seat says a number three times, the highest sum wins. Stands in for Paris."""

    def __init__(self, players, seed):
        self.seats = tuple(f"p{i + 1}" for i in range(players))
        self.ruleset = SimpleNamespace(seats=self.seats, options={})
        self.first = seed % players
        self.turns = []

    @property
    def seat(self):
        done = len(self.turns)
        return self.seats[(self.first + done) % len(self.seats)] if done < 3 * len(self.seats) else None

    def legal(self):
        return [f"say {n}" for n in range(1, 7)]

    def view(self, seat):
        return {"game": "race", "viewer": seat, "options": {}, "turns": list(self.turns)}

    def play(self, step):
        self.turns.append({"seat": self.seat, "steps": [step]})

    def result(self):
        sums = Counter()
        for turn in self.turns:
            sums[turn["seat"]] += int(turn["steps"][0].split()[1])
        return {"winners": [seat for seat in self.seats if sums[seat] == max(sums.values())]}

    def record(self):
        first = self.seats[self.first]
        return {"first": first, "seats": list(self.seats), "turns": self.turns, "setup": {}, "result": self.result()}


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.full)])
def test_more_than_two_at_a_table(players, monkeypatch, sample):
    game = "paris"
    if game not in lutetia.games():
        game = "race"
        monkeypatch.setattr(lutetia, "new", lambda game, seed, players, options: Race(players, seed))
    monkeypatch.setattr(match, "bot", lambda name, seed=0: RandomBot(seed))
    plan = Plan(game, ("a", "b", "c", "d")[:players], players=players, seed=2)
    tally, pairs = Aggregate(plan), sample(2, 4)
    for pair in range(pairs):
        games = play_pair(plan, 0, pair)
        assert len({repr(game["record"]["setup"]) for game in games}) == 1
        assert len({game["record"]["first"] for game in games}) == 1
        tally.add(games)
    assert tally.games == pairs * players
    for bot in tally.bots.values():
        assert bot.share.games == pairs * players
        assert bot.wins + bot.draws + bot.losses == bot.share.games
        assert {place: rate.games for place, rate in bot.by_turn.items()} == dict.fromkeys(range(players), pairs)
    assert sum(bot.share.won for bot in tally.bots.values()) == pytest.approx(tally.games)
    assert all(len(duels) == pairs for duels in tally.duels.values())
    assert len(tally.duels) == players * (players - 1)
