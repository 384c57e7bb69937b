"""Syslog: every line arrives at the other machine, and whatever happens to it, the server never waits."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import httpx2 as httpx
import pytest

from lutetia.cli import app, errors
from lutetia.server.ops import logging as log
from lutetia.server.ops import syslog
from lutetia.server.ops.syslog import SyslogAddress, SyslogForwarder, parse_address

from server.conftest import serving

FRAME = re.compile(r"<(\d+)>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\S+) lutetia (\d+) - - (\{.*\})", re.DOTALL)
"""RFC 5424, section 6."""


class Machine:
    """Another machine that takes syslog; it can go away and come back, at the same port."""

    def __init__(self, way: str, secured: ssl.SSLContext | None = None) -> None:
        self.way, self.secured = way, secured
        self.port = 0
        self.frames: list[str] = []
        self._open: list[socket.socket] = []
        self.come()

    @property
    def address(self) -> str:
        return f"{self.way}://{'localhost' if self.secured else '127.0.0.1'}:{self.port}"

    def come(self) -> None:
        """Listen (again)."""
        kind = socket.SOCK_DGRAM if self.way == "udp" else socket.SOCK_STREAM
        listening = socket.socket(socket.AF_INET, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        self._open.append(listening)
        if self.way != "udp":
            listening.listen()
        threading.Thread(
            target=self._datagrams if self.way == "udp" else self._answer, args=[listening], daemon=True
        ).start()

    def go(self) -> None:
        """Be no more: nothing listens, and lines that were open break."""
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def _datagrams(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while datagram := listening.recv(65_536):
                self.frames.append(datagram.decode())

    def _answer(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                line = listening.accept()[0]
                if self.secured:
                    line = self.secured.wrap_socket(line, server_side=True)
                self._open.append(line)
                self._stream(line)

    def _stream(self, line: socket.socket) -> None:
        """RFC 6587, section 3.4.1: each frame's length in bytes, a space, the frame."""
        with contextlib.suppress(OSError), line.makefile("rb") as stream:
            while length := b"".join(iter(lambda: stream.read(1).strip(), b"")):
                self.frames.append(stream.read(int(length)).decode())

    def lines(self) -> list[str]:
        """The lines of the log that have come, without what syslog puts before each."""
        return [FRAME.fullmatch(frame)[5] for frame in self.frames]

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.lines()]


@pytest.fixture
def machine() -> Iterator[Callable[..., Machine]]:
    there: list[Machine] = []

    def come(*how) -> Machine:
        there.append(Machine(*how))
        return there[-1]

    yield come
    for each in there:
        each.go()


@pytest.fixture
def forward_to(monkeypatch) -> Iterator[Callable[[Machine], SyslogForwarder]]:
    """Send the log of this process to a syslog server, with short pauses."""
    monkeypatch.setattr(syslog, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(syslog, "FIRST_PAUSE", 0.1)

    def start(machine: Machine) -> SyslogForwarder:
        log.configure("info", machine.address)
        return log._syslog

    yield start
    log.close()


def soon(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something is true, and fail if that takes too long."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def logged(capfd) -> list[dict]:
    return [json.loads(line) for line in capfd.readouterr().err.splitlines() if line.startswith("{")]


# ---- what arrives ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["udp", "tls", pytest.param("tcp", marks=pytest.mark.full)])
def test_every_line_of_the_log_is_sent_to_another_machine(way, machine, authority, tmp_path):
    there = machine(way, authority if way == "tls" else None)
    data = tmp_path / "data"
    with serving(data, LUTETIA_LOG_LEVEL="info", LUTETIA_LOG_TO=there.address) as server:
        with httpx.Client(base_url=server.url, timeout=60) as client:
            client.cookies.set("lutetia", "secret-cookie")
            for number in range(20):
                client.get(f"/api/games/secret-{number}?secret=query", headers={"x-secret": "secret header"})
            client.post("/api/sign-in", json={"login": "secret-name", "password": "secret-password"})
        pid = server.process.pid
    written = [line for line in (data / "errors.log").read_text().splitlines() if line.startswith("{")]
    soon(lambda: len(there.frames) >= len(written))
    assert there.lines() == written
    assert [json.loads(line).get("status") for line in written].count(401) == 1
    assert "secret" not in "".join(there.frames)
    head = [FRAME.fullmatch(frame).groups()[:4] for frame in there.frames]
    assert {(host, number) for _priority, _at, host, number in head} == {(socket.gethostname(), str(pid))}
    daemon = {"info": str(3 * 8 + 6), "warning": str(3 * 8 + 4)}
    assert [priority for priority, *_rest in head] == [daemon[json.loads(line)["level"]] for line in written]


def test_a_traceback_arrives_as_one_message(machine, forward_to, capfd):
    own = log.logging.getLogger("uvicorn")  # as uvicorn leaves it when it is configured without us
    own.addHandler(log.logging.NullHandler())
    own.propagate = False
    there = machine("tcp")
    forward_to(there)
    log.structlog.get_logger().error("fault", text="Cité\nde la Lumière")
    log.logging.getLogger("uvicorn.error").warning("a word of uvicorn")
    soon(lambda: len(there.frames) == 2)
    assert [FRAME.fullmatch(frame)[1] for frame in there.frames] == ["27", "28"]  # error (3), warning (4)
    assert there.lines() == capfd.readouterr().err.splitlines()


def test_a_log_server_with_a_wrong_certificate_gets_nothing(machine, authority, monkeypatch, forward_to, capfd):
    there = machine("tls", authority)
    monkeypatch.delenv("SSL_CERT_FILE")
    forward_to(there)
    log.structlog.get_logger().info("signed in")
    heard: list[dict] = []
    soon(lambda: heard.extend(logged(capfd)) or len(heard) >= 2)
    assert [line["event"] for line in heard] == ["signed in", "syslog unreachable"]
    assert "certificate" in heard[1]["why"].lower()
    assert there.frames == []


# ---- when it does not arrive -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["udp", "tcp"])
def test_a_log_server_that_returns_gets_the_queued_lines(way, machine, forward_to, capfd):
    there = machine(way)
    forward_to(there)
    logger = log.structlog.get_logger()
    logger.info("before")
    soon(lambda: there.events() == ["before"])
    there.go()
    for number in range(50):
        logger.info(f"meanwhile {number}")
        time.sleep(0.002)
    heard = logged(capfd)
    soon(lambda: heard.extend(logged(capfd)) or "syslog unreachable" in [line["event"] for line in heard])
    there.come()
    soon(lambda: "syslog reachable again" in there.events())
    heard += logged(capfd)
    assert [line["to"] for line in heard if line["event"] == "syslog unreachable"] == [there.address]
    [again] = [line for line in heard if line["event"] == "syslog reachable again"]
    missing = 50 - sum(event.startswith("meanwhile") for event in there.events())
    assert again["lost"] == missing <= (1 if way == "udp" else 0)  # the datagram by which it was noticed
    logger.info("after")
    soon(lambda: there.events()[-1] == "after")


def test_dropped_lines_are_counted(machine, forward_to, capfd, monkeypatch):
    monkeypatch.setattr(syslog, "MAX_QUEUED", 10)
    there = machine("tcp")
    there.go()
    forwarder = forward_to(there)
    logger = log.structlog.get_logger()
    for number in range(100):
        logger.info("line", number=number)
    soon(lambda: forwarder.handler.failed_at)  # else it may come before it was missed
    there.come()
    soon(lambda: "syslog reachable again" in there.events())
    [again] = [line for line in logged(capfd) if line["event"] == "syslog reachable again"]
    soon(lambda: there.events().count("line") + again["lost"] == 100)
    assert 89 <= again["lost"] <= 90  # ten waited, and one may have been taken from the queue
    soon(lambda: "syslog unreachable" in there.events())


def test_reconnecting_backs_off(monkeypatch, capfd):
    there = socket.create_server(("127.0.0.1", 0))
    calls = []

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            while True:
                line = there.accept()[0]
                calls.append(time.monotonic())
                line.close()

    threading.Thread(target=hang_up, daemon=True).start()
    monkeypatch.setattr(syslog, "FIRST_PAUSE", 0.02)
    log.configure("info", f"tcp://127.0.0.1:{there.getsockname()[1]}")
    for _each in range(200):
        log.structlog.get_logger().info("line")
        time.sleep(0.01)
    log.close()
    there.close()
    assert 3 <= len(calls) <= 8  # after 0.02 · 2ⁿ seconds, instead of at every line
    assert len(logged(capfd)) <= 200 + 2 * len(calls)


# ---- nobody waits ----------------------------------------------------------------------------------------------------


def test_no_response_waits_for_the_log_server(tmp_path):
    """Neither for one that accepts connections and reads nothing, nor for one that does not exist."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        for name, to in {"deaf": f"127.0.0.1:{deaf.getsockname()[1]}", "nobody": "no-such-machine.invalid"}.items():
            settings = {"LUTETIA_LOG_LEVEL": "info", "LUTETIA_LOG_TO": f"tcp://{to}"}
            with (
                serving(tmp_path / name, **settings) as server,
                httpx.Client(base_url=server.url, timeout=60) as client,
            ):
                for _each in range(100):
                    began = time.perf_counter()
                    assert client.get("/api/games/none").status_code == 404
                    assert time.perf_counter() - began < syslog.TIMEOUT / 2
                began = time.perf_counter()
                server.stop()
                assert time.perf_counter() - began < syslog.CLOSE_SECONDS + 10
    assert "syslog unreachable" in (tmp_path / "nobody" / "errors.log").read_text()


def test_logging_and_closing_never_wait_for_a_deaf_log_server():
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        forwarder = SyslogForwarder(SyslogAddress("tcp", *deaf.getsockname()))
        for _each in range(3 * syslog.MAX_QUEUED):
            forwarder.send("info", "x" * 1_000)
        assert forwarder.handler.lost > 0
        began = time.perf_counter()
        forwarder.close()
        assert time.perf_counter() - began < 2 * syslog.CLOSE_SECONDS


# ---- the setting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("udp://logs.example.org:5514", ("udp", "logs.example.org", 5514)),
        ("udp://10.0.0.7", ("udp", "10.0.0.7", 514)),
        ("TCP://logs", ("tcp", "logs", 514)),
        ("tls://logs.example.org", ("tls", "logs.example.org", 6514)),
        ("tcp://[fd00::7]:601", ("tcp", "fd00::7", 601)),
    ],
)
def test_places(address, found):
    assert parse_address(address) == found
    assert parse_address(str(parse_address(address))) == found


@pytest.mark.parametrize(
    "address",
    ["logs", "logs:514", "http://logs", "udp://", "udp://:514", "udp://logs:0", "tcp://logs:65536", "tcp://logs:x",
     "tcp://me:secret@logs", "tcp://logs/path", "tcp://logs?x=1", "tcp://a b", "tls://[::1", f"tcp://{'a' * 64}"],
)  # fmt: skip
def test_an_invalid_log_destination_is_refused_at_the_start(address, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("LUTETIA_LOG_TO", address)
    assert errors.run(app, ["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("lutetia: LUTETIA_LOG_TO=")
    assert f" cannot be used: {address!r} is not a log address; write udp://HOST" in line
