"""Nothing moves under the pointer between two steps, and nothing shifts.

steady.js compares the bounding boxes of everything that can be pressed, and of the texts that tell what to do, before
and after each step: others' steps and one's own, on a desk, a laptop and a phone.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import lumiere_input
import paris_input
import pytest
from guests import Guest, Party, my_turn
from test_lumiere_board import drawn
from test_paris_board import chosen
from visitors import FULL, INSTANT

from browsers import CONTEXT

STEADY = (Path(__file__).parent / "steady.js").read_text()
CHOOSE = {"lumiere": drawn, "paris": chosen}
PLAYERS = {"lumiere": 2, "paris": 4}
STEPS = 24
"""So many steps a sample has: both phases, or some rounds."""
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HANDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "mouse": (LAPTOP, {"lumiere": lumiere_input.Mouse, "paris": paris_input.Mouse}),
    "finger": (PHONE, {"lumiere": lumiere_input.Finger, "paris": paris_input.Finger}),
}
SHIFT = 0.005
"""The sum of all layout shifts of a game is less: 0 as browsers show it, with two digits."""
AT = "seq => +document.querySelector('[data-seq]').dataset.seq >= seq"


def watched(chromium: Any, guest: Guest, id_: str, screen: dict[str, Any]) -> Any:
    """A guest's table in a browser of its own, with steady.js on watch once the board is there."""
    context = chromium.new_context(base_url=guest.url, **CONTEXT, **screen)
    context.add_cookies(guest.cookies())
    context.add_init_script(INSTANT)
    page = context.new_page()
    page.goto(f"/t/{id_}")
    page.locator(".p-board:visible, [data-space]:visible").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(STEADY)
    page.evaluate("look('the beginning')")
    return page


def unrest(page: Any) -> dict[str, Any]:
    """What has moved or shifted; closes the page."""
    found: dict[str, Any] = page.evaluate("moved")
    if page.evaluate("shift") >= SHIFT:
        found["layout shifts"] = page.evaluate("shifts")
    page.context.close()
    return found


@pytest.mark.parametrize("game", CHOOSE)
def test_nothing_moves_between_two_steps(chromium, url, game):
    """All play through the API while one of them looks: everything stays where it was until the result covers it. The
    browser does not count shifts that follow a press, so nobody presses anything here."""
    table = Party(url, game, [f"Player {n}" for n in range(1, PLAYERS[game] + 1)])
    pages = {
        f"{screen['viewport']['width']} px": watched(chromium, table.host, table.id, screen)
        for screen in (DESK, LAPTOP, PHONE)
    }
    rng = random.Random(f"steady {game}")
    for number in range(1_000 if FULL else STEPS):
        state, mover = table.now()
        if state["status"] != "running":
            break
        step = CHOOSE[game](state["legal"], rng)
        after = mover.step(table.id, state, step)
        if after["status"] != "running":
            break
        if number % 3 and not FULL:  # what stays in its place for three steps stays there for one
            continue
        who = "own" if mover is table.host else "other"
        for page in pages.values():
            page.wait_for_function(AT, arg=after["seq"])
            page.evaluate("what => look(what)", f"{who} {step}")
    assert {width: found for width, page in pages.items() if (found := unrest(page))} == {}


@pytest.mark.parametrize("hands", HANDS if FULL else ["finger"])
@pytest.mark.parametrize("game", CHOOSE)
def test_nothing_moves_when_a_piece_is_picked_and_placed(chromium, url, game, hands):
    """Each press of an own step, by mouse and by touch."""
    guest = Guest(url)
    id_ = guest.ask("/api/games", {"game": game, "seats": ["human", "random"]})["id"]
    screen, kinds = HANDS[hands]
    page = watched(chromium, guest, id_, screen)
    hand, rng = kinds[game](page), random.Random(f"presses {game}")
    for _step in range(200 if FULL else 8):
        state = my_turn(guest, id_)
        if state["status"] != "running":
            break
        page.wait_for_function(AT, arg=state["seq"])
        step = CHOOSE[game](state["legal"], rng)
        hand.do(step, state["view"]["position"])
        page.wait_for_function(AT, arg=state["seq"] + 1)
        page.evaluate("what => look(what)", step)
    assert unrest(page) == {}
