"""Bots that think on the device of the only person at a table, so that they cost the server nothing.

The page asks for it (`offer`), fetches each question and sends the bot's step, which is checked like any other. If no
step comes in time, the server thinks itself, from then on. The question is exactly what a worker process gets, so the
step is the same. It contains the bot's view, and with it what only the bot may know: docs/security.md says why that is
acceptable in these games, and only in these.
"""

from __future__ import annotations

import asyncio

from lutetia.core.errors import IllegalStep
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, not_yours
from lutetia.server.play import asking, steps
from lutetia.server.play.bots import seed_of
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.state import StateMessage, state_for
from lutetia.server.play.table import Table

PATIENCE = 30.0
"""Seconds in which a step must come."""


class DeviceBots:
    """The tables whose bots think on a device. They are known in this process only, and forgotten at a restart.

    Where several processes share the work, `jobs/device_games.py` takes its place.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._games: set[str] = set()
        self._moved: dict[str, asyncio.Event] = {}

    def __contains__(self, game: str) -> bool:
        return game in self._games

    async def offer(self, table: Table, player: Player, *, here: bool) -> None:
        """Let the bots of a table think on the person's device from now on, or no longer. Raises Refused."""
        if here:
            check(table, player)
            self._games.add(table.id)
        else:
            self.end(table.id)

    async def has(self, game: str) -> bool:
        """Whether the bots of a game think on a device."""
        return game in self._games

    def end(self, game: str) -> None:
        """The server thinks again."""
        self._games.discard(game)
        self._wake(game)

    def moved(self, table: Table) -> None:
        """Something has happened at a table."""
        if table.status == "over":
            self._games.discard(table.id)
        self._wake(table.id)

    def _wake(self, game: str) -> None:
        """Let whoever waits for a step look again."""
        if (event := self._moved.get(game)) is not None:
            event.set()

    async def wait(self, table: Table, seq: int) -> bool:
        """Wait for a step from the device. False: none came, and the server has to think."""
        event = self._moved[table.id] = asyncio.Event()
        try:
            if table.seq == seq and table.id in self._games:
                await asyncio.wait_for(event.wait(), self.patience)
        except TimeoutError:
            self._games.discard(table.id)
        finally:
            del self._moved[table.id]
        return table.seq != seq


def check(table: Table, player: Player) -> None:
    """Raises Refused unless the person plays alone against bots, and nothing depends on the result."""
    if not table.seats_of(player.id):
        raise not_yours()
    if table.row["rated"] or not table.role(player.id).only_bots:
        raise Refused(403, "not-alone", N_("Bots think on your device only where you play alone, and unrated."))


def question(table: Table, player: Player) -> Json:
    """What the bot that has to decide is asked; see `jobs/worker.py`. `seq` belongs to its step. Raises Refused."""
    check(table, player)
    if not table.bot_due or table.game is None:
        raise Refused(409, "moved-on", N_("The game has moved on in the meantime."))
    seat = str(table.to_move)
    bot, view = str(table.seats[seat].bot), table.game.view(seat)
    asked = asking.question(bot, view, table.game.legal(), seed_of(table.id, seat))
    return asked | {"seq": table.seq, "seat": seat}


async def take(
    tables: TableService, table: Table, player: Player, seq: int, step: str, *, text: bool
) -> tuple[int, StateMessage]:
    """Take the step of the bot that has to decide: the HTTP status and the state after it. Raises Refused.

    409, with the current state: the game has moved on, and nothing has happened.
    """
    check(table, player)
    try:
        if seq != table.seq or not table.bot_due:
            raise steps.Stale
        await steps.take(tables, table, str(table.to_move), step)
    except (steps.Stale, SequenceConflict):
        return 409, state_for(table, player.id, now=tables.now(), since=seq, text=text)
    except IllegalStep as error:
        raise Refused(422, "illegal", N_("{why}"), rule=error.rule, why=str(error)) from None
    return 200, state_for(table, player.id, now=table.at, since=seq, text=text)
