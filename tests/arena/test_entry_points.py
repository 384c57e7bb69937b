"""Bots that other packages bring: found by the entry-point group `lutetia.bots`, played in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from lutetia.arena.match import Plan, play
from lutetia.arena.results import heading
from lutetia.bots import bot, installed_bots
from lutetia.bots.external import ExternalBot

BOTS = """
class Last:
    def choose(self, view, legal, clock):
        print("thinking aloud")
        assert clock["ms"] == 10000
        return legal[-1]

class Seeded:
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, legal, clock):
        return legal[self.seed % len(legal)]

class Leaves:
    def choose(self, view, legal, clock):
        import os
        os._exit(9)

class Raises:
    def choose(self, view, legal, clock):
        raise KeyError("lamp")

class Nobody:
    def __init__(self):
        raise OSError("no weights")

def broken(view):
    pass
"""


@pytest.fixture(autouse=True)
def package(home, monkeypatch):
    """An installed package, as pip leaves it."""
    site = home / "site"
    info = site / "guests-1.2.dist-info"
    info.mkdir(parents=True)
    (site / "guests.py").write_text(BOTS)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(
        "[lutetia.bots]\nlast = guests:Last\nseeded = guests:Seeded\nleaves = guests:Leaves\nraises = guests:Raises\n"
        "nobody = guests:Nobody\nmissing = guests:Missing\nrandom = guests:Leaves\n"
    )
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ["PYTHONPATH"]]))
    return site


def test_they_are_found_by_name():
    assert {"last", "seeded"} <= installed_bots().names
    assert isinstance(bot("last"), ExternalBot)
    assert not isinstance(bot("random"), ExternalBot)  # a name of our own stays ours
    with pytest.raises(ValueError, match=r"level6, last, leaves, .*, cmd:PROGRAM"):
        bot("unheard-of")


def test_they_play():
    game = play("lumiere", ("last", "seeded"), deal=1, seeds=(1, 12))
    assert game.faults == []
    assert play("lumiere", ("last", "seeded"), deal=1, seeds=(1, 12)).record == game.record
    assert play("lumiere", ("last", "seeded"), deal=1, seeds=(1, 13)).record != game.record


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("leaves", "dead", "exit status 9"),
        ("raises", "error", "KeyError: 'lamp'"),
        ("nobody", "error", "OSError: no weights"),
        ("missing", "dead", "exit status 1: AttributeError: module 'guests' has no attribute 'Missing'"),
    ],
)
def test_a_faulty_plug_in_bot_does_not_stop_the_game(name, kind, detail):
    game = play("lumiere", ("random", name), deal=1, seeds=(1, 2))
    assert (game.faults[0]["kind"], game.faults[0]["detail"]) == (kind, detail)
    assert len(game.faults) == game.steps["blue"]


def test_results_name_the_version_of_the_bot():
    assert heading(Plan("lumiere", ("random", "last")))["guests"] == {"last": "guests 1.2"}


def host(*arguments, sent=b""):
    return subprocess.run(
        [sys.executable, "-m", "lutetia.bots.host", *arguments],
        input=sent,
        capture_output=True,
        timeout=30,
        check=False,
    )


def test_the_bot_process_reports_errors():
    assert b"there is no bot unheard-of" in host("unheard-of").stderr
    assert b"usage" in host().stderr
    done = host("random", sent=b'{"type": "hello", "protocol": 2}\n')
    assert done.returncode == 1
    assert b"unknown protocol 2" in done.stderr
    assert b"not a message" in host("random", sent=b"[]\n").stderr
    assert b"not a message" in host("random", sent=b"\xff\n").stderr


def test_the_bot_process_ignores_unknown_messages():
    done = host("random", sent=b'{"type": "weather"}\n{"type": "choose", "id": 4}\n')
    assert done.stdout == b'{"id": 4, "error": "KeyError: \'view\'"}\n'
    assert done.returncode == 0
