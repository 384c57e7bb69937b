"""The table of Paris in a real browser: whole games by mouse, by keys alone and by touch at 360 px, every question a
turn can ask, reloaded while it is open, and a seat behind closed screens that learns nothing it may not know."""

from __future__ import annotations

import contextlib
import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from paris_input import POINT, Finger, Keys, Mouse
from playwright.sync_api import expect
from pointing import middle
from sitting import ByList, Sitting, play
from visitors import FULL

ROOT = Path(__file__).parent.parent.parent
HANDS: dict[str, Callable[[Any], Any]] = {"mouse": Mouse, "keys": Keys, "finger": Finger, "list": ByList}
COVERED = """() => [...document.querySelectorAll('.ask button')].filter((one) => {
  const box = one.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.tip');
}).map((one) => one.textContent)"""
QUESTIONS = ("track", "section", "vp", "pay", "site", "pair", "end")


@pytest.fixture
def sit(chromium, url) -> Iterator[Callable[..., Sitting]]:
    """A player with a browser and hands, against so many bots, or (None) at no table yet."""
    people: list[Sitting] = []

    def make(hands: str, rivals: int | None = None, **options: Any) -> Sitting:
        people.append(Sitting(chromium, url, hands, HANDS))
        if rivals is not None:
            people[-1].new("paris", ["human"] + ["random"] * rivals, options=options)
        return people[-1]

    yield make
    for one in people:
        one.close()


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


def counted(page: Any, state: dict[str, Any]) -> None:
    """The sheet at the end says what the server says."""
    page.wait_for_selector("[data-status=over]")
    prized = [name for name, part in state["view"]["position"]["districts"].items() if part["vp_tile"]]
    expect(page.locator("dialog tr.part")).to_have_count(len(prized))  # counted up one by one
    for names in ("dialog thead th + th", "dialog figcaption span:has(svg)"):
        assert len(set(page.locator(names).all_inner_texts())) == len(state["view"]["seats"])  # bots of one level, too
    page.keyboard.press("Escape")
    end = page.locator(".end.panel")
    end.wait_for()
    for seat, vp in state["view"]["result"]["vp"].items():
        place = state["view"]["seats"].index(seat)
        expect(end.locator("td.total").nth(place)).to_have_text(str(vp))


SAMPLE = [("keys", 2, {"screens": "closed"})]
"""A finger plays the other game, the list of legal steps in test_pages.py."""
EVERY = [
    *SAMPLE,
    ("finger", 3, {"any_district": True}),
    ("mouse", 1, {"advanced": True}),
    ("list", 1, {"advanced": True, "any_district": True, "screens": "closed"}),
    *(
        (hands, rivals, {"advanced": advanced, "any_district": not advanced, "screens": screens})
        for hands in HANDS
        for rivals in (1, 2, 3)
        for advanced, screens in ((True, "closed"), (False, "open"))
    ),
]


@pytest.mark.full
@pytest.mark.parametrize(("hands", "rivals", "options"), EVERY if FULL else SAMPLE)
def test_a_whole_game_against_bots(sit, hands, rivals, options):
    """To the end and its count: each kind of step by hand and a share of the others, all of them in the full run."""
    me = sit(hands, rivals, **options)
    me.look()
    state = play([me], chosen, random.Random(f"{hands} {rivals}"), share=0.02, stay=12)
    assert {"draw", "key", "move", "done"} <= me.by_hand_done
    counted(me.page, state)


@pytest.mark.full
def test_four_browsers_at_one_table(sit):
    """Four people far apart, each with hands of another kind, see one game and its end alike."""
    people = [sit(hands) for hands in HANDS]
    host = people[0]
    host.new("paris", ["human", "open", "open", "open"], private=True, options={"screens": "closed"})
    for guest in people[1:]:
        guest.id = host.id
        guest.page.goto(f"/t/{host.id}")
        guest.page.get_by_role("button", name="Sit down").click()
    host.page.goto(f"/t/{host.id}")
    for one in people:
        one.ready()
    kinds = {"draw", "key", "move", "done"}
    state = play(people, chosen, random.Random("four"), share=0, kinds=kinds, stay=16)
    for one in people:
        one.at(state["seq"])
        assert kinds <= one.by_hand_done
        counted(one.page, state)


@pytest.mark.full
def test_a_whole_game_of_four_on_one_device(sit):
    """Hot-seat behind closed screens: whoever is next uncovers the table, and nothing shows before."""
    me = sit("mouse")
    me.new("paris", ["human"] * 4, options={"screens": "closed"})
    me.look()
    seats: set[str] = set()

    def meanwhile(state: dict[str, Any], taken: int) -> None:
        if state["status"] != "running":
            return
        me.at(state["seq"])
        cover = me.page.get_by_role("heading", name=re.compile("Hand over to"))
        if state["seat"] not in seats:
            if seats:
                expect(cover).to_be_visible()
                assert me.page.locator(".screen, .p-board").count() == 0
            seats.add(state["seat"])

    state = play([me], chosen, random.Random("hot"), share=0.03, meanwhile=meanwhile)
    assert len(seats) == 4
    counted(me.page, state)


def asked_in(state: dict[str, Any]) -> str | None:
    """The question of a position; taking an end-game tile is one too."""
    question = state["view"]["position"]["question"]
    if question:
        return str(question["ask"])
    return "end" if any(step.startswith("end ") for step in state["legal"]) else None


@pytest.mark.full
@pytest.mark.parametrize("hands", HANDS if FULL else ["mouse"])
def test_every_question_survives_a_reload(sit, chance, hands):
    """Each is asked in words, stays after a reload, and its answer counts."""
    missing = set(QUESTIONS) if FULL else {"track", "pay"}
    rng = random.Random(hands)
    for game in range(12):
        chance(f"{hands} {game}")
        table = sit(hands, 1, any_district=True)
        while missing:
            state = table.turn()
            if state["status"] == "over":
                break
            ask = asked_in(state)
            if ask not in missing:
                table.leave()
                table.by_api(state, eager(state, missing, rng))
                continue
            table.look()
            table.page.reload()
            table.page.wait_for_selector(".p-board")
            kind = [step for step in state["legal"] if step.split()[0] == ask and not step.endswith((" none", " done"))]
            table.by_hand(state, rng.choice(kind or state["legal"]))
            missing.discard(ask)
        if not missing:
            return
    raise AssertionError(f"never asked: {missing}")


@pytest.mark.full
def test_no_tooltip_covers_the_answers_of_a_question(sit, chance):
    """Wherever the pointer rests on the board, the tooltip of what lies there leaves the card free."""
    rng = random.Random("tips")
    for game in range(12):
        chance(f"tips {game}")
        table = sit("mouse", 1, any_district=True)
        while (state := table.turn())["legal"] and asked_in(state) not in ("pay", "section", "pair"):
            table.by_api(state, eager(state, set(), rng))
        if state["legal"]:
            break
    table.look()
    page = table.page
    page.wait_for_selector(".ask button")
    seen = 0
    for spot in page.locator(".p-board [data-spot]").evaluate_all("all => all.map((one) => one.dataset.spot)"):
        point = page.evaluate(POINT, spot)
        if point:  # else the card lies over it
            page.mouse.move(*point)
            page.wait_for_selector(f'.p-board [data-spot="{spot}"][aria-describedby=tip]')
            assert page.evaluate(COVERED) == [], spot
            seen += 1
    assert seen > 40


def test_what_comes_late_disturbs_nobody(sit):
    """A step's update may come before its response: one may choose and go on meanwhile."""
    me, rng = sit("mouse", 1), random.Random("late")
    held: list[tuple[Any, Any]] = []

    def come() -> None:
        """What was held back reaches the page."""
        while held:
            route, answer = held.pop()
            route.fulfill(response=answer)
        me.page.evaluate("() => new Promise(done => setTimeout(done, 200))")

    me.page.route_web_socket("**/live?*", lambda socket: socket.close())  # then steps go by POST, apart from updates
    me.look()
    me.page.route(re.compile(r"/steps\?"), lambda route: held.append((route, route.fetch())))
    for late in ("comes", "is still on its way"):
        while True:
            before = me.turn()
            me.by_hand(before, chosen(before["legal"], rng))
            state = me.turn()
            me.at(state["seq"])
            in_hand = me.hands.chosen()
            moves = [step for step in state["legal"] if step.startswith("move") and step.split()[1] != in_hand]
            if moves and state["seq"] == before["seq"] + 1:
                break
            come()
        if late == "comes":
            me.hands.press(moves[0].split()[1])
            come()
            assert me.hands.chosen() == moves[0].split()[1]
        else:
            me.by_hand(state, moves[0])
        come()


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


@pytest.mark.full
def test_closed_screens_keep_their_secrets(sit):
    """A whole game behind closed screens: neither the page nor the traffic holds what it may not know (P80)."""
    table = sit("mouse", 2, screens="closed")
    heard: list[dict[str, Any]] = []

    def listen(text: str) -> None:
        with contextlib.suppress(ValueError):
            heard.append(json.loads(text))

    table.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: listen(str(frame))))
    table.page.on(
        "response", lambda answer: listen(answer.text()) if "/api/games/" in answer.url and answer.ok else None
    )
    table.look()

    def meanwhile(state: dict[str, Any], taken: int) -> None:
        if state["status"] == "running" and taken % 15 == 0:
            table.at(state["seq"])
            plates = table.page.locator(".rivals .has")
            assert plates.count() == 2
            for text in plates.all_inner_texts():
                assert "behind the screen" in text

    state = play([table], chosen, random.Random(80), share=0.02, meanwhile=meanwhile)
    mine = state["seat"]
    views = [part for message in heard for part in _views(message) if not part["over"]]
    assert len(views) > 50
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
        state = table.turn()
        moves = [step.split() for step in state["legal"] if step.startswith("move ")]
        buildings = [move for move in moves if ":L" not in move[2]]
        if buildings and state["view"]["position"]["phase"] == "action":
            break
        table.by_api(state, chosen([s for s in state["legal"] if not s.startswith(("sell", "use", "buy"))], rng))
    table.look()
    _move, start, goal = buildings[0]
    if table.hands.chosen() != start:
        table.hands.press(start)
    table.page.mouse.move(2, 2)  # what lies under the pointer would be told as well
    assert table.page.locator(".p-ring").count() >= 1
    spot = table.page.locator(f'.p-board [data-spot="{goal}"]')
    assert "legal" in (spot.get_attribute("aria-label") or "")
    asked = table.page.locator(".banner h2").inner_text(), table.page.locator(".banner p").first.inner_text()
    table.page.mouse.move(*table.page.evaluate(POINT, goal))
    tip = table.page.locator(".tip")
    priced = next(k["goals"] for k in state["view"]["position"]["moves"] if k["from"] == start)
    francs = next(g["francs"] for g in priced if g["to"] == goal)
    expect(tip).to_contain_text(f"pay {francs} F")
    expect(tip).to_contain_text("Your total there")
    said = table.page.locator(".banner h2").inner_text(), table.page.locator(".banner p").first.inner_text()
    assert said == asked  # looking at something does not replace the instruction
    assert table.page.locator(".standings td.changed").count() >= 1
    table.page.keyboard.press("Escape")


def until(table: Sitting, wanted: Callable[[dict[str, Any]], bool], rng: random.Random) -> dict[str, Any]:
    """Play through the API, without trade and tiles, until a position is as wanted; then open the table."""
    while True:
        state = table.turn()
        if wanted(state):
            table.look()
            table.at(state["seq"])
            return state
        table.by_api(state, chosen([s for s in state["legal"] if not s.startswith(("sell", "use", "buy"))], rng))


def test_everything_has_a_tooltip_and_answers_a_press(sit):
    """One thing of each kind that cannot be used now: pointing at it tells what it is, a press on it why not."""
    table = sit("mouse", 1)
    page = table.page
    action = lambda state: state["view"]["position"]["phase"] == "action" and not asked_in(state)  # noqa: E731
    until(table, action, random.Random(3))
    spots = page.evaluate("""() => [...document.querySelectorAll('[data-spot][aria-disabled=true]')]
        .filter(one => one.getBoundingClientRect().width).map(one => one.dataset.spot)""")
    kinds = {
        re.sub(r"^[^:]+:L?\d+$", "property", spot) if spot[0].isupper() else spot.split(":")[0]: spot for spot in spots
    }
    assert {"stack", "bonus", "property", "prize", "ends", "good", "card"} <= set(kinds)
    for spot in kinds.values():
        point = page.evaluate(POINT, spot) or middle(page, f'button[data-spot="{spot}"]')
        page.mouse.move(*point)
        expect(page.locator(".tip")).to_contain_text(re.compile(r"\w"))
        page.mouse.click(*point)
        expect(page.locator(".banner p.why")).to_contain_text(re.compile(r"\w"))
        page.mouse.move(2, 2)
        expect(page.locator(".tip")).to_be_hidden()
    page.get_by_role("group", name="Meeples and score discs").focus()
    for waiting in (r"^Your meeple", r"^Meeple of"):  # they had a tooltip for the pointer only
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tip")).to_contain_text(re.compile(waiting))


def test_nothing_moves_under_a_finger(sit):
    """A finger presses and does not look: what would be said could push the board away from under it."""
    table = sit("finger", 1)
    page = table.page
    state = until(table, lambda state: asked_in(state) == "track" and len(state["legal"]) > 9, random.Random(2))
    tile = next(step.split()[1] for step in state["legal"] if step.startswith("track ") and "none" not in step)
    page.locator(f'.p-board [data-spot="bonus:{tile}"]').scroll_into_view_if_needed()
    x, y = page.evaluate(POINT, f"bonus:{tile}")
    banner = page.locator(".banner p").first.inner_text()
    finger = table.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(200)
    assert page.locator(".banner p").first.inner_text() == banner
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("seq => +document.querySelector('[data-seq]').dataset.seq > seq", arg=state["seq"])
    assert table.now()["view"]["turns"][-1]["steps"][-1] == f"track {tile}"


@pytest.mark.full
def test_a_finger_that_stays_reads_what_a_move_changes(sit):
    """On a phone the words that a pointer reads in the banner come with a long press, and nothing is taken by it."""
    table = sit("finger", 1)
    page = table.page

    def houses(state: dict[str, Any]) -> list[list[str]]:
        moves = [step.split() for step in state["legal"] if step.startswith("move ")]
        return [move for move in moves if ":L" not in move[2]] if not asked_in(state) else []

    state = until(table, lambda state: bool(houses(state)), random.Random(5))
    _move, start, goal = houses(state)[0]
    if table.hands.chosen() != start:
        table.hands.press_button(f'[data-origin="{start}"]')
    while not page.locator(f'.district button[data-spot="{goal}"]').count():
        table.hands.press_button(".district .go:last-child")
    x, y = middle(page, f'.district button[data-spot="{goal}"]')
    finger = table.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(".tip")).to_contain_text("Your total there")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    expect(page.locator(".tip")).to_contain_text("Your total there")
    assert table.now()["seq"] == state["seq"]


@pytest.mark.parametrize("hands", ["mouse", "finger"])
def test_targets_are_large_enough(sit, hands):
    """24 px for a mouse, 44 on touch: everything that can be pressed in the panels and lists."""
    table = sit(hands, 3)
    table.look()
    least = 24 if hands == "mouse" else 44
    small = table.page.evaluate(
        """(least) => [...document.querySelectorAll('.paris button')].filter(b => b.offsetParent)
            .map(b => [b.textContent.trim().slice(0, 30), Math.round(b.getBoundingClientRect().height)])
            .filter(([, height]) => height < least)""",
        least - 0.5,
    )
    assert small == []


def test_the_medals_of_a_landmark_are_on_its_card(sit):
    page = sit("mouse", 1).page
    for width, height in ((834, 1112), (1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        outside = page.locator("button.card").evaluate_all(
            """cards => cards.filter((card) => {
                const box = (of) => card.querySelector(of).getBoundingClientRect();
                const [medals, name] = [box('.sections'), box('.name')];
                const named = name.height > 1 && name.bottom > medals.top + 1;
                return named || medals.bottom > card.getBoundingClientRect().bottom;
            }).map((card) => card.dataset.spot)"""
        )
        assert outside == [], (width, height)


def test_no_page_scrolls_at_1440_by_900(sit):
    table = sit("mouse", 3)
    table.look()
    bottom = table.page.evaluate("document.querySelector('.paris').getBoundingClientRect().bottom")
    assert bottom <= 900
    table.page.set_viewport_size({"width": 360, "height": 740})
    table.page.wait_for_function("() => document.documentElement.scrollWidth <= 360")  # the page is laid out anew first


def test_the_edition_is_the_editions(sit):
    """edition.json is the edition without its notes."""

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: bare(value) for name, value in part.items() if name != "status"}
        return [bare(value) for value in part] if isinstance(part, list) else part

    written = tomllib.loads((ROOT / "src/lutetia/games/paris/rules/edition.toml").read_text())
    kept = json.loads((ROOT / "web/src/games/paris/edition.json").read_text())
    assert kept == {name: bare(written[name]) for name in kept}


@pytest.mark.parametrize("look", ["day", "night", "forced", "phone"] if FULL else ["day"])
def test_nothing_serious_bars_anybody(sit, look):
    """axe, on the table while a key is chosen."""
    axe = Axe()
    table = sit("finger" if look == "phone" else "mouse", 3)
    rng = random.Random(9)
    state = table.turn()
    while not any(step.startswith("move ") for step in state["legal"]):
        table.by_api(state, chosen(state["legal"], rng))
        state = table.turn()
    if look == "forced":
        table.page.emulate_media(forced_colors="active")
    if look == "night":
        table.look()
        table.page.evaluate("localStorage.setItem('prefs', JSON.stringify({theme: 'night'}))")
    table.look()
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
