"""People at tables of a cluster: several tabs per seat that race, spectators, and a record of all they were told.

A client does what a page does: it listens on a WebSocket from any process, sends steps over it or by HTTP, and after an
error or a silence sends the same again under the same key until there is an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from typing import Any

import httpx2 as httpx
import websockets

from server.cluster.history import History, Operation
from server.ledger import Ledger

GONE = (httpx.TransportError, OSError, websockets.WebSocketException, TimeoutError, EOFError)
ANSWER_SECONDS = 2.0
"""How long a client waits for an answer until it asks again, perhaps another process."""
UNAVAILABLE = (502, 503, 504)
TABLES = (
    ("lumiere", ["human", "open"]),
    ("lumiere", ["human", "level1"]),
    ("paris", ["human", "open", "open"]),
    ("paris", ["human", "random"]),
)
Json = dict[str, Any]


class Tab:
    """One page of a person at one game, or of a spectator (`cookies` empty)."""

    def __init__(self, party: Party, name: str, game: str, cookies: httpx.Cookies, *, plays: bool) -> None:
        self.party, self.name, self.game, self.cookies, self.plays = party, name, game, cookies, plays
        self.state: Json = {"seq": -1, "status": "waiting", "legal": [], "state_hash": None}
        self.asked = False
        self._http: httpx.AsyncClient | None = None
        self._socket: websockets.ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._news = asyncio.Event()

    @property
    def crew(self) -> Crew:
        return self.party.crew

    def believe(self, state: Json) -> None:
        """Take over a state, unless it is older than what is known."""
        self.crew.ledger.show(state)
        if state["seq"] > self.state["seq"]:
            self.state = state
            self._news.set()

    # ---- listening ---------------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Keep a WebSocket open."""
        for number in itertools.count():
            with contextlib.suppress(*GONE):
                await self._listen_once(f"{self.name}.{number}")
            self._socket = None
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_result({"status": 0, "body": {}})
            await asyncio.sleep(self.crew.rng.uniform(0.05, 0.15))

    async def _listen_once(self, connection: str) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = f"{self.crew.url.replace('http', 'ws')}/api/games/{self.game}/live"
        wanted = {"additional_headers": {"cookie": cookie}, "compression": None, "proxy": None, "open_timeout": 2}
        first: Operation | None = self.crew.history.invoke(self.name, self.game, "read")
        async with websockets.connect(address, max_size=None, ping_interval=None, **wanted) as self._socket:
            async for text in self._socket:
                message = json.loads(text)
                if message["type"] == "state":
                    if first is not None:
                        self.crew.history.ok(first, message)
                        first = None
                    self.crew.history.pushed(connection, message)
                    self.believe(message)
                elif message["type"] == "answer":
                    waiting = self._answers.get(message["client_key"])
                    if waiting is not None and not waiting.done():
                        waiting.set_result(message)
                elif message["type"] == "error" and message["error"]["code"] != "store":
                    self.crew.history.untrue.append(f"{connection}: {text[:300]!r}")

    # ---- acting ------------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Take random steps, race, look, and take steps back, until the game is over."""
        rng = self.crew.rng
        while self.state["status"] != "over":
            await self.crew.may_act.wait()
            self.asked = True
            try:
                chance = rng.random()
                if chance < 0.1 or self.state["seq"] < 0:
                    await self.look()
                elif self.state["legal"] and chance < 0.15 and self.state["undo"]["how"] == "free":
                    await self.change("undo", None)
                elif self.state["legal"]:
                    await self.change("step", rng.choice(self.state["legal"]))
            finally:
                self.asked = False
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rng.uniform(0.0, self.crew.think)):
                    await self._news.wait()
            await asyncio.sleep(rng.uniform(0.0, self.crew.think / 4))

    async def look(self) -> None:
        """Ask for the state once."""
        reading = self.crew.history.invoke(self.name, self.game, "read")
        status, state = await self.request("GET", f"/api/games/{self.game}", None)
        if status == 200:
            self.crew.history.ok(reading, state)
            self.believe(state)

    async def change(self, kind: str, step: str | None) -> None:
        """Send a step or an undo until it is answered."""
        key, chosen_at = next(self.crew.keys), self.state["seq"]
        operation = self.crew.history.invoke(self.name, self.game, kind, key=key, step=step, chosen_at=chosen_at)
        body = {"seq": chosen_at, "client_key": key} | ({"step": step} if step is not None else {})
        for attempt in itertools.count():
            sent = time.monotonic()
            if kind == "step" and self._socket is not None and (attempt + len(key)) % 2 == 0:
                status, answer = await self._over_the_socket(body)
            else:
                status, answer = await self.request(
                    "POST", f"/api/games/{self.game}/{'steps' if kind == 'step' else 'undo'}", body
                )
            if status == 200:
                self.crew.history.ok(operation, answer)
                self.believe(answer)
                if kind == "step":
                    self.crew.ledger.acknowledge(answer, key, str(step))
            elif status == 409 and "error" not in answer:
                self.crew.history.conflict(operation, sent, answer)
                self.believe(answer)
            elif status in (409, 422):
                self.crew.history.fail(operation)
                await self.look()
            else:
                self.crew.retries += 1
                await asyncio.sleep(self.crew.rng.uniform(0.02, 0.1))
                continue
            return

    async def _over_the_socket(self, body: Json) -> tuple[int, Json]:
        """Status and body of the answer; 0: there was none."""
        waiting = self._answers[body["client_key"]] = asyncio.get_running_loop().create_future()
        try:
            assert self._socket is not None
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._socket.send(json.dumps(body))
                answer = await waiting
        except GONE:
            return 0, {}
        finally:
            del self._answers[body["client_key"]]
        return self._checked(answer["status"], answer["body"], "step over the socket")

    async def request(self, method: str, path: str, body: Json | None) -> tuple[int, Json]:
        """Status and body of the answer; 0: there was none."""
        if self._http is None:
            self._http = self.crew.browser(self.cookies)
        try:
            answer = await self._http.request(method, path, json=body)
            return self._checked(answer.status_code, answer.json(), path)
        except GONE:
            await self.close()  # the next connection may lead to another process
            return 0, {}

    def _checked(self, status: int, body: Json, what: str) -> tuple[int, Json]:
        """Nobody who plays here is a stranger, and nothing that they ask for is missing."""
        if status not in (0, 200, 201, 409, 422, *UNAVAILABLE):
            self.crew.history.untrue.append(f"{self.name}: {what} answered {status} {str(body)[:300]}")
        return status, body

    async def close(self) -> None:
        if self._http is not None:
            http, self._http = self._http, None
            await http.aclose()


class Party:
    """The people of one table after the other."""

    def __init__(self, crew: Crew, number: int) -> None:
        self.crew, self.number = crew, number
        self.kind, self.seats = TABLES[number % len(TABLES)]
        people = sum(seat in ("human", "open") for seat in self.seats)
        self.cookies = [httpx.Cookies() for _person in range(people)]
        self.tabs: list[Tab] = []
        self.finished = 0

    async def run(self) -> None:
        """Play game after game."""
        while True:
            game = await self._open()
            self.tabs = [
                Tab(self, f"p{self.number}.{person}.{tab}", game, cookies, plays=True)
                for person, cookies in enumerate(self.cookies)
                for tab in range(self.crew.tabs)
            ]
            self.tabs.append(Tab(self, f"p{self.number}.spectator", game, httpx.Cookies(), plays=False))
            listening = [asyncio.create_task(tab.listen()) for tab in self.tabs]
            playing = [asyncio.create_task(tab.play()) for tab in self.tabs if tab.plays]
            try:
                await asyncio.gather(*playing)
                self.finished += 1
            finally:
                for task in (*listening, *playing):
                    task.cancel()
                await asyncio.gather(*listening, *playing, return_exceptions=True)
                for tab in self.tabs:
                    await tab.close()

    async def _open(self) -> str:
        """Open a table and sit down, whatever fails in between. Like a page, everybody gets a cookie first."""
        for person, cookies in enumerate(self.cookies):
            if not cookies:
                await self._until_answered(person, "/api/me/guest", {})
        opening = {"game": self.kind, "seats": self.seats, "client_key": next(self.crew.keys)}
        state = await self._until_answered(0, "/api/games", opening)
        for person in range(1, len(self.cookies)):
            joining = {"client_key": next(self.crew.keys)}
            await self._until_answered(person, f"/api/games/{state['id']}/join", joining)
        return str(state["id"])

    async def _until_answered(self, person: int, path: str, body: Json) -> Json:
        while True:
            async with self.crew.browser(self.cookies[person]) as browser:
                with contextlib.suppress(*GONE):
                    answer = await browser.post(path, json=body)
                    self.cookies[person] = browser.cookies
                    if answer.status_code in (200, 201):
                        return dict(answer.json())
                    if answer.status_code not in UNAVAILABLE:
                        self.crew.history.untrue.append(f"{path} answered {answer.status_code} {answer.text[:300]}")
                        await asyncio.sleep(1)
            await asyncio.sleep(0.05)


class Crew:
    """All parties of a run."""

    def __init__(self, url: str, seed: int, *, parties: int = 4, tabs: int = 2, think: float = 0.05) -> None:
        """`tabs`: open pages of each player; `think`: at most so many seconds between two requests of each."""
        self.url, self.tabs, self.think = url, tabs, think
        self.rng = random.Random(seed)
        self.history, self.ledger = History(), Ledger()
        self.keys = (f"s{seed}-{number}" for number in itertools.count())
        self.retries = 0
        self.parties = [Party(self, number) for number in range(parties)]
        self.may_act = asyncio.Event()
        self.may_act.set()
        self._tasks: list[asyncio.Task[None]] = []

    def browser(self, cookies: httpx.Cookies) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.url, cookies=cookies, timeout=ANSWER_SECONDS, verify=False, trust_env=False
        )

    async def __aenter__(self) -> Crew:
        self._tasks = [asyncio.create_task(party.run()) for party in self.parties]
        return self

    async def __aexit__(self, *_error: object) -> None:
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def raise_errors(self) -> None:
        """Raise what has ended a party."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    @property
    def open_tabs(self) -> list[Tab]:
        return [tab for party in self.parties for tab in party.tabs]

    @property
    def finished(self) -> int:
        return sum(party.finished for party in self.parties)
