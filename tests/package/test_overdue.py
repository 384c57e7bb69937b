"""What is overdue is found, in answers as indexes give them; a server of our own gives them, and no other is asked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TODAY = "2026-11-16"
JSON, HTML = "application/vnd.pypi.simple.v1+json", "text/html"
HTML_PAGE = """<!DOCTYPE html><html><body><h1>Links for lantern</h1>
<a href="../../files/lantern-1.2.0.tar.gz#sha256=0" data-upload-time="2026-01-10T09:00:00.5Z">lantern-1.2.0.tar.gz</a>
<a href="../../files/lantern-1.3.0.tar.gz#sha256=0" data-requires-python="&gt;=3.11"
   data-upload-time="2026-02-10T09:00:00.5Z">lantern-1.3.0.tar.gz</a><br/>
<a href="../../files/lantern-1.9.0.tar.gz#sha256=0" data-yanked=""
   data-upload-time="2026-01-11T09:00:00.5Z">lantern-1.9.0.tar.gz</a><br/>
</body></html>"""


def file(name: str, day: str, **more: object) -> dict[str, object]:
    """A file of an index as PEP 691 and PEP 700 have it."""
    return {
        "filename": name,
        "url": f"https://files.example/{name}",
        "hashes": {},
        "upload-time": f"{day}T09:00:00Z",
    } | more


def page(*files: dict[str, object]) -> tuple[str, str]:
    return JSON, json.dumps({"meta": {"api-version": "1.1"}, "name": "x", "files": files})


class Index:
    """Both indexes and OSV in one: what it says for each address, and the weaknesses of each part."""

    def __init__(self, port: int) -> None:
        self.here = f"http://127.0.0.1:{port}"
        self.pages: dict[str, tuple[str, str]] = {}
        self.weak: dict[str, list[dict[str, object]]] = {}
        self.osv = True

    def answer(self, path: str, asked: bytes) -> tuple[int, str, str]:
        if path == "/osv/v1/query" and self.osv:
            found = self.weak.get(json.loads(asked)["package"]["purl"], [])
            return 200, "application/json", json.dumps({"vulns": found} if found else {})
        if path in self.pages:
            return 200, *self.pages[path]
        return 404, "text/plain", "nothing here"


@pytest.fixture
def index() -> Iterator[Index]:
    class Door(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, kind, text = found.answer(self.path, asked)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_GET

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        found = Index(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def overdue(index, tmp_path) -> Callable[..., tuple[int, str]]:
    """Runs the script for some parts; its exit code and its words."""

    def run(*purls: str, osv: str = "", today: str = TODAY) -> tuple[int, str]:
        parts = []
        for purl in purls:
            name, _at, number = re.sub("^pkg:[a-z]+/", "", purl).replace("%40", "@").rpartition("@")
            parts.append({"name": name, "version": number, "purl": purl})
        bill = tmp_path / "bill.json"
        bill.write_text(json.dumps({"components": parts}))
        environment = os.environ | {"PIP_INDEX_URL": f"{index.here}/simple", "NPM_CONFIG_REGISTRY": f"{index.here}/npm"}
        command = [sys.executable, str(ROOT / "scripts" / "overdue.py"), "--bill", str(bill), "--today", today]
        command += ["--osv", osv or f"{index.here}/osv"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.stderr == ""
        return done.returncode, done.stdout

    return run


def test_a_part_whose_newer_minor_release_is_old_is_overdue(index, overdue):
    index.pages["/simple/lantern/"] = page(
        file("lantern-1.2.0-py3-none-any.whl", "2026-01-10"),
        file("lantern-1.2.9-py3-none-any.whl", "2026-02-01"),  # no minor release
        file("lantern-2.0.0a1-py3-none-any.whl", "2026-02-02"),  # for the curious
        file("lantern-1.3.0-py3-none-any.whl", "2026-05-20"),
        file("lantern-1.4.0.tar.gz", "2026-10-01"),
        file("lantern-1.5.0.tar.gz", "2026-03-01", **{"requires-python": ">=4"}),
        file("lantern-1.6.0.tar.gz", "2026-03-01", yanked="broken"),
    )
    code, said = overdue("pkg:pypi/lantern@1.2.0", today="2026-11-17")
    assert code == 1
    assert re.search(r"lantern 1\.2\.0 +newer minor releases, up to 1\.4\.0 +2026-05-20 +2026-11-16\n", said), said
    code, said = overdue("pkg:pypi/lantern@1.2.0", today="2026-11-16")  # its last day
    assert code == 0
    assert "To be replaced, in time:" in said


def test_a_young_part_is_not(index, overdue):
    index.pages["/simple/lantern/"] = page(
        file("lantern-1.4.0.tar.gz", "2020-01-01"), file("lantern-1.3.0.tar.gz", "2019-01-01")
    )
    assert overdue("pkg:pypi/lantern@1.4.0") == (0, f"Nothing is overdue on {TODAY}, of 1 parts.\n")


def test_an_index_in_html_is_understood(index, overdue):
    index.pages["/simple/lantern/"] = HTML, HTML_PAGE
    code, said = overdue("pkg:pypi/lantern@1.2.0")
    assert code == 1
    assert re.search(r"up to 1\.3\.0 +2026-02-10 +2026-08-09\n", said), said


def test_a_release_that_was_taken_back_is_overdue_at_once(index, overdue):
    index.pages["/simple/lantern/"] = page(file("lantern-1.4.0.tar.gz", "2026-11-15", yanked="loses games"))
    code, said = overdue("pkg:pypi/lantern@1.4.0")
    assert code == 1
    assert re.search(r"lantern 1\.4\.0 +its makers took this release back +not told +at once\n", said), said


def test_what_another_part_holds_back_is_no_fault(index, overdue):
    core = version("pydantic-core")  # pydantic wants exactly this one
    index.pages["/simple/pydantic-core/"] = page(
        file(f"pydantic_core-{core}.tar.gz", "2024-01-01"), file("pydantic_core-999.0.0.tar.gz", "2024-02-01")
    )
    index.pages["/simple/pydantic/"] = page(file(f"pydantic-{version('pydantic')}.tar.gz", "2024-01-01"))
    assert overdue(f"pkg:pypi/pydantic-core@{core}", f"pkg:pypi/pydantic@{version('pydantic')}")[0] == 0
    assert overdue(f"pkg:pypi/pydantic-core@{core}")[0] == 1


def test_parts_of_the_pages(index, overdue):
    index.pages["/npm/@city%2Flamp"] = "application/json", json.dumps({
        "versions": {"5.1.0": {}, "5.2.0-next.1": {}, "5.2.0": {}},
        "time": {"created": "2020-01-01T00:00:00Z", "5.1.0": "2025-01-01T00:00:00Z", "5.2.0": "2025-02-01T00:00:00Z"},
    })  # fmt: skip
    index.pages["/npm/wick"] = (
        "application/json",
        json.dumps({"versions": {"0.1.3": {"deprecated": "use wax"}}, "time": {"0.1.3": "2025-01-01T00:00:00Z"}}),
    )
    code, said = overdue("pkg:npm/%40city/lamp@5.1.0", "pkg:npm/wick@0.1.3")
    assert code == 1
    assert re.search(r"@city/lamp 5\.1\.0 +newer minor releases, up to 5\.2\.0 +2025-02-01 +2025-07-31\n", said), said
    assert re.search(r"wick 0\.1\.3 +its makers took this release back", said), said


@pytest.mark.parametrize(("rating", "days"), [("MODERATE", 30), ("LOW", 30), ("HIGH", 7), ("CRITICAL", 7), (None, 7)])
def test_a_known_weakness_has_its_days(rating, days, index, overdue):
    index.pages["/simple/lantern/"] = page(file("lantern-1.4.0.tar.gz", "2026-01-01"))
    known = {
        "id": "GHSA-1",
        "published": "2026-11-01T12:00:00Z",
        "database_specific": {"severity": rating} if rating else {},
    }
    gone = {"id": "GHSA-2", "published": "2020-01-01T12:00:00Z", "withdrawn": "2020-02-01T12:00:00Z"}
    index.weak["pkg:pypi/lantern@1.4.0"] = [known, gone]
    last, after = (
        f"2026-{month:02}-{day:02}" for month, day in ([(11, 8), (11, 9)] if days == 7 else [(12, 1), (12, 2)])
    )
    assert overdue("pkg:pypi/lantern@1.4.0", today=last)[0] == 0
    code, said = overdue("pkg:pypi/lantern@1.4.0", today=after)
    assert code == 1
    rated = rating.lower() if rating else "by nobody"
    assert re.search(rf"lantern 1\.4\.0 +GHSA-1, rated {rated} +2026-11-01 +{last}\n", said), said
    assert "GHSA-2" not in said


def test_a_weakness_under_two_names_is_rated_once(index, overdue):
    index.pages["/simple/lantern/"] = page(file("lantern-1.4.0.tar.gz", "2026-01-01"))
    index.weak["pkg:pypi/lantern@1.4.0"] = [
        {"id": "PYSEC-1", "aliases": ["CVE-1", "GHSA-1"], "published": "2026-11-01T12:00:00Z"},
        {"id": "GHSA-1", "published": "2026-11-01T12:00:00Z", "database_specific": {"severity": "LOW"}},
    ]
    assert overdue("pkg:pypi/lantern@1.4.0")[0] == 0


@pytest.mark.parametrize("address", ["/pypi/lantern/1.4.0/json", "/pypi/lantern/json"])
def test_without_osv_the_index_is_asked_what_it_has_from_there(address, index, overdue):
    index.osv = False
    index.pages["/simple/lantern/"] = page(
        file("lantern-1.3.0.tar.gz", "2026-01-01"), file("lantern-1.4.0.tar.gz", "2026-11-01")
    )
    said_there = {"info": {"version": "1.4.0"}, "vulnerabilities": []}
    index.pages[address] = "application/json", json.dumps(said_there)
    assert overdue("pkg:pypi/lantern@1.4.0")[0] == 0
    gone = {"id": "GHSA-2", "aliases": [], "withdrawn": "2020-02-01T12:00:00Z"}
    said_there["vulnerabilities"] = [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fixed_in": [], "withdrawn": None}, gone]
    index.pages[address] = "application/json", json.dumps(said_there)
    code, said = overdue("pkg:pypi/lantern@1.4.0")
    assert code == 1
    assert re.search(r"lantern 1\.4\.0 +PYSEC-1, rated by nobody +not told +at once\n", said), said
    assert "GHSA-2" not in said
    code, said = overdue("pkg:pypi/lantern@1.3.0")
    assert code == 3  # of this version it has not said anything
    assert "known weaknesses: 127.0.0.1" in said


# ---- who does not answer ---------------------------------------------------------------------------------------------


def test_an_index_that_does_not_answer_is_said_and_has_a_code_of_its_own(index, overdue):
    index.pages["/simple/lantern/"] = page(file("lantern-1.4.0.tar.gz", "2026-01-01"))
    code, said = overdue("pkg:pypi/lantern@1.4.0", osv="http://127.0.0.1:1")
    assert code == 3
    assert "Not known for any of 1 parts: known weaknesses: 127.0.0.1:1 cannot be reached" in said
    assert f"As far as is known, nothing is overdue on {TODAY}" in said
    code, said = overdue("pkg:pypi/lantern@1.4.0", "pkg:pypi/wick@1.0")
    assert code == 3
    assert re.search(r"Not known for wick: releases: 127\.0\.0\.1:\d+ answers 404", said), said


def test_what_is_overdue_is_said_even_where_something_is_not_known(index, overdue):
    index.pages["/simple/lantern/"] = page(file("lantern-1.4.0.tar.gz", "2026-11-15", yanked=True))
    index.osv = False
    code, said = overdue("pkg:pypi/lantern@1.4.0")
    assert code == 1
    assert "Not known for any of 1 parts: known weaknesses: " in said


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (page(file("lantern-1.3.0.tar.gz", "2026-01-01")), "its index does not know this version"),
        (
            page({"filename": "lantern-1.4.0.tar.gz"}, {"filename": "lantern-1.5.0.tar.gz"}),
            "does not say when releases",
        ),
        ((JSON, "[]"), "something else than JSON"),
        ((JSON, '{"files": [{}]}'), "the answer cannot be read"),
        ((HTML, "<p>Please sign in."), "its index does not know this version"),
    ],
)
def test_an_answer_that_says_too_little_is_no_answer(answer, words, index, overdue):
    index.pages["/simple/lantern/"] = answer
    code, said = overdue("pkg:pypi/lantern@1.4.0")
    assert code == 3
    assert words in said


def test_the_days_are_those_that_are_written_down():
    script = (ROOT / "scripts" / "overdue.py").read_text("utf-8")
    [days] = re.findall(
        r"^HIGH, WEAK, BEHIND = timedelta\((\d+)\), timedelta\((\d+)\), timedelta\((\d+)\)$", script, re.MULTILINE
    )
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    chapter = text[text.index("\n## Components\n") : text.index("\n## ASVS")]
    assert tuple(re.findall(r"\| (\d+) days", chapter)) == days
