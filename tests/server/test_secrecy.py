"""Secrecy of the API: two games that differ only in what a viewer may not know send that viewer the same bytes.

A game is played for a while. From all that one viewer has seen of it another game is imagined that looks the same to
it: other stacks, other hands, other tiles taken in secret. Both are played on servers of their own that draw the same
ids and have the same time, and everything that reaches the viewer is written down: every route, every header, a socket
and a stream of events. Nothing may differ.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from operator import eq

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia.server.http.app import make_app
from lutetia.server.live import feed
from lutetia.server.ops.settings import Settings

from configurations import CONFIGURATIONS, FULL, ON_CLUSTER, ON_POSTGRES, new, walk
from server.cluster import repeatable
from server.conftest import HERE, LIVE, stranger
from server.times import Time, until

CASES = [  # a table, a viewer (None: a spectator), the share of the game that is played
    ("lumiere random", "orange", 0.12),
    ("lumiere two tiles", "blue", 0.2),
    ("lumiere two tiles", None, 0.2),
    ("paris for two", "p1", 0.3),
    ("paris for three, closed", "p2", 0.95),
    ("paris for three, closed", None, 0.3),
]
MORE = [
    (name, viewer, share)
    for name in CONFIGURATIONS
    for viewer in (None, *new(name, 0).ruleset.seats)
    for share in ((0.05, 0.15, 0.3) if "lumiere" in name else (0.2, 0.6, 0.93))
]

EACH = [
    [case for case in MORE if case[0] == name][number * 4 % (3 + 3 * len(new(name, 0).ruleset.seats))]
    for number, name in enumerate(CONFIGURATIONS)
]
"""Every configuration once, with the viewers and the moments in turn."""
CHOSEN = [CASES[0], CASES[-1]][: 1 if ON_CLUSTER else 2] if not FULL else [*CASES, *(EACH if ON_POSTGRES else MORE)]


def played(name, share, seed):
    """A game after a share of its steps."""
    whole = new(name, seed)
    steps = list(walk(whole, random.Random(seed)))
    game = new(name, seed)
    for step in steps[: max(3, int(len(steps) * share))]:
        game.play(step)
    return game


def pair(name, viewer, share):
    """Two records that the viewer could never tell apart so far, though they differ: in secret steps, if there are any.

    A view does not tell what was held in the past, or which end-game tiles were left; but who saw it remembers. So
    late in a game many must be looked through until one still has a secret.
    """
    for seed in range(1_000):
        game = played(name, share, seed // 2)
        record = game.record()
        other = lutetia.imagine(game.view(viewer), seed=seed).record()
        secret = any("?" in step for turn in game.view(viewer)["turns"] for step in turn["steps"])
        differ = other["turns"] != record["turns"] if secret else other["setup"] != record["setup"]
        if differ and all(map(eq, memories(other, viewer), memories(record, viewer))):
            return record, other
    raise AssertionError("in no game something was hidden")


def memories(record, viewer):
    """Everything the viewer has seen, from the beginning."""
    game = lutetia.replay(record, steps=0)
    yield game.view(viewer)
    for turn in record["turns"]:
        for step in turn["steps"]:
            game.play(step)
            yield game.view(viewer)


class Scribe:
    """Writes down all that reaches the viewer: answers, and the messages of a WebSocket and of an event stream."""

    def __init__(self, client, id_):
        self.client, self.id = client, id_
        self.written = []
        self.socket, self.heard, self.seq = None, [], -1

    def write(self, label, what):
        self.written.append((label, what))

    def ask(self, method, path, **more):
        answer = self.client.request(method, path, **more)
        headers = sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")
        self.write(f"{method} {path} {more}", (answer.status_code, headers, answer.content))
        assert answer.status_code < 500, answer.text
        return answer

    def settle(self):
        """Wait until both connections have shown the latest event. From another process it comes a moment later, and
        two that come together are one message: how many there are would depend on chance."""
        seq = self.client.get(f"/api/games/{self.id}").json()["seq"]
        while self.seq < seq:
            message = self.socket.receive_text()
            self.write("socket", message)
            self.seq = json.loads(message)["seq"]
        until(lambda: f'"seq":{seq},'.encode() in events(self.heard)[-1])

    def around(self, id_, steps, viewer, rng):
        """Every route that can be read without changing the game, and the refusals of those that would change it."""
        here = f"/api/games/{id_}"
        state = self.ask("GET", here).json()
        since = max(-1, state["seq"] - 3)
        for query in ("?text=1", f"?since={since}", f"?seat={rng.choice(('orange', 'blue', 'p1', 'p2', 'nobody'))}"):
            self.ask("GET", here + query)
        self.ask("GET", f"{here}/record?download=true")
        at = rng.randrange(steps + 1)
        self.ask("GET", f"{here}/at/{at}")
        self.ask("GET", f"{here}/at/{steps}?seat={rng.choice(state['view']['seats'])}")
        self.ask("GET", f"{here}/at/{steps + 1}")
        self.ask("GET", f"{here}/told")
        self.ask("GET", f"{here}/told?at={at}")
        self.ask("GET", f"{here}/at/{at}?text=1")
        token = self.ask("POST", f"{here}/share", json={"step": at}).json()["token"]
        self.ask("GET", f"/api/shared/{token}")
        self.ask("GET", f"/api/shared/{token}/at/{at}?text=1")
        self.ask("GET", f"/api/shared/{token}/at/{steps + 1}")
        self.ask("POST", "/api/what-if", json={"game": id_, "steps": state["legal"][:1]})
        self.ask("POST", "/api/what-if", json={"game": id_, "at": at})
        self.ask("POST", "/api/what-if", json={"token": token})
        for perspective in ("decider", "open"):
            beside = {"game": id_, "at": at, "perspective": perspective}
            self.ask("POST", "/api/what-if?text=1", json=beside)
        self.ask("POST", "/api/what-if/preview", json={"game": id_, "at": at, "step": "pass"})
        self.ask("POST", "/api/what-if/prospects", json={"game": id_, "at": at})
        self.ask("POST", "/api/what-if/hint", json={"game": id_, "at": at})
        self.ask("GET", f"{here}/at/{at}?open=true")
        self.ask("GET", f"{here}/told?at={at}&open=true")
        for action in ("hint", "analysis", "rematch", "back", "go-on", "pause", "join", "start", "fill"):
            self.ask("POST", f"{here}/{action}")
            self.settle()
        self.ask("GET", f"{here}/replay.html")
        self.ask("GET", f"{here}/prospects")
        words = lutetia.ruleset(
            state["about"]["game"], options=state["about"]["options"], players=len(state["seats"])
        ).step_texts
        for step in (*rng.sample(words, 6), *state["legal"][:2]):
            self.ask("POST", f"{here}/preview", json={"step": step})
        for step in {*rng.sample(words, 6)} - {*state["legal"]}:
            self.ask("POST", f"{here}/steps", json={"seq": state["seq"], "step": step, "client_key": f"no-{step}"[:60]})
        self.ask("POST", f"{here}/steps", json={"seq": since, "step": words[0], "client_key": f"late-{steps}"})
        for path in ("/api/games?status=running", "/api/me", "/api/me/games", "/api/me/export", f"{here}/chat"):
            self.ask("GET", path)


@contextmanager
def listening(client, id_):
    """The viewer's stream of events, driven by hand: the test client would wait for its end. Yields what is heard."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = [(b"host", b"localhost:1889"), (b"cookie", cookie.encode())]
    path = f"/api/games/{id_}/events"
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"scheme": "http", "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 1889)}
    heard = []

    async def begin():
        over = asyncio.Event()

        asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive():
            if request := next(asked, None):
                return request
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            headers = sorted(header for header in message.get("headers", []) if header[0] != b"date")
            heard.append(message.get("body", repr(headers)))

        return over, asyncio.create_task(client.app(scope | {"http_version": "1.1"}, receive, send))

    over, task = client.portal.call(begin)
    yield heard

    async def end():
        over.set()
        await task

    client.portal.call(end)


def events(heard):
    """The stream's head, and its messages, in however many pieces they came."""
    return [*heard[:1], *filter(None, b"".join(heard[1:]).split(b"\n\n"))]


def traffic(record, viewer, folder, monkeypatch, every):
    """Play a record on a server of its own; all that reached the viewer."""
    rng, time, shared = random.Random(1), Time(), folder / "shared"
    monkeypatch.setattr(feed, "KEEPALIVE", 3_600)  # how busy this machine is says nothing about secrets
    for name, drawn in (("choice", rng.choice), ("randbelow", rng.randrange)):
        monkeypatch.setattr(secrets, name, drawn)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: rng.randbytes(size).hex())
    begun = record | {"turns": [], "result": None}
    settings = Settings(data=folder, limits=False, bot_processes=1, log_level="error", away_seconds=9_000)
    repeatable.prepare(shared, begun, time())
    elsewhere = {"environment": {repeatable.VARIABLE: str(shared)}} if ON_CLUSTER else {}
    app = make_app(settings, now=time, deal=lambda *_game, **_more: lutetia.replay(begun), **elsewhere)
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        repeatable.begin(shared)
        people = {seat: stranger(client) for seat in record["seats"]}
        first, *others = record["seats"]
        wanted = {"game": record["game"], "options": record["options"], "private": False}
        wanted |= {"edition": record["edition"] if isinstance(record["edition"], dict) else None}
        wanted["private"] = wanted["edition"] is not None
        wanted |= {"seats": ["human", *["open"] * len(others)], "pace": {"kind": "live", "base": 9_000}}
        id_ = people[first].post("/api/games", json=wanted).json()["id"]
        for seat in others:
            assert people[seat].post(f"/api/games/{id_}/join").status_code == 200

        app.state.services.jobs.suggest = partial(repeatable.suggest, None)
        watcher = people.get(viewer) or stranger(client)
        scribe = Scribe(watcher, id_)
        scribe.ask("POST", "/api/friends/link")
        steps = [(turn["seat"], step) for turn in record["turns"] for step in turn["steps"]]
        address = f"{LIVE}/api/games/{id_}/live?since=-1&text=1"
        with (
            listening(watcher, id_) as scribe.heard,
            suppress(CancelledError),
            watcher.websocket_connect(address) as scribe.socket,
        ):
            scribe.write("socket", scribe.socket.receive_text())  # the state; who is here comes next
            scribe.seq = json.loads(scribe.written[-1][1])["seq"]
            scribe.write("socket", scribe.socket.receive_text())
            until(lambda: len(events(scribe.heard)) == 3)  # the stream's head and the same two
            asked = random.Random(2)
            for number, (seat, step) in enumerate(steps):
                if number % every == 0:
                    scribe.around(id_, number, viewer, asked)
                time.goes_on(seconds=1)
                repeatable.set_clock(shared, time())
                done = people[seat].post(
                    f"/api/games/{id_}/steps?text=1", json={"seq": scribe.seq, "step": step, "client_key": f"k{number}"}
                )
                assert done.status_code == 200, done.text
                if seat == viewer:
                    scribe.write("answer", done.content)
                scribe.settle()
            scribe.around(id_, len(steps), viewer, asked)
            if viewer is not None:
                scribe.ask("POST", f"/api/games/{id_}/undo")
                scribe.settle()
                scribe.ask("POST", f"/api/games/{id_}/undo", json={"agree": False})
                scribe.settle()
            before = len(events(scribe.heard))
            scribe.ask("POST", f"/api/games/{id_}/leave")
            scribe.settle()
            last = viewer is not None  # of a player the event; that this one still looks on is told some seconds later
            scribe.write("events", events(scribe.heard)[: before + last])
    return scribe.written


@pytest.mark.parametrize(("name", "viewer", "share"), CHOSEN)
def test_hidden_information_changes_no_byte_of_a_response(name, viewer, share, tmp_path, sample, monkeypatch):
    """A few games in ./test; with --full every configuration of tests/configurations.py through everybody's eyes."""
    real, other = pair(name, viewer, share)
    length = sum(len(turn["steps"]) for turn in real["turns"])
    every = max(1, length // sample(2, 12))
    one = traffic(real, viewer, tmp_path / "one", monkeypatch, every)
    two = traffic(other, viewer, tmp_path / "two", monkeypatch, every)
    assert len(one) == len(two) > 60
    for mine, theirs in zip(one, two, strict=True):
        assert mine == theirs
