"""How soon a game on the device begins, and how the page answers while a bot thinks there.

`python benchmarks/device_start.py` starts a server and Chromium, over the debugging protocol like device_memory.py:

- click to board: from the press of Start in the form of a new table to the first painted board; in a fresh browser
  (cold), in a fresh browser whose person has looked at the form for some seconds, and in one that has played before
  (warm). The time on the clock, and the processor time of all of the browser's processes meanwhile;
- press to paint: from each press of the mouse to the next frame that shows its effect, in menus opened and closed while
  three bots of level 5 decide.

On a busy machine the processor time says more. Build the engine first: `python scripts/engine build`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from device_memory import Chromium
from engines import EnginePage
from pages import PRESSES
from test_on_device import KEPT, Player

from browsers import FLAGS
from server.processes import serving

SETTLED = 5.0
"""Seconds that a page has to load everything else, such as its service worker."""
LOOKS = 4.0
"""Seconds for which somebody looks at the form."""
SIZE = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
START = """() => {
  window.board = 0;
  const pressed = performance.now();
  document.querySelector('[data-start]').click();
  const look = () => {
    const drawn = document.querySelectorAll('[data-status] main svg');
    if (![...drawn].some((svg) => svg.checkVisibility())) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.board = performance.now() - pressed)));
  };
  requestAnimationFrame(look);
}"""
SHORTEST = 16
"""The browser reports no interaction that took less, in milliseconds."""
MENU, CLOSE = "header .icon:last-of-type", "dialog [aria-label=Close]"
MIDDLE = """(selector) => {
  const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
MINE = "() => !!document.querySelector(\"button[aria-keyshortcuts=l]:not([data-count='0'])\")"


class Visit:
    """A browser with one page, on a desk."""

    def __init__(self, folder: Path, url: str, **prefs: Any) -> None:
        self.browser = Chromium(folder, FLAGS)
        self.browser.send("Emulation.setDeviceMetricsOverride", self.browser.page, **SIZE)
        self.browser.send("Emulation.setTouchEmulationEnabled", self.browser.page, enabled=False)
        self.page: Any = EnginePage(self.browser)  # type: ignore[arg-type]
        self.player = Player(self.page)
        self.page.goto(url + "/robots.txt")
        self.page.evaluate("prefs => (localStorage.prefs = JSON.stringify(prefs))", prefs)
        self.page.goto(url)

    def form(self, game: str) -> None:
        """Open the form of a new table on this device."""
        self.player.until("game => !!document.querySelector(`[data-offline=${game}]`)", game)
        time.sleep(SETTLED)
        self.page.evaluate("game => document.querySelector(`[data-offline=${game}]`).click()", game)
        self.player.until("() => !!document.querySelector('[data-place=device]:checked')")

    def computed(self) -> float:
        """Seconds of processor time of the browser's processes."""
        return sum(one["cpuTime"] for one in self.browser.send("SystemInfo.getProcessInfo")["processInfo"])

    def start(self) -> tuple[float, float]:
        """Press Start: seconds to the board, on the clock and of the processor."""
        before = self.computed()
        self.page.evaluate(START)
        self.player.until("() => window.board > 0")
        return self.page.evaluate("() => window.board") / 1000, self.computed() - before

    def press(self, selector: str) -> bool:
        """Press something with the mouse, as a person does; whether it is there."""
        place = self.page.evaluate(MIDDLE, selector)
        if place is None:
            return False
        where = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.browser.send("Input.dispatchMouseEvent", self.browser.page, type=kind, **where)
            time.sleep(0.1)
        return True

    def escape(self) -> None:
        """Close the menu or the list, if one is open."""
        for kind in ("keyDown", "keyUp"):
            self.browser.send("Input.dispatchKeyEvent", self.browser.page, type=kind, key="Escape")
        self.player.until("() => !document.querySelector('dialog')")

    def close(self) -> None:
        self.browser.close()


def starts(url: str, game: str) -> dict[str, tuple[float, float]]:
    """The three starts, one each."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(Path(folder), url)
        visit.form(game)
        found["cold"] = visit.start()
        visit.player.until(f"() => {KEPT}")
        visit.close()
        visit = Visit(Path(folder), url)
        visit.form(game)
        found["warm"] = visit.start()
        visit.close()
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(Path(folder), url)
        visit.form(game)
        time.sleep(LOOKS)
        found["cold, after a look at the form"] = visit.start()
        visit.close()
    return found


def presses(url: str, level: int, wanted: int) -> list[float]:
    """Milliseconds from a press to its paint while bots decide at a table of Paris for four."""
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(Path(folder), url, level=level, speed="instant")
        page = visit.page
        visit.form("paris")
        page.evaluate("""() => {
          const players = document.querySelector('.pair select');
          players.value = '4';
          players.dispatchEvent(new Event('change', { bubbles: true }));
        }""")
        visit.start()
        page.evaluate(PRESSES)
        pressed = 0
        while pressed < wanted:
            if page.evaluate(MINE):
                visit.escape()
                visit.player.play(1)
                visit.escape()
                page.evaluate("() => (window.presses = {})") if not pressed else None
            else:
                pressed += visit.press(CLOSE) or visit.press(MENU)
        time.sleep(1.0)  # the observer reports late
        found: list[float] = page.evaluate("() => Object.values(window.presses)")
        visit.close()
    return found + [SHORTEST] * (pressed - len(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", default="lumiere,paris")
    parser.add_argument("--presses", type=int, default=100)
    parser.add_argument("--level", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        for game in filter(None, given.games.split(",")):
            found: dict[str, list[tuple[float, float]]] = {}
            for _round in range(given.rounds):
                for name, figures in starts(url, game).items():
                    found.setdefault(name, []).append(figures)
            for name, rounds in found.items():
                clock, computed = (statistics.median(column) for column in zip(*rounds, strict=True))
                print(f"{game}, {name}: {clock:.2f} s to the board, {computed:.2f} s of processor time", flush=True)
        if given.presses:
            times = presses(url, given.level, given.presses)
            late = statistics.quantiles(times, n=20)[18]
            print(f"press to paint, {len(times)} presses: median {statistics.median(times):.0f} ms, 95 % {late:.0f} ms")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
