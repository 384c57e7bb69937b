"""The table of La Cité de la Lumière in a real browser: whole games by mouse, by keys alone and by touch at 360 px,
and every question a postcard can ask, reloaded while it is open."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lumiere_input import Finger, Keys, Mouse
from playwright.sync_api import expect
from pointing import middle
from sitting import ByList, Sitting, play
from visitors import FULL

from lutetia.core import catalogue

ROOT = Path(__file__).parent.parent.parent
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
LOOKS = (Path(__file__).parent / "looks.js").read_text()
BOXES = """() => [...document.querySelectorAll('.card, .hands, [role=grid]')]
  .map((one) => one.getBoundingClientRect()).map((box) => [box.x, box.y, box.height])"""
HANDS: dict[str, Callable[[Any], Any]] = {"mouse": Mouse, "keys": Keys, "finger": Finger, "list": ByList}


@pytest.fixture
def sit(chromium, url) -> Iterator[Callable[..., Sitting]]:
    """A player with a browser and hands, at a new table if seats are named."""
    people: list[Sitting] = []

    def make(hands: str, *seats: str, **more: Any) -> Sitting:
        people.append(Sitting(chromium, url, hands, HANDS))
        if seats:
            people[-1].new("lumiere", seats, **more)
        return people[-1]

    yield make
    for one in people:
        one.close()


def drawn(legal: list[str], rng: random.Random) -> str:
    """A step: first its kind, so that cards and buildings come as often as tiles."""
    kind = rng.choice(sorted({step.split()[0] for step in legal} - {"decline"}) or ["decline"])
    return rng.choice([step for step in legal if step.split()[0] == kind])


def counted(page: Any, state: dict[str, Any]) -> None:
    """The sheet at the end says what the server says."""
    page.wait_for_selector("[data-status=over]")
    for seat, points in state["view"]["position"]["scores"].items():
        expect(page.locator(f"tfoot .{seat}")).to_have_text(str(points["total"]).replace("-", "−"))


@pytest.mark.parametrize("hands", HANDS if FULL else ["finger"])
def test_a_whole_game_against_a_bot(sit, hands):
    """By mouse, by keys alone, by touch at 360 px, by the list of legal steps alone: a tenth here, all with --full.
    In a sample keys play the other game, the list plays in test_pages.py."""
    me = sit(hands, "human", "random", options={"postcards": "random"})
    me.look()
    state = play([me], drawn, random.Random(f"1889 {hands}"), share=0.1)
    assert {"tile", "build"} <= me.by_hand_done
    counted(me.page, state)


@pytest.mark.full
def test_two_browsers_play_a_whole_game_and_one_loses_its_network(sit):
    """Given two people far apart, when one is cut off in the middle, nothing is lost and both see the same end."""
    host, friend = sit("mouse", "human", "open", private=True), sit("finger")
    friend.id = host.id
    friend.page.goto(f"/t/{host.id}")
    friend.page.get_by_role("button", name="Sit down").click()
    host.look()
    friend.ready()
    first = host.now()["seat"]
    cut: list[int] = []

    def meanwhile(state: dict[str, Any], taken: int) -> None:
        if taken >= 20 and not cut and state["seat"] == first:
            cut.append(state["seq"])
            friend.context.set_offline(True)
            expect(friend.page.get_by_text("You are offline.")).to_be_visible()
        elif len(cut) == 1 and state["seat"] != first:
            cut.append(state["seq"])
            friend.context.set_offline(False)
            friend.at(state["seq"])
            expect(friend.page.get_by_text("You are offline.")).to_have_count(0)

    state = play([host, friend], drawn, random.Random("two"), meanwhile=meanwhile)
    assert len(cut) == 2
    for one in (host, friend):
        one.at(state["seq"])
        counted(one.page, one.now())
    assert host.now()["view"]["turns"] == friend.now()["view"]["turns"]


@pytest.mark.full
def test_a_whole_game_on_one_device(sit):
    """Hot-seat: the table is covered at every turn while hands are secret, and never after."""
    me = sit("mouse", "human", "human")
    me.look()
    covered = []

    def meanwhile(state: dict[str, Any], taken: int) -> None:
        me.at(state["seq"])
        cover = me.page.get_by_role("heading", name=re.compile("Hand over to"))
        if state["status"] == "running" and state["view"]["position"]["phase"] == "paving":
            cover.or_(me.page.locator("[data-space]").first).first.wait_for()
            covered.append(cover.count())
        elif state["status"] == "running":
            expect(cover).to_have_count(0)

    counted(me.page, play([me], drawn, random.Random("hot"), meanwhile=meanwhile))
    assert sum(covered) >= len(covered) // 2


@pytest.mark.full
def test_whoever_watches_sees_the_whole_game_and_no_hand(sit):
    """A spectator's page follows every step to the end; nothing it is sent holds a hand before that."""
    me, watcher = sit("list", "human", "random"), sit("mouse")
    watcher.id = me.id
    heard: list[dict[str, Any]] = []
    watcher.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(json.loads(str(frame))))
    )
    me.look()
    watcher.look()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    state = play(
        [me], drawn, random.Random("watched"), share=0, stay=0, meanwhile=lambda now, taken: watcher.at(now["seq"])
    )
    counted(watcher.page, state)
    views = [message["view"] for message in heard if message.get("type") == "state" and not message["view"]["over"]]
    assert len(views) > 10
    assert all(view["viewer"] is None for view in views)
    for view in views:
        held, unplaced = view["position"]["held"], view["position"]["unplaced"]
        assert all(held[seat] in (None, []) for seat in held if unplaced[seat])


@pytest.mark.full
def test_a_finished_game_is_replayed_and_branched_at_every_phase(sit):
    """Arrow keys lead through all of it; a branch begins anywhere and leads back."""
    me = sit("list", "human", "random")
    rng = random.Random("replay")
    while (state := me.turn())["status"] == "running":
        me.by_api(state, drawn(state["legal"], rng))
    steps = sum(len(turn["steps"]) for turn in state["view"]["turns"])
    page = me.page
    page.goto(f"/r/{me.id}?at=0")
    at = page.locator("[data-at]")
    for n in range(steps + 1):
        expect(at).to_have_attribute("data-at", str(n))
        if n % 9 == 4:
            page.get_by_role("button", name="What if …").click()
            expect(at).to_have_attribute("data-at", f"{n}+0")
            page.locator("body").press("l")
            page.locator("button.step").first.click()
            expect(at).to_have_attribute("data-at", f"{n}+1")
            page.get_by_role("button", name="Back to the game").click()
            expect(at).to_have_attribute("data-at", str(n))
        page.locator("body").press("ArrowRight")
    expect(at).to_have_attribute("data-at", str(steps))


@pytest.mark.parametrize(
    ("hands", "card"),
    [(("mouse", "keys", "finger")[i % 3], card) for i, card in enumerate(ASKING) if FULL or card == "levitation"],
)
def test_a_postcard_asks_and_a_reload_keeps_the_question(sit, chance, hands, card):
    """L39-L51: given open postcards, when one is taken, its question is asked in place and answered there."""
    table, rng = sit(hands), random.Random(card)
    state = _could_take(table, card, chance, rng)
    table.look()
    table.by_hand(state, f"card {card}")
    questions = 0
    while (state := table.turn())["view"]["position"]["question"]:
        before, words = _shown(table, state), table.page.locator(".says").text_content()
        table.look()
        assert _shown(table, state) == before
        if hands == "keys":  # they went on at the board, where the words are those of a space
            words = re.compile(f"^{before[0]}")
        expect(table.page.locator(".says")).to_have_text(words)
        step = drawn(state["legal"], rng)
        table.by_hand(state, step)
        questions += 1
    assert questions == (2 if card == "levitation" and step != "decline" else 1)


def _asked(table: Sitting, card: str, chance: Callable[[str], None]) -> dict[str, Any]:
    """The game once the card asks something that can be declined."""
    table.by_api(_could_take(table, card, chance, random.Random(card)), f"card {card}")
    state = table.turn()
    assert "decline" in state["legal"]
    return state


@pytest.mark.full
def test_on_a_phone_every_label_of_the_bar_is_whole(sit, chance, url):
    """With something to place and something to decline the bar is fullest; it fits in every language."""
    table = sit("finger")
    state, page = _asked(table, "jardin", chance), table.page
    for language in catalogue.languages():
        table.context.add_cookies([{"name": "language", "value": language, "url": url}])
        table.look()
        table.at(state["seq"])
        expect(page.locator(".acts .act")).to_have_count(7)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(LOOKS, []) == [], language
        assert page.locator(".acts").evaluate("bar => bar.scrollWidth <= bar.clientWidth"), language


def test_a_finger_on_a_postcard_moves_nothing_and_shows_what_it_counts(sit, chance):
    """While a finger lies on what it means to press, nothing pushes that away; then the board shows the spaces."""
    table = sit("finger")
    state, page = _asked(table, "peintre", chance), table.page
    table.by_api(state, next(step for step in state["legal"] if step.startswith("place")))
    table.turn()
    table.look()
    x, y = middle(page, ".card.used .where")
    before = page.evaluate(BOXES)
    finger = table.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(200)
    assert page.evaluate(BOXES) == before
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("path.mark")).to_be_attached()
    assert page.evaluate(BOXES) == before


def _could_take(table: Sitting, card: str, chance: Callable[[str], None], rng: random.Random) -> dict[str, Any]:
    """A game at the moment when the card can be taken."""
    others = [name for name in (*ASKING, "chartier", "metropolitain") if name != card][:7]
    table.new("lumiere", ("human", "random"), options={"postcards": [card, *others]})
    games = 0
    while not _ready(state := table.turn(), card):
        if state["status"] == "over":  # the bot took the card: another game
            chance(f"{card} {(games := games + 1)}")
            table.new("lumiere", ("human", "random"), options=state["view"]["options"])
        else:
            table.by_api(state, _towards(state, card, rng))
    return state


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


def _shown(table: Sitting, state: dict[str, Any]) -> list[Any]:
    """What the page shows of an open question, beside its words."""
    table.at(state["seq"])
    page = table.page
    page.wait_for_selector(".card.asked")
    tray = page.locator("[data-pick], [data-give], [data-lift]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert tray or state["legal"] == ["decline"]
    return [page.locator(".card.asked h3").text_content(), tray]


def test_the_bundled_edition_is_the_servers():
    """The front end draws shapes and tiles of edition 1 from its own copy; it must be a copy."""
    edition = tomllib.loads((ROOT / "src/lutetia/games/lumiere/rules/edition.toml").read_text())
    text = (ROOT / "web/src/games/lumiere/edition.ts").read_text()
    shapes = {name: re.findall(r"'([#.]+)'", rows) for name, rows in re.findall(r"(\w\d): \[(.*?)\]", text)}
    assert shapes == {name: rows for name, rows in edition["buildings"].items() if isinstance(rows, list)}
    assert re.findall(r"'([ORML]{4})'", text) == edition["tiles"]["layout"]
    assert int(re.search(r"tokens: (\d+)", text)[1]) == edition["counts"]["action_tokens"]  # type: ignore[index]


def _built(table: Sitting) -> dict[str, Any]:
    """Play through the API until something can be built."""
    rng = random.Random(7)
    while (state := table.turn())["status"] == "running":
        if any(step.startswith("build") for step in state["legal"]):
            return state
        table.by_api(state, _towards(state, "bouquinistes", rng))
    raise AssertionError("nothing could ever be built")


def test_a_drag_lays_a_building_down_and_the_card_says_what_it_brings(sit):
    """Given a building with a place, when it is dragged there, its ghost shows the sum, and letting go builds."""
    table = sit("mouse", "human", "random")
    state = _built(table)
    table.look()
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
    change = table.post(f"/api/games/{table.id}/preview", {"step": step})["change"][state["seat"]]["total"]
    page.wait_for_selector(".callout .sum b")
    assert page.locator(".callout .sum b").text_content() == f"{change:+d}".replace("-", "−")
    page.mouse.up()
    page.wait_for_function("seq => +document.querySelector('[data-seq]').dataset.seq > seq", arg=state["seq"])
    assert step in [done for turn in table.turn()["view"]["turns"] for done in turn["steps"]]


def test_a_place_that_forbids_it_says_which_rule(sit):
    """An illegal click is answered with the rule, in words, and nothing is sent."""
    table = sit("mouse", "human", "random")
    state = _built(table)
    table.look()
    page, legal = table.page, state["legal"]
    building = next(step for step in legal if step.startswith("build")).split()[1]
    free = {space for step in legal if step.startswith(f"build {building} ") for space in step.split()[2:]}
    barred = next(f"{c}{r}" for r in range(1, 9) for c in "abcdefgh" if f"{c}{r}" not in free)
    page.click(f'[data-pick="building {building}"]')
    page.click(f'[data-space="{barred}"]')
    page.wait_for_selector(".callout.no")
    assert re.search(r"L\d\d", page.locator(".callout.no").text_content() or "")
    assert table.turn()["seq"] == state["seq"]
    page.keyboard.press("Escape")
    assert table.hands.would() is None


def test_a_press_that_can_do_nothing_says_why(sit):
    """L23: in the first half a postcard answers with the reason and its rule; so do buttons without anything to do."""
    table = sit("mouse", "human", "random", options={"first": "orange"})
    state = table.turn()
    table.look()
    table.at(state["seq"])
    page = table.page
    table.hands.press("[data-card]")
    expect(page.locator(".says")).to_have_text(re.compile("only when all 16 tiles are down"))
    expect(page.locator(".prompt a")).to_have_text("L23")
    table.hands.press('[data-act="place"]')
    expect(page.locator(".says")).to_have_text("First choose its place on the board.")
    table.hands.press('[data-pick^="take"]')
    expect(page.locator(".prompt a")).to_have_text("L21")
    assert table.now()["seq"] == state["seq"]


def test_a_building_without_a_place_and_a_used_postcard_say_so(sit):
    """L30, L31: they stay where they are, and a press on them explains."""
    table = sit("mouse", "human", "random")
    rng = random.Random(3)
    games = 1
    while True:
        state = table.turn()
        if state["status"] == "over":  # not every deal leads there
            assert games < 5
            games += 1
            table.new("lumiere", ("human", "random"))
            continue
        position = state["view"]["position"]
        reserve = position["reserve"][state["seat"]]
        placed = {step.split()[1] for step in state["legal"] if step.startswith("build")}
        stuck = [name for name in reserve if name not in placed]
        used = [card for card in position["postcards"] if card["state"] == "used"]
        if position["phase"] == "building" and not position["question"] and stuck and used:
            break
        table.by_api(state, _towards(state, "bouquinistes", rng))
    table.look()
    table.hands.press(f'[data-pick="building {stuck[0]}"]')
    expect(table.page.locator(".says")).to_have_text(re.compile(f"^{stuck[0]} fits nowhere now"))
    expect(table.page.locator(".prompt a")).to_have_text("L30")
    card = f'[data-anchor="card:{used[0]["name"]}"]'
    table.hands.press(card)
    expect(table.page.locator(".says")).to_contain_text("has already been used.")
    expect(table.page.locator(".prompt a")).to_have_text("L31")
    table.page.keyboard.press("Escape")
    table.page.locator(card).focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".says")).to_contain_text("has already been used.")


def test_a_postcard_that_could_do_nothing_warns_first(sit, chance):
    """L39: such a card may be taken, but not unawares."""
    table, rng = sit("mouse", "human", "random", options={"postcards": "starter"}), random.Random(39)
    games = 0
    while True:
        state = table.turn()
        if state["status"] == "over":
            chance(f"idle {(games := games + 1)}")
            table.new("lumiere", ("human", "random"), options={"postcards": "starter"})
            continue
        cards = any(step.startswith("card") for step in state["legal"])
        found = table.page.request.get(f"/api/games/{table.id}/prospects").json()["prospects"]["idle"] if cards else []
        if found:
            break
        table.by_api(state, _towards(state, "bouquinistes", rng))
    table.look()
    card = table.page.locator(f'[data-card="{found[0]}"]')
    expect(card).to_contain_text("no effect now")
    card.click()
    expect(table.page.locator(".says")).to_contain_text("It has no effect now.")
    expect(table.page.locator('[data-act="place"]')).to_have_text("Use it anyway")
    assert table.now()["seq"] == state["seq"]


PLACES = """() => Object.fromEntries([...document.querySelectorAll(
  '[role=grid], .prompt, .shape, .card, .acts .act:not(.strong), .plate, .sheet, .log')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.pick ?? one.dataset.anchor ?? one.dataset.act ?? one.className + one.ariaKeyShortcuts,
      [x, y, width, height].map(Math.round)];
  }))"""


@pytest.mark.full
@pytest.mark.parametrize("screen", [(1440, 900), (1280, 720), (1024, 768), (390, 844), (844, 390)])
def test_nothing_moves_from_step_to_step(sit, screen):
    """Tiles are laid and buildings taken: what stays keeps its place to the pixel."""
    table, rng = sit("mouse", "human", "random", options={"two_tiles": True}), random.Random(str(screen))
    table.page.set_viewport_size({"width": screen[0], "height": screen[1]})
    table.look()
    before: dict[str, Any] = {}
    for _turn in range(6):
        state = table.turn()
        table.at(state["seq"])
        table.page.mouse.move(1, 1)
        after = table.page.evaluate(PLACES)
        lifted = {name for name in after if name.startswith("tile ")}  # the tile in hand is raised
        moved = {name: (before[name], after[name]) for name in before.keys() & after.keys() - lifted}
        assert {name: boxes for name, boxes in moved.items() if boxes[0] != boxes[1]} == {}
        before = after
        table.by_api(state, drawn(state["legal"], rng))


def test_two_fingers_turn_a_tile(sit):
    table = sit("finger", "human", "random", options={"first": "orange"})
    table.look()
    state = table.turn()
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


@pytest.mark.full
@pytest.mark.parametrize("screen", ["night", "day", "forced", "phone"] if FULL else ["night"])
def test_nothing_serious_bars_anybody(sit, screen):
    """axe, on the table while a building is held."""
    axe = Axe()
    table = sit("finger" if screen == "phone" else "mouse", "human", "random")
    state = _built(table)
    if screen == "forced":
        table.page.emulate_media(forced_colors="active")
    if screen == "day":
        table.page.add_init_script("localStorage.setItem('prefs', JSON.stringify({theme: 'day'}))")
    table.look()
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
