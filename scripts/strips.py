"""Take the strips in docs/pictures/web: one opponent's turn of each game, as a player sees it played back.

    python scripts/strips.py

Needs what scripts/screenshots.py needs. Two people play through the API; the pictures are of the first one's page.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "web")]
from guests import Party, taken  # noqa: E402

from server.processes import serving  # noqa: E402

PICTURES = ROOT / "docs" / "pictures" / "web"
SLOW = "localStorage.setItem('prefs', JSON.stringify({ speed: 'slow' }))"
STEPS = {"lumiere": 12, "paris": 24}
FRAMES = 4


def turn(table: Party, page: Page, game: str) -> list[Image.Image]:
    """Pictures of the opponent's next turn, until the page shows the present."""
    rng = random.Random(1889)
    state = table.play(preferred, rng, lambda now: taken(now) >= STEPS[game] and now["seat"] != first(table))
    page.goto(f"/t/{table.id}")
    page.locator(".p-board:visible, [data-space]:visible").first.wait_for()
    page.wait_for_load_state("networkidle")
    while state["status"] == "running" and state["seat"] != first(table):
        _state, mover = table.now()
        mover.step(table.id, state, preferred(state["legal"], rng))
        state, _mover = table.now()
    pictures = []
    for _frame in range(40):
        page.wait_for_timeout(150)
        pictures.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
        if page.locator("button[aria-keyshortcuts=l]:not([data-count='0'])").count() and len(pictures) > FRAMES:
            break
    return pictures


def first(table: Party) -> str:
    return next(seat for seat, guest in table.seated.items() if guest is table.host)


def preferred(legal: list[str], rng: random.Random) -> str:
    """A step that shows something: buildings, keys and tiles rather than trade."""
    for kinds in (("tile", "build"), ("draw", "site"), ("move", "key"), ("track", "pay", "section"), ("done",)):
        found = [step for step in legal if step.split()[0] in kinds and not step.endswith(" none")]
        if found:
            return rng.choice(found)
    return rng.choice(legal)


def main() -> None:
    chromium: Any = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as process, sync_playwright() as driver:
        url = process.url.replace("127.0.0.1", "localhost")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for game in STEPS:
            table = Party(url, game, ["Ana", "Bohumil"])
            context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
            context.add_cookies(table.host.cookies())  # type: ignore[arg-type]
            context.add_init_script(SLOW)
            pictures = turn(table, context.new_page(), game)
            chosen = [pictures[(len(pictures) - 1) * n // (FRAMES - 1)] for n in range(FRAMES)]
            strip = Image.new("RGB", (640 * 2 + 8, 400 * 2 + 8), "white")
            for n, picture in enumerate(chosen):
                strip.paste(picture.resize((640, 400)), ((n % 2) * 648, (n // 2) * 408))
            target = PICTURES / f"turn-{game}.webp"
            strip.save(target, quality=62, method=6)
            print(target.relative_to(ROOT), target.stat().st_size, len(pictures))
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
