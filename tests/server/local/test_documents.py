"""What a device stores besides games: no change is lost, and nothing stays when its game is removed."""

from __future__ import annotations

import asyncio
import json

import pytest

from lutetia import puzzles
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost
from lutetia.server.local.thinker import answer

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


class Shelf(MemoryShelf):
    """One that lets others act while it reads and writes, as IndexedDB does."""

    async def get(self, key):
        await asyncio.sleep(0)
        return await super().get(key)

    async def put(self, key, text):
        await asyncio.sleep(0)
        await super().put(key, text)


class Thinker:
    """The worker that thinks. `lasts`: after so many judgements it cannot be asked any more."""

    def __init__(self, lasts=1_000):
        self.lasts = lasts
        self.judged = []

    async def __call__(self, question):
        asked = json.loads(question)
        if asked["do"] == "judge":
            if len(self.judged) >= self.lasts:
                raise RuntimeError("the worker has crashed")
            self.judged.append(asked["task"])
        return await answer(question)


async def ask(host, method, address, body=None):
    status, said = await host.request(method, address, None if body is None else json.dumps(body), "en")
    assert status < 400, said
    return json.loads(said)


async def finished(host):
    """A game that is over after a few steps: its address."""
    state = await ask(host, "POST", "/api/games", {"game": "lumiere", "seats": ["human", "human"]})
    here = f"/api/games/{state['id']}"
    for number in range(4):
        body = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"k{number}"}
        state = await ask(host, "POST", f"{here}/steps", body)
    assert (await ask(host, "POST", f"{here}/resign", {}))["status"] == "over"
    return here


async def ended(host, job):
    async with asyncio.timeout(30):
        while (found := await ask(host, "GET", f"/api/jobs/{job}"))["status"] in ("waiting", "running"):
            await asyncio.sleep(0.01)
    return found


async def test_settings_that_change_at_the_same_time_are_all_kept():
    host = LocalHost(Shelf(), answer)
    names = [f"setting{number}" for number in range(3)]
    await asyncio.gather(*(ask(host, "PATCH", "/api/me", {"settings": {name: True}}) for name in names))
    assert (await ask(host, "GET", "/api/me"))["person"]["settings"] == dict.fromkeys(names, True)


async def test_attempts_at_puzzles_that_end_at_the_same_time_all_count():
    host = LocalHost(Shelf(), answer)
    tried = [puzzle.id for puzzle in puzzles.puzzles("lumiere")[:2]]
    said = await asyncio.gather(*(ask(host, "POST", f"/api/puzzles/{one}/solution") for one in (*tried, tried[0])))
    assert sum(one["result"] is not None for one in said) == 2
    listed = await ask(host, "GET", "/api/puzzles/of/lumiere")
    assert sorted(one["id"] for one in listed if one["solved"] is not None) == sorted(tried)


async def test_attempts_do_not_count_where_the_device_answers_in_a_servers_place():
    host = LocalHost(Shelf(), answer)
    here = f"/api/puzzles/{puzzles.puzzles('lumiere')[0].id}"
    for what in ("hint", "solution"):
        assert (await ask(host, "POST", f"{here}/{what}?instead=1"))["result"] is None
    assert (await ask(host, "POST", f"{here}/share?instead=1"))["token"]
    assert (await ask(host, "GET", here))["solved"] is None
    assert (await ask(host, "GET", "/api/me/puzzles"))["games"] == []


async def test_a_failed_analysis_starts_again_only_when_asked_and_keeps_what_was_found(monkeypatch):
    monkeypatch.setattr("lutetia.server.tasks.analyses.STORED_EVERY", 0.0)
    think = Thinker(lasts=3)
    host = LocalHost(Shelf(), think)
    here = await finished(host)
    job = (await ask(host, "POST", f"{here}/analysis"))["job"]
    failed = await ended(host, job)
    assert failed["status"] == "failed"
    assert 0 < failed["done"] < failed["total"]
    think.lasts = 1_000
    for _look in range(3):
        assert await ask(host, "GET", f"/api/jobs/{job}") == failed
        await asyncio.sleep(0.01)
    assert (await ask(host, "POST", f"{here}/analysis"))["job"] == job
    assert (await ended(host, job))["status"] == "done"
    assert all(think.judged.count(task) == 1 for task in think.judged)
    await host.close()


async def test_shares_notes_and_analyses_are_removed_with_their_game():
    think, shelf = Thinker(), Shelf()
    host = LocalHost(shelf, think)
    here = await finished(host)
    await ask(host, "PUT", f"{here}/note", {"note": "lay tiles"})
    token = (await ask(host, "POST", f"{here}/share"))["token"]
    assert (await ask(host, "GET", f"/api/shared/{token}")).keys() == {"kind", "content", "step"}
    await ended(host, (await ask(host, "POST", f"/api/shared/{token}/analysis"))["job"])
    other = await finished(host)
    job = (await ask(host, "POST", f"{other}/analysis"))["job"]
    await ask(host, "DELETE", here)
    await ask(host, "DELETE", other)  # while it is being analysed
    async with asyncio.timeout(30):
        while host.running:
            await asyncio.sleep(0.01)
    assert (await host.request("GET", f"/api/jobs/{job}", None, "en")).status == 404
    assert shelf.documents == {}
    await host.close()
