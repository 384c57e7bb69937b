"""nginx and Caddy, configured as in deploy/, in front of a real server: TLS, sockets, streams, addresses, limits."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from server.backends import postgres_server
from server.processes import Process, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"
PATIENCE = 20.0
pytestmark = pytest.mark.full


class Site(NamedTuple):
    """A proxy and the server behind it."""

    host: str
    port: int
    plain_port: int
    trust: ssl.SSLContext
    log: Path

    def client(self) -> httpx.Client:
        """A client that finds the site's name on this machine."""
        return httpx.Client(base_url=f"https://{self.host}:{self.port}", verify=self.trust, timeout=PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def nginx(folder: Path, upstreams: list[int], port: int, plain: int) -> list[str]:
    """The configuration with other ports and another certificate, and around it what Debian's nginx.conf has."""
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    if len(upstreams) > 1:
        several = (DEPLOY / "nginx-several.conf").read_text("utf-8")
        site = re.sub(r"upstream lutetia \{.*?\n\}", lambda _found: several, site, flags=re.DOTALL)
    site = re.sub(r"^\s*listen \[::\].*$", "", site, flags=re.MULTILINE)
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = re.sub(r"(ssl_certificate) .*;", rf"\1 {folder}/cert.pem;", site)
    site = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {folder}/key.pem;", site)
    site = with_upstreams(site, upstreams).replace(NAME, "localhost")
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = f"daemon off; user root; pid {folder}/pid; error_log {folder}/proxy.log; events {{}} http {{ {paths} "
    (folder / "nginx.conf").write_text(f"{around} access_log off;\n{site}\n}}\n")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def with_upstreams(site: str, ports: list[int]) -> str:
    """A configuration with the ports of these servers; those of several are 1881, 1882 …"""
    written = [1889] if len(ports) == 1 else range(1881, 1881 + len(ports))
    for before, after in zip(written, ports, strict=True):
        site = site.replace(f"127.0.0.1:{before}", f"127.0.0.1:{after}")
    return site


def caddy(folder: Path, upstreams: list[int], port: int, plain: int) -> list[str]:
    """The configuration with other ports and an own certificate, since no authority gives one for localhost."""
    site = (DEPLOY / ("Caddyfile" if len(upstreams) == 1 else "Caddyfile-several")).read_text("utf-8")
    site = site.replace(f"{{$LUTETIA_SITE:{NAME}}}", NAME)
    site = site.replace(f"http://{NAME} {{", f"http://localhost:{plain} {{")
    site = site.replace(f"\n{NAME} {{", f"\nhttps://localhost:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem")
    site = with_upstreams(site, upstreams).replace(NAME, "localhost")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def running(words: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy, until its port answers."""
    assert shutil.which(words[0]), f"install {words[0]}"
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with (folder / "proxy.out").open("w") as out:
        process = subprocess.Popen(words, stdout=out, stderr=out, env=environment)
    try:
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert time.monotonic() < deadline, (folder / "proxy.out").read_text()
            time.sleep(0.05)
        assert process.poll() is None, (folder / "proxy.out").read_text()
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate for localhost; returns what trusts it."""
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    words += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem"), *subject]
    subprocess.run(words, check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def site(request, tmp_path_factory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp(request.param.__name__)
    trust = certificate(folder)
    port, plain = free_port(), free_port()
    make: Callable[..., list[str]] = request.param
    origin = json.dumps([f"https://localhost:{port}"])
    settings = {"LUTETIA_BEHIND_PROXY": "true", "LUTETIA_ORIGINS": origin, "LUTETIA_LOG_LEVEL": "info"}
    with serving(folder / "data", LUTETIA_BOT_PROCESSES="1", **settings) as process:
        upstream = int(process.url.rsplit(":", 1)[1])
        with running(make(folder, [upstream], port, plain), folder, port):
            yield Site("localhost", port, plain, trust, folder / "data" / "errors.log")


@pytest.fixture
def client(site) -> Iterator[httpx.Client]:
    with site.client() as found:
        yield found


@pytest.mark.parametrize("make", [nginx, caddy])
def test_several_processes_are_one_server(make, tmp_path):
    """A game stays with one process, others with the other; when one drains, nobody gets an error."""
    trust = certificate(tmp_path)
    port, plain = free_port(), free_port()
    settings = {"LUTETIA_BEHIND_PROXY": "true", "LUTETIA_ORIGINS": f"https://localhost:{port}"}
    settings |= {"LUTETIA_PUBLIC_DOCS": "true", "LUTETIA_BOT_PROCESSES": "1"}

    def asked(process: Process) -> float:
        """How many states of games a process has sent."""
        text = httpx.get(f"{process.url}/metrics").text
        found = re.search(r'^lutetia_requests_total\{method="GET",route="/api/games/\{id\}",.*\} (.*)$', text, re.M)
        return float(found[1]) if found else 0

    with contextlib.ExitStack() as stack:
        settings["LUTETIA_DATABASE"] = stack.enter_context(postgres_server()).new_database("lutetia")
        both = [stack.enter_context(serving(tmp_path / name, **settings)) for name in ("one", "two")]
        upstreams = [int(process.url.rsplit(":", 1)[1]) for process in both]
        stack.enter_context(running(make(tmp_path, upstreams, port, plain), tmp_path, port))
        client = stack.enter_context(httpx.Client(base_url=f"https://localhost:{port}", verify=trust, timeout=PATIENCE))
        games = [new_game(client)["id"] for _game in range(12)]
        answered = []
        for game in games:
            before = [asked(process) for process in both]
            assert [client.get(f"/api/games/{game}").status_code for _time in range(2)] == [200, 200]
            answered.append([asked(process) - less for process, less in zip(both, before, strict=True)])
        assert {tuple(sorted(each)) for each in answered} == {(0, 2)}, "all requests of a game go to one process"
        assert len({each[0] for each in answered}) == 2, "and each process has some games"
        stopping = threading.Thread(target=both[0].stop)
        stopping.start()
        while stopping.is_alive():
            assert client.get("/healthz").status_code == 200
            for game in games[:3]:
                assert client.post(f"/api/games/{game}/chat", json={"text": "hello"}).status_code in (200, 201)
        assert {client.get(f"/api/games/{game}").status_code for game in games} == {200}


def new_game(client: httpx.Client) -> dict:
    answer = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "human"]})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_games_are_played_over_tls(client):
    """The server learns from the proxy that the page came over TLS: its cookie is secure, and HSTS is on."""
    assert client.get("/readyz").status_code == 200
    answer = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "human"]})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    state = answer.json()
    step = {"seq": state["seq"], "step": state["legal"][0], "client_key": "one"}
    page = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert client.post(f"/api/games/{state['id']}/steps", json=step, headers=page).status_code == 200
    other = {"origin": "https://elsewhere.example"}
    assert client.post(f"/api/games/{state['id']}/steps", json=step, headers=other).status_code == 403


def test_a_websocket_gets_through(site, client):
    state = new_game(client)
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"wss://localhost:{site.port}/api/games/{state['id']}/live?since=-1"
    page = f"https://localhost:{site.port}"
    with connect(address, ssl=site.trust, origin=page, additional_headers={"cookie": cookie}) as live:
        assert json.loads(live.recv(PATIENCE))["seq"] == state["seq"]
        live.send(json.dumps({"seq": state["seq"], "step": state["legal"][0], "client_key": "one"}))
        messages = iter(lambda: json.loads(live.recv(PATIENCE)), None)
        assert next(message for message in messages if message["type"] == "answer")["status"] == 200


def test_an_event_stream_is_not_held_back(client):
    """Each message arrives while the stream is open, so the proxy does not collect them."""
    state = new_game(client)
    seen = []
    with client.stream("GET", f"/api/games/{state['id']}/events", params={"since": -1}) as stream:
        lines = stream.iter_lines()
        while len(seen) < 2:
            line = next(lines)
            if line.startswith("data:") and (message := json.loads(line[5:]))["type"] == "state":
                seen.append(message["seq"])
                if len(seen) == 1:
                    step = {"seq": state["seq"], "step": state["legal"][0], "client_key": "one"}
                    assert client.post(f"/api/games/{state['id']}/steps", json=step).status_code == 200
    assert seen == [state["seq"], state["seq"] + 1]


def test_a_client_cannot_invent_its_address(site, client):
    invented = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "http", "x-forwarded-host": "evil.example"}
    assert client.post("/api/games", json={}, headers={"origin": "https://x.example", **invented}).status_code == 403
    lines = [json.loads(line) for line in site.log.read_text().splitlines() if line.startswith("{")]
    assert {line["address"] for line in lines if line.get("status") == 403} == {"127.0.0.1"}
    assert "strict-transport-security" in client.get("/", headers=invented).headers, "the proxy knows better"


def test_bodies_are_limited(client):
    large = client.post("/api/records", content=b" " * 7_000_000, headers={"content-type": "application/json"})
    assert large.status_code == 413
    record = client.post("/api/records", content=b" " * 4_900_000, headers={"content-type": "application/json"})
    assert record.status_code == 422, "that is the server's own answer"


def test_heads_are_limited(client):
    assert client.get("/", headers={"x-long": "x" * 40_000}).status_code in (400, 431)


def test_metrics_are_not_public(client):
    assert client.get("/metrics").status_code == 404


def test_without_tls_pages_are_redirected_and_programs_refused(site):
    plain = f"http://localhost:{site.plain_port}"
    page = httpx.get(f"{plain}/rules", follow_redirects=False)
    assert page.status_code in (301, 302)
    assert page.headers["location"] == "https://localhost/rules"
    answer = httpx.post(f"{plain}/api/sign-in", json={"login": "ada", "password": "secret"})
    assert answer.status_code == 403
    assert "Use https." in answer.text
