"""Training without torch: positions in files, self-play with a network that knows nothing, recipes, logs, matches."""

from __future__ import annotations

import json
import xml.dom.minidom
from dataclasses import replace

import numpy
import pytest

from lutetia.bots.profile import profile_for
from lutetia.bots.trained import weights
from lutetia.bots.tree import Tree
from lutetia.core.random import Rng
from lutetia.train.curves import curves
from lutetia.train.folder import Folder
from lutetia.train.gate import Stopped, judge, match
from lutetia.train.many_trees import ManyTrees, array_sizes, is_compiled, units
from lutetia.train.progress import Progress, progress_from
from lutetia.train.recipe import SMALL, Recipe, recipe_from
from lutetia.train.samples import SamplesError, files, joined, positions_in, read
from lutetia.train.subject import subject_for
from lutetia.train.warm_start import gathered, play_game

GAMES = 2


def warm_samples(game, table=0):
    subject = subject_for(game, SMALL)
    return subject, gathered(subject, play_game(subject, subject.tables[table], 4, seed=3))


def self_play(game, table, games=GAMES, simulations=3):
    """Positions of finished games, played by trees whose network finds all steps and all seats alike."""
    subject = subject_for(game, SMALL)
    chosen, blueprint = subject.tables[table], subject.blueprint
    features, make = chosen.features, chosen.ruleset.new_kernel
    most = subject.learning.most_positions
    sizes = array_sizes(features, games, blueprint.seats, blueprint.most_steps, most, 4_000)
    arrays = {name: numpy.zeros(shape, kind) for name, (kind, shape) in sizes.items()}
    _unit, one = units()
    arrays["values"][:, :, :2] = one // 2
    trees, positions = [], [make() for _game in range(games)]
    for number, position in enumerate(positions):
        rng = Rng(number)
        position.begin(rng)
        trees.append(Tree(make(), make(), features, 4 * simulations + 8))
        trees[-1].begin(position, position.seat, rng)
    given = {name: array.ctypes.data if is_compiled() else array.reshape(-1) for name, array in arrays.items()}
    many = ManyTrees(trees, positions, features, Rng(9), blueprint.seats, blueprint.most_steps, most, 4_000, given)
    many.simulations = many.quick = simulations
    many.considered, many.recorded = 2, subject.learning.thorough
    many.begin()
    while many.finished < games:
        waiting = many.select()
        assert waiting == (arrays["counts"] > 0).sum()
        many.expand()
    return subject, chosen, many, arrays


@pytest.mark.parametrize(("game", "table"), [("lumiere", 0), ("lumiere", 3), ("paris", 0), ("paris", 2)])
def test_self_play_tells_what_was_found_and_how_the_game_ended(game, table):
    subject, chosen, many, arrays = self_play(game, table)
    n, players = many.ready, chosen.seating.players
    assert n > 5
    assert many.dropped == 0
    seats = arrays["out_seats"][:n]
    assert seats[:, :players, 0].sum(1) == pytest.approx(1.0)  # the win
    assert not seats[:, players:].any()
    assert ((seats[:, :players, 1] >= 0) & (seats[:, :players, 1] <= 1)).all()  # chances that the search saw
    best = seats[:, :players, 2].max(1)
    assert (best >= 0).all()  # somebody is ahead of all rivals, or level
    won = seats[:, :players, 0] > 0
    assert (seats[:, :players, 2][won] >= 0).all()
    filled = numpy.arange(arrays["out_steps"].shape[1]) < arrays["out_counts"][:n, None]
    assert (arrays["out_policy"][:n] * filled).sum(1) == pytest.approx(1.0, abs=0.01)
    assert arrays["out_counts"][:n].min() > 1  # decisions only
    assert arrays["out_rows"][:n].any(1).all()
    assert len(numpy.unique(arrays["out_rows"][:n], axis=0)) > n // 2
    if subject.blueprint.target_planes:
        assert arrays["out_targets"][:n].any()


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_positions_of_bots_survive_a_file(game, tmp_path):
    subject, samples = warm_samples(game, table=-1)
    samples.check()
    path = samples.write_to(tmp_path)
    assert list(files(tmp_path)) == [path]
    assert positions_in(path) == len(samples)
    back = joined([read(path), read(path)])
    assert len(back) == 2 * len(samples)
    assert (back.rows[: len(samples)] == samples.rows).all()
    assert samples.rows.shape[1] == subject.blueprint.inputs
    steps, policy = samples.padded(subject.blueprint.most_steps)
    assert ((steps >= 0).sum(1) == samples.counts).all()
    assert policy.sum(1) == pytest.approx(1.0, abs=0.01)
    damaged = path.read_bytes()
    path.write_bytes(damaged[: len(damaged) // 2])
    with pytest.raises(SamplesError, match=path.name):
        read(path)


def test_a_recipe_is_changed_by_name_and_says_what_is_wrong():
    changed = Recipe().with_settings(["batch=512", "rate=0.01", "half=no"])
    assert (changed.batch, changed.rate, changed.half) == (512, 0.01, False)
    assert recipe_from(json.loads(json.dumps(changed.as_json()))) == changed
    for wrong, said in [
        ("bach=1", "batch"),
        ("batch", "NAME=VALUE"),
        ("batch=many", "number"),
        ("half=maybe", "yes or no"),
        ("batch=0", "at least 1"),
        ("rate=-1", "negative"),
    ]:
        with pytest.raises(ValueError, match=said):
            Recipe().with_settings([wrong])
    with pytest.raises(ValueError, match="minutes"):
        replace(Recipe(), minutes=0.0)


def test_the_schedule_follows_time_or_games_whichever_is_further():
    recipe = replace(Recipe(), minutes=10.0, games=100, gates=2)
    progress = Progress(seconds=60.0, games=50)
    assert progress.share(recipe) == 0.5
    assert progress.rate(recipe) == pytest.approx(recipe.rate * (1 + recipe.last_rate) / 2)
    assert progress.gate_due(recipe)
    progress.gates = 1
    assert not progress.gate_due(recipe)
    assert progress_from(progress.as_json()) == progress
    progress.games = 100
    assert progress.rate(recipe) == pytest.approx(recipe.rate * recipe.last_rate)
    assert progress.simulations(recipe) == recipe.last_simulations


def test_a_killed_run_leaves_nothing_half_written(tmp_path):
    folder = Folder(tmp_path / "run")
    folder.create()
    folder.store({"game": "lumiere", "recipe": {}})
    folder.note("learned", minutes=1)
    with folder.log.open("a") as log:
        log.write('{"kind": "lea')  # killed here
    (folder.networks / ".0001.bin.7.part").write_bytes(b"half")
    again = Folder(tmp_path / "run")
    again.create()
    assert [note["kind"] for note in again.notes()] == ["learned"]
    assert not list(folder.networks.iterdir())
    assert again.stored()["game"] == "lumiere"
    with again.alone(), pytest.raises(ValueError, match="another process"), folder.alone():
        pass
    folder.run.write_text("{}")
    with pytest.raises(ValueError, match="not a training run"):
        again.stored()


def test_a_network_is_promoted_only_if_it_is_better_beyond_chance():
    assert judge([1.5] * 30 + [1.0] * 30, {}).better
    assert not judge([2.0, 0.0] * 30, {}).better  # exactly fair
    assert not judge([2.0, 2.0, 2.0], {}).better  # too few to know
    assert not judge([], {}).better


@pytest.mark.skipif(not is_compiled(), reason="hundreds of decisions of a network")
def test_a_match_that_is_stopped_goes_on_later_with_the_pairs_it_has(tmp_path):
    recipe = replace(SMALL, gate_pairs=4, gate_simulations=1)
    subject, results = subject_for("lumiere", recipe), tmp_path / "0002.match"
    files = tmp_path / "0002.bin", tmp_path / "0001.bin"
    for file in files:
        file.write_bytes(weights(profile_for("lumiere").learning))
    asked = []

    def after_two():
        asked.append(1)
        return len(asked) == 2

    with pytest.raises(Stopped):
        match(subject, recipe, *files, results, 1, after_two)
    kept = {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    assert sum(data.count(b'{"pair":') for data in kept.values()) == 2
    verdict = match(subject, recipe, *files, results, 1)
    assert verdict.pairs == 4
    assert not verdict.better, "a network is as good as itself"
    assert all(path.read_bytes().startswith(data) for path, data in kept.items())


def test_a_run_is_not_over_before_its_last_match_is():
    recipe = replace(Recipe(), minutes=10.0, gates=2)
    progress = Progress(seconds=600.0, gates=1, in_match=True)
    assert not progress.is_over(recipe)
    progress = progress_from(json.loads(json.dumps(progress.as_json())))
    assert progress.in_match, "the next call goes on with it"
    progress.gates, progress.in_match = 2, False
    assert progress.is_over(recipe)
    assert not replace(progress, seconds=599.0).is_over(recipe)


def test_curves_are_drawn_from_the_log():
    notes = [
        {
            "kind": "learned",
            "minutes": minute / 2,
            "losses": {"policy": 3 - minute / 10, "chance": 0.7, "score": 0.7, "margin": 0.4, "targets": 0.6},
            "games_per_second": 200.0,
            "evaluations_per_second": 800_000,
            "learned_per_second": 20_000,
        }
        for minute in range(8)
    ]
    match = {"kind": "match", "network": 2, "pairs": 40, "gain": 1.2, "low": 1.05, "high": 1.4}
    drawn = curves("lumiere", [*notes, match, {"kind": "stopped"}])
    assert xml.dom.minidom.parseString(drawn).getElementsByTagName("polyline").length == 7
    assert "network 2, 40 pairs" in drawn
    assert curves("lumiere", [])  # before the first figures
