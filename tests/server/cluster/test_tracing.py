"""Traces with OpenTelemetry, sent to a real receiver of the OTLP protocol over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2 as httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from websockets.sync.client import connect

from server.backends import nats_server
from server.cluster.test_supervisor import until
from server.processes import serving

PATIENCE = 30.0
TRACE, PROXY = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


class Receiver(ThreadingHTTPServer):
    """Takes spans as an OpenTelemetry collector does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Posted)
        self.spans: list[tuple[str, Span]] = []
        """With the process that sent each."""
        self.url = f"http://127.0.0.1:{self.server_port}"

    def of(self, trace: str) -> list[tuple[str, Span]]:
        return [(process, span) for process, span in self.spans if span.trace_id.hex() == trace]


class Posted(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        sent = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["content-length"])))
        assert self.path == "/v1/traces"
        for part in sent.resource_spans:
            about = {one.key: one.value.string_value for one in part.resource.attributes}
            assert about["service.name"] == "lutetia"
            for scope in part.scope_spans:
                self.server.spans += [(about["service.instance.id"], span) for span in scope.spans]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as found:
        thread = threading.Thread(target=found.serve_forever, daemon=True)
        thread.start()
        yield found
        found.shutdown()


def play_one_step(url: str, watcher_url: str) -> str:
    """A step by HTTP, as a proxy passes it on, while somebody watches; returns the game."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        state = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "human"]}).json()
        game = state["id"]
        with connect(f"{watcher_url.replace('http', 'ws')}/api/games/{game}/live?since=-1") as watcher:
            while json.loads(watcher.recv(PATIENCE))["type"] != "state":
                pass
            step = {"seq": state["seq"], "step": state["legal"][0], "client_key": "one"}
            proxy = {"traceparent": f"00-{TRACE}-{PROXY}-01"}
            assert client.post(f"/api/games/{game}/steps", json=step, headers=proxy).status_code == 200
            while json.loads(watcher.recv(PATIENCE)).get("seq") != state["seq"] + 1:
                pass
    return str(game)


def chain(spans: list[Span], name: str) -> list[str]:
    """The names from a span up to the proxy's."""
    by_id = {span.span_id.hex(): span for span in spans}
    (span,) = [one for one in spans if one.name == name]
    names = [span.name]
    while span.parent_span_id.hex() in by_id:
        span = by_id[span.parent_span_id.hex()]
        names.append(span.name)
    assert span.parent_span_id.hex() == PROXY, "the first one continues the proxy's trace"
    return names


def test_one_step_is_one_trace_from_the_proxy_to_the_fan_out(tmp_path, receiver):
    with serving(tmp_path, LUTETIA_BOT_PROCESSES="1", OTEL_EXPORTER_OTLP_ENDPOINT=receiver.url) as process:
        game = play_one_step(process.url, process.url)
        assert process.stop() == 0
    spans = [span for _process, span in receiver.of(TRACE)]
    request = "POST /api/games/{id}/steps"
    assert sorted(span.name for span in spans) == [request, "announce", "check", "commit", "fan-out", "step"]
    assert chain(spans, "check") == ["check", "step", request]
    assert chain(spans, "fan-out") == ["fan-out", "announce", "commit", "step", request]
    (step,) = [span for span in spans if span.name == "step"]
    about = {one.key: one.value for one in step.attributes}
    assert (about["game"].string_value, about["status"].int_value) == (game, 200)
    assert all(span.end_time_unix_nano >= span.start_time_unix_nano > 0 for span in spans)


@pytest.mark.full
def test_the_trace_goes_on_in_another_process(tmp_path, receiver, postgres):
    """The bus carries the context to the process in which somebody watches."""
    settings = {"LUTETIA_DATABASE": postgres.new_database("traces"), "LUTETIA_BOT_PROCESSES": "1"}
    settings |= {"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url}
    with (
        nats_server() as nats,
        serving(tmp_path / "one", LUTETIA_NATS=nats.url, **settings) as one,
        serving(tmp_path / "two", LUTETIA_NATS=nats.url, **settings) as two,
    ):
        play_one_step(one.url, two.url)
        assert (one.stop(), two.stop()) == (0, 0)
    found = receiver.of(TRACE)
    assert len({process for process, _span in found}) == 2
    spans = [span for _process, span in found]
    assert chain(spans, "fan-out") == [
        "fan-out", "catch-up", "hint", "announce", "commit", "step", "POST /api/games/{id}/steps"
    ]  # fmt: skip


@pytest.mark.full
def test_the_job_of_a_bot_belongs_to_the_trace_of_what_asked_for_it(tmp_path, receiver, postgres):
    settings = {"LUTETIA_DATABASE": postgres.new_database("bot traces"), "LUTETIA_BOT_PROCESSES": "1"}
    with serving(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=receiver.url, **settings) as process:
        with httpx.Client(base_url=process.url, timeout=PATIENCE) as client:
            state = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "level1"]}).json()
            path = f"/api/games/{state['id']}"
            while not state["legal"]:
                state = client.get(path).json()
            while state["legal"]:
                step = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"step-{state['seq']}"}
                state = client.post(f"{path}/steps", json=step).json()
            until(lambda: client.get(path).json()["legal"])
            time.sleep(0.5)  # the job ends a moment after its last step
        assert process.stop() == 0
    jobs = {(span.trace_id, span.span_id): span for _process, span in receiver.spans if span.name == "job"}
    bots = [span for _process, span in receiver.spans if span.name == "bot"]
    assert bots
    assert all((span.trace_id, span.parent_span_id) in jobs for span in bots)
    assert all(job.parent_span_id for job in jobs.values()), "each belongs to the trace of what has asked for it"


def test_without_a_receiver_nothing_of_it_is_imported():
    """FastAPI imports the interface if it is installed, but not what records and sends."""
    code = "import lutetia.cli.serve, lutetia.server.http.app, lutetia.server.cluster.tracing as t, sys; "
    code += "assert not t.is_wanted(); print([name for name in sys.modules if name.startswith('opentelemetry.sdk')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={})
    assert done.stdout.strip() == "[]"
