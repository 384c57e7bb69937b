"""The JSON schema of a position of Paris that is set up by hand, for the server."""

from __future__ import annotations

from typing import Annotated, Literal

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


Good = Literal["bronze", "gold", "gold_prestige", "marble", "silver", "wood"]
Goods = Annotated[dict[Good, Amount], Field(max_length=6)]
Numbers = Annotated[list[Annotated[int, Field(ge=1, le=30)]], Field(max_length=30)]
Tile = Annotated[list[Name | int], Field(min_length=2, max_length=2)]
"""Its home district and value."""
Tiles = Annotated[list[Tile], Field(max_length=36)]


class ParisStack(StrictModel):
    """The building tiles drawn from a stack, in this order, and those left, the top first; null: unknown."""

    drawn: Tiles
    left: Annotated[list[Tile | None], Field(max_length=36)] | None = None


class ParisQuestion(StrictModel):
    """What the seat is asked within its turn, and what it will be asked then.

    `goal`: the property that the key has moved to. `owed`: units still to pay. `open`: sections not yet filled. `tile`:
    the building tile to be placed. `bonus`: the bonus tile that takes pairs, `pairs`: how many it has taken.
    """

    ask: Literal["track", "section", "vp", "pay", "site", "pair"]
    then: Annotated[list[Literal["track", "section", "vp"]], Field(max_length=3)] | None = None
    goal: Name | None = None
    owed: Goods | None = None
    open: Goods | None = None
    tile: Tile | None = None
    bonus: Annotated[int, Field(ge=1, le=30)] | None = None
    pairs: Amount = 0


class ParisPlaySeat(StrictModel):
    """`used`: the bonus tiles used. `meeple`: its space. `banks`, `arc`: where its keys wait.

    `sold`: the francs from the sales before the final count, of a game that is over.
    """

    used: Numbers | None = None
    meeple: Annotated[int, Field(ge=0, le=30)] | None = None
    banks: Annotated[list[Name], Field(max_length=6)] | None = None
    arc: bool = False
    sold: Amount = 0


class ParisPlay(StrictModel):
    """What it takes to play on. Everything may be left out.

    `seat`: who decides. `first`: who began. `over`: whether the game is over. `round`: from 1. `turns_left`: once the
    last end-game tile is taken. `phase`: of the turn: a draw is due, the action is, or it is taken. `stacks`,
    `returned`: the building tiles. `landmarks`: those in districts without a key on them. `buildings`: those that
    stand, by district and value, with their types. `dealt`: the token that lay beside each building space, `beside`:
    the values where it still lies. `track`: the bonus tiles by space. `ends_used`: end-game tiles that have left the
    game. `half`: the bonus tiles 19 and 21 whose second unit is open.
    """

    seat: Name | None = None
    first: Name | None = None
    over: bool = False
    round: Annotated[int, Field(ge=1, le=999)] | None = None
    turns_left: Annotated[int, Field(ge=1, le=8)] | None = None
    phase: Literal["draw", "action", "done"] | None = None
    stacks: Annotated[list[ParisStack], Field(max_length=9)] | None = None
    returned: Tiles | None = None
    landmarks: Annotated[dict[Name, Annotated[list[Name], Field(max_length=8)]], Field(max_length=6)] | None = None
    buildings: Annotated[dict[Name, Annotated[dict[Name, Name], Field(max_length=6)]], Field(max_length=6)] | None = (
        None
    )
    dealt: Annotated[dict[Name, Annotated[dict[Name, Good], Field(max_length=6)]], Field(max_length=6)] | None = None
    beside: Annotated[dict[Name, Annotated[list[Name], Field(max_length=6)]], Field(max_length=6)] | None = None
    track: Annotated[Numbers, Field(min_length=30)] | None = None
    ends_used: Annotated[dict[Name, Amount], Field(max_length=12)] | None = None
    half: Annotated[list[Literal[19, 21]], Field(max_length=2)] | None = None
    question: ParisQuestion | None = None
    seats: Annotated[dict[Name, ParisPlaySeat], Field(max_length=4)] | None = None


class ParisPosition(StrictModel):
    """A position of Paris. `play` is needed to play on, not to score."""

    players: Annotated[int, Field(ge=2, le=4)]
    districts: Annotated[dict[Name, ParisDistrict], Field(max_length=6)]
    seats: Annotated[dict[Name, ParisSeat], Field(max_length=4)]
    play: ParisPlay | None = None
