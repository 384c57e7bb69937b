"""The form for a new table, and the names that players get by it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from visitors import PHONE, Person


def begin(me: Person) -> str:
    """Press the form's button; returns the id of the table."""
    me.page.locator("[data-start]").click()
    me.page.wait_for_url(re.compile("/t/"))
    return me.page.url.rpartition("/")[2]


def form(me: Person, game: str, button: str) -> Page:
    page = me.open("/")
    page.locator(f"section[aria-labelledby=game-{game}]").get_by_role("button", name=button).click()
    return page


def test_people_on_one_device_are_called_by_their_names(person):
    me = person()
    page = form(me, "lumiere", "One device")
    page.get_by_label("Name of orange").fill("Ana")
    page.get_by_label("Name of blue").fill("Jiří")
    id_ = begin(me)
    first = next(seat["name"] for seat in me.state(id_)["seats"] if seat["seat"] == me.state(id_)["view"]["seat"])
    expect(page.get_by_role("heading", name=f"Hand over to {first}")).to_be_visible()
    page.get_by_role("button", name=re.compile("show the table")).click()
    for name in ("Ana", "Jiří"):
        expect(page.locator(".plate b", has_text=name).first).to_be_visible()
    form(me, "paris", "One device")  # the same people sit here again
    expect(page.get_by_label("Name of blue")).to_have_value("Jiří")


def test_bots_of_different_levels_and_characters_at_one_table(person):
    me = person()
    page = form(me, "paris", "Options")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Your colour").select_option("purple")
    page.get_by_label("Who plays orange").select_option("level3")
    page.get_by_label("Who plays blue").select_option("level1")
    page.get_by_label("Who plays ivory").select_option(label="III · Madame Delphine")
    state = me.state(begin(me))
    assert [seat["bot"] for seat in state["seats"]] == ["level3", "level1", None, "level3"]
    for name in ("Monsieur Armand", "Petit Louis", "Madame Delphine"):
        expect(page.locator(".plate b", has_text=name).first).to_be_visible()


def test_the_postcards_in_play_are_chosen_one_by_one(person):
    me = person()
    page = form(me, "lumiere", "Options")
    page.get_by_text("Game options").click()
    page.get_by_label("Postcards").select_option("picked")
    page.get_by_label("Levitation").uncheck()
    expect(page.get_by_role("status").get_by_text("Choose 1 more.")).to_be_visible()
    expect(page.locator("[data-start]")).to_be_disabled()
    page.get_by_label("Moulin Rouge").check()
    expect(page.get_by_label("Le Penseur")).to_be_disabled()
    state = me.state(begin(me))
    names = {card["name"] for card in state["view"]["position"]["postcards"]}
    assert "moulin-rouge" in names
    assert "levitation" not in names


def test_a_phone_gets_from_the_landing_page_to_every_other(person):
    me = person(**PHONE)
    for label, heading in (("Tables", "Tables"), ("My games", "My games")):
        me.open("/").get_by_role("navigation", name="Main").get_by_role("link", name=label).click()
        expect(me.page.get_by_role("heading", name=heading, level=1)).to_be_visible()


def test_a_finished_game_tells_who_won_and_when(person):
    me = person()
    id_ = me.table("human", "level2")
    me.post(f"/api/games/{id_}/resign")
    page = me.open("/mine")
    card = page.locator(f"a[href='/t/{id_}']")
    expect(card).to_contain_text("Madame Colette won")
    expect(card.locator("time")).to_have_text(re.compile(r"\d{4}"))


def test_the_form_says_how_long_a_password_must_be(person):
    page = person().open("/me")
    page.get_by_role("button", name="I am new here").click()
    expect(page.get_by_label("Password")).to_have_accessible_description(re.compile("8 to 128 characters"))


def test_the_host_seats_bots_one_by_one(person):
    me = person()
    id_ = me.table("human", "open", "open", game="paris")
    me.page.get_by_role("button", name="Add a bot here").last.click()
    expect(me.page.get_by_text("Waiting for 1 more")).to_be_visible()
    assert [seat["kind"] for seat in me.state(id_)["seats"]] == ["human", "open", "bot"]
    me.page.get_by_role("button", name="Add a bot").click()
    expect(me.page.locator("[data-status=running]")).to_be_visible()
