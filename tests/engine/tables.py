"""Whole games at a local table, as a page plays them: every message, hashed. Runs natively and in WebAssembly.

Arguments: GAME:LEVEL:SEED:STEPS, so many steps of the person (0: to the end). The person takes the legal step that a
fixed generator draws, takes some back and again, and asks for previews.
"""

import asyncio
import hashlib
import json
import random
import sys

import lutetia
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost
from lutetia.server.local.thinker import answer
from lutetia.server.play import seating


async def think(question):
    await asyncio.sleep(0)
    return await answer(question)


class Page:
    """What a page does: requests, and one connection to the table."""

    def __init__(self, seed, language):
        self.time, self.language, self.heard = 1_800_000_000_000, language, []
        self.shelf = MemoryShelf()
        self.host = self.new_host(seed)

    def new_host(self, seed):
        deal = lambda game, **more: lutetia.new(game, seed=seed, **more)  # noqa: E731
        return LocalHost(self.shelf, think, now=lambda: self.time, deal=deal)

    async def ask(self, method, address, body=None):
        self.time += 1_000
        text = None if body is None else json.dumps(body)
        status, said = await self.host.request(method, address, text, self.language)
        return status, json.loads(said)

    def last_state(self):
        """The last state that the connection brought."""
        return json.loads([text for text in self.heard if '"type":"state"' in text][-1])

    async def until_mine(self, game):
        """Wait until the bots have decided."""
        while True:
            _status, state = await self.ask("GET", f"/api/games/{game}?text=1")
            if state["status"] == "over" or state["legal"]:
                return state
            await asyncio.sleep(0.001)
            self.time -= 1_000  # how often this asks depends on the machine


async def play(game, level, seed, most, language):
    seating.new_id = lambda length=12: f"{game}{seed}"  # the bots' seeds follow from it
    page, rng, hashed = Page(seed, language), random.Random(seed), hashlib.sha256()
    status, state = await page.ask("POST", "/api/games", {"game": game, "seats": ["human", level]})
    assert status == 201, state
    here = f"/api/games/{state['id']}"
    connection = await page.host.connect(state["id"], language, page.heard.append)
    taken = 0
    state = await page.until_mine(state["id"])
    while state["status"] == "running" and (not most or taken < most):
        step = rng.choice(state["legal"])
        said = [await page.ask("POST", f"{here}/preview", {"step": step, "seq": state["seq"]})]
        body = {"seq": state["seq"], "step": step, "client_key": f"k{taken}"}
        said.append(await page.ask("POST", f"{here}/steps?text=1", body))
        assert said[-1][0] == 200, said[-1]
        taken += 1
        state = await page.until_mine(state["id"])
        if taken % 7 == 3 and state["status"] == "running":
            for what in ("undo", "redo"):
                said.append(await page.ask("POST", f"{here}/{what}?text=1", {"seq": state["seq"]}))
                state = await page.until_mine(state["id"])
        hashed.update(json.dumps([said, state], sort_keys=True).encode())
    async with asyncio.timeout(30):  # the last update is on its way
        while (last := page.last_state())["seq"] < state["seq"]:
            await asyncio.sleep(0.01)
    assert last["seq"] == state["seq"], (last["seq"], state["seq"])
    assert last["state_hash"] == state["state_hash"]
    page.host.disconnect(connection)
    await page.host.close()
    page.host = page.new_host(seed)  # the page is loaded again
    _status, again = await page.ask("GET", f"{here}?text=1")
    assert again["view"] == state["view"]
    assert again["events"] == state["events"]
    _status, listed = await page.ask("GET", f"/api/me/games?over={int(state['status'] == 'over')}")
    assert [one["id"] for one in listed["games"]] == [state["id"]]
    await page.host.close()
    print(game, level, seed, language, taken, state["status"], state["seq"], hashed.hexdigest()[:16])


async def main():
    for number, words in enumerate(sys.argv[1:]):
        game, level, seed, most = words.split(":")
        await play(game, level, int(seed), int(most), ("en", "pl")[number % 2])


asyncio.ensure_future(main()) if "pyodide" in sys.modules else asyncio.run(main())  # Node waits for the last value
