"""Both tables at every size from 320×568 to 2560×1440, at several points of a game, with the longest names.

layout.js finds controls that overlap or cannot be pressed, texts that are cut off or broken within a word, what scrolls
sideways, and what has too little room.

`./test` looks at every size and every language, but not at each of them at each point of both games; LUTETIA_FULL does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from guests import LONGEST_NAMES, Guest, Party, State, taken
from test_lumiere_board import drawn
from test_paris_board import chosen
from visitors import FULL

from lutetia.core import catalogue

from browsers import CONTEXT

LAYOUT = (Path(__file__).parent / "layout.js").read_text()
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
TOUCH = [
    *((320, 568), (360, 640), (390, 844), (430, 932)),  # phones
    *((568, 320), (667, 375), (844, 390), (932, 430)),  # on their side
    *((768, 1024), (834, 1112), (1024, 1366), (1024, 768), (1180, 820), (1366, 1024)),  # tablets
    *((1024, 640), (1180, 680)),  # with the bars of a browser
]
DESK = [
    *((1024, 640), (1240, 800), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1536, 864)),
    *((1680, 1050), (1920, 1080), (2560, 1440)),
    *((640, 360), (683, 384), (720, 450), (960, 540)),  # 1280×720, 1366×768, 1440×900 and 1920×1080 at 200 %
]
ALWAYS = {"over": ((390, 844), (834, 1112), (1280, 720))}
"""Results have many columns in a narrow window, and stand below the board of an upright tablet."""
Point = Callable[[State], bool]


def own(state: State) -> bool:
    """Whether the first player decides."""
    return bool(state["seat"] == state["view"]["seats"][0])


def lumiere_late(state: State) -> bool:
    """Several postcards are used or kept, and there is still something to build."""
    taken_cards = [card for card in state["view"]["position"]["postcards"] if card["state"] != "open"]
    return own(state) and len(taken_cards) >= 4 and any(step.startswith("build") for step in state["legal"])


POINTS: dict[str, dict[str, Point]] = {
    "lumiere": {
        "start": own,
        "middle": lambda state: own(state) and taken(state) >= 14,
        "late": lumiere_late,
        "question": lambda state: own(state) and state["view"]["position"]["question"] is not None,
    },
    "paris": {
        "start": own,
        "middle": lambda state: own(state) and taken(state) >= 90,
        "late": lambda state: own(state) and state["view"]["position"]["turns_left"] is not None,
        "over": lambda _state: False,  # with the result in front
    },
}
CHOOSE = {"lumiere": drawn, "paris": chosen}
OPTIONS: dict[str, Any] = {"lumiere": {"two_tiles": True, "first": "orange", "postcards": "random"}, "paris": {}}
PLAYERS = {"lumiere": 2, "paris": 4}
NEEDED: dict[str, list[str]] = {
    "lumiere": ["[role=grid]", ".says", ".hands", ".acts"],
    "paris": [".p-board", ".banner", ".round"],
}
"""What must be visible at once at every size."""
FITS: dict[str, list[str]] = {
    "lumiere": [],
    "paris": [".banner", ".paris:is(.three, .two, .stack) .column", ".paris.stack"],
}
"""What must have room for its content: it would lie over something else, or be scrolled for."""
ONCE: dict[str, list[list[str]]] = {
    "lumiere": [["header .title i:not(.brief)", ".versus .phase"]],
    "paris": [[".round"]],
}
"""What stands in one place at every size: how far the game is."""
APART: dict[str, list[str]] = {
    "lumiere": [],
    "paris": [".summary > span", ".rivals .coin svg, .rivals .row > span, .rivals .token"],
}
"""Pictures and numbers that stand close together."""
FREE: dict[str, list[str]] = {"lumiere": [".says", ".hands", ".acts", ".rack"], "paris": [".act"]}
"""What the chat must not cover at any size."""
TWO_MESSAGES = 120
"""Pixels: two messages of two lines. On a phone the list was one message high."""
COVERED = """([over, selectors]) => {
    const cover = document.querySelector(over).getBoundingClientRect();
    const beside = (box) => cover.left > box.right - 1 || cover.right < box.left + 1;
    const above = (box) => cover.top > box.bottom - 1 || cover.bottom < box.top + 1;
    return selectors.map((one) => [one, document.querySelector(one).getBoundingClientRect()])
        .filter(([_one, box]) => !beside(box) && !above(box))
        .map(([one]) => `under ${over}: ${one}`);
}"""


def cases() -> list[tuple[str, str, str]]:
    """Game, point and language. In a sample the languages take turns."""
    languages = catalogue.languages()
    every = [(game, point) for game in POINTS for point in POINTS[game]]
    if FULL:
        return [(*one, language) for one in every for language in languages]
    return [(*one, languages[at % len(languages)]) for at, one in enumerate(every)]


def sizes(all_: list[tuple[int, int]], game: str, point: str) -> list[tuple[int, int]]:
    """In a sample the sizes are shared out among the games and the points of a game, but for `ALWAYS`."""
    cases = [(one, each) for one in POINTS for each in POINTS[one]]
    share = all_[cases.index((game, point)) :: len(cases)]
    return all_ if FULL else [*share, *(one for one in all_ if one in ALWAYS.get(point, ()) and one not in share)]


def turns(game: str, point: str, width: int, height: int) -> int:
    """How many turns the log beside the board shows: in the middle of a game with four players a whole round, on an
    upright tablet at least what the others did."""
    if game != "paris" or point != "middle":
        return 1
    wide, tablet = width >= 1280 and height >= 720, width >= 834 and height >= 1112
    return PLAYERS[game] if wide else PLAYERS[game] - 1 if tablet else 1


def needed(game: str, point: str, width: int, height: int) -> list[str]:
    """Where no panel shows a district in full, the board says what each building is worth."""
    tablet = game == "paris" and 740 <= width < height
    return [] if point == "over" else [*NEEDED[game], *([".p-board .p-value"] if tablet else [])]


@pytest.fixture
def party(url) -> Iterator[Callable[[str, str], Party]]:
    def seat(game: str, point: str) -> Party:
        names = LONGEST_NAMES[: PLAYERS[game]]
        for attempt in range(9):  # some games end before they come to that point
            found = Party(url, game, names, options=OPTIONS[game])
            state = found.play(CHOOSE[game], random.Random(f"{game} {point} {attempt}"), POINTS[game][point])
            if (state["status"] == "over") == (point == "over"):
                return found
        raise AssertionError(f"no game comes to {point}")

    return seat


@pytest.mark.parametrize(("game", "point", "language"), cases())
def test_everything_has_its_place(chromium, url, party, game, point, language):
    table = party(game, point)
    found: dict[str, list[str]] = {}
    for kind, all_ in (("touch", TOUCH), ("desk", DESK)):
        more = {"has_touch": True, "is_mobile": True} if kind == "touch" else {}
        context = chromium.new_context(base_url=url, **CONTEXT, **more)
        context.add_cookies([*table.host.cookies(), {"name": "language", "value": language, "url": url}])
        page = context.new_page()
        page.goto(f"/t/{table.id}")
        page.locator(".p-board:visible, [data-space]:visible").first.wait_for()
        if point == "over":
            page.locator("dialog[open] table").wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == language
        for width, height in sizes(all_, game, point):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            asked = {
                "needed": needed(game, point, width, height),
                "fits": FITS[game],
                "once": [] if point == "over" else ONCE[game],
                "turns": turns(game, point, width, height),
                "apart": APART[game],
                "names": [name[:40] for name in LONGEST_NAMES],
            }
            faults = page.evaluate(LAYOUT, asked)
            if faults:
                found[f"{width}×{height} {kind}"] = faults
        if point != "over":
            page.locator("header .icon[aria-expanded]").click()
            page.locator(".chat").wait_for()
            for width, height in sizes(all_, game, point):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                if faults := page.evaluate(COVERED, [".chat", FREE[game]]):
                    found.setdefault(f"{width}×{height} {kind}", []).extend(faults)
        context.close()
    assert found == {}


def test_long_names_fit_the_waiting_room(chromium, url):
    guests = [Guest(url) for _name in LONGEST_NAMES[:3]]
    id_ = guests[0].ask("/api/games", {"game": "paris", "seats": ["human", *["open"] * 3], "private": True})["id"]
    for guest, name in zip(guests, LONGEST_NAMES[2::-1], strict=True):
        if guest is not guests[0]:
            guest.ask(f"/api/games/{id_}/join", {})
        guest.rename(name)
    context = chromium.new_context(base_url=url, **CONTEXT)
    context.add_cookies(guests[0].cookies())
    page = context.new_page()
    page.goto(f"/t/{id_}")
    page.get_by_text(LONGEST_NAMES[0][:40]).wait_for()
    found = {}
    for width, height in ((320, 568), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found |= {width: faults} if (faults := page.evaluate(LAYOUT, {"needed": [], "names": []})) else {}
    context.close()
    assert found == {}


@pytest.mark.parametrize("game", POINTS)
def test_a_message_covers_neither_prompt_nor_tray_nor_buttons(chromium, url, game):
    """In a low window an error lay over the prompt, on a phone over that of Paris."""
    table = Party(url, game, ("Ana", "Bo"), options=OPTIONS[game])
    free = [*NEEDED[game][1:], ".act", "header .icon"]
    found: dict[str, list[str]] = {}
    context = chromium.new_context(base_url=url, **CONTEXT, has_touch=True, is_mobile=True)
    context.add_cookies(table.host.cookies())
    page = context.new_page()
    page.goto(f"/t/{table.id}")
    page.locator(".p-board:visible, [data-space]:visible").first.wait_for()
    for width, height in ((844, 390), (720, 450), (390, 844), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        table.guests[1].ask(f"/api/games/{table.id}/chat", {"text": "A message with several words in it. " * 3})
        page.locator(".notes p").wait_for()
        page.evaluate(SETTLED)
        found |= {f"{width}×{height}": faults} if (faults := page.evaluate(COVERED, [".notes p", free])) else {}
        page.locator(".notes button").click()
    page.locator("header .icon[aria-expanded]").click()
    page.locator(".chat li p").first.wait_for()
    for width, height in ((390, 844), (320, 568), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        if (room := page.locator(".said").evaluate("list => list.clientHeight")) < TWO_MESSAGES:
            found[f"{width}×{height}"] = [f"the chat is {room} pixels high"]
        if faults := page.evaluate(COVERED, [".chat", FREE[game]]):
            found.setdefault(f"{width}×{height}", []).extend(faults)
    context.close()
    assert found == {}
