"""The engine beside a replay, and studies: a branch is kept, commented, drawn on, read and written by others."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from visitors import FULL, PHONE, Person

import lutetia

SCREEN = {"viewport": {"width": 1440, "height": 900}}
GAMES = ("lumiere", "paris")
AT = 12


def record(game: str) -> dict[str, Any]:
    """A finished game, played at random."""
    played, rng = lutetia.new(game, seed=5), random.Random(5)
    while not played.over:
        played.play(rng.choice(played.legal()))
    return played.record()


def middle(page: Page, anchor: str) -> tuple[float, float]:
    box = page.locator(f"[data-anchor~='{anchor}']").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begun(me: Person, game: str, **more: Any) -> tuple[dict[str, Any], str]:
    """A study whose line is not what was played; its record and the link for writers."""
    content = record(game)
    steps = [step for turn in content["turns"] for step in turn["steps"]]
    other = next(step for step in lutetia.replay(content, steps=AT).legal() if step != steps[AT])
    body = {"name": "The lamp", "record": content, "at": AT, "steps": [other], **more}
    return content, me.post("/api/studies", body)["token"]


@pytest.mark.parametrize("game", GAMES if FULL else GAMES[:1])
def test_the_engine_deepens_draws_its_turns_and_plays_them(person, game):
    me = person(**SCREEN)
    token = me.post("/api/records", record(game))["token"]
    page = me.open(f"/s/{token}?at={AT}")
    page.locator(f"[data-at='{AT}']").wait_for()
    page.keyboard.press("e")
    panel = page.locator("section[data-engine]")
    expect(panel).to_have_attribute("data-engine", re.compile("1600|6400|25600"))
    lines = panel.locator("ol .line")
    assert 1 <= lines.count() <= 3
    expect(lines.first).to_have_attribute("aria-label", re.compile(r"\d+\s?%.*points"))
    lines.first.hover()
    expect(page.locator(".drawing")).not_to_have_attribute("data-drawn", "0")
    panel.get_by_role("button", name="Stop the engine").click()
    panel.get_by_role("button", name="Play this turn").first.click()
    expect(page.locator(f"[data-at^='{AT}+']")).to_have_count(1)
    expect(panel).to_have_attribute("data-engine", "")
    panel.get_by_role("button", name="Start the engine").click()
    expect(panel).not_to_have_attribute("data-engine", "")
    page.keyboard.press("e")
    expect(panel).to_have_count(0)


@pytest.mark.parametrize("game", GAMES if FULL else GAMES[:1])
def test_a_branch_becomes_a_study_with_a_comment_and_an_arrow(person, game):
    me = person(**SCREEN)
    token = me.post("/api/records", record(game))["token"]
    page = me.open(f"/s/{token}?at={AT}")
    page.locator(f"[data-at='{AT}']").wait_for()
    page.keyboard.press("w")
    page.locator(f"[data-at='{AT}+0']").wait_for()
    page.get_by_role("button", name="Save as a study").click()
    page.get_by_label("Name of the study").fill("Lamps")
    page.get_by_role("button", name="Create study").click()
    page.wait_for_url("**/study/**")
    comment = page.get_by_label("Comment on this position")
    comment.fill("Here it was decided.")
    comment.blur()
    expect(page.locator(".tree .said")).to_have_text("Here it was decided.")
    draw = page.get_by_role("button", name="Draw on the table")
    draw.click()
    page.get_by_role("button", name="blue", exact=True).click()  # the tools can be reached while one draws
    names = page.eval_on_selector_all("[data-anchor]", "all => all.map((one) => one.dataset.anchor.split(' ')[0])")
    places = [name for name in names if name.startswith(("space:", "bank:"))]
    page.mouse.move(*middle(page, places[0]))
    page.mouse.down()
    page.mouse.move(*middle(page, places[3]), steps=3)
    page.mouse.up()
    expect(page.locator(".drawing")).to_have_attribute("data-drawn", "1")
    study = page.url.split("/study/")[1].partition("?")[0]
    expect(page.get_by_role("button", name="Remove marks")).to_be_visible()
    written = page.request.get(f"/api/studies/{study}/record").json()["variations"]
    arrow = {"from": places[0], "to": places[3], "colour": "blue"}
    assert written == [
        {"at": AT, "steps": [], "comments": {str(AT): "Here it was decided."}, "marks": {str(AT): [arrow]}}
    ]
    draw.click()
    expect(draw).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator(".drawing")).to_have_attribute("data-drawn", "1")


@pytest.mark.parametrize("game", GAMES if FULL else GAMES[:1])
def test_a_line_is_kept_by_touch_on_a_phone(person, game):
    me = person(**PHONE)
    _content, token = begun(me, game)
    [kept] = me.page.request.get(f"/api/studies/{token}").json()["nodes"]
    page = me.open(f"/study/{token}?at={AT}")
    page.get_by_role("button", name="What if …").tap()
    page.locator(f"[data-at='{AT}+0']").wait_for()
    page.locator("button[aria-keyshortcuts=l]").tap()
    page.locator(f"dialog button.step:not([data-step='{kept['step']}'])").first.tap()
    page.locator(f"[data-at='{AT}+1']").wait_for()
    page.get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Study").tap()
    page.get_by_role("button", name="Keep this line").tap()
    expect(page.locator(".tree .step")).to_have_count(2)
    expect(page.get_by_role("button", name="Keep this line")).to_have_count(0)


def test_what_lies_over_the_table_is_no_canvas(person):
    """While somebody draws, presses on a sheet that belongs to the table do what they always do."""
    me = person(viewport={"width": 834, "height": 1112}, has_touch=True)
    _content, token = begun(me, "paris")
    page = me.open(f"/study/{token}?at={AT}")
    page.get_by_role("button", name="Study").tap()
    page.get_by_role("button", name="Draw on the table").tap()
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Whole log").tap()
    sheet = page.get_by_role("dialog", name="Log")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    expect(page.locator(".drawing")).to_have_attribute("data-drawn", "0")


def test_two_writers_see_each_others_changes_and_a_reader_writes_nothing(person):
    me, other, reader = (person(**SCREEN) for _person in range(3))
    _content, token = begun(me, "lumiere")
    read = me.page.request.get(f"/api/studies/{token}").json()["read"]
    pages = [one.open(f"/study/{token}") for one in (me, other)]
    for page in pages:
        page.locator(".tree .step").first.click()
        page.locator(f"[data-at='{AT}+1']").wait_for()
    mine, theirs = (page.get_by_label("Comment on this position") for page in pages)
    mine.fill("Mine")
    mine.blur()
    expect(pages[0].locator(".tree .said")).to_have_text("Mine")
    theirs.fill("Theirs")
    theirs.blur()
    expect(pages[1].locator("blockquote")).to_have_text("Mine")
    pages[1].get_by_role("button", name="Send mine").click()
    expect(pages[1].locator(".tree .said")).to_have_text("Theirs")
    expect(pages[0].get_by_role("button", name="Show it")).to_be_visible()
    pages[0].get_by_role("button", name="Show it").click()
    expect(pages[0].locator(".tree .said")).to_have_text("Theirs")
    page = reader.open(f"/study/{read}")
    page.locator(".tree .step").first.click()
    expect(page.locator(".reads")).to_have_text("Theirs")
    expect(page.get_by_role("button", name="Draw on the table")).to_have_count(0)


def test_what_another_wrote_below_is_removed_only_when_it_has_been_seen(person):
    me, other = person(**SCREEN), person()
    content, token = begun(me, "lumiere")
    [first] = me.page.request.get(f"/api/studies/{token}").json()["nodes"]
    page = me.open(f"/study/{token}")
    page.locator(".tree .step").click()
    page.locator(f"[data-at='{AT}+1']").wait_for()
    game = lutetia.replay(content, steps=AT)
    game.play(first["step"])
    other.post(f"/api/studies/{token}/lines", {"parent": first["id"], "steps": game.legal()[:1]})
    remove = page.get_by_role("button", name="Remove from here")
    remove.click()
    expect(page.get_by_text("Somebody else has changed this in the meantime.")).to_be_visible()
    expect(page.locator(".tree .step")).to_have_count(2)
    remove.click()
    page.get_by_role("button", name="Remove 2 positions").click()
    expect(page.locator(".tree .step")).to_have_count(0)
    page.locator(f"[data-at='{AT}+0']").wait_for()


def test_studies_are_listed_renamed_and_deleted(person):
    me = person(**SCREEN)
    begun(me, "lumiere")
    page = me.open("/mine")
    page.get_by_role("link", name="The lamp").click()
    page.wait_for_url("**/study/**")
    expect(page.locator(f"[data-at='{AT}+1']")).to_be_attached()  # at the end of the line that was saved
    page.get_by_role("button", name="Share and settings of this study").click()
    page.get_by_label("Name of the study").fill("The other lamp")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("header .title")).to_contain_text("The other lamp")
    writers = page.url.split("/study/")[1].partition("?")[0]
    page.get_by_role("button", name="Replace it").last.click()
    page.wait_for_url(lambda url: "/study/" in url and writers not in url)  # the page moves to its new link
    page.reload()  # which opens it again
    expect(page.locator("[data-at]")).to_be_attached()
    page.get_by_role("button", name="Share and settings of this study").click()
    page.get_by_role("button", name="Delete study").click()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/mine")
    expect(page.locator("#h-studies")).to_be_visible()
    expect(page.get_by_role("link", name="The other lamp")).to_have_count(0)
