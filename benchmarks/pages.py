"""How fast the tables are in a browser: `python benchmarks/pages.py`. It starts its own server and Chromium.

For each game:

- first board: from the start of navigation to the first drawn board of a game that is already running; once in a fresh
  browser, and as the median of nine reloads with everything but the game state in the browser's cache;
- input to paint: from each press of the mouse to the next frame that shows its effect (the browser's event timing), in
  steps taken by hand and dialogs opened and closed, with the processor slowed down four times;
- JavaScript: the compressed size of the scripts that the table has loaded.

Run it on an idle machine: Chromium, the server and this script share its cores.
"""

from __future__ import annotations

import gzip
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

import lumiere_input
import paris_input
from playwright.sync_api import Browser, Page, sync_playwright
from pointing import middle
from sitting import Sitting
from test_lumiere_board import drawn
from test_paris_board import chosen
from visitors import Person

from server.processes import serving

HANDS: dict[str, Any] = {"lumiere": lumiere_input.Mouse, "paris": paris_input.Mouse}
CHOOSE = {"lumiere": drawn, "paris": chosen}
BOARD = "[data-status=running] main svg:visible"
LOADS = 9
STEPS = 40
"""Steps taken by hand, each of which is one or more presses."""
DIALOGS = ("main [aria-keyshortcuts=l]", "header .icon:last-of-type")
"""What opens the list of legal steps and the menu; each is opened and closed after every tenth step."""
SLOWER = 4
REST = 0.3
"""Seconds for which the mouse rests on a thing before a press, and after it. What this script looks up in the page
takes the page's time too: without a rest it would delay the paint."""
SHORTEST = 16
"""The browser reports no interaction that took less, in milliseconds."""
OBSERVE = """() => {
  window.presses = {};
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.presses[interactionId] = Math.max(window.presses[interactionId] ?? 0, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}"""


class Figures(NamedTuple):
    """Times in milliseconds; `size` in bytes."""

    first: float
    again: float
    presses: list[float]
    size: int


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        url = server.url.replace("127.0.0.1", "localhost")
        print("| table | first board | again | input to paint, median | 95th percentile | JavaScript |")
        print("|---|---|---|---|---|---|")
        for game in HANDS:
            print(row(game, measured(browser, url, game)), flush=True)
        browser.close()


def row(game: str, found: Figures) -> str:
    half, most = (statistics.quantiles(found.presses, n=20)[at] for at in (9, 18))
    times = " | ".join(f"{time:.0f} ms" for time in (found.first, found.again, half, most))
    return f"| {game}, {len(found.presses)} presses | {times} | {found.size / 1024:.0f} KB |"


def measured(browser: Browser, url: str, game: str) -> Figures:
    person = Person(browser.new_context(base_url=url))
    person.table("human", "random", game=game)
    first = shown(person)
    size = javascript(person.page)
    again = []
    for _again in range(LOADS):
        person.page.reload()
        again.append(shown(person))
    person.context.close()
    return Figures(first, statistics.median(again), presses(browser, url, game), size)


def shown(person: Person) -> float:
    """Milliseconds from the start of navigation to the first board."""
    person.page.locator(BOARD).first.wait_for()
    since: float = person.page.evaluate("() => performance.now()")
    return since


def javascript(page: Page) -> int:
    """The compressed size of the scripts that a page has loaded."""
    scripts = page.evaluate(
        "() => performance.getEntriesByType('resource').map(one => one.name).filter(name => name.endsWith('.js'))"
    )
    return sum(len(gzip.compress(page.request.get(script).body(), 9)) for script in scripts)


def presses(browser: Browser, url: str, game: str) -> list[float]:
    """For each press of the mouse, how long its effect took to be painted."""
    me, rng = Sitting(browser, url, "mouse", {"mouse": HANDS[game]}), random.Random(1889)
    me.new(game, ["human", "random"])
    me.look()
    devtools = me.context.new_cdp_session(me.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    me.page.evaluate(OBSERVE)
    pressed = unhurried(me.page)
    for step in range(STEPS):
        state = me.turn()
        if state["status"] == "over":
            break
        me.by_hand(state, CHOOSE[game](state["legal"], rng))
        if step % 10 == 9:
            for dialog in DIALOGS:
                me.page.mouse.click(*middle(me.page, dialog))
                me.page.mouse.click(*middle(me.page, "dialog[open] .close"))
    me.page.wait_for_timeout(1_000)  # the observer reports late
    found: list[float] = me.page.evaluate("() => Object.values(window.presses)")
    me.close()
    return found + [SHORTEST] * (len(pressed) - len(found))


def unhurried(page: Page) -> list[tuple[float, float]]:
    """Let the page's mouse click as a person does. Returns the list of places where it will have clicked."""
    mouse, pressed = page.mouse, list[tuple[float, float]]()

    def click(x: float, y: float) -> None:
        pressed.append((x, y))
        mouse.move(x, y)
        time.sleep(REST)
        mouse.down()
        time.sleep(0.05)
        mouse.up()
        time.sleep(REST)

    mouse.click = click  # type: ignore[assignment, method-assign]
    return pressed


if __name__ == "__main__":
    main()
