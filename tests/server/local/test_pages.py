"""What the pages ask for besides games: a local host answers as a real server does, question by question."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.testclient import TestClient

import lutetia
from lutetia import companion, puzzles, tutorial
from lutetia.core.record import steps_of
from lutetia.games import names
from lutetia.server.http.app import make_app
from lutetia.server.http.languages import is_experimental, languages, own_name
from lutetia.server.http.static_pages import build_id
from lutetia.server.ids import SECRET
from lutetia.server.local.event_log import MemoryShelf
from lutetia.server.local.host import LocalHost, LocalPlayer, Site
from lutetia.server.local.thinker import answer

from server.conftest import HERE
from server.times import until

pytestmark = pytest.mark.one_process
TOKEN = "t" * SECRET


async def think(question: str) -> str:
    return await answer(question)


class Both:
    """A member on a server, and the same person at a local host."""

    def __init__(self, settings, times, monkeypatch):
        self.loop = asyncio.new_event_loop()
        self.client = TestClient(make_app(settings, now=times), base_url=HERE)
        self.client.__enter__()
        account = {"login": "ada-at-home", "password": "correct horse battery"}
        me = self.client.post("/api/me/register", json=account).json()["person"]
        site = Site(
            build_id(),
            [{"code": tag, "name": own_name(tag), "experimental": is_experimental(tag)} for tag in languages()],
        )
        self.host = LocalHost(MemoryShelf(), think, LocalPlayer(me["id"], me["name"]), now=times, site=site)
        for module in ("lutetia.server.store.shares", "lutetia.server.local.records"):
            monkeypatch.setattr(f"{module}.new_id", lambda length=12: TOKEN)
        monkeypatch.setattr("lutetia.server.local.records.PREFIX", "")  # otherwise only the tokens would differ

    def close(self):
        self.loop.run_until_complete(self.host.close())
        self.loop.close()
        self.client.__exit__(None, None, None)

    def local(self, method, address, body=None, language="en"):
        text = None if body is None else json.dumps(body)
        reply = self.loop.run_until_complete(self.host.request(method, address, text, language))
        return reply.status, json.loads(reply.body)

    def ask(self, method, address, body=None, language="en", ignoring=()):
        said = self.client.request(method, address, json=body, headers={"accept-language": language})
        theirs, (status, ours) = said.json(), self.local(method, address, body, language)
        assert status == said.status_code, (address, ours, theirs)
        for name in ignoring:
            theirs.pop(name), ours.pop(name)
        assert ours == theirs, address
        return ours


@pytest.fixture
def both(settings, times, monkeypatch):
    found = Both(settings, times, monkeypatch)
    yield found
    found.close()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_every_page_asks_first(both, language):
    found = both.ask("GET", "/api/house", language=language, ignoring=("registration", "links"))
    assert [game["game"] for game in found["games"]] == names()
    both.ask("GET", "/api/about", language=language)
    both.ask("GET", "/api/me/queue")
    both.ask("GET", "/api/me/awaiting")
    both.ask("GET", "/api/me/games")


def test_preferences_are_kept_on_the_device(both):
    theirs = both.client.get("/api/me").json()
    ours = both.local("GET", "/api/me")[1]
    assert ours.keys() == theirs.keys()
    assert ours["person"].keys() == theirs["person"].keys()
    for body in ({"settings": {"sound": True, "tempo": 3}}, {"settings": {"sound": None}, "language": "pl"}):
        said = both.client.patch("/api/me", json=body).json()
        ours = both.local("PATCH", "/api/me", body)[1]
        assert ours["language"] == said["language"]
        assert ours["person"]["settings"] == said["person"]["settings"]
    assert both.local("PATCH", "/api/me", {"name": "Zoë"})[1]["person"]["name"] == "Zoë"
    _status, state = both.local("POST", "/api/games", {"game": "lumiere", "seats": ["human", "level1"]})
    assert state["seats"][0]["name"] == "Zoë"
    both.ask("PATCH", "/api/me", {"language": "tlh"}, language="pl")
    assert both.local("PATCH", "/api/me", {"settings": {"NO": 1}})[0] == 422


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("game", names())
def test_rules_and_components(both, game, language):
    both.ask("GET", f"/api/rules/{game}", language=language)
    book = both.ask("GET", f"/api/rules/{game}/book", language=language)
    both.ask("GET", f"/api/rules/{game}/find?words=lamp", language=language)
    both.ask("GET", f"/api/rules/{game}/card", language=language)
    figures = [one["figure"]["name"] for part in book["parts"] for one in part["paragraphs"] if one["figure"]]
    both.ask("GET", f"/api/rules/figures/{figures[0]}", language=language)
    both.ask("GET", f"/api/editions/{game}/components", language=language)
    both.ask("POST", f"/api/editions/{game}/check", {"text": "nothing = 1"}, language=language)
    both.ask("GET", "/api/component-data", language=language)
    both.ask("GET", f"/api/openings/{game}", language=language)


def test_what_is_not_there_is_refused_alike(both):
    for address in (
        "/api/rules/whist",
        "/api/rules/figures/none",
        "/api/tutorials/whist",
        "/api/tutorials/lumiere/at/9999",
        "/api/tutorials/lumiere/parts/none",
        "/api/puzzles/none",
        "/api/shared/none",
        "/api/jobs/none",
        "/api/openings/lumiere/line?line=none",
        "/api/games/none/at/1",
    ):
        assert both.ask("GET", address)["error"]["code"]


@pytest.mark.parametrize("game", tutorial.names())
def test_tutorials(both, game):
    lesson = both.ask("GET", f"/api/tutorials/{game}", language="de")
    moment = next(one for one in lesson["moments"] if one["step"])
    here = f"/api/tutorials/{game}/at/{moment['at']}"
    both.ask("GET", here)
    both.ask("POST", f"{here}/preview", {"step": moment["step"]})
    both.ask("GET", f"/api/tutorials/{game}/parts/{lesson['parts'][0]['name']}")


@pytest.mark.parametrize("game", companion.names())
def test_the_companion(both, game):
    both.ask("GET", f"/api/companion/{game}", language="fr")
    record = puzzles.puzzles(game)[0].record()
    position = both.ask("POST", "/api/companion/record", record)["position"]
    both.ask("POST", f"/api/companion/{game}", position)
    status, said = both.local("POST", f"/api/companion/{game}", {"no": 1})
    assert (status, said["error"]["code"]) == (422, "position")


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_openings(both, game):
    about = both.ask("GET", f"/api/openings/{game}")
    line, players = about["lines"][0]["name"], about["tables"][0]["players"]
    place = f"/api/openings/{game}/line?line={line}&players={players}&role=1"
    first = both.ask("GET", place)["choices"][0]["key"]
    both.ask("GET", f"{place}&path={first}")
    both.ask("GET", f"/api/me/openings/{game}?line={line}&players={players}&role=1")


def finished_record(game, seed=1):
    played = lutetia.new(game, seed=seed)
    while not played.over:
        played.play(played.legal()[0])
    return played.record()


def test_a_record_is_brought_replayed_and_played_on(both):
    record = finished_record("lumiere")
    steps = len(steps_of(record))
    assert both.ask("POST", "/api/records", record) == {"token": TOKEN, "step": steps}
    here = f"/api/shared/{TOKEN}"
    both.ask("GET", here)
    both.ask("GET", f"{here}/record")
    both.ask("GET", f"{here}/at/5?seat=blue")
    both.ask("GET", f"{here}/at/5?open=1")
    assert "told" not in both.ask("GET", f"{here}/at/5?text=0")
    assert both.ask("GET", f"{here}/at/5?open=1&text=1", language="es")["told"]
    legal = both.ask("POST", "/api/what-if", {"token": TOKEN, "at": 4})["legal"]
    played = {"token": TOKEN, "at": 4, "steps": legal[:1], "perspective": "decider"}
    both.ask("POST", "/api/what-if", played)
    both.ask("POST", "/api/what-if?text=true", played)
    both.ask("POST", "/api/what-if/preview", {"token": TOKEN, "at": 4, "step": legal[0]})
    both.ask("POST", "/api/what-if/prospects", {"token": TOKEN, "at": 4})
    both.ask("POST", "/api/what-if/hint", {"token": TOKEN, "at": 4})
    both.ask("POST", "/api/what-if/engine", {"token": TOKEN, "at": steps - 3, "level": 0})
    last = [step for turn in record["turns"] for step in turn["steps"]][-1]
    both.ask("POST", "/api/what-if/judged", {"token": TOKEN, "at": steps - 1, "steps": [last]})
    both.ask("POST", "/api/what-if/judged", {"token": TOKEN, "at": 4})
    both.ask("POST", "/api/what-if", {"record": record, "at": 2})
    both.ask("POST", "/api/what-if", {})
    both.ask("POST", "/api/what-if", {"token": TOKEN, "at": 4, "steps": ["sing"]})
    broken = record | {"turns": [{"seat": "orange", "steps": ["sing"]}]}
    assert both.ask("POST", "/api/records", broken)["error"]["code"] == "record"


def test_an_analysis_is_the_same_and_goes_on_after_a_reload(both):
    start = companion.written(puzzles.puzzles("lumiere")[0].position())
    game = lutetia.position("lumiere", start)  # a few turns before the end
    while not game.over:
        game.play(game.legal()[-1])
    record = game.record()
    both.ask("POST", "/api/records", record)
    both.ask("GET", f"/api/shared/{TOKEN}/analysis")
    theirs = both.client.post(f"/api/shared/{TOKEN}/analysis").json()["job"]
    status, said = both.local("POST", f"/api/shared/{TOKEN}/analysis")
    assert status == 202
    assert both.local("GET", f"/api/shared/{TOKEN}/analysis")[1] == said
    assert both.local("POST", "/api/device/analysis", {"record": record}) == (202, said)  # where a server keeps it
    for body, why in (({}, "record: this is missing"), ({"record": {}}, "format")):
        status, refused = both.local("POST", "/api/device/analysis", body)
        assert status == 422
        assert why in refused["error"]["text"]

    def ended():
        both.loop.run_until_complete(asyncio.sleep(0.01))
        return both.local("GET", f"/api/jobs/{said['job']}")[1]["status"] == "done"

    until(ended)
    until(lambda: both.client.get(f"/api/jobs/{theirs}").json()["status"] == "done")
    ours = both.local("GET", f"/api/jobs/{said['job']}", language="pl")[1]
    assert ours | {"id": theirs} == both.client.get(f"/api/jobs/{theirs}", headers={"accept-language": "pl"}).json()


def test_puzzles_ratings_and_streaks(both, times):
    found = both.ask("GET", "/api/puzzles", language="pl")
    for game in [one["game"] for one in found["games"]]:
        daily = next(one["daily"] for one in found["games"] if one["game"] == game)
        both.ask("GET", f"/api/puzzles/of/{game}")
        both.ask("GET", f"/api/puzzles/{daily}", language="pl")
        both.ask("POST", f"/api/puzzles/{daily}/share")  # not before it was tried
        puzzle = puzzles.puzzle(daily)
        steps = list(puzzle.line[0][:1])
        both.ask("POST", f"/api/puzzles/{daily}/position", {"steps": steps})
        both.ask("POST", f"/api/puzzles/{daily}/preview", {"steps": [], "step": steps[0]})
        both.ask("POST", f"/api/puzzles/{daily}/answer", {"turns": [["sing"]]})
        turns = [list(turn) for turn in puzzle.line[::2]][: puzzle.asked] if puzzle.players == 2 else None
        if turns is not None:
            assert both.ask("POST", f"/api/puzzles/{daily}/answer", {"turns": turns})["status"] == "solved"
        other = next(one.id for one in puzzles.puzzles(game) if one.id != daily)
        times.goes_on(seconds=1)
        both.ask("POST", f"/api/puzzles/{other}/hint")
        both.ask("POST", f"/api/puzzles/{other}/solution")
        both.ask("GET", f"/api/puzzles/of/{game}")
    both.ask("POST", f"/api/puzzles/{other}/share")
    assert both.ask("GET", "/api/me/puzzles")["days"] == 1


def test_notes_are_kept_with_the_game(both):
    here = f"/api/games/{both.local('POST', '/api/games', {'game': 'lumiere', 'seats': ['human', 'human']})[1]['id']}"
    assert both.local("GET", f"{here}/note") == (200, {"note": ""})
    assert both.local("PUT", f"{here}/note", {"note": " lay tiles "}) == (200, {"note": "lay tiles"})
    assert both.local("GET", f"{here}/note") == (200, {"note": "lay tiles"})
    assert both.local("GET", f"{here}/expiry") == (200, {"expires": None})
