"""The static pages, the server's information about itself, texts of positions."""

from __future__ import annotations

import json
import re
import shutil

from starlette.testclient import TestClient

from lutetia.server.http import static_pages as pages
from lutetia.server.http.app import make_app
from lutetia.server.ops.settings import Settings
from lutetia.text import options

from server.conftest import HERE, error, new_game


def test_files_with_a_hash_in_their_name_are_cached_for_long(client):
    start = client.get("/")
    assert start.headers["content-type"] == "text/html; charset=utf-8"
    assert start.headers["cache-control"] == "no-cache"
    assert client.get("/", headers={"if-none-match": start.headers["etag"]}).status_code == 304
    name = next(name for name in pages.files() if name.startswith("assets/") and name.endswith(".js"))
    code = client.get(f"/{name}")
    assert code.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in code.headers["cache-control"]
    assert client.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"
    assert client.get("/sw.js").headers["cache-control"] == "no-cache"


def test_only_addresses_of_pages_return_the_page(client):
    """Every address without a dot in it was answered with 200."""
    start = client.get("/").text
    for path in ("/t/abc", "/mine", "/help/lumiere"):
        assert client.get(path).text == start
    for path in ("/nothing.js", "/assets/none.js", "/../pyproject.toml", "/BUILD.json"):
        assert client.get(path).status_code == 404, path
    for path in ("/nothing", "/t", "/t/a/b", "/tables/1", "/wp-login", "/help/a/b"):
        answer = client.get(path, headers={"if-none-match": client.get("/").headers["etag"]})
        assert (answer.status_code, answer.text) == (404, start), "the page itself says that there is nothing"
    for address in json.loads(pages.BUILD.read_text())["addresses"]:
        path = re.sub(r":\w+", "some-1_Thing", address)
        assert [client.get(path + end).status_code for end in ("", "/")] == [200, 200], path
    assert error(client.get("/api/nothing")) == "no-door"
    assert client.post("/mine").status_code in (404, 405)


def test_the_page_of_a_table_names_all_that_it_will_fetch(client):
    for game in ("lumiere", "paris"):
        id_ = new_game(client, "human", "human", game=game)["id"]  # a bot's move would read the log, too
        page = client.get(f"/t/{id_}")
        links = re.findall(r'href="(/(?:assets|api)/[^"]+)"', page.text)
        assert f"/api/games/{id_}?text=1" in links
        assert [link for link in links if client.get(link).status_code != 200] == []
        for pattern in (r"/pages-\S+\.js", r"/pages-\S+\.css", rf"/{game}-\S+\.js", rf"/{game}-\S+\.css", r"\.svg"):
            assert any(re.search(pattern, link) for link in links), pattern
        assert client.get(f"/t/{id_}", headers={"if-none-match": page.headers["etag"]}).status_code == 304
        client.app.state.services.tables.cache.drop(id_)
        assert client.get(f"/t/{id_}").text == page.text, "also of a table that is not in memory"
        assert client.app.state.services.tables.cache.peek(id_) is None, "its log was read for a page"
    assert "/api/games" not in client.get("/t/none").text
    assert 'href="/words/cs.json"' in client.get("/mine", headers={"accept-language": "cs"}).text


def test_a_running_server_keeps_its_pages_when_a_newer_version_is_installed(tmp_path, monkeypatch):
    """Given a server that has served no page yet, when the files are replaced, then it serves those it began with."""
    cached = (pages._build, pages._pages, pages.files, pages.translated)
    static = shutil.copytree(pages.STATIC, tmp_path / "static")
    with monkeypatch.context() as installed:
        installed.setattr(pages, "STATIC", static)
        installed.setattr(pages, "BUILD", static / "BUILD.json")
        for one in cached:
            one.cache_clear()
        settings = Settings(data=tmp_path, bot_processes=1, log_level="error")
        with TestClient(make_app(settings), base_url=HERE) as client:
            shutil.rmtree(static)
            page = client.get(f"/t/{new_game(client, 'human', 'human')['id']}")
            house = client.get("/api/house").json()
    for one in cached:
        one.cache_clear()
    links = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text)
    assert len(links) > 5
    assert house["build"] == pages.build_id()
    assert {link[1:] for link in links} <= set(pages.files()), "as the build says"


def test_the_server_describes_itself(client):
    host = client.get("/api/house").json()
    assert [game["game"] for game in host["games"]] == ["lumiere", "paris"]
    assert [bot["level"] for bot in host["bots"]] == [1, 2, 3, 4, 5, 6]
    assert host["build"] == pages.build_id()
    assert {one["code"] for one in host["languages"]} >= {"en", "pl", "pt", "cs"}


def test_every_option_that_is_offered_is_allowed(client):
    for game in options.games():
        for option in game["options"]:
            for value in [choice["value"] for choice in option["choices"]] or [True, False]:
                new_game(client, "human", "random", game=game["game"], options={option["name"]: value})


def test_the_catalogue_of_the_pages_is_served_per_language(client):
    english, polish = client.get("/words/en.json"), client.get("/words/pl.json")
    assert english.json()["texts"] == {}
    contexts = {key.partition("\x04")[0] for key in polish.json()["texts"] if "\x04" in key}
    assert [one for one in contexts if one.split()[0] in ("rules", "data")] == []  # the pages ask for those
    assert [int(form) for form in polish.json()["forms"][:6]] == [2, 0, 1, 1, 1, 2]
    assert polish.headers["cache-control"] == "no-cache"
    assert client.get("/words/pl.json", headers={"if-none-match": polish.headers["etag"]}).status_code == 304
    assert error(client.get("/words/xx.json")) == "no-file"  # only where LUTETIA_PSEUDO is set


def test_the_page_is_translated_before_any_script_runs(client):
    for name in pages.TRANSLATED:
        asked = client.get(f"/{name}", headers={"accept-language": "cs-CZ, en;q=0.5"})
        assert "accept-language" in asked.headers["vary"]
        assert ('"lang": "cs"' if name.endswith("manifest") else '<html lang="cs">') in asked.text
    built = [pages.files()[name].body.decode() for name in pages.TRANSLATED]
    assert [text for text in pages.TEXTS if not any(text in body for body in built)] == []


def test_the_language_comes_from_the_choice_the_account_or_the_browser(client):
    def spoken(**headers):
        return client.get("/api/house", headers=headers).json()["language"]

    assert spoken(**{"accept-language": "pt-BR, en;q=0.5"}) == "pt-BR"
    assert spoken(**{"accept-language": "pt-PT, en;q=0.5"}) == "pt"
    assert spoken(**{"accept-language": "tlh, *"}) == "en"
    new_game(client, "human", "random")  # who sits down is a person, with an account to keep a language in
    client.patch("/api/me", json={"language": "pl"})
    assert spoken(**{"accept-language": "cs"}) == "pl"
    client.cookies.set("language", "fr")
    assert spoken(**{"accept-language": "cs"}) == "fr"
    client.cookies.set("language", "not a language")
    assert spoken(**{"accept-language": "cs"}) == "pl"


def test_rules_and_texts_of_positions_are_served(client):
    for game in ("lumiere", "paris"):
        rules = client.get(f"/api/rules/{game}").json()
        assert len(rules["rules"]) > 5
        assert rules["glossary"]
        state = new_game(client, "human", "human", game=game)
        texts = client.get(f"/api/games/{state['id']}/told").json()
        assert [step["step"] for step in texts["steps"]] == state["legal"]
        assert all(step["text"] and "_" not in step["text"] for step in texts["steps"])
        assert texts["log"] == []
        step = {"seq": state["seq"], "step": state["legal"][0], "client_key": "a"}
        assert client.post(f"/api/games/{state['id']}/steps", json=step).status_code == 200
        after = client.get(f"/api/games/{state['id']}/told").json()
        assert [line["step"] for line in after["log"]] == [state["legal"][0]]
        before = client.get(f"/api/games/{state['id']}/told", params={"at": 0}).json()
        assert before["log"] == []
    assert error(client.get("/api/rules/chess")) == "no-game"


def test_a_text_tells_a_seat_no_more_than_its_view(client, another):
    other = another()
    state = new_game(client, "human", "open")
    other.post(f"/api/games/{state['id']}/join", json={})
    mine = client.get(f"/api/games/{state['id']}").json()
    for one in (client, other):
        texts = one.get(f"/api/games/{state['id']}/told", params={"seat": mine["seat"]}).json()
        assert texts["viewer"] == one.get(f"/api/games/{state['id']}").json()["seat"]


def test_a_what_if_position_comes_with_its_text(client):
    state = new_game(client, "human", "human")
    branch = {"game": state["id"], "at": 0, "steps": [state["legal"][0]], "seat": state["seat"]}
    assert "told" not in client.post("/api/what-if", json=branch).json()
    texts = client.post("/api/what-if?text=1", json=branch).json()["told"]
    assert [line["step"] for line in texts["log"]] == [state["legal"][0]]


def test_the_about_page_names_the_authors_and_no_affiliation(client):
    about = client.get("/api/about").json()
    assert {one["game"]: one["credits"][0]["names"] for one in about["games"]} == {
        "lumiere": ["José Antonio Abascal"],
        "paris": ["Wolfgang Kramer", "Michael Kiesling"],
    }
    assert "not affiliated" in about["no_affiliation"]
