"""What a page says about its table and the end of the game comes from the server: it holds neither names nor rules."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import lutetia
from lutetia.games import manifests
from lutetia.games.lumiere.rules.notation import PIECE_OF_CARD
from lutetia.server.play.canonical_json import canonical
from lutetia.text.interface import text_for
from lutetia.text.position import position_text

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "web" / "src" / "games"
GAMES = [game.name for game in manifests() if (PAGES / game.name).is_dir()]
LABELS = {  # what a page must word as the server does: amounts, places, gifts before a step is chosen, headings
    "lumiere": {
        *("{n} lamp", "{building}: size {size} × {lamps}", "{space}, facing {side}", "{space}, for {building}"),
        *("Buildings", "Postcards", "The postcards"),
    },
    "paris": {
        *("{n} F", "{n} VP", "{n} × {good}", "a bonus tile", "a bonus tile for {n} F", "bonus tile {n}"),
        *("buy {good}", "sell {good}", "use tile {n}"),
        *("1st", "2nd", "3rd", "For each player", "Francs", "none"),
        *("Bonus tiles", "End-game tiles", "Landmarks", "On arrival", "VP tiles"),
    },
}


def sources(game: str) -> str:
    files = [file for file in sorted((PAGES / game).rglob("*")) if file.suffix in (".ts", ".svelte")]
    return "\n".join(file.read_text("utf-8") for file in files)


def test_the_postcards_say_where_they_lie_and_what_they_bring():
    """A page orders them and draws their pieces, and knows no postcard by name."""
    words = text_for("lumiere")
    cards = words.glossary(words.data(None), 2)
    assert sorted(card["place"] for card in cards.values()) == list(range(len(cards)))
    assert cards["levitation"]["place"] == 0
    assert {name: card["piece"] for name, card in cards.items()} == {name: PIECE_OF_CARD.get(name) for name in cards}
    assert [name for name, card in cards.items() if not card["asks"]] == ["metropolitain", "sacre-coeur", "chartier"]
    assert not re.findall(rf"\b(?:{'|'.join(cards)})\b", (PAGES / "lumiere" / "words.ts").read_text("utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_no_name_and_no_rule_is_written_in_a_page_again(game):
    """By the files in which the catalogue's template says that a message is used."""
    page, server = (
        f"web/src/games/{game}/",
        tuple(f"src/lutetia/games/{game}/{one}" for one in ("text/", "rules/names")),
    )
    with (ROOT / "src" / "lutetia" / "locale" / "lutetia.pot").open("rb") as file:
        template = read_po(file)
    twice = set()
    for message in template:
        files = [name for name, _line in message.locations]
        if any(name.startswith(page) for name in files) and any(name.startswith(server) for name in files):
            twice.add(message.id if isinstance(message.id, str) else message.id[0])
    assert twice == LABELS[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_asks_only_for_what_the_server_sends(game):
    text = text_for(game)
    topics = set(re.findall(r"\.about\('([^']+)'\)", sources(game)))
    assert topics
    assert topics <= set(text.about(text.data(None)))


@pytest.mark.parametrize("game", GAMES)
def test_the_text_lists_the_sources_of_points_as_the_score_sheet_does(game):
    """As the keys of a JSON object they were sorted by the alphabet on their way to the page."""
    played = lutetia.new(game, seed=1)
    text = json.loads(canonical(position_text(played, None, [])))
    sheet = [row["name"] for row in text_for(game).rows(played.score())]
    assert text["source_order"] == [*sheet, "total"]
    assert set(text["source_order"]) == set(text["sources"])


@pytest.mark.parametrize("game", GAMES)
def test_the_text_says_who_won_once_the_game_is_over(game):
    played, rng = lutetia.new(game, seed=4), random.Random(4)
    assert "verdict" not in position_text(played, None, [])
    while not played.over:
        played.play(rng.choice(played.legal()))
    names = dict(zip(played.ruleset.seats, ("Ana", "Bo"), strict=True))
    ranks = played.ruleset.ranks(played.result())
    verdict = position_text(played, None, [], names)["verdict"]
    assert all(name in verdict for seat, name in names.items() if ranks[seat] == 1), verdict
