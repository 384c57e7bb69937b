"""Types for type checkers: what `Game.view`, `Game.record` and `Game.result` return.

They describe plain dicts. The position of a view and the result are each game's own: they are in the game's module
`types`, which its manifest names. A game that is annotated with its view, as in `game: Game[ItsView] = lutetia.new(…)`,
knows what is in `game.view()`. The JSON Schemas in `lutetia/schemas/` say the same, with the values that are allowed. A
test compares the two.
"""

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, NotRequired, TypedDict

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # type checkers know it; a default needs Python 3.13 at run time

    V = TypeVar("V", default=dict[str, Any])
else:
    from typing import TypeVar

    V = TypeVar("V")
"""The view of a game."""
P = TypeVar("P")
"""The game's position."""
R = TypeVar("R")
"""The game's result."""


class Turn(TypedDict):
    """One turn: who took it, and its steps in order. In views, `?` stands for words that the viewer may not know."""

    seat: str
    steps: list[str]


class Heading(TypedDict):
    """What views and records begin with."""

    game: str
    rules: int
    edition: int | dict[str, Any]
    options: dict[str, Any]
    seats: list[str]
    first: str


class View(Heading, Generic[P, R]):
    """What `Game.view` returns: all that a seat may know."""

    seat: str | None
    """Who decides; None after the end."""
    viewer: str | None
    """None: a spectator."""
    over: bool
    result: R | None
    turns: list[Turn]
    position: P
    start: NotRequired[dict[str, Any]]
    """Only if the game began at a position set up by hand: that position."""


class Record(Heading, Generic[R]):
    """What `Game.record` returns: the whole game, hidden parts included."""

    format: Literal["lutetia-record/1"]
    position: NotRequired[dict[str, Any]]
    """Only if the game began at a position set up by hand: that position, complete."""
    setup: dict[str, Any]
    turns: list[Turn]
    result: R | None


class GameTypes(NamedTuple):
    """The types of one game, for tools and tests."""

    position: Any
    """The `position` of a view."""
    result: Any
    setup: Any
    """The `setup` of a record."""
    options: Any
    document: Any
    """A position set up by hand."""
