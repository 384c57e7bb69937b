"""Bots of La Cité de la Lumière: budgets, tuning, the guide and the greedy bot."""

from __future__ import annotations

from lutetia.bots.profile import BotProfile, Method
from lutetia.core.i18n import N_
from lutetia.games.lumiere.bots.greedy import Greedy
from lutetia.games.lumiere.bots.guide import GUIDE

PROFILE = BotProfile(
    greedy=Greedy,
    guide=GUIDE,
    levels=(
        Method(0, noise=80),
        Method(40),
        Method(300),
        Method(3_000, proof=100_000),
        Method(120_000, proof=1_000_000),
    ),
    hint=Method(3_000, proof=100_000),
    analysis=Method(300),
    tuning={"exploration": 0.3, "rave": 1000.0, "power": 0.4},
    sources={
        "lit": N_("lit buildings {points}"),
        "group": N_("largest group {points}"),
        "unbuilt": N_("unbuilt {points}"),
        "postcards": N_("postcards {points}"),
    },
    learning="lutetia.games.lumiere.bots.learning:LEARNING",
)
