"""Live updates: WebSockets and server-sent events send what GET returns, to those who may see it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from contextlib import contextmanager

import httpx2 as httpx
import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from lutetia.server.live import feed
from lutetia.server.live.listener import Listener

from server.conftest import live, new_game, stranger
from server.processes import serving

PATIENCE = 20


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A real server, as its real process."""
    with serving(tmp_path_factory.mktemp("live"), LUTETIA_BOT_PROCESSES="1", LUTETIA_PUBLIC_DOCS="true") as process:
        yield process.url


def somebody(url):
    return httpx.Client(base_url=url, timeout=PATIENCE)


def two(url, game="lumiere", **more):
    """A running game, and its two players with the one who decides first."""
    people = [somebody(url), somebody(url)]
    id_ = new_game(people[0], "human", "open", game=game, **more)["id"]
    assert people[1].post(f"/api/games/{id_}/join").status_code == 200
    people.sort(key=lambda person: not look(person, id_)["legal"])
    return id_, *people


def look(person, id_, **query):
    return person.get(f"/api/games/{id_}", params=query).json()


def take(person, state, step=None, key=None):
    body = {"seq": state["seq"], "step": step or state["legal"][0], "client_key": key or f"k{state['seq']}"}
    return person.post(f"/api/games/{state['id']}/steps", json=body)


class Socket:
    """A socket with words for what is expected on it."""

    def __init__(self, connection):
        self.connection = connection

    def next(self, kind="state"):
        """The next message of a kind; what comes between is passed over."""
        while True:
            message = json.loads(self.connection.recv(PATIENCE))
            if message["type"] == kind:
                return message

    def send(self, what):
        self.connection.send(what if isinstance(what, str | bytes) else json.dumps(what))
        return self.next("answer")


@contextmanager
def socket(person, id_, since=-1, **headers):
    address = str(person.base_url).replace("http", "ws", 1)
    cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    with connect(
        f"{address}/api/games/{id_}/live?since={since}", additional_headers={"Cookie": cookies, **headers}
    ) as connection:
        yield Socket(connection)


@contextmanager
def stream(person, id_, since=-1):
    """Server-sent events, one after the other."""
    with person.stream("GET", f"/api/games/{id_}/events", params={"since": since}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        lines = answer.iter_lines()

        def following(kind="state"):
            for line in lines:
                if line.startswith("data: ") and json.loads(line[6:])["type"] == kind:
                    return json.loads(line[6:])
            raise AssertionError("the stream has ended")

        yield following


def test_websockets_and_event_streams_send_what_get_returns_at_every_step(url):
    for game in ("lumiere", "paris"):
        id_, one, other = two(url, game)
        watcher = somebody(url)
        people = (one, other, watcher)
        with (
            socket(one, id_) as first, socket(other, id_) as second, socket(watcher, id_) as third,
            stream(one, id_) as s1, stream(other, id_) as s2, stream(watcher, id_) as s3,
        ):  # fmt: skip
            connections = ((first.next, s1), (second.next, s2), (third.next, s3))
            before = -1
            for _step in range(5):
                decides = None
                for person, (by_socket, by_stream) in zip(people, connections, strict=True):
                    message = by_socket()
                    assert message == by_stream() == look(person, id_, since=before)
                    canonical = json.dumps(message["view"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                    assert message["state_hash"] == hashlib.sha256(canonical.encode()).hexdigest()[:16]
                    assert message["view"]["viewer"] == message["seat"]
                    decides = (person, message) if message["legal"] else decides
                before = decides[1]["seq"]
                assert take(*decides).status_code == 200


def test_since_selects_the_events_that_are_sent_again(url):
    id_, one, other = two(url)
    start = look(one, id_)["seq"]
    for _step in range(4):
        for person in (one, other):
            if (state := look(person, id_))["legal"]:
                take(person, state)
                break
    with socket(one, id_, since=start) as again, stream(one, id_, since=start + 2) as later:
        missed = again.next()
        assert [event["seq"] for event in missed["events"]] == [start + 1, start + 2, start + 3, start + 4]
        assert [event["seq"] for event in later()["events"]] == [start + 3, start + 4]
        assert missed["view"] == look(one, id_)["view"], "whatever was missed, the whole state is there"
    with socket(one, id_, since=10**6) as ahead:
        assert ahead.next()["events"] == [], "who claims to know the future is told the present"


def test_a_step_over_the_websocket_gets_the_response_of_post(url):
    id_, one, other = two(url)
    state = look(one, id_)
    with socket(one, id_) as mine, socket(other, id_) as theirs:
        mine.next(), theirs.next()
        wanted = {"seq": state["seq"], "step": state["legal"][0], "client_key": "once"}
        done = mine.send(wanted)
        assert (done["status"], done["client_key"]) == (200, "once")
        assert done["body"] == look(one, id_, since=state["seq"])
        after = theirs.next()
        assert after["seq"] == state["seq"] + 1
        again = mine.send(wanted)
        assert (again["status"], again["body"]) == (200, done["body"]), "sent twice, applied once, same answer"
        by_post = one.post(f"/api/games/{id_}/steps", json=wanted)
        assert by_post.json() == done["body"]
        late = mine.send(wanted | {"client_key": "another"})
        assert (late["status"], late["body"]["seq"]) == (409, state["seq"] + 1)
        fresh = look(other, id_)
        illegal = theirs.send({"seq": fresh["seq"], "step": "pass", "client_key": "no"})
        assert (illegal["status"], illegal["body"]["error"]["code"]) == (422, "illegal")
        mine.send({"seq": fresh["seq"], "step": fresh["legal"][0], "client_key": "not mine"})
        assert look(one, id_)["seq"] == state["seq"] + 1
        decides = other if after["legal"] else one
        assert take(decides, look(decides, id_)).status_code == 200
        news = mine.next()
        assert (news["seq"], len(news["events"])) == (after["seq"] + 1, 1), "the answer was the news: not told twice"
    with socket(somebody(url), id_) as nobodys:
        assert nobodys.send(wanted | {"client_key": "stranger"})["status"] == 401


def test_steps_over_websockets_are_counted_like_those_over_http(url):
    def counted() -> float:
        return float(re.search(r"^lutetia_steps_total (\S+)$", one.get("/metrics").text, re.MULTILINE)[1])

    id_, one, _other = two(url)
    state, before = look(one, id_), counted()
    with socket(one, id_) as mine:
        mine.next()
        mine.send({"seq": state["seq"], "step": state["legal"][0], "client_key": "counted"})
        mine.send({"seq": state["seq"], "step": state["legal"][0], "client_key": "too late"})
    assert counted() == before + 1


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "[1, 2]",
        "null",
        '{"seq": 1}',
        '{"seq": "1", "step": "pass", "client_key": "k"}',
        '{"seq": 1, "step": "pass", "client_key": "k", "more": 1}',
        '{"seq": -1, "step": "pass", "client_key": "k"}',
        '{"seq": 1, "step": "' + "x" * 300 + '", "client_key": "k"}',
        '{"seq": 1, "step": "pass", "client_key": "k' + "k" * 5000 + '"}',
        '{"seq": 1, "step": "pass", "client_key": "' + "[" * 3000 + '"}',
        "[" * 5000,
        "\x00",
    ],
    ids=lambda frame: repr(frame[:30]),
)
def test_malformed_frames_get_an_error_and_change_nothing(url, frame):
    id_, one, _other = two(url)
    before = look(one, id_)
    with socket(one, id_) as mine:
        mine.next()
        answer = mine.send(frame)
        assert answer["status"] == 422
        assert set(answer["body"]["error"]) == {"code", "rule", "text"}
        assert answer["body"]["error"]["text"]
        assert mine.send({"seq": before["seq"], "step": before["legal"][0], "client_key": "k"})["status"] == 200


def test_binary_and_oversized_frames_close_only_this_websocket(url):
    id_, one, _other = two(url)
    for frame in (b"\x00\xff", "x" * 200_000):
        with socket(one, id_) as mine:
            mine.next()
            with pytest.raises(ConnectionClosed):
                mine.send(frame)
    assert look(one, id_)["status"] == "running"


def test_pages_of_other_sites_cannot_open_a_websocket(url):
    id_, one, _other = two(url)
    with pytest.raises(InvalidStatus) as refused, socket(one, id_, Origin="https://elsewhere.example"):
        pass
    assert refused.value.response.status_code == 403
    host = httpx.URL(url).netloc.decode()
    with socket(one, id_, Origin=f"http://{host}") as ours:
        assert ours.next()["seat"]


def test_an_unknown_game_gives_an_error(url):
    with socket(somebody(url), "nowhere") as mine:
        assert mine.next("error")["error"]["code"] == "no-game"
        with pytest.raises(ConnectionClosed) as closed:
            mine.next()
        assert closed.value.rcvd.code == 4404
    answer = somebody(url).get("/api/games/nowhere/events")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-game")


def test_presence_is_sent_when_it_changes(url):
    id_, one, other = two(url)
    mine, theirs = look(one, id_)["seat"], look(other, id_)["seat"]
    both = sorted((mine, theirs), key=("orange", "blue").index)
    with socket(one, id_) as first:
        assert first.next("presence")["here"] == [mine]
        with socket(other, id_) as second:
            assert first.next("presence")["here"] == second.next("presence")["here"] == both
            with stream(other, id_) as again, socket(somebody(url), id_) as watcher:
                assert again("presence")["here"] == watcher.next("presence")["here"] == both
        assert first.next("presence")["here"] == [mine], "nothing was said of a second tab and of a watcher"


def test_chat_messages_reach_only_the_people_at_the_table(url):
    id_, one, other = two(url)
    with socket(other, id_) as mine, stream(one, id_) as own, socket(somebody(url), id_) as watcher:
        mine.next(), own(), watcher.next("presence")
        message = one.post(f"/api/games/{id_}/chat", json={"preset": "hello"}).json()
        for heard, person in ((mine.next("chat"), other), (own("chat"), one)):
            now = look(person, id_)
            assert heard == {"type": "chat", **message, "seq": now["seq"], "state_hash": now["state_hash"]}
        take(one, look(one, id_))
        assert json.loads(watcher.connection.recv(PATIENCE))["type"] == "state", "the watcher has heard no word"


def test_other_messages_refer_to_the_last_state_sent(url):
    id_, one, other = two(url, game="paris")
    with socket(other, id_) as mine, socket(one, id_) as theirs:
        first, here = mine.next(), mine.next("presence")
        assert (here["seq"], here["state_hash"]) == (first["seq"], first["state_hash"])
        take(one, look(one, id_))
        after = mine.next()
        one.post(f"/api/games/{id_}/chat", json={"preset": "hello"})
        message, own = mine.next("chat"), theirs.next("chat")
        assert (message["seq"], message["state_hash"]) == (after["seq"], after["state_hash"])
        assert (own["seq"], own["state_hash"]) == (after["seq"], look(one, id_)["state_hash"])


def test_a_changed_name_reaches_connected_viewers(url):
    id_, one, other = two(url)
    with socket(other, id_) as mine, stream(other, id_) as own:
        before = mine.next()
        own()
        assert one.patch("/api/me", json={"name": "Gustave"}).status_code == 200
        for update in (mine.next(), own()):
            assert "Gustave" in [seat["name"] for seat in update["seats"]]
            assert (update["seq"], update["view"], update["events"]) == (before["seq"], before["view"], [])


def test_signing_out_closes_the_connection(url):
    """At once, although nothing happens at the table."""
    id_, one, other = two(url)
    with socket(other, id_) as mine, socket(other, id_) as second:
        mine.next(), second.next()
        cookies = dict(other.cookies)
        assert other.post("/api/sign-out").status_code == 204
        for ended in (mine, second):
            assert ended.next("error")["error"]["code"] == "no-session"
            with pytest.raises(ConnectionClosed):
                ended.next()
    stranger = httpx.Client(base_url=url, cookies=cookies, timeout=60)
    assert look(stranger, id_)["seat"] is None
    wanted = {"seq": look(one, id_)["seq"], "step": "pass", "client_key": "k"}
    assert stranger.post(f"/api/games/{id_}/steps", json=wanted).status_code == 401


# ---- what needs a hand on the server itself ----------------------------------------------------------------------


def heard(client, news):
    """The next message to somebody who listens."""
    return json.loads(b"".join(client.portal.call(news.__anext__)))


def test_a_slow_viewer_gets_one_message_with_everything_missed(client):
    """A viewer is only woken: when it is ready, it gets the last state and every event since."""
    other = stranger(client)
    id_ = new_game(client, "human", "open")["id"]
    other.post(f"/api/games/{id_}/join")
    news = client.app.state.services.feeds.feed(Listener(id_, None), None, -1)
    first = heard(client, news)
    assert heard(client, news)["type"] == "presence"
    for _step in range(3):
        for person in (client, other):
            if (state := look(person, id_))["legal"]:
                assert take(person, state).status_code == 200
                break
    late = heard(client, news)
    assert (late["seq"], len(late["events"])) == (first["seq"] + 3, 3)
    client.portal.call(news.aclose)


def test_an_idle_connection_gets_keep_alives(client, monkeypatch):
    monkeypatch.setattr(feed, "KEEPALIVE", 0.01)
    id_ = new_game(client, "human", "open")["id"]
    news = client.app.state.services.feeds.feed(Listener(id_, None), None, -1)
    first, here, *silence = [heard(client, news) for _word in range(4)]
    assert here["type"] == "presence"
    still = {"type": "still-here", "seq": first["seq"], "state_hash": first["state_hash"]}
    assert silence == [still, still]
    assert {key: here[key] for key in ("seq", "state_hash")} | {"type": "still-here"} == still
    client.portal.call(news.aclose)


def test_unsent_chat_messages_are_limited(client):
    id_ = new_game(client, "human", "open")["id"]
    news = client.app.state.services.feeds.feed(Listener(id_, None), None, -1)
    client.portal.call(news.__anext__)
    for number in range(1000):
        client.app.state.services.hub.send(id_, {"type": "chat", "id": str(number), "number": number})
    message = [heard(client, news)["number"] for _word in range(32)]
    assert message == list(range(968, 1000))
    client.portal.call(news.aclose)


def test_a_state_that_could_not_be_written_does_not_count_as_sent(client):
    state = new_game(client, "human", "human")
    feeds, listener, written = client.app.state.services.feeds, Listener(state["id"], None), []

    def push(write):
        async def at_once():
            return feeds.push(listener, None, write)

        return client.portal.call(at_once)

    with pytest.raises(ZeroDivisionError):
        push(lambda *_parts: 1 / 0)
    assert listener.last_seq == -1
    assert push(lambda *parts: written.append(json.loads(b"".join(parts))))
    assert listener.last_seq == state["seq"] == written[0]["seq"]


def test_a_table_leaves_the_memory_after_its_last_viewer_and_comes_back_as_it_was(client, monkeypatch):
    monkeypatch.setattr(feed, "RELEASED_AFTER", 0.01)
    state = new_game(client, "human", "human")
    cache = client.app.state.services.tables.cache
    with live(client, state["id"]) as line:
        line.receive_json()
        assert take(client, state).status_code == 200
        before = look(client, state["id"])
        assert cache.peek(state["id"]) is not None
    until = time.monotonic() + PATIENCE
    while cache.peek(state["id"]) is not None:
        assert time.monotonic() < until
        client.portal.call(asyncio.sleep, 0.01)
    assert look(client, state["id"]) == before


def test_messages_that_everybody_has_are_freed_and_made_again_on_demand(client):
    state = new_game(client, "human", "human", game="paris")
    table = client.portal.call(client.app.state.services.tables.get, state["id"])
    answer = take(client, state)
    before = look(client, state["id"])
    assert table.derived.views
    client.app.state.services.tables.forget_messages(state["id"])
    assert not table.derived.views
    assert not table.derived.messages
    assert look(client, state["id"]) == before
    assert take(client, state).content == answer.content


def test_an_error_in_a_feed_ends_the_connection_and_is_logged(client, monkeypatch, capfd):
    state = new_game(client, "human", "human")

    def fail(*_table, **_more):
        raise KeyError("secret words")

    with live(client, state["id"]) as line:
        assert [line.receive_json()["type"] for _message in range(2)] == ["state", "presence"]
        monkeypatch.setattr(feed, "state_update", fail)
        assert take(client, state).status_code == 200
        with pytest.raises(WebSocketDisconnect):
            line.receive_text()
    (written,) = (line for line in capfd.readouterr().err.splitlines() if "unhandled exception" in line)
    assert json.loads(written)["error"] == "KeyError"
    assert "secret" not in written
