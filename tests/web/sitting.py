"""A player at a table in a browser, who takes steps through the page or, as a shortcut, through the HTTP API.

`Hands` take a step of the notation through the page, as a person would. `play` plays a whole game: every step by hand
with LUTETIA_FULL; otherwise each kind of step once by hand and a seeded share of the others. In between, pages may
leave the table.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Container, Sequence
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, TimeoutError
from pointing import middle
from visitors import FULL, PHONE, Person

from browsers import CONTEXT

DESK = {"viewport": {"width": 1440, "height": 900}}
SCREENS = {"mouse": DESK, "keys": DESK, "finger": PHONE, "list": DESK}
SINCE = "seq => +document.querySelector('[data-seq]').dataset.seq > seq"
State = dict[str, Any]


class Hands(Protocol):
    def do(self, step: str, position: dict[str, Any]) -> None:
        """Do one legal step."""


class ByList:
    """Takes steps from the list of legal steps only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, step: str, position: dict[str, Any]) -> None:
        # Try again if needed: a key press is lost while the browser goes back in its history.
        before = self.page.get_attribute("[data-seq]", "data-seq")
        for _try in range(3):
            if self.page.get_attribute("[data-seq]", "data-seq") != before:
                return
            if not self.page.locator("dialog").count():
                self.page.keyboard.press("l")
            with contextlib.suppress(TimeoutError):
                self.page.locator("dialog button.step").first.wait_for(timeout=10_000)
                find = self.page.locator("dialog input[type=search]")
                if find.count():
                    find.fill(step, timeout=5_000)
                self.page.mouse.click(*middle(self.page, f'dialog button.step[data-step="{step}"]', 5_000))
                return
        raise AssertionError(f"{step} is not in the list")


class Sitting(Person):
    """One person at one table."""

    def __init__(self, browser: Browser, url: str, hands: str, kinds: dict[str, Callable[[Page], Hands]]) -> None:
        super().__init__(browser.new_context(base_url=url, **CONTEXT, **SCREENS[hands]))
        self.hands = kinds[hands](self.page)
        self.id = ""
        self.by_hand_done: set[str] = set()

    def new(self, game: str, seats: Sequence[str], **more: Any) -> str:
        """Open a new table."""
        self.id = str(self.post("/api/games", {"game": game, "seats": list(seats), **more})["id"])
        return self.id

    def look(self) -> None:
        """Open the table and wait for the board."""
        self.page.goto(f"/t/{self.id}")
        self.ready()

    def leave(self) -> None:
        """Leave the table, so that the page need not draw the steps taken through the API."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")

    def come_back(self) -> None:
        if self.page.url == "about:blank":
            self.look()

    def ready(self) -> None:
        """Wait until the board is visible, and close what covers it."""
        self.page.locator(".p-board:visible, [data-space]:visible, #hand-over").first.wait_for()
        self.uncover()
        recap = self.page.locator(".recap .quiet")
        if recap.count():
            recap.click()

    def uncover(self) -> None:
        """On a shared device, confirm the hand-over to the next player."""
        ready = self.page.get_by_role("button", name="show the table")
        if ready.count():
            ready.click()

    def now(self) -> State:
        found: State = self.page.request.get(f"/api/games/{self.id}").json()
        return found

    def turn(self) -> State:
        """The game once it is this person's decision, or over."""
        for _try in range(1_500):
            state = self.now()
            if state["legal"] or state["status"] == "over":
                return state
            time.sleep(0.02)
        raise AssertionError("the others think too long")

    def at(self, seq: int) -> None:
        """Wait until the page shows this moment."""
        self.page.wait_for_selector(f'[data-seq="{seq}"]', state="attached")

    def by_hand(self, state: State, step: str) -> None:
        self.come_back()
        self.at(state["seq"])
        self.uncover()
        self.hands.do(step, state["view"]["position"])
        self.page.wait_for_function(SINCE, arg=state["seq"])
        self.by_hand_done.add(step.split()[0])

    def by_api(self, state: State, step: str) -> None:
        body = {"seq": state["seq"], "step": step, "client_key": f"{state['seq']}-{random.random()}"}
        self.post(f"/api/games/{self.id}/steps", body)

    def close(self) -> None:
        self.context.close()
        assert self.faults == [], self.faults


def play(
    at_table: Sequence[Sitting],
    choose: Callable[[list[str], random.Random], str],
    rng: random.Random,
    share: float = 0.08,
    kinds: Container[str] | None = None,
    stay: int = 1_000,
    meanwhile: Callable[[State, int], None] = lambda _state, _taken: None,
) -> State:
    """Play a whole game and return its last state. `meanwhile` gets every state and the number of steps taken.

    The first step of each of these `kinds` (None: of every kind) is taken by hand. After `stay` steps the pages leave
    the table; they return for steps by hand and for the end.
    """
    taken, seated = 0, {one.now()["seat"]: one for one in at_table}
    while True:
        state, mover = _next(at_table, seated)
        meanwhile(state, taken)
        if state["status"] == "over":
            for one in at_table:
                one.come_back()
            return state
        step = choose(state["legal"], rng)
        kind = step.split()[0]
        first = kind not in mover.by_hand_done and (kinds is None or kind in kinds)
        if FULL or first or rng.random() < share:
            mover.by_hand(state, step)
        else:
            for one in at_table if taken >= stay else ():
                one.leave()
            mover.by_api(state, step)
        taken += 1


def _next(at_table: Sequence[Sitting], seated: dict[str, Sitting]) -> tuple[State, Sitting]:
    """The current state, and the player who has to decide."""
    if len(at_table) == 1:
        return at_table[0].turn(), at_table[0]
    state = at_table[0].now()
    if state["status"] == "over":
        return state, at_table[0]
    mover = seated[state["view"]["seat"]]
    return (state if mover is at_table[0] else mover.turn()), mover
