"""The files for operators in deploy/: systemd units, alert rules and the dashboard fit the server."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import typer.main
import yaml
from starlette.testclient import TestClient

from lutetia.cli import app as commands
from lutetia.server.http.app import make_app
from lutetia.server.http.metrics_listener import metrics_app
from lutetia.server.ops.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = ("lutetia.service", "lutetia@.service", "lutetia-worker.service", "lutetia-backup.service")
MOST_EXPOSED = 3.0
"""Of `systemd-analyze security`, on a scale from 0 to 10."""


def ran(*words: str) -> str:
    done = subprocess.run(words, cwd=DEPLOY, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_confines_the_services(unit):
    """1.0 for the server and the worker, and 0.5 for the backup, with systemd 252."""
    said = ran("systemd-analyze", "security", "--offline=true", "--no-pager", unit)
    level = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", said)
    assert level is not None, said
    assert float(level[1]) <= MOST_EXPOSED


def test_systemd_knows_every_line_of_the_timer():
    assert ran("systemd-analyze", "verify", "--man=no", "lutetia-backup.timer") == ""


@pytest.mark.parametrize("unit", UNITS)
def test_the_services_use_commands_and_settings_that_exist(unit):
    text = (DEPLOY / unit).read_text("utf-8")
    words = shlex.split(re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1])
    assert words[0] == "/opt/lutetia/bin/lutetia"
    command = typer.main.get_command(commands).commands[words[1]]
    options = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options
    for name, value in re.findall(r"^Environment=LUTETIA_(\w+)=(.*)$", text, re.MULTILINE):
        Settings(**{name.lower(): value.replace("%i", "1")})
        assert name.lower() in Settings.model_fields


@pytest.mark.parametrize(
    ("unit", "instances", "ports"),
    [
        ("lutetia.service", [""], {Settings.model_fields["port"].default, 9189}),
        ("lutetia@.service", "123456789", {*range(1881, 1890), *range(9181, 9190)}),
        ("lutetia-worker.service", [""], {9199}),
    ],
)
def test_a_service_may_use_the_ports_that_its_unit_names(unit, instances, ports):
    """A port that SocketBindAllow leaves out could not be opened."""
    text = (DEPLOY / unit).read_text("utf-8")
    allowed = [(low, high or low) for low, high in re.findall(r"^SocketBindAllow=tcp:(\d+)(?:-(\d+))?$", text, re.M)]
    assert {port for low, high in allowed for port in range(int(low), int(high) + 1)} == ports
    for instance in instances:
        used = re.findall(r"(?:--port |LUTETIA_METRICS=127\.0\.0\.1:)(\d+)", text.replace("%i", instance))
        assert {int(port) for port in used} <= ports


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_reads_the_same_settings(unit):
    """A backup without them would copy the wrong database."""
    assert "EnvironmentFile=-/etc/lutetia.env" in (DEPLOY / unit).read_text("utf-8").splitlines()


def test_the_compose_file_uses_services_commands_and_settings_that_exist():
    made = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
    services = made["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert {part.split(":")[0] for part in service.get("volumes", ()) if not part.startswith(".")} <= set(
            made["volumes"]
        )
        if service["image"] == "lutetia":
            for variable in service["environment"]:
                assert variable.removeprefix("LUTETIA_").lower() in Settings.model_fields, variable
            assert service.get("command", ["serve"])[0] in typer.main.get_command(commands).commands
    assert [part for part in services["proxy"]["volumes"] if part.startswith("./Caddyfile-several:")]
    upstreams = {address.split(":")[0] for address in services["proxy"]["environment"]["LUTETIA_WEB"].split()}
    assert upstreams == {name for name in services if name.startswith("web")}


@pytest.fixture(scope="module")
def metrics(tmp_path_factory) -> dict[str, str]:
    """The metrics of a server, and the type of each."""
    app = make_app(Settings(data=tmp_path_factory.mktemp("metrics"), bot_processes=1, log_level="error"))
    with TestClient(app, base_url="http://localhost:1889"):
        text = TestClient(metrics_app(app.state.metrics)).get("/metrics").text
    return dict(re.findall(r"^# TYPE (\w+(?<!_created)) (\w+)$", text, re.MULTILINE))


def named(expression: str) -> set[str]:
    """The metrics in an expression of PromQL."""
    return set(re.findall(r"\b(?:lutetia|process)_[a-z_]+", expression))


def expressions() -> dict[str, str]:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))["panels"]
    found = {rule["alert"]: rule["expr"] for rule in rules}
    return found | {f"{p['title']} {t['refId']}": t["expr"] for p in panels for t in p["targets"]}


def test_alerts_and_dashboard_name_only_metrics_that_exist(metrics):
    exist = {name if kind != "histogram" else f"{name}_bucket" for name, kind in metrics.items()}
    found = {name: named(expression) - exist for name, expression in expressions().items()}
    assert {name: missing for name, missing in found.items() if missing} == {}
    shown = set().union(*map(named, expressions().values()))
    assert {name for name in exist if name.startswith("lutetia_")} <= shown, "and all that the server itself counts"


def test_docs_list_every_metric_of_the_server(metrics):
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    listed = re.findall(r"^\| `(lutetia_[a-z_]+)", hosting, re.MULTILINE)
    assert sorted(listed) == sorted(name for name in metrics if name.startswith("lutetia_"))


@pytest.mark.full
def test_prometheus_accepts_the_rules_and_the_alerts_fire():
    """`promtool` runs the rules on the series of tests/deploy/alerts_test.yml."""
    ran("promtool", "check", "rules", "alerts.yml")
    ran("promtool", "check", "config", "--syntax-only", "prometheus.yml")
    ran("promtool", "test", "rules", str(Path(__file__).parent / "alerts_test.yml"))
    fired = re.findall(r'alertname="(\w+)"', (Path(__file__).parent / "alerts_test.yml").read_text("utf-8"))
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    assert {rule["alert"] for rule in rules} == set(fired)
