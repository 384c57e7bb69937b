"""The opening explorer and the players' pages in Chromium, on a desktop and a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_access import check
from visitors import PHONE


def finished(one, other, *, private: bool) -> str:
    """A game that the first of two people has given up."""
    game = one.post("/api/games", {"game": "lumiere", "seats": ["human", "open"], "private": private})["id"]
    other.post(f"/api/games/{game}/join")
    one.post(f"/api/games/{game}/resign")
    return game


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_the_explorer_is_walked_choice_by_choice(person, device):
    me = person(**device)
    page = me.open("/help")
    page.get_by_role("contentinfo").get_by_role("link", name="Openings").click()
    expect(page.get_by_role("heading", name="Openings")).to_be_visible()
    expect(page.get_by_text("Games that you play on this server appear here.")).to_be_visible()
    page.get_by_role("link", name="Buildings").click()
    choices = page.get_by_label("The next choice").get_by_role("link")
    first = choices.first.inner_text()
    [wins, margin] = page.get_by_label("The next choice").locator("li .head").all()[:2]
    assert [wins.inner_text(), margin.inner_text()] == ["Wins", "Margin"]
    assert (margin.bounding_box()["width"] > 30) == bool(device)  # on a desktop they stand above the list
    choices.first.click()
    reached = page.get_by_role("complementary").get_by_role("heading", name=first)
    expect(reached).to_be_focused()
    expect(reached).to_be_in_viewport()
    crumbs = page.get_by_label("The choices so far")
    expect(crumbs.get_by_role("link", name=first)).to_have_attribute("aria-current", "step")
    page.reload()
    expect(crumbs.get_by_role("link", name=first)).to_have_attribute("aria-current", "step")
    check(page)
    page.go_back()
    expect(crumbs.get_by_role("link")).to_have_count(1)
    page.get_by_label("Seat").select_option("2")
    expect(page.get_by_role("complementary").get_by_text("Second player")).to_be_visible()
    page.get_by_label("Game").get_by_role("link", name="Paris").click()
    expect(page.get_by_label("The next choice").get_by_role("link", name="Key to the Arc")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page)


def test_a_path_that_nobody_took_is_explained(person):
    page = person().open("/openings/lumiere?line=buildings&path=nothing")
    expect(page.get_by_text("No strong game went this way.")).to_be_visible()
    page.get_by_role("link", name="Back to the start").click()
    expect(page.get_by_label("The next choice").get_by_role("link").first).to_be_visible()


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_a_player_sees_all_games_and_others_the_public_ones(person, device):
    me, other = person(**device), person()
    page = me.open("/me")
    finished(me, other, private=True)
    finished(me, other, private=False)
    page = me.open("/me")
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_text("2 losses in a row.")).to_be_visible()
    check(page)
    address = page.url
    seen = other.open(address)
    expect(seen.get_by_text("Public games only.")).to_be_visible()
    expect(seen.get_by_label("The last games, the newest first").get_by_role("link")).to_have_count(1)
    expect(seen.get_by_text("in a row.")).to_have_count(0)
    page.get_by_label("Others may see these statistics").uncheck()
    expect(page.get_by_label("Others may see these statistics")).to_be_enabled()
    other.open(address)
    expect(seen.get_by_text("This player does not show statistics.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_before_the_first_game_there_is_nothing_to_count(person):
    me = person()
    me.post("/api/friends/link")
    who = me.page.request.get("/api/me").json()["person"]["id"]
    page = me.open(f"/player/{who}")
    expect(page.get_by_text("There is nothing to count before your first game is finished.")).to_be_visible()
    check(page)
