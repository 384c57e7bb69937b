"""What it is worth: points by source, as they stand and as a viewer sees them."""

from __future__ import annotations

from lutetia.core.json_types import Json
from lutetia.core.ruleset import places
from nosegay.rules.deal import SEATS
from nosegay.rules.kernel import NosegayKernel


# --8<-- [start:scoring]
def scores(kernel: NosegayKernel) -> dict[str, Json]:
    """Each seat's points by source, and the sum as `total`."""
    return {SEATS[seat]: _page(kernel, seat, hidden=True) for seat in range(kernel.players)}


def seen(kernel: NosegayKernel, viewer: int) -> dict[str, Json]:
    """The same as far as the viewer may know it: other seats' hidden cards count 0 until the end."""
    over = kernel.seat < 0
    return {SEATS[seat]: _page(kernel, seat, hidden=over or seat == viewer) for seat in range(kernel.players)}


def _page(kernel: NosegayKernel, seat: int, *, hidden: bool) -> Json:
    shown = kernel.shown_points(seat)  # N8
    secret = kernel.hidden_points(seat) if hidden else 0  # N9
    return {"shown": shown, "hidden": secret, "total": shown + secret}


def result(kernel: NosegayKernel) -> Json:
    """N10."""
    final = scores(kernel)
    best = max(page["total"] for page in final.values())
    return {"scores": final, "winners": [seat for seat, page in final.items() if page["total"] == best]}


def ranks(result: Json) -> dict[str, int]:
    return places({seat: page["total"] for seat, page in result["scores"].items()})


# --8<-- [end:scoring]
