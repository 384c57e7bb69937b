"""Sessions, blocks and names in two real servers on one database; and things that can be used once, used twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from lutetia.cli import app as commands
from lutetia.server.errors import Refused
from lutetia.server.people import changes, invitations, mail_links, moderation, totp
from lutetia.server.people.accounts import People
from lutetia.server.people.same_network import SameNetwork, games_from_same_network
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import Rate
from lutetia.server.store import schema
from lutetia.server.store.database import Database

from server.cluster.pair import Guest, Pair, Socket
from server.databases import new_database
from server.times import calm, until

PASSWORD = "a long enough password"
AT_ONCE, SOON = 0.3, 2.0
"""Seconds: by the message bus, and without it. Between two looks into the database there is one second, so several
attempts that all come at once are no accident."""


def member(pair: Pair, login: str) -> Guest:
    person = pair.guest()
    person.post(pair.a, "/me/register", login=login, password=PASSWORD)
    assert person.get(pair.b, "/me")["person"]["member"]
    return person


def ends(socket: Socket) -> float:
    """After how many seconds a connection ends."""
    began = calm()
    with pytest.raises(ConnectionClosed):
        socket.until(lambda message: False)
    return calm() - began


def becomes(look: Callable[[], Any]) -> float:
    began = calm()
    until(look, 60)
    return calm() - began


def who(person: Guest, server: Any) -> Any:
    return person.get(server, "/me")["person"]


def sign_out(pair: Pair) -> float:
    """After how many seconds the session and its connection at the other server have ended."""
    person = pair.guest()
    game = person.post(pair.a, "/games", game="lumiere", seats=["human", "open"])["id"]
    kept = dict(person.http.cookies)
    with person.live(pair.b, game) as socket:
        socket.state(0)
        assert person.ask(pair.a, "POST", "/sign-out").status_code == 204
        person.http.cookies.update(kept)
        connection = ends(socket)
    return connection + becomes(lambda: who(person, pair.b) is None)


def test_signing_out_takes_effect_in_all_processes_at_once(pair):
    times = sorted(sign_out(pair) for _again in range(5))
    assert times[3] < AT_ONCE, times


def test_signing_out_takes_effect_in_two_seconds_without_nats(without_nats):
    assert sign_out(without_nats) < SOON


def test_a_block_and_a_role_take_effect_in_all_processes(pair):
    """As `lutetia admin` does it: in the database, from outside."""
    person = member(pair, "blocked")
    game = person.post(pair.a, "/games", game="lumiere", seats=["human", "open"])["id"]
    id_ = who(person, pair.a)["id"]
    outside = Database(pair.database)
    outside.open()
    try:
        with person.live(pair.a, game) as here, person.live(pair.b, game) as there:
            for socket in (here, there):
                socket.state(0)
            asyncio.run(outside.write(lambda c: moderation.set_moderator(c, 0, id_, True)))
            for server in (pair.a, pair.b):
                assert becomes(lambda server=server: who(person, server)["moderator"]) < SOON
            asyncio.run(outside.write(lambda c: moderation.block(c, 0, None, [id_], None, "rude")))
            began = calm()
            for socket in (here, there):
                ends(socket)
            assert calm() - began < SOON
        for server in (pair.a, pair.b):
            assert person.ask(server, "GET", "/me").status_code == 403
    finally:
        outside.close()


def test_a_blocked_network_and_the_end_of_all_sessions_end_connections_in_all_processes(pair):
    person, spectator = member(pair, "everybody"), pair.guest()
    game = person.post(pair.a, "/games", game="lumiere", seats=["human", "open"])["id"]

    def both_end(look: Guest, *command: str) -> float:
        """After how many seconds the connections to both servers have ended."""
        with look.live(pair.a, game) as here, look.live(pair.b, game) as there:
            for socket in (here, there):
                socket.state(0)
            done = CliRunner().invoke(commands, ["admin", *command], env={"LUTETIA_DATABASE": pair.database})
            assert done.exit_code == 0, done.output
            began = calm()
            for socket in (here, there):
                ends(socket)
            return calm() - began

    assert both_end(person, "end-sessions", "--everybody") < SOON
    try:
        assert both_end(spectator, "block-address", "127.0.0.1") < SOON
    finally:
        command = ["admin", "unblock-address", "127.0.0.1"]
        assert CliRunner().invoke(commands, command, env={"LUTETIA_DATABASE": pair.database}).exit_code == 0
        becomes(lambda: all(spectator.ask(server, "GET", "/me").status_code == 200 for server in (pair.a, pair.b)))


def test_a_new_name_and_a_deleted_account_are_known_everywhere(pair):
    person, game = member(pair, "renamed"), ""
    game = person.post(pair.a, "/games", game="lumiere", seats=["human", "open"])["id"]
    assert person.get(pair.b, f"/games/{game}")["seats"][0]["name"] != "Ada"
    assert person.ask(pair.a, "PATCH", "/me", json={"name": "Ada"}).status_code == 200
    assert becomes(lambda: person.get(pair.b, f"/games/{game}")["seats"][0]["name"] == "Ada") < SOON
    kept = dict(person.http.cookies)
    assert person.ask(pair.a, "DELETE", "/me").status_code in (200, 204)
    person.http.cookies.update(kept)
    assert becomes(lambda: who(person, pair.b) is None) < SOON


class Two:
    """The people of two processes, on one database."""

    def __init__(self, now: int = 1_700_000_000_000, **more: Any) -> None:
        url = new_database()
        self.databases = [Database(url), Database(url)]
        for database in self.databases:
            database.open()
        self.people = [People(database, lambda: now, Rate(100, 60), **more) for database in self.databases]

    def close(self) -> None:
        for database in self.databases:
            database.close()

    async def both(self, *work: Any) -> list[Any]:
        """The results, or the codes of refusals."""
        done = await asyncio.gather(*work, return_exceptions=True)
        for one in done:
            if isinstance(one, BaseException) and not isinstance(one, Refused):
                raise one
        return [one.code if isinstance(one, Refused) else "ok" for one in done]


@pytest.fixture
def two():
    made = Two(registration="invited")
    yield made
    made.close()


async def registered(two: Two, login: str) -> Person:
    token, _row = await two.databases[0].write(lambda c: invitations.make(c, two.people[0].now(), None, 1, 1))
    person, _session = await two.people[0].register(None, login, PASSWORD, login, "", token)
    return person


def test_an_invitation_for_one_is_used_by_one(two):
    async def main() -> None:
        for number in range(5):
            token, _row = await two.databases[0].write(lambda c: invitations.make(c, two.people[0].now(), None, 1, 1))
            names = [f"guest{number}a", f"guest{number}b"]
            work = (
                people.register(None, name, PASSWORD, name, "", token)
                for people, name in zip(two.people, names, strict=True)
            )
            assert sorted(await two.both(*work)) == ["invitation-used", "ok"]

    asyncio.run(main())


def test_a_code_and_a_recovery_code_are_used_once(two):
    async def main() -> None:
        person = await registered(two, "ada")
        secret, _link = await two.people[0].second_factors.begin(person)
        wall = 1_700_000_000.0
        for people in two.people:
            people.second_factors.wall = lambda: wall
        codes = await two.people[0].second_factors.turn_on(person, totp.code_at(secret, int(wall // totp.PERIOD)))
        for number in range(1, 4):
            wall += totp.PERIOD * 2
            code = totp.code_at(secret, int(wall // totp.PERIOD))
            for used in (code, codes[number]):
                work = (people.sign_in(None, "ada", PASSWORD, "", None, used) for people in two.people)
                assert sorted(await two.both(*work)) == ["ok", "wrong-code"]

    asyncio.run(main())


def test_a_link_of_a_mail_works_once(two):
    async def main() -> None:
        person = await registered(two, "grace")
        now = two.people[0].now()
        for _again in range(5):
            token = await two.databases[0].write(lambda c: mail_links.make_link(c, now, "reset", person.id, "a@b.org"))
            work = (
                database.write(lambda c, token=token: mail_links.use_link(c, now, "reset", token) and None)
                for database in two.databases
            )
            assert sorted(await two.both(*work)) == ["no-link", "ok"]

    asyncio.run(main())


def test_changes_are_seen_once_and_old_ones_removed(two):
    async def main() -> None:
        here, there = two.people
        person = await registered(two, "hedy")
        found: list[str] = []
        there.changed_elsewhere = found.append
        await there._look_for_changes()
        found.clear()
        await here.end(person.id)
        await there._look_for_changes()
        await there._look_for_changes()
        assert found == [person.id]
        long_ago = schema.person_change.update().values(at=0)
        await two.databases[0].write(lambda c: c.execute(long_ago) and None)
        assert await two.databases[0].read(changes.remove_old, snapshot=False) == 1

    asyncio.run(main())


def test_players_in_one_network_are_noticed_in_different_processes(two):
    """Each process sees one of them; the message bus carries what it saw. It is stored once."""

    async def main() -> None:
        ada, bo = sorted([(await registered(two, "ada1")).id, (await registered(two, "bo1")).id])
        game: dict[str, Any] = {column.name: "x" for column in schema.game.c if not column.nullable}
        game |= {"id": "g", "rules": 1, "edition": {}, "options": {}, "pace": {}, "private": False, "rated": True}
        game |= {"created": 0, "seq": 0, "changed": 0, "bot_due": False}
        await two.databases[0].write(lambda c: c.execute(schema.game.insert().values(**game)) and None)
        tasks: list[asyncio.Task[Any]] = []
        told: list[Any] = []
        both = [
            SameNetwork(database, lambda: 1, lambda work: tasks.append(asyncio.create_task(work)))
            for database in two.databases
        ]
        both[0].tell = lambda seen: (told.append(seen), both[1].seen_elsewhere(**seen))
        both[1].tell = lambda seen: (told.append(seen), both[0].seen_elsewhere(**seen))
        both[0].seen("g", [ada, bo], ada, "203.0.113.7")
        both[0].seen("g", [ada, bo], ada, "203.0.113.7")
        both[1].seen("g", [ada, bo], bo, "198.51.100.1")
        assert not tasks
        assert len(told) == 2, "what is known is not told again"
        both[1].seen("g", [ada, bo], bo, "203.0.113.7")
        await asyncio.gather(*tasks)
        stored = await two.databases[0].read(games_from_same_network)
        assert stored == {("g", ada, bo)}

    asyncio.run(main())
