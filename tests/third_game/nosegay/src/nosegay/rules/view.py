"""Who may know what: the position as a viewer sees it."""

from __future__ import annotations

from lutetia.core.json_types import Json
from nosegay.rules import scoring
from nosegay.rules.deal import SEATS
from nosegay.rules.kernel import NosegayKernel


# --8<-- [start:position]
def position(kernel: NosegayKernel, viewer: int) -> Json:
    """Everything that the viewer (-1: a spectator) may know. At the end nothing is hidden."""
    return {
        "scores": scoring.seen(kernel, viewer),
        "seats": {
            SEATS[seat]: _seat(kernel, seat, kernel.seat < 0 or seat == viewer) for seat in range(kernel.players)
        },
        "bee": kernel.notation.flowers[kernel.bee] if kernel.bee >= 0 else None,
        "still_drawn": kernel.draws,
        "question": "bee" if kernel.asks_bee else None,
    }


def _seat(kernel: NosegayKernel, seat: int, open_to_viewer: bool) -> Json:
    """A seat's cards; None stands for each that the viewer may not see (N2, N3)."""
    names = kernel.notation.names if open_to_viewer else _backs
    return {
        "shown": kernel.notation.names(kernel.shown[seat]),
        "hand": names(kernel.hands[seat]),
        "hidden": names(kernel.hidden[seat]),
    }


def _backs(cards: list[int]) -> list[None]:
    return [None] * len(cards)


# --8<-- [end:position]
