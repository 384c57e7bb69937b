"""Links to rules open the rule over the table: by mouse, keyboard and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from visitors import PHONE


def sheet(page, rule: str) -> None:
    """The book lies over the page, at the rule; Escape leads back to where one was."""
    here = page.url
    expect(page.locator("dialog .book section.on")).to_have_attribute("data-ids", re.compile(rf"\b{rule}\b"))
    assert page.url == here
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_rules_open_by_mouse_from_tooltip_and_score_sheet(person):
    me = person()
    me.table("human", "random")
    page = me.page
    page.locator("[data-card]").first.hover()
    link = page.locator(".tip a")
    expect(link).to_be_visible()
    rule = link.get_attribute("href").split("#")[1]
    link.hover()
    page.wait_for_timeout(500)  # longer than a tooltip lingers by itself
    link.click()
    sheet(page, rule)
    page.get_by_role("link", name="Largest group").click()
    sheet(page, "L61")
    page.locator(".prompt").get_by_role("link", name="Rule L20").click()
    sheet(page, "L20")


def test_rules_open_by_keyboard(person):
    me = person()
    me.table("human", "random")
    page = me.page
    first = page.locator("[data-card]").first
    first.focus()
    link = page.locator(".tip a")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    first.blur()
    first.focus()
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # on from the card, not from the end of the page
    expect(page.locator("[data-card]").nth(1)).to_be_focused()
    expect(link).to_be_visible()
    rule = link.get_attribute("href").split("#")[1]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    sheet(page, rule)


@pytest.mark.full
def test_rules_open_by_touch(person):
    me = person(**PHONE)
    me.table("human", "random", game="paris")
    page = me.page
    tile = page.locator('[data-spot="bonus:9"]')
    expect(tile).to_be_visible()
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    touch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = me.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    link = page.locator(".tip a")
    expect(link).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(500)
    link.tap()
    sheet(page, "P52")
    page.locator(".banner").get_by_role("link", name="Rule P20").tap()
    sheet(page, "P20")


def test_a_refusal_leads_to_its_rule(person):
    """Also when the pointer crosses the rest of the board on its way to the link."""
    me = person()
    id_ = me.table("human", "random", game="paris")
    me.play_until(id_, 3)
    page = me.page
    expect(page.locator(f'[data-seq="{me.state(id_)["seq"]}"]')).to_be_visible()
    with page.expect_response("**/preview") as asked:
        page.locator('[data-spot="sell:gold"]').click(force=True)
    assert asked.value.ok  # to ask why not is no mistake that a browser should complain of
    why = page.locator(".banner p.why")
    expect(why).to_be_visible()
    link = page.locator(".banner").get_by_role("link", name=re.compile("^Rule P"))
    page.locator('[data-spot="arc"]').hover()
    rule = link.get_attribute("href").split("#")[1]
    link.click()
    sheet(page, rule)


@pytest.mark.full
def test_in_a_lesson_the_rules_open_over_it(person):
    me = person()
    page = me.open("/tutorial/lumiere")
    page.locator(".coach .rules a").first.click()
    sheet(page, "L1")
    page = me.open("/tutorial/lumiere/parts?part=peintre")
    page.get_by_role("link", name="Rule L53").click()
    sheet(page, "L53")


def test_the_best_search_result_comes_first(person):
    """Also for whoever searches from the end of the rules."""
    page = person().open("/rules/lumiere#L65")
    expect(page.locator("[data-ids~=L65]")).to_be_in_viewport()
    page.get_by_role("searchbox").press_sequentially("sacre coeur")
    expect(page.get_by_text(re.compile(r"^\d+ passages?$"))).to_be_visible()
    expect(page.locator(".law").first).to_contain_text("Sacré-Cœur")
    expect(page.locator(".law").first).to_be_in_viewport()


def test_the_mark_of_a_ruling_opens_its_sources(person):
    """By keyboard, and back to the mark; every ruling has an address."""
    page = person().open("/rules/lumiere#L49")
    mark = page.locator("[data-ids~=L49]").get_by_role("button", name="our ruling: How many spaces")
    mark.press("Enter")
    said = page.get_by_role("dialog", name="How many spaces does the fountain cover?").get_by_role("row")
    expect(said.filter(has_text="Czech rulebook")).to_contain_text("plural")
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    mark.click()
    page.get_by_role("link", name="Link to this ruling").click()
    expect(page).to_have_url(re.compile("/rules/lumiere#ruling-fountain$"))
    expect(page.locator("details[open]")).to_contain_text("Czech rulebook")
    expect(page.locator("details[open]")).to_be_in_viewport()
