"""Time until the board is visible: `python benchmarks/pages.py`. It starts its own server and Chromium.

Measures from the start of navigation to the first drawn board, for a game that is already running: once in a fresh
browser, and as the median of nine reloads with everything but the game state in the browser's cache.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from playwright.sync_api import Browser, sync_playwright
from visitors import Person

from server.processes import serving

BOARD = "[data-status=running] main svg:visible"
LOADS = 9


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for game in ("lumiere", "paris"):
            first, again = measured(browser, server.url.replace("127.0.0.1", "localhost"), game)
            print(f"{game}: {first:.0f} ms the first time, {again:.0f} ms on reload (target: under 1,000)", flush=True)
        browser.close()


def measured(browser: Browser, url: str, game: str) -> tuple[float, float]:
    """Milliseconds to the first board: in a fresh browser, and the median of the reloads."""
    person = Person(browser.new_context(base_url=url))
    person.table("human", "random", game=game)
    times = [shown(person)]
    for _again in range(LOADS):
        person.page.reload()
        times.append(shown(person))
    return times[0], statistics.median(times[1:])


def shown(person: Person) -> float:
    person.page.locator(BOARD).first.wait_for()
    since: float = person.page.evaluate("() => performance.now()")
    return since


if __name__ == "__main__":
    main()
