"""The documentation site: no warnings, no broken links, and nothing loaded from other hosts."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("use", "href")}


class Read(HTMLParser):
    """Where a page leads, what it fetches, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.fetches: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in ("id", "name"):
                self.anchors.add(value)
            if (tag, name) in FETCHED and dict(attrs).get("rel") not in ("canonical", "prev", "next"):
                self.fetches.append(value)
            elif (tag, name) == ("a", "href"):
                self.leads.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Every page of the site, parsed."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {}
    for page in sorted(folder.rglob("*.html")):
        found[page] = Read()
        found[page].feed(page.read_text("utf-8"))
    return folder, found


def test_the_site_has_the_four_kinds_of_documentation(site):
    folder, _pages = site
    for page in (
        "tutorial/first-game",
        "how-to/pictures",
        "reference/python",
        "architecture",
        "records",
        "performance",
    ):
        assert (folder / f"{page}.html").exists(), page
    python = (folder / "reference" / "python.html").read_text("utf-8")
    for name in ("lutetia.new", "lutetia.imagine", "lutetia.core.game.Game.legal", "lutetia.drawing.pixels.picture"):
        assert f'id="{name}"' in python, name
    assert "/api/games/{id}/join" in (folder / "reference" / "http.html").read_text("utf-8")
    assert "lutetia render" in (folder / "reference" / "command.html").read_text("utf-8")
    assert "two_tiles" in (folder / "reference" / "record-schema.html").read_text("utf-8")
    assert "<svg" in (folder / "notebooks" / "first-bot.html").read_text("utf-8")


def test_every_link_leads_somewhere(site):
    folder, pages = site
    for page, read in pages.items():
        if page.name == "404.html":
            continue  # shown under any address, so its links begin at the root
        for target in [*read.leads, *read.fetches]:
            parts = urlsplit(target)
            if parts.scheme or target.startswith("//"):
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            file = file / "index.html" if file.is_dir() else file
            assert file.exists(), f"{page.relative_to(folder)}: {target}"
            if parts.fragment and file in pages and not parts.fragment.startswith("__"):
                assert unquote(parts.fragment) in pages[file].anchors, f"{page.relative_to(folder)}: {target}"


def test_lists_and_tables_are_not_run_together(site):
    """Markdown wants an empty line before them; without it they become a paragraph full of dashes and bars."""
    folder, pages = site
    for page in pages:
        for words in re.findall(r"<p>(.*?)</p>", page.read_text("utf-8"), re.DOTALL):
            assert not re.search(r"^(- |\* |\d\. |\|)", words, re.MULTILINE), f"{page.relative_to(folder)}: {words}"


def test_the_site_loads_nothing_from_other_hosts(site):
    folder, pages = site
    for page, read in pages.items():
        strange = [target for target in read.fetches if re.match(r"(https?:)?//", target)]
        assert strange == [], page.relative_to(folder)
        assert 'class="mermaid"' not in page.read_text("utf-8")  # the theme would fetch a script for it
    for sheet in folder.rglob("*.css"):
        assert not re.search(r"@import|url\(['\"]?(https?:)?//", sheet.read_text("utf-8")), sheet.relative_to(folder)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_said: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site):
    """The URL of a static file server with the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site[0])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def brightness(colour: str) -> float:
    """From 0 to 1, of a colour as a browser tells it."""
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) / (3 * 255)


COLOURS = """async () => {
    await new Promise(done => setTimeout(done, 500))  // they fade
    const [input, form] = [".md-search__input", ".md-search__form"].map(name => document.querySelector(name))
    return [getComputedStyle(input).color, getComputedStyle(form).backgroundColor]
}"""


@pytest.mark.parametrize("wide", [1280, 360], ids=["desk", "phone"])
def test_the_search_finds_a_page(address, chromium, wide):
    """A word typed, what is found, and the page it leads to; nobody else is asked, and nothing goes wrong."""
    page = chromium.new_page(viewport={"width": wide, "height": 740})
    asked, troubles = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{address}/index.html")
    if wide < 1000:
        page.locator("label[for=__search].md-header__button").click()
    page.get_by_placeholder("Search").press_sequentially("clobber")
    letters, sheet = page.evaluate(COLOURS)
    assert abs(brightness(letters) - brightness(sheet)) > 0.5
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible(timeout=60_000)
    found.click()
    page.wait_for_url("**.html?h=clobber*")
    expect(page.locator("article mark").first).to_be_visible()
    assert troubles == []
    assert [url for url in asked if not url.startswith((f"{address}/", "data:", "blob:"))] == []
    page.close()


@pytest.mark.full
def test_no_page_is_wider_than_a_phone(site, address, chromium):
    folder, pages = site
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    for path in pages:
        page.goto(f"{address}/{path.relative_to(folder)}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path.relative_to(folder)
        plots = page.locator("article img:is([src*='figures/'], [src*='balance/'])")
        for plot in plots.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())"):
            assert plot["right"] <= 360, path.relative_to(folder)  # whole, and not so small that nobody can read it
            assert plot["width"] >= 300
    page.close()
