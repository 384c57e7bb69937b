"""The audit reports known vulnerabilities and services that do not answer. A local server gives the answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from .conftest import ROOT

pytestmark = pytest.mark.full  # each starts pip-audit or npm

ADVISORY = {
    "id": 1, "url": "https://example.com/1", "title": "falls over", "severity": "high",
    "vulnerable_versions": "<=1.0.0", "cwe": [], "cvss": {"score": 0, "vectorString": None},
}  # fmt: skip


class Services:
    """OSV and npm's registry in one: known vulnerabilities by package name. None: it does not answer."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.osv: dict[str, list[dict[str, object]]] | None = {}
        self.npm: dict[str, list[dict[str, object]]] | None = {}

    def answer(self, path: str, asked: bytes) -> tuple[int, object]:
        if path == "/v1/query" and self.osv is not None:
            return 200, {"vulns": self.osv.get(json.loads(asked)["package"]["name"], [])}
        if path == "/-/npm/v1/security/advisories/bulk" and self.npm is not None:
            return 200, self.npm
        if path == "/lantern":  # npm asks the registry which versions are affected
            versions = {"1.0.0": {"name": "lantern", "version": "1.0.0", "dist": {}}}
            return 200, {"name": "lantern", "versions": versions, "dist-tags": {"latest": "1.0.0"}}
        return 404, {}


@pytest.fixture
def services() -> Iterator[Services]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, answer = found.answer(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        do_POST = do_GET

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Services(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def audit(services, tmp_path) -> Callable[[], tuple[int, str]]:
    """Runs the script for one Python package and one of the front end: its exit status and its output."""
    (tmp_path / "requirements.txt").write_text("lamp==1.4.0\n")
    (tmp_path / "package.json").write_text('{"name": "pages", "dependencies": {"lantern": "1.0.0"}}')
    lock = {"": {"dependencies": {"lantern": "1.0.0"}}, "node_modules/lantern": {"version": "1.0.0"}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"name": "pages", "lockfileVersion": 3, "packages": lock}))

    def run() -> tuple[int, str]:
        environment = os.environ | {"NPM_CONFIG_REGISTRY": services.url, "NPM_CONFIG_FETCH_RETRIES": "0"}
        environment |= {"HOME": str(tmp_path), "NPM_CONFIG_CACHE": str(tmp_path / "npm")}
        command = [sys.executable, str(ROOT / "scripts" / "audit.py"), str(tmp_path / "requirements.txt")]
        command += ["--web", str(tmp_path), "--osv", f"{services.url}/v1/query"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout

    return run


def vulnerability(**more: object) -> dict[str, object]:
    events = [{"introduced": "0"}, {"fixed": "1.5.0"}]
    affected = {"package": {"name": "lamp", "ecosystem": "PyPI"}, "ranges": [{"type": "ECOSYSTEM", "events": events}]}
    return {"id": "PYSEC-1", "published": "2026-11-01T12:00:00Z", "summary": "dark", "affected": [affected]} | more


def test_without_vulnerabilities_the_audit_passes(audit):
    assert audit() == (0, "No known vulnerabilities.\n")


def test_a_vulnerable_python_package_is_named_with_its_fix(services, audit):
    services.osv = {"lamp": [vulnerability()]}
    assert audit() == (1, "lamp 1.4.0: PYSEC-1, fixed in 1.5.0\n")


def test_a_withdrawn_vulnerability_does_not_count(services, audit):
    services.osv = {"lamp": [vulnerability(withdrawn="2026-11-02T12:00:00Z")]}
    assert audit()[0] == 0


def test_a_vulnerable_package_of_the_front_end_is_named(services, audit):
    services.npm = {"lantern": [ADVISORY]}
    assert audit() == (1, "lantern: high\n")


@pytest.mark.parametrize(("service", "name"), [("osv", "Python packages"), ("npm", "front end")])
def test_a_service_that_does_not_answer_has_its_own_exit_status(service, name, services, audit):
    setattr(services, service, None)
    status, output = audit()
    assert status == 3
    assert output.startswith(f"{name}: no answer (")


def test_findings_are_reported_even_if_another_service_does_not_answer(services, audit):
    services.osv, services.npm = {"lamp": [vulnerability()]}, None
    status, output = audit()
    assert status == 1
    assert "PYSEC-1" in output
    assert "front end: no answer" in output


def test_the_allowed_days_are_documented():
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    chapter = text[text.index("\n## Components\n") : text.index("\n## ASVS")]
    assert re.findall(r"\| (\d+) days", chapter) == ["7", "30", "180"]
