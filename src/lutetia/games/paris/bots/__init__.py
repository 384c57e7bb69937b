"""Bots of Paris: budgets, tuning, the guide and the greedy bot."""

from __future__ import annotations

from lutetia.bots.profile import BotProfile, Learned, Method
from lutetia.core.i18n import N_
from lutetia.games.paris.bots.greedy import Greedy
from lutetia.games.paris.bots.guide import GUIDE
from lutetia.games.paris.rules.kernel import ParisKernel

STACKS = 3


def _phase(kernel: ParisKernel) -> str:
    """By how many buildings are still in the stacks."""
    left: int = kernel.tiles_left
    return "end" if not left else "opening" if 2 * left > STACKS * kernel.height else "middle"


PROFILE = BotProfile(
    greedy=Greedy,
    guide=GUIDE,
    levels=(
        Method(0, ideas=40),
        Method(20, learned=Learned(0, ideas=25)),
        Method(80, learned=Learned(0)),
        Method(600, learned=Learned(160)),
        Method(60_000, learned=Learned(4_000)),
        Method(400_000, learned=Learned(64_000)),
    ),
    hint=Method(4_000, learned=Learned(1_000)),
    analysis=Method(1_500, learned=Learned(400)),
    glance=Method(150, learned=Learned(64)),
    tree_tuning={"win_share": 0.3, "scale": 40},
    tuning={"exploration": 0.5, "power": 0.4, "win_share": 0.2, "scale": 40.0, "horizon": 12},
    sources={
        "eights": N_("value 8 {points} VP"),
        "sections": N_("sections {points} VP"),
        "bonus": N_("bonus tile {points} VP"),
        "end_tiles": N_("end-game tile {points} VP"),
        "francs": N_("tile 27 {points} VP"),
        "districts": N_("districts {points} VP"),
    },
    phases={
        "opening": N_("first half of the buildings"),
        "middle": N_("second half of the buildings"),
        "end": N_("end-game tiles"),
    },
    phase=_phase,
    reasons="lutetia.games.paris.text.reasons:REASONS",
    learning="lutetia.games.paris.bots.learning:LEARNING",
)
