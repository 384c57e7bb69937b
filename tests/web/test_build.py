"""The built front end: made from exactly the sources in web/, small enough, and independent of other hosts."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from configurations import FULL

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "lutetia" / "web" / "static"
LOCALE = ROOT / "src" / "lutetia" / "locale"
NOT_BUILT = {
    "node_modules",
    "tests",
    ".vite",
    ".prettierrc.json",
    ".prettierignore",
    "eslint.config.js",
    "line-length.mjs",
}
"""As in web/scripts/sources.mjs: files and folders in web/ that the build is not made from."""
TABLE_JAVASCRIPT = 150 * 1024
ALL_JAVASCRIPT = 280 * 1024
EVERYTHING = 2 * 1024 * 1024


def sources() -> dict[str, str]:
    """The hash of every source, computed as in web/scripts/sources.mjs."""
    found = [path for path in WEB.rglob("*") if path.is_file() and not NOT_BUILT & set(path.relative_to(WEB).parts)]
    by_name = {path.relative_to(WEB).as_posix(): path for path in found}
    return {name: hashlib.sha256(by_name[name].read_bytes()).hexdigest() for name in sorted(by_name)}


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_build_matches_the_sources():
    """`npm run build` in web/ makes it anew."""
    built = json.loads((STATIC / "BUILD.json").read_text())
    now = sources()
    assert {name for name in {*built["sources"], *now} if built["sources"].get(name) != now.get(name)} == set()
    text = json.dumps(now, separators=(",", ":"), ensure_ascii=False)
    assert built["id"] == hashlib.sha256(text.encode()).hexdigest()[:12]
    assert f'content="{built["id"]}"' in (STATIC / "index.html").read_text()
    assert built["id"] in (STATIC / "sw.js").read_text()


def npm(*arguments: str, folder: Path) -> None:
    """Run npm in a folder. A failure shows what npm wrote."""
    command = ["npm", *arguments]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stdout[-4000:]}"


def install_node() -> None:
    """Node and npm from Debian, where they are missing and we may install them."""
    if shutil.which("npm"):
        return
    hint = "the front end is rebuilt with Node: apt-get install nodejs npm"
    assert shutil.which("apt-get"), hint
    assert os.geteuid() == 0, hint
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "nodejs", "npm"]):
        done = subprocess.run(command, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"{hint}\n{done.stdout[-4000:]}"


def installed_packages() -> Path | None:
    """The packages of the lock file, if `./test` has installed them: `npm ci` takes as long as three builds."""
    stamp = WEB / "node_modules" / ".lutetia-lock"
    lock = subprocess.run(["cksum"], stdin=(WEB / "package-lock.json").open(), stdout=subprocess.PIPE, check=True)
    current = stamp.exists() and stamp.read_bytes().strip() == lock.stdout.strip()
    return stamp.parent if current and not FULL else None


def test_a_fresh_build_gives_the_committed_files(tmp_path):
    """`npm ci` and `npm run build` on a clean copy write the same bytes."""
    install_node()
    before = files(STATIC)
    copy = tmp_path / "copy"
    shutil.copytree(WEB, copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(WEB.parent / "LICENSE", copy)
    shutil.copytree(LOCALE, copy / LOCALE.relative_to(ROOT))  # the service worker keeps the words of every language
    packages = installed_packages()
    if packages:
        (copy / "web" / "node_modules").symlink_to(packages)
    else:
        npm("ci", "--loglevel", "error", folder=copy / "web")
    npm("run", "-s", "build", folder=copy / "web")
    after = files(copy / "src" / "lutetia" / "web" / "static")
    assert sorted(before) == sorted(after)
    assert [name for name in before if before[name] != after[name]] == []
    scripts = [STATIC / name for name in before if name.endswith(".js")]
    for script in scripts:
        subprocess.run(["node", "--check", script], check=True)


GAMES = ("lumiere", "paris")
ON_DEMAND = (
    "learn", "companion", "moderation", "figures", "gallery", "replay", "study", "insight", "puzzles",
    "device", "LinkSheet", "lists",
)  # fmt: skip
"""Chunks that a table never loads: tutorials, the companion, the moderators' page, component pictures, the gallery, the
replay, the engine and studies, the opening explorer and the players' pages, puzzles, what plays on the device, a
link that cannot be copied, and lists of games."""


def test_a_table_needs_little_javascript():
    """A table loads every script but those of other games, tutorials and the companion, and imports none of these."""
    sizes = {name: len(gzip.compress(body, 9)) for name, body in files(STATIC).items() if name.endswith(".js")}
    for game in GAMES:
        absent = tuple(f"assets/{chunk}-" for chunk in (*ON_DEMAND, *(other for other in GAMES if other != game)))
        loaded = {name: size for name, size in sizes.items() if not name.startswith(absent)}
        assert any(name.startswith(f"assets/{game}-") for name in loaded)
        assert sum(loaded.values()) <= TABLE_JAVASCRIPT, f"{game}: {loaded}"
        for name in loaded:
            imported = re.findall(r'from *"\./([^"]+)"', (STATIC / name).read_text())
            assert not [script for script in imported if f"assets/{script}".startswith(absent)], name
    assert sum(sizes.values()) <= ALL_JAVASCRIPT, sizes


def test_the_pages_are_small():
    whole = sum(map(len, files(STATIC).values()))
    assert whole <= EVERYTHING, f"{whole} bytes in all"


def test_nothing_is_loaded_from_other_hosts():
    """No address of another host is loaded: what remains are the names of namespaces and licences."""
    allowed = re.compile(rb"https?://(www\.w3\.org|svelte\.dev|github\.com|scripts\.sil\.org|openfontlicense\.org)")
    for name, body in files(STATIC).items():
        if name.endswith((".js", ".css", ".html", ".svg", ".webmanifest")):
            assert [at for at in re.findall(rb"https?://[\w.-]+", body) if not allowed.match(at)] == [], name


def test_there_are_no_inline_scripts_or_styles():
    page = (STATIC / "index.html").read_text()
    assert "<style" not in page
    assert " style=" not in page
    assert re.findall(r"<script(?![^>]*src=)", page) == []


def test_the_licences_of_the_fonts_are_included():
    assert {"Bodoni-Moda.txt", "Bodoni-Moda-SC.txt", "Source-Sans-3.txt", "Amarante.txt"} <= {
        path.name for path in (STATIC / "licences").iterdir()
    }


def test_the_types_match_the_api():
    """`python -m lutetia openapi > web/openapi.json`, then `npm run types` in web/."""
    from lutetia.server.http.app import make_app
    from lutetia.server.ops.settings import Settings

    assert json.loads((WEB / "openapi.json").read_text()) == make_app(Settings()).openapi()
