"""Five opponents for each game, people of the Paris of 1889, from a beginner to one that beats strong players."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.bots.thinker import Method
from lutetia.core.words import N_


@dataclass(frozen=True)
class Level:
    """Who it is, and how it thinks about each game."""

    number: int
    name: str
    character: str
    methods: dict[str, Method]


LEVELS = (
    Level(
        1,
        N_("Petit Louis"),
        N_("the lamplighter's boy: takes what glitters, and forgets that you are there"),
        {"lumiere": Method(0, whim=80), "paris": Method(0, whim=60)},
    ),
    Level(
        2,
        N_("Madame Colette"),
        N_("sells flowers on Montmartre: sees the next good place, seldom the one after"),
        {"lumiere": Method(40), "paris": Method(20)},
    ),
    Level(
        3,
        N_("Monsieur Armand"),
        N_("a builder with three streets to his name: solid, careful, hard to surprise"),
        {"lumiere": Method(300), "paris": Method(80)},
    ),
    Level(
        4,
        N_("Mademoiselle Violette"),
        N_("the best of her year at the École: plans whole quarters, and counts the end to the point"),
        {"lumiere": Method(3_000, proof=100_000), "paris": Method(600)},
    ),
    Level(
        5,
        N_("Ingénieur Lenoir"),
        N_("drew the arches of the Tower: has already built it in his head, and yours too"),
        {"lumiere": Method(120_000, proof=1_000_000), "paris": Method(60_000)},
    ),
)
