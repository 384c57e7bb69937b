"""When a step may be taken back: within one's own turn up to the last reveal; without limit against bots and in
hot-seat; otherwise the others are asked. Where it is not possible, why not.
"""

from __future__ import annotations

from lutetia.core.i18n import N_
from lutetia.server.table import Json, Table


def offered(table: Table, person: str | None, seats: list[str]) -> Json:
    """What undo would do now: `how` is free, ask or no; `steps` how many; `why` the key of the words for a no."""
    how, steps, why = decided(table, person, seats)
    return {"how": how, "steps": steps, "why": why}


def decided(table: Table, person: str | None, seats: list[str]) -> tuple[str, int, str]:
    """How, how many steps, why not. `seats` are the person's."""
    mine = [seat for seat in seats if not table.seats[seat].by_bot]
    if table.status != "running" or table.game is None:
        return "no", 0, N_("The game is not running.")
    if not mine:
        return "no", 0, N_("A bot plays in your place.") if seats else N_("You are watching.")
    taken = table.steps
    last = max(table.last.get(seat, -1) for seat in mine)
    if last < 0:
        return "no", 0, N_("You have not taken a step yet.")
    steps = len(taken) - last
    if not table.row["rated"] and table.plays_alone(person):  # bots agree, also those that sit in for somebody
        return "free", steps, ""
    if steps == 1 and table.game.seat in mine and not table.game.turn_begins:
        if not table.game.ruleset.reveals(str(taken[-1].step)):
            return "free", 1, ""
        if table.row["rated"]:
            return "no", 0, N_("This step has revealed something.")
    if table.row["rated"]:
        return "no", 0, N_("In rated games a finished turn stands.")
    if table.asks.undo:
        return "no", 0, N_("An undo has been asked for already.")
    return "ask", steps, ""
