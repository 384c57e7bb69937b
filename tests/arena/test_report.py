"""The report: its figures as JSON, and its HTML page in a real browser."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from html.parser import HTMLParser

import pytest

import lutetia
from lutetia.arena import plots
from lutetia.arena.aggregate import Aggregate
from lutetia.arena.html_report import html_report
from lutetia.arena.match import Plan
from lutetia.arena.report import label, ladder, summary, write_records
from lutetia.arena.runner import run
from lutetia.arena.statistics import statistics_for
from lutetia.games import BUILT_IN, manifest

EACH_BOT = ["games", "wins", "draws", "losses", "rate", "low", "high", "rating", "mean_score", "steps_per_s", "faults"]
EVIL = "cmd:<script>alert('&')</script>"


@pytest.fixture(scope="module")
def tally(tmp_path_factory):
    """Three bots, one of which errs now and then."""
    folder = tmp_path_factory.mktemp("bots")
    names = ["random"]
    for name, choice in (("last", "m['legal'][-1]"), ("odd", "m['legal'][0] if m['id'] % 5 else 'fly'")):
        path = folder / f"{name}.py"
        path.write_text(
            "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'choose':\n"
            f"        print(json.dumps({{'id': m['id'], 'step': {choice}}}), flush=True)\n"
        )
        names.append(f"cmd:{shutil.which('python3')} {path}")
    return run(Plan("lumiere", tuple(names), seed=1, options={"postcards": "random"}).checked(), 6, jobs=2)


def test_the_json_has_the_documented_keys(tally):
    figures = json.loads(json.dumps(summary(tally)))
    assert (figures["game"], figures["pairs"], figures["games"]) == ("lumiere", 6, 36)
    assert list(figures["bots"]) == list(tally.plan.bots)
    for bot in figures["bots"].values():
        assert list(bot) == EACH_BOT
        assert bot["games"] == bot["wins"] + bot["draws"] + bot["losses"] == 24
        assert 0 <= bot["low"] <= bot["rate"] <= bot["high"] <= 1
        assert bot["rate"] == pytest.approx((bot["wins"] + bot["draws"] / 2) / bot["games"], abs=1e-4)
        assert bot["steps_per_s"] > 0
    faults = [bot["faults"] for bot in figures["bots"].values()]
    assert faults[:2] == [0, 0]
    assert faults[2] == len(tally.faults) > 20
    assert figures["faults"][0]["kind"] == "illegal"
    assert figures["faults"][0]["detail"] == "fly"
    assert sum(prize["offered"] for prize in figures["prizes"]["postcards"].values()) == 8 * 36
    assert sum(prize["offered"] for prize in figures["prizes"]["buildings"].values()) == 12 * 36


def test_points_and_prizes_agree_with_the_records():
    from lutetia.arena.match import play_pair

    plan = Plan("lumiere", ("random",), seed=8, options={"postcards": "random"}).checked()
    tally, points, taken, won = Aggregate(plan), Counter(), Counter(), Counter()
    for pair in range(5):
        games = play_pair(plan, 0, pair)
        tally.add(games)
        for game in games:
            result = game["record"]["result"]
            points.update(scores["lit"] for scores in result["scores"].values())
            for turn in game["record"]["turns"]:
                for step in turn["steps"]:
                    if step.startswith("card "):
                        taken[step[5:]] += 1
                        won[step[5:]] += turn["seat"] == result["winner"]
    assert tally.bots["random"].points["lit"] == points
    cards = tally.items["postcards"].items()
    assert {name: prize.takers.games for name, prize in cards if prize.takers.games} == dict(taken)
    assert {name: prize.takers.won for name, prize in cards if prize.takers.won} == {
        name: times for name, times in won.items() if times
    }


def test_the_facts_of_paris():
    """From a record's words alone; the game itself is proved elsewhere."""
    paris = statistics_for("paris")
    record = {
        "setup": {"track": [1, 2, 3]},
        "turns": [
            {"seat": "p1", "steps": ["move arc Chaillot:L12", "track 18", "use 17 take 22", "done"]},
            {
                "seat": "p2",
                "steps": [
                    "move arc Chaillot:3",
                    "track none",
                    "end vp2",
                    "use 25 take 14",
                    "use 7",
                    "use end:vp2",
                    "use 23",
                    "pair bronze",
                ],
            },
        ],
    }
    assert list(paris.items["bonus"].taken(record)) == [("18", "p1"), ("22", "p1"), ("14", "p2")]
    assert list(paris.items["bonus"].offered(record)) == ["1", "2", "3"]
    assert list(paris.items["landmarks"].taken(record)) == [("L12", "p1")]
    assert paris.items["landmarks"].label("L12") == "Panthéon (12)"
    assert list(paris.items["ends"].taken(record)) == [("vp2", "p2")]


@pytest.mark.parametrize("game", lutetia.games())
def test_points_by_source_add_up_and_every_item_has_a_name(game):
    from lutetia.arena.match import play_pair

    plan = Plan(game, ("random",), seed=5).checked()
    played = play_pair(plan, 0, 0)[0]
    known = statistics_for(game)
    for scores in known.points(played["record"]).values():
        assert sum(scores[source] for source in known.sources if source != "total") == scores["total"]
    for items in known.items.values():
        offered = set(items.offered(played["record"]))
        assert offered
        assert all(items.label(name) for name in offered)
        assert {name for name, _seat in items.taken(played["record"])} <= offered


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_built_in_game_brings_its_own_statistics(game):
    assert manifest(game).has("statistics")


def test_records_are_written(tally, tmp_path):
    from lutetia.arena.match import play_pair
    from lutetia.core import record as records

    write_records(play_pair(Plan("lumiere", ("random",)), 0, 0), tmp_path, 0, "lumiere")
    (path,) = tmp_path.iterdir()
    assert path.name == "lumiere-000001-1.json"
    assert lutetia.replay(records.load(path)).over


def test_labels_are_unambiguous(tally):
    assert [label(tally, name) for name in tally.bots] == ["random", "cmd:last.py", "cmd:odd.py"]
    assert set(ladder(tally)) == set(tally.bots)


class Reader(HTMLParser):
    """Every tag is closed, and nothing is fetched from anywhere."""

    VOID = ("meta", "br", "line", "rect", "circle", "path")

    def __init__(self):
        super().__init__()
        self.open = []
        self.text = []

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "link", "img", "iframe")
        assert not {"src", "href", "onload", "onclick"} & {name for name, _value in attributes}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(html):
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return " ".join(" ".join(reader.text).split())


def test_the_page_is_self_contained(tally):
    html = html_report(tally)
    text = read(html)
    assert "://" not in html
    assert "url(" not in html
    for words in (
        "The ladder",
        "Who beats whom",
        "Points",
        "The first player",
        "Length of a game",
        "Postcards",
        "Faults",
    ):
        assert words in text
    for words in ("lit buildings", "largest group", "unbuilt", "Sacré-Cœur", "cmd:odd.py lost", "plays second"):
        assert words in text
    assert "nan" not in html
    assert len(html) < 1_000_000


def test_the_page_can_show_no_games_and_one_bot():
    assert "La Cité" in read(html_report(Aggregate(Plan("lumiere", ("random",)))))
    text = read(html_report(run(Plan("lumiere", ("random",), seed=1), 1)))
    assert "Who beats whom" not in text


def test_names_and_messages_are_escaped(tally):
    odd = Aggregate(Plan("lumiere", ("random", EVIL)))
    odd.faults.append({"bot": EVIL, "pair": 1, "game": 1, "seat": "blue", "step": 3, "kind": "garbage", "detail": EVIL})
    odd.bots[EVIL].faults = 1
    assert "alert" in read(html_report(odd))


def test_scales_and_bars():
    assert plots.Scale(0, 50).ticks() == [0, 10, 20, 30, 40, 50]
    assert plots.Scale(-30, 1).ticks() == [-30, -20, -10, 0]
    assert plots.Scale(0, 1).ticks(4) == [0, 0.5, 1]
    assert plots.around(Counter()) == plots.Scale(0, 1)
    assert plots.around(Counter({3: 1})) == plots.Scale(3, 8)
    counted = Counter(dict.fromkeys(range(-20, 100), 1))
    scale = plots.around(counted)
    width, bins = plots.binned(counted, scale)
    assert width == 5
    assert sum(bins.values()) == 120
    assert min(bins) == scale.low
    assert max(bins) + width == scale.high


@pytest.mark.parametrize(("width", "height"), [(1280, 3600), (360, 5200)])
def test_the_page_in_a_real_browser(chromium, tally, tmp_path, width, height):
    """It draws, and only tables in their own frames are wider than the window. LUTETIA_PICTURES keeps the picture."""
    path, picture = tmp_path / "report.html", tmp_path / f"report-{width}.png"
    path.write_text(html_report(tally))
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(path.as_uri())
    page.screenshot(path=picture)
    assert picture.stat().st_size > 100_000
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("svg").count() > 60
    page.close()
    if "LUTETIA_PICTURES" in os.environ:
        shutil.copy(picture, os.environ["LUTETIA_PICTURES"])
