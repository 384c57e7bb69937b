"""The memory of a phone's tab in a game on the device: `python benchmarks/device_memory.py [GAME] [LEVEL]`.

The figure is what Chrome's task manager calls the memory footprint: the private memory of the tab's process, which on
Linux is RssAnon + VmSwap. The program of the browser itself, which all tabs share, does not count. As on a phone,
another process than the tab's draws the pixels; it does so without a graphics card.

Nothing but the needed commands of the debugging protocol is used, not Playwright: tools for tests ask the browser to
keep every response, which adds some 50 MB to the tab. Build the engine first: `python scripts/engine build`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from engines import EnginePage
from test_on_device import Player
from websockets.sync.client import connect

from browsers import FLAGS, chromium_path
from server.processes import serving

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
LIKE_A_PHONE = [
    *(flag for flag in FLAGS if flag not in ("--disable-gpu", "--in-process-gpu")),
    # megabytes of young JavaScript objects before they are collected, as on Android; a desktop has four times as many
    "--js-flags=--max-semi-space-size=8",
    # a process of its own draws, by software in place of a graphics card; otherwise each tab draws for itself
    "--enable-gpu-rasterization",
    "--ignore-gpu-blocklist",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
REST = 25
"""Seconds at each point, as a person rests: the browser compiles what is used much, and cleans up."""
STEPS = 4
PACE = 3
"""Seconds that a person looks at the table before the next step."""
SERVER_GAME = """async ({ game, level }) => {
  const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await post('/api/me/guest', '{}');
  const table = await (await post('/api/games', JSON.stringify({ game, seats: ['human', `level${level}`] }))).json();
  location.href = `/t/${table.id}`;
}"""


class Chromium:
    """A browser with one page, over the debugging protocol."""

    def __init__(self, folder: Path, flags: Sequence[str] = LIKE_A_PHONE) -> None:
        options = [*flags, "--remote-debugging-port=0", f"--user-data-dir={folder}"]
        self.process = subprocess.Popen([chromium_path(), *options], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        addresses = (re.search(r"ws://\S+", line) for line in self.process.stderr)
        self.ending = ExitStack()
        self.socket = self.ending.enter_context(connect(next(found[0] for found in addresses if found), max_size=None))
        self.numbers = itertools.count(1)
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.page = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Emulation.setDeviceMetricsOverride", self.page, **PHONE)
        self.send("Emulation.setTouchEmulationEnabled", self.page, enabled=True)

    def send(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while (answer := json.loads(self.socket.recv(timeout=120))).get("id") != number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def goto(self, url: str) -> None:
        self.send("Page.navigate", self.page, url=url)

    def evaluate(self, script: str) -> Any:
        asked = {"expression": script, "returnByValue": True, "awaitPromise": True}
        return self.send("Runtime.evaluate", self.page, **asked)["result"].get("value")

    def collect_garbage(self) -> None:
        """On the page; what workers leave is only collected by them."""
        self.send("HeapProfiler.collectGarbage", self.page)

    def memory(self) -> float:
        """Private megabytes of the largest renderer, which is the page's."""
        processes = self.send("SystemInfo.getProcessInfo")["processInfo"]
        return max(private(one["id"]) for one in processes if one["type"] == "renderer")

    def close(self) -> None:
        self.send("Browser.close")
        self.process.wait(60)
        self.ending.close()


def private(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith(("RssAnon", "VmSwap")))


def measure(folder: Path, url: str, game: str, level: int, workers: int | None) -> list[str]:
    """At each point of a visit: the settled figure, and the highest since the point before if it was much more.

    `workers` only think: 0 is what a phone has. None: a game on the server, without the engine.
    """
    browser = Chromium(folder)
    page: Any = EnginePage(browser)  # type: ignore[arg-type]
    found: list[str] = []

    seen: list[float] = []

    def rest(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            seen.append(browser.memory())
            time.sleep(0.5)

    def look() -> None:
        rest(REST)
        found.append(f"{seen[-1]:.0f}" + (f" ({max(seen):.0f})" if max(seen) > 1.1 * seen[-1] else ""))
        seen.clear()

    try:
        drawing = browser.send("SystemInfo.getInfo")["gpu"]["featureStatus"]["rasterization"]
        assert drawing.startswith("enabled"), f"each tab draws for itself: {drawing}"
        page.goto(url + "/robots.txt")
        look()
        prefs = {"level": level} | ({"bots": "server"} if workers is None else {"workers": workers})
        page.evaluate("prefs => (localStorage.prefs = JSON.stringify(prefs))", prefs)
        page.goto(url)
        look()
        player = Player(page)
        if workers is None:
            page.evaluate(SERVER_GAME, {"game": game, "level": level})
            player.until("() => !!document.querySelector('[data-seq]')")
        else:
            player.open(game)
        look()
        for _time in range(2):
            player.play(STEPS, lambda: rest(PACE))
            look()
        player.play(1_000, lambda: rest(PACE))
        look()
        browser.collect_garbage()
        found.append(f"{browser.memory():.0f}")
    finally:
        browser.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="lumiere")
    parser.add_argument("level", nargs="?", type=int, default=3, choices=range(1, 7), help="of the opponent: 1 to 6")
    parser.add_argument("--phone", action="store_true", help="only as on a phone")
    given = parser.parse_args()
    played = [f"after {STEPS * times} steps" for times in (1, 2)]
    points = ["a page of text", "landing page", "board", *played, "game over", "… garbage of the page collected"]
    print(f"| private MB: settled (highest) | {' | '.join(points)} |\n|{'---|' * (len(points) + 1)}")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server:
        rows = (("on the server", None), ("on a phone", 0), ("with a worker that thinks", 1))
        for what, workers in (row for row in rows if row[1] == 0 or not given.phone):
            found = measure(Path(folder) / what, server.url, given.game, given.level, workers)
            print(f"| {what} | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
