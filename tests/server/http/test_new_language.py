"""A language is one folder: a new one is offered, with its rules, without any other change."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from lutetia.core import catalogue
from lutetia.server.http import languages
from lutetia.server.http.static_pages import page_texts
from lutetia.text import rulebook

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))
import catalogue as script

CACHED = (
    catalogue.catalogue, catalogue.for_pages, catalogue.is_complete, catalogue.languages,
    languages.negotiate_language, page_texts, rulebook.paragraphs,
)  # fmt: skip
SPEAKING = {"accept-language": "eo-XX, cs;q=0.5"}


def forget():
    for one in CACHED:
        one.cache_clear()


@pytest.fixture(scope="module")
def template():
    return script.extract()


@pytest.fixture
def new(tmp_path, monkeypatch, template):
    """What `scripts/catalogue.py --new eo` writes, in a copy of the folder of all languages."""
    copy = tmp_path / "locale"
    copy.mkdir()
    monkeypatch.setattr(script, "POT", copy / "lutetia.pot")
    script.update("eo", template)
    for tag in catalogue.languages()[1:]:
        folder = tag.replace("-", "_")
        (copy / folder).symlink_to(catalogue.CATALOGUES / folder)
    monkeypatch.setattr(catalogue, "CATALOGUES", copy)
    forget()
    yield copy / "eo" / "LC_MESSAGES" / "lutetia.po"
    forget()


def translate(file, wanted):
    """Fill in some texts, by context and English."""
    header = file.read_text().partition("\n\n")[0]
    catalog = read_po(io.BytesIO(file.read_bytes()))
    for (context, english), translation in wanted.items():
        catalog.get(english, context).string = translation
    script.write("eo", catalog)
    assert file.read_text().startswith(header)


def offered(client):
    return {one["code"]: one for one in client.get("/api/house").json()["languages"]}


def test_a_folder_is_all_that_a_language_needs(client, new):
    page = next(one for one in read_po(new.open("rb")) if one.id and one.locations[0][0].startswith("web/src/"))
    english = rulebook.paragraph("lumiere", "en", "L20").text
    heading = rulebook.paragraph("lumiere", "en", "L20").heading
    translate(
        new,
        {
            (page.context, page.id): "Saluton",
            ("rules L20", english): "**Metu** kahelon ĉi tien.",
            ("rules", heading): "Unua fazo",
        },
    )
    assert offered(client)["eo"] == {"code": "eo", "name": "Esperanto", "experimental": True}
    assert client.get("/api/house", headers=SPEAKING).json()["language"] == "eo"
    assert list(client.get("/words/eo.json").json()["texts"].values()) == [["Saluton"]]

    book = client.get("/api/rules/lumiere/book", headers=SPEAKING).json()
    parts = [part for part in book["parts"] if part["language"] == "eo"]
    passages = [one for part in book["parts"] for one in part["paragraphs"]]
    assert book["untranslated"]
    assert [part["heading"] for part in parts] == ["Unua fazo"]
    own = [one for one in passages if one["language"] == "eo"]
    assert [(one["ids"], one["html"]) for one in own] == [(["L20"], "<p><b>Metu</b> kahelon ĉi tien.</p>")]
    assert {one["language"] for one in passages} == {"eo", "en"}
    assert client.get("/api/component-data", headers=SPEAKING).json()["untranslated"]
    found = client.get("/api/rules/lumiere/find", params={"words": "kahelo cxi cie"}, headers=SPEAKING).json()
    assert found["keys"] == []
    found = client.get("/api/rules/lumiere/find", params={"words": "KAHELON ci"}, headers=SPEAKING).json()
    assert found["keys"] == ["L20"]


def test_a_language_is_complete_when_its_header_says_so(client, new):
    text = new.read_text()
    new.write_text(text.replace('\n"Plural-Forms', f"\n{script.COMPLETE}" + '"Plural-Forms', 1))
    assert not offered(client)["eo"]["experimental"]
    script.write("eo", script.read("eo"))
    assert script.COMPLETE in new.read_text()  # it stays when the texts are brought up to date


def test_a_regional_language_begins_empty(new, template):
    """What it says itself comes first, then what its language says, then the English."""
    script.update("eo_001", template)
    assert len(script.read("eo_001")) == 0
    english = rulebook.paragraph("lumiere", "en", "L20").text
    translate(new, {("rules L20", english): "Metu kahelon."})
    assert rulebook.paragraph("lumiere", "eo-001", "L20").text == "Metu kahelon."
    catalog = script.read("eo_001")
    catalog.add(english, "Almetu kahelon.", context="rules L20")
    script.write("eo_001", catalog)
    assert script.update("eo_001", template).startswith("eo_001: 1 texts, the others as in eo,")
    forget()
    assert rulebook.paragraph("lumiere", "eo-001", "L20").text == "Almetu kahelon."
    assert rulebook.paragraph("lumiere", "eo", "L20").text == "Metu kahelon."
    assert rulebook.paragraph("lumiere", "eo-001", "L21") == rulebook.paragraph("lumiere", "en", "L21")
