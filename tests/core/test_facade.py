"""The public API of docs/records.md, exactly: names, texts, errors, records."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import lutetia


@pytest.fixture
def game():
    return lutetia.new("lumiere", seed=7, options={"first": "orange"})


def test_games():
    """Also after a game was imported, which binds `lutetia.games` to the package."""
    program = "import lutetia; a = lutetia.games(); lutetia.new('lumiere'); b = lutetia.games(); print(a, a == b)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['lumiere', 'paris'] True"


def test_the_first_steps(game):
    held = game.record()["setup"]["tiles"]["orange"][0]
    assert game.seat == "orange"
    assert f"tile {held} B3 r1" in game.legal()
    assert len(game.legal()) == 64 + 12
    game.play(f"tile {held} B3 r1")
    assert game.seat == "blue"
    assert not game.over
    assert game.result() is None
    assert game.record()["turns"] == [{"seat": "orange", "steps": [f"tile {held} B3 r1"]}]


def test_a_tile_turns_clockwise():
    """The letter at place i, clockwise from the top left, moves to place i + 1 with each turn."""
    layout = ["OORM", "OOMR", "OROM", "OROM", "OORL", "OOLR", "OROL", "OMOL"]
    kinds = {"O": "orange", "R": "blue", "M": "mixed", "L": "lamp"}
    for turn in range(4):
        game = lutetia.new("lumiere", seed=3, options={"first": "orange"})
        tile = game.record()["setup"]["tiles"]["orange"][0]
        game.play(f"tile {tile} B3 r{turn}")
        paving = game.view(None)["position"]["paving"]
        clockwise = [paving[space] for space in ("c5", "d5", "d6", "c6")]
        assert clockwise == [kinds[layout[tile][(place - turn) % 4]] for place in range(4)]


def test_record_has_exactly_ten_keys(game):
    record = game.record()
    assert list(record) == [
        "format",
        "game",
        "rules",
        "edition",
        "options",
        "seats",
        "first",
        "setup",
        "turns",
        "result",
    ]
    assert record["format"] == "lutetia-record/1"
    assert record["options"] == {"postcards": "starter", "two_tiles": False, "first": "orange"}
    assert record["seats"] == ["orange", "blue"]
    assert (record["rules"], record["edition"], record["turns"], record["result"]) == (1, 1, [], None)


def test_a_record_is_a_copy(game):
    game.record()["setup"]["tiles"]["orange"].clear()
    game.record()["options"].clear()
    assert len(game.record()["setup"]["tiles"]["orange"]) == 8


def test_the_same_seed_deals_the_same(game):
    options = {"postcards": "random"}
    deals = [lutetia.new("lumiere", seed=seed, options=options).record() for seed in (5, 5, 6)]
    assert deals[0] == deals[1] != deals[2]
    assert lutetia.new("lumiere").record() != lutetia.new("lumiere").record()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"game": "chess"}, "there is no game chess; there are: lumiere, paris"),
        ({"game": None}, "there is no game None"),
        ({"game": "lumiere", "players": 3}, "lumiere is a game for 2 players, not 3"),
        ({"game": "lumiere", "players": True}, "lumiere is a game for 2 players"),
        (
            {"game": "lumiere", "options": {"colour": 1}},
            "unknown option colour; there are: postcards, two_tiles, first",
        ),
        ({"game": "lumiere", "options": []}, "a table of options is needed"),
        ({"game": "lumiere", "options": {"first": "red"}}, "random, orange or blue, not red"),
        ({"game": "lumiere", "options": {"first": ["orange"]}}, "random, orange or blue, not list"),
        ({"game": "lumiere", "options": {"two_tiles": 1}}, "true or false, not 1"),
        ({"game": "lumiere", "options": {"postcards": "all"}}, "starter, random or a list of 8 names, not all"),
        ({"game": "lumiere", "options": {"postcards": ["jardin"] * 8}}, "8 different names are needed, not 1"),
        ({"game": "lumiere", "options": {"postcards": ["louvre"] * 8}}, "there is no louvre; there are: levitation"),
        ({"game": "lumiere", "options": {"postcards": [[]] * 8}}, "there is no list; there are: levitation"),
        ({"game": "lumiere", "edition": "no/such/file.toml"}, "it cannot be read"),
        ({"game": "lumiere", "edition": {}}, r"\[tiles\] is missing"),
        ({"game": "lumiere", "seed": "x"}, "seed: a whole number or None is needed"),
    ],
)
def test_errors_name_the_allowed_values(call, message):
    with pytest.raises(ValueError, match=message):
        lutetia.new(**call)


def test_an_illegal_step_changes_nothing(game):
    before = json.dumps(game.record())
    for step in ("tile 9 A1 r0", "pass", "", "take", "TAKE L4", "take L4 ", 5, None, "build I3 a1 b1 c1", "\x00" * 50):
        with pytest.raises(lutetia.IllegalStep) as caught:
            game.play(step)
        assert str(caught.value)
        assert "{" not in str(caught.value)
        assert isinstance(caught.value, ValueError)
        assert isinstance(caught.value.rule, str)
        assert isinstance(caught.value.values, dict)
        with pytest.raises(lutetia.IllegalStep):
            game.preview(step)
    assert json.dumps(game.record()) == before


def test_an_illegal_step_says_which_rule(game):
    with pytest.raises(lutetia.IllegalStep) as caught:
        game.play("pass")
    assert caught.value.rule == "L22"
    assert str(caught.value) == "you may pass only once all your tiles are down (L22)"


def test_undo(game):
    start = game.record()
    with pytest.raises(ValueError, match="no step to undo"):
        game.undo()
    game.play("take L4")
    middle = game.record()
    game.play("take I3")
    game.undo()
    assert game.record() == middle
    assert game.seat == "blue"
    game.undo()
    assert game.record() == start


def test_a_bundled_edition_is_written_as_its_version(tmp_path):
    from lutetia.games import manifest

    copy = tmp_path / "mine.toml"
    copy.write_text(manifest("lumiere").edition_file.read_text())
    assert lutetia.new("lumiere", edition=copy).record()["edition"] == 1
    copy.write_text(copy.read_text().replace("mirror = false", "mirror = true"))
    game = lutetia.new("lumiere", edition=copy)
    assert game.record()["edition"]["buildings"]["mirror"] is True
    assert lutetia.replay(json.loads(json.dumps(game.record()))).record() == game.record()
    assert lutetia.new("lumiere", edition=game.record()["edition"]).record()["edition"] == game.record()["edition"]


def test_importing_stays_light():
    """`import lutetia` loads no game, no kernel and no large module, which keeps it under 50 ms."""
    heavy = ("lutetia", "rich", "typer", "cython", "json")
    program = f"import sys, lutetia; print(*[m for m in sys.modules if m.startswith({heavy!r})])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded == {"lutetia"}, done.stdout
    assert "lutetia.core.kernel" not in done.stdout


def test_ranks_at_the_end_and_shared_ranks():
    """P76: VP, then francs, then property; L64: of two, a draw or not."""
    paris = lutetia.ruleset("paris", players=3)
    result = {
        "vp": {"p1": 61, "p2": 61, "p3": 40},
        "francs": {"p1": 3, "p2": 2, "p3": 9},
        "property": {"p1": 30, "p2": 30, "p3": 1},
    }
    assert paris.ranks(result) == {"p1": 1, "p2": 2, "p3": 3}
    result["francs"]["p2"] = 3
    assert paris.ranks(result) == {"p1": 1, "p2": 1, "p3": 3}
    result["property"]["p2"] = 31
    assert paris.ranks(result) == {"p1": 2, "p2": 1, "p3": 3}
    lumiere = lutetia.ruleset("lumiere")
    assert lumiere.ranks({"winner": "blue"}) == {"orange": 2, "blue": 1}
    assert lumiere.ranks({"winner": "draw"}) == {"orange": 1, "blue": 1}


@pytest.fixture(params=[("lumiere", 2), ("paris", 3)], ids=["lumiere", "paris"])
def half_played(request):
    """A game in the middle of a turn."""
    name, players = request.param
    played, rng = lutetia.new(name, seed=5, players=players), random.Random(5)
    while played.step_count < 25 or played.turn_begins:
        played.play(rng.choice(played.legal()))
    return played


def through_pickle(game):
    return pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, through_pickle], ids=["copy", "deepcopy", "pickle"])
def test_copies_are_equal_and_independent(half_played, twin):
    """Also after the original has moved on or back."""
    before, legal = half_played.record(), half_played.legal()
    other = twin(half_played)
    assert (other.record(), other.legal(), other.seat) == (before, legal, half_played.seat)
    assert other.kernel.key() == half_played.kernel.key()
    half_played.undo()
    half_played.undo()
    assert other.record() == before
    other.play(legal[0])
    assert half_played.step_count == other.step_count - 3


def test_games_go_to_other_processes(half_played):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(lutetia.Game.legal, half_played).result() == half_played.legal()


def test_repr(half_played):
    game = half_played.ruleset.game
    assert repr(half_played) == f"<Game {game} steps={half_played.step_count} seat={half_played.seat!r}>"
    while not half_played.over:
        half_played.play(half_played.legal()[0])
    scores = half_played.ruleset.scores(half_played.kernel)
    points = {seat: of["total"] for seat, of in scores.items()}
    assert f"points={points}" in repr(half_played)
    assert "winners=['" in repr(half_played)


def test_dir_is_the_public_api():
    assert {name for name in dir(lutetia) if not name.startswith("__")} == set(lutetia.__all__)


def test_replay_reads_text_and_files(half_played, tmp_path):
    record, path = half_played.record(), tmp_path / "a game.json"
    path.write_text(json.dumps(record, indent=2))
    for source in (json.dumps(record), "\n " + json.dumps(record), path, str(path)):
        assert lutetia.replay(source).record() == record


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nowhere.json", "nowhere.json: it cannot be read: No such file or directory"),
        ("a\0.json", "it cannot be read: embedded null byte"),
        ("{", "it is not JSON"),
        (5, "a record is a table of keys, not 5"),
        (b"{}", "a record is a table of keys, not bytes"),
    ],
)
def test_replay_says_what_is_wrong_with_a_source(source, message):
    with pytest.raises(lutetia.RecordError, match=message):
        lutetia.replay(source)
