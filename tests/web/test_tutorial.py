"""The tutorials in a browser: followed step by step, with other legal steps accepted, up to a first real game."""

from __future__ import annotations

import random

import pytest
from lumiere_input import Finger, Mouse
from playwright.sync_api import expect
from test_access import check
from visitors import FULL, PHONE

from lutetia.core.catalogue import catalogue, languages

GAMES = ("lumiere", "paris")
COMPLETE = [tag for tag in languages() if catalogue(tag).complete]
LESSONS = [(game, tag) for game in GAMES for tag in COMPLETE] if FULL else [("lumiere", "pl")]


def lesson(me, game: str) -> list[dict]:
    return me.page.request.get(f"/api/tutorials/{game}").json()["moments"]


def through(me, game: str, *, by_list: bool = True) -> None:
    """From the first moment to the last: reading on, and making each step by the list of legal steps."""
    page = me.page
    moments = lesson(me, game)
    for n, moment in enumerate(moments[:-1]):
        coach = page.locator(f"[data-moment={moment['name']}]")
        expect(coach).to_be_visible()
        expect(coach).to_contain_text(f"{n + 1}")
        expect(coach.get_by_role("heading")).to_be_in_viewport()
        expect(page.locator(f"[data-at='{moment['at']}']")).to_be_attached()
        if moment["step"] is None:
            coach.locator("[data-act=next]").click()
        elif by_list:
            page.locator("button[aria-keyshortcuts=l]").click()
            expect(page.locator("dialog button.step").first).to_be_visible()
            if page.locator("dialog input[type=search]").count():  # a long list is searched
                page.locator("dialog input[type=search]").fill(moment["step"])
            page.locator(f'dialog button.step[data-step="{moment["step"]}"]').click()
        else:
            marked, where = page.locator("main [data-marked]:visible").first, coach.locator("[data-act=where]")
            if where.count():
                where.click()
            expect(marked).to_be_in_viewport(ratio=0.9)
            coach.locator("[data-act=for-me]").click()
    expect(page.locator("[data-act=first-game]")).to_be_visible()


@pytest.mark.parametrize(("game", "tag"), LESSONS)
def test_a_lesson_is_played_through(person, game, tag):
    me = person(locale=tag)
    me.open(f"/tutorial/{game}")
    through(me, game, by_list=tag == "en")
    if tag == "en":
        check(me.page)


@pytest.mark.parametrize(
    ("address", "mark"),
    [
        ("/tutorial/lumiere", "data-moment"),
        pytest.param("/tutorial/paris/parts?part=19", "data-part", marks=pytest.mark.full),
    ],
)
def test_changing_the_language_continues_the_lesson(person, address, mark):
    page = person().open(address)
    if mark == "data-moment":
        page.locator("[data-act=next]").click()
    panel = page.locator(f"[{mark}]")
    where, before = panel.get_attribute(mark), panel.get_by_role("heading").first.inner_text()
    page.locator("header .language select").select_option("cs")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    expect(panel.get_by_role("heading").first).not_to_have_text(before)
    expect(panel).to_have_attribute(mark, where)


def test_another_step_gets_a_reminder_and_the_lesson_stays(person):
    me = person()
    page = me.open("/tutorial/lumiere")
    page.locator("[data-act=next]").click()
    hands = Mouse(page)
    tile = next(one for one in lesson(me, "lumiere") if one["name"] == "pave")["step"]
    hands.lay(tile.replace(" B2 ", " C3 "))  # as good as the record's
    expect(page.locator("[data-moment=take] .said")).to_contain_text("Just as good")
    page.locator("button[aria-keyshortcuts=l]").click()
    page.locator("dialog button.step[data-step^='tile ']").first.click()
    expect(page.locator("[data-moment=take] .said")).to_contain_text("To continue the lesson")
    page.reload()
    expect(page.locator("[data-moment=take]")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("[data-moment=pave]")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_coach_is_visible_and_leads_to_what_is_pressed(person, game):
    """Also after a question that has moved the page."""
    me = person(**PHONE)
    me.open(f"/tutorial/{game}")
    through(me, game, by_list=False)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_fits_a_phone(person, game):
    me = person(**PHONE)
    page = me.open(f"/tutorial/{game}")
    page.locator("[data-act=next]").tap()
    step = lesson(me, game)[1]["step"]
    if game == "lumiere":
        Finger(page).lay(step)
        expect(page.locator("[data-moment=take]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_every_part_is_shown(person, game):
    me = person(**(PHONE if game == "paris" else {}))
    page = me.open(f"/tutorial/{game}/parts")
    parts = page.request.get(f"/api/tutorials/{game}").json()["parts"]
    for part in parts if FULL else random.Random(7).sample(parts, 4):
        page.locator("nav[aria-label=Parts] button").nth(parts.index(part)).click()
        expect(page.locator(f"[data-part={part['name']!r}]")).to_contain_text(part["title"])
        page.locator("[data-act=after]").click()
        expect(page.locator("[data-act=after]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    check(page)


def test_the_first_game_is_guided(person):
    me = person()
    page = me.open("/tutorial/lumiere/parts")
    page.get_by_role("button", name="Play your first game").click()
    expect(page.locator(".guide")).to_be_visible()
    expect(page.locator(".notice.hint")).to_be_visible()
    check(page)
    for width, height in ((390, 844), (320, 568)):  # on phones the hint lay over the top rows of the board
        page.set_viewport_size({"width": width, "height": height})
        hint, board = (page.locator(what).bounding_box() for what in (".notice.hint", "[role=grid]"))
        assert hint["y"] + hint["height"] <= board["y"] + 1 or hint["y"] >= board["y"] + board["height"]
    page.get_by_role("button", name="Thank you").click()
    page.get_by_role("button", name="No more hints").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-status=running]")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)


def test_an_unknown_game_has_no_tutorial(person):
    me = person()
    expect(me.open("/tutorial/chess").get_by_text("There is no such game.")).to_be_visible()
