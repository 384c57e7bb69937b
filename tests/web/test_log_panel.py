"""The log beside and over the board: every step by turns, with names, costs and gains; a press shows its position."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from visitors import PHONE

STEPS = "[role=button]"


def lines(person, id_):
    """The lines that are shown: that a turn ends is told only if it changes something."""
    log = person.page.request.get(f"/api/games/{id_}?text=1").json()["text"]["log"]["lines"]
    return [line for line in log if line["changes"] or not line["ends"]]


@pytest.mark.parametrize(("game", "seats"), [pytest.param("lumiere", 2, marks=pytest.mark.full), ("paris", 4)])
def test_every_step_is_told_by_turns_and_leads_to_its_position(person, game, seats):
    me = person()
    id_ = me.post("/api/games", {"game": game, "seats": ["human", *["random"] * (seats - 1)]})["id"]
    me.play_until(id_, 24)
    page = me.open(f"/t/{id_}")
    told = lines(me, id_)
    log = page.get_by_role("region", name="Log").locator("ol").first
    expect(log.locator(STEPS)).to_have_count(len(told))
    turns = [[line for line in told if line["turn"] == turn] for turn in {line["turn"]: 0 for line in told}]
    shown = log.locator("> li").all_inner_texts()
    for turn, text in zip(turns, shown, strict=True):
        said = " ".join(text.split())
        assert turn[0]["who"] in said
        for line in turn:
            assert line["text"] in said
            assert all(change["label"] in said for change in line["changes"])
    expect(log.locator(STEPS).last).to_be_in_viewport()
    if game == "paris":  # one column beside the board: the log stands below the own side, where there is room
        own = page.viewport_size
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(page.get_by_role("complementary", name="Your side")).to_be_in_viewport()
        expect(log.locator(STEPS).last).to_be_in_viewport()
        page.set_viewport_size(own)
    first = log.locator(STEPS).first
    first.click()
    expect(first).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(first).not_to_have_attribute("aria-current", "step")
    expect(log.locator("[aria-current=step]")).to_be_focused()


def test_the_whole_log_opens_at_the_position_that_is_shown(person):
    me = person(**PHONE)
    id_ = me.post("/api/games", {"game": "paris", "seats": ["human", "random"]})["id"]
    me.play_until(id_, 40)
    me.post(f"/api/games/{id_}/resign")
    page = me.open(f"/r/{id_}?at=20")
    page.locator("[data-at='20']").wait_for()
    page.get_by_role("button", name="Log", exact=True).tap()
    sheet = page.get_by_role("dialog", name="Log")
    expect(sheet.locator("[aria-current=step]")).to_be_in_viewport()
    expect(sheet.locator(STEPS).last).not_to_be_in_viewport()


@pytest.mark.parametrize("game", [pytest.param("lumiere", marks=pytest.mark.full), "paris"])
def test_on_a_phone_it_opens_over_the_board(person, game):
    me = person(**PHONE)
    id_ = me.post("/api/games", {"game": game, "seats": ["human", "random"]})["id"]
    me.play_until(id_, 14)
    page = me.open(f"/t/{id_}")
    page.get_by_role("button", name="Since your last turn").click()
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap.get_by_text("random").first).to_be_visible()
    recap.get_by_role("button", name="Whole log").click()
    sheet = page.get_by_role("dialog", name="Log")
    told = lines(me, id_)
    expect(sheet.locator(STEPS)).to_have_count(len(told))
    box = sheet.locator(STEPS).first.bounding_box()
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sheet.locator(STEPS).last.click()
    expect(sheet).to_have_count(0)
