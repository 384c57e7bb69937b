"""What a person does with games on their device besides playing them, and what may go wrong there."""

from __future__ import annotations

import json
import re
import shutil
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from test_on_device import KEPT, SOON, STEP, Player, opened
from test_puzzles import easy, enter

from engine.conftest import engine, stoppable  # noqa: F401  # fixtures
from lutetia.server.http import engine_files, static_pages

pytestmark = pytest.mark.full

CRASH = "() => setTimeout(() => { throw new Error('crashed') })"
SEATED = "() => !!document.querySelector('[data-seq]')"
MY_TURN = "button[aria-keyshortcuts=l]:not([data-count='0'])"
TOASTS = "() => document.querySelector('.notes').innerText"
LISTED = "(count) => document.querySelectorAll('[data-device] li').length === count"


@pytest.fixture
def page(chromium, stoppable):  # noqa: F811
    with opened("chromium", chromium, stoppable.url) as page:
        page.set_default_timeout(SOON * 1_000)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(stoppable.url)
        yield page
        assert [fault for fault in faults if "crashed" not in fault] == []


def seq(page: Any) -> int:
    return int(page.get_attribute("[data-seq]", "data-seq"))


def worker(page: Any, name: str) -> Any:
    """A worker of the engine: `table` or `bot`."""
    [found] = [one for one in page.workers if f"/{name}.mjs" in one.url]
    return found


def games(page: Any, base: str) -> Any:
    """The section of the games on this device."""
    page.goto(f"{base}/mine")
    page.wait_for_selector("[data-device] .actions")
    return page.locator("[data-device]")


def close_list(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def from_menu(page: Any, action: str) -> None:
    close_list(page)
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name=action).click()


def test_exported_games_come_back_and_a_damaged_one_is_left_out(page, stoppable, tmp_path):  # noqa: F811
    player = Player(page)
    for game in ("lumiere", "paris"):
        page.goto(stoppable.url)
        player.open(game)
        player.play(2)
    section = games(page, stoppable.url)
    with page.expect_download() as saved:
        section.get_by_role("button", name="Export all").click()
    assert saved.value.suggested_filename == "lutetia-games.json"
    whole = tmp_path / "whole.json"
    saved.value.save_as(whole)
    for left in (1, 0):
        section.get_by_role("button", name="Delete", exact=True).first.click()
        section.locator("button.bad").click()
        page.wait_for_function(LISTED, arg=left)

    def bring(path: Any) -> str:
        section.locator("input[type=file]").set_input_files(path)
        page.wait_for_function(f"() => ({TOASTS})() !== ''")
        return str(page.evaluate(TOASTS))

    damaged = json.loads(whole.read_text("utf-8"))
    damaged["games"][0]["log"]["events"][-1] = "rubbish"
    (tmp_path / "damaged.json").write_text(json.dumps(damaged), "utf-8")
    assert "1 game is on this device now." in bring(tmp_path / "damaged.json")
    page.wait_for_function(LISTED, arg=1)
    assert "1 game in this file is damaged and was left out." in page.evaluate(TOASTS)
    page.reload()
    bring(whole)
    page.wait_for_function(LISTED, arg=2)
    (tmp_path / "other.json").write_text("[1]", "utf-8")
    page.reload()
    assert "contains no exported games" in bring(tmp_path / "other.json")
    section.get_by_text("Continue").first.click()
    page.wait_for_function(SEATED)
    assert player.play(2) == "running"


def test_a_game_moves_to_a_server_for_a_friend_and_back(page, chromium, stoppable):  # noqa: F811
    player = Player(page)
    player.open("lumiere")
    player.play(2)
    from_menu(page, "Invite a friend")
    page.wait_for_function("() => location.pathname.startsWith('/t/') && !location.pathname.includes('local-')")
    with opened("chromium", chromium, stoppable.url) as other:
        other.goto(page.url)
        other.get_by_text("This game is in progress").wait_for()
        other.get_by_role("button", name="Sit down").click()
        other.wait_for_function(SEATED)
        page.wait_for_function(SEATED)
        before = seq(page)
        end = time.monotonic() + SOON
        while seq(page) < before + 4:  # both play on
            for who in (page, other):
                who.evaluate(STEP, 0)
                who.wait_for_timeout(50)
            assert time.monotonic() < end
        assert "bot" not in other.inner_text("body").lower()
    from_menu(page, "Continue on this device")
    page.wait_for_function("() => location.pathname.includes('/t/local-')")
    page.wait_for_function(SEATED)
    assert player.play(2) == "running"


def test_a_finished_game_is_shared_through_the_server(page, chromium, stoppable):  # noqa: F811
    """Nobody else can open what is on this device; see `lib/share.ts`."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player = Player(page)
    player.open("lumiere")
    assert player.play(200) == "over"
    page.goto(page.url.replace("/t/", "/r/"))
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Share this position").click()
    page.wait_for_function(f"() => ({TOASTS})() !== ''")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert re.fullmatch(rf"{stoppable.url}/s/(?!local-)\w+\?at=\d+", link)
    with opened("chromium", chromium, stoppable.url) as other:
        other.goto(link)
        other.wait_for_selector("[data-board], .board", state="attached")


def test_a_study_of_a_finished_game_is_on_the_server(page):
    player = Player(page)
    player.open("lumiere")
    assert player.play(200) == "over"
    page.goto(page.url.replace("/t/", "/r/") + "?at=3")
    page.wait_for_selector("[data-at='3']")
    page.keyboard.press("w")
    page.get_by_role("button", name="Save as a study").click()
    page.get_by_role("button", name="Create study").click()
    page.wait_for_url("**/study/**")
    page.wait_for_selector("[data-at='3']")


def play_with_bots_here(page: Any) -> Player:
    """Open a game of the server whose bots think on this device."""
    page.evaluate("() => localStorage.setItem('prefs', JSON.stringify({ bots: 'device', speed: 'instant' }))")
    page.reload()
    page.click("[data-play=lumiere]")
    with page.expect_response(re.compile("device-bots$")):
        pass
    return Player(page)


def test_bots_of_a_servers_game_think_here_until_the_engine_fails(page, stoppable):  # noqa: F811
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.rpartition('/')[2]}"))
    player = play_with_bots_here(page)
    player.play(3)
    page.wait_for_function("() => document.querySelector('[data-seq]')")
    assert asked.count("POST bot-steps") >= 2
    worker(page, "bot").evaluate(CRASH)
    player.play(3)
    worker(page, "bot")  # another one has taken over; on a busy machine the server may have been faster
    hints = len([one for one in asked if one.endswith("hint")])
    close_list(page)
    page.wait_for_selector(MY_TURN, state="attached")
    page.keyboard.press("h")
    page.get_by_text("Thank you").wait_for()
    assert len([one for one in asked if one.endswith("hint")]) == hints  # the server was not asked
    worker(page, "table").evaluate(CRASH)  # nobody thinks here any more: the server must
    assert player.play(200) == "over"


def test_a_servers_finished_game_is_looked_at_here(page, stoppable):  # noqa: F811
    """Hints, the engine's lines and the analysis, which is there again after a reload. The server computes nothing."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {urlsplit(request.url).path}"))
    assert play_with_bots_here(page).play(200) == "over"
    page.evaluate("() => document.querySelector('a[href^=\"/r/\"]').click()")  # the page, and its engine, stay
    page.get_by_role("slider").first.press("ArrowLeft")
    page.get_by_role("button", name="What if …").click()
    page.keyboard.press("h")
    page.get_by_text("Thank you").wait_for()
    page.keyboard.press("e")
    page.locator("[data-engine] li, .engine li").first.wait_for()
    page.keyboard.press("a")
    page.get_by_role("button", name="Analyse", exact=True).click()
    curves = page.locator(".analysis svg[role=img] .line")
    curves.nth(1).wait_for(state="attached")
    page.reload()
    page.get_by_role("button", name="Analysis").click()
    curves.nth(1).wait_for(state="attached")
    assert worker(page, "table")
    computed = re.compile("POST .*/(analysis|hint|engine|judged)$")
    assert [one for one in asked if computed.match(one)] == []


def test_pages_without_a_server_say_so_and_the_device_knows_the_openings(page, stoppable):  # noqa: F811
    player = Player(page)
    player.open("lumiere")
    player.until(f"() => {KEPT}")
    stoppable.stop()
    for path in ("/tables", "/mine", "/player/somebody"):
        page.goto(stoppable.url + path)
        page.get_by_text("This needs a connection to the server.").wait_for()
        assert page.get_by_text("…", exact=True).count() == 0
    page.get_by_role("link", name="Games on this device").click()
    page.wait_for_selector("[data-device] .actions")
    page.goto(f"{stoppable.url}/openings")
    page.get_by_label("The next choice").get_by_role("link").first.click()
    page.get_by_label("The choices so far").get_by_role("link").nth(1).wait_for()


def test_a_game_goes_on_when_the_engine_has_crashed(page):
    player = Player(page)
    player.open("lumiere")
    player.play(2)
    worker(page, "bot").evaluate(CRASH)
    player.play(2)
    worker(page, "table").evaluate(CRASH)
    assert player.play(200) == "over"


def test_a_small_device_plays_with_one_worker(page, stoppable):  # noqa: F811
    page.context.add_init_script("Object.defineProperty(navigator, 'deviceMemory', { value: 2 })")
    page.goto(stoppable.url)
    player = Player(page)
    player.open("lumiere")
    assert player.play(200) == "over"
    assert [one.url for one in page.workers if "/bot.mjs" in one.url] == []


def test_the_address_of_a_missing_game_says_so_without_the_engine(page, stoppable):  # noqa: F811
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{stoppable.url}/t/local-nosuchgame")
    page.get_by_text("There is no game at this address.").wait_for()
    assert [url for url in asked if url.endswith((".wasm", ".zip"))] == []


def test_a_full_device_loses_no_step(page, stoppable):  # noqa: F811
    player = Player(page)
    address = player.open("paris")
    player.play(2)
    stored = 0
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": stoppable.url, "quotaSize": 1})
    full = page.get_by_text("Your move has not been saved: the storage of this browser is full or blocked.")
    end = time.monotonic() + SOON
    while not full.is_visible():  # Chromium looks at the quota only now and then
        stored = seq(page)
        page.evaluate(STEP, 0)
        page.wait_for_timeout(500)
        assert time.monotonic() < end
    browser.send("Storage.overrideQuotaForOrigin", {"origin": stoppable.url})
    close_list(page)
    page.get_by_role("button", name="Send it again").click()
    page.wait_for_function("(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq", arg=stored)
    page.goto(address)
    page.wait_for_function(SEATED)
    assert seq(page) > stored
    assert player.play(2) == "running"


def test_without_webassembly_the_form_says_so_and_the_server_plays(page, stoppable):  # noqa: F811
    page.context.add_init_script("delete window.WebAssembly")
    page.goto(stoppable.url)
    page.wait_for_selector("[data-play=lumiere]")
    assert page.locator("[data-offline]").count() == 0
    page.get_by_role("button", name="Options").first.click()
    page.get_by_text("This browser cannot do it: it has no WebAssembly.").wait_for()
    assert page.locator("[data-place=device]").is_disabled()
    page.click("[data-start]")
    page.wait_for_function(SEATED)
    assert "local-" not in page.url
    player = Player(page)
    assert player.play(2) == "running"
    page.goto(f"{stoppable.url}/t/local-abc")
    page.get_by_role("link", name="Play on the server").wait_for()


def test_a_members_puzzle_without_a_connection_does_not_count_and_the_page_says_so(page, stoppable):  # noqa: F811
    account = {"login": "ada-lovelace", "password": "le fer et la lumière"}
    assert page.request.post(f"{stoppable.url}/api/me/register", data=account).ok
    page.reload()
    player, puzzle = Player(page), easy("lumiere")
    player.open("lumiere")
    player.until(f"() => {KEPT}")
    page.context.set_offline(True)
    page.goto(f"{stoppable.url}/puzzles/{puzzle.id}")
    panel = page.locator("section[data-phase]")
    expect(panel).to_contain_text("Without a connection, attempts do not count.", timeout=SOON * 1_000)
    enter(page, puzzle.line[0])
    panel.locator("[data-act=check]").click()
    expect(panel).to_have_attribute("data-phase", "solved", timeout=SOON * 1_000)
    expect(panel).to_contain_text("Without a connection, attempts do not count.")
    expect(panel).not_to_contain_text("Your puzzle rating")
    page.context.set_offline(False)
    page.goto(f"{stoppable.url}/puzzles/{puzzle.id}")
    enter(page, puzzle.line[0])
    panel.locator("[data-act=check]").click()
    expect(panel).to_contain_text("Your puzzle rating")


def test_a_game_goes_on_with_a_newer_engine(page, stoppable, engine, tmp_path, monkeypatch):  # noqa: F811
    player = Player(page)
    address = player.open("lumiere")
    player.play(2)
    player.until("() => !!localStorage.getItem('engine')")
    newer = tmp_path / "newer"
    shutil.copytree(engine, newer)
    index = json.loads((newer / "engine.json").read_text("utf-8"))
    (newer / "engine.json").write_text(json.dumps(index | {"id": "0123456789abcdef"}), "utf-8")
    monkeypatch.setattr(engine_files, "ENGINE", newer)
    for one in (engine_files.index, static_pages.translated):
        one.cache_clear()
    assert index["id"] in worker(page, "table").url
    worker(page, "bot").evaluate(CRASH)  # its files are no longer on the server
    player.play(2)
    before = seq(page)
    page.goto(address)
    page.wait_for_function(SEATED)
    assert "0123456789abcdef" in worker(page, "table").url
    assert seq(page) >= before
    assert player.play(200) == "over"
