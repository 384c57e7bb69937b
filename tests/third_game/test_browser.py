"""Nosegay in a real browser: the generic table, played from the first step to the last, without errors or secrets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from third_game.conftest import path_with

from browsers import CONTEXT
from server.processes import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60_000
EXPECTED = re.compile(r"ERR_|Failed to load resource|WebSocket connection")  # Chromium's words for a 404

Visit = Callable[..., "Page"]


@pytest.fixture(scope="module")
def url(site, tmp_path_factory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("browser")
    with serving(data, LUTETIA_BOT_PROCESSES="1", PYTHONPATH=path_with(site)) as running:
        yield running.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def visit(chromium, url) -> Iterator[Visit]:
    """Opens a browser of one's own. Any error of a page fails the test."""
    contexts, faults = [], []

    def heard(message: Any) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            faults.append(message.text)

    def make(**kind: Any) -> Page:
        contexts.append(chromium.new_context(base_url=url, **CONTEXT, **kind))
        page: Page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", heard)
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def opened(page: Page, *seats: str) -> str:
    answer = page.request.post("/api/games", data={"game": "nosegay", "seats": list(seats)})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def state(page: Page, game: str) -> Any:
    return page.request.get(f"/api/games/{game}").json()


def test_a_whole_game_against_a_bot(visit):
    page = visit()
    game = opened(page, "human", "level1")
    page.goto(f"/t/{game}")
    expect(page.get_by_text("Nosegay").first).to_be_visible()
    expect(page.get_by_label("The position").get_by_text("Still drawn")).to_be_visible()
    table = page.locator("[data-seq]")
    for _step in range(12):
        page.locator("[data-status=over], .play button.step[data-step]").first.wait_for()
        if table.get_attribute("data-status") == "over":
            break
        before = table.get_attribute("data-seq")
        expect(page.locator(".question")).to_have_text("Choose a move.")
        page.locator(".play button.step[data-step]").last.click()
        expect(page.locator(f'[data-seq="{before}"]')).to_have_count(0)
    expect(table).to_have_attribute("data-status", "over", timeout=PATIENCE)
    result = state(page, game)["view"]["result"]
    for scores in result["scores"].values():
        expect(page.get_by_text(str(scores["total"]), exact=True).first).to_be_attached()


def test_two_people_see_their_own_cards_only(visit):
    pages = [visit(), visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)]
    game = opened(pages[0], "human", "open")
    assert pages[1].request.post(f"/api/games/{game}/join").ok
    for page in pages:
        page.goto(f"/t/{game}")
        page.locator("[data-seq]").wait_for()
    hands = []
    for page in pages:
        seen = state(page, game)
        hands.append(seen["view"]["position"]["seats"][seen["mine"][0]]["hand"])
        expect(page.get_by_label("The position").get_by_text(hands[-1][0])).to_be_visible()
    for page, other in zip(pages, reversed(hands), strict=True):
        text = page.content()
        assert [card for card in other if card in text] == []


def test_missing_parts_of_the_game_have_no_pages(visit):
    page = visit()
    for path in ("/rules/nosegay", "/tutorial/nosegay", "/companion/nosegay"):
        page.goto(path)
        expect(page.locator("main, [role=alert]").first).to_contain_text(re.compile(r"[Tt]here (is|are) no"))


def test_one_click_on_the_landing_page_starts_a_game(visit):
    page = visit()
    page.goto("/")
    expect(page.locator(".others").get_by_text("Nosegay")).to_be_visible()
    page.locator("[data-play=nosegay]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-status=running]").wait_for()
    expect(page.get_by_label("The position")).to_be_visible()
