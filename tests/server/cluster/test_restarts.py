"""Games over WebSockets while the server's processes are replaced one after the other: nobody notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from typing import Any

import httpx2 as httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from lutetia.server.store import schema

from server.backends import nats_server
from server.cluster.test_supervisor import PATIENCE, Several, several

SERVICE_RESTART = 1012
ENOUGH = 50
"""Steps."""


class Player:
    """Plays one seat over a WebSocket, and does what a page does when its process stops."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self.client = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.game = ""
        self.state: dict[str, Any] = {"seq": -1}
        self.pending: dict[str, Any] | None = None
        self.taken: dict[str, int] = {}
        """By key: the number that the server has given to a step."""
        self.moves = 0
        """How often a process has sent it elsewhere."""

    async def play(self, enough: asyncio.Event) -> None:
        """Take steps until `enough` or until the game is over."""
        while not self._done(enough):
            cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
            address = f"{self.url.replace('http', 'ws')}/api/games/{self.game}/live?since={self.state['seq']}"
            async with connect(address, additional_headers={"cookie": cookie}) as live:
                try:
                    await self._follow(live, enough)
                except ConnectionClosed as closed:
                    assert closed.rcvd is not None, "every connection is ended, and none breaks"
                    assert closed.rcvd.code == SERVICE_RESTART
                    self.moves += 1
                    await self._send_again()

    def _done(self, enough: asyncio.Event) -> bool:
        return (enough.is_set() and self.pending is None) or self.state.get("status") == "over"

    async def _follow(self, live: Any, enough: asyncio.Event) -> None:
        while not self._done(enough):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    message = json.loads(await live.recv())
                if message["type"] == "answer":
                    self._answered(message["status"], message["body"])
                elif message["type"] == "state":
                    self._show(message)
                else:
                    assert message["type"] != "error", message
            if self.pending is None and self.state.get("legal") and not enough.is_set():
                await asyncio.sleep(0.02)
                key = f"{self.name}-{len(self.taken)}"
                self.pending = {"seq": self.state["seq"], "step": self.state["legal"][0], "client_key": key}
                await live.send(json.dumps(self.pending))

    async def _send_again(self) -> None:
        """The process has stopped before it answered: the same step, with the same key, to another one."""
        if self.pending is not None:
            answer = await self.client.post(f"/api/games/{self.game}/steps", json=self.pending)
            self._answered(answer.status_code, answer.json())

    def _answered(self, status: int, body: dict[str, Any]) -> None:
        assert status == 200, body
        assert self.pending is not None
        assert body["seq"] == self.pending["seq"] + 1
        self.taken[self.pending["client_key"]] = body["seq"]
        self.pending = None
        self._show(body)

    def _show(self, state: dict[str, Any]) -> None:
        if state["seq"] >= self.state["seq"]:
            self.state = state


async def sit_down(url: str) -> list[Player]:
    """Two players at one table, each with a connection of their own."""
    host, guest = Player(url, "host"), Player(url, "guest")
    made = await host.client.post("/api/games", json={"game": "lumiere", "seats": ["human", "open"]})
    host.game = guest.game = made.json()["id"]
    joined = await guest.client.post(f"/api/games/{guest.game}/join", json={})
    assert joined.status_code == 200, joined.text
    return [host, guest]


async def restart_while_playing(server: Several, times: int) -> list[Player]:
    players: list[Player] = []
    enough = asyncio.Event()

    async def table() -> None:
        while not enough.is_set():
            both = await sit_down(server.url)
            players.extend(both)
            await asyncio.gather(*(player.play(enough) for player in both))

    tables = [asyncio.create_task(table()) for _table in range(3)]
    async with asyncio.timeout(60):
        while sum(bool(player.taken) for player in players) < len(tables):  # they play, so they are connected
            await asyncio.sleep(0.05)
    for time in range(1, times + 1):
        server.parent.send_signal(signal.SIGHUP)
        async with asyncio.timeout(60):
            while server.logged("process replaced") < 2 * time:
                assert not any(task.done() for task in tables), [task for task in tables if task.done()]
                await asyncio.sleep(0.05)
    async with asyncio.timeout(60):
        while sum(len(player.taken) for player in players) <= ENOUGH:
            await asyncio.sleep(0.05)
    enough.set()
    await asyncio.gather(*tables)
    for player in players:
        await player.client.aclose()
    return players


def test_games_go_on_while_the_processes_are_replaced(tmp_path, postgres, sample):
    """Every step is taken exactly once, and no client sees an error or a broken connection."""
    database = postgres.new_database("restarts")
    with (
        nats_server() as nats,
        several(tmp_path / "data", database, LUTETIA_NATS=nats.url) as server,
    ):
        players = asyncio.run(restart_while_playing(server, sample(1, 5)))
        assert "Traceback" not in server.log.read_text()
    acknowledged = {(player.game, key): seq for player in players for key, seq in player.taken.items()}
    event = schema.event.c
    wanted = sa.select(event.game, event.client_key, event.seq).where(event.kind == "step")
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        stored = [((row[0], row[1]), row[2]) for row in connection.execute(wanted)]
    engine.dispose()
    assert dict(stored) == acknowledged
    assert len(stored) == len(acknowledged) > ENOUGH
    assert sum(player.moves for player in players) >= 3
