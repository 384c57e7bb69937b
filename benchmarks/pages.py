"""How fast the tables are in a browser: `python benchmarks/pages.py [--against COMMIT]`.

It starts its own server and Chromium. For each game:

- first board: from the start of navigation to the first painted board of a game that is already running; the median of
  fresh browsers, and of reloads with everything but the game state in the browser's cache;
- press to paint: from each press of the mouse to the next frame that shows its effect (the browser's event timing), in
  steps taken by hand and in dialogs opened and closed, with the processor slowed down four times;
- processor time: what the page's main thread computes from the press to that frame, without the slowdown. Unlike the
  times above it hardly depends on what else the machine does;
- layout shift: the browser's cumulative layout shift over a whole game, the largest of several window sizes;
- JavaScript: the compressed size of the scripts that the table has loaded.

`--against` measures another commit as well, in turns with this one, and prints the ratios. Run it on an idle machine:
Chromium, the server and this script share its cores.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

import lumiere_input
import paris_input
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from pointing import middle
from sitting import Sitting
from test_lumiere_board import drawn
from test_paris_board import chosen
from traces import Trace
from visitors import Person

from server.processes import serving

ROOT = Path(__file__).parent.parent
HANDS: dict[str, Any] = {"lumiere": lumiere_input.Mouse, "paris": paris_input.Mouse}
CHOOSE = {"lumiere": drawn, "paris": chosen}
LOADS, ROUNDS = 9, 2
STEPS = 12
"""Steps taken by hand, each of which is one or more presses."""
DIALOGS = ("main [aria-keyshortcuts=l]", "header .icon:last-of-type")
"""What opens the list of legal steps and the menu."""
SLOWER = 4
REST = 0.3
"""Seconds for which the mouse rests on a thing before a press, and after it. What this script looks up in the page
takes the page's time too: without a rest it would delay the paint."""
SHORTEST = 16
"""The browser reports no interaction that took less, in milliseconds."""
SIZES = ((390, 844), (834, 1112), (1440, 900))
BOARD = """
  const look = () => {
    const drawn = document.querySelectorAll('[data-status=running] main svg');
    if (![...drawn].some((svg) => svg.checkVisibility())) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.board = performance.now())));
  };
  requestAnimationFrame(look);
"""
"""Notes when the first board has been painted."""
PRESSES = """() => {
  window.presses = {};
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.presses[interactionId] = Math.max(window.presses[interactionId] ?? 0, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}"""
SHIFTS = """() => {
  window.shift = 0;
  let [session, first, last] = [0, 0, 0];
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      if (startTime - last > 1000 || startTime - first > 5000) [session, first] = [0, startTime];
      last = startTime;
      session += value;
      window.shift = Math.max(window.shift, session);
    }
  }).observe({ type: 'layout-shift' });
}"""
"""Cumulative layout shift as browsers define it: the largest sum within five seconds, without pauses of a second."""


class Figures(NamedTuple):
    """Times in milliseconds; `size` in bytes."""

    first: list[float]
    again: list[float]
    presses: list[float]
    dialogs: list[float]
    computed: list[float]
    shifts: list[float]
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="COMMIT", help="measure this commit as well, in turns")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running, sync_playwright() as driver:
        sources = {"now": ROOT}
        if options.against:
            sources[options.against] = checkout(options.against, Path(folder) / "other")
        urls = {
            name: running.enter_context(serving(Path(folder) / f"data {at}", PYTHONPATH=str(root / "src"))).url
            for at, (name, root) in enumerate(sources.items())
        }
        found: dict[str, Figures] = {}
        for game in HANDS:
            for name, figures in measured(driver.chromium, urls, game).items():
                found[f"{game}, {name}"] = figures
    print(table(found))
    print(f"\nload average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def checkout(commit: str, folder: Path) -> Path:
    """The sources of another commit with its own build, and with the compiled core of this one."""
    folder.mkdir()
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", commit, "src"], stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    for core in (ROOT / "src").rglob("*.so"):
        shutil.copy(core, folder / core.relative_to(ROOT))
    return folder


def table(found: dict[str, Figures]) -> str:
    """The figures, and the ratios of this commit to the other."""
    rows = [
        "| table | first board | again | press to paint, median | 95th percentile | dialogs, 95th percentile"
        " | processor time of a press, median | 95th percentile | layout shift | JavaScript |",
        "|" + "---|" * 10,
    ]
    numbers = {name: summary(figures) for name, figures in found.items()}
    for name, values in numbers.items():
        *times, shift, size = values
        shown = " | ".join(f"{time:.0f} ms" if time >= 10 else f"{time:.1f} ms" for time in times)
        rows.append(f"| {name} | {shown} | {shift:.3f} | {size / 1024:.0f} KB |")
    for game in HANDS:
        now, *other = (values for name, values in numbers.items() if name.startswith(game))
        for values in other:
            ratios = " | ".join(f"{new / old:.2f}" if old else "" for new, old in zip(now, values, strict=True))
            rows.append(f"| {game}, now ÷ before | {ratios} |")
    return "\n".join(rows)


def summary(found: Figures) -> list[float]:
    """The columns of the table."""
    every = [*found.presses, *found.dialogs]
    return [
        statistics.median(found.first),
        statistics.median(found.again),
        statistics.median(every),
        percentile95(every),
        percentile95(found.dialogs),
        statistics.median(found.computed),
        percentile95(found.computed),
        max(found.shifts),
        found.size,
    ]


def percentile95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18]


def launched(chromium: Any) -> Browser:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    browser: Browser = chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    return browser


def measured(chromium: Any, urls: dict[str, str], game: str) -> dict[str, Figures]:
    """The figures of each server, in turns."""
    addresses = {name: url.replace("127.0.0.1", "localhost") for name, url in urls.items()}
    found = {name: Figures([], [], [], [], [], [], 0) for name in urls}
    for load in range(1 + LOADS):
        for name, url in addresses.items():
            first, again, size = loaded(chromium, url, game)
            if not load:  # the first request of all to this server
                found[name] = found[name]._replace(size=size)
                continue
            found[name].first.append(first)
            found[name].again.append(again)
    browser = launched(chromium)
    for _round in range(ROUNDS):
        for name, url in addresses.items():
            at_table, dialogs, computed = presses(browser, url, game)
            found[name].presses.extend(at_table)
            found[name].dialogs.extend(dialogs)
            found[name].computed.extend(computed)
    for window in SIZES:
        for name, url in addresses.items():
            found[name].shifts.append(layout_shift(browser, url, game, window))
    browser.close()
    return found


def loaded(chromium: Any, url: str, game: str) -> tuple[float, float, int]:
    """The first board in a fresh browser, the first after a reload, and the size of the scripts."""
    browser = launched(chromium)
    person = Person(browser.new_context(base_url=url))
    person.page.add_init_script(BOARD)
    person.table("human", "random", game=game)
    first, size = shown(person), javascript(person.page)
    person.page.reload()
    again = shown(person)
    browser.close()
    return first, again, size


def shown(person: Person) -> float:
    """Milliseconds from the start of navigation to the first board."""
    since: float = person.page.wait_for_function("() => window.board").json_value()
    return since


def javascript(page: Page) -> int:
    """The compressed size of the scripts that a page has loaded."""
    scripts = page.evaluate(
        "() => performance.getEntriesByType('resource').map(one => one.name).filter(name => name.endsWith('.js'))"
    )
    return sum(len(gzip.compress(page.request.get(script).body(), 9)) for script in scripts)


def presses(browser: Browser, url: str, game: str) -> tuple[list[float], list[float], list[float]]:
    """How long the effect of each press took to be painted, at the table and for dialogs, slowed down; and what the
    main thread computed for it, not slowed down."""
    me, rng = Sitting(browser, url, "mouse", {"mouse": HANDS[game]}), random.Random(1889)
    me.new(game, ["human", "random"])
    me.look()
    devtools = me.context.new_cdp_session(me.page)
    me.page.evaluate(PRESSES)
    pressed = unhurried(me.page)

    def taken() -> list[float]:
        """The times of all presses since the last call."""
        me.page.wait_for_timeout(1_000)  # the observer reports late
        found: list[float] = me.page.evaluate("() => Object.values(window.presses)")
        me.page.evaluate("() => { window.presses = {}; }")
        missing = len(pressed) - len(found)
        pressed.clear()
        return found + [SHORTEST] * missing

    def open_dialogs() -> None:
        me.turn()
        for dialog in DIALOGS * 2:
            me.page.mouse.click(*middle(me.page, dialog))
            me.page.mouse.click(*middle(me.page, "dialog[open] [aria-label=Close]"))

    def take_steps() -> None:
        for _step in range(STEPS):
            state = me.turn()
            if state["status"] == "over":
                break
            me.by_hand(state, CHOOSE[game](state["legal"], rng))

    with Trace(browser) as trace:
        open_dialogs()
        take_steps()
        taken()
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    open_dialogs()
    dialogs = taken()
    take_steps()
    at_table = taken()
    me.close()
    return at_table, dialogs, trace.computed()


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
        mouse.move(1, 1)  # a tooltip at the last place could cover the next

    mouse.click = click  # type: ignore[assignment, method-assign]
    return pressed


def layout_shift(browser: Browser, url: str, game: str, size: tuple[int, int]) -> float:
    """The cumulative layout shift of a whole game, in which the person's own steps are taken from the list of steps."""
    window = ViewportSize(width=size[0], height=size[1])
    person, rng = Person(browser.new_context(base_url=url, viewport=window)), random.Random(1889)
    person.table("human", "random", game=game)
    person.page.locator("[data-status=running] main svg:visible").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(SHIFTS)
    while person.step_by_list(rng.randrange):
        pass
    person.page.wait_for_timeout(3_000)  # the result is counted up, and the observer reports late
    shift: float = person.page.evaluate("() => window.shift")
    person.context.close()
    return shift


if __name__ == "__main__":
    main()
