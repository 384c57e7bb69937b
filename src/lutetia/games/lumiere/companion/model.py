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


class LumierePosition(StrictModel):
    """`paving` row by row: o orange, b blue, m mixed, * a lamp, . not paved. `cards`: who used which postcard."""

    paving: Annotated[str, Field(pattern=r"^[obm*.]{64}$")]
    buildings: Annotated[dict[Name, LumierePiece], Field(max_length=20)]
    pieces: Annotated[dict[Name, LumierePiece], Field(max_length=12)]
    reserve: LumiereReserve
    cards: Annotated[dict[Name, Colour], Field(max_length=12)]
