"""Games on the device, through the pages: against level 3, online and offline, reloaded, and from a static site."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from engines import page_of
from visitors import FULL, PHONE

from engine.conftest import engine, site, stoppable  # noqa: F401  # fixtures
from lutetia.cli import app, errors
from plain_web import serving_folder

from browsers import CONTEXT

SIZE = (1280, 720)
SOON = 600
"""Seconds. It only ends a test that hangs: on a busy machine WebKit takes minutes to start Python."""
STEP = """(number) => {
  const table = document.querySelector('[data-seq]');
  if (!table) return 'loading';
  if (table.dataset.status === 'over') return 'over';
  const steps = document.querySelectorAll('dialog button.step:not(:disabled)');
  if (steps.length) {
    steps[number % steps.length].click();
    return `step ${table.dataset.seq}`;
  }
  if (!document.querySelector('dialog'))
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }));
  return 'waiting';
}"""
"""Takes a step from the list of legal steps, which a key opens."""
KEPT = "!!localStorage.getItem('engine')"


class Player:
    """Somebody who plays by the list, in any browser."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def until(self, function: str, arg: Any = None) -> None:
        self.page.wait_for_function(function, arg=arg, timeout=SOON * 1_000)

    def open(self, game: str) -> str:
        """Open a table on this device against level 3; its address."""
        self.until(f"() => !!document.querySelector('[data-offline={game}]')")
        self.page.evaluate(f"() => document.querySelector('[data-offline={game}]').click()")
        self.until(
            "() => !!document.querySelector('[data-place=device]:checked') && !!document.querySelector('[data-start]')"
        )
        self.page.evaluate("() => document.querySelector('[data-start]').click()")
        self.until("() => location.href.includes('/t/local-') && !!document.querySelector('[data-seq]')")
        return str(self.page.evaluate("() => location.href"))

    def play(self, most: int, after: Callable[[], None] = lambda: None) -> str:
        """Take so many steps, or play to the end: the status of the game. `after`: what is done after each step."""
        taken, last, end = 0, "", time.monotonic() + SOON
        while taken < most:
            said = self.page.evaluate(STEP, taken * 7)
            if said == "over":
                return "over"
            if said.startswith("step") and said != last:
                after()
                taken, last, end = taken + 1, said, time.monotonic() + SOON
            assert time.monotonic() < end, f"nothing happens after {last or 'the start'}"
            self.page.wait_for_timeout(20)
        return "running"


@contextmanager
def opened(browser: str, chromium: Any, url: str, **more: Any) -> Iterator[Any]:
    """A page of a browser, with its service worker."""
    if browser != "chromium":
        with page_of(browser, [{"name": "language", "value": "en", "url": url}], *SIZE) as page:
            yield page
        return
    settings = {**CONTEXT, "service_workers": "allow", "viewport": {"width": SIZE[0], "height": SIZE[1]}, **more}
    context = chromium.new_context(**settings)
    yield context.new_page()
    context.close()


def test_a_game_goes_on_after_a_reload_and_without_a_network(chromium, stoppable):  # noqa: F811
    with opened("chromium", chromium, stoppable.url) as page:
        page.goto(stoppable.url)
        player = Player(page)
        address = player.open("lumiere")
        player.play(2)
        player.until(f"() => {KEPT}")
        page.context.set_offline(True)
        page.reload()
        player.until("() => !!document.querySelector('[data-seq]')")
        assert page.url == address
        # A whole game takes twice as long; tests/engine/test_browser.py plays one without a network in every run.
        assert player.play(200 if FULL else 5) == ("over" if FULL else "running")
        player.until("() => JSON.parse(localStorage['local-games'])[0].seq > 2")  # My games shows it at once


@pytest.mark.full
@pytest.mark.parametrize("game", ["lumiere", "paris"])
@pytest.mark.parametrize("browser", ["chromium", "firefox", "webkit"])
def test_a_whole_game_then_a_start_with_the_server_stopped(chromium, stoppable, browser, game):  # noqa: F811
    with opened(browser, chromium, stoppable.url) as page:
        page.goto(stoppable.url)
        player = Player(page)
        address = player.open(game)
        player.play(3)
        page.goto(address)  # a reload in the middle
        player.until("() => !!document.querySelector('[data-seq]')")
        assert player.play(1_000) == "over"
        player.until(f"() => {KEPT}")
        stoppable.stop()
        page.goto(stoppable.url)
        player.open(game)
        if browser == "chromium":
            assert player.play(1_000) == "over"
        else:  # where a whole game takes minutes
            assert player.play(5) == "running"


@pytest.mark.full
@pytest.mark.parametrize("browser", ["chromium", "firefox", "webkit"])
def test_a_page_that_was_left_does_not_keep_the_store(chromium, stoppable, browser):  # noqa: F811
    """WebKit keeps it with its worker suspended, which reads the list of games every few seconds."""
    with opened(browser, chromium, stoppable.url) as page:
        addresses = set()
        for _visit in range(4):
            page.goto(stoppable.url)
            addresses.add(Player(page).open("lumiere"))
        assert len(addresses) == 4


HOLD = """() => {
  self.held = Array.from({ length: 100 }, () => ({}));
  self.collected = 0;
  self.watch = new FinalizationRegistry(() => self.collected++);
  for (const one of self.held) self.watch.register(one);
}"""
"""Objects that get old while somebody plays, so that only a whole collection finds them when they are dropped."""


def test_a_phone_collects_its_garbage_when_it_is_quiet(chromium, stoppable):  # noqa: F811
    """It must stay within 150 MB; docs/performance.md has the figures.

    Without a collection the objects stay: with a buffer of 128 bytes in garbage.mjs, this test failed.
    """
    with opened("chromium", chromium, stoppable.url, **PHONE) as page:
        page.goto(stoppable.url)
        player = Player(page)
        player.open("lumiere")
        (worker,) = (one for one in page.workers if "/table.mjs" in one.url)
        for place in (page, worker):
            place.evaluate(HOLD)
        player.play(3)
        for place in (page, worker):
            place.evaluate("() => void (self.held = null)")
        end = time.monotonic() + 20
        while any(place.evaluate("() => self.collected") < 90 for place in (page, worker)):
            assert time.monotonic() < end, "nothing was collected"
            page.wait_for_timeout(500)


@pytest.mark.full
def test_a_game_on_a_phone(chromium, stoppable):  # noqa: F811
    with opened("chromium", chromium, stoppable.url, **PHONE) as page:
        page.goto(stoppable.url)
        player = Player(page)
        player.open("lumiere")
        assert player.play(200) == "over"


@pytest.fixture
def static_site(stoppable, tmp_path) -> Iterator[str]:  # noqa: F811
    """A plain web server with the static site in a folder of it."""
    assert errors.run(app, ["static", "--out", str(tmp_path / "web" / "some" / "where")]) == 0
    with serving_folder(tmp_path / "web") as port:
        yield f"http://localhost:{port}/some/where/"


@pytest.mark.full
def test_a_static_site_in_a_folder_plays_and_starts_offline(chromium, static_site):
    with opened("chromium", chromium, static_site) as page:
        page.goto(static_site)
        page.wait_for_selector("[data-play=lumiere]")
        page.click("[data-play=lumiere]")
        player = Player(page)
        player.until("() => location.hash.startsWith('#/t/local-') && !!document.querySelector('[data-seq]')")
        assert player.play(200) == "over"
        player.until(f"() => {KEPT}")
        page.context.set_offline(True)
        page.goto(static_site + "#/rules/lumiere")
        page.reload()
        page.wait_for_selector("#L1", state="attached")
