"""Settings: every variable works for the commands, and a wrong one is one line that says what is allowed."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from lutetia.cli import app, browser, errors, serve, settings
from lutetia.server.ops.settings import Settings

ORIGINS = "origins such as https://games.example.org are needed, separated by commas or as a JSON list"

SHARED = "LUTETIA_DATABASE must be a PostgreSQL database: several processes cannot share SQLite"
BUS = "URLs such as nats://127.0.0.1:4222 are needed, separated by commas"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("LUTETIA_DATA", str(tmp_path))
    settings.warn_of_unknown_variables.cache_clear()


@pytest.fixture
def served(monkeypatch) -> list[Any]:
    """The settings of every server that a command would run."""
    found: list[Any] = []

    def run(listening, settings, ready, quiet=False):
        found.append((listening.getsockname()[:2], settings))
        listening.close()

    monkeypatch.setattr(serve, "run", run)
    return found


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("PORT", "abc", "a whole number from 0 to 65535 is needed"),
        ("PORT", "99999999", "a whole number from 0 to 65535 is needed"),
        ("NATS", "localhost", BUS),
        ("NATS", "nats://a:4222,nats://b:x", BUS),
        ("NATS", "http://localhost:4222", BUS),
        ("NATS", "nats://127.0.0.1:4222", SHARED),
        ("ORIGINS", "foo", ORIGINS),
        ("ORIGINS", '["https://a.example"', ORIGINS),
        ("ORIGINS", "https://a.example/path", ORIGINS),
        ("ORIGINS", "http://[::1", ORIGINS),
        ("DATABASE", "foo", "a URL is needed, such as sqlite:////srv/lutetia.db"),
        ("DATABASE", "mysql://h/x", "games are kept in SQLite or PostgreSQL, and mysql is not supported"),
        ("DATABASE", "postgresql+foo://h/x", "there is no driver postgresql+foo"),
        ("GUESTS", "maybe", "true or false is needed"),
        ("LOG_LEVEL", "loud", "one of debug, info, warning, error is needed"),
        ("BOT_SECONDS", "0", "a number above 0 is needed"),
        ("HEAD_BYTES", "", "a whole number of at least 1024 is needed"),
        ("LIMIT_CHAT", "often", "a number of requests and a number of seconds are needed, such as 30/600"),
    ],
)
@pytest.mark.parametrize("command", [["serve"], ["play", "--no-browser"], ["admin", "people"]], ids=" ".join)
def test_a_wrong_value_is_one_line(monkeypatch, capsys, command, variable, value, why):
    monkeypatch.setenv(f"LUTETIA_{variable}", value)
    assert errors.run(app, command) == 2
    assert capsys.readouterr().err == f"lutetia: LUTETIA_{variable}={value} cannot be used: {why}\n"


@pytest.mark.parametrize("password", ["se@cr:et", "/@secret", "@"])
def test_no_part_of_a_password_is_shown(monkeypatch, capsys, password):
    monkeypatch.setenv("LUTETIA_DATABASE", f"foo://me:{password}@h/x")
    assert errors.run(app, ["serve"]) == 2
    assert capsys.readouterr().err.startswith("lutetia: LUTETIA_DATABASE=foo://me:…@h/x cannot be used: ")


@pytest.mark.parametrize(
    ("driver", "why"),
    [
        ("postgresql+asyncpg", "PostgreSQL needs the driver psycopg, as in postgresql+psycopg://USER@HOST/NAME"),
        ("sqlite+aiosqlite", "its driver is not installed: pip install 'aiosqlite'"),
    ],
)
def test_a_wrong_or_missing_driver_is_named_without_the_password(monkeypatch, capsys, driver, why):
    monkeypatch.setitem(sys.modules, "aiosqlite", None)
    monkeypatch.setenv("LUTETIA_DATABASE", f"{driver}://me:secret@h/x")
    assert errors.run(app, ["serve"]) == 2
    assert capsys.readouterr().err == f"lutetia: LUTETIA_DATABASE={driver}://me:…@h/x cannot be used: {why}\n"


def test_address_and_port_come_from_the_environment_unless_an_option_says_otherwise(monkeypatch, served):
    monkeypatch.setenv("LUTETIA_HOST", "127.0.0.2")
    monkeypatch.setenv("LUTETIA_PORT", "0")
    for command in (["serve"], ["play", "--no-browser"]):
        assert errors.run(app, command) == 0
        (host, port), found = served.pop()
        assert (host, found.host) == ("127.0.0.2", "127.0.0.2")
        assert port not in (0, 1889)
    assert errors.run(app, ["serve", "--host", "127.0.0.3"]) == 0
    assert served.pop()[0][0] == "127.0.0.3"


def test_a_port_that_was_asked_for_is_not_replaced(monkeypatch, capsys, served):
    taken = serve.listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    monkeypatch.setenv("LUTETIA_PORT", str(port))
    for command in (["serve"], ["play", "--no-browser"]):
        assert errors.run(app, command) == 2
        assert f"cannot listen on 127.0.0.1:{port}" in capsys.readouterr().err
    taken.close()


def test_the_data_folder_and_the_log_level_apply_to_play(monkeypatch, served, tmp_path, capsys):
    monkeypatch.setenv("LUTETIA_PORT", "0")
    monkeypatch.setenv("LUTETIA_LOG_LEVEL", "debug")
    browser.play_in_browser(None, None, False)
    _address, found = served.pop()
    assert (found.data, found.log_level) == (tmp_path, "debug")


def test_origins_with_commas_or_as_json(monkeypatch):
    for text in ("https://a.example, http://b.example:8080", '["https://a.example", "http://b.example:8080"]'):
        monkeypatch.setenv("LUTETIA_ORIGINS", text)
        assert Settings.read().origins == ["https://a.example", "http://b.example:8080"]


def test_a_variable_that_means_nothing_is_a_warning(monkeypatch, served, capsys):
    monkeypatch.setenv("LUTETIA_PORT", "0")
    monkeypatch.setenv("LUTETIA_REGISTRATON", "closed")
    monkeypatch.setenv("LUTETIA_XYZZY", "1")
    monkeypatch.setenv("LUTETIA_LANG", "en")
    assert errors.run(app, ["serve"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "lutetia: LUTETIA_REGISTRATON is set, but it is not a setting; did you mean LUTETIA_REGISTRATION?",
        "lutetia: LUTETIA_XYZZY is set, but it is not a setting",
    ]


@pytest.mark.sqlite
def test_only_postgresql_is_shared(monkeypatch):
    assert not Settings.read().shared
    assert not Settings.read(database="sqlite:////tmp/games.db").shared
    found = Settings.read(database="postgresql+psycopg://lutetia@localhost/games", nats="nats://a:4222, tls://b:4222")
    assert found.shared
    assert found.nats == "nats://a:4222, tls://b:4222"
