"""The lobby: nobody fills it, tables that wait too long are closed, pages, filters, friends first."""

from __future__ import annotations

import asyncio

import pytest

from lutetia.server.http.app import make_app
from lutetia.server.play import expiry
from lutetia.server.play.clock import DAY

from server.conftest import error, new_game, stranger
from server.people.helpers import befriend, register

OPEN = {"game": "lumiere", "seats": ["human", "open"], "private": False}


@pytest.fixture
def app(settings, times):
    settings.waiting_tables_guest, settings.waiting_tables_member, settings.waiting_tables_address = 3, 5, 4
    return make_app(settings, now=times)


def waiting(client, **query):
    answer = client.get("/api/games", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(listed):
    return [game["id"] for game in listed["games"]]


def open_table(client, **more):
    answer = client.post("/api/games", json=OPEN | more)
    return answer.json()["id"] if answer.status_code == 201 else error(answer)


def test_a_host_has_only_so_many_tables_that_wait(client, another):
    """Two guests opened 120 public tables in 1.7 seconds."""
    guest, member = another(), another()
    register(member)
    assert [open_table(guest) for _again in range(4)][3] == "many-tables"
    assert "many-tables" not in [open_table(member, private=True) for _again in range(5)]
    assert open_table(member) == "many-tables"
    assert new_game(guest, "human", "random")["status"] == "running", "a game that starts at once does not wait"
    one = ids(waiting(client))[0]
    assert guest.post(f"/api/games/{one}/leave").status_code == 200
    assert open_table(guest) != "many-tables", "closing one makes room"


def test_who_becomes_the_host_of_others_tables_has_no_more_of_them(client, another):
    """One opened tables, another sat down, the first one left and opened more: any number for two people."""
    one, other = another(), another()
    register(one, "one")
    register(other, "other")
    joined = []
    for _again in range(7):
        game = open_table(one, game="paris", seats=["human", "open", "open"])
        joined.append(other.post(f"/api/games/{game}/join"))
        one.post(f"/api/games/{game}/leave")
    assert [answer.status_code for answer in joined] == [200] * 5 + [422] * 2
    assert error(joined[-1]) == open_table(other) == "many-tables"
    assert len(ids(waiting(client))) == 5
    assert other.post(f"/api/games/{open_table(one)}/join").json()["status"] == "running", "it does not wait any more"


def test_who_has_many_tables_can_still_take_part_in_a_rematch(client, another):
    one, other = another(), another()
    game = new_game(one, "human", "open")["id"]
    other.post(f"/api/games/{game}/join")
    one.post(f"/api/games/{game}/resign")
    assert [open_table(other) for _again in range(4)][3] == "many-tables"
    assert error(other.post(f"/api/games/{game}/rematch")) == "many-tables", "it would be one more that waits"
    assert one.post(f"/api/games/{game}/rematch").json()["status"] == "waiting"
    assert other.post(f"/api/games/{game}/rematch").json()["status"] == "running"


def test_new_guests_of_one_address_are_no_new_allowance(settings, times):
    settings.limits, settings.waiting_tables_address = True, 4
    from starlette.testclient import TestClient

    from server.conftest import HERE

    with TestClient(make_app(settings, now=times), base_url=HERE) as client:
        opened = [open_table(stranger(client)) for _guest in range(6)]
        assert opened[4:] == ["many-tables"] * 2
        member = stranger(client)
        register(member)
        assert open_table(member) != "many-tables", "members behind the same address are not concerned"
        elsewhere = stranger(client)
        elsewhere._transport.client = ("198.51.100.7", 1)
        assert open_table(elsewhere) != "many-tables"


def test_tables_opened_at_the_same_moment_are_counted(client, another):
    guest = another()
    first = new_game(guest, "human", "open")["id"]
    services = client.app.state.services

    async def many():
        person = await services.people.of_cookie(guest.cookies["lutetia"])

        async def one():
            async with services.open_tables.opening(person, "203.0.113.7", waits=True) as note:
                from lutetia.server.play import seating

                wanted = {"options": {}, "edition": None, "names": [], "pace": {"kind": "none"}, "rated": False}
                note((await seating.create(services.tables, person, OPEN | wanted)).id)

        return await asyncio.gather(*(one() for _again in range(8)), return_exceptions=True)

    refused = [done for done in client.portal.call(many) if done is not None]
    assert first
    assert len(refused) == 6


def test_every_host_comes_first_once(client, another, times):
    """The newest tables of one host pushed everybody else's out of the list."""
    early = another()
    register(early, "early")
    mine = open_table(early)
    times.goes_on(seconds=5)
    many = another()
    register(many, "many")
    flood = [open_table(many) for _again in range(5)]
    guest = another()
    guests = [open_table(guest) for _again in range(2)]
    listed = ids(waiting(client))
    assert set(listed) == {mine, *flood, *guests}
    assert listed.index(mine) == 1, "before the second table of anybody"
    assert listed[0] in flood
    assert listed[2] in guests, "guests after members"


def test_the_list_has_pages(client, another):
    for number in range(5):
        register(host := another(), f"host{number}")
        open_table(host)
    everything = ids(waiting(client))
    assert len(everything) == 5
    pages = [waiting(client, limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [page["more"] for page in pages] == [True, True, False]
    assert [game for page in pages for game in ids(page)] == everything
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}, {"pace": "fast"}):
        assert client.get("/api/games", params=wrong).status_code == 422


def test_the_list_can_be_filtered(client, another):
    host = another()
    register(host)
    live = open_table(host, pace={"kind": "live", "base": 300, "increment": 5})
    turns = open_table(host, rated=True, pace={"kind": "turns", "days": 2})
    paris = open_table(host, game="paris")
    polish = host.post("/api/games", json=OPEN, headers={"accept-language": "pl"}).json()["id"]
    assert ids(waiting(client, pace="live")) == [live]
    assert ids(waiting(client, rated=True)) == [turns]
    assert set(ids(waiting(client, rated=False))) == {live, paris, polish}
    assert ids(waiting(client, game="paris")) == [paris]
    assert ids(waiting(client, language="pl")) == [polish]
    assert waiting(client, language="pl")["games"][0]["language"] == "pl"
    assert ids(waiting(client, game="lumiere", pace="live", rated=False, language="en")) == [live]
    assert ids(waiting(client, game="chess")) == []


def test_tables_of_friends_come_first(client, another, times):
    me, friend, other = another(), another(), another()
    befriend(me, friend)
    theirs = open_table(friend)
    times.goes_on(seconds=5)
    register(other)
    newest = open_table(other)
    assert ids(waiting(client)) == [newest, theirs]
    listed = waiting(me)["games"]
    assert [(game["id"], game["friend"]) for game in listed] == [(theirs, True), (newest, False)]


def test_tables_that_wait_too_long_are_closed(client, another, times):
    """Waiting games never expired."""
    guest, member = another(), another()
    register(member)
    of_guest, of_member = open_table(guest), open_table(member, private=True)
    running = new_game(guest, "human", "random")["id"]
    services = client.app.state.services

    def close():
        return client.portal.call(expiry.close_expired, services.tables, services.events, services.waiting_times)

    told = {game["id"]: game["expires"] for game in waiting(client)["games"]}
    assert told == {of_guest: times() + 2 * DAY}
    mine = {game["id"]: game["expires"] for game in guest.get("/api/me/games").json()["games"]}
    assert mine == told | {running: None}
    ends = [client.get(f"/api/games/{one}/expiry").json()["expires"] for one in (of_guest, of_member, running)]
    assert ends == [times() + 2 * DAY, times() + 14 * DAY, None]
    times.goes_on(days=1)
    assert close() == 0
    times.goes_on(days=1, seconds=60)
    assert close() == 1
    assert ids(waiting(client)) == []
    state = client.get(f"/api/games/{of_guest}").json()
    assert (state["status"], state["outcome"]["by"]) == ("over", "expired")
    assert state["events"][-1]["kind"] == "expire"
    assert error(client.post(f"/api/games/{of_guest}/join", json={})) == "no-seat"
    assert client.get(f"/api/games/{of_member}").json()["status"] == "waiting"
    times.goes_on(days=13)
    assert close() == 1
    assert client.get(f"/api/games/{running}").json()["status"] == "running"
    services.tables.cache._recent.clear()
    assert client.get(f"/api/games/{of_member}").json()["outcome"]["by"] == "expired", "also after a restart"
