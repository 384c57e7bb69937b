"""Credits: who made the published games stands at the end of the rules and on the about page."""

from __future__ import annotations

import pytest

from lutetia.games import manifests
from lutetia.text import rulebook_page
from lutetia.text.credits import credits

GAMES = [game.name for game in manifests() if game.credits]


def test_both_games_name_their_authors():
    names = {game: credits(game)[0]["names"] for game in GAMES}
    assert names == {"lumiere": ["José Antonio Abascal"], "paris": ["Wolfgang Kramer", "Michael Kiesling"]}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_end_with_the_credits(game):
    last = rulebook_page.book(game)["parts"][-1]
    assert last["id"] == "credits"
    html = last["paragraphs"][0]["html"]
    assert all(name in html for credit in credits(game) for name in credit["names"])
    assert "not affiliated" in html
