"""Bots' turns: whenever a bot has to decide, ask it in the background and take its step.

Bots at a table at which no person plays rest as long as nobody watches. They go on when somebody looks. Where several
processes share the work, bots are asked through a queue, and one of the processes plays their turns (`BotQueue`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.server.errors import Refused, StorageError
from lutetia.server.loggers import get_logger
from lutetia.server.play import steps
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Audience, SequenceConflict, Spawn, Thinker
from lutetia.server.play.table import Table

CHOSEN = ("start", "step")
"""Events after which no bot can be thinking about an earlier position."""
log = get_logger("tables")


class BotQueue(Protocol):
    """Where bots are asked if several processes share the work."""

    def ask(self, table: Table, *, instead: bool = False) -> None:
        """A bot has to decide here, and somebody waits for it. May be called again for the same decision.

        `instead`: also interrupt the one that may be thinking.
        """

    async def is_asked(self, game: str) -> bool:
        """Whether a bot of this game waits for its turn to think, or thinks. Raises StorageError."""

    def interrupt(self, game: str) -> None:
        """A bot that thinks in this game thinks about a position that is no more."""


class Elsewhere(Protocol):
    """The tables whose bots think on a person's device: see `device_bots.py`."""

    def __contains__(self, game: str) -> bool: ...

    def moved(self, table: Table) -> None:
        """Something has happened at a table."""

    async def wait(self, table: Table, seq: int) -> bool:
        """Wait for a step from there. False: none came, and it has to be thought about here."""


class BotPlayer:
    """Plays the bots' turns of all tables."""

    queue: BotQueue | None = None
    """Set where other processes may play the turns. Then this one plays only what it is told to (`play`)."""

    elsewhere: Elsewhere | None = None
    """Set where bots may think on a person's device."""

    def __init__(self, tables: TableService, thinker: Thinker, audience: Audience, spawn: Spawn) -> None:
        self._tables = tables
        self._audience = audience
        self._thinker = thinker
        self._spawn = spawn
        self._thinking: set[str] = set()
        self.is_watched: Callable[[str], Awaitable[bool]] = self._is_watched
        """Whether somebody looks at a game, through whichever process."""

    def notice_event(self, table: Table) -> None:
        """After each commit of this process."""
        if self.elsewhere is not None:
            self.elsewhere.moved(table)
        if self.queue is None or table.events[-1].kind in CHOSEN:
            if table.id not in self._thinking:
                self.notice(table)
        elif self._is_due(table):
            self.queue.ask(table, instead=True)
        else:
            self.queue.interrupt(table.id)

    def notice(self, table: Table) -> None:
        """Ask a bot, if one has to decide here, somebody waits for it, and it has not been asked yet."""
        if not self._is_due(table):
            return
        if self.queue is not None:
            self.queue.ask(table)
        elif table.id not in self._thinking:
            self._thinking.add(table.id)
            self._spawn(self._play_here(table.id))

    def _is_due(self, table: Table) -> bool:
        return table.bot_due and (bool(table.playing()) or self._audience.is_watched(table.id))

    async def notice_game(self, game: str) -> None:
        """The same for a game that may not be in memory."""
        if game not in self._thinking and not (self.queue is not None and await self.queue.is_asked(game)):
            self.notice(await self._tables.get(game))

    async def _is_watched(self, game: str) -> bool:
        return self._audience.is_watched(game)

    async def _is_awaited(self, table: Table) -> bool:
        return bool(table.playing()) or await self.is_watched(table.id)

    async def _play_here(self, game: str) -> None:
        try:
            await self.play(game)
        except StorageError as error:
            log.warning("bot step not taken", game=game, why=str(error))  # the periodic sweep tries again

    async def play(self, game: str, goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Take bots' steps until a person decides, nobody waits for them any more, or it must not go on.

        Returns whether a bot still has to decide. Raises StorageError.
        """
        self._thinking.add(game)
        try:
            while True:
                table = await self._tables.get(game)
                async with table.lock:
                    if not table.bot_due or not await self._is_awaited(table):
                        return False
                    if not goes_on():
                        return True
                    seq, seat, host = table.seq, str(table.to_move), table.row["host"]
                    name, playing = str(table.seats[seat].bot), table.playing()
                del table  # while the bot waits for its turn, the table need not be in memory

                async def position(seq: int = seq, seat: str = seat) -> tuple[Json, list[str]] | None:
                    return await self._position(game, seq, seat)

                if self.elsewhere is not None and game in self.elsewhere:
                    table = await self._tables.get(game)
                    if await self.elsewhere.wait(table, seq):
                        continue
                    del table
                watched = bool(playing) and await self.is_watched(game)
                choice = await self._thinker.choose(
                    name, position, seed_of(game, seat), game=game, people=playing or [host], watched=watched
                )
                if choice is None:
                    continue
                table = await self._tables.get(game)
                async with table.lock:
                    if table.seq == seq:  # unless an undo or a returning player came first
                        await steps.take(self._tables, table, seat, choice.step, fault=choice.fault)
        except StorageError:
            raise
        except (SequenceConflict, Refused) as error:
            log.warning("bot step not taken", game=game, why=str(error))  # the periodic sweep tries again
            return False
        finally:
            self._thinking.discard(game)

    async def play_anything(self, game: str) -> None:
        """Take a random step for the bot that has to decide: asking it fails again and again. Raises StorageError."""
        table = await self._tables.get(game)
        async with table.lock:
            if table.bot_due and table.game is not None:
                seat, legal = str(table.to_move), table.game.legal()
                step = legal[Rng(seed_of(game, seat) + table.seq).choose(len(legal))]
                await steps.take(self._tables, table, seat, step, fault="error")

    async def _position(self, game: str, seq: int, seat: str) -> tuple[Json, list[str]] | None:
        """What a seat has to decide, if that is still the position and somebody waits."""
        table = await self._tables.get(game)
        async with table.lock:
            if table.seq != seq or table.game is None or not await self._is_awaited(table):
                return None
            return table.game.view(seat), table.game.legal()


def seed_of(game: str, seat: str) -> int:
    """A random stream for each bot, derived from the game's id and not from its deal."""
    return int.from_bytes(hashlib.sha256(f"{game}/{seat}".encode()).digest()[:4])
