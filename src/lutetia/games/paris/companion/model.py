"""The JSON shape of a position of Paris that is set up by hand, as the server takes it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=20)]
Amount = Annotated[int, Field(ge=0, le=999)]


class Strict(BaseModel):
    """Exactly these keys, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DistrictHeld(Strict):
    """One entry for each key on a property (`3`, `L12`); `vp`: the VP tile there by its first-place points."""

    keys: Annotated[dict[Name, Annotated[list[Name], Field(max_length=8)]], Field(max_length=14)]
    vp: Amount | None


class SeatHeld(Strict):
    """`vp` as on the score track; `earned` tells, as far as it is known, where they came from."""

    vp: Amount
    earned: Annotated[dict[Name, Amount], Field(max_length=40)]
    francs: Amount
    tokens: Annotated[dict[Name, Amount], Field(max_length=6)]
    unused: Annotated[list[int], Field(max_length=30)]
    ends: Annotated[dict[Name, Amount], Field(max_length=12)]


class ParisPosition(Strict):
    players: Annotated[int, Field(ge=2, le=4)]
    districts: Annotated[dict[Name, DistrictHeld], Field(max_length=6)]
    seats: Annotated[dict[Name, SeatHeld], Field(max_length=4)]
