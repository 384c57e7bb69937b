"""Bots' turns: whenever a bot has to decide, ask it in the background and take its step."""

from __future__ import annotations

import hashlib

import structlog

from lutetia.server.errors import Refused
from lutetia.server.play import steps
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import SequenceConflict, Spawn, Thinker
from lutetia.server.play.table import Table

log = structlog.get_logger("tables")


class BotPlayer:
    """Plays the bots' turns of all tables."""

    def __init__(self, tables: TableService, thinker: Thinker, spawn: Spawn) -> None:
        self._tables = tables
        self._thinker = thinker
        self._spawn = spawn
        self._thinking: set[str] = set()

    def notice(self, table: Table) -> None:
        """If a bot has to decide here and nobody asks it yet, ask it."""
        if table.bot_due and table.id not in self._thinking:
            self._thinking.add(table.id)
            self._spawn(self._play(table.id))

    async def notice_game(self, game: str) -> None:
        """The same for a game that may not be in memory."""
        if game not in self._thinking:
            self.notice(await self._tables.get(game))

    async def _play(self, game: str) -> None:
        """Take bots' steps until a person decides."""
        try:
            while True:
                table = await self._tables.get(game)
                async with table.lock:
                    if not table.bot_due or table.game is None:
                        return
                    seq, seat = table.seq, str(table.to_move)
                    name, view, legal = str(table.seats[seat].bot), table.game.view(seat), table.game.legal()
                choice = await self._thinker.choose(name, view, legal, seed=_seed(game, seat))
                table = await self._tables.get(game)
                async with table.lock:
                    if table.seq == seq:  # unless an undo or a returning player came first
                        await steps.take(self._tables, table, seat, choice.step, fault=choice.fault)
        except (SequenceConflict, Refused) as error:
            log.warning("bot step not taken", game=game, why=str(error))  # the periodic sweep tries again
        finally:
            self._thinking.discard(game)


def _seed(game: str, seat: str) -> int:
    """A random stream for each bot, derived from the game's id and not from its deal."""
    return int.from_bytes(hashlib.sha256(f"{game}/{seat}".encode()).digest()[:4])
