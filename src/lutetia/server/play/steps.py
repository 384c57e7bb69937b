"""Take a step: check it, commit it, and build the answer."""

from __future__ import annotations

from sys import intern

from lutetia.core.errors import IllegalStep
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, error_body, not_yours
from lutetia.server.play.canonical_json import canonical
from lutetia.server.play.commit import MAX_TRIES, TableService
from lutetia.server.play.interfaces import Player, Recipient, SequenceConflict
from lutetia.server.play.state import Parts, state_for, state_update
from lutetia.server.play.table import Event, Table


class Stale(Exception):
    """The step was chosen in another position; the client has to look again."""


def not_running(table: Table) -> Refused:
    if table.status == "over":
        return Refused(422, "over", N_("The game is over."))
    return Refused(422, "waiting", N_("The game has not started yet."))


async def submit(
    tables: TableService,
    player: Player,
    game: str,
    *,
    seq: int,
    step: str,
    client_key: str,
    recipient: Recipient | None = None,
    text: bool = False,
) -> tuple[int, Parts]:
    """A step that a client sends: the HTTP status and the body of the answer, in parts. Raises Refused.

    A `recipient` is the connection on which the step arrived. The answer is its next state message, so the same state
    is not sent there a second time. `text`: the answer carries text, in the current language.
    """
    table = await tables.cache.get(game)
    async with table.lock:
        try:
            event = await _take_now(tables, table, player, seq, step, client_key)
        except (Stale, SequenceConflict):
            return 409, state_for(table, player.id, now=tables.now(), since=seq, text=text).parts
        except IllegalStep as error:
            return 422, (canonical(error_body("illegal", str(error), error.rule)),)
        message = state_update(table.as_of(event.seq), player.id, seq, text=text)  # the others get the same
        if recipient is not None and recipient.last_seq == seq:
            recipient.record_sent(message)
        return 200, message.parts


async def _take_now(tables: TableService, table: Table, player: Player, seq: int, step: str, client_key: str) -> Event:
    """Take a step at a table that may be behind the log. Storing a step needs no look at the log: that fails if there
    is another with its number. But no step is refused, and no answer given, from an old position."""
    for _try in range(MAX_TRIES):
        try:
            return await take_as(tables, table, player, seq, step, client_key)
        except SequenceConflict:
            pass  # the table was read again; perhaps another process has taken this very step
        except StorageError:
            raise
        except (Stale, Refused, IllegalStep):
            if not await tables.catch_up(table):
                raise
    raise Stale


async def take_as(tables: TableService, table: Table, player: Player, seq: int, step: str, client_key: str) -> Event:
    """A person takes a step in the position they saw. The same client key again returns the event it led to.

    Raises Stale, Refused, IllegalStep; then nothing has changed.
    """
    if client_key in table.keys:
        event = table.events[table.keys[client_key]]
        if event.seat is None or table.seats[event.seat].person != player.id:
            raise not_yours()
        return event
    if not table.seats_of(player.id):
        raise not_yours()
    if table.status != "running":
        raise not_running(table)
    if seq != table.seq:
        raise Stale
    seat = str(table.to_move)
    if table.seats[seat].person != player.id or table.seats[seat].by_bot:
        raise Refused(422, "not-your-turn", N_("It is not your turn: {seat} is playing."), seat=seat)
    if table.requests.pause:
        raise Refused(422, "paused", N_("The game is paused."))
    return await take(tables, table, seat, step, client_key=client_key)


async def take(
    tables: TableService, table: Table, seat: str, step: str, *, client_key: str | None = None, fault: str | None = None
) -> Event:
    """Take a step for the seat that decides. `fault`: the bot failed, and the step is random. Raises IllegalStep."""
    assert table.game is not None
    table.game.must_be_legal(step)
    data: Json = {"fault": fault} if fault else {}
    step = intern(step)  # the same few thousand steps come again and again, so each is kept once
    return await tables.commit(table, "step", seat=seat, step=step, client_key=client_key, data=data)
