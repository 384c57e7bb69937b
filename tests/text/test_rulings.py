"""Our rulings: each has its sources and its mark in the rules, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from lutetia.core.catalogue import languages
from lutetia.text import rulebook, rulebook_page, rulings

RULES = Path(__file__).parents[2] / "docs" / "rules"
GAMES = ("lumiere", "paris")
DISAGREEMENTS = {  # where the rulebooks are known to disagree: the rulings that must answer
    "lumiere": {"fountain", "dancer-and-statue", "painter-borders", "tie", "starting-player"},
    "paris": {
        *("starting-player", "wood", "from-the-bank", "adding-landmarks", "vp-tiles", "space-30", "tile-25", "tile-23"),
        *("any-moment", "last-round", "shared-victory", "district-tie", "tile-backs"),
    },
}
games = pytest.mark.parametrize("game", GAMES)


def faults(one: rulings.Ruling, books: set[str]) -> list[str]:
    """What a ruling lacks."""
    told = {book for source in one.sources for book in source.books}
    found = [f"{one.id}: nothing is known of the book {book}" for book in sorted(books - told)]
    found += [f"{one.id}: there is no book {book}" for book in sorted(told - books)]
    found += [f"{one.id}: a source names no book" for source in one.sources if not source.books]
    found += [f"{one.id}: a source names no section" for source in one.sources if not source.section]
    found += [f"{one.id}: no {key}" for key in ("rules", "question", "ruling", "why") if not getattr(one, key)]
    return found


@games
def test_every_ruling_says_what_each_book_says_and_why(game):
    told = rulings.rulings(game)
    assert [fault for one in told for fault in faults(one, set(rulings.books(game)))] == []
    assert len({one.id for one in told}) == len(told)
    assert {one.id for one in told} >= DISAGREEMENTS[game]


def test_a_ruling_without_sources_is_a_fault():
    silent = rulings.Source(("pl",), "Scoring", "")
    whole = rulings.Ruling("tie", ("L64",), "Who wins?", "Both.", "It is fair.", (silent,))
    assert faults(whole, {"pl"}) == []  # that a book is silent is an answer
    assert faults(whole, {"pl", "cs"}) == ["tie: nothing is known of the book cs"]
    assert faults(rulings.Ruling("tie", ("L64",), "Who?", "Both.", "", ()), {"pl"}) == [
        "tie: nothing is known of the book pl",
        "tie: no why",
    ]


@games
@pytest.mark.parametrize("language", languages())
def test_every_ruling_is_marked_where_its_rules_are(game, language):
    """In every language the same marks are in the same paragraphs: those of the ruling's rules, once each."""
    marked = {
        rule: sorted(rulings.marks(one.text)) for one in rulebook.paragraphs(game, language) for rule in one.ids[:1]
    }
    expected = {
        paragraph.ids[0]: sorted(one.id for one in rulings.rulings(game) if set(one.rules) & set(paragraph.ids))
        for paragraph in rulebook.paragraphs(game, "en")
        if paragraph.ids
    }
    assert marked == expected


@games
def test_only_marks_say_our_ruling(game):
    """The label comes from the mark; written out, it would open nothing. An introduction may explain it."""
    for one in rulebook.paragraphs(game, "en"):
        assert not one.ids or rulings.LABEL not in one.text, one.ids


@games
def test_the_ruling_text_marks_the_same_rules(game):
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    entries = re.split(r"^- (?=[A-Z]\d+\b)", text.partition("\n## ")[2], flags=re.MULTILINE)[1:]
    marked = {re.match(r"[A-Z]\d+", entry)[0]: entry.count("**[ruling]**") for entry in entries}
    ruled = {rule: sum(rule in one.rules for one in rulings.rulings(game)) for rule in marked}
    assert {rule for rule in marked if marked[rule]} == {rule for rule in ruled if ruled[rule]}


@games
def test_a_page_gets_a_button_for_every_mark_and_every_ruling_with_its_sources(game):
    page = rulebook_page.book(game)
    html = "".join(one["html"] for part in page["parts"] for one in part["paragraphs"])
    shown = {one["id"]: one for one in page["rulings"]}
    assert "{ruling" not in html
    assert set(re.findall(r'<button type="button" data-ruling="([a-z0-9-]+)"', html)) == set(shown)
    assert all(source["says"] and source["books"] for one in shown.values() for source in one["sources"])
    before = re.findall(r'(<span class="mark">)?<button type="button" data-ruling[^>]*>[^<]*</button>[.,;:!?)]', html)
    assert before
    assert all(before), "a full stop may begin a line"


def test_a_game_without_a_file_has_no_rulings(monkeypatch, tmp_path):
    class Bare:
        folder = tmp_path

    monkeypatch.setattr(rulings, "manifest", lambda _game: Bare)
    assert rulings.rulings.__wrapped__("bare") == ()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('says = "Both win."', 'say = "Both win."', "tie: unknown keys: say"),  # the book would count as silent
        ('why = "It is fair."', "", "tie: missing keys: why"),
        ('books = ["pl"]', 'books = ["pl", "xy"]', "tie: unknown books: xy"),
    ],
)
def test_a_file_with_mistakes_is_refused(monkeypatch, tmp_path, old, new, fault):
    file = tmp_path / "rules" / "rulings.toml"
    file.parent.mkdir()
    text = """
[books]
pl = "Polish rulebook"
[[rulings]]
id = "tie"
rules = ["L64"]
question = "Who wins?"
ruling = "Both."
why = "It is fair."
[[rulings.sources]]
books = ["pl"]
section = "Scoring"
says = "Both win."
"""
    monkeypatch.setattr(rulings, "manifest", lambda _game: SimpleNamespace(folder=tmp_path))
    monkeypatch.setattr(rulings, "books", rulings.books.__wrapped__)
    file.write_text(text)
    assert [one.id for one in rulings.rulings.__wrapped__("any")] == ["tie"]
    file.write_text(text.replace(old, new))
    with pytest.raises(rulings.RulingsError, match=re.escape(fault)):
        rulings.rulings.__wrapped__("any")


def test_plain_text_says_the_mark_in_words():
    assert rulings.in_words("You may still build {ruling:chimneys}.") == "You may still build (our ruling)."


def test_a_rule_is_told_with_its_rulings_and_nothing_else_is():
    lines = rulebook.as_lines("paris", "p42")
    assert "(our ruling)" in lines[0]
    assert "P42 · What is the wood for?" in lines
    questions = [line for line in rulebook.as_lines("paris", "rulings") if " · " in line]
    assert len(questions) == len(rulings.rulings("paris"))
    assert rulebook.as_lines("paris", "landmarks") == []
    assert rulebook.as_lines("paris", "L49") == []
