"""Mail: confirming an address and resetting a forgotten password, with a real SMTP server."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message

import pytest
import structlog
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from starlette.testclient import TestClient

from lutetia.server.http.app import make_app
from lutetia.server.ops import mailer
from lutetia.server.ops.settings import Settings
from lutetia.server.people import passwords
from lutetia.server.store import schema

from server.conftest import HERE, error, stranger
from server.people.helpers import PASSWORD, me, register, rows, services, sign_in
from server.times import until

ADDRESS = "ada@example.org"
NEW = "une autre lumière"


class Post:
    """Takes what an SMTP server is handed."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuse = 0
        """How many mails to refuse for now."""

    async def handle_DATA(self, server, session, envelope) -> str:
        if self.refuse:
            self.refuse -= 1
            return "451 try again later"
        self.mails.append(message_from_bytes(envelope.content))
        return "250 OK"

    def next(self) -> Message:
        return until(lambda: self.mails and self.mails.pop(0))

    def link(self) -> str:
        """The link in the next mail."""
        return re.search(r"https://\S+", text_of(self.next()))[0]

    def token(self) -> str:
        return self.link().rpartition("/")[2]


def text_of(mail: Message) -> str:
    return mail.get_payload(decode=True).decode()


@contextmanager
def mail_server(**options) -> Iterator[tuple[Post, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    post = Post()
    controller = Controller(post, hostname="127.0.0.1", port=port, **options)
    controller.start()
    yield post, port
    controller.stop()


@pytest.fixture(scope="module")
def smtp() -> Iterator[tuple[Post, int]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def post(smtp) -> Post:
    smtp[0].mails.clear()
    return smtp[0]


@pytest.fixture
def client(settings, times, smtp):
    mail = {"mail": f"smtp://127.0.0.1:{smtp[1]}", "mail_from": "Lutetia <lutetia@example.org>"}
    changed = settings.model_copy(update=mail | {"origins": ["https://games.example.org/"]})
    with TestClient(make_app(changed, now=times), base_url=HERE, raise_server_exceptions=False) as first:
        yield first


@pytest.fixture
def member(client, post) -> TestClient:
    """A member with a confirmed address."""
    assert register(client, "ada").status_code == 200
    assert client.put("/api/me/mail", json={"address": ADDRESS}).status_code == 204
    assert client.post("/api/mail/confirm", json={"token": post.token()}).status_code == 204
    return client


def ask(client, who=ADDRESS):
    return client.post("/api/forgotten", json={"who": who})


def reset(client, token, password=NEW):
    return client.post("/api/reset", json={"token": token, "password": password})


def test_an_address_counts_when_the_link_sent_to_it_was_opened(client, post):
    register(client, "ada")
    assert client.get("/api/house").json()["mail"] is True
    assert client.put("/api/me/mail", json={"address": " ada@Example.ORG "}).status_code == 204
    mail = post.next()
    assert (mail["To"], mail["From"]) == (ADDRESS, "Lutetia <lutetia@example.org>")
    assert mail.get_content_type() == "text/plain"
    link = re.search(r"https://games\.example\.org/mail/(\S+)", text_of(mail))
    assert client.get("/api/me/mail").json() == {"address": None}
    assert stranger(client).post("/api/mail/confirm", json={"token": link[1]}).status_code == 204, "in any browser"
    assert client.get("/api/me/mail").json() == {"address": ADDRESS}
    assert ADDRESS in client.get("/api/me/export").text
    again = client.post("/api/mail/confirm", json={"token": link[1]})
    assert (again.status_code, error(again)) == (404, "no-link")
    assert client.delete("/api/me/mail").status_code == 204
    assert client.get("/api/me/mail").json() == {"address": None}


@pytest.mark.parametrize("address", ["ada", "ada@here", "a b@example.org", "ada@example.org\nBcc: x@y.org", "@a.org"])
def test_only_addresses_are_taken(client, address):
    register(client, "ada")
    answer = client.put("/api/me/mail", json={"address": address})
    assert (answer.status_code, error(answer)) == (422, "no-address")


def test_a_new_password_is_hashed_outside_the_few_places_of_requests(member, client, another, post, monkeypatch):
    """A few resets at once kept everybody else's requests waiting."""
    ask(another(), "ada")
    token = re.search(r"/reset/(\S+)", text_of(post.next()))[1]
    running, hash_new = services(client).jobs.admission.queue.running, passwords.hash_new
    meanwhile = []

    async def noted(*arguments):
        meanwhile.append(len(running))
        return await hash_new(*arguments)

    monkeypatch.setattr(passwords, "hash_new", noted)
    assert reset(another(), token).status_code == 204
    assert meanwhile == [0]


@pytest.mark.parametrize("who", [ADDRESS, "ADA@example.org", "ada", "Ada"])
def test_a_forgotten_password_is_reset_by_mail(member, another, post, who):
    """A member who had forgotten the password needed the operator."""
    elsewhere = another()
    assert sign_in(elsewhere, "ada").status_code == 200
    assert ask(another(), who).status_code == 204
    mail = post.next()
    assert "ada" in text_of(mail)
    token = re.search(r"https://games\.example\.org/reset/(\S+)", text_of(mail))[1]
    assert reset(another(), token, "ada").status_code == 422
    assert error(reset(another(), token, "password")) == "weak-password"
    assert reset(another(), token).status_code == 204, "a weak password has not used it up"
    assert me(member) is me(elsewhere) is None, "all sessions have ended"
    assert sign_in(another(), "ada").status_code == 401
    assert sign_in(another(), "ada", NEW).status_code == 200
    used = reset(another(), token)
    assert (used.status_code, error(used)) == (404, "no-link"), "once"


def test_a_link_ends_after_half_an_hour_and_with_a_newer_one(member, another, post, times):
    ask(member)
    first = post.token()
    ask(member)
    second = post.token()
    assert reset(another(), first).status_code == 404
    times.goes_on(seconds=30 * 60)
    assert reset(another(), second).status_code == 404
    assert sign_in(another(), "ada").status_code == 200


def test_a_link_ends_when_the_password_is_changed_otherwise(member, another, post):
    ask(member)
    token = post.token()
    assert member.post("/api/me/password", json={"old": PASSWORD, "new": NEW}).status_code == 204
    assert reset(another(), token, "somebody else's choice").status_code == 404
    assert sign_in(another(), "ada", NEW).status_code == 200


def test_nobody_learns_whether_an_address_is_known(member, another, post):
    known, unknown = ask(another()), ask(another(), "nobody@example.org")
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content) == (204, b"")
    assert known.headers == unknown.headers
    assert post.next()["To"] == ADDRESS
    assert post.mails == []


def test_no_secret_of_a_mail_is_stored(member, post):
    ask(member)
    token = post.token()
    stored = [dict(row) for row in rows(member, schema.mail_link)]
    assert len(stored) == 1
    assert token not in str(stored)


def test_a_mail_is_in_the_language_of_its_reader(member, another, post):
    assert member.patch("/api/me", json={"language": "pl"}).status_code == 200
    another().post("/api/forgotten", json={"who": "ada"}, headers={"accept-language": "fr"})
    mail = post.next()
    assert "hasło" in text_of(mail)


def test_the_address_needs_the_password_again(member, times):
    times.goes_on(seconds=601)
    for answer in (member.put("/api/me/mail", json={"address": "b@example.org"}), member.delete("/api/me/mail")):
        assert (answer.status_code, error(answer)) == (403, "confirm")
    assert member.post("/api/me/confirm", json={"password": PASSWORD}).status_code == 204
    assert member.delete("/api/me/mail").status_code == 204


def test_an_address_goes_with_the_account(member):
    assert member.delete("/api/me").status_code == 204
    assert rows(member, schema.mail_address) == rows(member, schema.mail_link) == []


def test_a_mail_that_is_refused_for_now_is_sent_again(member, post, monkeypatch):
    monkeypatch.setattr(mailer, "RETRY_AFTER", (0.01, 0.01))
    post.refuse = 2
    ask(member)
    assert post.next()["To"] == ADDRESS


def test_mails_are_limited_whether_or_not_somebody_gets_them(settings, times, smtp):
    mail = {"mail": f"smtp://127.0.0.1:{smtp[1]}", "mail_from": "l@example.org", "origins": ["https://a.example"]}
    changed = settings.model_copy(update=mail | {"limits": True})
    with TestClient(make_app(changed, now=times), base_url=HERE) as client:
        assert [ask(client, "Nobody" if n % 2 else "nobody").status_code for n in range(6)] == [204] * 5 + [429]
        assert [ask(client, f"nobody-{n}").status_code for n in range(15)] == [204] * 14 + [429]


def test_without_mail_the_operator_is_named(settings, times):
    with TestClient(make_app(settings, now=times), base_url=HERE) as client:
        assert client.get("/api/house").json()["mail"] is False
        answer = ask(client)
        assert (answer.status_code, error(answer)) == (409, "no-mail")
        assert "temporary password" in answer.json()["error"]["text"]
        assert services(client).mails is None


@pytest.mark.parametrize(
    ("server", "more", "why"),
    [
        ("http://example.org", {}, "smtp://"),
        ("smtp://user:geheim@", {}, "smtp://"),
        ("smtp://user:geheim@mail:x", {}, "smtp://"),
        ("smtp://user:geheim@mail", {"MAIL_FROM": ""}, "LUTETIA_MAIL_FROM"),
        ("smtps://mail", {"ORIGINS": "[]"}, "LUTETIA_ORIGINS"),
    ],
)
def test_wrong_settings_are_named_without_the_password(monkeypatch, server, more, why):
    right = {"MAIL_FROM": "l@example.org", "ORIGINS": '["https://a.example"]'}
    for name, value in (right | more | {"MAIL": server}).items():
        monkeypatch.setenv(f"LUTETIA_{name}", value)
    with pytest.raises(ValueError, match="LUTETIA_MAIL") as raised:
        Settings.read()
    assert why in str(raised.value)
    assert "geheim" not in str(raised.value)


def test_a_mail_server_is_read():
    assert mailer.parse_mail_server("smtps://ada:a%40b@mail.example.org") == (
        "smtps", "mail.example.org", 465, "ada", "a@b"
    )  # fmt: skip
    assert mailer.parse_mail_server("smtp://localhost:25").port == 25
    assert mailer.parse_mail_server("smtp://localhost").port == 587


# ---- encrypted connections -------------------------------------------------------------------------------------------


def knows_ada(server, session, envelope, mechanism, given):
    """The other server's users. It takes a password only over TLS."""
    right = isinstance(given, LoginPassword) and given.password == b"a@b"
    return AuthResult(success=right, handled=False)


def encrypted(scheme: str, authority: ssl.SSLContext):
    """A mail server as LUTETIA_MAIL expects it for this scheme."""
    users = {"authenticator": knows_ada, "auth_require_tls": scheme == "smtp"}
    if scheme == "smtps":
        return mail_server(ssl_context=authority, server_hostname="localhost", **users)
    return mail_server(tls_context=authority, require_starttls=True, **users)


def deliver(address: str) -> list[dict]:
    """Send a mail with this LUTETIA_MAIL; returns what the log says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailer, "log", log := structlog.testing.CapturingLogger())
        post = mailer.Mailer(address, "Lutetia <lutetia@example.org>")
        with contextlib.suppress(mailer.NotDelivered):
            asyncio.run(asyncio.wait_for(post.deliver(ADDRESS, "Subject", "Text with accents: é"), 30))
    return [{"event": call.args[0], **call.kwargs} for call in log.calls]


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_is_sent_over_tls_to_a_server_whose_certificate_is_trusted(scheme, authority):
    with encrypted(scheme, authority) as (post, port):
        assert [line["event"] for line in deliver(f"{scheme}://ada:a%40b@localhost:{port}")] == ["mail sent"]
        assert text_of(post.next()).strip() == "Text with accents: é"


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_mail_server_whose_certificate_is_not_trusted_gets_nothing(scheme, authority, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    with encrypted(scheme, authority) as (post, port):
        log = deliver(f"{scheme}://ada:a%40b@localhost:{port}")
        assert [line["event"] for line in log] == ["mail not delivered"]
        assert log[0]["why"] == "the certificate of the mail server is not trusted: self-signed certificate"
        assert post.mails == []
        assert "a@b" not in str(log)
        assert ADDRESS not in str(log)


@pytest.mark.parametrize(
    ("host", "password", "why"),
    [
        ("127.0.0.1", "a%40b", "the certificate of the mail server is not trusted: IP address mismatch"),
        ("localhost", "wrong", r"the mail server refuses the user or the password \(535\)"),
    ],
)
def test_why_a_mail_is_not_delivered_is_in_the_log(host, password, why, authority):
    with encrypted("smtp", authority) as (post, port):
        assert re.match(why, deliver(f"smtp://ada:{password}@{host}:{port}")[-1]["why"])
        assert post.mails == []


def test_no_password_is_sent_without_tls_and_a_missing_server_is_named(smtp):
    assert "STARTTLS" in deliver(f"smtp://ada:a%40b@127.0.0.1:{smtp[1]}")[-1]["why"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = free.getsockname()[1]
    assert deliver(f"smtp://127.0.0.1:{nobody}")[-1]["why"].startswith("no connection to the mail server")
