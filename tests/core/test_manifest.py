"""A manifest that the rest of Lutetia could not work with is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from lutetia.core.manifest import Manifest, ManifestError


def made(name: str = "whist", players: tuple[int, int] = (2, 4)) -> Manifest:
    return Manifest(name=name, title="Whist", players=players, folder=Path("whist"), ruleset="whist:ruleset")


@pytest.mark.parametrize("players", [(2, 2), (2, 4), (3, 3), (4, 4)])
def test_two_to_four_players(players):
    assert made(players=players).players == players


@pytest.mark.parametrize("players", [(1, 2), (2, 5), (4, 2), (0, 0)])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(ManifestError, match="two to four players"):
        made(players=players)


@pytest.mark.parametrize("name", ["", "Whist", "bid whist", "whist-2", "../whist"])
def test_other_names_are_refused(name):
    with pytest.raises(ManifestError, match="lower-case letters"):
        made(name=name)
