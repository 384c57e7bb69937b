"""Opening a server to the network: only the browser that `lutetia play` has opened may do it."""

from __future__ import annotations

import socket

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from lutetia.cli import browser, serve
from lutetia.server.http import lan, owner
from lutetia.server.http.app import make_app
from lutetia.server.store.lock import FolderLock

from server.conftest import HERE, error
from server.processes import serving
from server.store.test_private_files import mode

OPEN = "/api/house/open"


def local(app) -> TestClient:
    """A program on the same machine."""
    return TestClient(app, base_url=HERE, client=("127.0.0.1", 50000), raise_server_exceptions=False)


@pytest.fixture
def app(settings, monkeypatch):
    """A server on a machine in a network. It does not really open a socket there."""
    monkeypatch.setattr(lan, "addresses", lambda: ["192.0.2.7"])
    monkeypatch.setattr(lan.Lan, "open", lambda self: (["http://192.0.2.7:1889"], [object()]))

    async def serve(_self, _sockets) -> None:
        return

    monkeypatch.setattr(lan.Lan, "serve", serve)
    return make_app(settings)


@pytest.mark.sqlite
def test_another_program_on_the_machine_cannot_open_the_server_to_the_network(app, settings):
    """Any local process, or a tunnel without forwarding headers, could expose the server: no session was needed."""
    with local(app) as program:
        answer = program.post(OPEN)
        assert (answer.status_code, error(answer)) == (403, "not-owner")
        house = program.get("/api/house").json()
        assert (house["can_open"], house["owner_can_open"]) == (False, True)


@pytest.mark.sqlite
def test_the_browser_of_the_owner_can_in_one_request(app, settings):
    with local(app) as mine:
        app.state.owner.publish(settings.data)
        assert mode(settings.data / owner.NAME) == 0o600
        link = owner.link(settings.data, HERE)
        answer = mine.get(link, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        kept = answer.headers["set-cookie"].lower()
        assert "httponly" in kept
        assert "samesite=strict" in kept
        house = mine.get("/api/house").json()
        assert (house["can_open"], house["owner_can_open"]) == (True, False)
        assert mine.post(OPEN).json() == {"links": ["http://192.0.2.7:1889"]}
        assert mine.get(link, follow_redirects=False).status_code == 303, "the owner may open the link again"
        other = local(app)
        other.portal = mine.portal
        answer = other.get(link, follow_redirects=False)
        assert (answer.status_code, error(answer)) == (403, "old-link")
        assert other.post(OPEN).status_code == 403


@pytest.mark.parametrize("ticket", ["x", "x.", "0" * 32 + "." + "0" * 32, "é.é"])
def test_an_invented_link_makes_nobody_the_owner(app, settings, ticket):
    with local(app) as program:
        answer = program.get(f"{owner.PATH}/{ticket}", follow_redirects=False)
        assert (answer.status_code, error(answer)) == (403, "old-link")
        assert "set-cookie" not in answer.headers
        program.cookies.set("lutetia-owner-1889", "0" * 32)
        assert program.post(OPEN).status_code == 403


@pytest.mark.sqlite
def test_a_link_does_not_work_from_another_machine(app, settings):
    with TestClient(app, base_url=HERE, client=("192.0.2.9", 50000)) as guest:
        app.state.owner.publish(settings.data)
        assert guest.get(owner.link(settings.data, HERE), follow_redirects=False).status_code == 403
        assert error(guest.post(OPEN)) == "not-here"


@pytest.mark.sqlite
def test_a_second_lutetia_play_opens_the_page_as_owner(app, settings, monkeypatch):
    """The server runs already: `lutetia play` only opens the browser."""
    shown: list[str] = []
    monkeypatch.setattr(browser, "open_browser", shown.append)
    with local(app) as mine:
        app.state.owner.publish(settings.data)
        app.state.services.lock.write_address(HERE)
        browser.play_in_browser(None, settings.data, True)
        assert mine.get(shown[0], follow_redirects=False).status_code == 303
        assert mine.get("/api/house").json()["can_open"]


def test_the_link_is_not_written_to_a_log(capsys):
    serve.show_owner_link("http://localhost:1889/secret")
    assert capsys.readouterr().err == ""


@pytest.mark.sqlite
@pytest.mark.skipif(not lan.addresses(), reason="this machine is in no network")
def test_the_server_can_be_opened_to_the_local_network(tmp_path):
    """A real server: after its owner has asked for it, it also answers at its network address."""
    with serving(tmp_path, LUTETIA_BOT_PROCESSES="1") as process, httpx.Client(base_url=process.url) as mine:
        assert mine.get("/api/house").json()["links"] == []
        assert mine.get(owner.link(tmp_path, process.url)).status_code == 303
        links = mine.post(OPEN).json()["links"]
        assert links
        there = httpx.get(f"{links[0]}/api/house").json()
        assert there["links"] == links
        assert not there["can_open"]
        host, port = links[0].removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as stranger:
            stranger.sendall(b"POST /api/house/open HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n")
            assert b"403" in stranger.recv(200)
        assert process.stop() in (0, -2, 130)
    assert not (tmp_path / owner.NAME).exists(), "the secret ends with the server"
    with FolderLock(tmp_path):
        assert owner.link(tmp_path, process.url) == process.url
