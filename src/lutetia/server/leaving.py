"""Seats that are left behind: by the clock, by absence, by walking out. The others choose; who returns is welcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lutetia.core.i18n import N_
from lutetia.server import belongings, play
from lutetia.server.accounts import Person
from lutetia.server.clocks import DAY
from lutetia.server.errors import Refused, not_yours
from lutetia.server.store.database import StoreTrouble
from lutetia.server.table import Json, Table
from lutetia.server.tables import Overtaken

if TYPE_CHECKING:
    from lutetia.server.house import House

PATIENCE = 3 * DAY
"""In a game without a clock: after so long without a step the others may choose."""
MOST_PAUSES = 3
LONGEST_PAUSE = 7


async def time_is_up(house: House, game: str) -> None:
    """A deadline has passed: of a turn, or of a pause."""
    table = await house.tables.at(game)
    async with table.lock:
        now = house.now()
        if table.status != "running":
            return
        if table.asks.pause is not None:
            if table.asks.pause["until"] <= now:
                await house.tables.commit(table, "go-on", seat=table.asks.pause["seat"])
        elif (deadline := table.clock.deadline()) is not None and deadline <= now:
            await house.tables.commit(table, "left", seat=table.to_move, data={"why": "time"})


async def look_for_absent(house: House, game: str) -> None:
    """Whether the one who decides is no more, or has been away from a live game for too long, while another waits."""
    table = await house.tables.at(game)
    async with table.lock:
        seat = table.seats.get(table.to_move or "")
        asked = table.asks.left or table.asks.pause
        if seat is None or seat.by_bot or asked:
            return
        if seat.person is None:  # whose seat it was has deleted their account
            await house.tables.commit(table, "left", seat=seat.seat, data={"why": "gone"})
            return
        if table.row["pace"]["kind"] != "live":
            return
        gone = house.hub.away(game, seat.person) > house.settings.away_seconds
        if gone and set(table.playing()) & house.hub.here(game):
            await house.tables.commit(table, "left", seat=seat.seat, data={"why": "away"})


async def leave(house: House, table: Table, person: Person) -> None:
    """Stand up: before the start the seat is free again; in a game the others choose what to do."""
    mine = table.seats_of(person.id)
    if not mine:
        raise not_yours()
    if table.status == "over":
        raise play.not_running(table)
    if table.status == "waiting":
        for name in mine:
            seat = table.seats[name]
            seat.kind, seat.person, seat.name = "open", None, None
        nobody = not table.people()
        outcome: Json = {"by": "nobody", "seat": None, "ranks": {}, "result": None}
        data = {"outcome": outcome} if nobody else {}
        row = {} if nobody or table.row["host"] != person.id else {"host": table.people()[0]}
        await house.tables.commit(table, "leave", seat=mine[0], data=data, seats=True, row=row)
        return
    mine = [name for name in mine if not table.seats[name].by_bot]
    if not mine:  # resigned, or a bot sits there already
        raise not_yours()
    if table.asks.left is None:
        await house.tables.commit(table, "left", seat=mine[0], data={"why": "gone"})


async def leave_all(house: House, person: Person) -> None:
    """Stand up from every table: who deletes their account lets nobody wait."""
    for game in await house.database.read(lambda c: belongings.games_of(c, person.id)):
        try:
            table = await house.tables.at(game)
            async with table.lock:
                await leave(house, table, person)
        except StoreTrouble:
            raise
        except (Refused, Overtaken):
            pass  # over, or resigned already


async def choose(house: House, table: Table, person: Person, choice: str, bot: str | None) -> None:
    """What the others do about a seat that was left: wait, let a bot take over, or claim the game."""
    mine = [name for name in table.seats_of(person.id) if not table.seats[name].by_bot]
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise play.not_running(table)
    left = table.asks.left or _forgotten(house, table)
    if left is None:
        raise Refused(422, "nobody-left", N_("Nobody has left the table."))
    seat = table.seats[left["seat"]]
    if seat.person == person.id:
        raise not_yours()
    if choice == "wait":
        await house.tables.commit(table, "wait", seat=mine[0])
    elif choice == "bot":
        if table.row["rated"]:
            raise Refused(422, "rated", N_("No bot takes over in a rated game: wait, or claim it."))
        seat.bot = bot or play.STAND_IN
        await house.tables.commit(table, "takeover", seat=seat.seat, data={"bot": seat.bot}, seats=True)
        await play.bots_agree(house, table)
    else:
        await play.give_up(house, table, seat.seat, "claim")


def _forgotten(house: House, table: Table) -> dict[str, str] | None:
    """In a game without a clock, the seat that has not decided for days."""
    seat = table.to_move
    if table.row["pace"]["kind"] != "none" or seat is None or house.now() - table.at < PATIENCE:
        return None
    return {"seat": seat, "why": "time"} if table.seats[seat].person and not table.seats[seat].by_bot else None


async def back(house: House, table: Table, person: Person) -> None:
    """The owner takes the seat back from the bot, or says to be there again."""
    if table.status != "running":
        raise play.not_running(table)
    mine = [table.seats[name] for name in table.seats_of(person.id)]
    if not mine:
        raise not_yours()
    left = table.asks.left
    taken = [seat for seat in mine if seat.bot and not seat.resigned]
    if not taken and not (left and left["seat"] in [seat.seat for seat in mine]):
        raise Refused(422, "not-left", N_("Your seat is yours."))
    for seat in taken:
        seat.bot = None
    seat_back = taken[0].seat if taken else str(left and left["seat"])
    await house.tables.commit(table, "back", seat=seat_back, seats=True)


async def pause(house: House, table: Table, person: Person, days: int) -> None:
    """Stop the clocks of a game by turns for some days; each seat may so often."""
    mine = [name for name in table.seats_of(person.id) if not table.seats[name].by_bot]
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise play.not_running(table)
    if table.row["pace"]["kind"] != "turns":
        raise Refused(422, "no-pause", N_("Only games by turns can be paused."))
    if table.asks.pause:
        raise Refused(422, "paused", N_("The game is paused."))
    if table.asks.pauses.get(mine[0], 0) >= MOST_PAUSES:
        raise Refused(422, "no-pause", N_("You have paused this game {n} times; that is all."), n=MOST_PAUSES)
    await house.tables.commit(table, "pause", seat=mine[0], data={"until": house.now() + days * DAY})


async def go_on(house: House, table: Table, person: Person) -> None:
    """End a pause: who paused may, at any time."""
    asked = table.asks.pause
    mine = table.seats_of(person.id)
    if not mine:
        raise not_yours()
    if asked is None:
        raise Refused(422, "no-pause", N_("The game is not paused."))
    if asked["seat"] not in mine:
        raise Refused(422, "no-pause", N_("Who paused the game ends the pause."))
    await house.tables.commit(table, "go-on", seat=asked["seat"])
