"""The undo policy: what a player may take back, and otherwise why not; what may be taken again.

Undo takes back the player's own last step, with everything that followed it. Players may freely undo within their
own turn, up to the last step that revealed something. Against bots and in hot-seat games there is no limit. In all
other cases the other players are asked.

A person's step is taken back only if that person agrees. A bot that has taken over does not agree in their place: the
steps of somebody who has left stand, and so does a step that has revealed something.

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
    role = table.role(person)
    mine = role.deciding
    if table.status != "running" or table.game is None:
        return UndoOffer("no", 0, N_("The game is not running."))
    if not mine:
        return UndoOffer("no", 0, N_("A bot is playing in your place.") if role.seats else N_("You are watching."))
    if table.requests.pause:
        return UndoOffer("no", 0, N_("The game is paused."))
    taken = table.steps
    last = max([table.last.get(seat, -1) for seat in mine])
    if last < 0:
        return UndoOffer("no", 0, N_("You have not made a move yet."))
    steps = len(taken) - last
    if role.only_bots and not table.row["rated"]:
        return UndoOffer("free", steps, "")
    if steps == 1 and table.game.seat in mine and not table.game.turn_begins:
        if not table.game.ruleset.reveals(str(taken[-1].step)):
            return UndoOffer("free", 1, "")
        if table.row["rated"]:
            return UndoOffer("no", 0, N_("This move revealed hidden information."))
    if table.row["rated"]:
        return UndoOffer("no", 0, N_("In rated games a finished turn cannot be undone."))
    if why := forbidden(table, person, steps):
        return UndoOffer("no", 0, why)
    if role.alone:
        return UndoOffer("free", steps, "")
    if table.requests.undo:
        return UndoOffer("no", 0, N_("Someone has already asked for an undo."))
    return UndoOffer("ask", steps, "")


def forbidden(table: Table, person: str | None, steps: int) -> str:
    """Why the last steps cannot be taken back at this person's wish, whoever agrees: a catalogue key, or ""."""
    assert table.game is not None
    absent = table.role(person).absent
    if not absent:
        return ""
    gone = {seat.seat for seat in absent}
    last = list(zip(table.steps[-steps:], table.by_person[-steps:], strict=True))
    if any(own and step.seat in gone for step, own in last):
        return N_("A player who has left has made a move since, and only they could agree.")
    may_return = table.role(person).alone or not all(seat.resigned for seat in absent)
    if may_return and any(table.game.ruleset.reveals(str(step.step)) for step, _own in last):
        return N_("A move since then revealed hidden information, and a player who has left cannot agree.")
    return ""
