"""Positions set up by hand: a game goes on from the document as from the game that it was written from."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import lutetia
from lutetia import companion
from lutetia.bots import bot
from lutetia.core.random import Rng
from lutetia.drawing.position import drawing_for
from lutetia.text import log

from configurations import CONFIGURATIONS, new, rate, share, walk
from schemas import validator

NAMES = [name for name in CONFIGURATIONS if companion.companion(CONFIGURATIONS[name]["game"]).play_on]
LENGTH = {"lumiere": 36, "paris": 230}
"""No random game is shorter, in steps."""


def laid(game: lutetia.Game) -> lutetia.Game:
    """The same position, set up from the document."""
    ruleset = game.ruleset
    document = json.loads(json.dumps(companion.written(game)))
    edition = None if ruleset.edition.written == ruleset.edition.version else ruleset.edition.written
    return lutetia.position(ruleset.game, document, edition=edition, options=ruleset.options)


def seen(game: lutetia.Game, viewer: str | None) -> dict:
    """What a viewer sees, besides the history."""
    view = game.view(viewer)
    return {key: part for key, part in view.items() if key not in ("turns", "start", "options")}


def told(game: lutetia.Game) -> list[tuple]:
    """What the log says of each step."""
    drawing = drawing_for(game)
    texts = drawing.step_texts(game, {seat: seat for seat in game.ruleset.seats})
    entries = [(one.seat, one.step, one.about, one.changes, one.totals) for one in log.entries(game)]
    return list(zip(texts, entries, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_from_its_document(name, sample):
    """Also from the middle of a turn, and from the end."""
    rng = random.Random(name)
    for seed in range(share(name, sample(3, 80))):
        game = new(name, seed)
        moments = {0, *rng.sample(range(1, LENGTH[CONFIGURATIONS[name]["game"]]), 6)}
        twins: list[lutetia.Game] = []
        for n, step in enumerate(walk(game, rng)):
            for twin in twins:
                assert twin.legal() == game.legal()
                twin.play(step)
            if n in moments:
                twins.append(laid(game))
                for viewer in (None, *game.ruleset.seats):
                    assert seen(twins[-1], viewer) == seen(game, viewer)
                assert twins[-1].score() == game.score()
                twins[-1].play(step)
        twins.append(laid(game))
        whole = told(game)
        for twin in twins:
            assert told(twin) == whole[len(whole) - twin.step_count :]
            assert twin.over
            assert twin.result() == game.result()
            assert seen(twin, None) == seen(game, None)
            assert lutetia.replay(json.loads(json.dumps(twin.record()))).record() == twin.record()


@pytest.mark.parametrize("name", NAMES)
def test_a_position_hides_what_its_game_would_hide(name, sample):
    """Imagined games begin at the same position as far as the viewer knows, and look the same; so do bots' games."""
    rng = random.Random(name)
    for seed in range(share(name, sample(2, 40))):
        game = new(name, seed)
        start = rng.randrange(5, LENGTH[CONFIGURATIONS[name]["game"]])
        for n, _step in enumerate(walk(game, rng)):
            if n == start:
                break
        twin = laid(game)
        for s, viewer in [(-1, None), *enumerate(game.ruleset.seats)]:
            other = game.copy()
            other.kernel.imagine(s, Rng(rng.getrandbits(64)))
            assert laid(other).view(viewer) == twin.view(viewer)
        for _step in walk(twin, rng):
            if rng.random() > rate(name, 0.3):
                continue
            for viewer in (None, *twin.ruleset.seats):
                view = json.loads(json.dumps(twin.view(viewer)))
                imagined = lutetia.imagine(view, seed=rng.getrandbits(64))
                assert imagined.view(viewer) == view
                assert viewer != twin.seat or imagined.legal() == twin.legal()


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_a_game_like_any_other(name):
    rng = random.Random(name)
    game = new(name, 4)
    for n, _step in enumerate(walk(game, rng)):
        if n == 20:
            break
    game = laid(game)
    begun = game.record()
    assert list(begun)[6:] == ["first", "position", "setup", "turns", "result"]
    assert begun["turns"] == []
    with pytest.raises(ValueError, match="no step to undo"):
        game.undo()
    steps = []
    for _n in range(6):
        steps.append(rng.choice(game.legal()))
        game.preview(steps[-1])
        game.play(steps[-1])
    assert [step for turn in game.record()["turns"] for step in turn["steps"]] == steps
    assert len(game.history()) == len(game.record()["turns"])
    assert game.copy().record() == game.record() == pickle.loads(pickle.dumps(game)).record()
    assert lutetia.replay(game.record()).record() == game.record()
    validator("record").validate(json.loads(json.dumps(game.record())))
    for _n in range(6):
        game.undo()
    assert game.record() == begun
    assert game.svg().startswith("<svg")
    assert game.ansi(wide=100, colour=False)
    view = game.view(game.seat)
    assert bot("greedy", 1).choose(view, game.legal()) in game.legal()


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_left_out_the_game_can_be_played_or_a_rule_says_why_not(name, sample):
    rng, found = random.Random(name), 0
    for seed in range(share(name, sample(2, 60))):
        game = new(name, seed)
        start = rng.randrange(LENGTH[CONFIGURATIONS[name]["game"]])
        for n, _step in enumerate(walk(game, rng)):
            if n == start:
                break
        document, ruleset = companion.written(game), game.ruleset
        edition = None if ruleset.edition.written == ruleset.edition.version else ruleset.edition.written
        for _n in range(sample(6, 20)):
            gone = rng.sample(sorted(document["play"]), rng.randrange(1, 4))
            kept = {key: part for key, part in document["play"].items() if key not in gone}
            try:
                other = lutetia.position(
                    ruleset.game, document | {"play": kept}, edition=edition, options=ruleset.options
                )
            except lutetia.PositionError as error:
                assert all(fault.rule for fault in error.faults), str(error)
                continue
            found += 1
            for _step in walk(other, rng):
                pass
            totals = {seat: other.kernel.points_of(s) for s, seat in enumerate(ruleset.seats)}
            assert {seat: points["total"] for seat, points in ruleset.scores(other.kernel).items()} == totals
    assert found
