"""The replay file: one self-contained document that shows every position and never runs text of a record as code."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import lutetia
from lutetia.core.i18n import language
from lutetia.drawing.position import drawing_for, revealed
from lutetia.drawing.replay import replay_page

from configurations import CONFIGURATIONS, new, walk

EVIL = "</script><img src=x onerror=alert(1)>{{DATA}}"


def record_of(name: str, seed: int = 6) -> dict[str, Any]:
    game = new(name, seed)
    for _step in walk(game, random.Random(seed)):
        pass
    return game.record()


class Found(HTMLParser):
    """The tags and attributes of a document, and its data."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: Any = None
        self._reads = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._reads = dict(attrs).get("id") == "data"

    def handle_data(self, data: str) -> None:
        if self._reads:
            self.data = json.loads(data)
            self._reads = False


def parsed(page: str) -> Found:
    found = Found()
    found.feed(page)
    found.close()
    return found


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_position_is_there(name):
    record = record_of(name)
    page = replay_page(record)
    data = parsed(page).data
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    assert len(data["frames"]) == len(data["scores"]) == len(data["steps"]) + 1 == steps + 1
    assert all(words for _seat, words, _step in data["steps"])
    assert [step for _seat, _words, step in data["steps"]] == [s for turn in record["turns"] for s in turn["steps"]]
    game = lutetia.replay(record)
    totals = {seat: points["total"] for seat, points in game.ruleset.scores(game.kernel).items()}
    assert [points[-1] for points in data["scores"][-1]] == list(totals.values())
    assert len(page.encode()) < 1_500_000


@pytest.mark.parametrize("name", ["lumiere random", "paris for three, closed"])
def test_the_changes_add_up_to_the_position(name):
    """Walking the kept changes gives what drawing a position from nothing gives."""
    record = record_of(name)
    data = parsed(replay_page(record)).data
    names = {seat: called for seat, (called, _colour) in zip(record["seats"], data["seats"], strict=True)}
    game = lutetia.replay(record, steps=0)
    drawing = drawing_for(game)
    layers: dict[str, str] = {}
    for n, frame in enumerate(data["frames"]):
        layers |= frame
        step = data["steps"][n - 1][2] if n else None
        if step:
            game.play(step)
        whole = drawing.frame(revealed(game), names, step)
        assert {layer: layers.get(layer, "") for layer in whole} == whole
        assert set(whole) == set(drawing.layers)


@pytest.mark.parametrize("name", ["lumiere starter", "paris for two"])
def test_it_asks_nobody_for_anything(name):
    page = replay_page(record_of(name))
    assert not re.search(r"https?://|url\((?!#)|@import", page)
    for tag, attributes in parsed(page).tags:
        assert tag not in ("img", "link", "iframe", "object", "embed", "base")
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
    assert "default-src 'none'" in page


@pytest.mark.parametrize("name", ["lumiere starter", "paris for four"])
def test_names_are_text(name):
    record = record_of(name)
    page = replay_page(record, dict.fromkeys(record["seats"], EVIL))
    assert page.count("</script>") == 2
    found = parsed(page)
    assert not [tag for tag, attributes in found.tags if tag == "img" or "onerror" in attributes]
    assert found.data["seats"][0][0] == EVIL
    for frame in found.data["frames"]:
        assert not any("<img" in layer for layer in frame.values())


def test_names_of_an_edition_are_escaped():
    """A record may contain its own edition; its names are drawn as text, never run."""
    record = json.loads(json.dumps(record_of("paris for two")).replace("Montmartre", "<b>x&amp;"))
    bundled = lutetia.ruleset("paris").edition.data
    record["edition"] = json.loads(json.dumps(bundled).replace("Montmartre", "<b>x&amp;")) | {"name": "mine"}
    try:
        page = replay_page(record)
    except lutetia.RecordError:
        return  # such names are refused before anything is drawn: that is well too
    assert "<b" not in page.lower()


def test_it_speaks_the_reader_s_language():
    before = language.set("pl")
    try:
        page = replay_page(record_of("lumiere starter"))
    finally:
        language.reset(before)
    assert '<html lang="pl"' in page


@pytest.mark.parametrize("name", ["lumiere random", "paris for four"])
def test_a_browser_shows_the_file_from_the_disk(chromium, tmp_path, name):
    record = record_of(name)
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    file = tmp_path / "game.html"
    file.write_text(replay_page(record, {record["seats"][0]: EVIL}), encoding="utf-8")
    shown = _dom(chromium, file, f"#{steps // 2}")
    assert f"Step {steps // 2} of {steps}" in shown
    found = parsed(shown)
    assert not [tag for tag, _attributes in found.tags if tag == "img"]
    assert sum(attributes.get("aria-current") == "step" for _tag, attributes in found.tags) == 1
    assert f"Step {steps} of {steps}" in _dom(chromium, file, "")


def _dom(chromium: Any, file: Path, at: str) -> str:
    """What a browser makes of the file, once its script has run."""
    page = chromium.new_page()
    page.goto(file.as_uri() + at)
    shown = str(page.content())
    page.close()
    return shown
