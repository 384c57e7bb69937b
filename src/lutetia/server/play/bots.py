"""Bots' turns: whenever a bot has to decide, ask it in the background and take its step.

Bots at a table at which no person plays rest as long as nobody watches. They go on when somebody looks.
"""

from __future__ import annotations

import hashlib

import structlog

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.play import steps
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Audience, SequenceConflict, Spawn, Thinker
from lutetia.server.play.table import Table

log = structlog.get_logger("tables")


class BotPlayer:
    """Plays the bots' turns of all tables."""

    def __init__(self, tables: TableService, thinker: Thinker, audience: Audience, spawn: Spawn) -> None:
        self._tables = tables
        self._audience = audience
        self._thinker = thinker
        self._spawn = spawn
        self._thinking: set[str] = set()

    def notice(self, table: Table) -> None:
        """Ask a bot, if one has to decide here, somebody waits for it, and it has not been asked yet."""
        if table.bot_due and table.id not in self._thinking and self._is_awaited(table):
            self._thinking.add(table.id)
            self._spawn(self._play(table.id))

    async def notice_game(self, game: str) -> None:
        """The same for a game that may not be in memory."""
        if game not in self._thinking:
            self.notice(await self._tables.get(game))

    def _is_awaited(self, table: Table) -> bool:
        return bool(table.playing()) or self._audience.is_watched(table.id)

    async def _play(self, game: str) -> None:
        """Take bots' steps until a person decides, or nobody waits for them any more."""
        try:
            while True:
                table = await self._tables.get(game)
                async with table.lock:
                    if not table.bot_due or not self._is_awaited(table):
                        return
                    seq, seat, host = table.seq, str(table.to_move), table.row["host"]
                    name, playing = str(table.seats[seat].bot), table.playing()
                del table  # while the bot waits for its turn, the table need not be in memory

                async def position(seq: int = seq, seat: str = seat) -> tuple[Json, list[str]] | None:
                    return await self._position(game, seq, seat)

                watched = bool(playing) and self._audience.is_watched(game)
                choice = await self._thinker.choose(
                    name, position, _seed(game, seat), game=game, people=playing or [host], watched=watched
                )
                if choice is None:
                    continue
                table = await self._tables.get(game)
                async with table.lock:
                    if table.seq == seq:  # unless an undo or a returning player came first
                        await steps.take(self._tables, table, seat, choice.step, fault=choice.fault)
        except (SequenceConflict, Refused) as error:
            log.warning("bot step not taken", game=game, why=str(error))  # the periodic sweep tries again
        finally:
            self._thinking.discard(game)

    async def _position(self, game: str, seq: int, seat: str) -> tuple[Json, list[str]] | None:
        """What a seat has to decide, if that is still the position and somebody waits."""
        table = await self._tables.get(game)
        async with table.lock:
            if table.seq != seq or table.game is None or not self._is_awaited(table):
                return None
            return table.game.view(seat), table.game.legal()


def _seed(game: str, seat: str) -> int:
    """A random stream for each bot, derived from the game's id and not from its deal."""
    return int.from_bytes(hashlib.sha256(f"{game}/{seat}".encode()).digest()[:4])
