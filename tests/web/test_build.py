"""The built pages: made of exactly the sources beside them, small enough, and asking nobody else for anything."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "lutetia" / "web" / "static"
SKIPPED = {"node_modules", "tests", ".vite"}
JAVASCRIPT = 150 * 1024
EVERYTHING = 2 * 1024 * 1024


def sources() -> dict[str, str]:
    """As web/scripts/sources.mjs works them out."""
    found = [path for path in WEB.rglob("*") if path.is_file() and not SKIPPED & set(path.relative_to(WEB).parts)]
    by_name = {path.relative_to(WEB).as_posix(): path for path in found}
    return {name: hashlib.sha256(by_name[name].read_bytes()).hexdigest() for name in sorted(by_name)}


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_build_is_of_these_sources():
    """`npm run build` in web/ makes it anew."""
    built = json.loads((STATIC / "BUILD.json").read_text())
    now = sources()
    assert {name for name in {*built["sources"], *now} if built["sources"].get(name) != now.get(name)} == set()
    text = json.dumps(now, separators=(",", ":"), ensure_ascii=False)
    assert built["id"] == hashlib.sha256(text.encode()).hexdigest()[:12]
    assert f'content="{built["id"]}"' in (STATIC / "index.html").read_text()
    assert built["id"] in (STATIC / "sw.js").read_text()


@pytest.mark.skipif(not shutil.which("npm"), reason="neither a player nor a plain install needs Node")
def test_the_build_can_be_made_again(tmp_path):
    """The same sources give the same bytes."""
    before = files(STATIC)
    copy = tmp_path / "copy"
    shutil.copytree(WEB, copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    install = ["npm", "install", "--no-audit", "--no-fund", "--loglevel", "error"]
    subprocess.run(install, cwd=copy / "web", check=True, capture_output=True)
    subprocess.run(["npm", "run", "-s", "build"], cwd=copy / "web", check=True, capture_output=True)
    after = files(copy / "src" / "lutetia" / "web" / "static")
    assert sorted(before) == sorted(after)
    assert [name for name in before if before[name] != after[name]] == []


def test_the_pages_are_small():
    everything = files(STATIC)
    code = sum(len(gzip.compress(body, 9)) for name, body in everything.items() if name.endswith(".js"))
    assert code <= JAVASCRIPT, f"{code} bytes of JavaScript, gzipped"
    whole = sum(map(len, everything.values()))
    assert whole <= EVERYTHING, f"{whole} bytes in all"


def test_nobody_else_is_asked():
    """No address of another host is loaded: what remains are the names of namespaces and licences."""
    allowed = re.compile(rb"https?://(www\.w3\.org|svelte\.dev|github\.com|scripts\.sil\.org|openfontlicense\.org)")
    for name, body in files(STATIC).items():
        if name.endswith((".js", ".css", ".html", ".svg", ".webmanifest")):
            assert [at for at in re.findall(rb"https?://[\w.-]+", body) if not allowed.match(at)] == [], name


def test_nothing_inline_that_the_policy_forbids():
    page = (STATIC / "index.html").read_text()
    assert "<style" not in page
    assert " style=" not in page
    assert re.findall(r"<script(?![^>]*src=)", page) == []


def test_the_licences_of_the_faces_come_along():
    assert {"Bodoni-Moda.txt", "Bodoni-Moda-SC.txt", "Source-Sans-3.txt", "Amarante.txt"} <= {
        path.name for path in (STATIC / "licences").iterdir()
    }


def test_the_types_are_those_of_the_doors():
    """`python -m lutetia openapi > web/openapi.json`, then `npm run types` in web/."""
    from lutetia.server.http.app import make_app
    from lutetia.server.ops.settings import Settings

    assert json.loads((WEB / "openapi.json").read_text()) == make_app(Settings()).openapi()
