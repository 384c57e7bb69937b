"""Bots that raise, hang, cheat, send garbage or exit: the game continues, and the report names them."""

from __future__ import annotations

import json
import signal
import stat
import threading
import time
from functools import partial

import pytest

import lutetia
from lutetia.arena.match import play
from lutetia.bots import bot
from lutetia.bots.external import ExternalBot
from lutetia.bots.fault import KINDS
from lutetia.bots.subprocess_lines import _running
from lutetia.bots.supervised import MAX_FAILURES, SupervisedBot

from .conftest import ends


class First:
    def choose(self, view, legal, clock):
        return legal[0]


class Raises(First):
    def choose(self, view, legal, clock):
        view.clear()
        legal.clear()
        raise ZeroDivisionError("by zero")


class Sleeps(First):
    def choose(self, view, legal, clock):
        time.sleep(60)


class Spins(First):
    def choose(self, view, legal, clock):
        while True:
            pass


class Cheats(First):
    def choose(self, view, legal, clock):
        return "win at once"


class Mumbles(First):
    def choose(self, view, legal, clock):
        return None


class Leaves(First):
    def choose(self, view, legal, clock):
        raise SystemExit(3)


def asked(guard, times=1):
    """Ask at the first decision of a game, so often."""
    game = lutetia.new("lumiere", seed=1)
    for _time in range(times):
        assert guard.choose(game.view(game.seat), game.legal()) in game.legal()
    return [(lost.kind, lost.detail) for lost in guard.lost]


@pytest.mark.parametrize(
    ("make", "kind", "detail"),
    [
        (Raises, "error", "ZeroDivisionError: by zero"),
        (Sleeps, "late", ""),
        (Spins, "late", ""),
        (Cheats, "illegal", "win at once"),
        (Mumbles, "illegal", "None"),
        (Leaves, "error", "SystemExit: 3"),
    ],
)
def test_a_bot_in_this_process(make, kind, detail):
    guard = SupervisedBot(make, limit=0.1)
    assert asked(guard) == [(kind, detail)]
    guard.close()


def test_a_correct_bot_has_no_faults():
    guard = SupervisedBot(First, limit=5)
    assert asked(guard, 3) == []
    guard.end(None)
    guard.end(None)


def test_a_bot_that_cannot_be_created_is_reported():
    def none():
        raise RuntimeError("no weights")

    assert asked(SupervisedBot(none)) == [("error", "RuntimeError: no weights")]


def test_the_fallback_depends_on_the_seed_alone():
    game = lutetia.new("lumiere", seed=1)
    steps = [SupervisedBot(Cheats, seed=seed).choose(game.view(game.seat), game.legal()) for seed in (5, 5, 6, 7, 8)]
    assert steps[0] == steps[1]
    assert len(set(steps)) > 1


def test_a_bot_that_keeps_hanging_is_no_longer_asked():
    guard = SupervisedBot(Sleeps, limit=0.05)
    began = time.monotonic()
    kinds = [kind for kind, _detail in asked(guard, MAX_FAILURES + 20)]
    assert kinds == ["late"] * MAX_FAILURES + ["unasked"] * 20
    assert time.monotonic() - began < 2


def test_the_thread_of_a_hanging_bot_ends():
    before = set(threading.enumerate())
    guard = SupervisedBot(Spins, limit=0.05)
    asked(guard)
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=60)
    assert set(threading.enumerate()) <= before


def guarded(name, limit=5.0):
    return SupervisedBot(partial(bot, name, 7), seed=7, limit=limit)


ANSWER = 'print(json.dumps({"id": m["id"], "step": m["legal"][0]}), flush=True)'


def loop(body, before=""):
    """A program that does this with every question `m`."""
    return f"""
import json, os, sys, time
{before}
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "choose":
        {body}
"""


def says(answer):
    return loop(f"print({answer!r}, flush=True)")


@pytest.mark.parametrize(
    ("text", "kind", "detail"),
    [
        pytest.param(loop("1 / 0"), "dead", "exit status 1: ZeroDivisionError: division by zero", id="raises"),
        pytest.param(loop("time.sleep(60)"), "late", "", id="hangs"),
        pytest.param(loop("os._exit(7)"), "dead", "exit status 7", id="exits"),
        pytest.param(loop("os.kill(os.getpid(), 11)"), "dead", "signal 11", id="crashes"),
        pytest.param("raise SystemExit('no licence')", "dead", "exit status 1: no licence", id="dies at once"),
        pytest.param("import time; time.sleep(60)", "late", "", id="never reads"),
        pytest.param(loop("print('let me think …', flush=True)"), "garbage", "let me think …", id="babbles"),
        pytest.param(loop("os.write(1, b'\\xff\\xfe\\n')"), "garbage", "��", id="bytes"),
        pytest.param(loop("print('[' * 60000, flush=True)"), "garbage", "[" * 60 + "…", id="nested"),
        pytest.param(says('{"id": 1}'), "garbage", '{"id": 1}', id="no step"),
        pytest.param(says('{"id": 99, "step": "pass"}'), "garbage", '{"id": 99, "step": "pass"}', id="wrong id"),
        pytest.param(
            says('{"id": true, "step": "a"}'), "garbage", '{"id": true, "step": "a"}', id="id of another kind"
        ),
        pytest.param(says('{"id": 1, "step": [1]}'), "garbage", '{"id": 1, "step": [1]}', id="step of another kind"),
        pytest.param(says('{"id": 1, "error": "lost"}'), "error", "lost", id="says so"),
        pytest.param(says('{"id": 1, "step": "fly"}'), "illegal", "fly", id="cheats"),
        pytest.param(
            loop("while True: sys.stdout.write('x' * 100000)"),
            "garbage",
            "a line that never ends: " + "x" * 60 + "…",
            id="floods",
        ),
        pytest.param(loop("os.close(1); time.sleep(60)"), "dead", "it closed its output", id="closes its output"),
    ],
)
def test_a_program(text, kind, detail, script, impatient):
    guard = guarded(script(text), limit=1.0)
    assert asked(guard) == [(kind, detail)]
    guard.close()
    assert not _running


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(loop(ANSWER, "sys.stderr.write('x' * 10_000_000)"), id="floods its error output"),
        pytest.param(loop("print(flush=True); " + ANSWER), id="prints empty lines"),
        pytest.param(loop(ANSWER + "; print('{\"id\": 0}')"), id="says more than it is asked"),
        pytest.param(loop(ANSWER, "os.close(2)"), id="has no error output"),
    ],
)
def test_an_unusual_but_correct_program_has_no_faults(text, script):
    guard = guarded(script(text))
    assert asked(guard, 3) == []
    guard.end(None)
    assert not _running


def test_output_before_the_first_answer_costs_one_step(script):
    guard = guarded(script(loop(ANSWER, "print('Bot 1.0', flush=True)")))
    assert asked(guard, 4) == [("garbage", "Bot 1.0")]
    guard.end(None)


def test_a_program_that_exits_is_restarted(script, tmp_path):
    guard = guarded(script(loop(f"{ANSWER}; os._exit(0) if m['id'] == 2 else None")))
    assert asked(guard, 5) == [("dead", "exit status 0")]
    guard.end(None)


def test_a_program_that_keeps_exiting_is_given_up(script, tmp_path):
    starts = tmp_path / "starts"
    guard = guarded(script(f"open({str(starts)!r}, 'a').write('x')"))
    assert [kind for kind, _detail in asked(guard, 10)] == ["dead"] * MAX_FAILURES + ["unasked"] * (10 - MAX_FAILURES)
    assert starts.read_text() == "x" * MAX_FAILURES


def test_ending_a_program_ends_its_children(script, tmp_path, impatient):
    child = tmp_path / "child"
    text = loop(
        "time.sleep(60)",
        f"import subprocess; open({str(child)!r}, 'w').write(str(subprocess.Popen(['sleep', '60']).pid))",
    )
    guard = guarded(script(text), limit=1.0)
    assert asked(guard) == [("late", "")]
    pid = int(child.read_text())
    assert ends(pid)


def test_a_program_gets_the_documented_messages(script, tmp_path):
    log = tmp_path / "log"
    text = loop(ANSWER).replace("m = json.loads(line)", f"m = json.loads(line); open({str(log)!r}, 'a').write(line)")
    game = play("lumiere", (script(text), "random"), deal=3, seeds=(11, 12), limit=2.5)
    assert game.faults == []
    hello, *questions, end = [json.loads(line) for line in log.read_text().splitlines()]
    options = game.record["options"]
    expected = {"type": "hello", "protocol": 1, "game": "lumiere", "seat": "orange", "options": options, "seed": 11}
    assert hello == expected
    assert end == {"type": "end", "result": game.record["result"]}
    assert [question["id"] for question in questions] == list(range(1, game.steps["orange"] + 1))
    for question in questions:
        assert set(question) == {"type", "id", "view", "legal", "ms"}
        assert question["ms"] == 2500
        assert question["view"]["viewer"] == question["view"]["seat"] == "orange"


def test_a_program_that_does_not_exit_is_killed(script):
    external = bot(
        script("import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)" + loop(ANSWER) + "\ntime.sleep(60)")
    )
    game = lutetia.new("lumiere", seed=1)
    assert isinstance(external, ExternalBot)
    external.choose(game.view(game.seat), game.legal(), None)
    began = time.monotonic()
    external.end(None)
    assert time.monotonic() - began < 5
    assert not _running


def test_a_shell_script_plays(tmp_path):
    """Any language: this one has no JSON, and takes the first step of the list by cutting it out of the line."""
    path = tmp_path / "first.sh"
    path.write_text(
        """#!/bin/sh
while read -r line; do
  case $line in
    '{"type":"choose"'*)
      id=${line#*'"id":'}; id=${id%%,*}
      step=${line##*'"legal":["'}; step=${step%%'"'*}
      printf '{"id": %s, "step": "%s"}\\n' "$id" "$step" ;;
  esac
done
"""
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    game = play("lumiere", ("random", f"cmd:{path}"), deal=3, seeds=(1, 2))
    assert game.faults == []
    assert game.steps["blue"] > 10


def test_whole_games_with_every_kind_of_fault(script, impatient, monkeypatch):
    from lutetia.arena import match

    guests = {"raises": Raises, "hangs": Sleeps, "cheats": Cheats}
    monkeypatch.setattr(match, "bot", lambda name, seed=0: guests[name]() if name in guests else bot(name, seed))
    dies = script(loop("os._exit(1)"))
    for name, kinds in (
        ("raises", {"error"}),
        ("hangs", {"late", "unasked"}),
        ("cheats", {"illegal"}),
        (dies, {"dead", "unasked"}),
    ):
        game = play("lumiere", ("random", name), deal=5, seeds=(1, 2), limit=0.1)
        assert {fault["kind"] for fault in game.faults} == kinds
        assert kinds <= set(KINDS)
        assert len(game.faults) == game.steps["blue"]
        assert {fault["seat"] for fault in game.faults} == {"blue"}
        assert lutetia.replay(game.record).over


def test_programs_end_with_this_process(script, tmp_path):
    """Ended from outside, a worker takes its programs along: they see the end of their input, or are ended."""
    import subprocess
    import sys

    pid_file = tmp_path / "pid"
    name = script(loop(ANSWER, f"open({str(pid_file)!r}, 'w').write(str(os.getpid()))"))
    code = (
        "import lutetia, os, signal\nfrom lutetia.bots import bot\n"
        f"b = bot({name!r}); g = lutetia.new('lumiere', seed=1)\n"
        "b.choose(g.view(g.seat), g.legal(), None)\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -signal.SIGKILL
    assert ends(int(pid_file.read_text()))
