"""The log tells every step, what it cost and brought, to each viewer what they may know; and the totals are true."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import lutetia
from lutetia.core import i18n
from lutetia.text.log import LogWriter, entries, line
from lutetia.text.position import position_text

import configurations

NAMES = {"p1": "Ana", "p2": "Bo", "p3": "Céline", "p4": "Dorota", "orange": "Ana", "blue": "Bo"}
EVERY = pytest.mark.parametrize("configuration", configurations.CONFIGURATIONS)


def lines_of(game, viewer, since=0):
    found = entries(game, since)
    return [line(entry, viewer, game.ruleset, over=game.over, names=NAMES) for entry in found]


def played(configuration, seed):
    """A game step by step: the game and the entry of its last step."""
    game = configurations.new(configuration, seed)
    writer = LogWriter(game.ruleset, game.kernel)
    last = None
    for step in configurations.walk(game, random.Random(seed)):
        if last:
            yield game, writer.follow(game.kernel, last, len(game.shared_record()["turns"]))
        last = step
    yield game, writer.follow(game.kernel, last, len(game.shared_record()["turns"]))


@EVERY
def test_the_totals_are_those_of_the_views_and_of_the_result(configuration):
    """What the log, the plates and the lists show is what would be scored, less what the viewer may not see."""
    for seed in range(2 if configurations.FULL else 1):
        for game, entry in played(configuration, seed):
            if not game.over and random.Random(entry.at).random() > 0.2:
                continue
            truth = {seat: page["total"] for seat, page in game.ruleset.scores(game.kernel).items()}
            for viewer in (*game.ruleset.seats, None):
                position = game.view(viewer)["position"]
                totals = {seat: page["total"] for seat, page in position["scores"].items()}
                told = line(entry, viewer, game.ruleset, over=game.over)
                assert told["totals"] == totals
                for seat in game.ruleset.seats:
                    if seat == viewer or game.over or not hides(position, seat):
                        assert totals[seat] == truth[seat], (viewer, seat, game.record())
                    else:
                        assert totals[seat] <= truth[seat]
            if game.over:
                assert truth == final(game)


def hides(position, seat):
    """Whether the viewer cannot see everything that this seat has."""
    held = position.get("seats", {}).get(seat, {})
    return held.get("ends") is None and held.get("end_count", 0) != 0


def final(game):
    result = game.result()
    return result["vp"] if "vp" in result else {seat: page["total"] for seat, page in result["scores"].items()}


@EVERY
def test_every_step_has_a_line_and_the_changes_add_up(configuration):
    game = None
    had: Counter[tuple[str, str]] = Counter()
    for game, entry in played(configuration, 7):
        told = line(entry, None, game.ruleset, over=True, names=NAMES)
        assert told["who"] == NAMES[told["seat"]]
        assert told["text"]
        assert told["text"][-1] != "."
        assert told["ends"] is (told["step"] == "done")
        for change in told["changes"]:
            assert change["by"]
            had[change["seat"], change["what"]] += change["by"]
    again = lines_of(game, None)
    assert [one["at"] for one in again] == list(range(1, len(again) + 1))
    assert [(one["seat"], one["step"]) for one in again] == [
        (turn["seat"], step) for turn in game.record()["turns"] for step in turn["steps"]
    ]
    assert lines_of(game, None, since=len(again) - 3) == again[-3:]
    for number, seat in enumerate(game.ruleset.seats):
        if game.ruleset.game == "paris":
            assert had[seat, "vp"] == game.kernel.points_of(number)
            assert had[seat, "francs"] == game.kernel.francs[number] - game.ruleset.edition.data["players"]["francs"]
        else:
            assert had[seat, "points"] == game.kernel.points_of(number)


@EVERY
def test_a_line_hides_what_its_viewer_may_not_know(configuration):
    """In any game that looks the same to the viewer, the log reads the same."""
    for seed in range(2 if configurations.FULL else 1):
        for game, entry in played(configuration, seed):
            if game.over or random.Random(entry.at).random() > 0.04:
                continue
            for viewer in (*game.ruleset.seats, None):
                imagined = lutetia.imagine(game.view(viewer), seed=seed)
                assert lines_of(imagined, viewer) == lines_of(game, viewer)


def test_prices_tokens_and_names():
    game = lutetia.new("paris", seed=3, players=4)
    chance = random.Random(1)
    while not game.over:
        game.play(chance.choice(game.legal()))
    told = {
        f"{one['who']} {one['text']}: {', '.join(c['label'] for c in one['changes'])}" for one in lines_of(game, None)
    }
    assert "Ana puts a key in the bank of La Villette: +6 F" in told
    assert "Bo moves a key from the Arc to Montmartre 3 (restaurant): −3 F, +1 gold prestige" in told
    assert "Dorota uses bonus tile 22 (6 francs): +6 F" in told
    assert "Céline gives up two wood: −2 wood, +4 VP" in told
    token = i18n.language.set("pl")
    try:
        polish = {one["text"] for one in lines_of(game, None)}
    finally:
        i18n.language.reset(token)
    assert "umieszcza klucz w banku dzielnicy La Villette" in polish


def test_the_prompt_names_who_is_thinking():
    game = lutetia.new("lumiere", seed=1)
    other = next(seat for seat in game.ruleset.seats if seat != game.seat)
    assert position_text(game, other, [], {game.seat: "Ana"})["question"] == "Ana is thinking."
