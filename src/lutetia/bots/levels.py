"""The five levels of play, from a beginner to one who beats strong players, and their characters of 1889."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.i18n import N_, _


@dataclass(frozen=True)
class Character:
    """Somebody who plays at a level. Texts are catalogue keys; `about` continues a sentence after the name."""

    name: str
    about: str


@dataclass(frozen=True)
class Level:
    """A level. How it decides is up to each game: see `BotProfile.levels`. Its characters differ in name only."""

    number: int
    characters: tuple[Character, ...]
    """As many as can meet at one table of our games. The first is the one that forms and the docs name."""

    @property
    def bot(self) -> str:
        return f"level{self.number}"

    @property
    def name(self) -> str:
        return self.characters[0].name

    @property
    def character(self) -> str:
        return self.characters[0].about


LEVELS = (
    Level(
        1,
        (
            Character(
                N_("Petit Louis"),
                N_("the lamplighter's boy: takes what glitters, and forgets that you are there"),
            ),
            Character(
                N_("Mademoiselle Fifine"),
                N_("a ballet pupil at the Opéra: plays what looks pretty, and hums along"),
            ),
            Character(
                N_("Père Anselme"),
                N_("ferries people across the Seine: drifts with the current, and likes it there"),
            ),
            Character(
                N_("Cousin Gaspard"),
                N_("came from the country for the Exposition: admires everything, plans nothing"),
            ),
        ),
    ),
    Level(
        2,
        (
            Character(
                N_("Madame Colette"),
                N_("sells flowers on Montmartre: sees the next good place, seldom the one after"),
            ),
            Character(
                N_("Monsieur Hippolyte"),
                N_("waits on eight tables at once: quick with an answer, slow with a plan"),
            ),
            Character(
                N_("Tante Berthe"),
                N_("keeps a bakery: counts her change well, and the turns to come badly"),
            ),
            Character(
                N_("Facteur Émile"),
                N_("delivers the post on foot: takes the short way, even if it leads nowhere"),
            ),
        ),
    ),
    Level(
        3,
        (
            Character(
                N_("Monsieur Armand"),
                N_("a builder with three streets to his name: solid, careful, hard to surprise"),
            ),
            Character(
                N_("Madame Delphine"),
                N_("keeps the books of a department store: wastes nothing, forgets nothing"),
            ),
            Character(
                N_("Capitaine Roche"),
                N_("of the fire brigade: looks for the danger first, then for the points"),
            ),
            Character(
                N_("Docteur Mercier"),
                N_("a physician with a calm hand: patient, exact, seldom wrong twice"),
            ),
        ),
    ),
    Level(
        4,
        (
            Character(
                N_("Mademoiselle Violette"),
                N_("the best of her year at the École: plans whole quarters, and counts the end to the point"),
            ),
            Character(
                N_("Maître Fournier"),
                N_("an advocate: knows the answer to your answer, and has it in writing"),
            ),
            Character(
                N_("Madame Solange"),
                N_("receives on Thursdays: opens with a smile, and closes every door behind you"),
            ),
            Character(
                N_("Inspecteur Renard"),
                N_("of the Sûreté: reads your plan from your first step"),
            ),
        ),
    ),
    Level(
        5,
        (
            Character(
                N_("Ingénieur Lenoir"),
                N_("drew the arches of the Tower: has already built it in his head, and yours too"),
            ),
            Character(
                N_("Madame Auclair"),
                N_("an astronomer at the Observatory: has worked out the evening before it begins"),
            ),
            Character(
                N_("Préfet Marchand"),
                N_("moved whole quarters with one signature: leaves you the streets he does not need"),
            ),
            Character(
                N_("Comtesse d’Aubry"),
                N_("lost one game in twenty years, and remembers every step of it"),
            ),
        ),
    ),
)


def bot_name(bot: str, character: int = 0) -> str:
    """What a bot is called, in the reader's language. A bot that is no level is called by its own name."""
    level = next((level for level in LEVELS if level.bot == bot), None)
    return _(level.characters[character % len(level.characters)].name) if level else bot
