"""Paris, for two to four: the manifest. docs/architecture.md says what is in which file of this folder."""

from __future__ import annotations

from pathlib import Path

from lutetia.core.i18n import N_
from lutetia.core.manifest import Credit, Manifest, Option

MANIFEST = Manifest(
    name="paris",
    title=N_("Paris"),
    players=(2, 4),
    minutes=90,
    theme="day",
    folder=Path(__file__).parent,
    credits=(
        Credit(N_("Authors"), ("Wolfgang Kramer", "Michael Kiesling")),
        Credit(N_("Illustrations"), ("Andreas Resch",)),
        Credit(N_("Project manager"), ("Rudy Seuntjens",)),
        Credit(N_("Art director"), ("Rafaël Theunis",)),
        Credit(N_("Insert design"), ("Meeplemaker",)),
        Credit(N_("Editor"), ("Eefje Gielis",)),
        Credit(N_("Proofreading"), ("Ori Avtalion", "Dave Moser")),
        Credit(N_("Polish edition"), ("Czacha Games",)),
        Credit(N_("Polish translation and proofreading"), ("Michał S.", "Maciej Matejko")),
        Credit(N_("Condensed English rules"), ("Eric Postpischil",)),
    ),
    rule_letter="P",
    options=(
        Option(
            "advanced",
            N_("Deal tokens and bonus tiles at random"),
            help=N_("paris: tokens and bonus tiles are dealt at random."),
        ),
        Option(
            "any_district",
            N_("Buildings may go to any district"),
            help=N_("paris: buildings may go to any district."),
        ),
        Option(
            "screens",
            N_("Screens"),
            (("open", N_("open to all")), ("closed", N_("hidden behind screens"))),
            help=N_("paris: open, or closed: with closed screens, francs, tokens, keys and tiles are hidden."),
        ),
    ),
    ruleset="lutetia.games.paris.rules:Paris",
    text="lutetia.games.paris.text:TEXT",
    bots="lutetia.games.paris.bots:PROFILE",
    drawing="lutetia.games.paris.drawing:ParisDrawing",
    terminal="lutetia.games.paris.terminal:UI",
    observation="lutetia.games.paris.observation:observer",
    longest_game={2: 5007, 3: 6602, 4: 7154},  # docs/rules/paris-bound.md
    companion="lutetia.games.paris.companion:COMPANION",
    companion_model="lutetia.games.paris.companion.model:ParisPosition",
    tutorial="lutetia.games.paris.tutorial:LESSON",
    statistics="lutetia.games.paris.statistics:STATISTICS",
    openings="lutetia.games.paris.openings:OPENINGS",
    types="lutetia.games.paris.types:TYPES",
    puzzles="lutetia.games.paris.puzzles:THEMES",
)
