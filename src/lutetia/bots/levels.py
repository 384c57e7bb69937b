"""The six levels of play, from a beginner to one who takes as long as at a tournament, and their characters of 1889."""

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
                N_("the lamplighter's boy: takes whatever glitters, and forgets that you are there"),
            ),
            Character(
                N_("Mademoiselle Fifine"),
                N_("a ballet pupil at the Opéra: plays what looks pretty, and hums along"),
            ),
            Character(
                N_("Père Anselme"),
                N_("takes people across the Seine: drifts with the current, and likes it there"),
            ),
            Character(
                N_("Cousin Gaspard"),
                N_("up from the country for the Exposition: admires everything, plans nothing"),
            ),
        ),
    ),
    Level(
        2,
        (
            Character(
                N_("Madame Colette"),
                N_("sells flowers in Montmartre: sees the next good place, rarely the one after"),
            ),
            Character(
                N_("Monsieur Hippolyte"),
                N_("waits on eight tables at once: quick with an answer, slow with a plan"),
            ),
            Character(
                N_("Tante Berthe"),
                N_("runs a bakery: good at counting change, bad at planning turns"),
            ),
            Character(
                N_("Facteur Émile"),
                N_("delivers the post on foot: takes the shortest way, even if it leads nowhere"),
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
                N_("a doctor with a steady hand: patient, exact, rarely wrong twice"),
            ),
        ),
    ),
    Level(
        4,
        (
            Character(
                N_("Mademoiselle Violette"),
                N_("top of her year at the École: plans whole districts, and counts the endgame to the point"),
            ),
            Character(
                N_("Maître Fournier"),
                N_("a lawyer: knows the answer to your answer, and has it in writing"),
            ),
            Character(
                N_("Madame Solange"),
                N_("keeps a salon on Thursdays: opens with a smile, and closes every door behind you"),
            ),
            Character(
                N_("Inspecteur Renard"),
                N_("of the Sûreté: reads your plan from your first move"),
            ),
        ),
    ),
    Level(
        5,
        (
            Character(
                N_("Ingénieur Lenoir"),
                N_("drew the arches of the Eiffel Tower: has already planned the whole game, yours included"),
            ),
            Character(
                N_("Madame Auclair"),
                N_("an astronomer at the Observatory: has worked out the game before it begins"),
            ),
            Character(
                N_("Préfet Marchand"),
                N_("moved whole districts with one signature: leaves you the streets he does not need"),
            ),
            Character(
                N_("Comtesse d’Aubry"),
                N_("lost one game in twenty years, and remembers every move of it"),
            ),
        ),
    ),
    Level(
        6,
        (
            Character(
                N_("Le Maître"),
                N_("plays in the back room of the café: takes his time, and gives nothing back"),
            ),
            Character(
                N_("La Doyenne"),
                N_("taught all the others: knows your mistake before you make it"),
            ),
            Character(
                N_("Professeur Delorme"),
                N_("has filled three notebooks with this opening: the fourth is for the ending"),
            ),
            Character(
                N_("L’Inconnu"),
                N_("came from nowhere and won every evening: nobody has heard him speak"),
            ),
        ),
    ),
)

STRONGEST = LEVELS[-1].bot
"""It thinks for up to several seconds, several times as long as the next one."""


def bot_name(bot: str, character: int = 0) -> str:
    """What a bot is called, in the reader's language. A bot that is no level is called by its own name."""
    level = next((level for level in LEVELS if level.bot == bot), None)
    return _(level.characters[character % len(level.characters)].name) if level else bot
