"""The computations behind the figures of docs/analysis.md: the fit, what is held out, and the scores."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import forecasts

from lutetia.bots.calibration import NETWORK, Correction


def rows(games: int, truth: Correction, seats: int = 2):
    """One position of each game, with a result that is drawn by a known correction."""
    rng = random.Random(7)
    for number in range(games):
        shares = [rng.random() for _seat in range(seats)]
        chances = [share / sum(shares) for share in shares]
        margins = [20 * (chance - 1 / seats) for chance in chances]
        first = rng.randrange(seats)
        leads = [rng.gauss(0, 8) for _seat in range(seats)]
        winner = rng.choices(range(seats), truth.apply(chances, margins, leads))[0]
        won = [float(seat == winner) for seat in range(seats)]
        beliefs = {NETWORK: {"chances": chances, "margins": margins}}
        yield {
            "number": number,
            "phase": "",
            "points": leads,
            "leads": leads,
            "first": first,
            "won": won,
            "beliefs": beliefs,
        }


@pytest.mark.parametrize("seats", [2, 3])
def test_the_fit_finds_the_correction_that_made_the_results(seats):
    truth = Correction(0.6, 0.0, lead=0.1 if seats == 2 else 0.0)
    found = forecasts.fitted(list(rows(6_000, truth, seats)), NETWORK)
    assert found.lead == pytest.approx(truth.lead, abs=0.02)
    for chances in ([0.7, 0.2, 0.1], [0.2, 0.5, 0.3]):
        some = [share / sum(chances[:seats]) for share in chances[:seats]]
        margins = [20 * (chance - 1 / seats) for chance in some]
        assert found.apply(some, margins, [0.0] * seats) == pytest.approx(
            truth.apply(some, margins, [0.0] * seats), abs=0.05
        )


def test_few_positions_change_little():
    assert forecasts.fitted(list(rows(3, Correction(0.2, 0.0, lead=0.5))), NETWORK).chance == pytest.approx(1, abs=0.1)


def test_a_search_that_is_wrong_is_not_turned_around():
    wrong = [row | {"won": row["won"][::-1]} for row in rows(500, Correction(3.0, 0.0))]
    found = forecasts.fitted(wrong, NETWORK)
    assert found.chance == found.margin == 0


def test_a_forecast_knows_no_position_of_the_same_game():
    some = list(rows(20, Correction(1.0, 0.0)))

    def make(known):
        numbers = {row["number"] for row in known}
        assert numbers
        return lambda row: [0.0 if row["number"] in numbers else 1.0]

    assert forecasts.held_out(some, make) == [[1.0]] * 20


def test_baselines_win_as_often_as_they_did():
    some = list(rows(400, Correction(1.0, 0.0)))
    began = forecasts.beginner(some)(some[0])[some[0]["first"]]
    assert began == pytest.approx(sum(row["won"][row["first"]] for row in some) / 400)
    assert forecasts.leader(some)(some[0] | {"points": [7, 7]}) == [0.5, 0.5]
    assert forecasts.all_alike(some)(some[0]) == [0.5, 0.5]


def test_scores():
    assert forecasts.brier([0.5, 0.5], [1.0, 0.0]) == 0.25
    assert forecasts.log_loss([0.5, 0.5], [1.0, 0.0]) == pytest.approx(0.6931, abs=1e-4)
    twice = [{"number": number} for number in range(50) for _position in range(2)]
    alone = [{"number": number} for number in range(100)]
    values = [float(number % 2) for number in range(50) for _position in range(2)]
    assert forecasts.half_width(twice, values) > 1.3 * forecasts.half_width(alone, values), "positions go together"
    found = forecasts.bins([{"won": [1.0, 0.0]}] * 4, [[0.75, 0.25]] * 4)
    assert found[7] == (4, 0.75, 1.0)
    assert found[2] == (4, 0.25, 0.0)
