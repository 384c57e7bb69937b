"""What a page says about its table and the end of the game comes from the server: it holds neither names nor rules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import lutetia
from lutetia.games import manifests
from lutetia.text.interface import text_for
from lutetia.text.position import position_text

PAGES = Path(__file__).parents[2] / "web" / "src" / "games"
GAMES = [game.name for game in manifests() if (PAGES / game.name).is_dir()]


def sources(game: str) -> str:
    files = [file for file in sorted((PAGES / game).rglob("*")) if file.suffix in (".ts", ".svelte")]
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("game", GAMES)
def test_no_name_and_no_rule_is_written_in_a_page_again(game):
    text, page = text_for(game), sources(game)
    data = text.data(None)
    said = {*text.names(data).values(), *text.about(data).values()}
    said |= {part[key] for part in text.glossary(data, 2).values() for key in ("brief", "text")}
    written = set(re.findall(r"_\(\s*'([^']+)'\s*[,)]", page))
    assert said & written == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_page_asks_only_for_what_the_server_sends(game):
    text = text_for(game)
    topics = set(re.findall(r"\.about\('([^']+)'\)", sources(game)))
    assert topics
    assert topics <= set(text.about(text.data(None)))


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
