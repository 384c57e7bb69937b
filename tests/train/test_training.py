"""The whole command and the network in torch. Needs the extra `train`, so it runs with --full only: docs/testing.md."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.dom.minidom
from dataclasses import replace

import numpy
import pytest

import lutetia
from lutetia.bots import bot
from lutetia.bots.network import Network
from lutetia.bots.profile import profile_for
from lutetia.bots.trained import weights
from lutetia.train.folder import Folder
from lutetia.train.recipe import SMALL, Recipe
from lutetia.train.subject import subject_for
from lutetia.train.warm_start import gathered, play_game

pytestmark = pytest.mark.full
PATIENCE = 600


@pytest.fixture(scope="module")
def torch():
    try:
        import torch
    except ImportError:
        pytest.fail("training is tested with the extra `train`: pip install torch (a build for processors is enough)")
    torch.set_num_threads(1)
    return torch


def command(game, folder, *more):
    return [sys.executable, "-m", "lutetia", "train", game, "--out", str(folder), "--jobs", "1", *more]


def notes(folder):
    log = folder / "log.jsonl"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_run_that_is_killed_goes_on_and_ends_with_a_network_that_plays(torch, game, tmp_path):
    folder = tmp_path / "run"
    begun = subprocess.Popen(command(game, folder, "--small"), stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        until = time.monotonic() + PATIENCE
        while not any(note["kind"] == "learned" for note in notes(folder)):
            assert begun.poll() is None, "it ended before it could be killed"
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        os.killpg(begun.pid, signal.SIGKILL)
        begun.wait()
    done = subprocess.run(command(game, folder), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    kinds = [note["kind"] for note in notes(folder)]
    assert kinds.count("began") == 1
    assert "resumed" in kinds
    assert {"rounding", "exported", "match", "promoted"} <= set(kinds)
    assert notes(folder)[-1]["games"] >= SMALL.games
    assert not list(folder.rglob(".*.part"))
    xml.dom.minidom.parse(str(folder / "curves.svg"))
    best = folder / "best.bin"
    header = Network(best.read_bytes(), game=game).file.header
    assert header["provenance"]["progress"]["games"] > 0
    played = lutetia.new(game, seed=1, players=header["tables"][-1]["players"])
    player = bot(f"network:{best}:4", 1)
    for _step in range(12):
        played.play(player.choose(played.view(played.seat), played.legal()))
    again = subprocess.run(command(game, folder), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert again.returncode == 0  # nothing is left to do
    other = {"lumiere": "paris", "paris": "lumiere"}[game]
    refused = subprocess.run(command(other, folder), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert refused.returncode != 0
    assert game in refused.stderr


def test_a_match_that_a_call_cannot_end_goes_on_in_the_next(torch, tmp_path):
    """The call ends with the pair that is being played, and the next one uses the games of the same network."""
    from lutetia.train.run import MATCH, Order, Run

    recipe = replace(SMALL, gates=1, gate_pairs=40, gate_simulations=16)
    folder, rival = Folder(tmp_path), tmp_path / "rival.bin"
    folder.create()
    rival.write_bytes(weights(profile_for("lumiere").learning))

    def pairs():
        return {path: path.read_bytes() for path in folder.networks.glob("0001.match-*.jsonl")}

    def report(what, _done, _total):
        if what == MATCH and sum(data.count(b"\n") for data in pairs().values()) > 3:
            run.ends = time.monotonic()

    order = Order("lumiere", folder, recipe, seed=1, device="cpu", jobs=1, rival=rival)
    run = Run(order, report, lambda note: None)
    begun = run.train()
    assert begun.in_match
    assert not begun.is_over(recipe)
    assert run.match.done()
    kept = pairs()
    ended = Run(order, lambda *_: None, lambda note: None).train()
    assert ended.is_over(recipe)
    assert ended.networks == begun.networks == 1
    assert all(path.read_bytes().startswith(data) for path, data in kept.items())
    assert sum(note["pairs"] for note in notes(tmp_path) if note["kind"] == "match") == 40


@pytest.fixture(scope="module", params=["lumiere", "paris"])
def learner(request, torch):
    """A small network that has learned from one game, and the game's positions."""
    from lutetia.train.learner import Learner
    from lutetia.train.replay import Replay

    torch.manual_seed(1)
    subject = subject_for(request.param, SMALL)
    samples = gathered(subject, play_game(subject, subject.tables[0], 4, seed=1))
    device = torch.device("cpu")
    learner = Learner(subject.blueprint, SMALL, subject.outputs, device)
    replay = Replay(subject.blueprint, 1_000, device, subject.symmetries)
    replay.add(samples)
    losses = [learner.learn(replay.sample(64), 1e-2, 0.5) for _step in range(30)]
    assert sum(losses[-1]) < sum(losses[0])
    return subject, samples, learner, replay


def test_folding_changes_nothing(torch, learner):
    from lutetia.train.model import fold

    _subject, samples, learned, _replay = learner
    rows = torch.from_numpy(samples.rows)
    with torch.no_grad():
        before, after = learned.average(rows), fold(learned.average)(rows)
    for name in ("policy", "chance", "score", "margin"):
        assert torch.allclose(getattr(before, name), getattr(after, name), atol=1e-4)


def test_a_network_that_learned_rounded_loses_nothing_in_the_export(torch, learner):
    from lutetia.train.export import weights_file
    from lutetia.train.learner import Learner
    from lutetia.train.many_trees import units

    subject, samples, learned, replay = learner
    rounded = Learner(subject.blueprint, SMALL, subject.outputs, learned.device)
    rounded.load(learned.state())
    rounded.start_rounding()
    for _step in range(5):
        rounded.learn(replay.sample(64), 1e-3, 0.5)
    network = rounded.playing()
    with torch.no_grad():
        found = network(torch.from_numpy(samples.rows))
    integers = Network(weights_file(network, subject, samples.rows, {}), game=subject.game)
    unit, _one = units()
    policy = subject.blueprint.policy
    for at in range(0, len(samples), 7):
        out = numpy.array(integers.evaluate(samples.rows[at].tobytes())) / unit
        assert out[:policy] == pytest.approx(found.policy[at, :policy].numpy(), abs=0.05)
        assert out[policy:].reshape(-1, 3)[:, 0] == pytest.approx(found.chance[at].numpy(), abs=0.05)
        assert out[policy:].reshape(-1, 3)[:, 2] == pytest.approx(20 * found.margin[at].numpy(), abs=0.5)


def test_a_checkpoint_holds_everything(torch, learner, tmp_path):
    from lutetia.train.learner import Learner
    from lutetia.train.start import starting_network

    subject, samples, learned, _replay = learner
    path = tmp_path / "checkpoint.pt"
    torch.save({"learner": learned.state(), "progress": {}}, path)
    stored = torch.load(path, weights_only=True)
    other = Learner(subject.blueprint, SMALL, subject.outputs, learned.device)
    other.load(stored["learner"])
    rows = torch.from_numpy(samples.rows)
    with torch.no_grad():
        assert torch.equal(other.average(rows).policy, learned.average(rows).policy)
        begun, _uncalibrated = starting_network(path, subject)
        assert torch.allclose(begun.eval()(rows).policy, learned.average(rows).policy, atol=1e-5)
    assert other.optimiser.state_dict()["state"].keys() == learned.optimiser.state_dict()["state"].keys()
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match=path.name):
        starting_network(path, subject)


@pytest.mark.parametrize("more", [0, 1], ids=["same size", "larger"])
@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_network_that_ships_can_be_learned_on_from(torch, game, more, tmp_path):
    from lutetia.bots.weights_file import MAGIC
    from lutetia.train.many_trees import units
    from lutetia.train.start import starting_network

    data = weights(profile_for(game).learning)
    own = subject_for(game, Recipe()).blueprint
    subject = subject_for(game, Recipe(channels=own.channels + 16 * more, blocks=own.blocks + more))
    samples = gathered(subject, play_game(subject, subject.tables[0], 4, seed=1))
    path = tmp_path / "network.bin"
    path.write_bytes(data)
    network, uncalibrated = starting_network(path, subject)
    assert uncalibrated
    with torch.no_grad():
        found = network.eval()(torch.from_numpy(samples.rows))
    integers, policy, unit = Network(data, game=game), subject.blueprint.policy, units()[0]
    for at, row in enumerate(samples.rows):
        out = numpy.array(integers.evaluate(row.tobytes())) / unit
        assert out[:policy] == pytest.approx(found.policy[at, :policy].numpy(), abs=0.05)
        assert out[policy:].reshape(-1, 3)[:, 0] == pytest.approx(found.chance[at].numpy(), abs=0.05)
        assert out[policy:].reshape(-1, 3)[:, 2] == pytest.approx(20 * found.margin[at].numpy(), abs=0.5)
    smaller = subject_for(game, Recipe(channels=own.channels - 8))
    with pytest.raises(ValueError, match="channels"):
        starting_network(path, smaller)
    path.write_bytes(MAGIC + b"damaged")
    with pytest.raises(ValueError, match="checksum"):
        starting_network(path, subject)


def test_calibration_gives_statistics_and_changes_no_answer(torch, learner):
    from lutetia.train.model import calibrate, fold
    from lutetia.train.start import _unfolded

    _subject, samples, learned, _replay = learner
    rows = torch.from_numpy(samples.rows)
    network = _unfolded(fold(learned.average)).eval()
    with torch.no_grad():
        before = network(rows).policy
        calibrate(network, rows)
        assert torch.allclose(network(rows).policy, before, atol=1e-3)
        assert torch.allclose(network.train()(rows).policy, before, atol=0.05)


def test_symmetries_change_rows_steps_and_targets_together(torch, learner):
    """A network cannot tell a turned position with its turned steps from one that really occurred."""
    subject, _samples, _learned, replay = learner
    batch = replay.sample(64)
    assert ((batch.steps >= 0) == (batch.policy >= 0) & (batch.steps >= 0)).all()
    assert batch.policy.sum(1).numpy() == pytest.approx(1.0, abs=0.01)
    assert batch.rows.shape == (64, subject.blueprint.inputs)
    assert batch.steps.max() < subject.tables[0].features.steps
