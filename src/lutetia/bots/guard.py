"""A guard: whatever a bot does, in its time or not, a legal step comes out, and what went wrong is kept."""

from __future__ import annotations

import ctypes
import queue
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from lutetia.bots import Bot
from lutetia.bots.external import External
from lutetia.bots.fault import BotFault
from lutetia.core.errors import shown
from lutetia.core.random import Rng

PATIENCE = 3
"""How often in one game a bot may hang or die before it is not asked any more: each time costs everyone the wait."""


@dataclass(frozen=True)
class Lost:
    """A move lost to the fallback: at which step of the game (from 1), what was wrong (fault.KINDS), and details."""

    step: int
    kind: str
    detail: str

    def written(self) -> dict[str, Any]:
        return asdict(self)


class Guard:
    """A bot with a time limit and a legal fallback, for one game.

    `choose` never raises and is never much later than the limit; `lost` tells what it cost. A bot in this process
    thinks in a thread of its own; one that hangs is left behind and made anew. Programs are ended, which is surer.
    """

    def __init__(self, make: Callable[[], Bot], *, seed: int = 0, limit: float = 10.0) -> None:
        """`seed` is the fallback's; `limit` is in seconds per step."""
        self.lost: list[Lost] = []
        self._make = make
        self._limit = limit
        self._seed = seed
        self._patience = PATIENCE
        self._player: External | _Thinker | None = None

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """One of the legal steps: the bot's where it offers one, else a random one."""
        number = 1 + sum(len(turn["steps"]) for turn in view["turns"])
        try:
            step = self._ask(view, legal, clock)
            if not isinstance(step, str) or step not in legal:
                raise BotFault("illegal", shown(step))
        except BotFault as fault:
            if fault.kind in ("late", "dead"):
                self._patience -= 1
            self.lost.append(Lost(number, fault.kind, fault.detail))
            any_step: str = legal[Rng(self._seed * 1_000_003 + number).choose(len(legal))]
            return any_step
        return step

    def end(self, result: dict[str, Any] | None) -> None:
        """The game is over: tell programs the result, let threads go. May be called again."""
        if self._player is not None:
            self._player.end(result)
            self._player = None

    def close(self) -> None:
        """Leave the game at once."""
        if self._player is not None:
            self._player.close()
            self._player = None

    def _ask(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None) -> object:
        if self._patience <= 0:
            self.close()
            raise BotFault("unasked")
        if self._player is None:
            self._player = self._called()
        if isinstance(self._player, External):
            return self._player.choose(view, legal, {"ms": int(self._limit * 1000)})
        try:
            return self._player.choose(view, list(legal), clock, self._limit)
        except BotFault as fault:
            if fault.kind == "late":
                self.close()
            raise

    def _called(self) -> External | _Thinker:
        try:
            bot = self._make()
        except Exception as error:
            raise BotFault("error", _said(error)) from None
        return bot if isinstance(bot, External) else _Thinker(bot)


class _Thinker:
    """A bot in a thread of its own, so that its time can be limited."""

    def __init__(self, bot: Bot) -> None:
        self._asked: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        self._said: queue.SimpleQueue[tuple[bool, object]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=_think, args=(bot, self._asked, self._said), daemon=True)
        self._thread.start()
        self._hangs = False

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None, limit: float) -> object:
        self._asked.put((view, legal, clock))
        try:
            fine, said = self._said.get(timeout=limit)
        except queue.Empty:
            self._hangs = True
            raise BotFault("late") from None
        if not fine:
            raise BotFault("error", str(said))
        return said

    def end(self, result: dict[str, Any] | None) -> None:
        self._asked.put(None)

    def close(self) -> None:
        """Leave the thread behind. Python code in it ends at its next instruction; other code when it returns."""
        self._asked.put(None)
        ident = self._thread.ident
        if ident is not None and self._hangs:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(SystemExit))


def _think(
    bot: Bot, asked: queue.SimpleQueue[tuple[Any, ...] | None], said: queue.SimpleQueue[tuple[bool, object]]
) -> None:
    while (question := asked.get()) is not None:
        try:
            said.put((True, bot.choose(*question)))
        except BaseException as error:  # a bot may even call sys.exit: it loses its move, nothing else
            said.put((False, _said(error)))


def _said(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}", 200)
