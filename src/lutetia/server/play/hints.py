"""Hints and previews: for whom a bot may be asked, and who is told about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import lutetia
from lutetia.bots.suggestion import Suggestion
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server import json_bytes
from lutetia.server.errors import Refused, not_yours
from lutetia.server.play import history
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.table import Table

Suggest = Callable[[Json], Awaitable[Suggestion]]
"""Asks a bot for a hint for a view."""
Look = Callable[[Json, str], Awaitable[bytes]]
"""Computes `tasks.positions.prospects` for a record and a seat, as JSON."""


async def hint(
    tables: TableService, player: Player, game: str, seq: int | None, key: str | None, suggest: Suggest
) -> Suggestion:
    """A strong bot's suggestion for the deciding seat. The others are told once a turn. Raises Refused."""
    table = await tables.get(game)
    async with table.lock:
        past = _hinted(table, key)
        at, seat = past or (table, _hint_seat(table, player, seq))
        assert at.game is not None
        derived, view = at.derived, at.game.view(seat)
    if (found := derived.hint) is None:
        found = derived.hint = await suggest(view)
    if past is None:
        await _announce(tables, game, seat, found, key)
    return found


def _hinted(table: Table, key: str | None) -> tuple[Table, str] | None:
    """If the hint with this key was given already: the table with that position, and the seat.

    The answer is the same again, because a bot finds the same hint for the same view.
    """
    if key not in table.keys or (event := table.events[table.keys[key]]).kind != "hint":
        return None
    same = all(later.kind == "hint" for later in table.events[event.seq :])
    return table if same else table.as_of(event.seq), str(event.seat)


def _hint_seat(table: Table, player: Player, seq: int | None) -> str:
    """The seat for which a person may ask for a hint now. Raises Refused."""
    _game, seat = deciding(table, player, seq)
    if table.row["rated"]:
        raise Refused(403, "rated", N_("There are no hints in rated games."))
    return seat


async def _announce(tables: TableService, game: str, seat: str, found: Suggestion, key: str | None) -> None:
    """Tell the others about a hint, once per turn. Raises Refused if the game has moved on."""
    table = await tables.get(game)
    async with table.lock:
        if key in table.keys:
            return
        if table.to_move != seat or table.game is None or found.step not in table.game.legal():
            raise _moved_on()
        if _is_announced(table, seat):
            return
        try:
            await tables.commit(table, "hint", seat=seat, client_key=key)
        except SequenceConflict:
            raise _moved_on() from None


def _is_announced(table: Table, seat: str) -> bool:
    """Whether the others know of a hint in this turn: since another seat's last step."""
    for event in reversed(table.events):
        if event.kind == "step" and event.seat != seat:
            return False
        if event.kind == "hint" and event.seat == seat:
            return True
    return False


def as_json(found: Suggestion) -> Json:
    """A suggestion in the current language."""
    return {
        "step": found.step,
        "text": str(found),
        "points": found.points,
        "reasons": list(found.reasons),
        "then": list(found.then),
        "chance": found.chance,
    }


def preview(table: Table, player: Player, seq: int | None, step: str) -> Json:
    """What a step would change, or why it is illegal; see `history.preview_step`. Raises Refused.

    With a `seq`, it is an answer, too, that the game has moved on or that somebody else decides.
    """
    try:
        game, _seat = deciding(table, player, seq)
    except Refused as refused:
        if seq is None or refused.status != 409:
            raise
        return {"change": {}, "outlook": {}, "forbidden": {"rule": "", "text": refused.body()["error"]["text"]}}
    return history.preview_step(game, step)


async def prospects(tables: TableService, player: Player, game: str, seq: int | None, look: Look) -> bytes:
    """What whole turns would bring the deciding seat, as JSON. Computed once per position. Raises Refused.

    With a `seq`, it is an answer, too, that the game has moved on or that somebody else decides.
    """
    table = await tables.get(game)
    async with table.lock:
        try:
            found, seat = deciding(table, player, seq)
        except Refused as refused:
            if seq is None or refused.status != 409:
                raise
            return json_bytes.dumps({"seat": table.to_move or "", "prospects": {}, "moved_on": True})
        derived = table.derived
        if derived.prospects is not None:
            return derived.prospects
        record = found.record()
    derived.prospects = await look(record, seat)
    return derived.prospects


def _moved_on() -> Refused:
    return Refused(409, "moved-on", N_("The game has moved on in the meantime."))


def deciding(table: Table, player: Player, seq: int | None = None) -> tuple[lutetia.Game, str]:
    """The game, and this person's seat that has to decide, still at this `seq`. Raises Refused."""
    mine = table.seats_of(player.id)
    if not mine:
        raise not_yours()
    if table.game is None or table.status != "running":
        raise Refused(409, "not-running", N_("The game is not running."))
    seat = table.to_move
    if seat is None or seat not in mine or table.seats[seat].by_bot:
        raise Refused(409, "not-your-turn", N_("It is not your turn."))
    if seq not in (None, table.seq):
        raise _moved_on()
    return table.game, seat
