"""What training is told about La Cité de la Lumière."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.bots.profile import profile_for
from lutetia.core.kernel import StepList
from lutetia.core.manifest import loaded
from lutetia.core.random import Rng

LEARNING = loaded(profile_for("lumiere").learning)


@pytest.mark.parametrize("options", [{}, {"postcards": "random"}, {"two_tiles": True}])
def test_a_turned_board_is_the_same_game(options):
    """Play a game and its turned twin: legal steps, rows, targets and points must be the turned ones throughout."""
    ruleset = lutetia.ruleset("lumiere", options=options)
    features, rng = LEARNING.features(ruleset), Rng(5)
    for number, symmetry in enumerate(LEARNING.symmetries(ruleset)):
        kernel, twin = ruleset.new_kernel(), ruleset.new_kernel()
        legal, other = StepList(features.steps), StepList(features.steps)
        kernel.begin(Rng(number))
        twin.begin(Rng(number))
        while not kernel.is_over():
            kernel.list(legal)
            twin.list(other)
            assert sorted(symmetry.steps[step] for step in legal) == list(other)
            row = features.row(kernel, kernel.seat)
            assert bytes(row[at] for at in symmetry.inputs) == features.row(twin, twin.seat)
            step = legal[rng.choose(len(legal))]
            kernel.play(step)
            twin.play(symmetry.steps[step])
        assert twin.is_over()
        assert [kernel.points_of(seat) for seat in (0, 1)] == [twin.points_of(seat) for seat in (0, 1)]
        bits, turned = _bits(features.end_bytes(kernel, 0)), _bits(features.end_bytes(twin, 0))
        assert [bits[at] for at in symmetry.targets] == turned
        assert any(bits)


def _bits(packed):
    return [byte >> bit & 1 for byte in packed for bit in range(8)]


def test_the_blueprint_fits_the_features():
    for seating in LEARNING.seatings:
        ruleset = lutetia.ruleset("lumiere", options=seating.options)
        blueprint, features = LEARNING.blueprint(ruleset), LEARNING.features(ruleset)
        assert blueprint.inputs == features.inputs
        assert blueprint.policy == features.policy
        assert blueprint.target_planes * blueprint.cells == 8 * features.target_bytes
        assert features.outputs() == LEARNING.features(lutetia.ruleset("lumiere")).outputs()
