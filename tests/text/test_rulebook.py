"""The rulebooks for players: complete, with the same structure in every language and real positions as figures."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.core.catalogue import CATALOGUES, catalogue, languages
from lutetia.core.edition import read_toml
from lutetia.games import manifest
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.rules.notation import SPACES
from lutetia.text import rulebook as rules
from lutetia.text.rulings import in_words

RULINGS = Path(__file__).parents[2] / "docs" / "rules"
GAMES = ("lumiere", "paris")
COMPLETE = [tag for tag in languages() if catalogue(tag).complete]
OTHERS = [tag for tag in COMPLETE if tag != "en"]
FIGURES = sorted({p.figure.name for g in GAMES for p in rules.paragraphs(g, "en") if p.figure})

pages = pytest.mark.parametrize("language", COMPLETE)
games = pytest.mark.parametrize("game", GAMES)
others = pytest.mark.parametrize("language", OTHERS)


def ruling_ids(game):
    """The ids of the ruling text: `- L20. …`, and for postcards `- L40 Levitation: …`."""
    return re.findall(r"^- ([LP]\d+)\b", (RULINGS / f"{game}.md").read_text(), re.MULTILINE)


def ids(game, language):
    return [name for entry in rules.paragraphs(game, language) for name in entry.ids]


@games
@pages
def test_every_rule_is_in_the_rulebook_once(game, language):
    assert sorted(ids(game, language)) == sorted(ruling_ids(game))
    assert len(ruling_ids(game)) > 40


@games
@others
def test_the_languages_have_the_same_structure(game, language):
    """The same paragraphs in the same order under as many headings, with the same figures."""

    def shape(tongue):
        entries = rules.paragraphs(game, tongue)
        headings = list(dict.fromkeys(p.heading for p in entries))
        return [(p.ids, headings.index(p.heading), p.figure.name if p.figure else None) for p in entries]

    assert shape(language) == shape("en")


@games
@others
def test_nothing_is_left_in_english(game, language):
    assert rules.title(game, language) != rules.title(game, "en")
    for ours, english in zip(rules.paragraphs(game, language), rules.paragraphs(game, "en"), strict=True):
        assert ours.text != english.text
        assert ours.heading != english.heading or ours.heading.startswith("Phase")
        if ours.figure and english.figure:
            assert ours.figure.caption != english.figure.caption


@games
@others
def test_every_number_is_the_same(game, language):
    """A price or a tile's number that a translation gets wrong is the worst fault it can have."""
    for ours, english in zip(rules.paragraphs(game, language), rules.paragraphs(game, "en"), strict=True):
        texts = [(ours.text, english.text)]
        if ours.figure and english.figure:
            texts.append((ours.figure.caption, english.figure.caption))
        for mine, theirs in texts:
            assert sorted(re.findall(r"\d+", mine)) == sorted(re.findall(r"\d+", theirs)), (ours.ids, mine)


@games
@pages
def test_only_what_introduces_a_part_has_no_id(game, language):
    seen = set()
    for entry in rules.paragraphs(game, language):
        assert entry.ids or entry.heading not in seen, entry.text
        assert entry.text
        assert entry.heading
        seen.add(entry.heading)


@pages
@pytest.mark.parametrize("page", [*GAMES, "data"])
def test_players_read_no_code(page, language):
    text = rules.data_page(language) if page == "data" else rules.source(page, language)
    text = re.sub(r"\(position:[a-z-]+\)|\[table:[a-z]+\]", "", in_words(text))
    assert not re.findall(r"`|_|\.toml|\.json|\b\w+:\w+\b", text)
    assert "  " not in text


@pages
def test_every_postcard_has_a_paragraph_that_begins_with_its_name(language):
    for name in CARD_NAMES.values():
        begins = [p for p in rules.paragraphs("lumiere", language) if p.text.startswith(f"**{name}")]
        assert len(begins) == 1, name


@pages
def test_every_bonus_tile_is_in_the_table(language):
    text = rules.paragraph("paris", language, "P51").text
    cells = [line.split("|")[1] for line in text.splitlines() if re.match(r"\| \d", line)]
    assert sorted(int(n) for cell in cells for n in re.findall(r"\d+", cell)) == list(range(1, 31))


# ---- figures ---------------------------------------------------------------------------------------------------


def test_every_position_is_a_figure():
    assert rules.figures() == FIGURES


@pytest.mark.parametrize("name", FIGURES)
def test_positions_replay_and_what_is_marked_is_there(name):
    game, _, _ = name.partition("-")
    figure = rules.Figure(name, "")
    assert figure.position.record["game"] == game
    replayed = lutetia.replay(figure.position.record)
    assert replayed.record() == figure.position.record
    assert figure.position.at == sum(len(turn["steps"]) for turn in figure.position.record["turns"])
    there = marks(replayed.view(None)["position"], game)
    assert bool(figure.position.marked) != bool(figure.position.draws)  # a picture of components marks nothing
    assert set(figure.position.marked) <= there


def card(name):
    return lambda p: {next(c["points"] for c in p["postcards"] if c["name"] == name)}


def lit(owner, size):
    """The points of the one building of that owner and size."""
    return lambda p: {
        number
        for b in p["buildings"]
        if (b["owner"], b["size"]) == (owner, size) and b["points"] == max(c["points"] for c in p["buildings"])
        for number in (size, b["points"])
    }


def first_two(district):
    return lambda p: {row["points"] for row in p["standings"][district][:2] if row["points"]}


SHOWN = {  # figure: numbers of the position that its caption must name
    "lumiere-painter": card("peintre"),
    "lumiere-dancer": card("moulin-rouge"),
    "lumiere-fountain": card("fontaine"),
    "lumiere-statue": card("penseur"),
    "lumiere-light": lit("orange", 5),
    "lumiere-annex": lit("blue", 7),
    "lumiere-group": lambda p: {p["scores"]["blue"]["group"]},
    "lumiere-example": lambda p: {b["size"] for b in p["buildings"] if b["annex"]},
    "paris-bank": lambda p: {p["districts"]["Saint-Germain"]["bank"]["francs"]},
    "paris-landmark": lambda p: {int(name[1:]) for name in p["districts"]["Saint-Germain"]["landmarks"]},
    "paris-site": lambda p: {p["question"]["tile"][1]},
    "paris-track": lambda p: {p["seats"]["p1"]["meeple"]},
    "paris-tie": first_two("Saint-Germain"),
    "paris-half": first_two("Batignolles"),
}


@pages
@pytest.mark.parametrize("name", SHOWN)
def test_captions_say_what_the_positions_show(name, language):
    """Positions that are searched anew must not leave old captions behind."""
    game, _, _ = name.partition("-")
    figure = next(p.figure for p in rules.paragraphs(game, language) if p.figure and p.figure.name == name)
    shown = SHOWN[name](lutetia.replay(figure.position.record).view(None)["position"])
    assert shown
    assert shown <= {int(number) for number in re.findall(r"\d+", figure.caption)}


def marks(position, game):
    if game == "lumiere":
        return set(SPACES) & set(position["paving"])
    places = {f"track:{space['number']}" for space in position["track"]}
    for name, part in position["districts"].items():
        places |= {f"bank:{name}"} | {f"{name}:{place}" for kind in ("buildings", "landmarks") for place in part[kind]}
    return places


# ---- search ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "language", "words", "rule"),
    [
        ("lumiere", "en", "annex", "L46"),
        ("lumiere", "en", "sacre coeur", "L10"),
        ("lumiere", "pl", "zetony akcji", "L4"),
        ("lumiere", "pl", "swiatlo poddasze", "L46"),
        ("lumiere", "pt", "CANDEEIRO GRANDE", "L51"),
        ("lumiere", "cs", "pristavek budov", "L46"),
        ("paris", "en", "wood value 8", "P42"),
        ("paris", "pl", "łuk triumfalny", "P1"),
        ("paris", "pt", "peças de bonus", "P51"),
        ("paris", "cs", "ctyri klice", "P49"),
        ("paris", "cs", "Vítězný oblouk", "P30"),
        ("paris", "cs", "p49", "P49"),
    ],
)
def test_words_are_found_without_accents_or_capitals(game, language, words, rule):
    found = [name for entry in rules.find(game, language, words) for name in entry.ids]
    assert rule in found
    assert len(found) < len(ids(game, language)) / 2


def test_a_heading_goes_before_a_mention():
    assert rules.find("paris", "en", "bonus tiles")[0].heading == "Bonus tiles"


def test_a_search_without_a_match_finds_nothing():
    assert rules.find("lumiere", "en", "zeppelin") == []
    assert rules.find("lumiere", "en", " …") == []
    with pytest.raises(KeyError):
        rules.paragraph("lumiere", "en", "L99")


def test_known_ids_are_those_of_the_ruling_text():
    for game in GAMES:
        assert list(rules.known_ids(game)) == ids(game, "en")


# ---- what is known of the boxes, and the words -------------------------------------------------------------------


@pages
def test_the_page_of_data_has_a_place_for_both_tables(language):
    page = rules.data_page(language)
    assert re.findall(r"^\[table:(\w+)\]$", page, re.MULTILINE) == list(GAMES)
    assert page.count("\n## ") == 4
    assert language == "en" or page != rules.data_page("en")


def test_the_glossary_names_everything_that_has_a_name():
    glossary = tomllib.loads((CATALOGUES / "glossary.toml").read_text(encoding="utf-8"))
    paris = read_toml(manifest("paris").edition_file)
    assert set(glossary["postcards"]) == set(CARD_NAMES)
    assert {term["en"] for term in glossary["districts"].values()} == set(paris["districts"]["names"])
    assert {int(value): term["en"] for value, term in glossary["landmarks"].items()} == {
        mark["value"]: mark["name"] for mark in paris["landmarks"]
    }
    assert set(glossary["types"]) == set(paris["types"]["Montmartre"])
    assert [term["en"] for term in glossary["bots"].values()] == [f"{bot.name}, {bot.character}" for bot in LEVELS]
