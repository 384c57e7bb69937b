"""Guessing passwords is slow, and nobody can lock out the people whom the accounts belong to."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server import rate_limit
from lutetia.server.http.app import make_app
from lutetia.server.people.devices import MAX_DEVICES
from lutetia.server.rate_limit import RateLimiter
from lutetia.server.store import schema

from server.conftest import HERE, error, stranger
from server.people.helpers import PASSWORD, me, register, rows, sign_in

DEVICE = "lutetia-device"


@pytest.fixture
def seconds(monkeypatch) -> list[float]:
    """The time by which rate limits are counted; only the test changes it."""
    now = [0.0]
    monkeypatch.setattr(rate_limit, "RateLimiter", lambda: RateLimiter(monotonic=lambda: now[0]))
    return now


@pytest.fixture
def app(settings, seconds):
    settings.limits = True
    return make_app(settings)


@pytest.fixture
def at(client):
    """A function that makes another client with this address."""

    def make(address: str = "203.0.113.7") -> TestClient:
        one = stranger(client)
        one._transport.client = (address, 50_000)
        return one

    return make


def guess(client, login="gustave"):
    answer = sign_in(client, login, "wrong")
    assert answer.status_code == 401 or error(answer) == "too-often"
    return answer.status_code


def test_signing_in_correctly_is_not_counted(at):
    """Successes counted, too: ten sign-ins in ten minutes locked a club behind one address."""
    register(at("198.51.100.1"))
    club = [sign_in(at()).status_code for _member in range(40)]
    assert club == [200] * 40


def test_one_stranger_does_not_lock_out_the_members_behind_an_address(at):
    """Ten failures of one stranger locked out everybody behind the same address."""
    members = {login: at() for login in ("ada", "berthe")}
    for login, browser in members.items():
        register(browser, login)
        browser.post("/api/sign-out")
    tried = [guess(at(), login) for login in ("ada", "berthe", "x1", "x2") for _again in range(12)]
    assert tried.count(401) == 30, "ten for each account, thirty for the address"
    for login, browser in members.items():
        assert sign_in(browser, login).status_code == 200
    assert sign_in(at(), "ada").status_code == 429, "a device that is not known, from the address of the stranger"
    assert sign_in(at("198.51.100.9"), "ada").status_code == 200, "from another address"


def test_an_account_is_guarded_against_many_addresses(at):
    owner = at()
    register(owner)
    owner.post("/api/sign-out")
    tried = [guess(at(f"198.51.100.{number}")) for number in range(40)]
    assert tried == [401] * 30 + [429] * 10
    assert sign_in(owner).status_code == 200, "the owner's own device"
    assert sign_in(at("192.0.2.1")).status_code == 429


def test_a_known_device_can_guess_only_so_often(at, client, seconds):
    owner = at()
    register(owner)
    owner.post("/api/sign-out")
    assert [guess(owner) for _again in range(12)] == [401] * 10 + [429] * 2
    assert sign_in(at("198.51.100.1")).status_code == 200, "nobody else is limited by it"
    seconds[0] += 60
    earlier = sa.update(schema.rate_limit).values(used_until=schema.rate_limit.c.used_until - 60)
    client.portal.call(client.app.state.services.database.write, lambda c: c.execute(earlier) and None)
    assert sign_in(owner).status_code == 200, "the allowance comes back"


def test_a_device_is_known_for_its_own_account_only(at):
    mine, other = at(), at("198.51.100.1")
    register(mine, "mine")
    register(other, "other")
    cookie = mine.cookies[DEVICE]
    assert cookie != other.cookies[DEVICE]
    thief = at()
    thief.cookies.set(DEVICE, cookie)
    assert [guess(thief, "other") for _again in range(11)] == [401] * 10 + [429]
    assert [guess(at(), "other")] == [429], "it counted for the address"


def test_guesses_at_the_same_moment_are_all_counted(at, client):
    limits = client.app.state.services.sign_ins

    async def guesses() -> None:
        attempts = [limits.attempt("ada", "203.0.113.7", None) for _again in range(11)]
        for one in attempts[:10]:
            await one.__aenter__()
        with pytest.raises(rate_limit.RateLimited):
            await attempts[10].__aenter__()
        for one in attempts[:10]:
            await one.__aexit__(None, None, None)
        async with limits.attempt("ada", "203.0.113.7", None):
            pass

    asyncio.run(guesses())


def test_devices_are_few_and_belong_to_the_account(at, client):
    browser = at()
    register(browser)
    for _again in range(MAX_DEVICES + 5):
        assert sign_in(at()).status_code == 200
    assert len(rows(client, schema.device)) == MAX_DEVICES
    kept = at()
    assert sign_in(kept).status_code == 200
    before = kept.cookies[DEVICE]
    kept.post("/api/sign-out")
    assert sign_in(kept).status_code == 200
    assert kept.cookies[DEVICE] == before
    assert before not in str(rows(client, schema.device)), "only a hash is stored"
    assert len(kept.get("/api/me/export").json()["devices"]) == MAX_DEVICES
    kept.delete("/api/me")
    assert rows(client, schema.device) == []


def test_the_device_cookie_signs_nobody_in(at):
    browser = at()
    register(browser)
    thief = at()
    for name in (DEVICE, "lutetia"):
        thief.cookies.set(name, browser.cookies[DEVICE])
    assert me(thief) is None


def test_the_limits_are_settings(settings, seconds):
    settings.limits, settings.limit_sign_in_pair = True, rate_limit.Rate(3, 60)
    with TestClient(make_app(settings), base_url=HERE) as client:
        assert [guess(client) for _again in range(4)] == [401] * 3 + [429]
        answer = sign_in(client, password=PASSWORD)
        assert 0 < int(answer.headers["retry-after"]) <= 20
