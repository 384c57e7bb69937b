"""kill -9 at any moment: no acknowledged step is lost, none is applied twice, and every game continues."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time

import httpx2 as httpx
import sqlalchemy as sa
import websockets

from lutetia.server.store import schema

from server import databases
from server.conftest import serving
from server.forks import forking
from server.ledger import Ledger, sound

TABLES = (
    ("lumiere", ["human", "open"]),
    ("lumiere", ["human", "random"]),
    ("paris", ["human", "open", "open"]),
    ("paris", ["human", "human"]),
    ("lumiere", ["human", "open"]),
    ("paris", ["human", "open"]),
)
GONE = (httpx.TransportError, OSError, websockets.WebSocketException)


class Party:
    """The people of one table. They take random steps, sometimes back, and remember what they were told."""

    def __init__(self, number: int, ledger: Ledger, rng: random.Random) -> None:
        self.game, self.seats = TABLES[number % len(TABLES)]
        self.ledger, self.rng = ledger, rng
        self.keys = (f"party{number}-{n}" for n in itertools.count())
        self.cookies: list[httpx.Cookies] = [httpx.Cookies() for seat in self.seats if seat in ("human", "open")]
        self.id: str | None = None
        self.unanswered: dict[str, object] | None = None
        self.finished = 0

    async def play(self, url: str) -> None:
        """Play until the server is gone."""
        people = [
            httpx.AsyncClient(base_url=url, cookies=cookies, timeout=20, verify=False, trust_env=False)
            for cookies in self.cookies
        ]
        listening = None
        try:
            if self.id is None:
                await self.sit_down(people)
            listening = asyncio.create_task(self.listen(url, people[0]))
            await self.come_back(people)
            while True:
                await self.act(people)
        except GONE:
            pass
        finally:
            if listening is not None:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            self.cookies = [person.cookies for person in people]
            await asyncio.gather(*(person.aclose() for person in people))

    async def sit_down(self, people: list[httpx.AsyncClient]) -> None:
        self.unanswered = None
        opened = await people[0].post("/api/games", json={"game": self.game, "seats": self.seats})
        assert opened.status_code == 201, opened.text
        self.id = opened.json()["id"]

    async def listen(self, url: str, person: httpx.AsyncClient) -> None:
        """What is told on a socket is as good as a promise: it must have been written before."""
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        address = f"{url.replace('http', 'ws')}/api/games/{self.id}/live"
        with_cookie = {"additional_headers": {"cookie": cookie}, "compression": None, "proxy": None}
        try:
            async with websockets.connect(address, **with_cookie) as socket:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "state":
                        self.ledger.show(message)
        except GONE:
            return

    async def come_back(self, people: list[httpx.AsyncClient]) -> None:
        """After a restart: who did not sit down yet does; a step without an answer is sent again, as it was."""
        for person in people[1:] if "open" in self.seats else []:
            joined = await person.post(f"/api/games/{self.id}/join")
            assert joined.status_code == 200 or joined.json()["error"]["code"] == "no-seat", joined.text
        if self.unanswered is not None:
            sent, person = self.unanswered["sent"], people[self.unanswered["by"]]
            again = await person.post(f"/api/games/{self.id}/steps", json=sent)
            assert again.status_code == 200, "it was done once, or is done now"
            self.ledger.acknowledge(again.json(), sent["client_key"], sent["step"])
            self.unanswered = None

    async def act(self, people: list[httpx.AsyncClient]) -> None:
        for by, person in enumerate(people):
            state = (await person.get(f"/api/games/{self.id}")).json()
            self.ledger.show(state)
            if state["status"] == "over":
                self.finished += 1
                self.id = None
                await self.sit_down(people)
                await self.come_back(people)
                return
            if state["undo"]["how"] == "free" and self.rng.random() < 0.05:
                undone = await person.post(f"/api/games/{self.id}/undo")
                if undone.status_code != 200:  # a bot has ended the game meanwhile
                    assert undone.status_code == 422, undone.text
                    state = (await person.get(f"/api/games/{self.id}")).json()
                    assert state["status"] == "over", (undone.text, state)
                    return
                state = undone.json()
                self.ledger.show(state)
            if state["legal"]:
                await self.step(by, person, state)
                return
        await asyncio.sleep(0.002)  # a bot thinks

    async def step(self, by: int, person: httpx.AsyncClient, state: dict) -> None:
        sent = {"seq": state["seq"], "step": self.rng.choice(state["legal"]), "client_key": next(self.keys)}
        self.unanswered = {"sent": sent, "by": by}
        answer = await person.post(f"/api/games/{self.id}/steps", json=sent)
        self.unanswered = None
        assert answer.status_code == 200, answer.text
        self.ledger.acknowledge(answer.json(), sent["client_key"], sent["step"])


def test_kills_lose_no_acknowledged_step(tmp_path, sample, record_property):
    kills = sample(6, 1000)
    ledger, rng = Ledger(), random.Random(kills)
    parties = [Party(number, ledger, random.Random(number)) for number in range(len(TABLES))]

    async def killed(forks) -> None:
        playing = asyncio.gather(*(party.play(forks.url) for party in parties))
        enough = ledger.acknowledged + rng.randrange(25)  # by answers, not by time: machines are busy or not
        while ledger.acknowledged < enough:
            await asyncio.sleep(0.001)
        await asyncio.sleep(rng.uniform(0.0, 0.005))
        await asyncio.to_thread(forks.kill)
        await playing

    with forking(tmp_path) as forks:
        for kill in range(kills):
            if rng.random() < 0.15:  # some die before they are ready
                forks.fork()
                time.sleep(rng.uniform(0.0, 0.1))
                forks.kill()
            forks.start()
            asyncio.run(killed(forks))
            if kill % 50 == 49:
                sound(tmp_path)
        complaints = forks.complaints()
    sound(tmp_path)
    steps = ledger.held_against(tmp_path)
    assert steps > 8 * kills, "the kills came into the middle of play"
    assert "Traceback" not in complaints, complaints[:3000]
    record_property("kills", kills)
    record_property("steps", steps)
    print(f"{kills} kills, {steps} acknowledged steps, {sum(party.finished for party in parties)} games finished")


def test_after_a_kill_bots_continue_by_themselves(tmp_path):
    """Given two bots in the middle of a game, when the server is killed and started again, and somebody watches, then
    they finish it."""
    member = {"login": "gustave", "password": "le fer et la lumière"}
    with serving(tmp_path) as process, httpx.Client(timeout=60) as client:
        assert client.post(f"{process.url}/api/me/register", json=member).status_code in (200, 201)
        state = client.post(f"{process.url}/api/games", json={"game": "paris", "seats": ["level1", "level1"]}).json()
        begun = wait_for(lambda: stored(tmp_path, state["id"])[0] > 5)
        assert begun, "bots play"
        process.kill()
        seq, status = stored(tmp_path, state["id"])
        assert status == "running"
        process.start()
        assert client.get(f"{process.url}/api/games/{state['id']}").status_code == 200
        assert wait_for(lambda: stored(tmp_path, state["id"])[1] == "over"), stored(tmp_path, state["id"])
    assert stored(tmp_path, state["id"])[0] > seq
    sound(tmp_path)


def stored(data, game: str) -> tuple[int, str]:
    """A game's seq and status, from the database itself: nobody asks the server."""
    wanted = sa.select(schema.game.c.seq, schema.game.c.status).where(schema.game.c.id == game)
    with databases.opened(data) as connection:
        return tuple(connection.execute(wanted).one())


def wait_for(true, seconds: float = 180.0) -> bool:
    """Look until something is true. A whole game of two bots takes long on a busy machine."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return False
