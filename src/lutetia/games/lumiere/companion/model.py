"""The JSON schema of a position of La Cité de la Lumière that is set up by hand, for the server."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from lutetia.strict_model import StrictModel

Name = Annotated[str, Field(max_length=20)]
Colour = Literal["orange", "blue"]
Space = Annotated[str, Field(pattern=r"^[a-h][1-8]$")]
Spaces = Annotated[list[Space], Field(max_length=64)]


class LumierePiece(StrictModel):
    """A building or piece on the board. `facing` is for the statue; `of` is the building that an annex extends."""

    owner: Colour
    spaces: Spaces
    facing: Literal["north", "east", "south", "west"] | None = None
    of: Name | None = None


class LumiereReserve(StrictModel):
    orange: Annotated[list[Name], Field(max_length=16)]
    blue: Annotated[list[Name], Field(max_length=16)]


Tiles = Annotated[list[Annotated[int, Field(ge=0, le=7)]], Field(max_length=8)]


class LumiereTiles(StrictModel):
    """The tiles that each seat has not placed, the top of the stack first; those in hand are on top."""

    orange: Tiles
    blue: Tiles


class LumiereQuestion(StrictModel):
    """The postcard to be carried out; `build`: the building that Levitation has swapped and that is to be built."""

    card: Name
    build: Name | None = None


class LumierePlay(StrictModel):
    """What it takes to play on. Everything may be left out.

    `seat`: who decides. `first`: who began. `over`: whether the game is over. `tiles`: those not placed yet, if some
    squares are free. `postcards`: those in play, used ones included. `question`: what the seat is asked in its turn.
    `skipped`: whether the turn before was passed or skipped. `opener`: who placed the last own tile first.
    """

    seat: Colour | None = None
    first: Colour | None = None
    over: bool = False
    tiles: LumiereTiles | None = None
    postcards: Annotated[list[Name], Field(max_length=12)] | None = None
    question: LumiereQuestion | None = None
    skipped: bool = False
    opener: Colour | None = None


class LumierePosition(StrictModel):
    """A position of La Cité de la Lumière.

    `paving` row by row: o orange, b blue, m mixed, * a lamp, . not paved. `cards`: who used which postcard. `play` is
    needed to play on, not to score.
    """

    paving: Annotated[str, Field(pattern=r"^[obm*.]{64}$")]
    buildings: Annotated[dict[Name, LumierePiece], Field(max_length=20)]
    pieces: Annotated[dict[Name, LumierePiece], Field(max_length=12)]
    reserve: LumiereReserve
    cards: Annotated[dict[Name, Colour], Field(max_length=12)]
    play: LumierePlay | None = None
