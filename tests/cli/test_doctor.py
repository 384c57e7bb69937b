"""`lutetia doctor`: what it finds in a good and in a broken installation."""

from __future__ import annotations

import json
import sqlite3
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli import doctor_checks
from lutetia.cli.common import is_core_compiled
from lutetia.cli.serve import listen

from .helpers import Run
from server.backends import nats_server


@pytest.fixture
def data(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = home / "served"
    monkeypatch.setenv("LUTETIA_DATA", str(folder))
    monkeypatch.setenv("LUTETIA_PORT", "0")
    return folder


def found(run: Run) -> dict[str, dict[str, Any]]:
    """The checks by name; the exit code must agree with them."""
    done = run("doctor", "--json")
    report = json.loads(done.out)
    broken = [check for check in report["checks"] if check["status"] == "broken"]
    assert (done.code, report["ok"]) == ((1, False) if broken else (0, True))
    return {check["name"]: check for check in report["checks"]}


def with_database(data: Path) -> Path:
    from lutetia.server.store.database import Database

    file = data / "lutetia.db"
    made = Database(f"sqlite:///{file}")
    made.open()
    made.close()
    return file


def test_a_good_installation(run: Run, data: Path) -> None:
    checks = found(run)
    assert list(checks) == ["core", "versions", "data", "port", "database", *doctor_checks.EXTRAS]
    assert checks["core"]["status"] == ("ok" if is_core_compiled() else "warning")
    assert {check["status"] for name, check in checks.items() if name != "core"} == {"ok"}
    assert "Python 3." in checks["versions"]["text"]
    assert str(data) in checks["data"]["text"]
    assert not data.exists(), "it only looks"
    from lutetia.server.store import versions

    with_database(data)
    assert f"schema {versions.known()[0]} · intact" in found(run)["database"]["text"]


def test_the_report_in_words(run: Run, data: Path) -> None:
    done = run("doctor")
    assert done.code == 0
    assert "\x1b" not in done.out
    assert done.out.endswith("Everything required works.\n")
    assert all(name in done.out for name in doctor_checks.EXTRAS)


def test_a_wrong_setting_is_broken(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTETIA_PORT", "abc")
    assert found(run)["settings"]["text"].startswith("LUTETIA_PORT=abc cannot be used")


def test_nats_answers_or_is_missed(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault that NATS is away. What answers there must be NATS."""
    monkeypatch.setenv("LUTETIA_DATABASE", "postgresql+psycopg://lutetia@127.0.0.1:1/none")
    with nats_server() as nats:
        monkeypatch.setenv("LUTETIA_NATS", f"nats://127.0.0.1:1,{nats.url}")
        assert found(run)["nats"]["status"] == "ok"
    check = found(run)["nats"]
    assert check["status"] == "warning"
    assert f"127.0.0.1:1, 127.0.0.1:{nats.port} does not answer" in check["text"]


def test_a_damaged_database_is_broken(run: Run, data: Path) -> None:
    file = with_database(data)
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    check = found(run)["database"]
    assert (check["status"], check["fix"]) == ("broken", "lutetia restore FILE")


def test_a_database_of_another_version(run: Run, data: Path) -> None:
    file = with_database(data)
    for version, status in (("first", "ok"), ("from the future", "broken")):
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.close()
        assert found(run)["database"]["status"] == status


def test_a_port_that_is_taken(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = listen("127.0.0.1", 0)  # it never answers
    monkeypatch.setenv("LUTETIA_PORT", str(blocker.getsockname()[1]))
    monkeypatch.setattr(doctor_checks, "PATIENCE", 0.1)
    check = found(run)["port"]
    blocker.close()
    assert (check["status"], check["fix"]) == ("warning", "lutetia serve --port 0")
    assert "Address already in use" in check["text"]


def test_a_folder_that_cannot_be_written(run: Run, data: Path) -> None:
    data.parent.mkdir(parents=True, exist_ok=True)
    data.write_text("a file where the folder should be")
    check = found(run)["data"]
    assert check["status"] == "broken"
    assert "is not a folder" in check["text"]
    assert "chmod" not in check["fix"]


def test_a_part_that_is_not_installed_comes_with_its_command(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = metadata.requires("lutetia") or []
    monkeypatch.setattr(metadata, "requires", lambda _name: [*known, 'no-such-package>=1; extra == "rl"'])
    check = found(run)["rl"]
    assert (check["status"], check["fix"]) == ("missing", "pip install 'lutetia[rl]'")
    assert "no-such-package" in check["text"]


def test_without_the_server_there_is_no_folder_to_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = metadata.requires("lutetia") or []
    monkeypatch.setattr(metadata, "requires", lambda _name: [*known, 'no-such-package>=1; extra == "server"'])
    checks = found(run)
    assert list(checks) == ["core", "versions", *doctor_checks.EXTRAS]
    assert checks["server"]["fix"] == "pip install 'lutetia[server]'"
