"""The companion in a browser: a position set up by hand is scored by the rules and stored in the URL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from test_access import check
from visitors import PHONE

import lutetia
from lutetia import companion

L65 = Path(__file__).parent.parent / "games" / "lumiere" / "l65.json"
SPACES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]


def counts(page, **total: int) -> None:
    """What the sheet says once the rules have looked."""
    expect(page.locator(".sheet")).to_have_attribute("data-total", json.dumps(total, separators=(",", ":")))


@pytest.mark.full
def test_a_final_position_is_set_up_by_clicks(person):
    """The rulebooks' worked example (L65), space by space; then a reload, and a friend with the link."""
    position = companion.written(lutetia.replay(json.loads(L65.read_text())))
    me = person()
    page = me.open("/companion/lumiere")
    page.locator("[data-ready=true]").wait_for()
    tools = page.get_by_label("What to place")
    for letter, name in (("o", "orange"), ("b", "blue"), ("m", "mixed"), ("*", "street lamp")):
        tools.get_by_role("button", name=name, exact=True).click()
        for space, paved in zip(SPACES, position["paving"], strict=True):
            if paved == letter:
                page.locator(f"button[data-space={space}]").click()
    titles = {"garden": "The garden · 2", "annex": "The annex", "lamp": "The lamp", "painter": "The painter"}
    for kind in ("buildings", "pieces"):
        for name, lying in position[kind].items():
            tools.get_by_role("button", name=titles.get(name, name + " ")).click()
            tools.locator(".line").get_by_role("button", name=lying["owner"].title()).click()
            for space in lying["spaces"]:
                page.locator(f"button[data-space={space}]").click()
            if name == "annex":
                tools.get_by_label("extends").select_option(lying["of"])
    rest = page.get_by_label("Reserve and postcards")
    for seat, names in position["reserve"].items():
        for name in names:
            rest.locator("fieldset", has_text=f"reserve: {seat.title()}").get_by_role("button", name=name).click()
    expect(page.locator(".verdict")).to_have_text("Blue wins, 57 to 42.")
    for card, seat in position["cards"].items():
        rest.locator("label", has_text=lutetia_name(card)).locator("select").select_option(seat)
    counts(page, orange=48, blue=57)
    expect(page.locator(".verdict")).to_have_text("Blue wins, 57 to 48.")
    page.wait_for_timeout(600)  # the address follows
    page.reload()
    counts(page, orange=48, blue=57)
    friend = person(**PHONE)
    friend.open(page.url)
    counts(friend.page, orange=48, blue=57)
    assert friend.page.evaluate("document.documentElement.scrollWidth") <= 360
    check(friend.page)
    page.emulate_media(media="print")
    expect(page.get_by_text("La Cité de la Lumière · ")).to_be_visible()  # which game, and when
    expect(page.locator(".sheet table")).to_be_visible()
    expect(tools).to_be_hidden()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")  # by night too: ink on paper
    expect(page.locator(".sheet h2")).to_have_css("color", "rgb(0, 0, 0)")
    page.emulate_media(media="screen")
    page.locator("header select").select_option("pl")  # what the rules have counted is told anew
    expect(page.locator(".verdict")).to_have_text("Niebieski wygrywa 57 do 48.")
    counts(page, orange=48, blue=57)


def lutetia_name(card: str) -> str:
    from lutetia.games.lumiere.rules.edition import CARD_NAMES

    return CARD_NAMES[card]


@pytest.mark.full
def test_paris_is_set_up_by_touches(person):
    me = person(**PHONE)
    page = me.open("/companion/paris")
    page.locator("[data-ready=true]").wait_for()
    for key in ("Chaillot:8 p1", "Chaillot:5 p2", "Chaillot:1 p1", "Chaillot:2 p2"):
        page.locator(f"[data-key='{key}']").tap()
    page.locator("[data-vp=Chaillot]").select_option("20")
    page.locator("[data-seat=p1]").get_by_label("VP on the score track").fill("12")
    page.locator("[data-seat=p2]").get_by_label("Francs", exact=True).fill("9")
    page.locator("[data-seat=p2]").get_by_label("Francs", exact=True).blur()
    page.locator("[data-seat=p2] summary", has_text="Unused bonus tiles").tap()
    page.locator("[data-seat=p2]").get_by_role("button", name="27:").tap()
    expect(page.locator(".verdict")).to_contain_text("32 : 19")
    counts(page, p1=12 + 20, p2=9 + 10)
    page.locator("[data-key='Chaillot:1 p1']").tap()
    page.locator("[data-key='Chaillot:8 p1']").tap()
    expect(page.locator(".faults")).to_contain_text("bonus tile 9 allows that only once")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check(page)


@pytest.mark.full
def test_a_record_is_opened(person):
    me = person()
    page = me.open("/companion/lumiere")
    page.locator("[data-ready=true]").wait_for()
    page.locator("input[type=file]").set_input_files(L65)
    counts(page, orange=48, blue=57)
    check(page)
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".verdict")).to_contain_text("A draw")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"no"}
    )
    expect(page.get_by_text("This file is not a game record.")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("lumiere", ("orange", "blue")), ("paris", ("p1", "p2"))])
@pytest.mark.parametrize(
    "kept", ["q1ZKTixRslLKSyxQqgUA", pytest.param("nonsense", marks=pytest.mark.full)]
)  # JSON that is no position, and no JSON
def test_an_invalid_link_opens_an_empty_form(person, game, seats, kept):
    me = person()
    me.open(f"/companion/{game}#{kept}")
    counts(me.page, **dict.fromkeys(seats, 0))
