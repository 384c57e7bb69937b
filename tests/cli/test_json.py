"""`--json`: the shapes that docs/reference/json.md promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lutetia
from lutetia.core import record as records
from lutetia.games import manifest

from .helpers import Run


def test_check(run: Run, finished: Path, unfinished: Path, tmp_path: Path) -> None:
    record = records.load(finished)
    broken = tmp_path / "broken.json"
    records.dump(record | {"turns": [{**record["turns"][0], "steps": ["pass"]}, *record["turns"][1:]]}, broken)
    done = run("check", "--json", finished, unfinished, broken)
    assert done.code == 1
    good, open_, bad = json.loads(done.out)
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    assert good == {
        "file": str(finished),
        "ok": True,
        "game": "lumiere",
        "turns": len(record["turns"]),
        "steps": steps,
        "result": record["result"],
        "fault": None,
    }
    assert open_["ok"]
    assert open_["result"] is None
    assert list(bad) == list(good)
    assert (bad["ok"], bad["fault"]["turn"], bad["fault"]["step"], bad["fault"]["rule"]) == (False, 1, 1, "L22")


def test_selfplay(run: Run, tmp_path: Path) -> None:
    done = run("selfplay", "paris", "--json", "--games", 2, "--seed", 7, "--bots", "random,greedy", "--out", tmp_path)
    found = json.loads(done.out)
    assert list(found) == ["game", "seed", "seats", "draws", "games"]
    assert {seat: figures["bot"] for seat, figures in found["seats"].items()} == {"p1": "random", "p2": "greedy"}
    assert sum(figures["wins"] for figures in found["seats"].values()) + found["draws"] == 2
    for number, game in enumerate(found["games"], 7):
        assert (game["seed"], game["faults"]) == (number, [])
        assert records.load(Path(game["record"]))["result"] == game["result"]


@pytest.mark.parametrize("game", lutetia.games())
def test_edition(run: Run, game: str) -> None:
    from lutetia.core.edition import read_toml

    assert json.loads(run("edition", "show", game, "--json").out) == read_toml(manifest(game).edition_file)
    assert json.loads(run("edition", "check", game, "--json").out) == {"ok": True, "game": game, "faults": []}


def test_edition_with_faults(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = manifest("lumiere").edition_file.read_text(encoding="utf-8")
    own.write_text(text.replace("chimneys = 7", "chimneys = 0"), encoding="utf-8")
    done = run("edition", "check", own, "--json")
    found = json.loads(done.out)
    assert (done.code, found["ok"], len(found["faults"])) == (1, False, 1)


@pytest.mark.parametrize("game", lutetia.games())
def test_rules(run: Run, game: str) -> None:
    found = json.loads(run("rules", game, "--json").out)
    assert found["game"] == game
    assert len(found["rules"]) > 3
    topic = found["topics"][0]
    about = run("rules", game, topic)
    assert about.code == 0
    assert json.loads(run("rules", game, topic, "--json").out)["rules"] != found["rules"]


def test_a_rule_with_its_rulings(run: Run) -> None:
    assert "What is the wood for?" in run("rules", "paris", "P42").out
    every = json.loads(run("rules", "paris", "rulings", "--json").out)["rules"]
    assert "P42 · What is the wood for?" in every


def test_bench_of_one_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lutetia.cli.bench.SECONDS", 0.01)
    assert list(json.loads(run("bench", "paris", "--json").out)) == ["paris"]


def test_a_name_of_a_game_means_its_bundled_edition_unless_there_is_such_a_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Montmartre" in run("edition", "show", "paris").out
    text = manifest("paris").edition_file.read_text(encoding="utf-8")
    (tmp_path / "paris").write_text(text.replace("version = 1", "version = 7", 1), encoding="utf-8")
    assert json.loads(run("edition", "show", "paris", "--json").out)["version"] == 7
    assert "not the game given by --game" in run("edition", "show", "lumiere", "--game", "paris").err


def test_openings(run: Run) -> None:
    found = json.loads(run("openings", "lumiere", "--line", "buildings", "--json").out)
    assert list(found) == ["game", "line", "lines", "players", "games", "start", "path", "choices"]
    first = found["choices"][0]
    after = json.loads(run("openings", "lumiere", first["key"], "--line", "buildings", "--json").out)
    assert [step["key"] for step in after["path"]] == [first["key"]]
    assert set(first) == {"key", "label", "picture", "role", "deeper", *found["start"]}


def test_analyse(run: Run, late: Path) -> None:
    record = records.load(late)
    found = json.loads(run("analyse", late, "--json", "--quick").out)
    assert list(found)[:5] == ["game", "seats", "positions", "turns", "accuracy"]
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    assert [position["at"] for position in found["positions"]] == list(range(steps + 1))
    assert {"at", "seat", "chances", "margins", "proven", "forced"} <= set(found["positions"][0])
    assert {"turn", "seat", "played", "best", "loss", "points", "judgement", "why"} <= set(found["turns"][0])
    assert [turn["played"] for turn in found["turns"]] == [turn["steps"] for turn in record["turns"]]
    assert set(found["accuracy"]) == set(record["seats"])
    winner = record["result"]["winner"]
    assert found["positions"][-1]["chances"][winner] == 1


def test_lines(run: Run, finished: Path) -> None:
    done = run("lines", finished, "--at", "4", "--budget", "20", "--most", "2", "--json")
    found = json.loads(done.out)
    game = lutetia.replay(records.load(finished), steps=4)
    assert (found["seat"], found["budget"]) == (game.seat, 20)
    for line in found["lines"]:
        assert list(line) == ["steps", "ends", "chances", "margins", "proven"]
        assert line["steps"][0] in game.legal()
    assert len(run("lines", finished, "--at", "4", "--budget", "20").out.splitlines()) == 3
    over = run("lines", finished)
    assert over.code != 0
    assert "--at" in over.err
