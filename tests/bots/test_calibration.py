"""The correction of chances: it fits what is shipped, and keeps the order and the sum."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.bots import calibration
from lutetia.bots.calibration import NETWORK, ROLLOUTS, Correction, correction, rounded, stored
from lutetia.bots.profile import profile_for
from lutetia.games import manifest

GAMES = ("lumiere", "paris")


@pytest.mark.parametrize("game", GAMES)
def test_every_table_has_a_correction_for_its_methods_and_parts(game):
    least, most = manifest(game).players
    for players in range(least, most + 1):
        ruleset = lutetia.ruleset(game, players=players)
        for phase in profile_for(game).phases:
            assert correction(ruleset, ROLLOUTS, phase) is not None


@pytest.mark.parametrize("game", GAMES)
def test_what_was_fitted_to_a_network_was_fitted_to_the_one_that_is_there(game):
    rows = [row for row in stored(game)["tables"] if row["method"] == NETWORK]
    assert rows
    wanted = calibration.network_checksum(game)
    assert {row["network"] for row in rows} == {wanted}, "python benchmarks/calibration.py --fit --write --jobs N"


def test_the_correction_of_another_network_is_not_used(monkeypatch):
    monkeypatch.setattr(calibration, "network_checksum", lambda game: "another")
    calibration._corrections.cache_clear()
    try:
        ruleset = lutetia.ruleset("lumiere")
        assert correction(ruleset, NETWORK, "paving") is None
        assert correction(ruleset, ROLLOUTS, "paving") is not None
    finally:
        calibration._corrections.cache_clear()


def test_a_correction_keeps_the_order_and_the_sum():
    found = Correction(0.5, 0.02).apply([0.7, 0.2, 0.1], [8.0, -3.0, -9.0], [0.0] * 3)
    assert sum(found) == pytest.approx(1)
    assert found[0] > found[1] > found[2]
    assert found[0] < 0.7, "less certain"
    assert sum(Correction(1.0, 0.0).apply([1.0, 0.0], [5.0, -5.0], [0.0, 0.0])) == pytest.approx(1)


def test_margins_count_where_the_chances_are_alike():
    first, second = Correction(1.0, 0.1).apply([0.5, 0.5], [6.0, -6.0], [0.0, 0.0])
    assert first > 0.7 > 0.3 > second


def test_who_is_ahead_now_counts():
    found = Correction(1.0, 0.0, lead=0.1).apply([0.5, 0.5], [0.0, 0.0], [4.0, -4.0])
    assert found == pytest.approx([0.69, 0.31], abs=1e-2)


@pytest.mark.parametrize("chances", [[0.1234567, 0.8765433], [1 / 3, 1 / 3, 1 / 3], [0.25, 0.25, 0.5, 0.0], [1.0, 0.0]])
def test_rounded_chances_add_up_to_one(chances):
    found = rounded(chances)
    assert sum(found) == pytest.approx(1, abs=1e-15)
    assert found == pytest.approx(chances, abs=1e-5)
