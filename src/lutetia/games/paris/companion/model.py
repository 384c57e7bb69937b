"""The JSON schema of a position of Paris that is set up by hand, for the server."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from lutetia.strict_model import StrictModel

Name = Annotated[str, Field(max_length=20)]
Amount = Annotated[int, Field(ge=0, le=999)]


class ParisDistrict(StrictModel):
    """The owners of the keys by property (`3`, `L12`). `vp`: the first-place points of the district's VP tile."""

    keys: Annotated[dict[Name, Annotated[list[Name], Field(max_length=8)]], Field(max_length=14)]
    vp: Amount | None


class ParisSeat(StrictModel):
    """`vp` is from the score track; `earned` says where the points came from, as far as that is known."""

    vp: Amount
    earned: Annotated[dict[Name, Amount], Field(max_length=40)]
    francs: Amount
    tokens: Annotated[dict[Name, Amount], Field(max_length=6)]
    unused: Annotated[list[int], Field(max_length=30)]
    ends: Annotated[dict[Name, Amount], Field(max_length=12)]


class ParisPosition(StrictModel):
    players: Annotated[int, Field(ge=2, le=4)]
    districts: Annotated[dict[Name, ParisDistrict], Field(max_length=6)]
    seats: Annotated[dict[Name, ParisSeat], Field(max_length=4)]
