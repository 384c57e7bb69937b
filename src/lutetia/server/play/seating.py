"""Open a table, join it, fill it with bots, start the game, and play again."""

from __future__ import annotations

import contextlib

import lutetia
from lutetia.bots import NAMES
from lutetia.core.errors import shown
from lutetia.core.i18n import N_, current_language
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, not_yours
from lutetia.server.ids import SECRET, new_id
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.table import Seat, Table


async def create(tables: TableService, player: Player, wanted: Json, key: str | None = None) -> Table:
    """Open a table: {game, options, edition, seats, names, pace, private, rated}. A full table starts at once.

    `begun`: {rules, first, setup, turns} of a game that it continues (`moving.py`).

    Raises Refused that names what is allowed, and SequenceConflict if a table was opened with the same key.
    """
    names: list[str] = wanted["seats"]
    try:
        ruleset = lutetia.ruleset(
            wanted["game"], edition=wanted["edition"], options=wanted["options"], players=len(names)
        )
    except ValueError as error:
        raise Refused(422, "invalid", N_("{why}"), why=str(error)) from None
    seats = [_seat(seat, name, player) for seat, name in zip(ruleset.seats, names, strict=True)]
    _check_bots_only(seats, player)
    _name_seats(seats, wanted["names"])
    if wanted["edition"] is not None and (wanted["rated"] or not wanted["private"]):
        raise Refused(422, "invalid", N_("A game with your own component data is private and not rated."))
    if wanted["rated"] and sum(seat.kind == "open" for seat in seats) != len(seats) - 1:
        raise Refused(422, "invalid", N_("In a rated game, one seat is yours and the others are open."))
    _check_rated(wanted["rated"], player)
    row = {
        "id": tables.prefix + new_id(SECRET),
        "game": ruleset.game,
        "rules": ruleset.rules,
        "edition": ruleset.edition.written,
        "options": ruleset.options,
        "first": None,
        "setup": None,
        "pace": wanted["pace"],
        "private": wanted["private"],
        "rated": wanted["rated"],
        "host": player.id,
        "before": wanted.get("before"),
        "next": None,
        "created": tables.now(),
        "deadline": None,
        "key": key,
        "language": current_language(),
        "turns": None,
    } | wanted.get("begun", {})
    for seat in seats:
        seat.reserved = wanted.get("reserved", {}).get(seat.seat)
    table = await tables.add(row, seats)
    async with table.lock:
        await _start_if_full(tables, table)
    return table


async def begin(tables: TableService, table: Table) -> None:
    """Begin a new table without open seats, if the process that has opened it has not done so yet."""
    async with table.lock:
        if table.status == "waiting":
            with contextlib.suppress(SequenceConflict):  # it has by now, and the table was read again
                await _start_if_full(tables, table)


def _seat(seat: str, name: str, player: Player) -> Seat:
    if name == "human":
        return Seat(seat, "human", player.id, player.name)
    if name == "open":
        return Seat(seat, "open")
    if name in NAMES:
        return Seat(seat, "bot", bot=name)
    known = ", ".join(("human", "open", *NAMES))
    raise Refused(422, "invalid", N_("a seat must be one of {known}, not {found}"), known=known, found=shown(name))


def _name_seats(seats: list[Seat], names: list[str | None]) -> None:
    """Call the people on the host's own seats by these names; None: no name of their own. Raises Refused."""
    if len(names) > len(seats) or any(name and seat.kind != "human" for seat, name in zip(seats, names, strict=False)):
        raise Refused(422, "invalid", N_("You can name only the people on your own seats."))
    for seat, name in zip(seats, names, strict=False):
        seat.alias = name


async def join(tables: TableService, table: Table, player: Player, seat: str | None) -> None:
    """Take an open seat, by default the first. For a player who already has that seat, nothing happens."""
    if table.seats_of(player.id) and seat in (None, *table.seats_of(player.id)):
        return
    free = [s for s in table.seats.values() if s.kind == "open" and s.reserved in (None, player.id)]
    free.sort(key=lambda s: s.reserved is None)
    wanted = next((s for s in free if seat in (None, s.seat)), None)
    if table.status != "waiting" or wanted is None:
        raise Refused(422, "no-seat", N_("There is no free seat here. You can watch."))
    _check_rated(table.row["rated"], player)
    if table.row["rated"] and table.seats_of(player.id):
        raise Refused(422, "no-seat", N_("A rated game needs different people at every seat."))
    wanted.kind, wanted.person, wanted.name, wanted.reserved = "human", player.id, player.name, None
    await tables.commit(table, "join", seat=wanted.seat, seats=True)
    await _start_if_full(tables, table)


async def start(tables: TableService, table: Table, player: Player) -> None:
    """Deal and begin. If the game has begun already, nothing happens."""
    if player.id not in table.people():
        raise not_yours()
    if table.status == "waiting":
        if any(seat.kind == "open" for seat in table.seats.values()):
            raise Refused(422, "open-seats", N_("There are open seats: wait for others, or add bots."))
        await _start_if_full(tables, table)


async def fill(tables: TableService, table: Table, player: Player, bot: str, seat: str | None = None) -> None:
    """Put a bot on an open seat (None: on all of them), and begin if that was the last one."""
    if table.row["host"] != player.id:
        raise not_yours()
    if table.status != "waiting" or table.row["rated"]:
        raise Refused(422, "no-seat", N_("Bots can be added only before the start, and not in rated games."))
    free = [one for one in table.seats.values() if one.kind == "open" and seat in (None, one.seat)]
    if not free:
        raise Refused(422, "no-seat", N_("There is no free seat here. You can watch."))
    _check_bots_only([one for one in table.seats.values() if one not in free], player)
    for one in free:
        one.kind, one.bot, one.reserved = "bot", bot, None
    await tables.commit(table, "join", data={"bot": bot}, seats=True)
    await _start_if_full(tables, table)


def _check_bots_only(seats: list[Seat], player: Player) -> None:
    """Bots play among themselves only for members, because it is work that never waits for a person."""
    if not player.member and all(seat.kind == "bot" for seat in seats):
        reason = N_("Only members can let bots play against each other: take a seat, or sign in.")
        raise Refused(403, "members-only", reason)


def _check_rated(rated: bool, player: Player) -> None:
    """Only members are rated: a guest is a new opponent every time, and games against new opponents count in full."""
    if rated and not player.member:
        raise Refused(
            403, "members-only", N_("Only members can play rated games: register or sign in, or play unrated.")
        )


async def _start_if_full(tables: TableService, table: Table) -> None:
    if table.status != "waiting" or any(seat.kind == "open" for seat in table.seats.values()):
        return
    row = table.row
    if row["setup"] is not None:  # it began elsewhere
        await tables.commit(table, "start")
        return
    game = tables.deal(row["game"], players=len(table.seats), options=row["options"], edition=_own_edition(row))
    record = game.record()
    await tables.commit(table, "start", row={"first": record["first"], "setup": record["setup"]})


def _own_edition(row: Json) -> Json | None:
    """The host's own component data; None if the game uses ours, which a row names by its version."""
    edition: Json | int = row["edition"]
    return None if isinstance(edition, int) else edition


async def rematch(tables: TableService, table: Table, player: Player) -> Table:
    """Open a table with the same people, whose seats are reserved. The rules may say that the loser begins."""
    mine = table.seats_of(player.id)
    if not mine:
        raise not_yours()
    if table.status != "over" or table.outcome is None:
        raise Refused(422, "not-over", N_("The game is not over yet."))
    if table.row["next"]:
        following = await tables.get(table.row["next"])
        async with following.lock:
            await join(tables, following, player, None)
        return following
    assert table.game is not None
    ranks = table.outcome["ranks"]  # none: it was aborted
    names = [
        "human" if seat.person == player.id else "open" if seat.kind == "human" else str(seat.bot)
        for seat in table.seats.values()
    ]
    wanted = {
        "game": table.row["game"],
        "options": table.game.ruleset.rematch(table.game.first, ranks) if ranks else table.row["options"],
        "edition": _own_edition(table.row),
        "seats": names,
        "names": [seat.alias if seat.person == player.id else None for seat in table.seats.values()],
        "pace": table.row["pace"],
        "private": table.row["private"],
        "rated": table.row["rated"],
        "before": table.id,
        "reserved": {s.seat: s.person for s in table.seats.values() if s.person != player.id and s.kind == "human"},
    }
    key = f"rematch of {table.id}"
    try:
        following = await create(tables.keyed(None), player, wanted, key)
    except SequenceConflict:  # somebody else has asked for it, through another process
        opened = await tables.created_with(key)
        assert opened is not None
        following = opened
        async with following.lock:
            await join(tables, following, player, None)
    while table.row["next"] is None:
        with contextlib.suppress(SequenceConflict):  # then the log says what the other process has written
            await tables.commit(table, "rematch", seat=mine[0], data={"next": following.id}, row={"next": following.id})
    return following
