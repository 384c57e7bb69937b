"""`lutetia arena`: its output, its files, and its error messages."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pexpect
import pytest

import lutetia
from lutetia.core import record as records


def arena(*arguments):
    command = [sys.executable, "-m", "lutetia", "arena", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL)


def test_json_output_contains_nothing_else(script):
    done = arena("lumiere", "random", script(), "--pairs", 2, "--json", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    figures = json.loads(done.stdout)
    assert (figures["game"], figures["pairs"], len(figures["bots"])) == ("lumiere", 2, 2)


def test_without_json_the_command_prints_a_table(script):
    name = script("raise SystemExit(5)")
    done = arena("lumiere", "random", name, "--pairs", 1)
    assert done.returncode == 0
    assert "95 % interval" in done.stdout
    assert "cmd:bot.py lost" in " ".join(done.stdout.split())
    assert "exited, or could not be started" in " ".join(done.stdout.split())


def test_report_records_and_results(home):
    files = ("--html", home / "report.html", "--records", home / "games", "--results", home / "kept.jsonl")
    done = arena(
        "lumiere", "random", "--pairs", 3, *files, "--option", "postcards=random", "--option", "two_tiles=true"
    )
    assert done.returncode == 0, done.stderr
    assert "postcards=random" in (home / "report.html").read_text()
    assert sorted(path.name for path in (home / "games").iterdir()) == [f"lumiere-00000{n}-1.json" for n in (1, 2, 3)]
    record = records.load(home / "games" / "lumiere-000001-1.json")
    assert record["options"] == {"postcards": "random", "two_tiles": True, "first": "random"}
    assert lutetia.replay(record).over
    again = arena(
        "lumiere", "random", "--pairs", 3, *files, "--option", "postcards=random", "--option", "two_tiles=true"
    )
    assert "3 pairs are already played" in again.stderr
    assert again.stdout == done.stdout
    other = arena("lumiere", "random", "--pairs", 3, *files)
    assert other.returncode == 2
    assert "another options" in other.stderr
    assert arena("lumiere", "random", "--pairs", 3, *files, "--fresh").returncode == 0


def test_the_command_in_the_report_gives_the_same_games(home):
    import shlex
    from html import unescape

    first = arena("lumiere", "random", "--pairs", 2, "--seed", 6, "--html", home / "a.html", "--json")
    command = unescape((home / "a.html").read_text().rpartition("<code>")[2].partition("</code>")[0])
    words = shlex.split(command)
    assert words[:2] == ["lutetia", "arena"]
    again = arena(*words[2:], "--json")
    for done in (first, again):
        assert done.returncode == 0, done.stderr
    strip = [json.loads(done.stdout) for done in (first, again)]
    for figures in strip:
        del figures["bots"]["random"]["steps_per_s"]
    assert strip[0] == strip[1]


def test_an_early_stop():
    figures = json.loads(arena("lumiere", "random", "--pairs", 300, "--until-above", 0.9, "--json").stdout)
    assert (figures["verdict"], figures["pairs"]) == ("below", 20)
    shown = arena("lumiere", "random", "--pairs", 300, "--until-above", 0.9).stdout
    assert "random wins significantly less than 90.0% (after 20 pairs)" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("chess", "random"), "there is no game chess; there are: lumiere"),
        (("lumiere", "nobody"), "there is no bot nobody; there are: random"),
        (("lumiere", "cmd:/no/such/thing"), "/no/such/thing cannot be run"),
        (("lumiere", "random", "--players", "5"), "2 players, not 5"),
        (("lumiere", "random", "--limit", "-1"), "above 0"),
        (("lumiere", "random", "--option", "postcards"), "NAME=VALUE"),
        (("lumiere", "random", "--option", "postcards=none"), "postcards"),
        (("lumiere", "random", "--html", "/no/such/folder/report.html"), "no such folder"),
        pytest.param(("lumiere", "random", "--ray", "127.0.0.1:1"), "no Ray cluster", marks=pytest.mark.full),
    ],
)
def test_errors_are_one_line(run, arguments, expected):
    done = run("arena", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert expected in done.err
    assert done.err.startswith("lutetia: ")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("lumiere",), ("lumiere", "random", "--pairs", "0"), ("lumiere", "random", "--no")]
)
def test_wrong_usage(run, arguments):
    done = run("arena", *arguments)
    assert done.code == 2
    assert done.err
    assert "Traceback" not in done.err


def test_a_bar_on_a_terminal():
    """The bar goes to the terminal, the figures to the output."""
    command = f"{sys.executable} -m lutetia arena lumiere random --pairs 30 --jobs 1 --json > figures.json"
    folder = os.environ["HOME"]
    child = pexpect.spawn("/bin/sh", ["-c", command], cwd=folder, encoding="utf-8", dimensions=(30, 120), timeout=60)
    child.expect(r"random \d+\.\d% after \d+ games")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    with open(f"{folder}/figures.json") as file:
        assert json.load(file)["pairs"] == 30
