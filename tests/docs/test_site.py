"""The documentation site: no warnings, no broken links, and nothing loaded from other hosts."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import re
import subprocess
import sys
import threading
from functools import partial
from html import unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

import lutetia
import lutetia.drawing
from lutetia.cli.saved_game import state_folder
from lutetia.server.ops.settings import Settings

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


INTERNAL = {"new-game.md", "testing.md"}
"""Pages for people who change Lutetia: their examples import what is not public."""


def examples():
    """The Python code of the README, the pages and the notebooks for users."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if page.name not in INTERNAL:
            for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
                session = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
                yield "\n".join(session) if session else block
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(line for line in cell["source"] if not line.startswith("%"))


def imported(code):
    """What a piece of code takes from Lutetia, with the module."""
    tree, modules = ast.parse(code), {"lutetia": "lutetia"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "lutetia":
            for name in node.names:
                path = f"{node.module}.{name.name}"
                if importlib.util.find_spec(path.rpartition(".")[0]) and is_module(path):
                    modules[name.asname or name.name] = path
                else:
                    yield path
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            path = f"{modules[node.value.id]}.{node.attr}"
            if path == "lutetia.games" or not is_module(path):
                yield path


def is_module(path):
    try:
        return importlib.util.find_spec(path) is not None
    except ModuleNotFoundError:  # its parent is a module without parts
        return False


def names_of(path):
    """A public name, and the one of the module where it is defined."""
    module, _dot, name = path.rpartition(".")
    found = getattr(importlib.import_module(module), name)
    return {path, f"{getattr(found, '__module__', module)}.{getattr(found, '__qualname__', name)}"}


def test_the_reference_has_every_public_name(site):
    """All that `lutetia` and `lutetia.drawing` offer, and whatever the examples import."""
    folder, pages = site
    public = {f"{module.__name__}.{name}" for module in (lutetia, lutetia.drawing) for name in module.__all__}
    public |= {path for code in examples() for path in imported(code)}
    assert {"lutetia.new", "lutetia.bots.bot", "lutetia.envs.pettingzoo.env", "lutetia.drawing.picture"} <= public
    anchors = set().union(*(read.anchors for page, read in pages.items() if page.parent == folder / "reference"))
    assert sorted(path for path in public if not names_of(path) & anchors) == []


def test_signatures_are_complete(site):
    """A class says how to make one, long signatures have one parameter per line, and a phone wraps the others."""
    folder, _pages = site
    page = (folder / "reference" / "python.html").read_text("utf-8")
    found = [
        unescape(re.sub(r"<[^>]+>", "", each)) for each in re.findall(r"doc-signature.*?<code>(.*?)</code>", page, re.S)
    ]
    assert len(found) > 30
    assert [line for signature in found for line in signature.splitlines() if len(line) > 80] == []
    for name, parameter in (("VectorEnv", "games"), ("LutetiaEnv", "opponent"), ("new", "edition")):
        assert any(re.match(rf"{name}\(.*\b{parameter}: .*\)", signature, re.S) for signature in found), name
    assert "white-space: pre-wrap" in (folder / "site" / "looks.css").read_text("utf-8")


def test_the_start_page_says_where_data_lie(monkeypatch, tmp_path):
    """The folders and the variables that the code has."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "LUTETIA_DATA"):
        monkeypatch.delenv(name, raising=False)
    start = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert "pip install lutetia" in start
    for folder in (Settings.read().data, state_folder()):
        assert f"`~/{folder.relative_to(Path.home())}`" in start
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert state_folder() == Settings.read().data == tmp_path / "lutetia"
    monkeypatch.setenv("LUTETIA_DATA", str(tmp_path / "own"))
    assert Settings.read().data == tmp_path / "own"
    assert {"LUTETIA_DATA", "XDG_DATA_HOME", "XDG_STATE_HOME"} <= set(re.findall(r"`([A-Z_]{4,})`", start))


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


def test_the_search_finds_names_and_options(address, chromium):
    """As people copy them from a program: with underscores, colons and dashes."""
    page = chromium.new_page(viewport={"width": 1280, "height": 740})
    page.goto(f"{address}/index.html")
    for word, leads in (("action_mask", "envs.html"), ("cmd:", "arena.html"), ("--pairs", "arena.html")):
        page.get_by_placeholder("Search").fill("")
        page.get_by_placeholder("Search").press_sequentially(word)
        found = page.locator(f".md-search-result__link[href*='{leads}']").first
        expect(found).to_be_attached(timeout=60_000)
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
