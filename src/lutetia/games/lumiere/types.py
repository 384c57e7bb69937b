"""The types of La Cité de la Lumière, for type checkers. The JSON Schemas in `lutetia/schemas/` describe the keys."""

from typing import Literal, NotRequired, TypedDict

from lutetia.types import GameTypes, View

Colour = Literal["orange", "blue"]
Phase = Literal["paving", "building", "over"]
Card = Literal[
    "bouquinistes",
    "chartier",
    "fontaine",
    "grande-lumiere",
    "jardin",
    "lampadaire",
    "levitation",
    "metropolitain",
    "moulin-rouge",
    "peintre",
    "penseur",
    "sacre-coeur",
]
"""The postcards, in the order of their names. The rules read them from here."""
Facing = Literal["north", "east", "south", "west"]


class Question(TypedDict):
    """What the deciding seat is asked within its turn."""

    card: Card
    build: str | None


class Building(TypedDict):
    """A building on the board, or the garden."""

    name: str
    owner: Colour
    spaces: list[str]
    annex: str | None
    size: int
    lamps: list[str]
    points: int


class Piece(TypedDict):
    """A special piece on the board."""

    name: Literal["painter", "annex", "lamp", "dancer", "fountain", "statue", "large-lamp"]
    owner: Colour | None
    spaces: list[str]
    facing: Facing | None


class Lamp(TypedDict):
    """A burning lamp and the spaces it lights."""

    space: str
    kind: Literal["printed", "lamp", "large-lamp"]
    lights: list[str]


class Postcard(TypedDict):
    """A postcard in play."""

    name: Card
    owner: Colour | None
    state: Literal["open", "kept", "used"]
    points: int
    spaces: list[str]


class Score(TypedDict):
    """A seat's points by source."""

    lit: int
    group: int
    unbuilt: int
    postcards: int
    total: int


class LumierePosition(TypedDict):
    """The position in a view."""

    phase: Phase
    question: Question | None
    turns_left: int | None
    squares: list[str]
    paving: dict[str, Literal["orange", "blue", "mixed", "lamp"]]
    held: dict[str, list[int] | None]
    unplaced: dict[str, list[int]]
    supply: list[str]
    reserve: dict[str, list[str]]
    buildings: list[Building]
    pieces: list[Piece]
    lamps: list[Lamp]
    postcards: list[Postcard]
    tokens: dict[str, int]
    chimneys: dict[str, int]
    scores: dict[str, Score]
    groups: dict[str, list[str]]
    tie: dict[str, int]


class Scores(TypedDict):
    """The points of both seats."""

    orange: Score
    blue: Score


class LumiereResult(TypedDict):
    """The result of a finished game."""

    scores: Scores
    winner: Literal["orange", "blue", "draw"]


class Stacks(TypedDict):
    """Both seats' tiles, the top of the stack first."""

    orange: list[int]
    blue: list[int]


class LumiereSetup(TypedDict):
    """What was dealt."""

    tiles: Stacks
    postcards: list[str]


class LumiereOptions(TypedDict):
    """The options with their defaults filled in."""

    postcards: Literal["starter", "random"] | list[str]
    two_tiles: bool
    first: Literal["random", "orange", "blue"]


# ---- a position set up by hand -----------------------------------------------------------------------------------


class Lying(TypedDict):
    """A building or piece on the board."""

    owner: Colour
    spaces: list[str]
    facing: NotRequired[Facing | None]
    of: NotRequired[str | None]


class Reserve(TypedDict):
    """The buildings that the seats have not built."""

    orange: list[str]
    blue: list[str]


class AskedCard(TypedDict):
    """The postcard to be carried out."""

    card: str
    build: NotRequired[str | None]


class LumierePlay(TypedDict, total=False):
    """What it takes to play on."""

    seat: Colour | None
    first: Colour | None
    over: bool
    tiles: Stacks | None
    postcards: list[str] | None
    question: AskedCard | None
    skipped: bool
    opener: Colour | None


class LumiereDocument(TypedDict):
    """A position set up by hand, for `lutetia.position`."""

    paving: str
    buildings: dict[str, Lying]
    pieces: dict[str, Lying]
    reserve: Reserve
    cards: dict[str, Colour]
    play: NotRequired[LumierePlay | None]


LumiereView = View[LumierePosition, LumiereResult]
TYPES = GameTypes(LumierePosition, LumiereResult, LumiereSetup, LumiereOptions, LumiereDocument)
