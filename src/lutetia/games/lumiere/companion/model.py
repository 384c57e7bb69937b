"""The JSON schema of a position of La Cité de la Lumière that is set up by hand, for the server."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=20)]
Colour = Literal["orange", "blue"]
Space = Annotated[str, Field(pattern=r"^[a-h][1-8]$")]
Spaces = Annotated[list[Space], Field(max_length=64)]


class Strict(BaseModel):
    """A model that rejects other keys and other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LumierePiece(Strict):
    """A building or piece on the board. `facing` is for the statue; `of` is the building that an annex extends."""

    owner: Colour
    spaces: Spaces
    facing: Literal["north", "east", "south", "west"] | None = None
    of: Name | None = None


class LumiereReserve(Strict):
    orange: Annotated[list[Name], Field(max_length=16)]
    blue: Annotated[list[Name], Field(max_length=16)]


class LumierePosition(Strict):
    """`paving` row by row: o orange, b blue, m mixed, * a lamp, . not paved. `cards`: who used which postcard."""

    paving: Annotated[str, Field(pattern=r"^[obm*.]{64}$")]
    buildings: Annotated[dict[Name, LumierePiece], Field(max_length=20)]
    pieces: Annotated[dict[Name, LumierePiece], Field(max_length=12)]
    reserve: LumiereReserve
    cards: Annotated[dict[Name, Colour], Field(max_length=12)]
