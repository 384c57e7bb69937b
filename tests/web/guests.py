"""People without a browser: they sit down, play through the HTTP API, and lend a browser their session."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from visitors import Person

State = dict[str, Any]
Choose = Callable[[list[str], random.Random], str]

LONGEST_NAMES = (
    "Apollonia-Konstantina Przybyszewska-Żuk",
    "Maximiliano Guilherme Vasconcelos Távora",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Květoslava Nejedlá-Šťovíčková z Rožmberka",
)
"""Names of 39 to 41 characters, cut to the 40 that an account allows; one of them is a single word."""


class Guest:
    """One session of the HTTP API."""

    def __init__(self, url: str) -> None:
        self.url, self.jar = url, CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self.jar)).open

    def rename(self, name: str) -> None:
        """Take a name. The session must have begun, with a table."""
        self.ask("/api/me", {"name": name[:40]}, "PATCH")

    def ask(self, path: str, body: Any = None, method: str | None = None) -> Any:
        """GET without a body, POST with one; returns the JSON of the response."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"content-type": "application/json"}, method=method)
        with self._open(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def cookies(self) -> list[dict[str, str]]:
        """The session, for a browser."""
        return [{"name": one.name, "value": one.value or "", "url": self.url} for one in self.jar]

    def state(self, id_: str) -> State:
        found: State = self.ask(f"/api/games/{id_}")
        return found

    def step(self, id_: str, state: State, step: str) -> State:
        body = {"seq": state["seq"], "step": step, "client_key": f"{state['seq']}-{random.random()}"}
        found: State = self.ask(f"/api/games/{id_}/steps", body)
        return found


class Party:
    """Some guests at one table. The first is the one who lends a browser the session."""

    def __init__(self, url: str, game: str, names: Sequence[str], **more: Any) -> None:
        self.guests = [Guest(url) for _name in names]
        host, *others = self.guests
        seats = ["human", *["open"] * len(others)]
        self.id = str(host.ask("/api/games", {"game": game, "seats": seats, "private": True, **more})["id"])
        host.rename(names[0])
        for guest, name in zip(others, names[1:], strict=True):
            guest.ask(f"/api/games/{self.id}/join", {})
            guest.rename(name)
        self.seated = {str(guest.state(self.id)["seat"]): guest for guest in self.guests}

    @property
    def host(self) -> Guest:
        return self.guests[0]

    def now(self) -> tuple[State, Guest]:
        """The state as the one who has to decide sees it; the host's once the game is over."""
        state = self.host.state(self.id)
        if state["status"] != "running":
            return state, self.host
        mover = self.seated[state["view"]["seat"]]
        return (state if mover is self.host else mover.state(self.id)), mover

    def play(self, choose: Choose, rng: random.Random, until: Callable[[State], bool]) -> State:
        """Play until a state is as wanted, or over; returns it as the one who has to decide sees it."""
        state, mover = self.now()
        while state["status"] == "running" and not until(state):
            state = mover.step(self.id, state, choose(state["legal"], rng))
            if state["status"] != "running":
                state, mover = self.now()
            elif not state["legal"]:  # somebody else goes on, whom the answer names
                mover = self.seated[state["view"]["seat"]]
                state = mover.state(self.id)
        return state


def taken(state: State) -> int:
    """How many steps have been taken."""
    return sum(len(turn["steps"]) for turn in state["view"]["turns"])


def my_turn(player: Guest | Person, id_: str) -> State:
    """The game once it is this player's decision, or over; bots think meanwhile."""
    for _try in range(3_000):
        state: State = player.state(id_)
        if state["legal"] or state["status"] == "over":
            return state
        time.sleep(0.02)
    raise AssertionError("the others think too long")
