"""Limits of connections, on real sockets and without a proxy: heads, bodies and the number of connections."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from server.processes import serving

MOST = 12
HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /api/games/none/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Iterator[tuple[str, int]]:
    """Host and port of a server with short times."""
    limits = {
        "LUTETIA_LIMITS": "true",
        "LUTETIA_HEAD_BYTES": "4096",
        "LUTETIA_HEAD_SECONDS": "1.5",
        "LUTETIA_BODY_SECONDS": "0.5",
        "LUTETIA_CONNECTIONS_PER_ADDRESS": str(MOST),
        "LUTETIA_BOT_PROCESSES": "1",
    }
    with serving(tmp_path_factory.mktemp("connections"), **limits) as process:
        address = urlsplit(process.url)
        yield str(address.hostname), int(address.port or 0)


@pytest.fixture
def connect(place):
    """A function that opens a connection; all are closed in the end, also for the server."""
    opened: list[socket.socket] = []

    def one() -> socket.socket:
        opened.append(socket.create_connection(place, timeout=20))
        return opened[-1]

    yield one
    for line in opened:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()
    until = time.monotonic() + 10
    while time.monotonic() < until:  # until the server has noticed
        with socket.create_connection(place, timeout=20) as line:
            line.sendall(WHOLE)
            if b" 200 " in line.recv(1_000):
                return
    pytest.fail("the connections were not released")


def everything(line: socket.socket) -> bytes:
    """What the server sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65_536):
            received += part
    return received


def test_an_unfinished_head_is_cut_off_when_it_is_too_large(connect):
    """Thirty unfinished heads of 5 MB took 146 MB."""
    line = connect()
    sent = 0
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(HALF)
        for _part in range(5_000):
            line.sendall(b"x" * 1_000)
            sent += 1_000
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                answer = line.recv(1_000)
                assert answer.startswith(b"HTTP/1.1 431 ")
                assert b"at most 4096 bytes" in answer
                break
            line.settimeout(20)
    assert sent < 4_000_000, "the kernel's buffers take some of it"


def test_a_whole_head_can_be_too_large_as_well(connect):
    for head in (
        HALF + b"x" * 5_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 5_000 + WHOLE[12:],
        HALF + b"\r\na:b" * 2_000 + b"\r\n\r\n",
    ):
        line = connect()
        line.sendall(head)
        assert everything(line).startswith(b"HTTP/1.1 431 ")
    line = connect()
    line.sendall(HALF + b"x" * 3_000 + b"\r\n\r\n")
    assert b" 200 " in line.recv(1_000)


def test_slow_heads_are_closed_and_idle_connections_are_not(connect):
    """498 of 500 half-sent heads were still open after 170 seconds."""
    kept = connect()
    kept.sendall(WHOLE)
    assert b" 200 " in kept.recv(1_000)
    half, silent, empty_lines = [connect() for _again in range(5)], connect(), connect()
    for line in half:
        line.sendall(HALF)
    began = time.monotonic()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while time.monotonic() < began + 8:
            for line in half:
                line.sendall(b"x")
            empty_lines.sendall(b"\r\n")
            time.sleep(0.05)
        pytest.fail("each byte gave the client more time")
    assert all(everything(line).startswith(b"HTTP/1.1 408 ") for line in (*half[1:], silent))
    everything(empty_lines)
    kept.sendall(WHOLE)
    assert b" 200 " in kept.recv(1_000)


def test_slow_bodies_are_closed(connect):
    line = connect()
    head = b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
    line.sendall(head + b'{"login"')
    assert everything(line).startswith(b"HTTP/1.1 408 ")


def test_an_address_has_only_so_many_connections(connect):
    lines = [connect() for _again in range(MOST)]
    for line in lines:
        line.sendall(WHOLE)
        assert b" 200 " in line.recv(1_000)
    refused = connect()
    assert everything(refused).startswith(b"HTTP/1.1 429 ")
    lines[0].sendall(WHOLE)
    assert b" 200 " in lines[0].recv(1_000), "the others are not affected"


def test_a_websocket_counts_until_it_ends(connect):
    for _again in range(2 * MOST):  # each is closed by the server: there is no such game
        line = connect()
        line.sendall(UPGRADE)
        assert line.recv(1_000).startswith(b"HTTP/1.1 101 ")
        line.close()
        time.sleep(0.01)
