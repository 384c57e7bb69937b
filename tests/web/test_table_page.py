"""What the page around both games does: focus after each dialog, the prompt while looking back and after a resignation,
fingers, zoom, vibration, and the screen that stays on."""

from __future__ import annotations

import re

import pytest
from guests import Party
from playwright.sync_api import Page, expect
from visitors import OVER_OR_MY_TURN, PHONE

PROMPTS = {"lumiere": ".prompt", "paris": ".banner .words"}
PLATES = {"lumiere": "if the game ended now", "paris": "VP scored"}
SPY = """
  window.asked = { vibrate: [], awake: 0 };
  navigator.vibrate = (pattern) => window.asked.vibrate.push(pattern);
  Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
    window.asked.awake++;
    return { release: async () => undefined };
  } } });
  localStorage.prefs = JSON.stringify({ speed: 'instant', haptics: true });
"""
"""Notes what the page asks of the device."""


def opened_by_key(page: Page, opener: str, overlay: str) -> None:
    """Open something with the keyboard, close it with Escape: the focus is where it was."""
    page.locator(opener).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(overlay)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(overlay)).to_have_count(0)
    page.wait_for_function("opener => document.activeElement.matches(opener)", arg=opener)


def keeps_the_keys(page: Page, opener: str) -> None:
    """Tab goes round in a dialog, in both directions, and the table below gets no key."""
    page.locator(opener).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_have_attribute("aria-modal", "true")
    expect(dialog.get_by_role("heading").first).to_be_focused()
    stops = dialog.locator("button:visible, input:visible, a[href]:visible, select:visible, textarea:visible")
    stops.last.focus()
    page.keyboard.press("Tab")
    expect(stops.first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(stops.last).to_be_focused()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("o")  # would open the log
    page.locator("header button").first.evaluate("button => button.focus()")
    assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    expect(dialog).to_have_count(1)
    page.mouse.click(3, 3)
    expect(dialog).to_have_count(0)


def test_the_focus_returns_after_each_dialog(person, url):
    table = Party(url, "lumiere", ["Ana", "Bohumil"])
    for _step in range(4):
        state, mover = table.now()
        mover.step(table.id, state, state["legal"][0])
    me = person()
    me.context.add_cookies(table.host.cookies())
    page = me.open(f"/t/{table.id}")
    page.locator("[data-status=running]").wait_for()
    keeps_the_keys(page, "button[aria-keyshortcuts=l]")
    opened_by_key(page, "button[aria-keyshortcuts=l]", "dialog")
    opened_by_key(page, "button[aria-label='Whole log']", "dialog")
    opened_by_key(page, "button[aria-label='Menu of this table']", "dialog")
    opened_by_key(page, "button[aria-label='Since your last turn']", ".recap")
    opened_by_key(page, "button[aria-label=Chat]", "aside.chat")
    opened_by_key(page, "main a[href^='/rules/']", "dialog")
    page.locator("button[aria-label='Since your last turn']").focus()
    page.keyboard.press("Enter")
    page.locator(".recap").get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('button[aria-label=\"Since your last turn\"]')")
    page.locator("[data-board], [role=grid]").locator("[tabindex='0']").first.focus()
    page.keyboard.press("o")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.closest('[data-board], [role=grid]')")
    table.host.ask(f"/api/games/{table.id}/resign", {})
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.wait_for_function("() => document.activeElement.closest('[data-board], [role=grid]')")
    opened_by_key(page, ".act.strong", "dialog")


def reaches_the_board_with_two_tabs(page: Page) -> None:
    page.locator("[data-board], [role=grid]").first.wait_for()
    for _tab in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('[data-board], [role=grid]') !== null")


def tells_about_the_plate(page: Page, says: str) -> None:
    """By hover and by focus, the plate as a whole and each of its parts."""
    plate, tip = page.locator(".plate").last, page.locator(".tip")
    plate.locator(".points").hover()
    expect(tip).to_contain_text(says)
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    plate.focus()
    expect(tip).to_contain_text(says)
    page.keyboard.press("ArrowRight")
    expect(tip).to_be_visible()
    expect(tip).not_to_contain_text(says)
    page.keyboard.press("ArrowLeft")
    expect(plate).to_be_focused()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("game", PROMPTS)
def test_the_board_is_near_and_plates_have_tooltips(person, game):
    me, watcher = person(), person()
    id_ = me.table("human", "random", game=game)
    reaches_the_board_with_two_tabs(me.page)
    tells_about_the_plate(me.page, PLATES[game])
    watcher.open(f"/t/{id_}")
    reaches_the_board_with_two_tabs(watcher.page)


@pytest.mark.parametrize("game", PROMPTS)
def test_nobody_is_asked_in_the_past_or_after_a_resignation(person, game):
    me = person()
    id_ = me.post("/api/games", {"game": game, "seats": ["human", "random"]})["id"]
    me.play_until(id_, 6)
    page = me.open(f"/t/{id_}")
    page.locator(OVER_OR_MY_TURN).first.wait_for()
    prompt, flags = page.locator(PROMPTS[game]), page.locator(".plate .flag")
    asked = prompt.inner_text()
    expect(flags).to_have_text(["Your turn"])
    page.keyboard.press("o")
    step = page.locator("dialog [role=button]").first
    told = step.evaluate("step => step.firstChild.textContent")  # without the points that follow
    step.click()
    expect(prompt).to_contain_text(told)
    expect(flags).to_have_count(0)
    expect(page.locator("button[aria-keyshortcuts=l]")).to_have_attribute("data-count", "0")
    page.keyboard.press("Escape")
    expect(prompt).to_have_text(asked, use_inner_text=True)
    me.post(f"/api/games/{id_}/resign")
    expect(page.locator("dialog")).to_be_visible()
    expect(prompt).to_contain_text("The game is over.")
    expect(prompt).not_to_contain_text(re.compile("thinking"))
    expect(flags).to_have_count(0)


def test_on_a_phone_fingers_zoom_and_hold(person):
    """Pinching enlarges the page, a long press shows the tooltip and does not press, a tap shows none."""
    me = person(**PHONE)
    me.page.add_init_script(SPY)
    id_ = me.table("human", "random")
    page = me.page
    page.locator(OVER_OR_MY_TURN).first.wait_for()
    touch = me.context.new_cdp_session(page)

    def hold(selector: str, time: int) -> None:
        box = page.locator(selector).first.bounding_box()
        assert box
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        page.wait_for_timeout(time)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    button = "button[aria-label='Menu of this table']"
    hold(button, 700)
    expect(page.locator(".tip")).to_have_text("Menu of this table")
    expect(page.locator("dialog")).to_have_count(0)
    page.touchscreen.tap(200, 300)
    expect(page.locator(".tip")).to_be_hidden()
    hold(button, 50)
    expect(page.locator("dialog")).to_be_visible()
    expect(page.locator(".tip")).to_be_hidden()
    page.keyboard.press("Escape")

    assert page.evaluate("asked.awake") == 1
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("asked.awake") == 2, "a page that was hidden asks again"
    turns = len(me.state(id_)["view"]["turns"])
    me.play_until(id_, turns + 2)
    page.wait_for_function("() => asked.vibrate.length > 0")

    me.table("human", "random", game="paris")
    page.locator(OVER_OR_MY_TURN).first.wait_for()
    for gap in (*range(20, 100, 6), 0):  # two fingers on the board move apart
        fingers = [{"x": 180 - gap, "y": 300, "id": 1}, {"x": 180 + gap, "y": 300, "id": 2}] if gap else []
        kind = {20: "touchStart", 0: "touchEnd"}.get(gap, "touchMove")
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    page.wait_for_function("() => visualViewport.scale > 1.5")


def test_a_game_by_turns_lets_the_screen_go_dark(person):
    me = person()
    me.page.add_init_script(SPY)
    me.table("human", "random", pace={"kind": "turns", "days": 3})
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    assert me.page.evaluate("asked.awake") == 0


def test_a_table_asks_once_for_what_all_pages_share(person):
    """Who reads was asked for twice, by the page and by the table in it."""
    one, asked = person(), []
    one.page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    one.table("human", "random")
    one.page.locator("[data-space]:visible").first.wait_for()
    one.page.wait_for_load_state("networkidle")
    assert [asked.count(path) for path in ("me", "house")] == [1, 1]
