"""Replays: at every step the table is the one that was seen when the game was played, and what-if plays on there."""

from __future__ import annotations

import difflib
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from visitors import FULL, Person

DOM = (Path(__file__).parent / "dom.js").read_text()
SCREEN = {"viewport": {"width": 1440, "height": 900}}
ATTEMPTS = 200
GOES_ON = {"lumiere": ("tile", "take", "build", "card"), "paris": ("move", "key", "draw", "track", "section", "pay")}
"""Steps that get on with a game."""


def shown(page: Page, asked: bool) -> list[str]:
    """The table as text. `asked`: with the prompt, because the viewer decides."""
    return list(page.evaluate(f"asked => {{ {DOM}; return window.tableText(asked) }}", asked))


class Outlook:
    """The questions of a page about what lies ahead that have no answer yet."""

    def __init__(self, page: Page) -> None:
        self.open = set[str]()
        page.on("request", lambda one: "/prospects" in one.url and self.open.add(one.url))
        page.on("response", lambda one: self.open.discard(one.url))
        page.on("requestfailed", lambda one: self.open.discard(one.url))


def at_rest(page: Page, outlook: Outlook, asked: bool) -> list[str]:
    """The same once it stays as it is: what lies ahead is fetched after the position."""
    found = shown(page, asked)
    while True:
        page.wait_for_timeout(300)
        if (again := shown(page, asked)) == found and not outlook.open:
            return found
        found = again


def difference(live: list[str], page: Page, asked: bool) -> list[str]:
    """What a replay shows otherwise; a difference counts if it stays."""
    for _try in range(ATTEMPTS):
        found = list(difflib.unified_diff(live, shown(page, asked), "live", "replay", n=1, lineterm=""))
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def seen_live(
    me: Person, rivals: list[Person], game: str, steps: int, every: int
) -> tuple[str, dict[int, list[str]], set[int]]:
    """A random game in which I watch each step: what I saw after every few, and where it was my decision."""
    outlook = Outlook(me.page)
    id_ = me.table("human", *["open" for _rival in rivals], game=game, private=True)
    for rival in rivals:
        rival.post(f"/api/games/{id_}/join")
    rng, seen, decided = random.Random(game), {}, set()
    while True:
        state = me.state(id_)
        taken = sum(len(turn["steps"]) for turn in state["view"]["turns"])
        if state["status"] == "over" or taken >= steps:
            break
        if taken % every == 0:
            expect(me.page.locator(f'[data-seq="{state["seq"]}"]')).to_have_count(1)
            me.page.locator(".ui").wait_for()
            expect(me.page.locator("[data-playing]")).to_have_count(0)
            if state["legal"]:
                decided.add(taken)
            seen[taken] = at_rest(me.page, outlook, bool(state["legal"]))
        mover, legal = next((one, legal) for one in (me, *rivals) if (legal := one.state(id_)["legal"]))
        step = rng.choice([one for one in legal if one.split()[0] in GOES_ON[game]] or legal)
        mover.post(f"/api/games/{id_}/steps", {"seq": state["seq"], "step": step, "client_key": f"{taken}-step"})
    if state["status"] != "over":
        for rival in rivals:
            rival.post(f"/api/games/{id_}/resign")
    return id_, seen, decided


def to(page: Page, at: str) -> Any:
    return expect(page.locator("[data-at]")).to_have_attribute("data-at", at)


@pytest.mark.parametrize(
    ("game", "players", "steps", "every"),
    [
        ("lumiere", 2, 999, 7),
        ("paris", 2, 999 if FULL else 63, 9),
        pytest.param("paris", 4, 999, 1, marks=pytest.mark.full),
    ],
)
def test_the_table_of_a_replay_is_that_of_the_game(person, game, players, steps, every):
    """Given a random game, when it is replayed from the same seat, each position looks as it did, to the letter."""
    me, *rivals = person(**SCREEN), *(person() for _rival in range(players - 1))
    id_, seen, decided = seen_live(me, rivals, game, steps, 1 if FULL else every)
    assert len(seen) > 5
    assert decided
    assert decided < set(seen)
    page = me.open(f"/r/{id_}?at=0")
    to(page, "0")
    seat = me.state(id_)["mine"][0]
    page.get_by_label("Point of view").select_option(value=seat)
    for at, live in seen.items():
        page.get_by_role("slider", name="Move").fill(str(at))
        to(page, str(at))
        expect(page.locator(f'.ui [data-seat="{seat}"]').first).to_be_visible()
        if at in decided:
            page.locator("body").press("w")
            to(page, f"{at}+0")
            expect(page.locator("button[aria-keyshortcuts=l]")).not_to_have_attribute("data-count", "0")
        found = difference(live, page, at in decided)
        assert not found, f"position {at}:\n" + "\n".join(found[:40])
        if at in decided:
            page.locator("body").press("Escape")
            to(page, str(at))


def test_what_if_is_played_at_the_table(person):
    """A press on hand and board takes a step, undo and redo go back and on, and one press leads back to the game."""
    me = person(**SCREEN)
    id_ = me.table("human", "random")
    me.play_until(id_, 9)
    me.post(f"/api/games/{id_}/resign")
    page = me.open(f"/r/{id_}?at=4")
    to(page, "4")
    page.get_by_label("Point of view").select_option(value=me.state(id_)["mine"][0])
    expect(page.locator("[data-act=place], [data-act=turn]")).to_have_count(0)  # there is nothing to place yet
    page.get_by_role("button", name="What if …").click()
    to(page, "4+0")
    expect(page.locator("[data-act=place], [data-act=turn]")).to_have_count(2)
    page.locator(".supply button:not([aria-disabled=true])").first.click()
    page.locator("[data-act=place]").click()
    to(page, "4+1")
    expect(page.locator(".logpanel .log")).to_contain_text("takes")
    for key, at in (("u", "4+0"), ("Shift+u", "4+1"), ("ArrowLeft", "4+0"), ("ArrowRight", "4+1")):
        page.locator("body").press(key)
        to(page, at)
    page.locator("body").press("l")
    steps, more = page.locator("button.step[data-step]"), page.locator("button.step.more")
    expect(steps.first).to_be_visible()
    if more.count():
        more.click()
    steps.last.click()  # it can be reached and pressed, however long the list
    to(page, "4+2")
    page.go_back()
    to(page, "4")


def test_bots_play_on_in_a_branch(person):
    me = person()
    id_ = me.table("human", "random")
    me.play_until(id_, 3)
    me.post(f"/api/games/{id_}/resign")
    page = me.open(f"/r/{id_}?at=2")
    to(page, "2")
    page.locator("body").press("w")
    page.get_by_role("button", name="Bots play on").click()
    expect(page.locator("[data-at]")).to_have_attribute("data-at", re.compile(r"2\+[3-9]"))
    page.get_by_role("button", name="Back to the game").click()
    to(page, "2")


def test_a_replay_plays_by_itself(person):
    me = person()
    id_ = me.table("human", "random")
    me.play_until(id_, 6)
    me.post(f"/api/games/{id_}/resign")
    page = me.open(f"/r/{id_}?at=0")
    to(page, "0")
    page.locator("body").press(" ")
    to(page, str(sum(len(turn["steps"]) for turn in me.state(id_)["view"]["turns"])))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.locator("body").press("?")
    expect(page.get_by_role("heading", name="Keyboard")).to_be_visible()
