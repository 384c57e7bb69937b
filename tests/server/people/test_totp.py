"""The second factor: TOTP codes that work once, recovery codes, turning it on and off."""

from __future__ import annotations

import base64
import json
import math
import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.cli import admin, errors
from lutetia.server import rate_limit
from lutetia.server.http.app import make_app
from lutetia.server.ids import LETTERS
from lutetia.server.people import totp
from lutetia.server.people.sessions import CONFIRMED_FOR
from lutetia.server.people.totp import PERIOD, RECOVERY_CODES, code_at
from lutetia.server.rate_limit import RateLimiter
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, stranger

PASSWORD = "le fer et la lumière"
RFC = base64.b32encode(b"12345678901234567890").decode()


class App:
    """An authenticator app, and the clock on the wall that it and the server see."""

    def __init__(self, client, now=1_800_000_000.0):
        self.now = now
        self.secret = ""
        client.app.state.services.people.second_factors.wall = lambda: self.now

    def code(self, later=0):
        return code_at(self.secret, int(self.now // PERIOD) + later)

    def next_code(self):
        """That of the next period, once it has come."""
        self.now += PERIOD
        return self.code()


def register(client, login="gustave"):
    assert client.post("/api/me/register", json={"login": login, "password": PASSWORD}).status_code == 200


def sign_in(client, code=None, password=PASSWORD, **more):
    body = {"login": "gustave", "password": password, **({"code": code} if code is not None else {}), **more}
    return client.post("/api/sign-in", json=body)


def tell(client, action, code):
    return client.post(f"/api/me/factor/{action}", json={"code": code})


def me(client):
    return client.get("/api/me").json()["person"]


def kept(client):
    return client.app.state.services.database.read_now(lambda c: c.execute(sa.select(schema.factor)).mappings().all())


def set_up(client):
    """A member with a second factor: the app, and the recovery codes."""
    register(client)
    app = App(client)
    app.secret = client.post("/api/me/factor").json()["secret"]
    answer = tell(client, "on", app.code())
    assert answer.status_code == 200
    return app, answer.json()["codes"]


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ],
)
def test_codes_agree_with_rfc_6238(seconds, code):
    """RFC 6238, appendix B, the last six digits."""
    assert code_at(RFC, seconds // PERIOD) == code


def test_the_second_factor_is_on_only_after_a_valid_code(client, another):
    register(client)
    app = App(client)
    begun = client.post("/api/me/factor").json()
    link = urlsplit(begun["link"])
    assert (link.scheme, link.netloc, unquote(link.path)) == ("otpauth", "totp", "/Lutetia:gustave")
    assert parse_qs(link.query) == {"secret": [begun["secret"]], "issuer": ["Lutetia"]}
    assert me(client)["second_factor"] is None
    assert sign_in(another()).status_code == 200, "it does not count yet"
    app.secret = client.post("/api/me/factor").json()["secret"]
    assert app.secret != begun["secret"]
    wrong = tell(client, "on", code_at(begun["secret"], int(app.now // PERIOD)))
    assert (wrong.status_code, error(wrong)) == (403, "wrong-code"), "whoever begins anew has another secret"
    codes = tell(client, "on", app.code()).json()["codes"]
    assert len(set(codes)) == len(codes) == RECOVERY_CODES
    assert me(client)["second_factor"] == {"since": kept(client)[0]["since"], "recovery_codes": RECOVERY_CODES}
    for answer in (client.post("/api/me/factor"), tell(client, "on", app.next_code())):
        assert (answer.status_code, error(answer)) == (409, "factor-on")


def test_signing_in_needs_a_code_as_well(client, another):
    app, _codes = set_up(client)
    other = another()
    asked = sign_in(other)
    assert (asked.status_code, error(asked)) == (401, "code-wanted")
    assert "set-cookie" not in asked.headers
    assert me(other) is None
    guessed = sign_in(other, "not a code")
    assert (guessed.status_code, error(guessed)) == (403, "wrong-code")
    assert error(sign_in(other, app.next_code(), password="wrong")) == "no-match", "the code alone opens nothing"
    assert sign_in(other, f" {app.code()[:3]} {app.code()[3:]} ").status_code == 200, "with gaps, as apps show it"
    assert me(other)["login"] == "gustave"
    register(someone := another(), "ada")
    body = {"login": "ada", "password": PASSWORD, "code": "123456"}
    assert someone.post("/api/sign-in", json=body).status_code == 200, "where none is wanted, none is read"


def test_a_code_works_once(client, another):
    app, _codes = set_up(client)
    again = sign_in(another(), app.code())
    assert (again.status_code, error(again)) == (403, "wrong-code"), "setting up has used it"
    assert sign_in(another(), app.next_code()).status_code == 200
    assert sign_in(another(), app.code()).status_code == 403
    assert sign_in(another(), app.code(later=1)).status_code == 200, "an app whose clock is fast"
    app.now += PERIOD
    assert [sign_in(another(), app.code(later)).status_code for later in (-1, 0)] == [403, 403]


def test_a_code_expires_soon(client, another):
    app, _codes = set_up(client)
    app.now += 10 * PERIOD
    for later in (-2, 2, -10, 10):
        assert sign_in(another(), app.code(later)).status_code == 403
    assert sign_in(another(), app.code(-1)).status_code == 200, "who types slowly"


def test_secrets_and_recovery_codes_cannot_be_guessed_nor_read(client):
    app, codes = set_up(client)
    assert len(base64.b32decode(app.secret)) * 8 >= 160
    plain = [code.replace("-", "") for code in codes]
    assert all(re.fullmatch(f"[{LETTERS}]+", code) and len(code) * math.log2(len(LETTERS)) >= 128 for code in plain)
    whole = json.dumps([dict(row) for row in kept(client)])
    assert not any(code in whole for code in (*codes, *plain))
    assert all(re.fullmatch("[0-9a-f]{64}", hashed) for hashed in kept(client)[0]["recovery"])


def test_a_recovery_code_works_once(client, another):
    _app, codes = set_up(client)
    assert sign_in(another(), codes[3].upper()).status_code == 200
    assert sign_in(another(), codes[3]).status_code == 403
    assert sign_in(another(), codes[4].replace("-", " ")).status_code == 200
    assert me(client)["second_factor"]["recovery_codes"] == RECOVERY_CODES - 2


def test_recovery_codes_can_be_replaced(client, another):
    app, codes = set_up(client)
    assert error(tell(client, "codes", "000 000 0")) == "wrong-code"
    new = tell(client, "codes", codes[0]).json()["codes"]
    assert len(new) == RECOVERY_CODES
    assert not set(new) & set(codes)
    assert sign_in(another(), codes[1]).status_code == 403
    assert sign_in(another(), new[1]).status_code == 200
    assert len(tell(client, "codes", app.next_code()).json()["codes"]) == RECOVERY_CODES


@pytest.mark.parametrize("by", ["app", "recovery"])
def test_a_code_turns_the_second_factor_off(client, another, by):
    app, codes = set_up(client)
    assert tell(client, "off", app.code()).status_code == 403, "used already"
    assert tell(client, "off", app.next_code() if by == "app" else codes[0]).status_code == 204
    assert kept(client) == []
    assert me(client)["second_factor"] is None
    assert sign_in(another()).status_code == 200
    for action in ("off", "codes", "on"):
        gone = tell(client, action, app.next_code())
        assert (gone.status_code, error(gone)) == (409, "factor-off")


def test_changing_the_second_factor_needs_the_password(client):
    def long_ago():
        services = client.app.state.services
        with write_transaction(services.database.engine) as connection:
            connection.execute(sa.update(schema.session).values(confirmed=services.now() - CONFIRMED_FOR - 1))

    register(client)
    long_ago()
    assert error(client.post("/api/me/factor")) == "confirm"
    assert client.post("/api/me/confirm", json={"password": PASSWORD}).status_code == 204
    app = App(client)
    app.secret = client.post("/api/me/factor").json()["secret"]
    assert tell(client, "on", app.code()).status_code == 200
    long_ago()
    assert [error(tell(client, action, app.next_code())) for action in ("codes", "off")] == ["confirm", "confirm"]


def test_a_guest_cannot_have_a_second_factor(client, another):
    assert client.post("/api/friends/link").status_code == 200
    assert me(client)["second_factor"] is None
    assert error(client.post("/api/me/factor")) == "no-password"
    assert {error(tell(client, action, "123456")) for action in ("on", "codes", "off")} == {"factor-off"}
    nobody = another()
    assert {error(tell(nobody, action, "123456")) for action in ("on", "codes", "off")} == {"no-session"}


def test_guessing_codes_is_slowed_down(client, another):
    """Per account, from all addresses together; a recovery code still works, so nobody is locked out."""
    app, codes = set_up(client)
    wrong = next(str(n) for n in range(100_000, 200_000) if str(n) not in {app.code(later) for later in range(-1, 2)})
    times = client.app.state.services.settings.limit_codes.times
    tried = [sign_in(another(), wrong) for _try in range(times + 1)]
    assert {answer.status_code for answer in tried[: times - 1]} == {403}
    assert (tried[-1].status_code, error(tried[-1])) == (429, "too-often")
    assert int(tried[-1].headers["retry-after"]) > 60
    assert sign_in(another(), app.next_code()).status_code == 429
    assert tell(client, "off", app.code()).status_code == 429
    assert sign_in(another(), codes[0]).status_code == 200


def test_changes_of_the_second_factor_are_limited_per_account(settings, monkeypatch):
    # All requests at one moment, however slow this machine is.
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: 0.0))
    settings.limits = True
    with TestClient(make_app(settings), base_url=HERE) as client:
        _app, codes = set_up(client)
        statuses = [tell(client, "codes", "x").status_code for _try in range(10)]
        assert statuses == [403] * 8 + [429] * 2, "setting up were two"
        assert sign_in(stranger(client), codes[0]).status_code == 200, "signing in is counted apart"


def test_a_new_password_keeps_the_second_factor(client, another):
    app, _codes = set_up(client)
    body = {"old": PASSWORD, "new": "quite another horse"}
    assert client.post("/api/me/password", json=body).status_code == 204
    assert error(sign_in(another(), password="quite another horse")) == "code-wanted"
    assert sign_in(another(), app.next_code(), password="quite another horse").status_code == 200


def test_the_operator_can_remove_a_lost_second_factor(client, another, settings, capsys):
    def run(*words):
        code = errors.run(admin.app, [*words, "--data", str(settings.data)])
        return code, "".join(capsys.readouterr())

    app, _codes = set_up(client)
    given = run("reset-password", "gustave")[1].strip()
    assert error(sign_in(another(), password=given)) == "choose-password"
    assert error(sign_in(another(), password=given, new=PASSWORD)) == "code-wanted"
    assert sign_in(another(), app.next_code(), password=given, new=PASSWORD).status_code == 200
    assert run("remove-second-factor", "Gustave") == (0, "")
    assert sign_in(another()).status_code == 200
    code, output = run("remove-second-factor", "gustave")
    assert code != 0
    assert "gustave does not use two-factor authentication" in output


def test_the_export_mentions_the_second_factor_without_its_secret(client):
    assert client.post("/api/friends/link").status_code == 200
    assert client.get("/api/me/export").json()["second_factor"] is None
    app, codes = set_up(client)
    answer = client.get("/api/me/export")
    assert answer.json()["second_factor"] == me(client)["second_factor"]
    hashes = kept(client)[0]["recovery"]
    assert not any(secret in answer.text for secret in (app.secret, *codes, *hashes))
    assert app.secret not in client.get("/api/me").text


def test_deleting_the_account_deletes_the_second_factor(client):
    set_up(client)
    assert client.delete("/api/me").status_code == 204
    assert kept(client) == []


def test_changes_of_the_second_factor_are_logged_without_secrets(settings, capfd):
    settings.log_level = "info"
    with TestClient(make_app(settings), base_url=HERE) as client:
        app, codes = set_up(client)
        person = me(client)["id"]
        used = [app.code(), sign_in(client) and "never told", codes[0], app.next_code()]
        sign_in(client, used[0])
        tell(client, "codes", "999")
        new = tell(client, "codes", used[2]).json()["codes"]
        tell(client, "off", used[3])
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    logged = [(line["event"], line.get("why")) for line in lines if line["event"] != "request"]
    assert logged == [
        ("registered", None),
        ("second factor on", None),
        ("sign-in refused", "code-wanted"),
        ("sign-in refused", "wrong-code"),
        ("code refused", "wrong-code"),
        ("recovery codes renewed", None),
        ("second factor off", None),
    ]
    assert {line["person"] for line in lines if line["event"] != "request"} == {person}
    for secret in (app.secret, *codes, *new):
        assert secret not in written
    assert not re.search(rf'"{used[0]}"|"{used[3]}"', written)


def test_the_longest_login_fits_into_the_qr_code():
    """web/src/lib/qr.ts draws 271 bytes."""
    assert len(totp.link("A" * 32, "a+" * 32)) <= 271
