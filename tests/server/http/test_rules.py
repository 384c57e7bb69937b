"""The rules over HTTP: every language, every figure, search, the component data, and custom editions."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from lutetia.core.catalogue import catalogue, languages
from lutetia.games import manifest
from lutetia.text import rulebook as rules

from server.conftest import error, new_game

FIGURES = rules.figures()


def speaking(language):
    return {"accept-language": language}


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_every_rule_is_in_the_rulebook_of_every_language(client, game):
    for language in languages():
        book = client.get(f"/api/rules/{game}/book", headers=speaking(language)).json()
        paragraphs = [one for part in book["parts"] for one in part["paragraphs"]]
        told = {one["language"] for part in book["parts"] for one in (part, *part["paragraphs"])}
        if catalogue(language).complete:
            assert (book["untranslated"], told) == (False, {language})
        assert tuple(name for one in paragraphs for name in one["ids"]) == rules.known_ids(game)
        assert len({one["key"] for one in paragraphs}) == len(paragraphs)
        assert not any(mark in one["html"] for one in paragraphs for mark in ("**", "| ", "\n- "))


def test_search_forgives_accents_and_endings(client):
    found = client.get("/api/rules/paris/find", params={"words": "zabrany klucz"}, headers=speaking("pl"))
    assert found.status_code == 200
    exact = client.get("/api/rules/paris/find", params={"words": "P40"}).json()["keys"]
    assert exact[0] == "P40"
    plain = client.get("/api/rules/lumiere/find", params={"words": "pohlednice"}, headers=speaking("cs")).json()["keys"]
    assert (
        plain
        == client.get("/api/rules/lumiere/find", params={"words": "POHLEDNÍCE"}, headers=speaking("cs")).json()["keys"]
    )
    assert plain
    assert client.get("/api/rules/paris/find", params={"words": "xyzzy"}).json()["keys"] == []


def position_of(figure: str) -> dict[str, Any]:
    """What the file of a figure says."""
    found: dict[str, Any] = json.loads(rules.position_file(figure).read_text(encoding="utf-8"))
    return found


def test_every_figure_is_a_position(client):
    for name in FIGURES:
        figure = client.get(f"/api/rules/figures/{name}").json()
        assert figure["view"]["game"] == name.partition("-")[0]
        assert figure["marked"] == list(position_of(name)["marked"])
    assert error(client.get("/api/rules/figures/none")) == "no-figure"
    assert error(client.get("/api/rules/chess/book")) == "no-game"


def test_the_gallery_has_every_part_of_every_edition(client):
    """Every part of the file is in it, as certain as the file says, and every field leads to something in the data."""
    page = client.get("/api/component-data", headers=speaking("cs")).json()
    assert {part["game"] for part in page["parts"]} == {None, "lumiere", "paris"}
    for game in ("lumiere", "paris"):
        gallery = client.get(f"/api/editions/{game}/components").json()
        ours = tomllib.loads(manifest(game).edition_file.read_text(encoding="utf-8"))
        assert gallery["edition"] == ours
        assert {part for one in gallery["sections"] for part in one["parts"]} == set(ours) - {"name", "version"}
        every = [one for section in gallery["sections"] for one in section["components"]]
        assert len({one["id"] for one in every}) == len(every)
        for section in gallery["sections"]:
            notes = " ".join(
                one.get("status", "")
                for part in section["parts"]
                for one in (ours[part] if isinstance(ours[part], list) else [ours[part]])
            )
            how = {known["how"] for one in section["components"] for known in one["known"]}
            if section["id"] != "pieces":  # the file has a comment instead
                assert how == {word for word in ("stated", "deduced", "reconstructed") if word in notes}, section["id"]
        for field in (field for one in every for field in one["fields"]):
            found = ours
            for key in field["path"]:
                found = found[key]
            wanted = {"number": int, "text": str, "switch": bool, "choice": str, "tile": str}.get(field["kind"], list)
            assert type(found) is wanted, field
    fountain = next(one for one in client.get("/api/editions/lumiere/components", headers=speaking("cs")).json()
                    ["sections"][2]["components"] if one["id"] == "fountain")  # fmt: skip
    assert fountain["known"][0]["word"] == "rekonstruováno"


def test_a_custom_edition_is_checked_and_played_at_a_private_table(client):
    saved = client.get("/api/editions/lumiere")
    assert saved.content == (manifest("lumiere").edition_file).read_bytes()
    assert 'filename="lumiere.toml"' in saved.headers["content-disposition"]
    ours = client.post("/api/editions/lumiere/check", json={"text": saved.text}).json()
    assert ours["faults"] == []
    assert ours["sections"] == client.get("/api/editions/lumiere/components").json()["sections"]
    broken = client.post("/api/editions/lumiere/check", json={"text": "name = "}).json()
    assert len(broken["faults"]) == 1
    assert broken["edition"] is None
    empty = client.post("/api/editions/paris/check", json={"text": ""}).json()
    assert len(empty["faults"]) > 1
    own = ours["edition"] | {"points": ours["edition"]["points"] | {"status": "read from the box"}}
    state = new_game(client, "human", "random", edition=own)
    assert client.get(f"/api/games/{state['id']}").json()["view"]["edition"] == own
    for refused in ({"private": False}, {"rated": True}):
        wanted = {"game": "lumiere", "seats": ["human", "open"], "edition": own, **refused}
        assert error(client.post("/api/games", json=wanted)) == "invalid"


def test_a_deeply_nested_edition_is_refused_with_a_message(client):
    """An edition nested 900 deep was answered with 500, as a file and as the data of a new game."""
    for text in ("a." * 900 + "b = 1", "a = " + "[" * 900 + "]" * 900):
        answer = client.post("/api/editions/lumiere/check", json={"text": text})
        assert answer.status_code == 200
        assert answer.json() == {
            "faults": ["it is nested too deeply: at most 12 levels"],
            "english": ["it is nested too deeply: at most 12 levels"],
            "edition": None,
            "sections": [],
        }
    for levels, code in ((900, "too-deep"), (20, "invalid")):
        deep = '{"a":' * levels + "1" + "}" * levels
        body = '{"game": "lumiere", "seats": ["human", "random"], "edition": ' + deep + "}"
        answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, error(answer)) == (422, code)


def test_an_edition_cannot_make_every_state_large(client):
    """A status text of 230 KB made every state of the game 229 KB."""
    data = tomllib.loads(manifest("lumiere").edition_file.read_text(encoding="utf-8"))
    own = data | {"points": data["points"] | {"status": "x" * 200_000}}
    answer = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "random"], "edition": own})
    assert (answer.status_code, error(answer)) == (422, "invalid")
    assert "at most 30000 characters" in answer.text
    own["points"]["status"] = "x" * 401
    answer = client.post("/api/games", json={"game": "lumiere", "seats": ["human", "random"], "edition": own})
    assert "at most 400 characters" in answer.text
