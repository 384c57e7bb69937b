"""Two servers on one PostgreSQL and one NATS, and people who talk to both."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

from server.backends import NatsServer
from server.databases import new_database
from server.processes import Process
from server.times import calm, until

NUMBER = iter(range(1_000_000))
CONNECTED = "lutetia_bus_connected 1.0"


class Pair:
    """`a` and `b` serve the same games."""

    def __init__(self, folder: Path, nats: NatsServer | None, **environment: str) -> None:
        self.nats, self.database = nats, new_database()
        common = {"LUTETIA_DATABASE": self.database, "LUTETIA_BOT_PROCESSES": "1", "LUTETIA_PUBLIC_DOCS": "true"}
        common |= environment
        if nats is not None:
            common["LUTETIA_NATS"] = nats.url
        self.a, self.b = (Process(folder / name, **common) for name in "ab")

    def wait_for_bus(self) -> None:
        """Until both are connected to NATS."""
        until(lambda: all(CONNECTED in httpx.get(f"{server.url}/metrics").text for server in (self.a, self.b)), 60)

    def guest(self) -> Guest:
        return Guest(self)


class Guest:
    """A person with one session at both servers."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.http = httpx.Client(timeout=60, trust_env=False)

    def ask(self, server: Process, method: str, path: str, **more: Any) -> httpx.Response:
        return self.http.request(method, f"{server.url}/api{path}", **more)

    def get(self, server: Process, path: str) -> Any:
        answer = self.ask(server, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, server: Process, path: str, **body: Any) -> Any:
        answer = self.ask(server, "POST", path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def step(self, server: Process, state: dict[str, Any], key: str | None = None, step: str = "") -> httpx.Response:
        body = {"seq": state["seq"], "step": step or state["legal"][0], "client_key": key or f"k{next(NUMBER)}"}
        return self.ask(server, "POST", f"/games/{state['id']}/steps", json=body)

    @contextmanager
    def live(self, server: Process, game: str, since: int = -1) -> Iterator[Socket]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{server.url.replace('http', 'ws')}/api/games/{game}/live?since={since}"
        headers = {"cookie": cookie} if cookie else {}
        with connect(address, additional_headers=headers, compression=None, proxy=None) as socket:
            yield Socket(socket)

    @contextmanager
    def awaiting(self, server: Process) -> Iterator[Iterator[list[str]]]:
        """The lists of games in which this person has to decide, one after each change."""
        with self.http.stream("GET", f"{server.url}/api/me/awaiting/events") as answer:
            lines = (json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line)
            yield ([game["id"] for game in line["games"]] for line in lines if line["type"] == "awaiting")


class Socket:
    """A WebSocket of a game. It remembers all messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[dict[str, Any]] = []

    def until(self, wanted: Callable[[dict[str, Any]], Any], seconds: float = 60.0) -> tuple[dict[str, Any], float]:
        """The next message that is wanted, and after how many seconds of a calm clock it came."""
        began, calmly = time.monotonic(), calm()
        while (left := began + seconds - time.monotonic()) > 0:
            try:
                message = json.loads(self.socket.recv(left))
            except TimeoutError:
                break
            self.messages.append(message)
            if wanted(message):
                return message, calm() - calmly
        raise AssertionError(f"not within {seconds} s: {[(m['type'], m.get('seq')) for m in self.messages]}")

    def state(self, seq: int, seconds: float = 60.0) -> tuple[dict[str, Any], float]:
        return self.until(lambda message: message["type"] == "state" and message["seq"] >= seq, seconds)

    def seqs(self) -> list[int]:
        """Of all events that have arrived."""
        states = [message for message in self.messages if message["type"] == "state"]
        return [event["seq"] for state in states for event in state["events"]]


@contextmanager
def running(pair: Pair) -> Iterator[Pair]:
    with ExitStack() as stack:
        for process in (pair.a, pair.b):
            process.start()
            stack.callback(_stop, process)
        yield pair


def _stop(process: Process) -> None:
    if process.process is not None and process.process.poll() is None:
        process.stop()


def two_people(pair: Pair, **more: Any) -> tuple[str, Guest, Guest]:
    """A running game; the host's and the guest's requests have gone to different servers."""
    host, other = pair.guest(), pair.guest()
    opened = host.post(pair.a, "/games", **{"game": "lumiere", "seats": ["human", "open"]} | more)
    other.post(pair.b, f"/games/{opened['id']}/join")
    return opened["id"], host, other


def decider(server: Process, game: str, *people: Guest) -> tuple[Guest, dict[str, Any]]:
    """Whose decision it is, and their state."""
    for person in people:
        state = person.get(server, f"/games/{game}")
        if state["legal"]:
            return person, state
    raise AssertionError("nobody decides")
