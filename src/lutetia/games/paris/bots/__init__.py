"""Bots of Paris: budgets, tuning, the guide and the greedy bot."""

from __future__ import annotations

from lutetia.bots.profile import BotProfile, Learned, Method
from lutetia.core.i18n import N_
from lutetia.games.paris.bots.greedy import Greedy
from lutetia.games.paris.bots.guide import GUIDE

PROFILE = BotProfile(
    greedy=Greedy,
    guide=GUIDE,
    levels=(
        Method(0, ideas=40),
        Method(20),
        Method(80, learned=Learned(0)),
        Method(600, learned=Learned(100)),
        Method(60_000),  # with the network, 10,000 evaluations are not stronger: see docs/bots.md
        Method(400_000),
    ),
    hint=Method(4_000, learned=Learned(1_000)),
    analysis=Method(400, learned=Learned(120)),
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
    learning="lutetia.games.paris.bots.learning:LEARNING",
)
