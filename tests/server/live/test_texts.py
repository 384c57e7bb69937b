"""Texts in states: what a client puts together from its messages is what the whole text says, at every step."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from server.conftest import new_game
from server.processes import serving

PATIENCE = 20


@pytest.fixture
def at_table(url):
    """A function that seats readers at a new game; their sockets are closed at the end."""
    with ExitStack() as sockets:

        def seat(game, languages, seats=None, watchers=1):
            """`seats`: open ones for all but the first, unless they are named."""
            readers = [Reader(url, language, sockets) for language in languages]
            players = readers[: len(readers) - watchers]
            id_ = new_game(players[0].person, *(seats or ["human", *["open"] * (len(players) - 1)]), game=game)["id"]
            for one in players[1:]:
                assert one.person.post(f"/api/games/{id_}/join").status_code == 200
            for one in readers:
                one.sit_down(id_)
            return readers

        yield seat


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("texts"), LUTETIA_BOT_PROCESSES="1") as process:
        yield process.url


class Reader:
    """A person with a language and, once at a table, a WebSocket; puts the texts together as a page does."""

    def __init__(self, url, language, open_sockets):
        self.open = open_sockets
        self.person = httpx.Client(base_url=url, timeout=PATIENCE, cookies={"language": language})
        self.language = language
        self.state = self.texts = None
        self.incremental = 0

    def sit_down(self, id_):
        self.id = id_
        address = str(self.person.base_url).replace("http", "ws", 1)
        cookies = "; ".join(f"{name}={value}" for name, value in self.person.cookies.items())
        self.socket = self.open.enter_context(
            connect(f"{address}/api/games/{id_}/live?since=-1&text=1", additional_headers={"Cookie": cookies})
        )
        self.next()

    def next(self):
        """The next state on the socket."""
        while (message := json.loads(self.socket.recv(PATIENCE)))["type"] != "state":
            pass
        self.receive(message)

    def receive(self, state):
        text = state["text"]
        assert text["language"] == self.language
        log, kept = text["log"], []
        if text["since"] >= 0:
            assert text["viewer"] == self.texts["viewer"]
            assert text["since"] <= self.state["seq"]
            kept = [line for line in self.texts["log"] if line["at"] <= log["from"]]
            self.incremental += 1
        else:
            self.game = text["game"]
        rules = self.game["rules"] | ({"question": text["rule"]} if text["rule"] else {})
        moment = {key: text[key] for key in ("viewer", "hides", "question", "steps", "verdict") if key in text}
        self.state, self.texts = state, self.game | moment | {"rules": rules, "log": kept + log["lines"]}

    def post(self, what, body=None):
        answer = self.person.post(f"/api/games/{self.id}/{what}?text=1", json=body or {})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def check(self):
        """The texts are those of the whole position, and belong to the state that came with them."""
        seat = {"seat": self.state["seat"]} if self.state["seat"] else {}
        assert self.texts == self.person.get(f"/api/games/{self.id}/told", params=seat).json()
        assert [step["step"] for step in self.texts["steps"]] == self.state["legal"]
        assert self.texts["viewer"] == self.state["seat"]


def step(reader, rng):
    state = reader.state
    body = {"seq": state["seq"], "step": rng.choice(state["legal"]), "client_key": f"k{state['seq']}"}
    return reader.post("steps", body)


@pytest.mark.parametrize(("game", "languages"), [("lumiere", ("en", "pl", "cs")), ("paris", ("en", "pl", "en", "cs"))])
def test_every_viewer_has_the_text_of_the_position_at_every_step(at_table, game, languages, sample):
    """Two languages and more at one table, a spectator, steps taken back, to the end of the game."""
    rng, readers = random.Random(game), at_table(game, languages)
    every = sample(25, 1)
    while readers[0].state["status"] == "running":
        mover = next(one for one in readers if one.state["legal"])
        answer = step(mover, rng)
        for one in readers:
            one.next()
        assert answer["text"] == mover.state["text"], "the response says what the socket says"
        if answer["undo"]["how"] == "free" and rng.random() < 0.2:
            mover.post("undo")
            for one in readers:
                one.next()
        if rng.random() < 1 / every or readers[0].state["status"] == "over":
            for one in readers:
                one.check()
    assert all(one.incremental > 20 for one in readers), "most messages hold only what is new"
    assert all(one.texts["verdict"] for one in readers), "played to the end, and nobody resigned"
    assert len({json.dumps(one.texts["log"]) for one in readers if one.language == "en"}) == 1, "nothing is hidden now"


def test_a_player_of_several_seats_gets_the_log_of_the_deciding_seat(at_table, sample):
    rng, (reader,) = random.Random("hot seat"), at_table("paris", ("pl",), ["human"] * 3, watchers=0)
    for _step in range(sample(12, 150)):
        if reader.state["status"] == "over":
            break
        step(reader, rng)
        reader.next()
        reader.check()


def test_a_changed_name_changes_the_text(at_table):
    rng, readers = random.Random("name"), at_table("paris", ("en", "en"), watchers=0)
    mover = next(one for one in readers if one.state["legal"])
    step(mover, rng)
    for one in readers:
        one.next()
    assert mover.person.patch("/api/me", json={"name": "Berthe Weill"}).status_code == 200
    for one in readers:
        one.next()
        one.check()
        assert one.texts["log"][0]["who"] == "Berthe Weill"


def test_after_a_resignation_no_prompt_says_that_somebody_thinks(at_table):
    one, other = at_table("lumiere", ("en", "en"), watchers=0)
    one.receive(one.post("resign"))
    other.next()
    assert one.texts["question"] == other.texts["question"] == "The game is over."
    assert "verdict" not in one.texts
    assert "verdict" not in other.texts


def test_no_text_unless_asked_for(at_table):
    (reader,) = at_table("lumiere", ("en",), ["human", "human"], watchers=0)
    here = f"/api/games/{reader.id}"
    state = reader.person.get(here).json()
    assert "text" not in state
    body = {"seq": state["seq"], "step": state["legal"][0], "client_key": "k"}
    assert "text" not in reader.person.post(f"{here}/steps", json=body).json()
    assert reader.person.get(f"{here}?text=1").json()["text"]["game"]["title"] == "La Cité de la Lumière"
    waiting = new_game(reader.person, "human", "open")
    assert reader.person.get(f"/api/games/{waiting['id']}?text=1").json()["text"] is None
