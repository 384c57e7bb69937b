"""The books that come with the games: small, and played by the games' present networks."""

from __future__ import annotations

import pytest

from lutetia.bots.calibration import network_checksum
from lutetia.games import manifest, names
from lutetia.openings.book import book_for

LARGEST = 100_000
BOOKS = [name for name in names() if book_for(name) is not None]


def test_there_are_books():
    assert BOOKS


@pytest.mark.parametrize("game", BOOKS)
def test_a_book_was_played_by_the_present_network(game):
    """After a new network has been trained, the book has to be made again: docs/openings.md."""
    method = book_for(game).method
    assert "network" in method["bots"].values()
    assert method["network"] == network_checksum(game)


@pytest.mark.parametrize("game", BOOKS)
def test_a_book_is_small(game):
    assert manifest(game).openings_file.stat().st_size < LARGEST
