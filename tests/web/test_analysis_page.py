"""The analysis of a game on its page: curves, what was given away, and both turns marked on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from late_games import late_game

SCREENS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}


@pytest.mark.parametrize("screen", ["desktop", pytest.param("phone", marks=pytest.mark.full)])
def test_a_mistake_is_shown_before_the_decision_with_both_turns_marked(person, screen):
    me = person(**SCREENS[screen])
    record, steps = late_game(2 + list(SCREENS).index(screen))  # an analysis is kept: a game for each test
    token = me.post("/api/records", record)["token"]
    page = me.open(f"/s/{token}?at={steps}")
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("button", name="Analyse", exact=True).click()
    panel = page.locator(".analysis")  # beside the board, or in a sheet over it
    expect(panel.locator("svg[role=img] .line")).to_have_count(2, timeout=300_000)  # one curve for each seat
    expect(panel.locator("progress")).to_have_count(0, timeout=600_000)
    expect(panel.get_by_role("alert")).to_have_count(0)  # it has not failed
    summary = panel.get_by_role("region", name="Summary")
    expect(summary.locator("tr", has_text="Accuracy")).to_contain_text("%")
    expect(summary).to_contain_text("Phase II, building")
    expect(panel).not_to_contain_text("Player 1")
    fault = panel.locator("li button").first
    expect(fault).to_contain_text(re.compile("Orange|Blue"))
    turn = fault.get_attribute("data-turn")
    fault.click()

    expect(page.get_by_role("dialog")).to_have_count(0)
    if screen == "desktop":  # the next one can be pressed at once
        expect(fault).to_be_in_viewport()
        expect(page.locator(".beside")).to_have_attribute("data-tab", "analysis")
    else:
        expect(panel).to_have_count(0)
    expect(page.locator("[data-mark-look=played]").first).to_be_attached()
    expect(page.locator("[data-mark-look=best]").first).to_be_attached()
    expect(page.locator("[data-marked]")).to_have_count(0)  # the best turn is not drawn as a hint as well
    expect(page.locator("[data-mark-look][data-mark-anchor^='seat:'] svg")).to_have_count(0)  # a plate has no sign
    board = page.locator(".board, .ui svg").first
    expect(board).to_be_in_viewport()
    at = page.locator("[data-at]").get_attribute("data-at")
    assert at is not None
    assert int(at) < steps
    verdict = page.locator("div.verdict")
    expect(verdict).to_contain_text("Best:")
    expect(verdict).to_contain_text("−")
    expect(page.locator(".ui")).to_contain_text(f"turn {turn}:")
    page.locator("body").press("m")
    expect(page.locator("[data-at]")).not_to_have_attribute("data-at", at)
    expect(page.locator("[data-mark-look=best]").first).to_be_attached()
    page.locator("body").press("Shift+m")
    expect(page.locator("[data-at]")).to_have_attribute("data-at", at)
    more = page.get_by_role("button", name="Show the whole text")
    expect(more).to_have_count(0)
    verdict.evaluate("all => { all.style.width = '250px' }")  # as if the words were longer
    more.click()
    words = verdict.locator(".lines")
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight")
    verdict.get_by_role("button", name="Close").click()
    expect(more).to_be_visible()
    verdict.evaluate("all => { all.style.width = '' }")
    expect(more).to_have_count(0)
    page.locator("body").press("End")
    expect(verdict).to_contain_text("The end of the game.")
    expect(verdict).to_contain_text("100 %")
    expect(verdict).to_contain_text("proven")


def test_a_better_turn_is_looked_for_and_judged(person):
    me = person(**SCREENS["desktop"])
    record, _steps = late_game()
    token = me.post("/api/records", record)["token"]
    job = me.post(f"/api/shared/{token}/analysis")["job"]
    page = me.open(f"/s/{token}?at=0")
    expect(page.locator("div.verdict")).to_be_visible(timeout=300_000)  # it is there without being asked for
    page.locator("body").press("a")
    learn = page.get_by_role("button", name="Learn from mistakes")
    expect(learn).to_be_enabled(timeout=600_000)
    turns = page.request.get(f"/api/jobs/{job}").json()["result"]["turns"]
    fault = next(turn for turn in turns if turn["judgement"] in ("blunder", "mistake", "inaccuracy"))
    before = fault["at"] + fault["from"]
    learn.click()
    row = page.get_by_role("region", name="Learn from mistakes")
    expect(row).to_contain_text("Find a better turn")
    expect(page.locator(f"[data-at='{before}+0']")).to_be_attached()
    expect(page.locator("[data-mark-look=best]")).to_have_count(0)  # it is not told
    for number, step in enumerate(fault["best"][fault["from"] :], 1):
        page.keyboard.press("l")
        page.locator(f'dialog button.step[data-step="{step}"]').click()
        expect(page.locator(f"[data-at='{before}+{number}']")).to_be_attached()
    expect(row).to_contain_text(re.compile("the best turn|a good turn"))
    row.get_by_role("button", name="Next").click()
    expect(row).to_have_attribute("data-exercise", "1")
    row.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[data-mark-look=best]").first).to_be_attached()
    row.get_by_role("button", name="Close").click()
    expect(row).to_have_count(0)
