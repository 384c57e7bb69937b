"""What the players at a table are called: people by their names, bots as characters of their level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lutetia.bots.levels import bot_name
from lutetia.server.play.table import Seat, Table
from lutetia.text.interface import text_for


def characters(seats: Iterable[Seat]) -> dict[str, int]:
    """By seat of a bot: which of its level's characters it is. Bots of one level at one table are different ones."""
    met: Counter[str] = Counter()
    found = {}
    for seat in sorted(seats, key=lambda seat: seat.kind != "bot"):  # a stand-in must not rename the bots around it
        if seat.bot is not None:
            found[seat.seat] = met[seat.bot]
            met[seat.bot] += 1
    return found


def player_names(table: Table) -> dict[str, str]:
    """By seat: the player's name, in the reader's language. A name that several share has the seat's own beside it.

    Seats whose players have no name are left out: several on one device, an open seat, a deleted account.
    """
    which = characters(table.seats.values())
    names = {}
    for seat in table.seats.values():
        if seat.alias or (seat.name and len(table.seats_of(seat.person)) == 1):
            names[seat.seat] = str(seat.alias or seat.name)
        elif seat.bot is not None and seat.person is None:
            names[seat.seat] = bot_name(seat.bot, which[seat.seat])
    shared = {name for name, count in Counter(names.values()).items() if count > 1}
    text = text_for(table.row["game"])
    return {seat: f"{name} ({text.seat(seat)[0]})" if name in shared else name for seat, name in names.items()}
