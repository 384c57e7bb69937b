"""La Cité de la Lumière, for two: the manifest. docs/architecture.md says what is in which file of this folder."""

from __future__ import annotations

from pathlib import Path

from lutetia.core.i18n import N_
from lutetia.core.manifest import Credit, Manifest, Option

MANIFEST = Manifest(
    name="lumiere",
    title=N_("La Cité de la Lumière"),
    players=(2, 2),
    minutes=30,
    theme="night",
    folder=Path(__file__).parent,
    credits=(
        Credit(N_("Author"), ("José Antonio Abascal",)),
        Credit(N_("Illustrations"), ("Oriol Hernández",)),
        Credit(N_("Graphic design"), ("Jordi Roca",)),
        Credit(N_("Editors"), ("Marc Figueras", "Marià Pitarque")),
        Credit(N_("Publisher"), ("David Esbrí",)),
    ),
    rule_letter="L",
    options=(
        Option(
            "postcards",
            N_("Postcards"),
            (("starter", N_("the eight for a first game")), ("random", N_("eight of twelve, at random"))),
            help=N_("lumiere: starter, random, or the names of the postcards in play, separated by commas."),
            takes_list=True,
            pick="lutetia.games.lumiere.rules.deal:postcards_to_pick",
        ),
        Option(
            "first",
            N_("Starting player"),
            (("random", N_("at random")), ("orange", N_("orange")), ("blue", N_("blue"))),
            help=N_("lumiere: the starting player: random, orange or blue."),
        ),
        Option(
            "two_tiles",
            N_("Hold two tiles and lay either one"),
            help=N_("lumiere: hold two tiles and lay either one."),
        ),
    ),
    ruleset="lutetia.games.lumiere.rules:Lumiere",
    text="lutetia.games.lumiere.text:TEXT",
    bots="lutetia.games.lumiere.bots:PROFILE",
    drawing="lutetia.games.lumiere.drawing:LumiereDrawing",
    terminal="lutetia.games.lumiere.terminal:UI",
    observation="lutetia.games.lumiere.observation:observer",
    longest_game={2: 120},  # 28 tiles and takes, as many passes, 12 builds, 8 postcards of 3 steps, as many passes
    companion="lutetia.games.lumiere.companion:COMPANION",
    companion_model="lutetia.games.lumiere.companion.model:LumierePosition",
    tutorial="lutetia.games.lumiere.tutorial:LESSON",
    statistics="lutetia.games.lumiere.statistics:STATISTICS",
    openings="lutetia.games.lumiere.openings:OPENINGS",
    types="lutetia.games.lumiere.types:TYPES",
    puzzles="lutetia.games.lumiere.puzzles:THEMES",
)
