"""Do something other than a step at a table: once, and in the position that the client saw."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, NamedTuple

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.play.canonical_json import sha256
from lutetia.server.play.commit import MAX_TRIES, TableService, later_key
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.state import StateMessage, state_for
from lutetia.server.play.table import Table

Action = Callable[[TableService, Table], Awaitable[Any]]


class Request(NamedTuple):
    """What makes a request safe to send twice. Both may be missing.

    `seq` is that of the position in which the player chose. `client_key` is the client's name for the request.
    """

    seq: int | None
    client_key: str | None


def stored_key(player: Player, client_key: str | None) -> str | None:
    """A client's key as the log stores it. It is the person's own: nobody else can ask for its answer."""
    return None if client_key is None else "=" + sha256(f"{player.id} {client_key}".encode())[:32]


async def act(
    tables: TableService, player: Player, game: str, request: Request, action: Action, *, text: bool
) -> tuple[int, StateMessage]:
    """Do something at a table: the HTTP status and the state after it. Raises Refused.

    409, with the current state: the game has moved on, and nothing has happened.
    """
    table = await tables.get(game)
    async with table.lock:
        key = stored_key(player, request.client_key)
        for _try in range(MAX_TRIES):  # another process may be first, perhaps with this very request
            if key in table.keys:
                return 200, _answer_again(table, player, key, text=text)
            if request.seq not in (None, table.seq):
                return 409, state_for(table, player.id, now=tables.now(), since=request.seq, text=text)
            before, attempt = table.seq, tables.keyed(key)
            try:
                await action(attempt, table)
            except SequenceConflict:
                if attempt.stored:  # half of it is done
                    break
                continue
            now = table.at if table.seq > before else tables.now()
            return 200, state_for(table, player.id, now=now, since=before, text=text)
        raise _overtaken()


def _answer_again(table: Table, player: Player, key: str, *, text: bool) -> StateMessage:
    """The same answer as the first time. Before the start, the seats as they are now."""
    first = last = table.keys[key]
    for number in count(1):
        if (later := table.keys.get(later_key(key, number))) is None:
            break
        last = later
    then = table.as_of(last)
    return state_for(then if then.game else table, player.id, now=then.at, since=first - 1, text=text)


def first_state(table: Table, player: Player, key: str | None, now: int) -> StateMessage:
    """The answer to the request that opened a table, the first time and again."""
    if key in table.keys:
        return _answer_again(table, player, key, text=False)
    return state_for(table, player.id, now=now, since=-1)


async def or_conflict(action: Awaitable[Any]) -> Any:
    """Wait for a action. Raises Refused if another process was first."""
    try:
        return await action
    except SequenceConflict:
        raise _overtaken() from None


def _overtaken() -> Refused:
    return Refused(409, "overtaken", N_("Something else just happened at this table. Check it and try again."))
