"""The table of La Cité de la Lumière in a real browser: whole games by mouse, by keys alone and by touch at 360 px,
and every question a postcard can ask, reloaded while it is open."""

from __future__ import annotations

import os
import random
import re
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lumiere_hands import Finger, Hands, Keys, Mouse

ROOT = Path(__file__).parent.parent.parent
FULL = bool(os.environ.get("LUTETIA_FULL"))
ASKING = [
    "bouquinistes",
    "fontaine",
    "grande-lumiere",
    "jardin",
    "lampadaire",
    "levitation",
    "moulin-rouge",
    "peintre",
    "penseur",
]  # the postcards that ask something; the other three end the turn
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
HANDS: dict[str, tuple[type[Hands], dict[str, Any]]] = {
    "mouse": (Mouse, DESK),
    "keys": (Keys, DESK),
    "finger": (Finger, PHONE),
}


class Table:
    """One person at a table in a browser, with hands, and the doors of the server as a short cut."""

    def __init__(self, browser: Any, house: str, hands: str, **game: Any) -> None:
        kind, screen = HANDS[hands]
        self.house, self.context = house, browser.new_context(base_url=house, reduced_motion="reduce", **screen)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.hands = kind(self.page)
        self.page.goto("/")
        self.id: str = self.fetch("/api/games", game | {"game": "lumiere"})["id"]
        self.steps = 0

    def fetch(self, path: str, body: Any = None) -> Any:
        found = self.page.evaluate(
            """async ([path, body]) => {
                const how = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
                const answer = await fetch(path, body === null ? {} : how);
                return [answer.status, await answer.json()];
            }""",
            [path, body],
        )
        assert found[0] < 300, found
        return found[1]

    def open(self) -> None:
        """Look at the table until the board is there."""
        self.page.goto(f"/t/{self.id}")
        self.page.wait_for_selector("[data-space]")
        if self.page.locator(".notice.recap").count():
            self.page.click(".notice.recap .quiet")

    def state(self) -> dict[str, Any]:
        """The game once it is the person's decision, or over."""
        for _try in range(400):
            state: dict[str, Any] = self.fetch(f"/api/games/{self.id}")
            if state["legal"] or state["status"] == "over":
                return state
            time.sleep(0.02)
        raise AssertionError("the others think too long")

    def at(self, seq: int) -> None:
        """Wait until the page shows this moment."""
        self.page.wait_for_selector(f'[data-seq="{seq}"]', state="attached")

    def by_hand(self, state: dict[str, Any], step: str) -> None:
        self.at(state["seq"])
        self.hands.do(step)
        self.page.wait_for_function("seq => +document.querySelector('[data-seq]').dataset.seq > seq", arg=state["seq"])
        self.steps += 1

    def by_door(self, state: dict[str, Any], step: str) -> None:
        key = f"{state['seq']}-{random.random()}"
        self.fetch(f"/api/games/{self.id}/steps", {"seq": state["seq"], "step": step, "client_key": key})

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def drawn(legal: list[str], rng: random.Random) -> str:
    """A step: first its kind, so that cards and buildings come as often as tiles."""
    kind = rng.choice(sorted({step.split()[0] for step in legal} - {"decline"}) or ["decline"])
    return rng.choice([step for step in legal if step.split()[0] == kind])


@pytest.mark.parametrize("hands", HANDS)
def test_a_whole_game_against_a_bot(chromium, url, hands):
    """All of it by hand with --full; in the sample its beginning and every third step of the building."""
    table = Table(chromium, url, hands, seats=["human", "random"], options={"postcards": "random"})
    table.open()
    rng, taken, away = random.Random(1889), 0, False
    while (state := table.state())["status"] == "running":
        step = drawn(state["legal"], rng)
        taken += 1
        building = state["view"]["position"]["phase"] == "building"
        if away and building:
            table.open()
            away = False
        if FULL or taken < 4 or (building and taken % 3 == 0):
            table.by_hand(state, step)
        else:
            if not (away or building):
                table.page.goto("/")
                away = True
            table.by_door(state, step)
    if away:
        table.open()
    table.at(state["seq"])
    assert table.steps >= (taken if FULL else 3)
    for seat, points in state["view"]["position"]["scores"].items():
        assert table.page.locator(f"tfoot .{seat}").text_content() == str(points["total"]).replace("-", "−")
    table.close()


@pytest.mark.parametrize(
    ("hands", "card"),
    [
        (list(HANDS)[i % 3], card)
        for i, card in enumerate(ASKING)
        if FULL or card in ("bouquinistes", "levitation", "penseur")
    ],
)
def test_a_postcard_asks_and_a_reload_keeps_the_question(chromium, url, hands, card):
    """L39-L51: given open postcards, when one is taken, its question is asked in place and answered there."""
    others = [name for name in (*ASKING, "chartier", "metropolitain") if name != card][:7]
    table = Table(chromium, url, hands, seats=["human", "random"], options={"postcards": [card, *others]})
    rng = random.Random(card)
    while not _ready(state := table.state(), card):
        if state["status"] == "over":  # the bot took the card: another game
            table.id = table.fetch(
                "/api/games", {"game": "lumiere", "seats": ["human", "random"], "options": state["view"]["options"]}
            )["id"]
        else:
            table.by_door(state, _towards(state, card, rng))
    table.open()
    table.by_hand(state, f"card {card}")
    questions = 0
    while (state := table.state())["view"]["position"]["question"]:
        before = _shown(table, state)
        table.open()
        assert _shown(table, state) == before
        step = drawn(state["legal"], rng)
        table.by_hand(state, step)
        questions += 1
    assert questions == (2 if card == "levitation" and step != "decline" else 1)
    table.close()


def _ready(state: dict[str, Any], card: str) -> bool:
    """Whether the card can be taken, and something can come of it."""
    position = state["view"]["position"]
    built = any(b["owner"] == state["seat"] for b in position["buildings"])
    enough = position["supply"] and position["reserve"][state["seat"]] if card == "levitation" else True
    return f"card {card}" in state["legal"] and bool(enough) and (built or card != "bouquinistes")


def _towards(state: dict[str, Any], card: str, rng: random.Random) -> str:
    """A step on the way there: pave, keep something for a swap, build for an annex."""
    legal = state["legal"]
    few = len(state["view"]["position"]["reserve"][state["seat"]]) < 3
    for kind in (["take"] if few else []) + ["tile", "build", "pass"]:
        found = [step for step in legal if step.startswith(kind)]
        if found:
            return rng.choice(found)
    return rng.choice(legal)


def _shown(table: Table, state: dict[str, Any]) -> list[Any]:
    """What the page says of an open question."""
    table.at(state["seq"])
    page = table.page
    page.wait_for_selector(".card.asked")
    tray = page.locator("[data-pick], [data-give], [data-lift]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert tray or state["legal"] == ["decline"]
    return [page.locator(".card.asked h3").text_content(), page.locator(".says").text_content(), tray]


def test_the_bundled_edition_is_the_servers():
    """The front end draws shapes and tiles of edition 1 from its own copy; it must be a copy."""
    edition = tomllib.loads((ROOT / "src/lutetia/editions/lumiere.toml").read_text())
    text = (ROOT / "web/src/games/lumiere/edition.ts").read_text()
    shapes = {name: re.findall(r"'([#.]+)'", rows) for name, rows in re.findall(r"(\w\d): \[(.*?)\]", text)}
    assert shapes == {name: rows for name, rows in edition["buildings"].items() if isinstance(rows, list)}
    assert re.findall(r"'([ORML]{4})'", text) == edition["tiles"]["layout"]
    numbers = dict(re.findall(r"(\w+): (-?\d+)", re.search(r"numbers: \{ (.*?) \}", text)[1]))  # type: ignore[index]
    points = edition["points"]
    assert {name: int(n) for name, n in numbers.items()} == {
        "garden": sum(row.count("#") for row in edition["pieces"]["garden"]),
        "painter": points["painter_per_lamp"],
        "dancer": points["dancer_per_space"],
        "fountain": points["fountain_per_building"],
        "side": points["statue_side"],
        "corner": points["statue_corner"],
        "unbuilt": points["unbuilt"],
    }


def _built(table: Table) -> dict[str, Any]:
    """Play by the door until something can be built."""
    rng = random.Random(7)
    while (state := table.state())["status"] == "running":
        if any(step.startswith("build") for step in state["legal"]):
            return state
        table.by_door(state, _towards(state, "bouquinistes", rng))
    raise AssertionError("nothing could ever be built")


def test_a_drag_lays_a_building_down_and_the_card_says_what_it_brings(chromium, url):
    """Given a building with a place, when it is dragged there, its ghost shows the sum, and letting go builds."""
    table = Table(chromium, url, "mouse", seats=["human", "random"])
    state = _built(table)
    table.open()
    page = table.page
    building = next(step for step in state["legal"] if step.startswith("build")).split()[1]
    thumb = page.locator(f'[data-pick="building {building}"]').bounding_box()
    page.mouse.move(thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2)
    page.mouse.down()
    for space in [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]:
        box = page.locator(f'[data-space="{space}"]').bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        step = table.hands.would()
        if step:
            break
    assert step in state["legal"]
    change = table.fetch(f"/api/games/{table.id}/preview", {"step": step})["change"][state["seat"]]["total"]
    page.wait_for_selector(".callout .sum b")
    assert page.locator(".callout .sum b").text_content() == f"{change:+d}".replace("-", "−")
    page.mouse.up()
    page.wait_for_function("seq => +document.querySelector('[data-seq]').dataset.seq > seq", arg=state["seq"])
    assert step in [done for turn in table.state()["view"]["turns"] for done in turn["steps"]]
    table.close()


def test_a_place_that_forbids_it_says_which_rule(chromium, url):
    """An illegal click is answered with the rule, in words, and nothing is sent."""
    table = Table(chromium, url, "mouse", seats=["human", "random"])
    state = _built(table)
    table.open()
    page, legal = table.page, state["legal"]
    building = next(step for step in legal if step.startswith("build")).split()[1]
    free = {space for step in legal if step.startswith(f"build {building} ") for space in step.split()[2:]}
    barred = next(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh" if f"{c}{r}" not in free)
    page.click(f'[data-pick="building {building}"]')
    page.click(f'[data-space="{barred}"]')
    page.wait_for_selector(".callout.no")
    assert re.search(r"L\d\d", page.locator(".callout.no").text_content() or "")
    assert table.state()["seq"] == state["seq"]
    page.keyboard.press("Escape")
    assert table.hands.would() is None
    table.close()


def test_two_fingers_turn_a_tile(chromium, url):
    table = Table(chromium, url, "finger", seats=["human", "random"], options={"first": "orange"})
    table.open()
    state = table.state()
    table.at(state["seq"])
    table.page.tap('[data-space="c3"]')
    before = table.hands.would()
    table.page.evaluate(
        """() => {
            const grid = document.querySelector('[role="grid"]');
            const touch = (id, x, y) => new Touch({identifier: id, target: grid, clientX: x, clientY: y});
            const send = (kind, x, y) => grid.dispatchEvent(
                new TouchEvent(kind, {touches: [touch(1, 100, 100), touch(2, x, y)], bubbles: true}));
            send('touchstart', 200, 100);
            send('touchmove', 180, 160);
        }"""
    )
    table.page.wait_for_function("was => document.querySelector('[data-step]').dataset.step !== was", arg=before)
    assert (before or "")[:-1] == (table.hands.would() or "")[:-1]
    table.close()


@pytest.mark.parametrize("screen", ["night", "day", "forced", "phone"] if FULL else ["night"])
def test_nothing_serious_bars_anybody(chromium, url, screen):
    """axe, on the table while a building is held."""
    axe = Axe()
    table = Table(chromium, url, "finger" if screen == "phone" else "mouse", seats=["human", "random"])
    state = _built(table)
    if screen == "forced":
        table.page.emulate_media(forced_colors="active")
    if screen == "day":
        table.page.evaluate("localStorage.setItem('prefs', JSON.stringify({theme: 'day'}))")
    table.open()
    building = next(step for step in state["legal"] if step.startswith("build")).split()
    table.hands.press(f'[data-pick="building {building[1]}"]')
    rules = {"color-contrast": {"enabled": screen != "forced"}}  # forced colours are the person's own
    options = {"resultTypes": ["violations"], "rules": rules}
    found = axe.run(table.page, context="main", options=options).response["violations"]
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
    table.close()
