"""A bot at a seat of a game in the terminal. If it gives no legal step, somebody decides how to go on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from rich.console import Console
from rich.text import Text

from lutetia.bots import Bot, bot
from lutetia.bots.external import short_name
from lutetia.bots.fault import BotFault, explained
from lutetia.bots.levels import LEVELS
from lutetia.cli.decision import Quit
from lutetia.cli.prompt import Prompt
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

ASK_AGAIN = "again"
STAND_IN = "greedy"
"""The bot that plays on where nobody can be asked."""
Decide = Callable[[str, BotFault], str]
"""(bot, what went wrong): ASK_AGAIN, or the name of the bot that plays on. May raise Quit."""


class Opponent:
    """A bot, and after it the stand-in that somebody has chosen. `choose` never raises a fault of the bot."""

    def __init__(
        self, name: str, seed: int, decide: Decide, waiting: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """`waiting` is entered while the bot decides."""
        self.name = name
        self._waiting = waiting
        self._seed = seed
        self._decide = decide
        self._bot: Bot = bot(name, seed)

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """A legal step."""
        while True:
            try:
                return self._asked(view, legal, clock)
            except BotFault as fault:
                chosen = self._decide(self.name, fault)
            if chosen != ASK_AGAIN:
                self.close()
                self.name, self._bot = chosen, bot(chosen, self._seed)

    def close(self) -> None:
        """End the bot's program, if it is one."""
        end = getattr(self._bot, "close", None)
        if end is not None:
            end()

    def _asked(self, view: Json, legal: list[str], clock: dict[str, Any] | None) -> str:
        with self._waiting():
            step = self._bot.choose(view, legal, clock)
        if step not in legal:
            raise BotFault("illegal", shown(step))
        return step


def decide_with(console: Console, prompt: Prompt) -> Decide:
    """Ask the player on a terminal; otherwise say what happened on stderr and let the stand-in play on."""

    def decide(name: str, fault: BotFault) -> str:
        what = f"{short_name(name)} {explained(fault)}"
        if not (sys.stdin.isatty() and console.is_terminal):
            first, *others = what.split("\n")
            notice = _("{what}; {bot} takes over", what=first, bot=STAND_IN)
            print("\n  ".join([f"lutetia: {notice}", *others]), file=sys.stderr)
            return STAND_IN
        console.print(Text(what, style="bold"))
        levels = {str(level.number): level.bot for level in LEVELS}
        question = _("Enter: ask it again, 1 to {n}: let a bot of that level take over, q: leave ", n=len(levels))
        while True:
            answer = prompt.ask(question).strip().lower()
            if answer in ("q", "quit"):
                raise Quit
            if not answer or answer in levels:
                return levels.get(answer, ASK_AGAIN)

    return decide
