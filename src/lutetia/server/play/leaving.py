"""Players who leave: out of time, absent, gone or resigned. The others choose what to do; a player may come back."""

from __future__ import annotations

from collections.abc import Iterable

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, not_yours
from lutetia.server.play.clock import DAY
from lutetia.server.play.commit import TableService, rated_outcome, resigned_last
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.late_players import may_wait
from lutetia.server.play.steps import not_running
from lutetia.server.play.table import Table
from lutetia.server.play.undo_requests import settle_request

STAND_IN = "level3"
"""The bot that replaces a player who has left, unless the others name another."""
PATIENCE = 3 * DAY
"""In a game without a clock, the others may choose after so long without a step."""
MAX_PAUSES = 3
"""Per seat and game."""
LONGEST_PAUSE = 7
"""Days."""


async def time_is_up(tables: TableService, game: str) -> None:
    """The deadline of a turn or of a pause has passed."""
    table = await tables.get(game)
    async with table.lock:
        now = tables.now()
        if table.status != "running":
            return
        if table.requests.pause is not None:
            if table.requests.pause["until"] <= now:
                await tables.commit(table, "go-on", seat=table.requests.pause["seat"])
        elif (deadline := table.clock.deadline()) is not None and deadline <= now:
            await tables.commit(table, "left", seat=table.to_move, data={"why": "time"})


async def look_for_absent(tables: TableService, game: str) -> None:
    """Mark the deciding seat as left if its account is deleted, or its player is absent while another waits."""
    table = await tables.get(game)
    async with table.lock:
        seat = table.seats.get(table.to_move or "")
        if table.requests.left:
            tables.look_again(table)
            return
        if seat is None or seat.by_bot or table.requests.pause:
            return
        if seat.person is None:  # the account was deleted
            await tables.commit(table, "left", seat=seat.seat, data={"why": "gone"})
            return
        if table.row["pace"]["kind"] != "live":
            return
        if tables.audience.away(game, seat.person) <= tables.away_seconds:
            return
        await tables.audience.look(game)
        absent = tables.audience.away(game, seat.person) > tables.away_seconds
        if absent and set(table.playing()) & tables.audience.here(game):
            await tables.commit(table, "left", seat=seat.seat, data={"why": "away"})


async def leave(tables: TableService, table: Table, player: Player) -> None:
    """Leave the table. Before the start the seat is open again; in a running game the others choose what to do."""
    mine = table.seats_of(player.id)
    if not mine:
        raise not_yours()
    if table.status == "over":
        raise not_running(table)
    if table.status == "waiting":
        await _leave_before_start(tables, table, player, mine)
        return
    mine = table.deciding_seats_of(player.id)
    if not mine:  # resigned, or a bot plays there already
        raise not_yours()
    if table.requests.left is None:
        await tables.commit(table, "left", seat=mine[0], data={"why": "gone"})


async def _leave_before_start(tables: TableService, table: Table, player: Player, mine: list[str]) -> None:
    for name in mine:
        seat = table.seats[name]
        seat.kind, seat.person, seat.name, seat.alias = "open", None, None, None
    if table.people():
        row = {"host": table.people()[0]} if table.row["host"] == player.id else {}
        await tables.commit(table, "leave", seat=mine[0], seats=True, row=row)
    else:
        outcome: Json = {"by": "nobody", "seat": None, "ranks": {}, "result": None}
        await tables.commit(table, "leave", seat=mine[0], data={"outcome": outcome}, seats=True)


async def leave_all(tables: TableService, games: Iterable[str], player: Player) -> None:
    """Leave all these tables, so that nobody waits for a player whose account is about to be deleted."""
    for game in games:
        try:
            table = await tables.get(game)
            async with table.lock:
                await leave(tables, table, player)
        except StorageError:
            raise
        except (Refused, SequenceConflict):
            pass  # the game is over, or the player has resigned


async def choose(tables: TableService, table: Table, player: Player, choice: str, bot: str | None) -> None:
    """A player has left. The others choose: wait, let a bot take over, or claim the game."""
    mine = table.deciding_seats_of(player.id)
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    left = table.requests.left or _overdue(table, tables.now())
    if left is None:
        raise Refused(422, "nobody-left", N_("Nobody has left the table."))
    seat = table.seats[left["seat"]]
    if seat.person == player.id:
        raise not_yours()
    if choice != "wait":
        await tables.audience.look(table.id)
        if seat_back(tables, table):
            name = seat.alias or seat.name or seat.seat
            raise Refused(409, "is-back", N_("{name} is back at the table."), name=name)
    if choice == "wait":
        if not may_wait(table, left):
            raise Refused(
                422,
                "rated",
                N_("In a rated game with several players, one player alone cannot give another more time."),
            )
        await tables.commit(table, "wait", seat=mine[0], data={"for": seat.seat})
    elif choice == "bot":
        if table.row["rated"]:
            raise Refused(422, "rated", N_("A bot cannot take over in a rated game: wait, or claim the win."))
        seat.bot = bot or STAND_IN
        await tables.commit(table, "takeover", seat=seat.seat, data={"bot": seat.bot}, seats=True)
        await settle_request(tables, table)
    else:
        await _give_up(tables, table, seat.seat, "claim", left["why"])


def seat_back(tables: TableService, table: Table) -> str | None:
    """The seat that was left and whose player is there again, in the seat or not: the others can only wait.

    Who was away is back with any sign of life. Who has left has to open the table again: leaving was a sign, too. Who
    is out of time, or has not decided for days, stays so.
    """
    left = table.requests.left
    if left is None or left["why"] == "time" or _overdue(table, tables.now()):
        return None
    person = table.seats[left["seat"]].person
    within = tables.away_seconds if left["why"] == "away" else 0.0
    is_back = person is not None and tables.audience.is_present(table.id, person, within)
    return str(left["seat"]) if is_back else None


def _overdue(table: Table, now: int) -> Json | None:
    """In a game without a clock: the seat that has not decided for days."""
    seat = table.to_move
    if table.row["pace"]["kind"] != "none" or seat is None or now - _waiting_since(table) < PATIENCE:
        return None
    return {"seat": seat, "why": "time"} if table.seats[seat].person and not table.seats[seat].by_bot else None


def _waiting_since(table: Table) -> int:
    """Since when the others wait for a decision. What the late player does besides does not start it anew."""
    return next(event.at for event in reversed(table.events) if event.kind in ("start", "step", "undo", "wait"))


async def back(tables: TableService, table: Table, player: Player) -> None:
    """A player takes the seat back from a bot, or says that they are still there. It gives no time."""
    if table.status != "running":
        raise not_running(table)
    mine = [table.seats[name] for name in table.seats_of(player.id)]
    if not mine:
        raise not_yours()
    left = table.requests.left
    taken_over = [seat for seat in mine if seat.bot and not seat.resigned]
    if not taken_over and not (left and left["seat"] in [seat.seat for seat in mine]):
        raise Refused(422, "not-left", N_("You still have your seat."))
    if not taken_over and left and left["why"] == "time":
        raise Refused(422, "late", N_("Your time is up. Until the others decide, you can still make your move."))
    for seat in taken_over:
        seat.bot = None
    seat_back = taken_over[0].seat if taken_over else str(left and left["seat"])
    data = {"seats": [seat.seat for seat in taken_over]}
    await tables.commit(table, "back", seat=seat_back, data=data, seats=True)


async def pause(tables: TableService, table: Table, player: Player, days: int) -> None:
    """Stop the clocks of a correspondence game for some days. Each seat may do so a limited number of times."""
    mine = table.deciding_seats_of(player.id)
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    if table.row["pace"]["kind"] != "turns":
        raise Refused(422, "no-pause", N_("Only turn-based games can be paused."))
    if table.requests.pause:
        raise Refused(422, "paused", N_("The game is paused."))
    if sum(table.requests.pauses.get(seat, 0) for seat in table.seats_of(player.id)) >= MAX_PAUSES:
        raise Refused(
            422, "no-pause", N_("You have already paused this game {n} times and cannot pause it again."), n=MAX_PAUSES
        )
    await tables.commit(table, "pause", seat=mine[0], data={"until": tables.now() + days * DAY})


async def resume(tables: TableService, table: Table, player: Player) -> None:
    """End a pause early. Only the player who paused may do so."""
    pause = table.requests.pause
    mine = table.seats_of(player.id)
    if not mine:
        raise not_yours()
    if pause is None:
        raise Refused(422, "no-pause", N_("The game is not paused."))
    if pause["seat"] not in mine:
        raise Refused(422, "no-pause", N_("Only the player who paused the game can resume it."))
    await tables.commit(table, "go-on", seat=pause["seat"])


async def resign(tables: TableService, table: Table, player: Player) -> None:
    """Resign. With two players the other wins; with more, a bot plays on and the seat comes in last."""
    mine = [seat for seat in table.seats_of(player.id) if not table.seats[seat].resigned]
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    seat = table.to_move if table.to_move in mine else mine[0]
    await _give_up(tables, table, str(seat), "resign")


async def _give_up(tables: TableService, table: Table, seat: str, kind: str, why: str | None = None) -> None:
    """End a seat's own play: `kind` is resign, or claim if another player claims the game, because of `why`."""
    table.seats[seat].resigned = True
    data: Json = {"why": why} if why else {}
    still_playing = [s for s in table.seats.values() if s.person and not s.resigned]
    if len(table.seats) == 2 or not still_playing:
        ranks = resigned_last(table, dict.fromkeys(table.seats, 1))
        outcome = {"by": kind, "seat": seat, "ranks": ranks, "result": None} | data
        data["outcome"] = rated_outcome(table, outcome, tables.rated_steps)
    elif table.seats[seat].bot is None:
        table.seats[seat].bot = data["bot"] = STAND_IN
    await tables.commit(table, kind, seat=seat, data=data, seats=True)
