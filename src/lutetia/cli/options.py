"""The options of the command line that set up a game; which of them a game has, its face knows."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.core.words import _

PLAYERS = Annotated[int, typer.Option(min=2, max=4, help=_("How many players; paris is for two to four."))]
POSTCARDS = Annotated[
    str | None, typer.Option(help=_("lumiere: starter, random, or the names of those in play, with commas."))
]
TWO_TILES = Annotated[bool, typer.Option("--two-tiles", help=_("lumiere: hold two tiles, place either."))]
FIRST = Annotated[str | None, typer.Option(help=_("lumiere: who begins: random, orange or blue."))]
ADVANCED = Annotated[bool, typer.Option("--advanced", help=_("paris: tokens and bonus tiles are dealt at random."))]
ANY_DISTRICT = Annotated[bool, typer.Option("--any-district", help=_("paris: buildings may go to any district."))]
SCREENS = Annotated[
    str | None, typer.Option(help=_("paris: open, or closed: francs, tokens, keys and tiles are hidden."))
]
