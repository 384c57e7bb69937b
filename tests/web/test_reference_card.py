"""The reference cards as they are printed: two sides of A5 on two pages, nothing cut off, every picture there.

`./test` prints them in English and in the pseudo-language, which is longer than any other; `--full` in every language.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from visitors import FULL, PATIENCE

from lutetia.core import catalogue
from lutetia.games import manifests
from lutetia.text.interface import text_for

A5 = (148, 210)
LANGUAGES = [*catalogue.languages(), catalogue.PSEUDO] if FULL else ["en", catalogue.PSEUDO]
GAMES = [game.name for game in manifests() if text_for(game.name).card]
READABLE = 6  # points of type
SIDES = """() => [...document.querySelectorAll('.side')].map((side) => ({
  over: Math.max(side.scrollHeight - side.clientHeight, side.scrollWidth - side.clientWidth),
  type: parseFloat(side.style.getPropertyValue('--type')),
}))"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_fits_on_both_sides_of_a5(person, game, language):
    page = person(viewport={"width": 1280, "height": 800}).page
    page.goto(f"/rules/{game}/card?language={language}")
    expect(page.locator(".sheet[data-ready=true]")).to_be_visible(timeout=PATIENCE)
    sides = page.evaluate(SIDES)
    assert len(sides) == 2
    for side in sides:
        assert side["over"] <= 1
        assert side["type"] >= READABLE
    pictures = page.locator(".pic, .wide")
    assert pictures.count() > 10
    assert pictures.locator("xpath=self::*[not(.//*[local-name()='svg'])]").count() == 0
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
    assert len(boxes) == 2
    for box in boxes:
        assert [round(float(points) / 72 * 25.4) for points in box] == list(A5)


def test_a_phone_prints_the_card_in_the_same_type(person):
    """A side is measured at the width of the paper, which is wider than the window."""
    types = []
    for window in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page = person(viewport=window).page
        page.goto(f"/rules/{GAMES[0]}/card")
        expect(page.locator(".sheet[data-ready=true]")).to_be_visible(timeout=PATIENCE)
        types.append([side["type"] for side in page.evaluate(SIDES)])
    assert types[0] == types[1]
