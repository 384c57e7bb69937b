"""Rate limits of several processes together, on a real PostgreSQL. Each "process" has a database object of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from lutetia.server.cluster import shared_limits
from lutetia.server.cluster.shared_limits import SharedLimits, remove_unused
from lutetia.server.errors import RateLimited, Refused, StorageError
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.people.sign_in_limits import SignInLimits
from lutetia.server.rate_limit import UNSHARED, Rate, RateLimiter
from lutetia.server.store import schema
from lutetia.server.store.database import Database

from server.conftest import HERE
from server.databases import new_database


@contextmanager
def processes(count: int) -> Iterator[list[Database]]:
    """Several processes' connections to one database."""
    url = new_database()
    opened = [Database(url) for _process in range(count)]
    for database in opened:
        database.open()
    try:
        yield opened
    finally:
        for database in opened:
            database.close()


def shared(database: Database, name: str = "test") -> tuple[RateLimiter, SharedLimits]:
    limiter, limits = RateLimiter(), SharedLimits(database)
    limits.share(name, limiter)
    return limiter, limits


async def unreachable(*_query: object, **_how: object) -> None:
    raise StorageError(cause="away")


async def refused(check: Callable[[], Awaitable[None]]) -> float:
    """0, or the seconds to wait."""
    try:
        await check()
    except RateLimited as limited:
        return limited.seconds
    return 0


def test_an_exact_limit_holds_for_all_processes_together_and_at_the_same_moment():
    async def main(databases: list[Database]) -> None:
        rate = Rate(10, 600)
        limiters = [shared(database)[0] for database in databases]
        answers = await asyncio.gather(
            *(refused(lambda one=one: one.check_exactly(rate, "ada")) for one in limiters for _again in range(8))
        )
        assert answers.count(0) == 10, answers
        assert all(50 < seconds <= 61 for seconds in answers if seconds), answers
        await limiters[0].check_exactly(rate, "grace")  # others are not limited by it
        await limiters[1].refund_exactly(rate, "ada")
        assert [await refused(lambda one=one: one.check_exactly(rate, "ada")) == 0 for one in limiters] == [
            True,
            False,
            False,
        ]
        stored = await databases[0].read(lambda c: [row.key for row in c.execute(schema.rate_limit.select())])
        assert len(stored) == 2
        assert not any("ada" in key for key in stored), "only hashes are stored"

    with processes(3) as databases:
        asyncio.run(main(databases))


def test_limits_of_different_kinds_are_counted_apart():
    async def main(databases: list[Database]) -> None:
        for name in ("mail", "code"):
            await shared(databases[0], name)[0].check_exactly(Rate(1, 600), "ada")

    with processes(1) as databases:
        asyncio.run(main(databases))


def test_hot_counts_are_merged_and_ordinary_ones_cost_nothing():
    """A person of whom each of two processes has seen much is limited as if there were one, but for the unshared
    part; who uses little of an allowance is not in the database at all."""

    async def main(databases: list[Database]) -> None:
        rate = Rate(80, 3600)
        both = [shared(database) for database in databases]
        for limiter, _limits in both:
            for _again in range(10):
                limiter.check(rate, "quiet")

        allowed = 0
        for _second in range(40):
            for limiter, _limits in both:
                allowed += sum(limiter.hit(rate, "busy") == 0 for _again in range(4))
            for _limiter, limits in both:
                for counts in limits._counts:
                    await limits.merge(counts)
        overshoot = 2 * int(rate.times * UNSHARED) + 2 * 4
        assert 80 <= allowed <= 80 + overshoot, allowed
        assert len(await databases[0].read(lambda c: c.execute(schema.rate_limit.select()).all())) == 1

    with processes(2) as databases:
        asyncio.run(main(databases))


def test_without_the_database_each_process_counts_for_itself():
    async def main(databases: list[Database]) -> None:
        limiter, limits = shared(databases[0])
        rate = Rate(3, 600)
        databases[0].close()
        databases[0].read = unreachable  # type: ignore[method-assign]
        answers = [await refused(lambda: limiter.check_exactly(rate, "ada")) for _again in range(5)]
        assert [bool(seconds) for seconds in answers] == [False] * 3 + [True] * 2
        for _again in range(3):
            limiter.hit(rate, "busy")
        await limits.merge(limits._counts[0])
        assert limiter.take_unmerged()["busy",] == pytest.approx(600), "nothing is forgotten"

    with processes(1) as databases:
        asyncio.run(main(databases))


def test_while_the_database_is_away_memory_is_bounded():
    """Addresses are as many as an attacker wants."""

    async def main(databases: list[Database]) -> None:
        limiter, limits = RateLimiter(max_keys=10), SharedLimits(databases[0])
        limits.share("test", limiter)
        databases[0].read = unreachable  # type: ignore[method-assign]
        for second in range(3):
            for number in range(25):
                limiter.hit(Rate(3, 600), f"{second}-{number}")
            await limits.merge(limits._counts[0])
        assert len(limiter.take_unmerged()) == 10

    with processes(1) as databases:
        asyncio.run(main(databases))


def test_keys_that_have_their_allowance_again_are_removed():
    async def main(databases: list[Database]) -> None:
        limiter, _limits = shared(databases[0])
        await limiter.check_exactly(Rate(100, 1), "soon")
        await limiter.check_exactly(Rate(1, 600), "later")
        await asyncio.sleep(0.05)
        assert await databases[0].read(remove_unused, snapshot=False) == 1

    with processes(1) as databases:
        asyncio.run(main(databases))


def test_only_failed_sign_ins_count_in_all_processes():
    async def main(databases: list[Database]) -> None:
        rate = Rate(3, 600)
        rates = {"address": rate, "account": rate, "pair": rate, "all_attempts": Rate(100, 600)}
        both = [SignInLimits(**rates) for _process in databases]
        for database, limits in zip(databases, both, strict=True):
            SharedLimits(database).share("sign-in", limits.limiter)

        async def attempt(limits: SignInLimits, fails: bool) -> None:
            async with limits.attempt("Ada", "203.0.113.7", None):
                if fails:
                    raise Refused(401, "no-match", "no")

        for limits in both * 3:
            await attempt(limits, False)
        for limits in (both[0], both[1], both[0]):
            with pytest.raises(Refused, match="no"):
                await attempt(limits, True)
        with pytest.raises(RateLimited):
            await attempt(both[1], False)

    with processes(2) as databases:
        asyncio.run(main(databases))


def test_registrations_are_counted_by_two_servers_together(tmp_path, monkeypatch):
    """Over HTTP, with two whole servers: the middleware's limits are shared, too."""
    monkeypatch.setattr(shared_limits, "EVERY", 3600.0)
    url = new_database()

    def server(number: int) -> TestClient:
        values = {"limits": True, "bot_processes": 1, "log_level": "error", "limit_registrations": Rate(4, 600)}
        settings = Settings(data=tmp_path / str(number), database=url, **values)
        return TestClient(make_app(settings), base_url=HERE)

    def register(client: TestClient, login: str) -> int:
        client.cookies.clear()
        body = {"login": login, "password": "a long enough password"}
        return client.post("/api/me/register", json=body).status_code

    with server(1) as one, server(2) as two:
        answers = [register(client, f"person{number}") for number, client in enumerate((one, two) * 3)]
    assert answers[4:] == [429, 429], answers
    assert all(status < 300 for status in answers[:4]), answers
