"""A network that drops, doubles, delays and reorders: games are finished all the same, and everybody sees the same.

The client here follows the protocol as a browser does. It listens from the last event it knows of, believes a state
only if its hash is right and it is not older than what it has, asks for what is missing, and sends a step again under
the same key until it is answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time

import httpx2 as httpx
import pytest
import websockets

from lutetia.server.play.canonical_json import canonical, short_hash

from server.forks import forking
from server.ledger import Ledger, sound
from server.proxy import Faults, bad_network

PATIENCE = 0.25
"""Seconds without an answer or news until a client asks again."""
MOST_STEPS = 60
"""Games of Paris are long: they are compared after so many steps of each."""
TABLES = ("lumiere", "lumiere", "lumiere", "lumiere", "paris", "lumiere")
GONE = (httpx.TransportError, OSError, websockets.WebSocketException)


def browser(url: str, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, cookies=cookies, timeout=5, verify=False, trust_env=False)


class Client:
    """One seat's browser behind a bad network."""

    def __init__(self, url: str, cookies: httpx.Cookies, game: str, ledger: Ledger, rng: random.Random) -> None:
        self.url, self.cookies, self.game, self.ledger, self.rng = url, cookies, game, ledger, rng
        self.http = browser(url, cookies)
        self.state: dict = {"seq": -1, "status": "waiting", "legal": []}
        self.log: dict[int, tuple[str, str | None]] = {}
        self.keys = (f"{rng.random()}-{n}" for n in itertools.count())
        self.taken = 0
        self._news = asyncio.Event()
        self._answers: dict[str, asyncio.Future] = {}
        self._socket: websockets.ClientConnection | None = None

    @property
    def done(self) -> bool:
        return self.state["status"] == "over" or self.taken >= MOST_STEPS

    @property
    def since(self) -> int:
        """The last event before which none is missing."""
        return next(n for n in itertools.count() if n not in self.log) - 1

    def believe(self, state: dict) -> None:
        """Take over a state, unless it is older than what is known."""
        assert short_hash(canonical(state["view"])) == state["state_hash"]
        self.ledger.show(state)
        for event in state["events"]:
            entry = (event["kind"], event["seat"])
            assert self.log.setdefault(event["seq"], entry) == entry, "the log is never rewritten"
        if state["seq"] > self.state["seq"]:
            self.state = state
            self._news.set()

    # ---- listening ---------------------------------------------------------------------------------------------------

    async def listen(self, way) -> None:
        """Listen for ever, one way or the other; a line that breaks is taken up again."""
        while True:
            with contextlib.suppress(*GONE, httpx.HTTPError):
                await way()
            await asyncio.sleep(self.rng.uniform(0.02, 0.1))

    async def by_socket(self) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/games/{self.game}/live?since={self.since}"
        wanted = {"additional_headers": {"cookie": cookie}, "compression": None, "proxy": None, "open_timeout": 2}
        async with websockets.connect(address, **wanted) as self._socket:
            try:
                async for text in self._socket:
                    self.hear(json.loads(text))
            finally:
                self._socket = None

    async def by_events(self) -> None:
        async with self.http.stream("GET", f"/api/games/{self.game}/events?since={self.since}", timeout=30) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    self.hear(json.loads(line.removeprefix("data: ")))

    def hear(self, message: dict) -> None:
        if message["type"] == "state":
            self.believe(message)
        elif message["type"] == "answer" and message["status"] in (200, 409):
            self.believe(message["body"])
            if (waiting := self._answers.get(message["client_key"])) and not waiting.done():
                waiting.set_result(message["status"])

    async def ask(self) -> None:
        """Look, where there has been no news for a while or some are missing."""
        with contextlib.suppress(*GONE):
            answer = await self.http.get(f"/api/games/{self.game}", params={"since": self.since})
            if answer.status_code == 200:
                self.believe(answer.json())

    # ---- playing -----------------------------------------------------------------------------------------------------

    async def play(self, send) -> None:
        """Take random steps until the game is over."""
        while not self.done:
            self._news.clear()
            if self.state["legal"]:
                await self.step(send)
            elif self.since < self.state["seq"]:
                await self.ask()
            else:
                try:
                    await asyncio.wait_for(self._news.wait(), PATIENCE)
                except TimeoutError:
                    await self.ask()

    async def step(self, send) -> None:
        seq, step, key = self.state["seq"], self.rng.choice(self.state["legal"]), next(self.keys)
        sent = {"seq": seq, "step": step, "client_key": key}
        while (status := await send(sent)) is None:
            pass
        if status == 200:
            self.taken += 1
            assert self.state["seq"] > seq

    async def over_the_socket(self, sent: dict) -> int | None:
        """Send a step; its status, or None: no answer."""
        waiting = self._answers[sent["client_key"]] = asyncio.get_running_loop().create_future()
        try:
            if self._socket is not None:
                await self._socket.send(json.dumps(sent))
            return await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            return None
        except GONE:
            await asyncio.sleep(0.02)  # or who listens would never come to know that the line is broken
            return None
        finally:
            del self._answers[sent["client_key"]]

    async def by_post(self, sent: dict) -> int | None:
        try:
            answer = await self.http.post(f"/api/games/{self.game}/steps", json=sent)
        except GONE:
            await asyncio.sleep(0.02)
            return None
        assert answer.status_code in (200, 409), answer.text
        self.believe(answer.json())
        return answer.status_code


async def sit_down(url: str, game: str) -> tuple[str, list[httpx.Cookies]]:
    """Two people open a game, over a good network; its id and their cookies."""
    async with browser(url) as first, browser(url) as second:
        opened = (await first.post("/api/games", json={"game": game, "seats": ["human", "open"]})).json()
        assert (await second.post(f"/api/games/{opened['id']}/join")).status_code == 200
        return opened["id"], [first.cookies, second.cookies]


async def truth(url: str, cookies: httpx.Cookies, game: str) -> dict:
    """The game as the server itself shows it, over a good network."""
    async with browser(url, cookies) as straight:
        return (await straight.get(f"/api/games/{game}")).json()


@contextlib.asynccontextmanager
async def listening(client: Client, way: str):
    task = asyncio.create_task(client.listen(client.by_socket if way == "socket" else client.by_events))
    try:
        yield client.over_the_socket if way == "socket" else client.by_post
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.http.aclose()


async def until_equal(client: Client, url: str, within: float) -> float:
    """Wait until a client sees what the server would show it; how long it took."""
    began = time.monotonic()
    while True:
        true = await truth(url, client.cookies, client.game)
        if (client.state["seq"], client.state.get("state_hash")) == (true["seq"], true["state_hash"]):
            return time.monotonic() - began
        assert time.monotonic() - began < within, "the right state did not come"
        if time.monotonic() - began > PATIENCE:
            await client.ask()
        await asyncio.sleep(0.01)


async def whole_game(server: str, network: str, game: str, way: str, ledger: Ledger, seed: int) -> None:
    id_, cookies = await sit_down(server, game)
    clients = [Client(network, jar, id_, ledger, random.Random(2 * seed + n)) for n, jar in enumerate(cookies)]
    async with contextlib.AsyncExitStack() as stack:
        ways = [await stack.enter_async_context(listening(client, way)) for client in clients]
        playing = [asyncio.create_task(client.play(send)) for client, send in zip(clients, ways, strict=True)]
        if game == "paris":  # the first to have had enough ends it for both
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for client in clients:
                client.taken = MOST_STEPS
                client._news.set()
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        for client in clients:
            await until_equal(client, server, 10)
            await client.ask()
        observer = await truth(server, httpx.Cookies(), id_)
        known = {event["seq"]: (event["kind"], event["seat"]) for event in observer["events"]}
        for client in clients:
            while client.since < observer["seq"]:
                await client.ask()
            assert client.log == known
    own_hashes = [(await truth(server, jar, id_))["state_hash"] for jar in cookies]
    assert own_hashes == [client.state["state_hash"] for client in clients]
    assert {client.state["seq"] for client in clients} == {observer["seq"]}


@pytest.mark.parametrize("way", ["socket", pytest.param("events", marks=pytest.mark.full)])
def test_games_are_finished_over_a_bad_network_and_everybody_sees_the_same(tmp_path, sample, way):
    games, ledger = sample(3, 300), Ledger()
    tables = [TABLES[n % len(TABLES)] for n in range(games)]

    async def main(server: str) -> dict[str, int]:
        async with bad_network(server, seed=games) as network:
            for first in range(0, games, 6):
                some = enumerate(tables[first : first + 6], first)
                await asyncio.gather(*(whole_game(server, network.url, game, way, ledger, n) for n, game in some))
        return network.counted

    with forking(tmp_path) as forks:
        counted = asyncio.run(main(forks.start()))
        assert "Traceback" not in forks.complaints(), forks.complaints()[:3000]
    sound(tmp_path)
    ledger.held_against(tmp_path)
    wanted = Faults._fields[:5] if way == "socket" else ("double", "delay", "cut")
    assert all(counted[fault] for fault in wanted), counted
    print(f"{games} games by {way}: {counted}")


@pytest.mark.parametrize("way", [pytest.param("socket", marks=pytest.mark.full), "events"])
def test_after_an_outage_the_right_state_is_there_within_two_seconds(tmp_path, sample, way):
    """Given a player whose network is gone while the other goes on, when it returns, then so does the right state."""

    async def outage(server: str, seed: int) -> float:
        rng = random.Random(seed)
        id_, cookies = await sit_down(server, "paris")
        async with bad_network(server, seed) as network:
            client = Client(network.url, cookies[0], id_, Ledger(), rng)
            async with listening(client, way):
                await until_equal(client, server, 10)
                network.down = True
                await network.cut()
                async with browser(server, cookies[1]) as other, browser(server, cookies[0]) as other_device:
                    for n in range(3):
                        for person in (other, other_device):
                            state = (await person.get(f"/api/games/{id_}")).json()
                            if state["legal"]:
                                sent = {"seq": state["seq"], "step": state["legal"][0], "client_key": f"{n}"}
                                assert (await person.post(f"/api/games/{id_}/steps", json=sent)).status_code == 200
                                break
                assert client.state["seq"] < state["seq"] + 1
                network.down = False
                return await until_equal(client, server, 2.0)

    async def main(server: str) -> list[float]:
        return [await outage(server, seed) for seed in range(sample(2, 100))]

    with forking(tmp_path) as forks:
        took = asyncio.run(main(forks.start()))
    print(f"{len(took)} outages by {way}: back after {max(took):.2f} s at most")
