"""The pages in a real browser: landing page, tables, several players, connections lost and restored."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from test_access import check as accessible
from visitors import FULL, OVER_OR_MY_TURN, PHONE, Person

from lutetia.core import catalogue
from lutetia.server.people.totp import PERIOD, RECOVERY_CODES, code_at


def test_one_click_from_the_street_to_the_table(person):
    page = person().open("/")
    page.locator("[data-play=lumiere]").click()
    expect(page.locator("[data-status=running]")).to_be_visible()
    expect(page).to_have_url(re.compile("/t/"))
    page.go_back()
    expect(page.locator("[data-play=lumiere]")).to_be_visible()
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()


@pytest.mark.full
def test_a_whole_game_by_the_list_of_legal_steps(person):
    """Here its beginning and its end, with LUTETIA_FULL every step."""
    me = person()
    id_ = me.table("human", "random")
    for _step in range(2):
        me.step_by_list(lambda n: n // 2)
    if not FULL:
        me.play_until(id_, 42)
        me.page.reload()
    while me.step_by_list(lambda n: n // 2):
        pass
    dialog = me.page.locator("dialog")
    expect(dialog.get_by_role("button", name="Play again")).to_be_visible()
    expect(dialog.get_by_role("table", name="Score sheet")).to_be_visible()
    dialog.get_by_role("button", name="Play again").click()
    expect(me.page.locator("[data-status=running]")).to_be_visible()


@pytest.mark.full
def test_paris_by_the_list_too(person):
    """A part of it here, the whole with LUTETIA_FULL."""
    me = person()
    me.table("human", "random", game="paris")
    for _step in range(2_000 if FULL else 5):
        if not me.step_by_list(lambda n: n - 1):
            break
    expect(me.page.locator("[data-status=over]" if FULL else "[data-status=running]")).to_have_count(1)


def test_with_a_friend_who_loses_the_network(person):
    host, friend = person(), person()
    page = host.open("/")
    page.get_by_role("button", name="With a friend").click()
    page.locator("[data-start]").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.locator("code").inner_text()
    path = re.sub(r"^https?://[^/]+", "", link)
    friend.open(path)
    expect(friend.page.get_by_role("main").get_by_role("button")).to_have_text(["Sit down"])  # one seat, one button
    friend.page.get_by_role("button", name="Sit down").click()
    for one in (host, friend):
        expect(one.page.locator("[data-status=running]")).to_be_visible()
    id_ = path.rpartition("/")[2]
    _turns(host, friend, id_, 2)
    friend.context.set_offline(True)
    expect(friend.page.get_by_text("You are offline.")).to_be_visible()
    mover = host if host.state(id_)["legal"] else friend
    if mover is friend:  # what is sent into the void is not lost silently
        friend.context.set_offline(False)
        friend.step_by_list()
        friend.context.set_offline(True)
    host.step_by_list()
    friend.context.set_offline(False)
    expect(friend.page.locator(f'[data-seq="{host.seq}"]')).to_have_count(1)
    expect(friend.page.get_by_text("You are offline.")).to_have_count(0)
    _turns(host, friend, id_, 2)
    assert host.state(id_)["seq"] == host.seq


def _turns(host: Person, friend: Person, id_: str, count: int) -> None:
    for _turn in range(count):
        mover = host if host.state(id_)["legal"] else friend
        other = friend if mover is host else host
        mover.step_by_list()
        expect(other.page.locator(f'[data-seq="{mover.seq}"]')).to_have_count(1)


def test_one_device_is_handed_over(person):
    me = person()
    page = me.open("/")
    page.get_by_role("button", name="One device").first.click()
    page.locator("[data-start]").click()
    expect(page.get_by_role("heading", name=re.compile("Hand over to"))).to_be_visible()
    first = page.get_by_role("heading", name=re.compile("Hand over to")).inner_text()
    page.get_by_role("button", name=re.compile("show the table")).click()
    me.step_by_list()
    expect(page.get_by_role("heading", name=re.compile("Hand over to"))).not_to_have_text(first)
    expect(page.locator("[aria-label='Legal moves'] button.step")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("Hand over to"))).to_be_visible()


def test_watching(person):
    player, watcher = person(), person()
    id_ = player.table("human", "open", private=False)
    player.post(f"/api/games/{id_}/fill", {"bot": "level1"})
    watcher.open("/tables")
    watcher.page.locator(f"a[href='/t/{id_}']").click()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    player.step_by_list()
    expect(watcher.page.locator(f'[data-seq="{player.seq_at_rest(id_)}"]')).to_have_count(1)


def test_replay_and_branch(person):
    me = person()
    id_ = me.table("human", "random")
    me.play_until(id_, 6)
    me.post(f"/api/games/{id_}/resign")
    page = me.open(f"/r/{id_}?at=2")
    at = page.locator("[data-at]")
    expect(at).to_have_attribute("data-at", "2")
    page.locator("body").press("ArrowLeft")
    expect(at).to_have_attribute("data-at", "1")
    page.locator("body").press("Home")
    expect(at).to_have_attribute("data-at", "0")
    page.get_by_role("button", name="What if …").click()
    expect(at).to_have_attribute("data-at", "0+0")
    page.locator("body").press("l")
    page.locator("button.step").first.click()
    expect(at).to_have_attribute("data-at", "0+1")
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("slider", name="Move").fill("3")
    expect(at).to_have_attribute("data-at", "3")
    page.reload()
    expect(at).to_have_attribute("data-at", "3")
    log = page.locator(".log")
    lines, stop = log.locator("[role=button]"), log.locator("[role=button][tabindex='0']")
    expect(stop).to_have_attribute("aria-current", "step")  # one stop, however long the game
    stop.focus()
    for key, line in (("ArrowUp", 1), ("ArrowDown", 2), ("Home", 0)):
        page.keyboard.press(key)
        expect(lines.nth(line)).to_be_focused()
    expect(stop).to_have_count(1)
    page.keyboard.press("Enter")
    expect(at).to_have_attribute("data-at", "1")


def test_a_record_comes_and_goes(person, tmp_path):
    me = person()
    id_ = me.table("human", "random")
    me.step_by_list()
    me.post(f"/api/games/{id_}/resign")
    record = tmp_path / "game.json"
    record.write_bytes(me.page.request.get(f"/api/games/{id_}/record").body())
    page = me.open("/mine")
    page.get_by_label("Choose a file").set_input_files(record)
    expect(page).to_have_url(re.compile("/s/"))
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    me.open("/mine").get_by_label("Choose a file").set_input_files(broken)
    expect(page.get_by_text("This file is not a game record")).to_be_visible()


def test_reload_loses_nothing_and_undo_takes_back(person):
    me = person()
    id_ = me.table("human", "random")
    me.step_by_list()
    expect(me.page.locator("button[aria-keyshortcuts=l]")).not_to_have_text(re.compile(r"^0 "))
    me.page.reload()
    expect(me.page.locator(f'[data-seq="{me.state(id_)["seq"]}"]')).to_have_count(1)
    before = me.seq
    me.page.locator("body").press("u")
    expect(me.page.locator(f'[data-seq="{before + 1}"]')).to_have_count(1)
    assert sum(len(turn["steps"]) for turn in me.state(id_)["view"]["turns"]) < 2


def an_hour_later(page: Page) -> None:
    """Let the server's clock be an hour later for this page, whatever the browser's clock says."""

    def shifted(state: Any) -> Any:
        return state | {"now": state["now"] + 3_600_000} if state.get("now") else state

    def fetched(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=shifted(answer.json()))

    def connected(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(json.dumps(shifted(json.loads(message)))))

    page.route(re.compile(r"/api/games/\w+\?text=1$"), fetched)
    page.route_web_socket(re.compile(r"/api/games/\w+/live"), connected)


@pytest.mark.parametrize(("game", "rivals"), [("lumiere", ["random"]), ("paris", ["random (blue)", "random (purple)"])])
def test_who_returns_is_told_who_did_what(person, game, rivals):
    """Over the table: nothing moves when it goes. Seats of one name are told apart, and Escape is enough."""
    me = person()
    id_ = me.table("human", *["random"] * len(rivals), game=game)
    me.open("about:blank")
    for steps in range(1, 99):  # until the others have played, and it is one's turn again
        me.play_until(id_, steps)
        state = me.state(id_)
        if steps > 9 and state["legal"] and state["view"]["turns"][-1]["seat"] not in state["mine"]:
            break
    an_hour_later(me.page)
    page = me.open(f"/t/{id_}")
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap).to_be_visible()
    place = page.locator(".plate").first.bounding_box()
    for name in rivals:
        expect(recap.get_by_text(name, exact=True).first).to_be_visible()
    expect(page.locator(".unseen[role=status]", has_text="Since your last turn: random")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(recap).to_have_count(0)
    assert page.locator(".plate").first.bounding_box() == place
    page.reload()
    expect(recap).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".notice.hint")).to_be_visible()
    expect(recap).to_have_count(0)  # it would lie over the hint


@pytest.mark.parametrize("kind", [{}, pytest.param(PHONE, marks=pytest.mark.full)], ids=["desk", "phone"])
def test_the_text_is_there_from_the_first_moment_and_nothing_moves_later(person, kind):
    """The page never asks for text: it comes with the position."""
    me = person(**kind)
    id_ = me.post("/api/games", {"game": "paris", "seats": ["human", "random", "random"]})["id"]
    me.play_until(id_, 12)
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    page = me.open(f"/t/{id_}")
    expect(page.locator(OVER_OR_MY_TURN).first).to_be_visible()
    expect(page.locator(".p-board")).to_be_visible()
    raw = r"\bp\d\b|\b0 steps|Nothing has happened"
    assert not re.search(raw, page.locator("main").inner_text())
    parts = "[...document.querySelectorAll('.plate, .screen, .standings, .p-board, .act')]"
    places = f"{parts}.map(one => JSON.stringify(one.getBoundingClientRect()))"
    before = page.evaluate(places)
    page.wait_for_timeout(300)
    assert page.evaluate(places) == before
    assert not [url for url in asked if "/told" in url]


@pytest.mark.full
def test_another_game_that_waits_is_offered_and_counted_in_the_title(person):
    me, friend = person(), person()
    waiting = me.table("human", "random", options={"first": "orange"})
    id_ = me.table("human", "open", options={"first": "orange"})
    friend.open(f"/t/{id_}")
    friend.page.get_by_role("button", name="Sit down").click()
    me.step_by_list()
    expect(me.page.get_by_text("Another game is waiting for you.")).to_be_visible()
    expect(me.page).to_have_title(re.compile(r"^\(1\) "))
    expect(me.page.locator("header").get_by_role("link", name="1 game is waiting for you")).to_be_visible()
    expect(me.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-awaiting.svg")
    me.page.get_by_role("link", name="Go there").click()
    expect(me.page).to_have_url(re.compile(waiting))


def test_all_who_won_because_somebody_resigned_are_named(person):
    me = person()
    id_ = me.table("human", "random", "random", game="paris")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    me.post(f"/api/games/{id_}/resign")
    for language, headline in (
        ("en", "random (blue), random (purple) won"),
        ("es", "Han ganado random (azul), random"),
    ):
        me.open(f"/t/{id_}?language={language}")
        expect(me.page.get_by_role("dialog").get_by_role("heading").first).to_contain_text(headline)
    me.open("/mine")
    expect(me.page.locator(f"a[href='/t/{id_}'] .tag")).to_have_text("Han ganado random, random")


def test_the_links_of_a_phone_take_two_lines_at_most(person):
    """In every language, and beside the number of games that wait."""
    me = person(**PHONE)
    me.table("human", "random")
    lines = "one => { const text = document.createRange(); text.selectNodeContents(one.firstChild);"
    lines += " return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size }"
    for language in catalogue.languages():
        page = me.open(f"/mine?language={language}")
        links = page.locator("header nav a")
        expect(links.first.locator(".tag")).to_be_visible()
        for link in links.all():
            assert link.evaluate(lines) <= 2, (language, link.inner_text())


@pytest.mark.full
def test_every_tab_knows_which_games_wait_by_one_line(person):
    """A tab that nobody looks at is told as well, and no tab asks again and again."""
    me, friend = person(), person()
    lines = []
    me.context.on("request", lambda asked: lines.append(asked.url) if "/awaiting" in asked.url else None)
    with me.page.expect_request("**/awaiting/events"):
        id_ = me.table("human", "open", options={"first": "blue"})
    other = me.context.new_page()
    other.goto("/help")
    friend.open(f"/t/{id_}")
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator("[data-status=running]")).to_be_visible()
    expect(other).not_to_have_title(re.compile(r"^\("))
    friend.step_by_list()
    for tab in (me.page, other):
        expect(tab).to_have_title(re.compile(r"^\(1\) "))
    with other.expect_request("**/awaiting/events"):  # the other one takes over
        me.page.close()
    state = me.context.pages[0].request.get(f"/api/games/{id_}").json()
    me.context.pages[0].request.post(
        f"/api/games/{id_}/steps", data={"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
    )
    expect(other).not_to_have_title(re.compile(r"^\("))
    assert sum(url.endswith("/events") for url in lines) == 2
    assert len(lines) < 10


def test_what_somebody_says_can_be_reported(person):
    me, friend = person(), person()
    id_ = me.table("human", "open", private=True)
    friend.open(f"/t/{id_}")
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator("[data-status=running]")).to_be_visible()
    friend.post(f"/api/games/{id_}/chat", {"text": "something unkind"})
    me.post(f"/api/games/{id_}/chat", {"text": "something of my own"})
    me.page.get_by_role("button", name="Chat, 1 new message").click()
    expect(me.page.get_by_text("something of my own")).to_be_visible()
    report = me.page.get_by_role("button", name=re.compile("^Report what"))
    expect(report).to_have_count(1)  # not one's own words
    report.click()
    expect(me.page.get_by_role("button", name=re.compile("^Report what"))).to_be_disabled()


def test_a_hint_comes_with_its_reason(person):
    me = person()
    id_ = me.table("human", "random")
    me.play_until(id_, 30)
    me.page.reload()
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    me.page.locator("body").press("h")
    expect(me.page.locator(".notice.hint").get_by_role("button", name="Do it")).to_be_visible()
    assert [event["kind"] for event in me.state(id_)["events"]].count("hint") == 1


@pytest.mark.parametrize("way", ["upright", "on its side"])
def test_on_a_phone_a_hint_leaves_the_board_in_sight(person, way):
    upright = way == "upright"
    me = person(**PHONE | ({} if upright else {"viewport": {"width": 667, "height": 375}}))
    id_ = me.table("human", "random")
    me.play_until(id_, 4)
    me.page.reload()
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    me.page.locator("body").press("h")
    hint = me.page.locator(".notice.hint")
    expect(hint).to_be_visible()
    expect(me.page.locator("[data-marked]").first).to_be_in_viewport()
    board, notice = me.page.locator("[role=grid]").bounding_box(), hint.bounding_box()
    if upright:
        assert board["y"] + board["height"] <= notice["y"]
        assert notice["y"] + notice["height"] <= me.page.locator(".acts").bounding_box()["y"]
    else:
        assert board["x"] + board["width"] <= notice["x"]
        assert notice["y"] + notice["height"] <= 375


def test_a_step_that_ends_the_turn_is_confirmed_where_wanted(person):
    me = person()
    me.page.add_init_script("localStorage.setItem('prefs', JSON.stringify({ confirm: true }))")
    me.table("human", "random")
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    before = me.seq
    me.page.locator("button[aria-keyshortcuts=l]").click()
    me.page.locator("dialog button.step[data-step]").first.click()
    expect(me.page.get_by_text("this ends your turn")).to_be_visible()
    me.page.go_back()  # lets go of the unsent choice, not of the table
    expect(me.page.get_by_text("this ends your turn")).to_have_count(0)
    assert me.seq == before
    me.page.locator("button[aria-keyshortcuts=l]").click()
    me.page.locator("dialog button.step[data-step]").first.click()
    me.page.get_by_role("button", name="Do it").click()
    expect(me.page.locator(f'[data-seq="{before}"]')).to_have_count(0)


def test_the_back_button_closes_the_sheet_first(person):
    me = person()
    me.open("/")
    me.page.locator("[data-play=lumiere]").click()
    me.page.get_by_role("button", name="Menu of this table").click()
    expect(me.page.locator("dialog")).to_be_visible()
    me.page.go_back()
    expect(me.page.locator("dialog")).to_have_count(0)
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    me.page.go_back()
    expect(me.page.locator("[data-play=lumiere]")).to_be_visible()


def test_two_tabs_race_and_both_are_right(person):
    me = person()
    id_ = me.table("human", "random")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    other = me.context.new_page()
    other.goto(f"/t/{id_}")
    expect(other.locator("[data-status=running]")).to_be_visible()
    me.step_by_list()
    seq = me.seq_at_rest(id_)
    for page in (me.page, other):
        expect(page.locator(f'[data-seq="{seq}"]')).to_have_count(1)


def test_a_page_older_than_its_server_loads_itself_anew(person):
    me = person()
    me.table("human", "random")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    fresh = me.page.request.get("/api/house").json()
    me.page.route("**/api/house", lambda route: route.fulfill(json=fresh | {"build": "another"}))
    with me.page.expect_navigation():
        me.context.set_offline(True)
        me.page.wait_for_timeout(100)
        me.context.set_offline(False)
    expect(me.page.locator("[data-status=running]")).to_be_visible()


def test_where_sockets_are_blocked_a_stream_serves(person):
    me = person()
    me.page.add_init_script(
        "window.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 3; constructor() { super(); "
        "setTimeout(() => this.onclose?.(new CloseEvent('close', { code: 1006 }))); } close() {} };"
    )
    me.table("human", "random")
    expect(me.page.locator("[data-status=running]")).to_be_visible()
    me.step_by_list()
    expect(me.page.get_by_text("Saved")).to_be_visible()


def test_a_position_that_does_not_fit_its_hash_is_asked_for_again(person):
    """What a broken line garbles is never shown."""
    me = person()
    garbled = []

    def tamper(socket):
        server = socket.connect_to_server()

        def pass_on(text):
            message = json.loads(text)
            if message.get("type") == "state" and not garbled:
                garbled.append(message["seq"])
                message["view"]["position"]["scores"]["orange"]["total"] = 999
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    me.page.route_web_socket(re.compile("/live"), tamper)
    me.table("human", "random")
    expect(me.page.get_by_text("Saved")).to_be_visible()
    assert garbled
    expect(me.page.get_by_text("999")).to_have_count(0)


@pytest.mark.full
def test_who_missed_a_state_learns_it_from_what_is_said_beside_the_game(person):
    """Every message names the state it belongs to: one that never came is asked for."""
    me, friend = person(), person()
    id_ = me.table("human", "open")
    deaf = []

    def drop(line):
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda text: None if deaf and '"type":"state"' in text else line.send(text))

    friend.page.route_web_socket(re.compile("/live"), drop)
    friend.open(f"/t/{id_}")
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator("[data-status=running]")).to_be_visible()
    deaf.append(True)
    one = me if me.state(id_)["legal"] else friend
    state = one.state(id_)
    one.post(f"/api/games/{id_}/steps", {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"})
    friend.page.wait_for_timeout(300)
    assert friend.seq == state["seq"]
    me.post(f"/api/games/{id_}/chat", {"preset": "hello"})
    expect(friend.page.locator(f'[data-seq="{me.state(id_)["seq"]}"]')).to_be_visible()
    assert friend.seq > state["seq"]


def test_a_step_that_was_not_heard_is_shown_and_sent_again_once(person):
    me = person()
    lost: list[str] = []

    def lose_the_first_answer(socket: WebSocketRoute) -> None:
        """The first step arrives, but the connection breaks before its answer comes back."""
        server = socket.connect_to_server()

        def come_back(message: str | bytes) -> None:
            if not lost and json.loads(message)["type"] == "answer":
                lost.append(str(message))
                socket.close()
            else:
                socket.send(message)

        server.on_message(come_back)

    me.page.route_web_socket("**/live?*", lose_the_first_answer)
    id_ = me.table("human", "random")
    me.page.locator(OVER_OR_MY_TURN).first.wait_for()
    before = me.seq
    me.page.locator("button[aria-keyshortcuts=l]").click()
    me.page.locator("dialog button.step[data-step]").first.click()
    expect(me.page.locator(f'[data-seq="{before}"]')).to_have_count(0)
    assert lost
    expect(me.page.get_by_text("has not confirmed your move")).to_have_count(0)
    taken = [event for event in me.state(id_)["events"] if event["kind"] == "step" and event["seat"] == "orange"]
    assert len(taken) == 1


def test_a_newcomer_whose_first_answer_is_lost_sits_down_once(person):
    me, newcomer = person(), person()
    id_ = me.table("human", "open", "open", game="paris")
    page, lost = newcomer.open(f"/t/{id_}"), []

    def lose_the_first_answer(route: Route) -> None:
        """The request arrives, but the browser does not see the answer, nor the cookie that might be in it."""
        if lost:
            route.continue_()
            return
        request = urllib.request.Request(route.request.url, route.request.post_data_buffer, method="POST")
        for name, value in route.request.all_headers().items():
            if not name.startswith(":") and name != "accept-encoding":
                request.add_header(name, value)
        with urllib.request.urlopen(request) as answer:
            lost.append(answer.status)
        route.abort()

    page.route("**/join?*", lose_the_first_answer)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
    state = newcomer.state(id_)
    assert lost == [200]
    assert len(state["mine"]) == 1
    assert [seat["kind"] for seat in state["seats"]].count("human") == 2


def test_accounts(person):
    me = person()
    me.table("human", "random")
    page = me.open("/me")
    page.get_by_role("button", name="I am new here").click()
    page.get_by_label("Login").fill("nadar")
    page.get_by_label("Password").fill("a balloon over Paris")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Registered as nadar")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="I am new here")).to_be_visible()
    page.get_by_label("Login").fill("nadar")
    page.get_by_label("Password").fill("a balloon over Paris")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Registered as nadar")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize(
    "kind",
    [
        {"color_scheme": "light"},
        pytest.param({"color_scheme": "dark", **PHONE}, marks=pytest.mark.full),
    ],
    ids=["desk", "phone"],
)
def test_a_second_factor(person, kind):
    """By keyboard: set up, signed in with by the app and by a recovery code, and taken off."""
    me = person(**kind)
    page = me.open("/me")
    login, password = f"nadar-{len(kind)}", "a balloon over Paris"
    me.post("/api/me/register", {"login": login, "password": password})
    page.reload()

    def press(name: str) -> None:
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Enter")

    def sign_in(code: str) -> None:
        press("Sign out")
        expect(page.get_by_role("button", name="I am new here")).to_be_visible()
        page.get_by_label("Login").fill(login)
        page.get_by_label("Password").fill(password)
        press("Sign in")
        wanted = page.get_by_label("Code from your app, or a recovery code")
        expect(wanted).to_be_focused()
        expect(page.get_by_role("status").filter(has_text="Enter a code from your app")).to_be_visible()
        accessible(page)
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Registered as {login}")).to_be_visible()

    def shown(later: int = 0) -> str:
        return code_at(secret, int(time.time() // PERIOD) + later)

    press("Set it up")
    expect(page.get_by_text("Scan this with an authenticator app")).to_be_focused()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    accessible(page)
    secret = page.locator(".scan code").inner_text()
    assert f"secret={secret}" in str(
        page.get_by_role("link", name="Open in an app on this device").get_attribute("href")
    )
    field = page.get_by_label("Code from your app")
    field.fill("not a code")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="That code is wrong")).to_be_visible()
    assert (field.get_attribute("autocomplete"), field.get_attribute("inputmode")) == ("one-time-code", "numeric")
    field.fill(shown())
    page.keyboard.press("Enter")
    expect(page.locator(".codes")).to_be_focused()
    accessible(page)
    codes = page.locator(".codes code").all_inner_texts()
    assert len(codes) == RECOVERY_CODES
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    expect(page.locator(".codes")).to_be_visible()
    expect(page.get_by_role("heading", name="Password")).to_be_hidden()
    page.emulate_media(media="screen")
    press("I have saved them")
    expect(page.get_by_text("It is on. 10 recovery codes are left.")).to_be_visible()
    sign_in(codes[0])
    expect(page.get_by_text("It is on. 9 recovery codes are left.")).to_be_visible()
    sign_in(shown(later=1))  # that of now was used to set it up
    page.get_by_label("Code from your app, or a recovery code").fill(codes[1])
    press("Turn it off")
    expect(page.get_by_role("button", name="Set it up")).to_be_visible()


def test_nothing_at_an_address_is_said_kindly(person):
    me = person(**PHONE)
    page = me.open("/nowhere")
    expect(page.get_by_role("heading", name="This lamp is not lit")).to_be_visible()
    page = me.open("/t/nosuchtable")
    expect(page.get_by_role("heading", name="This lamp is not lit")).to_be_visible()


def test_where_nothing_can_be_copied_a_dialog_shows_the_link(person):
    """As on every server without https."""
    me, other = person(**PHONE), person()
    me.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    game = me.post("/api/games", {"game": "lumiere", "seats": ["human", "open"]})["id"]
    other.post(f"/api/games/{game}/join")
    me.post(f"/api/games/{game}/resign")
    page = me.open(f"/t/{game}")
    page.get_by_role("button", name="Share").click()
    field = page.get_by_label("Link", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"^http://localhost:\d+/s/\w+$"))
    assert field.evaluate("field => field.selectionEnd - field.selectionStart === field.value.length")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()  # of the end of the game, below it


def test_without_a_network_the_app_starts(person):
    me = person(service_workers="allow")
    page = me.open("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    me.context.set_offline(True)
    page.goto("/mine")
    expect(page.locator("[role=status].offline")).to_be_visible()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (n) => (await (await caches.open(n)).keys())"
        ".map((r) => new URL(r.url).pathname)))).flat()"
    )
    assert kept
    assert [path for path in kept if path.startswith("/api")] == []
