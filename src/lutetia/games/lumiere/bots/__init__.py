"""Bots of La Cité de la Lumière: budgets, tuning, the guide and the greedy bot."""

from __future__ import annotations

from lutetia.bots.profile import BotProfile, Learned, Method
from lutetia.core.i18n import N_
from lutetia.games.lumiere.bots.greedy import Greedy
from lutetia.games.lumiere.bots.guide import GUIDE

PROFILE = BotProfile(
    greedy=Greedy,
    guide=GUIDE,
    levels=(
        Method(0, ideas=40),
        Method(40, learned=Learned(0, ideas=25)),
        Method(300, learned=Learned(0)),
        Method(3_000, proof=100_000, learned=Learned(250)),
        Method(120_000, proof=1_000_000, learned=Learned(12_000)),
        Method(1_000_000, proof=4_000_000, learned=Learned(100_000)),
    ),
    hint=Method(3_000, proof=100_000, learned=Learned(800)),
    analysis=Method(2_000, proof=10_000, learned=Learned(400)),
    glance=Method(100, proof=3_000, learned=Learned(64)),
    tuning={"exploration": 0.3, "rave": 1000.0, "power": 0.4},
    sources={
        "lit": N_("lit buildings {points}"),
        "group": N_("largest group {points}"),
        "unbuilt": N_("unbuilt {points}"),
        "postcards": N_("postcards {points}"),
    },
    phases={"paving": N_("Phase I, paving"), "building": N_("Phase II, building")},
    phase=lambda kernel: "paving" if kernel.phase == 1 else "building",
    reasons="lutetia.games.lumiere.text.reasons:REASONS",
    learning="lutetia.games.lumiere.bots.learning:LEARNING",
)
