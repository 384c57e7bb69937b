"""Take the screenshots in docs/pictures/web: every screen, on a desktop (1440×900) and on a phone (360×740).

    python scripts/screenshots.py            all of them
    python scripts/screenshots.py landing    those whose name begins with `landing`

Needs Chromium, and Playwright and Pillow of the [dev] packages. The positions are real: games played by our own bots.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browsers import chromium_path  # noqa: E402
from server.processes import serving  # noqa: E402

PICTURES = ROOT / "docs" / "pictures" / "web"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LARGEST = 150_000


class Camera:
    """A browser page that plays games and takes screenshots."""

    def __init__(self, page: Page, suffix: str) -> None:
        self.page = page
        self.suffix = suffix

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.page.request.post(path, data=body or {})
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, *seats: str, steps: int = 0, game: str = "lumiere", **more: Any) -> str:
        """Open a table and play so many steps, all chosen by the bot; returns its id."""
        id_ = self.post("/api/games", {"game": game, "seats": list(seats), **more})["id"]
        while steps:
            state = self.page.request.get(f"/api/games/{id_}").json()
            taken = sum(len(turn["steps"]) for turn in state["view"]["turns"])
            if state["status"] != "running" or (taken >= steps and state["legal"]):
                break
            if state["legal"]:
                step = self.post(f"/api/games/{id_}/hint")["step"]
                seq = self.page.request.get(f"/api/games/{id_}").json()["seq"]
                self.post(f"/api/games/{id_}/steps", {"seq": seq, "step": step, "client_key": f"k{seq}"})
            else:
                self.page.wait_for_timeout(30)
        return str(id_)

    def shoot(self, name: str, path: str | None = None, full: bool = False, settle: int = 1_200) -> None:
        """Save the current page, or the page at `path`, as WebP of at most LARGEST bytes."""
        if path:
            self.page.goto(path)
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(settle)
        picture = Image.open(BytesIO(self.page.screenshot(full_page=full))).convert("RGB")
        target = PICTURES / f"{name}-{self.suffix}.webp"
        for quality in (86, 78, 70, 60, 50):
            picture.save(target, quality=quality, method=6)
            if target.stat().st_size <= LARGEST:
                break
        print(target.relative_to(ROOT), target.stat().st_size)


def landing(camera: Camera) -> None:
    camera.table("human", "open", private=False)
    camera.table("human", "level1", steps=40, game="paris")
    camera.table("human", "level2", steps=36)
    camera.shoot("landing", "/", full=camera.suffix == "desk")


def options(camera: Camera) -> None:
    camera.page.goto("/")
    camera.page.get_by_role("button", name="Options").first.click()
    camera.shoot("options")


def waiting(camera: Camera) -> None:
    camera.shoot("waiting", f"/t/{camera.table('human', 'open')}")


def handover(camera: Camera) -> None:
    camera.shoot("handover", f"/t/{camera.table('human', 'human')}")


def lumiere(camera: Camera) -> None:
    camera.shoot("lumiere-paving", f"/t/{camera.table('human', 'level2', steps=12)}", settle=2_000)
    id_ = camera.table("human", "level2", steps=38)
    camera.shoot("lumiere-building", f"/t/{id_}", settle=2_000)
    camera.page.locator("button[aria-keyshortcuts=l]").click()
    camera.shoot("steps")
    camera.page.keyboard.press("Escape")
    camera.page.get_by_role("button", name="Menu of this table").click()
    camera.shoot("menu")


def paris(camera: Camera) -> None:
    camera.shoot("paris", f"/t/{camera.table('human', 'level1', steps=60, game='paris')}", settle=2_000)


def end(camera: Camera) -> None:
    id_ = camera.table("human", "level2", steps=200)
    camera.shoot("end", f"/t/{id_}", settle=4_000)
    camera.shoot("replay", f"/r/{id_}?at=30", settle=2_000)
    camera.page.get_by_role("button", name="What if …").click()
    camera.shoot("branch")
    camera.page.goto(f"/r/{id_}")
    camera.page.get_by_role("button", name="Analyse").click()
    judged = camera.page.locator("[aria-label='How the game went']").first
    judged.wait_for(timeout=600_000)
    judged.scroll_into_view_if_needed()
    camera.shoot("analysis")
    camera.shoot("mine", "/mine", settle=2_000)


def paris_end(camera: Camera) -> None:
    id_ = camera.table("human", "level1", steps=600, game="paris")
    camera.shoot("paris-end", f"/t/{id_}", settle=5_000)
    camera.page.get_by_role("button", name="View the board").click()
    camera.shoot("paris-count")
    camera.shoot("paris-replay", f"/r/{id_}?at=60", settle=2_000)


def other_pages(camera: Camera) -> None:
    camera.table("human", "open", private=False)
    camera.shoot("tables", "/tables")
    camera.shoot("profile", "/me")
    camera.shoot("help", "/help/lumiere")
    camera.shoot("nothing", "/nowhere")


def rules(camera: Camera) -> None:
    for game, rule in (("lumiere", "L44"), ("paris", "P42")):
        camera.shoot(f"rules-{game}", f"/rules/{game}#{rule}", settle=2_500)
    camera.page.goto(f"/t/{camera.table('human', 'level1')}")
    camera.page.get_by_role("link", name="Rule L20").click()
    camera.shoot("rules-over", settle=2_500)


def gallery(camera: Camera) -> None:
    """An owner finds the fountain, corrects it, plays with it, and prints the checklist."""
    page = camera.page
    camera.shoot("gallery-paris", "/rules/data#paris-landmark-4", settle=2_000)
    page.goto("/")
    camera.shoot("gallery-lumiere", "/rules/data", settle=2_000)
    page.locator("[data-find]").fill("fountain")
    page.locator("#lumiere-fountain button").click()
    page.locator("[data-cell='2,3']").click()
    camera.shoot("gallery-correct")
    page.keyboard.press("Escape")
    page.locator("#lumiere-fountain").scroll_into_view_if_needed()
    camera.shoot("gallery-changed")
    page.get_by_role("button", name="Play with it").click()
    camera.shoot("gallery-play")
    page.keyboard.press("Escape")
    page.locator("[data-find]").fill("")
    page.emulate_media(media="print")
    if camera.suffix == "desk":
        page.set_viewport_size({"width": 794, "height": 1123})  # A4
        page.evaluate("scrollTo(0, 0)")
        camera.shoot("gallery-checklist")


def tutorial(camera: Camera) -> None:
    for game, part in (("lumiere", "peintre"), ("paris", "9")):
        camera.page.goto(f"/tutorial/{game}")
        camera.page.locator("[data-act=next]").click()
        camera.shoot(f"tutorial-{game}", settle=2_500)
        camera.page.goto(f"/tutorial/{game}/parts?part={part}")
        camera.page.locator("[data-act=after]").click()
        camera.shoot(f"parts-{game}", settle=2_000)


def companion(camera: Camera) -> None:
    for game in ("lumiere", "paris"):
        camera.shoot(f"companion-{game}", f"/companion/{game}", settle=2_000)


def offline(camera: Camera) -> None:
    """At a table a banner says so; elsewhere the service worker shows a page."""
    id_ = camera.table("human", "level1")
    camera.page.goto(f"/t/{id_}")
    camera.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    camera.page.reload()
    camera.page.locator("[data-status=running]").wait_for()
    camera.page.context.set_offline(True)
    camera.shoot("unreachable")
    camera.shoot("offline", "/mine")


SCREENS: tuple[Callable[[Camera], None], ...] = (
    landing,
    options,
    waiting,
    handover,
    lumiere,
    paris,
    end,
    paris_end,
    other_pages,
    rules,
    gallery,
    tutorial,
    companion,
    offline,
)


@contextmanager
def camera(browser: Browser, url: str, suffix: str) -> Iterator[Camera]:
    context = browser.new_context(base_url=url, reduced_motion="reduce", **(DESK if suffix == "desk" else PHONE))
    yield Camera(context.new_page(), suffix)
    context.close()


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as process, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for screen in SCREENS:
            if wanted and not any(screen.__name__.startswith(name) for name in wanted):
                continue
            for suffix in ("desk", "phone"):
                with camera(browser, process.url.replace("127.0.0.1", "localhost"), suffix) as ready:
                    screen(ready)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
