"""The clock with which promises are measured forgives a busy machine, but not everything."""

from __future__ import annotations

import pytest

from server.times import EVERY, MOST, PARTS, USUAL, forgiven


def test_a_punctual_machine_is_forgiven_nothing():
    assert forgiven(EVERY) == forgiven(EVERY + USUAL) == 0


def test_lateness_is_forgiven_to_each_process():
    assert forgiven(EVERY + USUAL + 0.001) == pytest.approx(PARTS * 0.001)


@pytest.mark.parametrize("slept", [0.03, 0.04, 0.1, 1.0, 60.0])
def test_a_limit_lasts_a_few_times_as_long_at_most(slept):
    assert slept - forgiven(slept) >= slept / MOST - 1e-9
