"""Accessibility: axe finds nothing serious on any page, in light, dark and forced colours, on desktop and phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from visitors import FULL, PHONE

LOOKS = {
    "day": {"color_scheme": "light"},
    "night": {"color_scheme": "dark"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
PAGES = ["/", "/tables", "/mine", "/me", "/help", "/about", "/nowhere"]


def check(page) -> None:
    """Nothing serious or critical. The page is given time to settle: text that fades in has no contrast yet.

    Of an open dialog, only what is in it: the page behind is dimmed on purpose, and out of reach.
    """
    page.wait_for_load_state("networkidle")
    expect(page.locator("[popover]:not(:has(dialog), [role=status])")).to_have_count(0)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    dialog = "dialog[aria-modal=true]"
    found = Axe().run(page, context=dialog if page.locator(dialog).count() else None).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    problems = [(one["id"], [node["html"][:160] for node in one["nodes"][:4]]) for one in serious]
    assert problems == [], page.url


@pytest.mark.parametrize("look", LOOKS if FULL else ["night"])  # the day is seen below
def test_no_serious_finding(person, look):
    me = person(**LOOKS[look], **(PHONE if look == "night" and not FULL else {}))
    id_ = me.table("human", "random")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    expect(me.page.locator("button[aria-keyshortcuts=l]")).to_be_visible()
    check(me.page)
    me.page.locator("button[aria-keyshortcuts=l]").click()
    check(me.page)
    me.page.keyboard.press("Escape")
    me.page.get_by_role("button", name="Menu of this table").click()
    check(me.page)
    me.post(f"/api/games/{id_}/resign")
    me.open(f"/t/{id_}")
    expect(me.page.get_by_role("button", name="Play again")).to_be_visible()
    check(me.page)
    me.open(f"/r/{id_}")
    expect(me.page.get_by_role("slider", name="Move")).to_be_visible()
    check(me.page)
    for path in PAGES if FULL else PAGES[:1]:
        me.open(path)
        expect(me.page.locator("h1").first).to_be_attached()
        check(me.page)


@pytest.mark.full
@pytest.mark.parametrize("look", LOOKS if FULL else list(LOOKS)[:1])
def test_no_serious_finding_on_phones_and_in_sheets(person, look):
    me = person(**LOOKS[look], **PHONE)
    for path in PAGES:
        me.open(path)
        check(me.page)
    page = me.open("/")
    page.get_by_role("button", name="Options").first.click()
    check(page)
    me.table("human", "open")
    expect(me.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    check(me.page)
    me.table("human", "human")
    expect(me.page.get_by_role("button", name="show the table")).to_be_visible()
    check(me.page)
    me.table("human", "random", game="paris")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    check(me.page)
