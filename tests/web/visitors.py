"""A person with a browser, for the browser tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

import configurations
from configurations import ON_CLUSTER

FULL = configurations.FULL and not ON_CLUSTER
"""Every hand, screen and language. How many processes there are makes no difference to those."""
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
OVER_OR_MY_TURN = "[data-status=over], button[aria-keyshortcuts=l]:not([data-count='0'])"
INSTANT = "try { localStorage.prefs ??= JSON.stringify({ speed: 'instant' }) } catch {}"
"""Others' steps are not played back, so that a test need not wait for them; test_playback.py is about that."""
PATIENCE = 60_000
"""Milliseconds to wait for what must come: much longer than it takes even on a busy machine."""
expect.set_options(timeout=PATIENCE)


class Person:
    """A person with a browser context and one page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.add_init_script(INSTANT)
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.offline = False
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._on_console)

    def _on_console(self, message: Any) -> None:
        network = re.search(r"ERR_|Failed to load resource|WebSocket connection|fetching the script", message.text)
        if message.type == "error" and not network:
            self.faults.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def post(self, path: str, body: Any = None) -> Any:
        """POST to the API with this person's cookie; returns the JSON of the response."""
        answer = self.page.request.post(path, data=body if body is not None else {})
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, *seats: str, game: str = "lumiere", **more: Any) -> str:
        """Open a new table and show it; returns its id."""
        id_ = self.post("/api/games", {"game": game, "seats": list(seats), **more})["id"]
        self.open(f"/t/{id_}")
        return str(id_)

    def state(self, id_: str) -> Any:
        return self.page.request.get(f"/api/games/{id_}").json()

    def play_until(self, id_: str, steps: int) -> None:
        """Play through the API until it is one's turn after so many steps; the page only follows."""
        while True:
            state = self.state(id_)
            taken = sum(len(turn["steps"]) for turn in state["view"]["turns"])
            if state["status"] != "running" or (state["legal"] and taken >= steps):
                return
            if state["legal"]:
                step = state["legal"][len(state["legal"]) // 2]
                self.post(
                    f"/api/games/{id_}/steps", {"seq": state["seq"], "step": step, "client_key": f"k{state['seq']}"}
                )

    @property
    def seq(self) -> int:
        return int(self.page.locator("[data-seq]").get_attribute("data-seq") or -1)

    def seq_at_rest(self, id_: str) -> int:
        """Wait for this person's turn, when nothing more happens by itself; return the server's number of the state."""
        self.page.locator(OVER_OR_MY_TURN).first.wait_for()
        return int(self.state(id_)["seq"])

    def step_by_list(self, choose: Callable[[int], int] = lambda n: 0) -> bool:
        """Wait for this person's turn and take a step from the list of legal steps; False when the game is over."""
        page = self.page
        page.locator(OVER_OR_MY_TURN).first.wait_for()
        before = self.seq
        if page.locator("[data-status=over]").count():
            return False
        page.locator("button[aria-keyshortcuts=l]").click()
        steps = page.locator("dialog button.step[data-step]")
        expect(steps.first).to_be_visible()
        steps.nth(choose(steps.count())).click()
        expect(page.locator(f'[data-seq="{before}"]')).to_have_count(0)
        return True
