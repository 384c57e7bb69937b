"""Each command: its output and its exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lutetia
from lutetia.core import record as records
from lutetia.games import manifest

from .helpers import Run, played


def test_version_names_the_core(run: Run) -> None:
    from lutetia.games.lumiere.rules import kernel

    core = "uncompiled core" if str(kernel.__file__).endswith(".py") else "compiled core"
    done = run("--version")
    assert done.out == f"lutetia {lutetia.__version__} ({core})\n"
    assert done.code == 0


@pytest.mark.parametrize("command", [[], ["play"], ["selfplay"], ["replay"], ["check"], ["score"], ["edition"]])
def test_every_command_has_help(run: Run, command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.code == 0
    assert "Usage" in done.out


def test_bench_prints_figures_of_every_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lutetia.cli.bench.SECONDS", 0.01)
    figures = json.loads(run("bench", "--json").out)
    assert list(figures) == lutetia.games()
    assert all(figure > 0 for found in figures.values() for name, figure in found.items() if name != "compiled")
    assert "whole random games per second" in run("bench").out


# ---- check -------------------------------------------------------------------------------------------------------


def test_check_tells_game_turns_and_result(run: Run, finished: Path, unfinished: Path) -> None:
    done = run("check", finished, unfinished)
    record = records.load(finished)
    points = [record["result"]["scores"][seat]["total"] for seat in ("orange", "blue")]
    shown = " : ".join(str(p).replace("-", "−") for p in points)
    assert done.code == 0
    first, second = done.out.splitlines()
    assert (
        first == f"{finished}: ok, lumiere, {len(record['turns'])} turns, {record['result']['winner']} wins ({shown})"
    )
    assert second == f"{unfinished}: ok, lumiere, 12 turns, not finished"


def test_check_names_turn_step_and_rule(run: Run, finished: Path, tmp_path: Path) -> None:
    record = records.load(finished)
    record["turns"][0]["steps"] = ["pass"]
    broken = tmp_path / "broken.json"
    records.dump(record, broken)
    done = run("check", broken, finished)
    assert done.code == 1
    assert re.search(r"broken\.json: turn 1, step 1: .* \(L22\)$", done.out.splitlines()[0])
    assert ": ok, " in done.out.splitlines()[1]


def test_check_refuses_a_wrong_result(run: Run, finished: Path) -> None:
    record = records.load(finished)
    record["result"]["scores"]["orange"]["total"] += 1
    records.dump(record, finished)
    assert run("check", finished).code == 1


# ---- score -------------------------------------------------------------------------------------------------------


def test_score_as_json_is_the_sheet(run: Run, finished: Path) -> None:
    done = run("score", finished, "--json")
    assert json.loads(done.out) == lutetia.replay(records.load(finished)).score()


def test_score_sheet_adds_up(run: Run, finished: Path) -> None:
    done = run("score", finished)
    game = lutetia.replay(records.load(finished))
    result = game.result()
    assert result is not None
    totals = [int(n.replace("−", "-")) for n in re.findall(r"total +│ +(−?\d+)", done.out)]
    assert totals == [result["scores"][seat]["total"] for seat in ("orange", "blue")]
    for page in game.score().values():
        for building in page["lit"]["buildings"]:
            assert f"{building['name']}: size {building['size']} × {len(building['lamps'])} lamp" in done.out
    assert f"{result['winner'].title()} wins, {max(totals)} to {min(totals)}." in done.out


def test_the_score_of_an_unfinished_game_is_marked_as_such(run: Run, unfinished: Path) -> None:
    assert "not over" in run("score", unfinished).out


def test_a_tie_is_explained() -> None:
    from lutetia.games.lumiere.text.sheet import verdict

    def page(bare: int) -> dict[str, object]:
        return {"total": 31, "tie": {"spaces": ["a1"] * bare}}

    sheet = {"orange": page(3), "blue": page(5)}
    assert verdict(sheet, {"winner": "blue"}, {}) == (
        "Both have 31 points. Blue wins the tie with more free spaces of their own colour, 5 to 3."
    )
    assert verdict({"orange": page(3), "blue": page(3)}, {"winner": "draw"}, {}).startswith("A draw")


# ---- replay without a terminal -----------------------------------------------------------------------------------


def test_replay_prints_the_last_position(run: Run, finished: Path) -> None:
    done = run("replay", finished)
    record = records.load(finished)
    assert "game over" in done.out
    assert f"{len(record['turns'])}. " in done.out
    assert " wins, " in done.out


def test_replay_at_a_turn_shows_that_position(run: Run, finished: Path) -> None:
    assert "The game begins." in run("replay", finished, "--at", 0).out
    record = records.load(finished)
    third = run("replay", finished, "--at", 3).out
    assert "paving, turn 4" in third
    who = record["turns"][2]["seat"].title()
    assert re.search(rf"3\. {who} (takes|lays)", third)


def test_replay_at_a_turn_after_the_end_is_an_error(run: Run, finished: Path) -> None:
    done = run("replay", finished, "--at", 999)
    assert done.code == 2
    assert "--at" in done.err


# ---- selfplay ----------------------------------------------------------------------------------------------------


def test_selfplay_writes_records_that_check(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games"
    done = run("selfplay", "lumiere", "--games", 3, "--seed", 7, "--out", out, "--postcards", "random")
    assert done.code == 0
    files = sorted(out.iterdir())
    assert [file.name for file in files] == ["lumiere-7.json", "lumiere-8.json", "lumiere-9.json"]
    assert run("check", *files).code == 0
    results = [records.load(file)["result"] for file in files]
    mean = sum(result["scores"]["blue"]["total"] for result in results) / 3
    assert "3 games of random, seeds from 7" in done.out
    assert re.search(rf"blue +│ +{mean:.1f} │ +{sum(r['winner'] == 'blue' for r in results)} ", done.out)


def test_selfplay_repeats_itself(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        run("selfplay", "--games", 1, "--seed", 3, "--bots", "greedy,random", "--out", tmp_path / name)
    a, b = (tmp_path / name / "lumiere-3.json" for name in ("a", "b"))
    assert a.read_text() == b.read_text()


def test_selfplay_with_an_edition_of_ones_own(run: Run, tmp_path: Path) -> None:
    from lutetia.games import manifest

    text = manifest("lumiere").edition_file.read_text(encoding="utf-8").replace("unbuilt = -3", "unbuilt = -5")
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    assert run("selfplay", "--games", 1, "--seed", 1, "--edition", own, "--out", tmp_path).code == 0
    record = records.load(tmp_path / "lumiere-1.json")
    assert record["edition"]["points"]["unbuilt"] == -5
    assert run("check", tmp_path / "lumiere-1.json").code == 0


# ---- edition -----------------------------------------------------------------------------------------------------


def test_edition_check_of_the_bundled_one(run: Run) -> None:
    done = run("edition", "check")
    assert (done.code, done.out) == (0, "ok\n")


def test_edition_check_has_the_bounds_of_the_server(run: Run, tmp_path: Path) -> None:
    deep = tmp_path / "deep.toml"
    deep.write_text("a." * 900 + "b = 1", encoding="utf-8")
    done = run("edition", "check", deep, "--game", "lumiere")
    assert (done.code, done.out.strip()) == (1, "it is nested too deeply: at most 12 levels")


def test_edition_check_names_every_fault(run: Run, tmp_path: Path) -> None:
    from lutetia.games import manifest

    text = manifest("lumiere").edition_file.read_text(encoding="utf-8")
    text = text.replace('I3 = ["###"]', 'I3 = ["#.#"]').replace("chimneys = 7", "chimneys = 0")
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    done = run("edition", "check", own)
    assert done.code == 1
    assert len(done.out.splitlines()) == 2
    assert "I3" in done.out
    assert "chimneys" in done.out
    assert run("edition", "show", own).code == 2


def test_edition_show_draws_everything(run: Run) -> None:
    done = run("edition", "show")
    assert done.code == 0
    for name in ("I3", "V3", "L4", "T4", "S4", "O4", "U5", "V5", "W5", "P5", "C6", "V6"):
        assert name in done.out
    assert "█▀▀█" in done.out  # C6
    assert "∩∩∩∩" in done.out  # two own spaces of an orange tile
    assert "✹✹" in done.out
    assert done.out.count("reconstructed") >= 3
    assert "−3  per unbuilt building" in done.out


def test_play_without_a_terminal_reads_lines(run: Run, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nscore\nquit\n"))
    done = run("play", "--seed", 1, "--first", "orange")
    assert done.code == 0
    assert "The game is saved" in done.out
    record = records.load(home / "state" / "lutetia" / "lumiere.json")
    assert record["turns"][0] == {"seat": "orange", "steps": ["take C6"]}
    assert len(record["turns"]) == 2  # and the bot has answered


def test_resuming_a_file_does_not_lose_the_kept_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, home: Path, unfinished: Path
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("take C6\nquit\n"))
    run("play", "--seed", 1, "--first", "orange")
    kept = records.load(home / "state" / "lutetia" / "lumiere.json")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    run("play", "--resume", unfinished)
    assert records.load(home / "state" / "lutetia" / "lumiere.json")["setup"] == records.load(unfinished)["setup"]
    (old,) = (home / "state" / "lutetia" / "games").iterdir()
    assert records.load(old) == kept


def test_brackets_in_a_path_are_shown(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {tmp_path}/[bold]x.json\nquit\n"))
    monkeypatch.setenv("COLUMNS", "400")
    assert "[bold]x.json." in run("play", "--seed", 1, "--first", "orange").out


def test_played_games_differ_by_seed() -> None:
    assert played(1, 6).record()["turns"] != played(2, 6).record()["turns"]


def test_the_opponent_can_be_chosen(run: Run) -> None:
    """A wrong name is reported before anything is played."""
    done = run("play", "lumiere", "--against", "nobody")
    assert done.code == 2
    assert "there is no bot nobody" in done.err
    assert "level5" in done.err


def test_edition_check_finds_what_a_table_would_refuse(run: Run, tmp_path: Path) -> None:
    """Also what is checked for every game alike: where data come from is a text."""
    file = tmp_path / "mine.toml"
    text = manifest("lumiere").edition_file.read_text(encoding="utf-8")
    file.write_text(text.replace('status = "stated"\n\n[postcards]', "status = 1889\n\n[postcards]"))
    done = run("edition", "check", file)
    assert done.code == 1
    assert "[board] status: a text is needed" in done.out + done.err
