"""The five levels of play, each presented as a character: from a beginner to one who beats strong players."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.i18n import N_


@dataclass(frozen=True)
class Level:
    """A level. How it decides is up to each game: see `BotProfile.levels`."""

    number: int
    name: str
    character: str


LEVELS = (
    Level(
        1,
        N_("Petit Louis"),
        N_("the lamplighter's boy: takes what glitters, and forgets that you are there"),
    ),
    Level(
        2,
        N_("Madame Colette"),
        N_("sells flowers on Montmartre: sees the next good place, seldom the one after"),
    ),
    Level(
        3,
        N_("Monsieur Armand"),
        N_("a builder with three streets to his name: solid, careful, hard to surprise"),
    ),
    Level(
        4,
        N_("Mademoiselle Violette"),
        N_("the best of her year at the École: plans whole quarters, and counts the end to the point"),
    ),
    Level(
        5,
        N_("Ingénieur Lenoir"),
        N_("drew the arches of the Tower: has already built it in his head, and yours too"),
    ),
)
