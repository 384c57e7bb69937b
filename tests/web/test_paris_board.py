"""The table of Paris in a real browser: whole games by mouse, by keys alone and by touch at 360 px, every question a
turn can ask, reloaded while it is open, and a seat behind closed screens that learns nothing it may not know."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from paris_hands import Finger, Hands, Keys, Mouse
from playwright.sync_api import expect

ROOT = Path(__file__).parent.parent.parent
FULL = bool(os.environ.get("LUTETIA_FULL"))
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
HANDS: dict[str, tuple[type[Hands], dict[str, Any]]] = {
    "mouse": (Mouse, DESK),
    "keys": (Keys, DESK),
    "finger": (Finger, PHONE),
}
QUESTIONS = ("track", "section", "vp", "pay", "site", "pair", "end")


class Table:
    """One person at a table in a browser, with hands, and the doors of the server as a short cut."""

    def __init__(self, browser: Any, house: str, hands: str, rivals: int, **options: Any) -> None:
        kind, screen = HANDS[hands]
        self.context = browser.new_context(base_url=house, reduced_motion="reduce", **screen)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self.hands = kind(self.page)
        self.page.goto("/")
        game = {"game": "paris", "seats": ["human"] + ["random"] * rivals, "options": options}
        self.id: str = self.fetch("/api/games", game)["id"]

    def _heard(self, said: Any) -> None:
        # a courtesy preview may come too late for a step taken by the door; that is no fault of the page
        if said.type == "error" and "Failed to load resource" not in said.text:
            self.errors.append(said.text)

    def fetch(self, path: str, body: Any = None) -> Any:
        answer = self.page.request.get(path) if body is None else self.page.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open(self) -> None:
        """Look at the table until the board is there."""
        self.page.goto(f"/t/{self.id}")
        self.page.wait_for_selector(".p-board")
        if self.page.locator(".notice.recap").count():
            self.page.click(".notice.recap .quiet")

    def state(self) -> dict[str, Any]:
        """The game once it is the person's decision, or over."""
        for _try in range(600):
            state: dict[str, Any] = self.fetch(f"/api/games/{self.id}")
            if state["legal"] or state["status"] == "over":
                return state
            time.sleep(0.02)
        raise AssertionError("the others think too long")

    def by_hand(self, state: dict[str, Any], step: str) -> None:
        self.page.wait_for_selector(f'[data-seq="{state["seq"]}"]', state="attached")
        self.hands.do(step, state["view"]["position"])
        self.page.wait_for_function("seq => +document.querySelector('[data-seq]').dataset.seq > seq", arg=state["seq"])

    def by_door(self, state: dict[str, Any], step: str) -> None:
        key = f"{state['seq']}-{random.random()}"
        self.fetch(f"/api/games/{self.id}/steps", {"seq": state["seq"], "step": step, "client_key": key})

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


@pytest.fixture
def sit(chromium, url) -> Iterator[Any]:
    tables: list[Table] = []

    def make(hands: str, rivals: int, **options: Any) -> Table:
        tables.append(Table(chromium, url, hands, rivals, **options))
        return tables[-1]

    yield make
    for table in tables:
        table.close()


def chosen(legal: list[str], rng: random.Random) -> str:
    """A step that gets on with the game: what is asked first, then moves, keys, tiles; trade now and then."""
    kinds = {step.split()[0] for step in legal}
    asked = [kind for kind in ("pay", "section", "vp", "track", "site", "pair", "draw") if kind in kinds]
    wanted = asked[:1] or [
        rng.choice([kind for kind in ("move", "move", "key", "end", "use") if kind in kinds] or [""])
    ]
    if rng.random() < 0.1 or not wanted[0]:
        wanted = [rng.choice(sorted(kinds))] if not asked else wanted
    if not asked and "done" in kinds and rng.random() < 0.8:
        return "done"
    found = [step for step in legal if step.split()[0] == wanted[0]]
    better = [step for step in found if not step.endswith((" none", " done"))]
    return rng.choice(better or found)


@pytest.mark.parametrize(
    ("hands", "rivals", "options"),
    [
        ("mouse", 1, {"advanced": True}),
        ("keys", 2, {"screens": "closed"}),
        ("finger", 3, {"any_district": True}),
        *(
            [
                (hands, rivals, {"advanced": advanced, "any_district": not advanced, "screens": screens})
                for hands in HANDS
                for rivals in (1, 2, 3)
                for advanced, screens in ((True, "closed"), (False, "open"))
            ]
            if FULL
            else []
        ),
    ],
)
def test_a_whole_game(sit, hands, rivals, options):
    """To the end and its count: some steps by hand and the others by the door, all by hand in the full run."""
    table = sit(hands, rivals, **options)
    rng = random.Random(f"{hands} {rivals}")
    table.open()
    done: set[str] = set()
    while True:
        state = table.state()
        if state["status"] == "over":
            break
        step = chosen(state["legal"], rng)
        kind = step.split()[0]
        if FULL or kind not in done or rng.random() < 0.08:
            table.by_hand(state, step)
            done.add(kind)
        else:
            table.by_door(state, step)
    assert {"draw", "key", "move", "done"} <= done
    table.page.wait_for_selector("[data-status=over]")
    table.page.keyboard.press("Escape")
    end = table.page.locator(".end.panel")
    end.wait_for()
    for seat, vp in state["view"]["result"]["vp"].items():
        place = state["view"]["seats"].index(seat)
        assert end.locator("td.total").nth(place).inner_text() == str(vp)


def asked_in(state: dict[str, Any]) -> str | None:
    """The question of a position; taking an end-game tile is one too."""
    question = state["view"]["position"]["question"]
    if question:
        return str(question["ask"])
    return "end" if any(step.startswith("end ") for step in state["legal"]) else None


@pytest.mark.parametrize("hands", HANDS if FULL else ["mouse"])
def test_every_question_survives_a_reload(sit, hands):
    """Each is asked in words, stays after a reload, and its answer counts."""
    missing = set(QUESTIONS)
    rng = random.Random(hands)
    for _game in range(12):
        table = sit(hands, 1, any_district=True)
        while missing:
            state = table.state()
            if state["status"] == "over":
                break
            ask = asked_in(state)
            if ask not in missing:
                table.by_door(state, eager(state, missing, rng))
                continue
            table.open()
            table.page.reload()
            table.page.wait_for_selector(".p-board")
            kind = [step for step in state["legal"] if step.split()[0] == ask and not step.endswith((" none", " done"))]
            table.by_hand(state, rng.choice(kind or state["legal"]))
            missing.discard(ask)
        if not missing:
            return
    raise AssertionError(f"never asked: {missing}")


def eager(state: dict[str, Any], missing: set[str], rng: random.Random) -> str:
    """Tiles 23 and 24 and wild resources are kept for the questions that need them."""
    legal = state["legal"]
    pairs = [step for step in legal if step in ("use 23", "use 24")]
    if "pair" in missing and pairs:
        return pairs[0]
    tiles = [step for step in legal if step in ("track 23", "track 24", "track 10", "track 21", "track 2")]
    if tiles:
        return rng.choice(tiles)
    kept = [step for step in legal if not step.startswith(("sell", "use"))] or legal
    return chosen(kept, rng)


def test_closed_screens_keep_their_secrets(sit):
    """A seat behind closed screens: neither the page nor the traffic holds what it may not know (P80)."""
    table = sit("mouse", 2, screens="closed")
    heard: list[dict[str, Any]] = []

    def listen(text: str) -> None:
        with contextlib.suppress(ValueError):
            heard.append(json.loads(text))

    table.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: listen(str(frame))))
    table.page.on(
        "response", lambda answer: listen(answer.text()) if "/api/games/" in answer.url and answer.ok else None
    )
    table.open()
    rng = random.Random(80)
    turns = 0
    while (state := table.state())["status"] != "over" and (FULL or turns < 8):
        step = chosen(state["legal"], rng)
        turns += step == "done"
        table.by_hand(state, step) if step == "done" else table.by_door(state, step)
        plates = table.page.locator(".rivals .has")
        for n in range(plates.count()):
            assert "behind the screen" in plates.nth(n).inner_text()
    mine = state["seat"]
    views = [part for message in heard for part in _views(message) if not part["over"]]
    assert len(views) > 3
    for view in views:
        assert view["viewer"] == mine
        for seat, has in view["position"]["seats"].items():
            hidden = [has[part] for part in ("francs", "hand", "tokens", "unused", "end_count", "ends")]
            assert seat == mine or hidden == [None] * 6
        for turn in view["turns"]:
            taken = [step for step in turn["steps"] if step.startswith("end ")]
            assert turn["seat"] == mine or set(taken) <= {"end ?"}
        assert all(set(stack) == {"drawn", "left", "back"} for stack in view["position"]["stacks"])


def _views(message: Any) -> Iterator[dict[str, Any]]:
    """Every view anywhere in a message."""
    if isinstance(message, dict):
        if {"position", "viewer", "turns"} <= set(message):
            yield message
        for part in message.values():
            yield from _views(part)
    elif isinstance(message, list):
        for part in message:
            yield from _views(part)


def test_choosing_a_key_says_price_gain_and_standing(sit):
    """The destinations of a key ring with their price; looking at one says what it costs, gives and changes."""
    table = sit("mouse", 1)
    rng = random.Random(5)
    while True:
        state = table.state()
        moves = [step.split() for step in state["legal"] if step.startswith("move ")]
        buildings = [move for move in moves if ":L" not in move[2]]
        if buildings and state["view"]["position"]["phase"] == "action":
            break
        table.by_door(state, chosen([s for s in state["legal"] if not s.startswith(("sell", "use", "buy"))], rng))
    table.open()
    _move, start, goal = buildings[0]
    if table.hands.chosen() != start:
        table.hands.press(start)
    table.page.mouse.move(2, 2)  # what lies under the pointer would be told as well
    assert table.page.locator(".p-ring").count() >= 1
    spot = table.page.locator(f'.p-board [data-spot="{goal}"]')
    assert "legal" in (spot.get_attribute("aria-label") or "")
    spot.focus()
    said = table.page.locator(".banner p")
    priced = next(k["goals"] for k in state["view"]["position"]["moves"] if k["from"] == start)
    francs = next(g["francs"] for g in priced if g["to"] == goal)
    expect(said).to_contain_text(f"pay {francs} F")
    expect(said).to_contain_text("Your sum there")
    assert table.page.locator(".standings td.changed").count() >= 1
    table.page.keyboard.press("Escape")


@pytest.mark.parametrize("hands", ["mouse", "finger"])
def test_targets_are_large_enough(sit, hands):
    """24 px for a mouse, 44 on touch: everything that can be pressed in the panels and lists."""
    table = sit(hands, 3)
    table.open()
    least = 24 if hands == "mouse" else 44
    small = table.page.evaluate(
        """(least) => [...document.querySelectorAll('.paris button')].filter(b => b.offsetParent)
            .map(b => [b.textContent.trim().slice(0, 30), Math.round(b.getBoundingClientRect().height)])
            .filter(([, height]) => height < least)""",
        least - 0.5,
    )
    assert small == []


def test_no_page_scrolls_at_1440_by_900(sit):
    table = sit("mouse", 3)
    table.open()
    bottom = table.page.evaluate("document.querySelector('.paris').getBoundingClientRect().bottom")
    assert bottom <= 900
    table.page.set_viewport_size({"width": 360, "height": 740})
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_edition_is_the_editions(sit):
    """edition.json is editions/paris.toml without its notes."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: bare(value) for name, value in part.items() if name != "status"}
        return [bare(value) for value in part] if isinstance(part, list) else part

    written = tomllib.loads((ROOT / "src/lutetia/editions/paris.toml").read_text())
    kept = json.loads((ROOT / "web/src/games/paris/edition.json").read_text())
    assert kept == {name: bare(written[name]) for name in kept}


@pytest.mark.parametrize("look", ["day", "night", "forced", "phone"] if FULL else ["day", "phone"])
def test_nothing_serious_bars_anybody(sit, look):
    """axe, on the table while a key is chosen."""
    axe = Axe()
    table = sit("finger" if look == "phone" else "mouse", 3)
    rng = random.Random(9)
    state = table.state()
    while not any(step.startswith("move ") for step in state["legal"]):
        table.by_door(state, chosen(state["legal"], rng))
        state = table.state()
    if look == "forced":
        table.page.emulate_media(forced_colors="active")
    if look == "night":
        table.page.evaluate("localStorage.setItem('prefs', JSON.stringify({theme: 'night'}))")
    table.open()
    start = next(step for step in state["legal"] if step.startswith("move ")).split()[1]
    if table.hands.chosen() != start:
        table.hands.press(start)
    rules = {"color-contrast": {"enabled": look != "forced"}}  # forced colours are the person's own
    found = axe.run(table.page, context="main", options={"resultTypes": ["violations"], "rules": rules})
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
