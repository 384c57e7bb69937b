"""The undo policy: what a player may take back, and otherwise why not; what may be taken again.

Undo takes back the player's own last step, with everything that followed it. Players may freely undo within their
own turn, up to the last step that revealed something. Against bots and in hot-seat games there is no limit. In all
other cases the other players are asked.

Redo takes the player's own step again, with the bots' steps that followed it. People take their steps again
themselves.
"""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.play.table import Event, Table


class UndoOffer(NamedTuple):
    """`how` is free, ask or no; `steps` is how many steps; `why` is the catalogue key of the reason for a no."""

    how: str
    steps: int
    why: str


def offer(table: Table, person: str | None) -> Json:
    """What undo and redo would do now, for the state message."""
    how, steps, why = decide(table, person)
    redo = len(redoable(table, table.role(person).seats)) if table.undone else 0
    return {"how": how, "steps": steps, "why": why, "redo": redo}


def redoable(table: Table, seats: list[str]) -> list[Event]:
    """The steps that redo would take again, in order. `seats` are the person's."""
    if table.status != "running" or not table.undone or table.requests.pause:
        return []
    own, *later = table.undone
    if own.seat not in seats or own.seat != table.to_move or table.seats[own.seat].by_bot:
        return []
    return [own, *takewhile(lambda event: table.seats[str(event.seat)].by_bot, later)]


def decide(table: Table, person: str | None) -> UndoOffer:
    """What undo would do now."""
    seats, mine, alone, _host = table.role(person)
    if table.status != "running" or table.game is None:
        return UndoOffer("no", 0, N_("The game is not running."))
    if not mine:
        return UndoOffer("no", 0, N_("A bot plays in your place.") if seats else N_("You are watching."))
    taken = table.steps
    last = max([table.last.get(seat, -1) for seat in mine])
    if last < 0:
        return UndoOffer("no", 0, N_("You have not taken a step yet."))
    steps = len(taken) - last
    if alone and not table.row["rated"]:  # bots agree, also those that replace somebody
        return UndoOffer("free", steps, "")
    if steps == 1 and table.game.seat in mine and not table.game.turn_begins:
        if not table.game.ruleset.reveals(str(taken[-1].step)):
            return UndoOffer("free", 1, "")
        if table.row["rated"]:
            return UndoOffer("no", 0, N_("This step has revealed something."))
    if table.row["rated"]:
        return UndoOffer("no", 0, N_("In rated games a finished turn stands."))
    if table.requests.undo:
        return UndoOffer("no", 0, N_("An undo has been asked for already."))
    return UndoOffer("ask", steps, "")
