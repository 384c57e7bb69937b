"""A static site without a network, besides playing: analyses, what-if, lessons, puzzles, companion, rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import test_tutorial
from playwright.sync_api import expect
from test_on_device import KEPT, SOON, Player, opened, static_site  # noqa: F401  # a fixture
from test_puzzles import easy, enter

from engine.conftest import engine, stoppable  # noqa: F401  # fixtures
from lutetia.server.tasks import tutorials

pytestmark = pytest.mark.full
LONG = 900_000
"""Milliseconds: the analysis of a whole game on a busy machine."""
INSTANT = "() => localStorage.setItem('prefs', JSON.stringify({ speed: 'instant' }))"


@pytest.fixture
def page(chromium, static_site):  # noqa: F811
    with opened("chromium", chromium, static_site) as page:
        page.set_default_timeout(SOON * 1_000)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(static_site)
        page.evaluate(INSTANT)
        page.wait_for_selector("[data-play=lumiere]")
        page.wait_for_function(f"() => {KEPT}")
        yield page
        assert faults == []


def offline(page: Any, path: str) -> None:
    """Start at a page of the site without a network."""
    page.context.set_offline(True)
    page.goto(page.url.partition("#")[0] + "#" + path)
    page.reload()


def panel(page: Any) -> Any:
    """Open the panel of the analysis. One that has been asked for is there, or goes on."""
    page.get_by_role("button", name="Analysis").click()
    return page.locator(".analysis")


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_finished_game_is_analysed_and_the_analysis_is_kept(page, game):
    page.click(f"[data-play={game}]")
    player = Player(page)
    player.until("() => location.hash.startsWith('#/t/local-') && !!document.querySelector('[data-seq]')")
    assert player.play(1_000) == "over"
    offline(page, page.url.partition("#")[2].replace("/t/", "/r/"))
    sheet = panel(page)
    sheet.get_by_role("button", name="Analyse", exact=True).click()
    curves, progress = sheet.locator("svg[role=img] .line"), sheet.locator("progress")
    expect(curves).to_have_count(2, timeout=SOON * 1_000)  # the first impression
    page.wait_for_function("() => document.querySelector('.analysis progress')?.value > 3", timeout=LONG)
    page.reload()  # it goes on where it was
    sheet = panel(page)
    expect(curves).to_have_count(2, timeout=SOON * 1_000)
    page.wait_for_function("() => document.querySelector('.analysis progress')?.value > 3", timeout=SOON * 1_000)
    expect(progress).to_have_count(0, timeout=LONG)
    expect(sheet.get_by_role("alert")).to_have_count(0)
    whole = sheet.get_by_role("region", name="Summary").inner_text()
    page.reload()
    sheet = panel(page)
    expect(progress).to_have_count(0, timeout=SOON * 1_000)
    assert sheet.get_by_role("region", name="Summary").inner_text() == whole


def test_what_if_is_played_with_hints_and_the_engine(page):
    page.click("[data-play=lumiere]")
    player = Player(page)
    player.until("() => location.hash.startsWith('#/t/local-') && !!document.querySelector('[data-seq]')")
    assert player.play(200) == "over"
    offline(page, page.url.partition("#")[2].replace("/t/", "/r/") + "?at=6")
    expect(page.locator("[data-at='6']")).to_be_attached(timeout=SOON * 1_000)
    page.get_by_role("button", name="What if …").click()
    page.keyboard.press("h")
    page.get_by_text("Thank you").wait_for()
    page.keyboard.press("l")
    page.locator("dialog button.step").first.click()
    expect(page.locator("[data-at='6']")).to_have_count(0)
    page.keyboard.press("e")
    expect(page.locator("[data-engine] li, .engine li").first).to_be_visible(timeout=SOON * 1_000)


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_lesson_is_played_through(page, game, monkeypatch):
    monkeypatch.setattr(test_tutorial, "lesson", lambda _me, name: tutorials.lesson(name)["moments"])
    offline(page, f"/tutorial/{game}")
    page.wait_for_selector("[data-moment]")
    test_tutorial.through(SimpleNamespace(page=page), game)
    page.locator("[data-act=first-game]").click()
    page.wait_for_function("() => location.hash.startsWith('#/t/local-') && !!document.querySelector('[data-seq]')")
    assert Player(page).play(2) == "running"


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_puzzle_is_solved_and_counted(page, game):
    puzzle = easy(game)
    offline(page, f"/puzzles/{puzzle.id}")
    panel = page.locator("section[data-phase]")
    expect(panel).to_have_attribute("data-phase", "think", timeout=SOON * 1_000)
    enter(page, puzzle.line[0])
    panel.locator("[data-act=check]").click()
    expect(panel).to_have_attribute("data-phase", "solved", timeout=SOON * 1_000)
    offline(page, "/puzzles")
    expect(page.locator(f"[data-game={game}] footer")).to_contain_text("1 of ", timeout=SOON * 1_000)


def test_companion_rules_and_openings_answer(page):
    offline(page, "/companion/lumiere")
    page.locator("[data-ready=true]").wait_for()
    page.get_by_label("What to place").get_by_role("button", name="orange", exact=True).click()
    page.locator("button[data-space=a1]").click()
    expect(page.locator(".verdict")).to_contain_text("draw", ignore_case=True)
    offline(page, "/rules/paris")
    page.wait_for_selector("#P12", state="attached")
    offline(page, "/openings/lumiere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main tbody tr, main li").first).to_be_visible(timeout=SOON * 1_000)
    expect(page.get_by_role("heading", name="Your own games")).to_have_count(0)  # nobody looks at them here
