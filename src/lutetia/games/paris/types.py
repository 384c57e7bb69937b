"""The types of Paris, for type checkers. The JSON Schemas in `lutetia/schemas/` describe the keys."""

from typing import Literal, NotRequired, TypedDict

from lutetia.types import GameTypes, View

Seat = Literal["p1", "p2", "p3", "p4"]
Good = Literal["bronze", "gold", "gold_prestige", "marble", "silver", "wood"]
Goods = dict[Good, int]
Asked = Literal["track", "section", "vp", "pay", "site", "pair"]
AskedLater = Literal["track", "section", "vp"]
"""Questions that follow others in a turn."""
BuildingTile = list[str | int]
"""Its home district and value."""
VpTile = list[int]
"""VP for the first, second and third place."""


class Question(TypedDict):
    """What the seat on turn is asked within its turn, and what it will be asked then."""

    ask: Asked
    then: list[AskedLater]
    owed: NotRequired[Goods]
    francs: NotRequired[int]
    landmark: NotRequired[str]
    open: NotRequired[Goods]
    tile: NotRequired[BuildingTile | int]
    type: NotRequired[str]


class Stack(TypedDict):
    """A stack of building tiles."""

    drawn: list[BuildingTile]
    left: int
    back: str | None


class Bank(TypedDict):
    """The bank of a district."""

    francs: int
    keys: list[Seat]


class BuildingSpace(TypedDict):
    """A building space of a district."""

    type: str | None
    token: Good | None
    dealt: Good
    keys: list[Seat]


class Landmark(TypedDict):
    """A landmark in a district."""

    keys: list[Seat]


class District(TypedDict):
    """A district as everybody sees it."""

    bank: Bank
    buildings: dict[str, BuildingSpace]
    landmarks: dict[str, Landmark]
    keys: int
    vp_tile: VpTile | None


class TrackSpace(TypedDict):
    """A space of the bonus track."""

    number: int
    left: int
    meeples: list[Seat]


class EndTiles(TypedDict):
    """The end-game tiles that are left; `kinds` is None where they are hidden."""

    left: int
    kinds: dict[str, int] | None


class Pays(TypedDict):
    """What a bonus tile would bring now."""

    vp: int
    francs: int
    keys: int


class Possessions(TypedDict):
    """What a seat has; None: hidden from the viewer."""

    vp: int
    meeple: int
    reserve: int
    used: list[int]
    half: list[Literal[19, 21]]
    francs: int | None
    hand: int | None
    tokens: Goods | None
    unused: dict[str, Pays] | None
    end_count: int | None
    ends: dict[str, int] | None
    sales: dict[str, int] | None


class Standing(TypedDict):
    """A seat's place in a district."""

    seat: Seat
    sum: int
    highest: int
    place: int | None
    by: Literal["sum", "highest", "shared", "half"] | None
    points: int


class Score(TypedDict):
    """A seat's points by source; `track`: of unknown origin, after a position set up by hand."""

    track: NotRequired[int]
    eights: int
    sections: int
    bonus: int
    end_tiles: int
    francs: int
    districts: int
    tiles: dict[str, int]
    won: dict[str, int]
    total: int


class Goal(TypedDict):
    """A property that a key could move to."""

    to: str
    francs: int
    units: Goods
    tiles: list[Literal[9, 16]]
    token: Good | None
    track: int | None
    vp: int
    sections: list[Good]
    fourth: bool


Moves = TypedDict("Moves", {"from": str, "keys": int, "goals": list[Goal]})
"""Where the viewer's keys of one place could move."""


class ParisPosition(TypedDict):
    """The position in a view."""

    phase: Literal["draw", "action", "done", "over"]
    question: Question | None
    turns_left: int | None
    last_round: bool
    round: int
    stacks: list[Stack]
    districts: dict[str, District]
    arc: list[Seat]
    display: list[int]
    vp_tiles: list[VpTile]
    track: list[TrackSpace]
    supply: Goods
    end_tiles: EndTiles
    seats: dict[Seat, Possessions]
    standings: dict[str, list[Standing]]
    scores: dict[Seat, Score]
    moves: list[Moves]
    bonus: dict[str, Pays]


class ParisResult(TypedDict):
    """The result of a finished game."""

    vp: dict[Seat, int]
    francs: dict[Seat, int]
    property: dict[Seat, int]
    districts: dict[str, dict[Seat, int]]
    winners: list[Seat]


class ParisSetup(TypedDict):
    """What was dealt."""

    stacks: list[list[BuildingTile]]
    returned: list[BuildingTile]
    tokens: dict[str, dict[str, Good]]
    track: list[int]


class ParisOptions(TypedDict):
    """The options with their defaults filled in."""

    advanced: bool
    any_district: bool
    screens: Literal["open", "closed"]


# ---- a position set up by hand -----------------------------------------------------------------------------------


class DocumentDistrict(TypedDict):
    """The owners of the keys by property, and the first-place points of the district's VP tile."""

    keys: dict[str, list[str]]
    vp: int | None


class DocumentSeat(TypedDict):
    """What a seat has."""

    vp: int
    earned: dict[str, int]
    francs: int
    tokens: dict[str, int]
    unused: list[int]
    ends: dict[str, int]


class DocumentStack(TypedDict):
    """A stack of building tiles; None: unknown."""

    drawn: list[BuildingTile]
    left: NotRequired[list[BuildingTile | None] | None]


class DocumentQuestion(TypedDict):
    """What the seat is asked within its turn."""

    ask: Asked
    then: NotRequired[list[AskedLater] | None]
    goal: NotRequired[str | None]
    owed: NotRequired[Goods | None]
    open: NotRequired[Goods | None]
    tile: NotRequired[BuildingTile | None]
    bonus: NotRequired[int | None]
    pairs: NotRequired[int]


class DocumentPlaySeat(TypedDict, total=False):
    """What it takes to play on for a seat."""

    used: list[int] | None
    meeple: int | None
    banks: list[str] | None
    arc: bool
    sold: int


class ParisPlay(TypedDict, total=False):
    """What it takes to play on."""

    seat: str | None
    first: str | None
    over: bool
    round: int | None
    turns_left: int | None
    phase: Literal["draw", "action", "done"] | None
    stacks: list[DocumentStack] | None
    returned: list[BuildingTile] | None
    landmarks: dict[str, list[str]] | None
    buildings: dict[str, dict[str, str]] | None
    dealt: dict[str, dict[str, Good]] | None
    beside: dict[str, list[str]] | None
    track: list[int] | None
    ends_used: dict[str, int] | None
    half: list[Literal[19, 21]] | None
    question: DocumentQuestion | None
    seats: dict[str, DocumentPlaySeat] | None


class ParisDocument(TypedDict):
    """A position set up by hand, for `lutetia.position`."""

    players: int
    districts: dict[str, DocumentDistrict]
    seats: dict[str, DocumentSeat]
    play: NotRequired[ParisPlay | None]


ParisView = View[ParisPosition, ParisResult]
TYPES = GameTypes(ParisPosition, ParisResult, ParisSetup, ParisOptions, ParisDocument)
