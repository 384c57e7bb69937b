"""What a game's network looks like: its inputs, its body and its outputs. Training builds it, a weights file holds it.

Inputs are one row of unsigned bytes: the planes of the board, one after the other, then the globals. Outputs are the
policy (planes, then globals; the logit of a step is the sum of two of them) and three values for each seat, beginning
with the one that decides and going on in playing order; `bots/evaluator.py` says which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lutetia.core.ruleset import Ruleset

VALUES = 3
"""Of each seat: chance, score, margin."""


@dataclass(frozen=True)
class Blueprint:
    """A residual tower over a board, with pooled biases; the policy is read from the board, values from what is pooled.

    A board of height × 1 cells with `kernel` 1 suits games whose places have no neighbours.
    """

    height: int
    width: int
    planes: int
    globals: int
    """Inputs that belong to no cell."""
    policy_planes: int
    policy_globals: int
    seats: int = 2
    """As many as the game has at most. A table with fewer leaves the last ones empty."""
    kernel: int = 3
    """Width of the convolutions: 3 or 1."""
    channels: int = 32
    blocks: int = 4
    hidden: int = 64
    """Width of the layer before the values."""
    scales: tuple[float, ...] = ()
    """By input channel, planes first: an input is (byte - offset) × scale. Empty: all 1."""
    offsets: tuple[int, ...] = ()
    """Empty: all 0."""
    margin_scale: float = 20.0
    """Points ahead that are worth a score of 3/4."""
    most_steps: int = 384
    """No position has more legal steps."""
    target_planes: int = 0
    """Planes of bits that `Evaluator.targets` gives at the end of a game, such as who has built where. The network
    learns to predict them, which teaches its body; they are not exported."""

    def __post_init__(self) -> None:
        if self.kernel not in (1, 3):
            raise TypeError(f"a convolution is 1 or 3 cells wide, not {self.kernel}")
        needed = (
            self.planes,
            self.globals,
            self.policy_planes,
            self.policy_globals,
            self.channels,
            self.blocks,
            self.hidden,
        )
        if min(needed) < 1 or self.seats < 2 or self.cells < 3:
            raise TypeError(
                f"planes, globals, channels, blocks, hidden units, two seats and three cells are needed: {self}"
            )
        if {len(self.scales), len(self.offsets)} - {0, self.planes + self.globals}:
            raise TypeError(f"scales and offsets are given for all {self.planes + self.globals} input channels")

    @property
    def cells(self) -> int:
        return self.height * self.width

    @property
    def inputs(self) -> int:
        """Bytes of a row."""
        return self.planes * self.cells + self.globals

    @property
    def policy(self) -> int:
        """Number of outputs that steps refer to."""
        return self.policy_planes * self.cells + self.policy_globals

    @property
    def values(self) -> int:
        """Number of value outputs, after the policy's: chance, score and margin of each seat."""
        return VALUES * self.seats

    @property
    def outputs(self) -> int:
        return self.policy + self.values


@dataclass(frozen=True)
class Symmetry:
    """A change of the board under which the rules stay the same, such as a quarter turn. All three are permutations."""

    inputs: tuple[int, ...]
    """Place i of the changed row is place `inputs[i]` of the row."""
    steps: tuple[int, ...]
    """What each step becomes."""
    targets: tuple[int, ...] = ()
    """Like `inputs`, for the bits that `Evaluator.targets` gives."""


@dataclass(frozen=True)
class Seating:
    """A kind of table at which the network learns."""

    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    share: float = 1.0
    """How many of the games, compared with the other kinds."""


@dataclass(frozen=True)
class Learning:
    """What training needs to know about a game."""

    layout: str
    """The name of its features and outputs, as in weights files."""
    features: Callable[[Ruleset[Any]], Any]
    """The game's `lutetia.bots.evaluator.Features`."""
    blueprint: Callable[[Ruleset[Any]], Blueprint]
    seatings: tuple[Seating, ...] = (Seating(),)
    """All of them must have the same steps."""
    symmetries: Callable[[Ruleset[Any]], list[Symmetry]] | None = None
    most_positions: int = 64
    """Positions of one game that are learned from, at most."""
    thorough: float = 1.0
    """The share of decisions that self-play searches with all simulations and learns from."""
    quick: int = 16
    """Simulations of the others."""
