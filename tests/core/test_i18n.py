"""Every text for people goes through the catalogue, and the catalogue contains every text."""

from __future__ import annotations

import ast
import string
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import lutetia
from lutetia.core.i18n import NP_, _, language, pgettext, plural

PACKAGE = Path(lutetia.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))


def test_the_template_is_up_to_date():
    """`python scripts/catalogue.py` writes it anew."""
    from catalogue import POT, extract

    with POT.open("rb") as file:
        written = {(message.context, message.id) for message in read_po(file) if message.id}
    assert written == {(message.context, message.id) for message in extract() if message.id}


def calls(names):
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield source, node


def test_texts_are_constants_with_named_values():
    """A translator sees each text whole, and no value can be missing when it is shown."""
    seen = 0
    for source, call in calls({"_", "N_", "NP_", "plural", "pgettext"}):
        texts = call.args[:2] if call.func.id in ("NP_", "plural", "pgettext") else call.args[:1]
        for text in texts:
            looked_up = isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "get"
            if call.func.id == "_" and (looked_up or isinstance(text, ast.Name | ast.Attribute | ast.Subscript)):
                continue  # a text from a table, marked there by N_
            assert isinstance(text, ast.Constant), f"{source}:{call.lineno}"
            assert isinstance(text.value, str), f"{source}:{call.lineno}"
            given = {keyword.arg for keyword in call.keywords} | ({"n"} if call.func.id == "plural" else set())
            if call.func.id not in ("N_", "NP_") and None not in given:
                assert fields(text.value) <= given, f"{source}:{call.lineno}"
            seen += 1
    assert seen > 100


def fields(text):
    return {field for _text, field, _spec, _conversion in string.Formatter().parse(text) if field is not None}


def test_texts_that_are_values_of_others_have_their_own_values():
    marked = [
        (source, call)
        for source, call in calls({"LazyText"})
        if isinstance(call.args[0], ast.Call) and getattr(call.args[0].func, "id", "") == "N_"
    ]
    for source, call in marked:
        assert fields(call.args[0].args[0].value) <= {word.arg for word in call.keywords}, f"{source}:{call.lineno}"
    assert len(marked) > 4


def test_errors_are_raised_with_texts_of_the_catalogue():
    """ValueErrors say their text through _(), our own errors through N_(). Those of kernels, which have a .pxd file,
    are for programmers."""
    for source, call in calls({"ValueError", "IllegalStep", "RecordError"}):
        if call.args and not source.with_suffix(".pxd").exists():
            inner = call.args[0]
            if isinstance(inner, ast.IfExp):
                inner = inner.body
            fine = (
                isinstance(inner, ast.Call)
                and isinstance(inner.func, ast.Name)
                and inner.func.id in ("_", "N_", "str", "plural", "pgettext", "with_guess", "explain")
            )
            assert fine or isinstance(inner, ast.Attribute | ast.Name), f"{source}:{call.lineno}"


@pytest.fixture
def french(tmp_path, monkeypatch):
    """A catalogue of one language with one text and one plural."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    from lutetia.core import catalogue

    catalog = Catalog(locale="fr")
    catalog.add("the game is over", "la partie est finie")
    catalog.add("Over", "Finies", context="heading")
    catalog.add(("{n} lamp", "{n} lamps"), ("{n} lampe", "{n} lampes"))
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "lutetia.po").open("wb") as file:
        write_po(file, catalog)
    monkeypatch.setattr(catalogue, "CATALOGUES", tmp_path)
    for known in (catalogue.catalogue, catalogue.languages):
        known.cache_clear()
    yield "fr"
    for known in (catalogue.catalogue, catalogue.languages):
        known.cache_clear()


def test_a_language_is_chosen_per_reader(french):
    token = language.set(french)
    try:
        assert _("the game is over") == "la partie est finie"
        assert plural("{n} lamp", "{n} lamps", 2) == "2 lampes"
        assert [_(NP_("{n} lamp", "{n} lamps"), n=n) for n in (1, 2)] == ["1 lampe", "2 lampes"]
        assert (pgettext("heading", "Over"), _("Over")) == ("Finies", "Over")
        assert str(lutetia.IllegalStep("the game is over", "L33")) == "la partie est finie (L33)"
    finally:
        language.reset(token)
    assert plural("{n} lamp", "{n} lamps", 1) == "1 lamp"
    assert pgettext("heading", "Over") == "Over"


def test_a_text_without_a_translation_stays_english(french):
    token = language.set(french)
    try:
        assert _("{space} is not free", space="e5") == "e5 is not free"
    finally:
        language.reset(token)
