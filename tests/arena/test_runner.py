"""The same seed gives the same figures with any number of processes, on a cluster, and after an interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from lutetia.arena import results, runner
from lutetia.arena.match import Plan
from lutetia.arena.report import summary
from lutetia.arena.results import Results, ResultsError, open_results
from lutetia.arena.runner import ArenaError, run

from .conftest import ends
from configurations import FULL


def figures(tally):
    """All that must be the same each time: everything but the speed."""
    data = summary(tally)
    for bot in data["bots"].values():
        del bot["steps_per_s"]
    return data


def games(kept, numbers):
    """The games themselves, without the time they took."""
    return [{key: game[key] for key in game if key != "seconds"} for n in numbers for game in kept.take(n)]


@pytest.fixture
def plan(script):
    return Plan("lumiere", ("random", script()), seed=3, options={"postcards": "random"}).checked()


def test_the_number_of_processes_does_not_change_the_result(plan, tmp_path):
    data, played = [], []
    for jobs in (1, 2):
        with open_results(tmp_path / f"{jobs}.jsonl", plan) as kept:
            data.append(figures(run(plan, 5, jobs=jobs, results=kept)))
            played.append(games(kept, range(5)))
    assert data[0] == data[1]
    assert played[0] == played[1]
    assert data[0]["pairs"] == 5
    assert data[0]["bots"]["random"]["games"] == 10


@pytest.mark.full
def test_a_cluster_does_not_change_the_result(plan):
    """A local Ray of two workers, as a cluster has many."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        over_ray = run(plan, 5, ray="auto")
    finally:
        ray.shutdown()
    assert figures(over_ray) == figures(run(plan, 5))


def test_a_cluster_that_cannot_be_reached_is_reported():
    with pytest.raises(ArenaError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        run(Plan("lumiere", ("random",)), 1, ray="127.0.0.1:1")


def test_without_ray_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"lutetia\[cluster\]"):
        run(Plan("lumiere", ("random",)), 1, ray="auto")


def test_every_two_of_three_bots_meet(script):
    plan = Plan("lumiere", ("random", script(), script(name="other.py")), seed=1)
    met = []
    tally = run(plan, 2, progress=lambda tally: met.append(tally.pairs))
    assert met == [0, 0, 1, 1, 1, 2]  # line-ups take turns: a pair counts once all have played it
    assert {bot.share.games for bot in tally.bots.values()} == {8}
    data = summary(tally)
    assert (data["pairs"], data["games"], len(data["claims"])) == (2, 12, 3)
    assert {claim["pairs"] for claim in data["claims"]} == {2}


def test_a_bot_against_itself():
    data = summary(run(Plan("lumiere", ("random",), seed=1), 4))
    assert (data["pairs"], data["games"], data["claims"]) == (4, 4, [])
    assert data["bots"]["random"]["rate"] == 0.5


def test_every_finished_pair_is_reported(plan):
    seen = []
    run(plan, 3, progress=lambda tally: seen.append(tally.games))
    assert seen == [2, 4, 6]


def test_finished_pairs_are_not_played_again(plan, tmp_path, monkeypatch):
    whole = figures(run(plan, 6))
    path = tmp_path / "kept.jsonl"
    with open_results(path, plan) as kept:
        run(plan, 4, results=kept)
    numbers = []
    real = runner._pair
    monkeypatch.setattr(runner, "_pair", lambda plan, n: numbers.append(n) or real(plan, n))
    with open_results(path, plan) as kept:
        assert len(kept) == 4
        assert figures(run(plan, 6, results=kept)) == whole
    assert numbers == [4, 5]
    with open_results(path, plan) as kept:
        run(plan, 6, results=kept)
    assert numbers == [4, 5]


def test_pairs_may_be_kept_in_any_order(plan, tmp_path):
    """The result does not depend on the order in which processes finish."""
    with open_results(tmp_path / "kept.jsonl", plan) as kept:
        for number in (2, 0, 3):
            kept.add(number, runner._pair(plan, number))
        assert 1 not in kept
        assert figures(run(plan, 4, results=kept)) == figures(run(plan, 4))


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_a_line_cut_in_the_middle_is_played_again(plan, tmp_path, cut):
    path = tmp_path / "kept.jsonl"
    with open_results(path, plan) as kept:
        whole = figures(run(plan, 3, results=kept))
    path.write_bytes(path.read_bytes()[:-cut])
    with open_results(path, plan) as kept:
        assert len(kept) == 2
        assert figures(run(plan, 3, results=kept)) == whole


def test_a_file_with_a_damaged_heading_is_started_again(plan, tmp_path):
    path = tmp_path / "kept.jsonl"
    path.write_bytes(b'{"format": "lute')
    with open_results(path, plan) as kept:
        assert len(kept) == 0
    with open_results(path, plan) as kept:
        assert len(kept) == 0


def test_a_file_of_another_plan_is_not_resumed(plan, tmp_path):
    path = tmp_path / "kept.jsonl"
    with open_results(path, plan):
        pass
    other = Plan("lumiere", plan.bots, seed=4, options=plan.options)
    with pytest.raises(ResultsError, match="another seed"), open_results(path, other):
        pass
    path.write_text("hello\n")
    with pytest.raises(ResultsError, match="not an arena results file"), open_results(path, plan):
        pass


def test_a_file_of_other_code_is_not_resumed(plan, tmp_path, monkeypatch):
    path = tmp_path / "kept.jsonl"
    with open_results(path, plan):
        pass
    name = results.file_name(plan)
    Path(plan.bots[1].split()[-1]).write_text("# changed\n")
    with pytest.raises(ResultsError, match="another guests"), open_results(path, plan):
        pass
    assert results.file_name(plan) != name
    monkeypatch.setattr(results, "code", lambda: "another")
    with pytest.raises(ResultsError, match="another code"), open_results(path, plan):
        pass


def test_two_runs_do_not_write_to_one_file(plan, tmp_path):
    path = tmp_path / "kept.jsonl"
    with open_results(path, plan), pytest.raises(ResultsError, match="another run"), open_results(path, plan):
        pass


def test_in_memory_pairs_are_handed_out_once():
    kept = Results()
    kept.add(0, [])
    assert 0 in kept
    assert kept.take(0) == []
    assert len(kept) == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_early_stop_depends_on_the_pairs_alone(jobs):
    """Chance against itself wins half, surely not 90 %; that is known at the first look."""
    tally = run(Plan("lumiere", ("random",), seed=5), 400, jobs=jobs, until_above=0.9)
    assert tally.verdict == "below"
    assert figures(tally)["pairs"] == 20


def test_a_killed_worker_stops_the_run(script):
    """It says so, and what was finished is kept."""
    ends_all = script("import os, signal; os.kill(os.getppid(), signal.SIGKILL)")
    with pytest.raises(ArenaError, match="worker process"):
        run(Plan("lumiere", (ends_all,)), 4, jobs=2)


def arena(*arguments, **more):
    command = [sys.executable, "-m", "lutetia", "arena", "lumiere", *arguments, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def without_speed(text):
    figures = json.loads(text)
    for bot in figures["bots"].values():
        del bot["steps_per_s"]
    return figures


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


KILLED = list(product((signal.SIGKILL, signal.SIGTERM, signal.SIGINT), ("1", "2")))


@pytest.mark.parametrize(("how", "jobs"), KILLED if FULL else KILLED[::3])
def test_a_killed_run_can_be_resumed(how, jobs, script, home):
    """The bot reports when the eighth game begins; then the run is killed, and none of its processes stays behind."""
    pipe = home / "pipe"
    os.mkfifo(pipe)
    bot = script(
        f"""
        import json, os, sys, time
        count = os.open({str(home / "count")!r}, os.O_CREAT | os.O_APPEND | os.O_RDWR)
        os.write(count, b"x")
        if os.fstat(count).st_size == 8:
            open({str(pipe)!r}, "w").close()
            time.sleep(60)
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "choose":
                print(json.dumps({{"id": message["id"], "step": message["legal"][-1]}}), flush=True)
        """
    )
    command = ["random", bot, "--pairs", "8", "--seed", "2", "--jobs", jobs]
    run = arena(*command, start_new_session=True)
    with pipe.open() as opened_by_bot:
        opened_by_bot.read()
    workers = children(run.pid)
    os.kill(run.pid, how)
    out, err = run.communicate(timeout=120)
    assert out == ""
    if how == signal.SIGINT:
        assert run.returncode == 130
        assert "kept" in err
    assert all(ends(worker, 20) for worker in workers if worker_of(worker))
    (kept,) = (home / "state" / "lutetia" / "arena").iterdir()
    before = len(kept.read_text().splitlines()) - 1
    assert before >= 1
    again = arena(*command)
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    assert "already played" in err
    assert not kept.exists()
    whole = arena(*command)
    assert without_speed(out) == without_speed(whole.communicate(timeout=120)[0])


def worker_of(pid):
    """Bots that are programs see the end of their input; one that sleeps through it is not waited for."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False
