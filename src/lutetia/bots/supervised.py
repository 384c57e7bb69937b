"""A supervised bot: it always returns a legal step in time, and records what went wrong."""

from __future__ import annotations

import ctypes
import queue
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from lutetia.bots import Bot
from lutetia.bots.external import ExternalBot
from lutetia.bots.fault import BotFault, fallback_step, step_number
from lutetia.core.errors import shown
from lutetia.core.json_types import Json

MAX_FAILURES = 3
"""How often in a game a bot may hang or die before it is no longer asked. Each time costs everyone the wait."""


@dataclass(frozen=True)
class LostMove:
    """A move that the fallback made: the step's number in the game (from 1), and what a BotFault says."""

    step: int
    kind: str
    detail: str
    said: str = ""

    def as_json(self) -> Json:
        return asdict(self)


class SupervisedBot:
    """A bot with a time limit and a legal fallback, for one game.

    `choose` never raises and never takes much longer than the limit; `lost` lists the moves that the fallback made.
    A bot in this process runs in its own thread; one that hangs is abandoned and replaced. An external program
    is killed, which is more reliable.
    """

    def __init__(self, make: Callable[[], Bot], *, seed: int = 0, limit: float = 10.0) -> None:
        """`seed` is for the fallback; `limit` is in seconds per step."""
        self.lost: list[LostMove] = []
        self._make = make
        self._limit = limit
        self._seed = seed
        self._failures_left = MAX_FAILURES
        self._bot: ExternalBot | _BotThread | None = None

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The bot's step if it is legal, else a random legal step."""
        number = step_number(view)  # the bot may change the view
        try:
            step = self._ask(view, legal, clock)
            if not isinstance(step, str) or step not in legal:
                raise BotFault("illegal", shown(step))
        except BotFault as fault:
            if fault.kind in ("late", "dead"):
                self._failures_left -= 1
            self.lost.append(LostMove(number, fault.kind, fault.detail, fault.said))
            return fallback_step(number, legal, self._seed)
        return step

    def end(self, result: Json | None) -> None:
        """The game is over: send programs the result and stop threads. May be called again."""
        if self._bot is not None:
            self._bot.end(result)
            self._bot = None

    def close(self) -> None:
        """Leave the game at once."""
        if self._bot is not None:
            self._bot.close()
            self._bot = None

    def _ask(self, view: Json, legal: list[str], clock: dict[str, Any] | None) -> object:
        if self._failures_left <= 0:
            self.close()
            raise BotFault("unasked")
        if self._bot is None:
            self._bot = self._started()
        if isinstance(self._bot, ExternalBot):
            return self._bot.choose(view, legal, {"ms": int(self._limit * 1000)})
        try:
            return self._bot.choose(view, list(legal), clock, self._limit)
        except BotFault as fault:
            if fault.kind == "late":
                self.close()
            raise

    def _started(self) -> ExternalBot | _BotThread:
        try:
            bot = self._make()
        except Exception as error:
            raise BotFault("error", _described(error)) from None
        return bot if isinstance(bot, ExternalBot) else _BotThread(bot)


class _BotThread:
    """A bot in its own thread, so that its time can be limited."""

    def __init__(self, bot: Bot) -> None:
        self._questions: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[bool, object]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(bot, self._questions, self._answers), daemon=True)
        self._thread.start()
        self._hangs = False

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None, limit: float) -> object:
        self._questions.put((view, legal, clock))
        try:
            succeeded, answer = self._answers.get(timeout=limit)
        except queue.Empty:
            self._hangs = True
            raise BotFault("late") from None
        if not succeeded:
            raise BotFault("error", str(answer))
        return answer

    def end(self, result: Json | None) -> None:
        self._questions.put(None)

    def close(self) -> None:
        """Abandon the thread. Python code in it stops at its next instruction, other code when it returns."""
        self._questions.put(None)
        ident = self._thread.ident
        if ident is not None and self._hangs:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(SystemExit))


def _serve(
    bot: Bot, questions: queue.SimpleQueue[tuple[Any, ...] | None], answers: queue.SimpleQueue[tuple[bool, object]]
) -> None:
    while (question := questions.get()) is not None:
        try:
            answers.put((True, bot.choose(*question)))
        except BaseException as error:  # even sys.exit() in a bot costs only its move
            answers.put((False, _described(error)))


def _described(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}", 200)
