"""The score is the same wherever it stands: on the plates, the score sheet, in lists and in the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from visitors import FULL

LENGTH = {"lumiere": 50, "paris": 260}
"""After so many steps a game is nearly over."""
MOMENTS = 10
"""At how many moments of a game the numbers are compared; with --full after every step."""
SHEET = {"lumiere": ".sheet tfoot td", "paris": ".standings tfoot .total td"}


def numbers(page, selector):
    """The figures in these elements, without marks and hidden text."""
    plain = """all => all.map(one => {
        const copy = one.cloneNode(true);
        copy.querySelectorAll("sup, svg, .unseen").forEach(hidden => hidden.remove());
        return copy.textContent.trim();
    })"""
    return [int(text.replace("−", "-")) for text in page.locator(selector).evaluate_all(plain)]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (834, 1112)])
def test_in_the_pane_of_a_phone_or_tablet_the_score_sheet_is_whole(person, width, height):
    me = person(viewport={"width": width, "height": height})
    me.table("human", "random")
    me.page.locator(".versus").click()
    sheet = me.page.locator(".side.open .sheet")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    assert sheet.locator("tbody tr").count() >= 4


@pytest.mark.parametrize(("game", "players"), [("lumiere", 2), pytest.param("paris", 4, marks=pytest.mark.full)])
def test_plates_sheet_and_list_agree_with_the_scores(person, game, players):
    me, spectator = person(), person()
    id_ = me.post("/api/games", {"game": game, "seats": ["human"] * players})["id"]
    page = spectator.open(f"/t/{id_}")
    state, steps = spectator.state(id_), 0
    while state["status"] != "over":
        steps += 1 if FULL else LENGTH[game] // MOMENTS
        me.play_until(id_, steps)
        state = spectator.state(id_)
        scores = state["view"]["position"]["scores"]
        expect(page.locator(f'[data-seq="{state["seq"]}"]')).to_have_count(1)
        if state["status"] == "over":
            page.keyboard.press("Escape")  # the result covers the board
        for seat, one in scores.items():
            plate = page.locator(f'.plate[data-seat="{seat}"] .points').first
            expect(plate).to_have_text(str(one["total"]).replace("-", "−"))
        assert sorted(numbers(page, SHEET[game])) == sorted(one["total"] for one in scores.values())
    result = state["view"]["result"]
    final = result["vp"] if game == "paris" else {seat: one["total"] for seat, one in result["scores"].items()}
    assert final == {seat: one["total"] for seat, one in scores.items()}
    listed = f'a[href="/t/{id_}"] .points'
    mine = me.open("/mine")
    expect(mine.locator(listed)).to_have_count(players)
    assert numbers(mine, listed) == [final[seat] for seat in state["view"]["seats"]]
