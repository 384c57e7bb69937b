"""The metrics: on an address of their own, with the games, the disk, the database and the backups."""

from __future__ import annotations

import re
import socket

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from lutetia.cli import backup as command
from lutetia.server.http.app import make_app
from lutetia.server.http.metrics_listener import metrics_app
from lutetia.server.ops.settings import Settings

from server.conftest import HERE, new_game
from server.ops.test_health import refuse_writes
from server.play.test_games import take
from server.processes import serving


@pytest.fixture
def scrape(client, app):
    """A function that returns what Prometheus gets, as numbers by name and labels."""
    prometheus = TestClient(metrics_app(app.state.metrics))
    prometheus.portal = client.portal

    def found() -> dict[str, float]:
        answer = prometheus.get("/metrics")
        assert answer.status_code == 200
        lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}

    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_metrics_have_an_address_of_their_own_also_behind_a_proxy(tmp_path):
    """Behind a proxy /metrics answered 404, even from localhost."""
    port = free_port()
    private = f"127.0.0.1:{port}"
    with serving(tmp_path, LUTETIA_METRICS=private, LUTETIA_BEHIND_PROXY="true", LUTETIA_BOT_PROCESSES="1") as process:
        assert httpx.get(f"{process.url}/metrics").status_code == 404
        answer = httpx.get(f"http://{private}/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=")
        assert "lutetia_ready 1.0" in answer.text
        assert 'route="/metrics"' in answer.text, "the request to the public address was counted"
        assert 'lutetia_server_processes{kind="web"} 1.0' in answer.text
        httpx.post(f"{process.url}/api/games", json={"game": "lumiere", "seats": ["human", "human"]})
        found = httpx.get(f"http://{private}/metrics").text
        assert 'lutetia_work_wait_seconds_count{kind="request"}' in found, "work is measured, too"
        for path in ("/", "/api/house", "/api/games"):
            assert httpx.get(f"http://{private}{path}").status_code == 404, "nothing else is there"
        assert httpx.post(f"http://{private}/metrics").status_code == 405
        assert process.stop() == 0


def test_games_and_commits_are_counted(client, scrape):
    assert scrape()['lutetia_server_games{status="running"}'] == 0
    state = new_game(client, "human", "human")
    new_game(client, "human", "open")
    before = scrape()
    take(client, state)
    after = scrape()
    assert after['lutetia_server_games{status="running"}'] == 1
    assert after['lutetia_server_games{status="waiting"}'] == 1
    assert after["lutetia_steps_total"] == before["lutetia_steps_total"] + 1
    assert after["lutetia_commit_seconds_count"] > before["lutetia_commit_seconds_count"]
    assert after["lutetia_commit_seconds_sum"] > before["lutetia_commit_seconds_sum"]
    assert after["lutetia_ready"] == 1


def test_faults_of_the_database_are_counted(client, app, scrape, monkeypatch):
    state = new_game(client, "human", "human")
    assert scrape()['lutetia_database_faults_total{kind="full"}'] == 0
    refuse_writes(app, monkeypatch)
    assert take(client, state).status_code == 503
    monkeypatch.setattr("lutetia.server.ops.health.VALID", 0.0)
    found = scrape()
    assert found['lutetia_database_faults_total{kind="full"}'] >= 1
    assert found['lutetia_database_faults_total{kind="damaged"}'] == 0
    assert found["lutetia_ready"] == 0


@pytest.mark.sqlite
def test_the_disk_and_the_last_backup_are_measured(client, app, settings, scrape, tmp_path):
    before = scrape()
    assert before["lutetia_last_backup_timestamp_seconds"] == 0
    assert before["lutetia_disk_free_bytes"] > 0
    assert before["lutetia_database_bytes"] >= (settings.data / "lutetia.db").stat().st_size
    command.backup(tmp_path / "copies" / "copy.db", settings.data)
    assert scrape()["lutetia_last_backup_timestamp_seconds"] > 1_700_000_000


def test_a_scrape_works_while_the_database_does_not(client, app, scrape, monkeypatch):
    def fail(_query: object, **_options: object) -> None:
        from lutetia.server.errors import StorageError

        raise StorageError

    monkeypatch.setattr(app.state.services.database, "read_now", fail)
    found = scrape()
    assert 'lutetia_server_games{status="running"}' not in found
    assert "lutetia_last_backup_timestamp_seconds" in found


@pytest.mark.parametrize("address", ["9189", "localhost", ":9189", "localhost:x", "localhost:99999"])
def test_an_address_without_host_or_port_is_refused(monkeypatch, address):
    monkeypatch.setenv("LUTETIA_METRICS", address)
    said = f"LUTETIA_METRICS={address} cannot be used: an address and a port are needed"
    with pytest.raises(ValueError, match=re.escape(said)):
        Settings.read()


def test_each_application_counts_for_itself(settings):
    for _server in range(2):
        app = make_app(settings)
        with TestClient(app, base_url=HERE) as client:
            client.get("/healthz")
            found = TestClient(metrics_app(app.state.metrics)).get("/metrics").text
            assert 'route="/healthz",status="200"} 1.0' in found
