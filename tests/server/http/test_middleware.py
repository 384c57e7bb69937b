"""The middleware: CSRF, DNS rebinding, body limits, rate limits, security headers, errors, access log, metrics."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from lutetia.server import rate_limit
from lutetia.server.http.app import make_app
from lutetia.server.http.middleware.request_guard import LARGEST_BODY
from lutetia.server.jobs.admission import AT_ONCE
from lutetia.server.ops.settings import Settings
from lutetia.server.rate_limit import Rate, RateLimiter

from server.conftest import HERE, error, live, new_game, serving, stranger
from server.people.helpers import register


def ask(client, **headers):
    """Something that changes something."""
    return client.post("/api/friends/link", headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.fixture
def serve(tmp_path):
    """A function that makes a client of a server with these settings."""
    opened = []

    def make(base=HERE, address="203.0.113.7", **settings):
        folder = tmp_path / str(len(opened))
        app = make_app(Settings(data=folder, bot_processes=1, **{"limits": False, "log_level": "error"} | settings))
        client = TestClient(app, base_url=base, client=(address, 50000), raise_server_exceptions=False)
        opened.append(client.__enter__())
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


# Other sites


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": HERE}, 200),
        ({"origin": HERE, "sec_fetch_site": "same-origin"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://localhost:1889"}, 403),
        ({"origin": "http://localhost:8000"}, 403),
        ({"origin": "http://localhost"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"origin": HERE, "sec_fetch_site": "cross-site"}, 403),
    ],
)
def test_requests_from_other_sites_change_nothing(client, headers, status):
    answer = ask(client, **headers)
    assert answer.status_code == status
    if status == 403:
        assert error(answer) == "cross-site"
        assert "set-cookie" not in answer.headers


def test_reading_from_another_site_is_allowed(client):
    assert client.get("/api/me", headers={"origin": "http://evil.example"}).status_code == 200


def test_allowed_origins_pass_the_csrf_check(serve):
    client = serve(origins=["https://club.example/"], base="http://club.example")
    assert ask(client, origin="https://club.example").status_code == 200
    assert ask(client, origin="https://evil.example").status_code == 403


def test_only_our_own_pages_open_websockets(client):
    game = new_game(client, "human", "human")["id"]
    with live(client, game, origin=HERE) as socket:
        assert socket.receive_json()["id"] == game
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        live(client, game, origin="http://evil.example"),
    ):
        pass
    assert isinstance(refused.value, WebSocketDenialResponse)
    assert refused.value.status_code == 403
    assert error(refused.value) == "cross-site"


# Hosts


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:1889", 200),
        ("127.0.0.1:9", 200),
        ("[::1]:1889", 200),
        ("192.168.0.7", 200),
        ("paris.localhost", 200),
        ("club.example", 200),
        ("evil.example:1889", 403),
        ("localhost.evil.example", 403),
        ("[::1", 403),
    ],
)
def test_an_unknown_host_name_is_refused(serve, host, status):
    answer = serve(origins=["https://club.example"]).get("/api/me", headers={"host": host})
    assert answer.status_code == status
    if status == 403:
        assert error(answer) == "no-such-host"


# Bodies


def test_bodies_are_limited_with_and_without_a_content_length(client):
    big = b'"' + b"x" * LARGEST_BODY + b'"'
    kind = {"content-type": "application/json"}
    assert client.post("/api/sign-in", content=big, headers=kind).status_code == 413
    chunks = (big[i : i + 10_000] for i in range(0, len(big), 10_000))
    answer = client.post("/api/sign-in", content=chunks, headers=kind)
    assert (answer.status_code, error(answer)) == (413, "too-large")
    assert client.post("/api/sign-in", content=big[:LARGEST_BODY], headers=kind).status_code == 422
    for path in ("/api/records", "/api/studies"):
        assert client.post(path, content=big, headers=kind).status_code == 422, "records may be larger"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_of_another_type_is_refused(client, kind):
    headers = {"content-type": kind} if kind else {}
    answer = client.post("/api/sign-in", content=b'{"login":"a","password":"b"}', headers=headers)
    assert (answer.status_code, error(answer)) == (415, "not-json")


@pytest.mark.parametrize("body", [b"{", b"[" * 100_000, b"1" * 5_000, b"\xff", b'{"login": "\\ud800"}', b"null"])
def test_broken_json_gets_the_common_error_format(client, body):
    answer = client.post("/api/sign-in", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    error(answer)


# Headers


def test_every_response_has_the_security_headers(client):
    answers = [client.get("/api/me"), client.get("/nothing"), ask(client, origin="null"), client.get("/healthz")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert part in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "permissions-policy" in answer.headers
        assert "strict-transport-security" not in answer.headers
    assert [answer.headers.get("cache-control") for answer in answers[:3:2]] == ["no-store"] * 2


def test_forwarded_headers_count_only_from_a_trusted_proxy(serve):
    forwarded = {"x_forwarded_proto": "https", "x_forwarded_host": "club.example", "origin": "https://club.example"}
    answer = ask(serve(behind_proxy=True, origins=["https://club.example"]), **forwarded)
    assert answer.status_code == 200
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
    assert ask(serve(), **forwarded).status_code == 403


def test_of_several_forwarded_headers_the_last_one_counts(serve):
    """Some proxies do not extend the header that came, but add their own after it."""
    club = serve(behind_proxy=True, limits=True, origins=["https://club.example"])

    def sign_in(number):
        forged = [("x-forwarded-for", f"198.51.100.{number}"), ("x-forwarded-for", "203.0.113.9")]
        return club.post("/api/sign-in", json={"login": "x", "password": "x"}, headers=forged).status_code

    assert [sign_in(number) for number in range(11)] == [401] * 10 + [429]


def test_a_forwarded_port_makes_no_new_address(serve):
    """Some proxies forward address and port, and each connection comes from another port."""
    club = serve(behind_proxy=True, limits=True, origins=["https://club.example"])

    def sign_in(number):
        forwarded = {"x-forwarded-for": f"203.0.113.9:{40_000 + number}"}
        return club.post("/api/sign-in", json={"login": "x", "password": "x"}, headers=forwarded).status_code

    assert [sign_in(number) for number in range(11)] == [401] * 10 + [429]


# How often


def test_a_rate_limit_lets_so_many_through_and_says_when_to_retry():
    now = 100.0
    limiter = RateLimiter(max_keys=3, monotonic=lambda: now)
    rate = Rate(3, 60)
    assert [limiter.hit(rate, "a") for _again in range(3)] == [0, 0, 0]
    assert limiter.hit(rate, "a") == pytest.approx(20)
    assert limiter.hit(rate, "b") == 0
    now += 20
    assert limiter.hit(rate, "a") == 0
    assert limiter.hit(rate, "a") == pytest.approx(20)
    now += 600
    assert [bool(limiter.hit(rate, "a")) for _again in range(4)] == [False, False, False, True]
    for key in "bcdefg":
        limiter.hit(rate, key)
    assert len(limiter._used_until) == 3


def test_an_address_can_create_only_so_many_guests(serve, monkeypatch):
    # All requests at one moment, however slow this machine is.
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    client = serve(limits=True)
    statuses = set()
    for _again in range(61):
        client.cookies.clear()
        statuses.add(ask(client).status_code)
    assert statuses == {200, 429}
    client.cookies.clear()
    forged = [client.get("/api/me", headers={"cookie": f"lutetia=forged{i}"}).status_code for i in range(61)]
    assert forged == [200] * 60 + [429]
    elsewhere = stranger(client)
    elsewhere._transport.client = ("198.51.100.1", 1)
    assert ask(elsewhere).status_code == 200


def test_the_rate_limit_for_steps_is_per_game(serve, monkeypatch):
    # All requests at one moment, however slow this machine is.
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    client = serve(limits=True)
    one, two = (new_game(client, "human", "human")["id"] for _again in range(2))
    body = {"seq": 0, "step": "x", "client_key": "k"}
    answers = [client.post(f"/api/games/{one}/steps", json=body).status_code for _again in range(70)]
    assert answers[0] != 429
    assert answers[-1] == 429
    assert client.post(f"/api/games/{two}/steps", json=body).status_code != 429


def test_a_member_is_not_limited_by_strangers_behind_the_same_address(serve, monkeypatch):
    """All requests of an address were counted together, so one stranger could stop a whole club."""
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    member = serve(limits=True, limit_address="40/60", limit_person="20/60")
    assert register(member).status_code == 200
    guests = [stranger(member) for _guest in range(4)]
    for one in guests:
        one._transport.client = member._transport.client
        ask(one)
    tried = [one.get("/api/me").status_code for _again in range(15) for one in guests]
    assert tried.count(429) > 10
    assert member.get("/api/me").status_code == 200
    tried = [member.get("/api/me").status_code for _again in range(20)]
    assert tried[0] == 200
    assert tried[-1] == 429, "a member has a limit, too"


def test_many_members_of_one_address_share_a_limit(serve, monkeypatch):
    """Whoever has many accounts has no more than a club behind one address needs."""
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    first = serve(limits=True, limit_person="20/60", limit_members=2)
    members = [first, *(stranger(first) for _member in range(3))]
    for number, one in enumerate(members):
        one._transport.client = first._transport.client
        assert register(one, f"member{number}").status_code == 200
    tried = [one.get("/api/me").status_code for _again in range(11) for one in members]
    assert tried[:36] == [200] * 36
    assert tried[-4:] == [429] * 4


@pytest.mark.parametrize("path", ["/api/records", "/api/studies"])
def test_many_guests_of_one_address_share_a_limit(serve, monkeypatch, path):
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    client = serve(limits=True, limit_guests=2, limit_work="5/60")

    def upload():
        client.cookies.clear()
        ask(client)
        return [client.post(path, json={}).status_code for _again in range(5)]

    assert [upload(), upload(), upload()] == [[422] * 5, [422] * 5, [429] * 5]


@pytest.mark.parametrize("written", ["many", "10", "0/5", "5/0", "10/60/2", "[10, 60]"])
def test_a_limit_that_cannot_be_understood_is_named(written, monkeypatch):
    monkeypatch.setenv("LUTETIA_LIMIT_SIGN_IN_ADDRESS", written)
    with pytest.raises(ValueError, match=r"LUTETIA_LIMIT_SIGN_IN_ADDRESS=.* cannot be used: .* such as 30/600"):
        Settings.read()
    monkeypatch.setenv("LUTETIA_LIMIT_SIGN_IN_ADDRESS", "7 / 90")
    assert Settings.read().limit_sign_in_address == Rate(7, 90)


def test_steps_over_a_websocket_are_slowed_down(serve):
    client = serve(limit_websocket_steps=Rate(2, 0.4))
    game = new_game(client, "human", "human")["id"]
    with live(client, game) as stream:
        began = time.monotonic()
        for _again in range(5):
            stream.send_text("no step")
            while stream.receive_json()["type"] != "answer":
                pass
        assert time.monotonic() - began >= 0.4, "two at once, then one each 0.2 s; the wait comes after the answer"


# Faults, logs, metrics


def test_an_internal_error_has_a_message_and_is_logged_without_secrets(capfd, app):
    @app.get("/api/fault/{name}")
    async def fault(name: str) -> None:
        raise RuntimeError("secret words")

    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        client.cookies.set("lutetia", "secret-cookie")
        answer = client.get("/api/fault/secret-path?secret=query", headers={"x-secret": "secret header"})
    assert (answer.status_code, error(answer)) == (500, "fault")
    assert answer.headers["cache-control"] == "no-store"
    assert "secret" not in answer.text
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines if line.get("route") == "/api/fault/{name}"] == [
        "unhandled exception",
        "request",
    ]
    assert "secret" not in written


def test_metrics_are_for_the_operator_only(serve):
    """They have an address of their own: tests/server/ops/test_metrics.py."""
    for settings in ({}, {"address": "127.0.0.1"}, {"address": "127.0.0.1", "behind_proxy": True}):
        assert serve(**settings).get("/metrics").status_code == 404
    public = serve(public_docs=True)
    new_game(public, "human", "human")
    answer = public.get("/metrics")
    assert answer.status_code == 200
    assert 'lutetia_requests_total{method="POST",route="/api/games",status="20' in answer.text
    assert "lutetia_connections 0.0" in answer.text


def test_docs_are_not_public_by_default(serve):
    client = serve()
    assert client.get("/api/openapi.json").status_code == 404
    assert client.get("/api/docs").status_code == 404


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "TRACK", "PROPFIND"])
def test_unused_http_methods_are_refused(client, method):
    for path in ("/", "/api/me", "/healthz"):
        assert client.request(method, path).status_code in (400, 404, 405), path


def test_a_request_with_two_content_lengths_is_refused(tmp_path):
    """So that the proxy and the server always agree where a request ends (request smuggling)."""
    head = b"POST /api/sign-out HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(tmp_path) as process:
        place = urlsplit(process.url)
        with socket.create_connection((place.hostname, place.port), timeout=20) as line:
            line.sendall(head + b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            received = b""
            while part := line.recv(65_536):
                received += part
    assert received.startswith(b"HTTP/1.1 400")
    assert received.count(b"HTTP/1.1") == 1


def test_no_cors_header_lets_other_sites_read_responses(client):
    for path in ("/", "/api/me", "/api/house"):
        answer = client.get(path, headers={"origin": "https://evil.example"})
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert "location" not in answer.headers


def test_an_address_has_only_so_many_live_connections_behind_a_proxy_too(serve):
    """Connections are counted where they arrive, and behind a proxy all arrive from the proxy."""
    client = serve(limits=True, behind_proxy=True, connections_per_address=2)
    game = new_game(client, "human", "open")["id"]
    with live(stranger(client), game) as first, live(stranger(client), game) as second:
        assert first.receive_json()["type"] == second.receive_json()["type"] == "state"
        with live(stranger(client), game) as third:
            assert third.receive_json()["error"]["code"] == "many-connections"
        member = stranger(client)
        register(member)
        with live(member, game) as own:
            assert own.receive_json()["type"] == "state", "a member is not concerned by others at the same address"
    with live(stranger(client), game) as later:
        assert later.receive_json()["type"] == "state", "they have ended"


# Clients that do not read


def test_who_does_not_read_the_answers_keeps_nobody_waiting(client):
    scope = {"type": "http", "method": "GET", "path": "/api/games", "raw_path": b"/api/games", "query_string": b""}
    scope |= {"scheme": "http", "headers": [(b"host", b"localhost:1889")], "client": ("203.0.113.7", 50000)}
    unread = asyncio.Semaphore(0)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def keep(message):
        """Like uvicorn, if the client's window is full."""
        unread.release()
        await asyncio.Event().wait()

    async def main():
        waiting = [asyncio.create_task(client.app({**scope}, receive, keep)) for _client in range(AT_ONCE)]
        statuses = []

        async def read(message):
            statuses.append(message.get("status"))

        for _client in waiting:
            await unread.acquire()
        async with asyncio.timeout(10):
            await client.app({**scope}, receive, read)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return statuses[0]

    assert client.portal.call(main) == 200
