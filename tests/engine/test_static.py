"""`lutetia static`: a folder that any web server can serve, under any path."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

from lutetia.cli import app, errors
from lutetia.server.http import engine_files, static_site
from lutetia.server.http.languages import languages
from lutetia.server.http.static_pages import BUILD
from plain_web import serving_folder


@pytest.fixture
def built(engine, monkeypatch):
    monkeypatch.setattr(engine_files, "ENGINE", engine)
    engine_files.index.cache_clear()
    yield engine
    engine_files.index.cache_clear()


@pytest.fixture
def host(tmp_path):
    """A plain web server, with the site in a folder of it."""
    with serving_folder(tmp_path) as port:
        yield f"http://127.0.0.1:{port}/"


def fetched(address: str) -> bytes:
    with urlopen(address) as answer:
        return answer.read()


def test_every_address_of_the_site_exists_under_any_path(built, tmp_path, host, capsys):
    site = tmp_path / "some" / "where"
    assert errors.run(app, ["static", "--out", str(site)]) == 0
    assert "python -m http.server" in capsys.readouterr().out
    home = urljoin(host, "some/where/")
    page = fetched(home).decode()
    named = [*re.findall(r'(?:href|src)="([^"]*)"', page), "social.jpg", "sw.js", "404.html", "engine/engine.json"]
    assert all(not address.startswith(("/", "http")) for address in named), named
    manifest = json.loads(fetched(urljoin(home, "manifest.webmanifest")))
    named += [icon["src"] for icon in manifest["icons"]] + [
        f"{kind}/{tag}.json" for kind in ("words", "house") for tag in languages()
    ]
    index = json.loads(fetched(urljoin(home, "engine/engine.json")))
    named += [f"engine/{index['id']}/{name}" for name in (*index["files"], "engine.json")]
    for address in named:
        assert urljoin(home, address).startswith(home), address
        fetched(urljoin(home, address))
    house = json.loads(fetched(urljoin(home, "house/pl.json")))
    assert (house["language"], len(house["bots"]), len(house["languages"])) == ("pl", 6, len(languages()))
    assert '"pl"' in re.findall(r"const HOUSES = .*", fetched(urljoin(home, "sw.js")).decode())[0]
    for name in ("pyodide.asm.wasm", "engine.zip"):
        whole = gzip.decompress((built / f"{name}.gz").read_bytes())
        assert fetched(urljoin(home, f"engine/{index['id']}/{name}")) == whole
    assert (site / ".nojekyll").exists()
    assert not (site / BUILD.name).exists()
    assert not list(site.rglob("*.br"))
    with pytest.raises(HTTPError):
        fetched(urljoin(home, "nothing"))


def test_the_page_says_that_there_is_no_server_and_what_it_may_load(built, tmp_path):
    assert errors.run(app, ["static", "--out", str(tmp_path / "site"), "--compressed"]) == 0
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<meta name="lutetia-static" content="1"' in page
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors" not in policy  # browsers complain about it in a page
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert list((tmp_path / "site").rglob("engine.zip.br"))


def test_nothing_is_overwritten_by_accident(built, tmp_path, capsys):
    out = tmp_path / "site"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert errors.run(app, ["static", "--out", str(out), "--force"]) == 2
    assert "is not empty" in capsys.readouterr().err
    (out / "mine.txt").unlink()
    assert errors.run(app, ["static", "--out", str(out)]) == 0
    (out / "index.html").write_text("old")
    assert errors.run(app, ["static", "--out", str(out)]) == 2
    assert "--force" in capsys.readouterr().err
    assert errors.run(app, ["static", "--out", str(out), "--force"]) == 0
    assert "lutetia-static" in (out / "index.html").read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_folders_beside_the_site_are_left_alone(built, tmp_path, monkeypatch):
    mine = tmp_path / "site.new"
    mine.mkdir()
    (mine / "mine.txt").write_text("mine")
    assert errors.run(app, ["static", "--out", str(tmp_path / "site")]) == 0
    monkeypatch.setattr(static_site, "write", interrupted)
    assert errors.run(app, ["static", "--out", str(tmp_path / "site"), "--force"]) == 130
    assert [path.name for path in mine.iterdir()] == ["mine.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.new"]
    assert (tmp_path / "site" / "index.html").exists()


def interrupted(folder, *_more, **_options):
    """Somebody presses Ctrl+C."""
    (folder / "index.html").write_text("half")
    raise KeyboardInterrupt


def test_the_current_folder_can_be_the_site_and_a_new_one_can_be_read_by_everybody(built, tmp_path, monkeypatch):
    here, new = tmp_path / "here", tmp_path / "new"
    here.mkdir()
    monkeypatch.chdir(here)
    assert errors.run(app, ["static", "--out", "."]) == 0
    assert Path("index.html").exists()
    assert errors.run(app, ["static", "--out", "../new"]) == 0
    assert new.stat().st_mode == here.stat().st_mode


def test_without_the_engine_it_says_how_to_build_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(engine_files, "ENGINE", tmp_path)
    engine_files.index.cache_clear()
    try:
        assert errors.run(app, ["static", "--out", str(tmp_path / "site")]) == 2
    finally:
        engine_files.index.cache_clear()
    assert "python scripts/engine build" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
