"""Races: of requests at the same time one is first, and everybody learns the result."""

from __future__ import annotations

import asyncio
import random
import threading

import httpx2 as httpx
import pytest

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.live.listener import Listener
from lutetia.server.play import steps

from server.conftest import HERE
from server.ledger import sound

TRIES = 12


class Person(httpx.AsyncClient):
    """Somebody at a server in this loop, so that what is gathered really runs together."""

    def __init__(self, app) -> None:
        super().__init__(transport=httpx.ASGITransport(app), base_url=HERE, timeout=60)

    def tab(self) -> Person:
        """Another tab of the same browser."""
        tab = Person(self._transport.app)
        tab.cookies = self.cookies
        return tab

    async def open(self, *seats: str, game: str = "lumiere", **more) -> dict:
        answer = await self.post("/api/games", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def look(self, game: str) -> dict:
        return (await self.get(f"/api/games/{game}")).json()

    async def do(self, game: str, what: str, **body) -> httpx.Response:
        return await self.post(f"/api/games/{game}/{what}", json=body or None)

    async def take(self, state: dict, step: str, key: str) -> httpx.Response:
        body = {"seq": state["seq"], "step": step, "client_key": key}
        return await self.post(f"/api/games/{state['id']}/steps", json=body)


@pytest.fixture
def at_once(settings):
    """Run a race with a client of its own a few times; afterwards every log must be valid."""

    def run(race, tries: int = TRIES, **client) -> None:
        async def main() -> None:
            app = make_app(settings, **client)
            async with app.router.lifespan_context(app):
                for number in range(tries):
                    await race(lambda: Person(app), random.Random(number))

        asyncio.run(main())
        sound(settings.data)

    return run


async def seated(someone, **more) -> tuple[str, Person, Person, dict]:
    """A running game of two; its id, who decides, the other, and the decider's state."""
    first, second = someone(), someone()
    game = (await first.open("human", "open", **more))["id"]
    await second.do(game, "join")
    state = await first.look(game)
    if state["legal"]:
        return game, first, second, state
    return game, second, first, await second.look(game)


def statuses(answers: list[httpx.Response]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_of_several_tabs_one_is_first_and_the_others_get_the_new_state(at_once):
    async def race(someone, rng):
        game, client, _other, state = await seated(someone, game="paris")
        tabs = [client, client.tab(), client.tab(), client.tab()]
        steps = [rng.choice(state["legal"]) for _tab in tabs]
        answers = await asyncio.gather(
            *(tab.take(state, step, f"tab{n}") for n, (tab, step) in enumerate(zip(tabs, steps, strict=True)))
        )
        assert statuses(answers) == [200, 409, 409, 409]
        accepted = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
        now = await client.look(game)
        assert now["seq"] == state["seq"] + 1
        assert now["events"][-1]["step"] == steps[accepted]
        for answer in answers:
            fresh = answer.json()
            assert (fresh["seq"], fresh["state_hash"], fresh["legal"]) == (now["seq"], now["state_hash"], now["legal"])

    at_once(race)


def test_of_two_seats_racing_only_the_deciding_one_succeeds(at_once):
    """When both seats send a step from the same position, the deciding seat's counts, and the other gets the reason."""

    async def race(someone, rng):
        game, client, other, state = await seated(someone)
        answers = await asyncio.gather(
            other.take(state, state["legal"][0], "hasty"), client.take(state, state["legal"][0], "right")
        )
        assert answers[1].status_code == 200
        assert answers[0].status_code in (409, 422)
        if answers[0].status_code == 422:
            assert answers[0].json()["error"]["code"] == "not-your-turn"
        assert (await client.look(game))["seq"] == state["seq"] + 1

    at_once(race)


def test_a_step_sent_many_times_at_once_is_applied_once_and_answered_the_same(at_once):
    async def race(someone, rng):
        game, client, other, state = await seated(someone)
        tabs = [client, *(client.tab() for _tab in range(5))]
        step = rng.choice(state["legal"])
        answers = await asyncio.gather(*(tab.take(state, step, "once") for tab in tabs))
        assert statuses(answers) == [200] * 6
        assert len({answer.content for answer in answers}) == 1
        reply = await other.look(game)
        await other.take(reply, reply["legal"][0], "reply")
        await other.do(game, "resign")  # the seats have changed since; the answer has not
        assert (await client.take(state, step, "once")).content == answers[0].content
        assert (await client.look(game))["seq"] == state["seq"] + 3

    at_once(race)


def test_the_idempotency_key_of_another_person_is_useless(at_once):
    async def race(someone, rng):
        _game, client, other, state = await seated(someone)
        await client.take(state, state["legal"][0], "mine")
        stolen = await other.take(state, state["legal"][0], "mine")
        assert (stolen.status_code, stolen.json()["error"]["code"]) == (403, "not-yours")

    at_once(race)


def test_an_undo_races_with_a_step(at_once):
    """Given a hot-seat game, when an undo and a step are sent together, then they happen one after the other, or the
    step finds that it came too late."""

    async def race(someone, rng):
        client = someone()
        state = await client.open("human", "human")
        state = (await client.take(state, rng.choice(state["legal"]), "first")).json()
        undone, stepped = await asyncio.gather(
            client.do(state["id"], "undo"), client.tab().take(state, state["legal"][0], "second")
        )
        assert undone.status_code == 200
        assert stepped.status_code in (200, 409)
        now = await client.look(state["id"])
        standing = sum(len(turn["steps"]) for turn in now["view"]["turns"])
        assert standing == (1 if stepped.status_code == 200 else 0)

    at_once(race)


def test_five_undos_of_one_position_take_back_one_step(at_once):
    """Undo used to have neither `seq` nor `client_key`: five at once took eleven steps to one."""

    async def race(someone, rng):
        client = someone()
        state = await client.open("human", "human")
        for number in range(6):
            state = (await client.take(state, rng.choice(state["legal"]), f"k{number}")).json()
        tabs = [client.tab() for _tab in range(5)]
        answers = await asyncio.gather(*(tab.do(state["id"], "undo", seq=state["seq"]) for tab in tabs))
        assert statuses(answers) == [200, 409, 409, 409, 409]
        again = await asyncio.gather(*(tab.do(state["id"], "undo", client_key="same") for tab in tabs))
        assert statuses(again) == [200] * 5
        assert len({answer.content for answer in again}) == 1
        now = await client.look(state["id"])
        assert sum(len(turn["steps"]) for turn in now["view"]["turns"]) == 4
        assert [event["kind"] for event in now["events"]].count("undo") == 2

    at_once(race, tries=3)


def test_a_game_asked_for_five_times_at_once_is_created_once(at_once):
    async def race(someone, rng):
        client = someone()
        await client.open("human", "open")
        wanted = {"game": "lumiere", "seats": ["human", "human"], "client_key": f"new{rng.random()}"}
        answers = await asyncio.gather(*(client.tab().post("/api/games", json=wanted) for _tab in range(5)))
        assert statuses(answers) == [201] * 5
        assert len({answer.content for answer in answers}) == 1
        mine = (await client.get("/api/me/games")).json()["games"]
        assert len(mine) == 2

    at_once(race, tries=3)


def test_two_race_for_the_last_seat(at_once):
    async def race(someone, rng):
        host = someone()
        game = (await host.open("human", "open"))["id"]
        racers = [someone() for _racer in range(4)]
        answers = await asyncio.gather(*(racer.do(game, "join") for racer in racers))
        assert statuses(answers) == [200, 422, 422, 422]
        assert {a.json()["error"]["code"] for a in answers if a.status_code == 422} == {"no-seat"}
        state = await host.look(game)
        assert (state["status"], len({seat["person"] for seat in state["seats"]})) == ("running", 2)

    at_once(race)


def test_a_game_starts_only_once(at_once):
    async def race(someone, rng):
        host, other = someone(), someone()
        game = (await host.open("human", "open"))["id"]
        answers = await asyncio.gather(
            other.do(game, "join"), *(host.do(game, "start") for _ask in range(3)), host.do(game, "fill")
        )
        assert answers[0].status_code in (200, 422), "either the other sat down or a bot did"
        events = (await host.look(game))["events"]
        assert [event["kind"] for event in events].count("start") == 1

    at_once(race)


def test_a_resignation_races_with_the_last_step(at_once):
    """Given a game one step from its end, when a player resigns while that step is sent, the game ends once."""

    def deal(game, **more) -> lutetia.Game:
        return lutetia.new(game, seed=1889, **more)

    course = []
    played = deal("lumiere", players=2)
    while not played.over:
        course.append((played.seat, played.legal()[0]))
        played.play(played.legal()[0])

    async def race(someone, rng):
        game, client, other, state = await seated(someone)
        mine = state["seat"]
        for n, (seat, step) in enumerate(course[:-1]):
            answer = await (client if seat == mine else other).take(state, step, f"k{n}")
            assert answer.status_code == 200
            state = answer.json()
        seat, step = course[-1]
        last, loser = (client, other) if seat == mine else (other, client)
        both = [last.take(state, step, "last"), loser.do(game, "resign")]
        answers = await asyncio.gather(*(both if rng.random() < 0.5 else reversed(both)))
        assert statuses(answers) == [200, 422] or statuses(answers) == [200, 409]
        over = await client.look(game)
        ends = [event for event in over["events"] if "outcome" in event["data"]]
        assert ends == over["events"][-1:]
        assert (ends[0]["kind"], over["outcome"]["by"]) in (("resign", "resign"), ("step", "play"))

    at_once(race, 4, deal=deal)


@pytest.mark.one_process
def test_a_step_counts_even_if_its_client_disconnects(at_once, settings):
    """When the client of a step disconnects before the answer, the step is written and sent to the viewers, once."""

    async def race(someone, rng):
        game, client, other, state = await seated(someone)
        services = client._transport.app.state.services
        services.hub.add(listener := Listener(game, None))
        await listener.wait(60)
        begun, go = threading.Event(), threading.Event()
        busy = asyncio.create_task(services.database.write(lambda _connection: begun.set() or go.wait(60)))
        await asyncio.to_thread(begun.wait)
        asking = asyncio.create_task(client.take(state, state["legal"][0], "gone"))
        while not services.database._waiting:  # until the step waits to be written
            await asyncio.sleep(0.001)
        asking.cancel()
        await asyncio.wait({asking}, timeout=1)
        go.set()
        await asyncio.gather(asking, busy, return_exceptions=True)
        again = await client.take(state, state["legal"][0], "gone")
        assert again.status_code == 200
        now = await other.look(game)
        assert now["seq"] == again.json()["seq"] == state["seq"] + 1
        assert await listener.wait(60), "who listens was told"
        services.hub.remove(listener)

    at_once(race, 1)


def test_with_a_cache_of_one_table_every_game_stays_consistent(at_once, settings):
    """With room for one table, when many games are played at once, no viewer gets an outdated state."""
    settings.tables_kept = 1

    async def race(someone, rng):
        async def play(number: int) -> None:
            client = someone()
            state = await client.open("human", "human")
            for n in range(5):
                answers = await asyncio.gather(
                    client.take(state, state["legal"][0], f"{n}a"),
                    client.tab().take(state, state["legal"][-1], f"{n}b"),
                )
                assert statuses(answers) == [200, 409]
                state = await client.look(state["id"])
                assert state["seq"] == max(answer.json()["seq"] for answer in answers)

        await asyncio.gather(*map(play, range(6)))

    at_once(race, 4)


@pytest.mark.one_process
def test_a_table_in_use_is_never_loaded_twice(at_once, settings):
    """Given a table held by who is about to change it, when memory runs out and others look, then they wait, and see
    what has changed."""
    settings.tables_kept = 1

    async def race(someone, rng):
        game, client, other, state = await seated(someone)
        services = client._transport.app.state.services
        table = await services.tables.get(game)
        async with table.lock:
            await someone().open("human", "open")  # takes the only place
            looking = asyncio.create_task(other.look(game))
            await asyncio.wait({looking}, timeout=0.1)
            await steps.take(services.tables, table, state["seat"], state["legal"][0])
        assert (await looking)["seq"] == state["seq"] + 1
        assert (await other.look(game))["seq"] == state["seq"] + 1

    at_once(race, 2)


def test_a_step_repeated_later_gets_its_original_response(at_once):
    async def race(someone, rng):
        people = [someone() for _seat in range(3)]
        game = (await people[0].open("human", "open", "open", game="paris"))["id"]
        for person in people[1:]:
            await person.do(game, "join")
        await people[2].do(game, "resign")
        state = {"legal": []}
        while not state["legal"]:
            states = [await person.look(game) for person in people[:2]]
            by, state = next(((n, s) for n, s in enumerate(states) if s["legal"]), (0, {"legal": []}))
            await asyncio.sleep(0.02)  # a bot may be thinking
        first = await people[by].take(state, state["legal"][0], "once")
        assert [seat["resigned"] for seat in first.json()["seats"]] == [False, False, True]
        await people[1 - by].do(game, "resign")
        again = await people[by].take(state, state["legal"][0], "once")
        assert again.content == first.content

    at_once(race, 2)
