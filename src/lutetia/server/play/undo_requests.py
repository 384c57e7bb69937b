"""Undo and redo steps as far as the policy allows, ask the other players, and answer them."""

from __future__ import annotations

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, not_yours
from lutetia.server.play import undo
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Player
from lutetia.server.play.table import Table


async def undo_or_ask(tables: TableService, table: Table, player: Player) -> None:
    """Undo, or ask the others to agree. Raises Refused."""
    mine = table.seats_of(player.id)
    how, steps, why = undo.decide(table, player.id)
    if how == "no":
        raise Refused(422, "no-undo", why) if mine else not_yours()
    seat = next(event.seat for event in reversed(table.steps) if event.seat in mine)
    await tables.commit(table, "undo" if how == "free" else "undo-ask", seat=seat, step=str(steps))


async def redo(tables: TableService, table: Table, player: Player) -> None:
    """Take the steps again that were taken back last. Raises Refused."""
    mine = table.seats_of(player.id)
    steps = undo.redoable(table, mine)
    if not steps:
        raise Refused(422, "no-redo", N_("Nothing was undone.")) if mine else not_yours()
    for event in steps:
        await tables.commit(table, "step", seat=event.seat, step=event.step)


async def answer(tables: TableService, table: Table, player: Player, agree: bool) -> None:
    """Answer another player's request. The undo happens when the last player agrees. Raises Refused."""
    request = table.requests.undo
    mine = table.deciding_seats_of(player.id)
    if not mine:
        raise not_yours()
    if request is None:
        raise Refused(422, "no-undo", N_("Nobody has asked for an undo."))
    if not agree:
        await tables.commit(table, "undo-no", seat=mine[0])
        return
    if table.requests.pause:
        raise Refused(422, "paused", N_("The game is paused."))
    if request["seat"] in mine:
        raise Refused(422, "no-undo", N_("You asked for this undo; the others have to answer."))
    if not _unanswered(table, request) - {player.id}:
        await _undo_as_requested(tables, table, request)
    elif mine[0] not in request["agreed"]:
        await tables.commit(table, "undo-yes", seat=mine[0])


async def settle_request(tables: TableService, table: Table) -> None:
    """A bot has replaced a player, so a request may wait for nobody, or for somebody who cannot agree any more.

    The bot agrees to what concerns only the others. It does not agree in the place of the player who left.
    """
    request = table.requests.undo
    if request is None:
        return
    seat = table.seats[request["seat"]]
    if seat.by_bot or undo.forbidden(table, seat.person, request["steps"]):
        await tables.commit(table, "undo-no", seat=seat.seat)
    elif not _unanswered(table, request):
        await _undo_as_requested(tables, table, request)


async def _undo_as_requested(tables: TableService, table: Table, request: Json) -> None:
    await tables.commit(table, "undo", seat=request["seat"], step=str(request["steps"]))


def _unanswered(table: Table, request: Json) -> set[str]:
    """The people who have not agreed yet."""
    return set(table.playing()) - {str(table.seats[seat].person) for seat in (request["seat"], *request["agreed"])}
