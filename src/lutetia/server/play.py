"""Sitting down, taking steps, taking them back, giving up, playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import lutetia
from lutetia.bots import NAMES
from lutetia.core.errors import shown
from lutetia.core.i18n import N_
from lutetia.server import undo
from lutetia.server.accounts import Person
from lutetia.server.errors import Refused, not_yours
from lutetia.server.ids import SECRET, new_id
from lutetia.server.table import Event, Json, Seat, Table
from lutetia.server.tables import resigned_last

if TYPE_CHECKING:
    from lutetia.server.house import House

STAND_IN = "level3"
"""The bot that sits in for whoever has left, unless the others name another."""


class Stale(Exception):
    """The step was meant for another position; the asker is to look again."""


def not_running(table: Table) -> Refused:
    if table.status == "over":
        return Refused(422, "over", N_("The game is over."))
    return Refused(422, "waiting", N_("The game has not started yet."))


async def create(house: House, person: Person, wanted: Json, client_key: str | None = None) -> Table:
    """Open a game as wanted: {game, options, edition, seats, pace, private, rated}. A full table starts at once.

    Raises Refused that names what is allowed.
    """
    names: list[str] = wanted["seats"]
    try:
        laid = lutetia.ruleset(wanted["game"], edition=wanted["edition"], options=wanted["options"], players=len(names))
    except ValueError as error:
        raise Refused(422, "invalid", N_("{why}"), why=str(error)) from None
    seats = [_seat(seat, name, person) for seat, name in zip(laid.seats, names, strict=True)]
    if wanted["edition"] is not None and (wanted["rated"] or not wanted["private"]):
        raise Refused(422, "invalid", N_("A game with an edition of one's own is played in private, and not rated."))
    if wanted["rated"] and sum(seat.kind == "open" for seat in seats) != len(seats) - 1:
        raise Refused(422, "invalid", N_("In a rated game one seat is yours, the others are open."))
    row = {
        "id": new_id(SECRET),
        "game": laid.game,
        "rules": laid.rules,
        "edition": laid.edition.written,
        "options": laid.options,
        "first": None,
        "setup": None,
        "pace": wanted["pace"],
        "private": wanted["private"],
        "rated": wanted["rated"],
        "host": person.id,
        "before": wanted.get("before"),
        "next": None,
        "created": house.now(),
        "deadline": None,
    }
    for seat in seats:
        seat.reserved = wanted.get("reserved", {}).get(seat.seat)
    table = await house.tables.add(row, seats, client_key)
    async with table.lock:
        await _start_if_full(house, table)
    return table


def _seat(seat: str, who: str, person: Person) -> Seat:
    if who == "human":
        return Seat(seat, "human", person.id, person.name)
    if who == "open":
        return Seat(seat, "open")
    if who in NAMES:
        return Seat(seat, "bot", bot=who)
    known = ", ".join(("human", "open", *NAMES))
    raise Refused(422, "invalid", N_("a seat is one of {known}, not {found}"), known=known, found=shown(who))


async def join(house: House, table: Table, person: Person, seat: str | None) -> None:
    """Take an open seat, the first that is free unless one is named. Who sits already may ask again."""
    if table.seats_of(person.id) and seat in (None, *table.seats_of(person.id)):
        return
    free = [s for s in table.seats.values() if s.kind == "open" and s.reserved in (None, person.id)]
    free.sort(key=lambda s: s.reserved is None)
    wanted = next((s for s in free if seat in (None, s.seat)), None)
    if table.status != "waiting" or wanted is None:
        raise Refused(422, "no-seat", N_("There is no free seat here. You can watch."))
    if table.row["rated"] and table.seats_of(person.id):
        raise Refused(422, "no-seat", N_("A rated game is played by different people."))
    wanted.kind, wanted.person, wanted.name, wanted.reserved = "human", person.id, person.name, None
    await house.tables.commit(table, "join", seat=wanted.seat, seats=True)
    await _start_if_full(house, table)


async def start(house: House, table: Table, person: Person) -> None:
    """Deal and begin. Asked again, nothing happens."""
    if person.id not in table.people():
        raise not_yours()
    if table.status == "waiting":
        if any(seat.kind == "open" for seat in table.seats.values()):
            raise Refused(422, "open-seats", N_("There are open seats: wait for others, or let bots sit down."))
        await _start_if_full(house, table)


async def fill(house: House, table: Table, person: Person, bot: str) -> None:
    """Let a bot sit down on every open seat, and begin."""
    if table.row["host"] != person.id:
        raise not_yours()
    if table.status != "waiting" or table.row["rated"]:
        raise Refused(422, "no-seat", N_("Bots sit down before the start, and not in rated games."))
    for seat in table.seats.values():
        if seat.kind == "open":
            seat.kind, seat.bot, seat.reserved = "bot", bot, None
    await house.tables.commit(table, "join", data={"bot": bot}, seats=True)
    await _start_if_full(house, table)


async def _start_if_full(house: House, table: Table) -> None:
    if table.status != "waiting" or any(seat.kind == "open" for seat in table.seats.values()):
        return
    row = table.row
    edition = None if isinstance(row["edition"], int) else row["edition"]
    game = house.deal(row["game"], players=len(table.seats), options=row["options"], edition=edition)
    dealt = game.record()
    await house.tables.commit(table, "start", row={"first": dealt["first"], "setup": dealt["setup"]})


async def step(house: House, table: Table, person: Person, seq: int, step: str, client_key: str) -> Event:
    """A person takes a step from the position it saw. The same key again: the event it led to.

    Raises Stale, Refused, IllegalStep; then nothing has changed.
    """
    if client_key in table.keys:
        event = table.events[table.keys[client_key]]
        if event.seat is None or table.seats[event.seat].person != person.id:
            raise not_yours()
        return event
    if not table.seats_of(person.id):
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    if seq != table.seq:
        raise Stale
    seat = str(table.to_move)
    if table.seats[seat].person != person.id or table.seats[seat].by_bot:
        raise Refused(422, "not-your-turn", N_("It is not your turn: {seat} decides."), seat=seat)
    if table.asks.pause:
        raise Refused(422, "paused", N_("The game is paused."))
    return await take(house, table, seat, step, client_key=client_key)


async def take(
    house: House, table: Table, seat: str, step: str, *, client_key: str | None = None, fault: str | None = None
) -> Event:
    """A step of the seat that decides. Raises IllegalStep."""
    assert table.game is not None
    table.game.must_be_legal(step)
    data: dict[str, Any] = {"fault": fault} if fault else {}
    return await house.tables.commit(table, "step", seat=seat, step=step, client_key=client_key, data=data)


async def take_back(house: House, table: Table, person: Person, agree: bool | None) -> None:
    """Undo as far as the policy allows, or ask the others; `agree` answers what another asked."""
    asked = table.asks.undo
    if agree is not None:
        await _answer(house, table, person, agree)
        return
    mine = table.seats_of(person.id)
    how, steps, why = undo.decided(table, person.id, mine)
    if how == "no":
        raise Refused(422, "no-undo", why) if mine else not_yours()
    seat = next(event.seat for event in reversed(table.steps) if event.seat in mine)
    if how == "free":
        await house.tables.commit(table, "undo", seat=seat, step=str(steps))
    elif asked is None:
        await house.tables.commit(table, "undo-ask", seat=seat, step=str(steps))


async def _answer(house: House, table: Table, person: Person, agree: bool) -> None:
    asked = table.asks.undo
    mine = [seat for seat in table.seats_of(person.id) if not table.seats[seat].by_bot]
    if not mine:
        raise not_yours()
    if asked is None:
        raise Refused(422, "no-undo", N_("Nobody has asked for an undo."))
    if not agree:
        await house.tables.commit(table, "undo-no", seat=mine[0])
        return
    if asked["seat"] in mine:
        raise Refused(422, "no-undo", N_("You have asked yourself; the others answer."))
    if _still_asked(table, asked) - {person.id}:
        if mine[0] not in asked["agreed"]:
            await house.tables.commit(table, "undo-yes", seat=mine[0])
    else:
        await house.tables.commit(table, "undo", seat=asked["seat"], step=str(asked["steps"]))


async def bots_agree(house: House, table: Table) -> None:
    """A bot sits down for somebody: if an undo was waiting for that answer alone, it waits no longer."""
    asked = table.asks.undo
    if asked is not None and not _still_asked(table, asked):
        await house.tables.commit(table, "undo", seat=asked["seat"], step=str(asked["steps"]))


def _still_asked(table: Table, asked: Json) -> set[str]:
    """The people who have not said yet whether they agree."""
    return set(table.playing()) - {str(table.seats[seat].person) for seat in (asked["seat"], *asked["agreed"])}


async def resign(house: House, table: Table, person: Person) -> None:
    """Give up. Of two, the other has won; with more at the table a bot goes on, and the seat comes in last."""
    mine = [seat for seat in table.seats_of(person.id) if not table.seats[seat].resigned]
    if not mine:
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    seat = table.to_move if table.to_move in mine else mine[0]
    await give_up(house, table, str(seat), "resign")


async def give_up(house: House, table: Table, seat: str, kind: str, by: str | None = None) -> None:
    """The end of a seat's own play, by its resigning or by another's claim."""
    table.seats[seat].resigned = True
    data: Json = {}
    going_on = [s for s in table.seats.values() if s.person and not s.resigned]
    if len(table.seats) == 2 or not going_on:
        ranks = resigned_last(table, dict.fromkeys(table.seats, 1))
        data["outcome"] = {"by": kind, "seat": seat, "ranks": ranks, "result": None}
    elif table.seats[seat].bot is None:
        table.seats[seat].bot = data["bot"] = STAND_IN
    await house.tables.commit(table, kind, seat=seat, data=data, seats=True)


async def rematch(house: House, table: Table, person: Person) -> Table:
    """Play again: the same table with the same people, who are waited for; the loser begins where the rules say so."""
    mine = table.seats_of(person.id)
    if not mine:
        raise not_yours()
    if table.status != "over" or table.outcome is None:
        raise Refused(422, "not-over", N_("The game is not over yet."))
    if table.row["next"]:
        following = await house.tables.at(table.row["next"])
        async with following.lock:
            await join(house, following, person, None)
        return following
    assert table.game is not None
    rules = table.game.ruleset
    names = [
        "human" if seat.person == person.id else "open" if seat.kind == "human" else str(seat.bot)
        for seat in table.seats.values()
    ]
    wanted = {
        "game": table.row["game"],
        "options": rules.rematch(table.game.first, table.outcome["ranks"]),
        "edition": None if isinstance(table.row["edition"], int) else table.row["edition"],
        "seats": names,
        "pace": table.row["pace"],
        "private": table.row["private"],
        "rated": table.row["rated"],
        "before": table.id,
        "reserved": {s.seat: s.person for s in table.seats.values() if s.person != person.id and s.kind == "human"},
    }
    following = await create(house, person, wanted)
    await house.tables.commit(table, "rematch", seat=mine[0], data={"next": following.id}, row={"next": following.id})
    return following
