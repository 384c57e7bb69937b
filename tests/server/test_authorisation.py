"""Who may do what: each kind of person × each operation of the OpenAPI, at a running table for four.

p1 host    p2 deciding    p3 waiting    p4 resigned, a bot goes on
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import lutetia
from lutetia import companion, puzzles
from lutetia.bots.suggestion import Suggestion
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.server.people.sessions import MODERATOR
from lutetia.server.store import schema
from lutetia.server.store.engines import write_transaction

from server.conftest import HERE, error, live, new_game, stranger

KINDS = ("nobody", "stranger", "spectator", "member", "moderator", "blocked", "host", "deciding", "waiting", "resigned")
OUTSIDE = ("stranger", "spectator", "member", "moderator")
SEATED = ("host", "deciding", "waiting", "resigned")
LOGINS = (f"login-{number}" for number in count())
PASSWORD = "correct horse battery"

Expected = dict[str, int]


def everybody(status: int, **others: int) -> Expected:
    """The same for all, with exceptions; blocked people are refused on every route of the API."""
    return dict.fromkeys(KINDS, status) | {"blocked": 403} | others


def known(status: int, **others: int) -> Expected:
    """For whoever has been here before."""
    return everybody(status, nobody=401) | others


def seated(status: int, **others: int) -> Expected:
    """For the people of the table; others are told that it is not theirs."""
    return known(403) | dict.fromkeys(SEATED, status) | others


def deciding(status: int, **others: int) -> Expected:
    """For whose turn it is."""
    return seated(others.pop("else_", 422), deciding=status, **others)


def moderators(status: int) -> Expected:
    """For moderators only."""
    return known(403, moderator=status)


RECORD = lutetia.new("lumiere", seed=1).record()
STEP = {"seq": "{seq}", "step": "{step}", "client_key": "k"}
CREDENTIALS = {"login": "member-of-the-house", "password": PASSWORD}

MATRIX: dict[str, tuple[object, Expected]] = {
    # games
    "POST /api/games": ({"game": "lumiere", "seats": ["human", "open"]}, everybody(201)),
    "POST /api/games/continue": ({"content": RECORD, "seats": ["human", "open"]}, everybody(201)),
    "GET /api/games": (None, everybody(200)),
    "GET /api/me/games": (None, everybody(200)),
    "GET /api/me/awaiting": (None, everybody(200)),
    "GET /api/me/awaiting/events": (None, known(200)),
    "GET /api/games/{id}/notices": (None, seated(200)),
    "PUT /api/games/{id}/notices": ({"notices": False}, seated(200)),
    "GET /api/games/{id}": (None, everybody(200)),
    "GET /api/games/{id}/expiry": (None, everybody(200)),
    "GET /api/games/{id}/events": (None, everybody(200)),
    "POST /api/games/{id}/join": (None, everybody(422) | dict.fromkeys(SEATED, 200)),
    "POST /api/games/{id}/start": (None, seated(200)),
    "POST /api/games/{id}/fill": (None, known(403, host=422)),
    "POST /api/games/{id}/steps": (STEP, deciding(200)),
    # bots think on somebody's device only where nobody else plays
    "PUT /api/games/{id}/device-bots": ({"here": True}, known(403)),
    "GET /api/games/{id}/bot-question": (None, known(403)),
    "POST /api/games/{id}/bot-steps": ({"seq": "{seq}", "step": "{step}"}, known(403)),
    "POST /api/games/{id}/undo": (None, deciding(200)),
    "POST /api/games/{id}/redo": (None, seated(422)),
    "POST /api/games/{id}/resign": (None, seated(200, resigned=403)),
    "POST /api/games/{id}/rematch": (None, seated(422)),
    "POST /api/games/{id}/leave": (None, seated(200, resigned=403)),
    "POST /api/games/{id}/back": (None, seated(422)),
    "POST /api/games/{id}/choice": ({"choice": "wait"}, seated(422, resigned=403)),
    "POST /api/games/{id}/pause": (None, seated(422, resigned=403)),
    "POST /api/games/{id}/go-on": (None, seated(422)),
    # words
    "GET /api/games/{id}/chat": (None, seated(200)),
    "POST /api/games/{id}/chat": ({"preset": "hello"}, seated(200)),
    "POST /api/games/{id}/chat/{message}/report": (None, seated(204)),
    "GET /api/games/{id}/note": (None, seated(200)),
    "PUT /api/games/{id}/note": ({"note": "mine"}, seated(200)),
    # help
    "POST /api/games/{id}/hint": (None, deciding(200, else_=409)),
    "POST /api/games/{id}/preview": ({"step": "{step}"}, deciding(200, else_=409)),
    "GET /api/games/{id}/prospects": (None, deciding(200, else_=409)),
    # people
    "GET /api/me": (None, everybody(200)),
    "PATCH /api/me": ({"language": "en"}, known(200)),
    "DELETE /api/me": (None, known(204)),
    "POST /api/me/guest": (None, everybody(200)),
    "POST /api/me/register": ({"login": "{login}", "password": PASSWORD}, everybody(200, member=409, moderator=409)),
    "POST /api/sign-in": (CREDENTIALS | {"password": "another one"}, everybody(401)),
    "POST /api/sign-out": (None, everybody(204)),
    "POST /api/me/password": ({"old": PASSWORD, "new": "quite another horse"}, known(409, member=204, moderator=204)),
    "POST /api/me/confirm": ({"password": PASSWORD}, known(409, member=204, moderator=204)),
    "POST /api/me/factor": (None, known(409, member=200, moderator=200)),
    "POST /api/me/factor/on": ({"code": "123456"}, known(409)),
    "POST /api/me/factor/codes": ({"code": "123456"}, known(409)),
    "POST /api/me/factor/off": ({"code": "123456"}, known(409)),
    "GET /api/me/mail": (None, known(200)),
    "PUT /api/me/mail": ({"address": "ada@example.org"}, known(409)),  # the server sends no mail
    "DELETE /api/me/mail": (None, known(204)),
    "POST /api/mail/confirm": ({"token": "nothing"}, everybody(404)),
    "POST /api/forgotten": ({"who": "ada"}, everybody(409)),
    "POST /api/reset": ({"token": "nothing", "password": PASSWORD}, everybody(404)),
    "GET /api/me/sessions": (None, known(200)),
    "DELETE /api/me/sessions": (None, known(204)),
    "DELETE /api/me/sessions/{public}": (None, known(404, host=204)),
    "GET /api/me/export": (None, known(200)),
    "GET /api/friends": (None, known(200)),
    "POST /api/friends/link": (None, everybody(200)),
    "POST /api/friends/accept": ({"token": "{link}"}, everybody(200, host=409)),
    "DELETE /api/friends/{person}": (None, known(204)),
    "GET /api/me/queue": (None, everybody(200)),
    "GET /api/me/avoided": (None, known(200)),
    "PUT /api/me/avoided/{person}": (None, known(204, host=422)),
    "DELETE /api/me/avoided/{person}": (None, known(204)),
    "GET /api/people/{person}": (None, everybody(200)),
    "GET /api/people/{person}/statistics": (None, everybody(200)),
    "POST /api/people/{person}/report": ({"text": "stalls"}, known(204, host=422)),
    "GET /api/invitations/{token}": (None, everybody(404)),
    # moderation
    "GET /api/moderation/reports": (None, moderators(200)),
    "POST /api/moderation/reports/{id}/settle": ({"action": "keep"}, moderators(404)),
    "GET /api/moderation/people": (None, moderators(200)),
    "POST /api/moderation/people/{person}/block": ({"days": 1, "reason": "x"}, moderators(204)),
    "DELETE /api/moderation/people/{person}/block": (None, moderators(204)),
    "GET /api/moderation/series": (None, moderators(200)),
    "GET /api/moderation/audit": (None, moderators(200)),
    "GET /api/moderation/invitations": (None, moderators(200)),
    "POST /api/moderation/invitations": ({}, moderators(201)),
    "DELETE /api/moderation/invitations/{public}": (None, moderators(404)),
    # records
    "GET /api/games/{id}/record": (None, everybody(200)),
    "POST /api/records": (lutetia.new("lumiere", seed=1).record(), everybody(201)),
    "POST /api/games/{id}/share": ({}, everybody(201)),
    "GET /api/shared/{token}": (None, everybody(200)),
    "GET /api/shared/{token}/record": (None, everybody(200)),
    "GET /api/shared/{token}/at/{step}": (None, everybody(200)),
    "GET /api/games/{id}/at/{step}": (None, everybody(200)),
    "POST /api/what-if": ({"game": "{id}"}, everybody(200)),
    "POST /api/games/{id}/analysis": (None, everybody(409)),
    "POST /api/shared/{token}/analysis": (None, everybody(409)),
    "GET /api/games/{id}/analysis": (None, everybody(409)),
    "GET /api/shared/{token}/analysis": (None, everybody(409)),
    "GET /api/jobs/{id}": (None, everybody(404)),
    "GET /api/games/{id}/replay.html": (None, everybody(409)),
    "GET /api/shared/{token}/replay.html": (None, everybody(409)),
    # words for pages
    "GET /api/games/{id}/told": (None, everybody(200)),
    "POST /api/what-if/preview": ({"game": "{id}", "step": "done"}, everybody(200)),
    "POST /api/what-if/prospects": ({"game": "{id}"}, everybody(200)),
    "POST /api/what-if/hint": ({"game": "{id}"}, everybody(403)),  # only when the game is over
    "POST /api/what-if/engine": ({"game": "{id}"}, everybody(403)),
    "POST /api/what-if/judged": ({"game": "{id}"}, everybody(403)),
    # studies: of a running game there is none; {study} is the link for writers, {reading} that for readers
    "POST /api/studies": ({"name": "Mine", "game": "{id}"}, everybody(409)),
    "GET /api/studies": (None, everybody(200)),
    "GET /api/studies/{study}": (None, everybody(200)),
    "GET /api/studies/{study}/version": (None, everybody(200)),
    "GET /api/studies/{study}/record": (None, everybody(200)),
    "PATCH /api/studies/{study}": ({"name": "Mine"}, known(403, host=204)),
    "DELETE /api/studies/{study}": (None, known(403, host=204)),
    "POST /api/studies/{study}/links": ({"which": "read"}, known(403, host=200)),
    "POST /api/studies/{study}/lines": ({"at": 0, "steps": []}, everybody(200)),
    "PUT /api/studies/{study}/nodes/{node}": ({"version": 1, "comment": "x"}, everybody(200)),
    "DELETE /api/studies/{study}/nodes/{node}": (None, everybody(422)),  # without the version
    "GET /api/rules/{game}": (None, everybody(200)),
    # rules, component data
    "GET /api/about": (None, everybody(200)),
    "GET /api/rules/{game}/book": (None, everybody(200)),
    "GET /api/rules/{game}/card": (None, everybody(200)),
    "GET /api/rules/{game}/find": (None, everybody(422)),  # without words
    "GET /api/rules/figures/{name}": (None, everybody(200)),
    "GET /api/component-data": (None, everybody(200)),
    "GET /api/editions/{game}": (None, everybody(200)),
    "GET /api/editions/{game}/components": (None, everybody(200)),
    "POST /api/editions/{game}/check": ({"text": ""}, everybody(200)),
    # learning, and the box on the table
    "GET /api/tutorials/{game}": (None, everybody(200)),
    "GET /api/tutorials/{game}/at/{step}": (None, everybody(200)),
    "POST /api/tutorials/{game}/at/{step}/preview": ({"step": "take L4"}, everybody(200)),
    "GET /api/tutorials/{game}/parts/{part}": (None, everybody(200)),
    "GET /api/openings/{game}": (None, everybody(200)),
    "GET /api/openings/{game}/line": (None, everybody(422)),  # without a line
    "GET /api/me/openings/{game}": (None, everybody(422)),
    # puzzles: members may go on from one once they have tried it
    "GET /api/puzzles": (None, everybody(200)),
    "GET /api/puzzles/of/{game}": (None, everybody(200)),
    "GET /api/me/puzzles": (None, everybody(200)),
    "GET /api/puzzles/{id}": (None, everybody(200)),
    "POST /api/puzzles/{id}/position": ({"steps": []}, everybody(200)),
    "POST /api/puzzles/{id}/preview": ({"steps": [], "step": "done"}, everybody(200)),
    "POST /api/puzzles/{id}/prospects": ({"steps": []}, everybody(200)),
    "POST /api/puzzles/{id}/share": (None, everybody(201, member=403, moderator=403)),
    "POST /api/puzzles/{id}/answer": ({"turns": [["done"]]}, everybody(422)),  # no legal step
    "POST /api/puzzles/{id}/hint": (None, everybody(200)),
    "POST /api/puzzles/{id}/solution": (None, everybody(200)),
    "GET /api/companion/{game}": (None, everybody(200)),
    "POST /api/companion/lumiere": (companion.written(lutetia.new("lumiere", seed=1)), everybody(200)),
    "POST /api/companion/paris": (companion.written(lutetia.new("paris", seed=1)), everybody(200)),
    "POST /api/companion/record": (lutetia.new("lumiere", seed=1).record(), everybody(200)),
    # the server itself
    "GET /api/house": (None, everybody(200)),
    "POST /api/house/open": (None, everybody(403)),  # only the owner, from the machine itself
    "GET /api/house/owner/{ticket}": (None, everybody(403)),  # only with a link that lutetia play has made
    "GET /healthz": (None, everybody(200, blocked=200)),
    "GET /readyz": (None, everybody(200, blocked=200)),
}
FURTHER: dict[str, tuple[object, Expected]] = {
    "GET /api/games/{id}?seat=p1": (None, everybody(200)),
    "GET /api/openings/{game}/line?line=buildings": (None, everybody(200)),
    "GET /api/me/openings/{game}?line=buildings": (None, everybody(200)),
    "GET /api/games/{id}/at/0?seat=p1": (None, everybody(403, host=200)),
    "GET /api/games/{id}/at/0?open=true": (None, everybody(403)),
    "GET /api/games/{id}/told?seat=p1": (None, everybody(200)),
    "GET /api/games/{id}/told?open=true": (None, everybody(403)),
    "GET /api/games/{id}/at/0?text=true&seat=p1": (None, everybody(403, host=200)),
    "POST /api/what-if ": ({"game": "{id}", "seat": "p1"}, everybody(403, host=200)),
    "POST /api/studies ": ({"name": "Mine", "deal": {"game": "lumiere"}}, everybody(201)),
    "POST /api/studies  ": ({"name": "Mine", "token": "{token}"}, everybody(409)),  # a view of a running game
    "GET /api/studies/{reading}": (None, everybody(200)),
    "GET /api/shared/{reading}": (None, everybody(200)),
    "PATCH /api/studies/{reading}": ({"name": "Mine"}, known(403, host=204)),
    "POST /api/studies/{reading}/lines": ({"at": 0, "steps": []}, everybody(403)),
    "PUT /api/studies/{reading}/nodes/{node}": ({"version": 1, "comment": "x"}, everybody(403)),
    "DELETE /api/studies/{reading}/nodes/{node}?version=1": (None, everybody(403)),
    "DELETE /api/studies/{study}/nodes/{node}?version=1": (None, everybody(200)),
    "POST /api/games/{id}/undo ": ({"agree": True}, seated(422, resigned=403)),
}
"""The same routes, asked for more than one's own data."""


def dealt(game, **more):
    """A game that p2 begins."""
    return next(found for seed in range(99) if (found := lutetia.new(game, seed=seed, **more)).first == "p2")


class Table:
    """A running game, and a client for each kind of person."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.people = {kind: stranger(client) for kind in KINDS}
        people = self.people
        state = new_game(people["host"], "human", "open", "open", "open", game="paris")
        self.names = {"id": state["id"]}
        for kind in SEATED[1:]:
            people[kind].post(f"/api/games/{state['id']}/join")
        for kind in ("stranger", "spectator", "blocked"):
            people[kind].post("/api/friends/link")
        people["spectator"].get(f"/api/games/{state['id']}")
        for kind in ("member", "moderator"):
            member = {"login": next(LOGINS), "password": PASSWORD}
            assert people[kind].post("/api/me/register", json=member).status_code == 200
        self.change(people["blocked"], blocked=True)
        self.change(people["moderator"], role=MODERATOR)
        assert people["resigned"].post(f"/api/games/{state['id']}/resign").json()["status"] == "running"
        me = people["deciding"].get(f"/api/games/{state['id']}").json()
        drawn = people["deciding"].post(
            f"/api/games/{state['id']}/steps", json={"seq": me["seq"], "step": me["legal"][0], "client_key": "draw"}
        )
        reply = people["host"].post(f"/api/games/{state['id']}/chat", json={"preset": "hello"}).json()
        study = people["host"].post("/api/studies", json={"name": "Mine", "record": RECORD}).json()["token"]
        line = people["host"].post(f"/api/studies/{study}/lines", json={"at": 0, "steps": []}).json()
        self.names |= {
            "study": study,
            "reading": line["study"]["read"],
            "node": line["node"],
            "message": reply["id"],
            "seq": drawn.json()["seq"],
            "step": drawn.json()["legal"][0],
            "link": people["host"].post("/api/friends/link").json()["token"],
            "public": people["host"].get("/api/me/sessions").json()[0]["public"],
            "person": people["host"].get("/api/me").json()["person"]["id"],
            "ticket": "x",
            "token": people["host"].post(f"/api/games/{state['id']}/share", json={"step": 0}).json()["token"],
        }

    def change(self, client: TestClient, **values: object) -> None:
        """Change a person in the database, as `lutetia admin block` and `lutetia admin moderator` do."""
        person = client.get("/api/me").json()["person"]["id"]
        services = self.client.app.state.services
        with write_transaction(services.database.engine) as connection:
            connection.execute(sa.update(schema.person).where(schema.person.c.id == person).values(**values))
        self.client.portal.call(services.people.forget, person)

    def ask(self, kind: str, label: str, body: object):
        """What somebody of a kind is answered."""
        if kind == "nobody":  # an answer may have brought a cookie
            self.people[kind] = stranger(self.client)
        method, _space, path = label.strip().partition(" ")
        names = (
            self.names
            | {"step": 0, "game": "lumiere", "name": "lumiere-light", "part": "jardin"}
            | ({"id": "nothing"} if path.startswith("/api/jobs") else {})
            | ({"id": puzzles.puzzles("lumiere")[0].id} if path.startswith("/api/puzzles/{id}") else {})
        )
        path = path.format(**names)
        if path.endswith("/events"):
            return stream(self.people[kind], path)
        sent = {} if body is None else {"json": self.filled(body)}
        return self.people[kind].request(method, path, **sent)

    def filled(self, body):
        if not isinstance(body, dict):
            return body
        self.names["login"] = next(LOGINS)
        real = {f"{{{name}}}": value for name, value in self.names.items()}
        return {key: real.get(value, value) if isinstance(value, str) else value for key, value in body.items()}


class Answered:
    """The status of an answer that does not end."""

    def __init__(self, status: int) -> None:
        self.status_code, self.text = status, ""

    def json(self):
        return {"error": {"code": "not told", "rule": "", "text": "not told"}}


def stream(client: TestClient, path: str) -> Answered:
    """The beginning of an endless answer: who asks hangs up after the first words of it."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = [(b"host", b"localhost:1889"), (b"cookie", cookie.encode())]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "scheme": "http",
    }
    scope |= {"headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 1889), "http_version": "1.1"}

    async def ask() -> int:
        begun, status = asyncio.Event(), 0

        async def receive():
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            nonlocal status
            status = message.get("status", status)
            if message["type"] == "http.response.body":
                begun.set()

        await client.app(dict(scope), receive, send)
        return status

    return Answered(client.portal.call(ask))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    settings = Settings(data=tmp_path_factory.mktemp("server"), limits=False, bot_processes=1, log_level="error")
    with TestClient(make_app(settings, deal=dealt), base_url=HERE, raise_server_exceptions=False) as client:

        async def suggest(view, owner):
            return Suggestion(lutetia.imagine(view, seed=0).legal()[0], ())

        client.app.state.services.jobs.suggest = suggest  # test_jobs.py tests the bots
        yield client


def test_no_operation_is_forgotten():
    spec = make_app(Settings()).openapi()
    assert set(MATRIX) == {f"{m.upper()} {path}" for path, found in spec["paths"].items() for m in found}
    assert all(set(expected) == set(KINDS) for _body, expected in [*MATRIX.values(), *FURTHER.values()])


@pytest.fixture(scope="module")
def untouched(client) -> Iterator[Table]:
    """A table for questions that change nothing."""
    table = Table(client)

    def now() -> tuple[object, ...]:
        state = table.ask("host", "GET /api/games/{id}", None).json()
        return state["seq"], state["status"], table.ask("host", "GET /api/studies/{study}/version", None).json()

    before = now()
    yield table
    assert now() == before


READING = ("GET", "POST /api/what-if", "POST /api/companion", "POST /api/tutorials", "POST /api/editions")


def changes_nothing(label: str) -> bool:
    """Whether it only reads, or everybody is refused. Then it needs no table of its own."""
    return label.startswith(READING) or min((MATRIX | FURTHER)[label][1].values()) >= 400


@pytest.mark.parametrize("label", [*MATRIX, *FURTHER])
def test_who_may_do_what(client, untouched, label):
    body, expected = (MATRIX | FURTHER)[label]
    table = untouched if changes_nothing(label) else None
    for kind in KINDS:
        table = table or Table(client)
        answer = table.ask(kind, label, body)
        assert answer.status_code == expected[kind], f"{kind}: {answer.text}"
        if expected[kind] >= 400:
            assert error(answer)
        ending = label.strip().endswith(("/steps", "/undo", "/resign", "/leave"))
        if expected[kind] < 300 and (ending or label.startswith(("DELETE /api/studies", "PUT /api/studies"))):
            table = None  # the next one finds a table as it was


def test_asking_for_another_seat_does_not_show_its_view(client):
    table = Table(client)
    for kind in KINDS:
        if kind != "blocked":
            seen = table.ask(kind, "GET /api/games/{id}?seat=p1", None).json()
            own = table.ask(kind, "GET /api/games/{id}", None).json()
            assert seen == own or kind == "host"
            assert seen["view"]["viewer"] == {"host": "p1", "deciding": "p2", "waiting": "p3", "resigned": "p4"}.get(
                kind
            )


@pytest.mark.parametrize("kind", KINDS)
def test_a_websocket_sends_the_own_view_and_accepts_the_deciding_players_steps(client, kind):
    table = Table(client)
    if kind == "blocked":
        with pytest.raises(WebSocketDisconnect), live(table.people[kind], table.names["id"]) as socket:
            socket.receive_json()
        return
    with live(table.people[kind], table.names["id"]) as socket:
        state = socket.receive_json()
        assert state["view"]["viewer"] == state["seat"]
        socket.send_json(table.filled(STEP))
        while (reply := socket.receive_json())["type"] != "answer":
            pass
        assert reply["status"] == MATRIX["POST /api/games/{id}/steps"][1][kind]


WAITING = {
    "POST /api/games/{id}/fill": known(403, host=200, guest=403),
    "POST /api/games/{id}/start": known(403, host=422, guest=422),
    "POST /api/games/{id}/join": everybody(200),
    "POST /api/games/{id}/leave": known(403, host=200, guest=200),
    "POST /api/games/{id}/steps": known(403, host=422, guest=422),
    "POST /api/games/{id}/resign": known(403, host=422, guest=422),
    "POST /api/games/{id}/undo": known(403, host=422, guest=422),
    "POST /api/games/{id}/redo": known(403, host=422, guest=422),
    "GET /api/games/{id}/record": everybody(404, guest=404),
    "GET /api/games/{id}/chat": known(403, host=200, guest=200),
}


@pytest.mark.parametrize("label", WAITING)
def test_before_the_start_the_host_decides_and_strangers_may_join(client, label):
    for kind in ("nobody", "stranger", "guest", "host"):
        people = {name: stranger(client) for name in ("nobody", "stranger", "guest", "host")}
        game = new_game(people["host"], "human", "open", "open", game="paris")["id"]
        people["guest"].post(f"/api/games/{game}/join")
        people["stranger"].post("/api/friends/link")
        method, _space, path = label.partition(" ")
        body = {"seq": 0, "step": "pass", "client_key": "k"} if path.endswith("steps") else None
        answer = people[kind].request(method, path.format(id=game), **({} if body is None else {"json": body}))
        assert answer.status_code == WAITING[label].get(kind, 200), f"{kind}: {answer.text}"
